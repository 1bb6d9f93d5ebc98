//! Benchmarks a game with random play, for authors of rules.
//!
//! Counts (answers, host calls, rows, bytes) are the same on every machine. Times depend on the machine and its load.

use crate::playout::{PlayoutTotals, ScenarioStart, play_games};
use crate::simulation::{MAX_ANSWERS, quantile};
use cardwright_bots::RandomBot;
use cardwright_content::Diagnostic;
use cardwright_script::{Program, RunError, Stop, Vm, random_answer};
use cardwright_state::{Position, TextId};
use cardwright_table::{SetUp, StartError, Table};
use serde::Serialize;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The games to measure.
#[derive(Debug, Clone, Default)]
pub struct BenchOptions {
    /// The scenario, its options and its non-players, and the seed of the first game.
    pub set_up: SetUp,
    /// The number of games. Each later game has the next seed.
    pub games: u64,
}

/// The results of a benchmark.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BenchReport {
    /// The number of games played.
    pub games: u64,
    /// The number of answers in all games.
    pub answers: u64,
    /// The number of answers to choices with two or more rows.
    pub decisions: u64,
    /// The number of host calls by scripts in all games.
    pub host_calls: u64,
    /// The speed with interpreted scripts, which normal games use.
    pub interpreted: Speed,
    /// The speed with native code, which long `fuzz` runs use. `None` if native code is not available.
    pub native: Option<Speed>,
    /// The number of rows of decisions. `None` without decisions.
    pub rows: Option<RowStats>,
    /// The size of positions, over all choices of the games.
    pub position: ByteStats,
    /// The time to copy a position.
    pub clone: CloneTimes,
    /// The number of events that a table stores for one game.
    pub events: u64,
    /// The mean size of a stored event, in bytes.
    pub event_bytes: u64,
}

/// The speed of play.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Speed {
    /// The duration of all games, in seconds.
    pub seconds: f64,
    /// Decisions per second.
    pub decisions: f64,
    /// Games per second.
    pub games: f64,
}

/// Statistics of the number of rows of decisions.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RowStats {
    /// The mean number of rows.
    pub mean: f64,
    /// The median.
    pub median: usize,
    /// The 99th percentile.
    #[serde(rename = "of_99")]
    pub percentile_99: usize,
    /// The choice with the most rows.
    pub most: LargestChoice,
    /// For every prompt, its choice with the most rows. The list begins with the largest choice.
    pub by_prompt: Vec<LargestChoice>,
}

/// The choice with the most rows, overall or for one prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LargestChoice {
    /// The key of the prompt's text, if the script gives one.
    pub prompt: Option<String>,
    /// The step that asks.
    pub step: String,
    /// The number of rows.
    pub rows: usize,
    /// How many decisions had this prompt.
    pub asked: u64,
    /// The seed of the game.
    pub seed: u64,
    /// The number of answers in the game before this choice.
    pub answer: u64,
}

/// Sizes in bytes of the stored data, without unused capacity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct ByteStats {
    /// The mean size.
    pub mean: u64,
    /// The largest size.
    pub most: u64,
}

/// Times to copy the largest position of the first game, in nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct CloneTimes {
    /// A copy into new memory.
    pub fresh: f64,
    /// A copy into an existing position, whose memory is reused.
    pub spare: f64,
}

/// Why a benchmark failed.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// The scripts do not load.
    #[error("{}", .0.iter().map(Diagnostic::to_string).collect::<Vec<_>>().join("; "))]
    Load(Vec<Diagnostic>),
    /// The game does not start.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A game does not reach its end.
    #[error("seed {seed}: {error}")]
    Run {
        /// The seed of the game.
        seed: u64,
        /// The error.
        error: RunError,
    },
}

/// The time to spend on each measurement of copying.
const COPY_TIME: Duration = Duration::from_millis(30);
/// The number of copies between two readings of the clock.
const COPIES_PER_SERIES: u32 = 1_000;

impl BenchOptions {
    /// The seeds of the games. After the largest seed comes 0, as for `fuzz`.
    fn seeds(&self) -> impl Iterator<Item = u64> + Clone {
        let first = self.set_up.seed;
        (0..self.games.max(1)).map(move |n| first.wrapping_add(n))
    }
}

impl BenchError {
    fn run((seed, error): (u64, RunError)) -> BenchError {
        BenchError::Run { seed, error }
    }
}

/// Plays the games of [`bench()`] once and does nothing else. This is for profilers.
///
/// # Errors
/// Fails as [`bench()`] does.
pub fn play_bench_games(
    program: &Arc<Program>,
    vm: &mut Vm,
    options: &BenchOptions,
) -> Result<PlayoutTotals, BenchError> {
    let start = ScenarioStart::new(program, &options.set_up)?;
    play_games(vm, &start, options.seeds()).map_err(BenchError::run)
}

/// Plays random games, each several times, and measures choices, sizes and times.
///
/// # Errors
/// The game does not start, or a game does not reach its end.
pub fn bench(program: &Arc<Program>, vm: &mut Vm, options: &BenchOptions) -> Result<BenchReport, BenchError> {
    let start = ScenarioStart::new(program, &options.set_up)?;
    let seeds = options.seeds();
    let mut stats = ChoiceStats::default();
    for seed in seeds.clone() {
        stats.record_game(vm, &start, seed).map_err(|error| BenchError::Run { seed, error })?;
    }
    let measure_speed = |vm: &mut Vm| {
        let started = Instant::now();
        let totals = play_games(vm, &start, seeds.clone()).map_err(BenchError::run)?;
        Ok::<_, BenchError>((Speed::new(&totals, started.elapsed()), totals))
    };
    let (interpreted, totals) = measure_speed(vm)?;
    let native = match program.native_vm() {
        Ok(mut native) if Program::HAS_NATIVE_CODE => {
            measure_speed(&mut native)?; // The first use compiles native code, so do not count it.
            Some(measure_speed(&mut native)?.0)
        }
        _ => None,
    };
    let (events, event_bytes) = stored_events(program, options)?;
    Ok(BenchReport {
        games: totals.games,
        answers: totals.answers,
        decisions: totals.decisions,
        host_calls: totals.host_calls,
        interpreted,
        native,
        position: stats.position_sizes(),
        clone: CloneTimes::measure(&stats.largest),
        rows: stats.row_stats(program),
        events,
        event_bytes,
    })
}

impl Speed {
    fn new(totals: &PlayoutTotals, time: Duration) -> Speed {
        let seconds = time.as_secs_f64().max(1e-9);
        Speed { seconds, decisions: totals.decisions as f64 / seconds, games: totals.games as f64 / seconds }
    }
}

impl CloneTimes {
    fn measure(position: &Position) -> CloneTimes {
        let mut spare = position.clone();
        CloneTimes {
            fresh: nanoseconds(|| drop(black_box(black_box(position).clone()))),
            spare: nanoseconds(|| black_box(&mut spare).clone_from(black_box(position))),
        }
    }
}

/// Measures the time of one call in nanoseconds. Returns the best of several series, because other programs can only
/// slow a series down.
fn nanoseconds(mut call: impl FnMut()) -> f64 {
    let (started, mut best) = (Instant::now(), f64::INFINITY);
    while started.elapsed() < COPY_TIME {
        let start = Instant::now();
        (0..COPIES_PER_SERIES).for_each(|_| call());
        best = best.min(start.elapsed().as_nanos() as f64 / f64::from(COPIES_PER_SERIES));
    }
    best
}

/// Statistics of the choices of the games.
#[derive(Debug, Default)]
struct ChoiceStats {
    /// The number of decisions for each number of rows.
    by_rows: BTreeMap<usize, u64>,
    /// For each prompt, the choice with the most rows.
    by_prompt: BTreeMap<Option<TextId>, LargestChoice>,
    /// The number of choices.
    choices: u64,
    /// The sum of the sizes of the positions at all choices, in bytes.
    total_bytes: u64,
    /// The largest size of a position, in bytes.
    max_bytes: u64,
    /// The largest position of the first game.
    largest: Position,
}

impl ChoiceStats {
    /// Plays the same game as [`play_games`] with this seed, and records every choice.
    fn record_game(&mut self, vm: &mut Vm, start: &ScenarioStart, seed: u64) -> Result<(), RunError> {
        let mut position = Position::default();
        start.copy_with_seed(seed, &mut position);
        vm.set_position(&position);
        let (mut player, mut answer, is_first) = (RandomBot::new(seed), 0, self.choices == 0);
        let mut largest_size = 0;
        let mut stop = vm.run()?;
        while stop == Stop::Choice {
            let choice = vm.choice();
            let size = vm.with_position(Position::size);
            if is_first && size > largest_size {
                largest_size = size;
                self.largest = vm.position();
            }
            self.choices += 1;
            self.total_bytes += size as u64;
            self.max_bytes = self.max_bytes.max(size as u64);
            if choice.only_answer().is_none() {
                let step = vm.with_position(|position| position.open_steps().last().map(|frame| frame.step));
                let step = step.map_or_else(String::new, |step| vm.program().board.labels[step].clone());
                self.record_decision(
                    choice.prompt.as_ref().map(|line| line.text),
                    LargestChoice { prompt: None, step, rows: choice.rows.len(), asked: 1, seed, answer },
                );
            }
            answer += 1;
            if answer > MAX_ANSWERS {
                let message = format!("the game goes on after {MAX_ANSWERS} answers");
                return Err(RunError::Script { message, place: None, open_steps: vec![] });
            }
            stop = vm.answer(random_answer(&mut player, &choice.rows, &choice.discouraged, &choice.likely))?;
        }
        Ok(())
    }

    fn record_decision(&mut self, prompt: Option<TextId>, choice: LargestChoice) {
        *self.by_rows.entry(choice.rows).or_default() += 1;
        match self.by_prompt.get_mut(&prompt) {
            None => drop(self.by_prompt.insert(prompt, choice)),
            Some(largest) => {
                let asked = largest.asked + 1;
                if choice.rows > largest.rows {
                    *largest = choice;
                }
                largest.asked = asked;
            }
        }
    }

    fn position_sizes(&self) -> ByteStats {
        ByteStats { mean: self.total_bytes / self.choices.max(1), most: self.max_bytes }
    }

    fn row_stats(self, program: &Program) -> Option<RowStats> {
        let decisions: u64 = self.by_rows.values().sum();
        let total_rows: u64 = self.by_rows.iter().map(|(rows, n)| *rows as u64 * n).sum();
        let (median, percentile_99) = (quantile(&self.by_rows, 0.5), quantile(&self.by_rows, 0.99));
        let text_id = |text: TextId| program.board.labels[text].id.clone();
        let with_prompt =
            self.by_prompt.into_iter().map(|(text, choice)| LargestChoice { prompt: text.map(text_id), ..choice });
        let mut by_prompt: Vec<LargestChoice> = with_prompt.collect();
        by_prompt.sort_by(|a, b| b.rows.cmp(&a.rows).then_with(|| a.prompt.cmp(&b.prompt)));
        let most = by_prompt.first()?.clone();
        Some(RowStats { mean: total_rows as f64 / decisions as f64, median, percentile_99, most, by_prompt })
    }
}

/// Plays one game on a [`Table`]. Returns the number of events that the table stores, and their mean size in bytes.
fn stored_events(program: &Arc<Program>, options: &BenchOptions) -> Result<(u64, u64), BenchError> {
    /// The most answers of the game. An answer that led to a dead end and was taken back counts too.
    const MAX_ANSWERS_AT_TABLE: usize = 2_000;
    let vm = program.vm().map_err(BenchError::Load)?;
    let mut table = Table::start(program.clone(), vm, &options.set_up)?;
    let mut player = RandomBot::new(options.set_up.seed);
    for _ in 0..MAX_ANSWERS_AT_TABLE {
        if table.is_over() {
            break;
        }
        let _ = table.answer_with_bot(&mut player); // If the answer led to a dead end, the bot answers again.
    }
    let events = table.nodes().len() as u64;
    Ok((events, table.size() as u64 / events.max(1)))
}
