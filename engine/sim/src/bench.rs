//! How fast a game plays at random, and what it takes: for whoever writes rules, of whatever pack.
//!
//! What is counted is the same on every machine (answers, host calls, rows, bytes); what is timed hangs on the machine and
//! on its load.

use crate::playout::{Played, Starts, play_games};
use cardwright_bots::RandomPlayer;
use cardwright_content::Diagnostic;
use cardwright_script::{Program, RunError, Stop, Vm};
use cardwright_state::{Position, TextId};
use cardwright_table::{SetUp, StartError, Table};
use serde::Serialize;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What to measure.
#[derive(Debug, Clone, Default)]
pub struct BenchOptions {
    /// The scenario, its options and who is played by rules; its seed is that of the first game.
    pub set_up: SetUp,
    /// How many games; the seeds count up.
    pub games: u64,
}

/// What a game came to.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Bench {
    /// How many games were played.
    pub games: u64,
    /// Answers of all of them.
    pub answers: u64,
    /// Answers among two rows or more.
    pub decisions: u64,
    /// Host calls of all of them.
    pub host_calls: u64,
    /// As scripts are run at the table.
    pub interpreted: Speed,
    /// As `fuzz` runs them in long runs, where the program and the machine can.
    pub native: Option<Speed>,
    /// How many rows there were to decide among; none where nothing was decided.
    pub rows: Option<Rows>,
    /// What a position takes, over all choices of the games.
    pub position: Bytes,
    /// How long copies of a position take.
    pub clone: Clones,
    /// What the table keeps of the events of one game, and how many these are.
    pub events: u64,
    /// Bytes an event.
    pub event_bytes: u64,
}

/// How fast games were played.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Speed {
    /// How long all of them took.
    pub seconds: f64,
    /// Decisions a second.
    pub decisions: f64,
    /// Games a second.
    pub games: f64,
}

/// How many rows decisions had.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Rows {
    /// On the average.
    pub mean: f64,
    /// Half of the decisions had no more.
    pub median: usize,
    /// Of a hundred decisions 99 had no more.
    pub of_99: usize,
    /// The most, and where.
    pub most: Busiest,
    /// Every prompt, by the most rows it had.
    pub by_prompt: Vec<Busiest>,
}

/// The choice that had the most rows, of all or of one prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Busiest {
    /// The key of the text that asks; none where a script says none.
    pub prompt: Option<String>,
    /// The step that asks.
    pub step: String,
    /// How many rows.
    pub rows: usize,
    /// How often this prompt was a decision.
    pub asked: u64,
    /// The game it was in, and how many answers it had then.
    pub seed: u64,
    /// See there.
    pub answer: u64,
}

/// Bytes, counted by what is kept and not by how it is allocated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Bytes {
    /// On the average.
    pub mean: u64,
    /// At most.
    pub most: u64,
}

/// How long copies take, in nanoseconds: of the largest position of the first game.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Clones {
    /// A copy with memory of its own.
    pub fresh: f64,
    /// A copy into a position that is no longer needed: what searches do.
    pub spare: f64,
}

/// Why a game cannot be measured.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// Its scripts do not load.
    #[error("{}", .0.iter().map(Diagnostic::to_string).collect::<Vec<_>>().join("; "))]
    Load(Vec<Diagnostic>),
    /// It does not begin.
    #[error(transparent)]
    Start(#[from] StartError),
    /// It does not come to its end.
    #[error("seed {seed}: {error}")]
    Run {
        /// The game.
        seed: u64,
        /// Why.
        error: RunError,
    },
}

/// Answers after which a game is taken for one that never ends.
const LONGEST: u64 = 200_000;
/// How long copies are timed.
const CLONED: Duration = Duration::from_millis(30);
/// Copies between two looks at the clock.
const CLONES: u32 = 1_000;

impl BenchOptions {
    fn seeds(&self) -> Range<u64> {
        self.set_up.seed..self.set_up.seed.saturating_add(self.games.max(1))
    }
}

impl BenchError {
    fn run((seed, error): (u64, RunError)) -> BenchError {
        BenchError::Run { seed, error }
    }
}

/// Plays the games that [`bench`] plays, once, and does nothing else: what profilers are to look at.
///
/// # Errors
/// As [`bench`].
pub fn play(program: &Arc<Program>, vm: &mut Vm, options: &BenchOptions) -> Result<Played, BenchError> {
    let starts = Starts::new(program, &options.set_up)?;
    play_games(vm, &starts, options.seeds()).map_err(BenchError::run)
}

/// Plays games at random, each several times over, and measures.
///
/// # Errors
/// The game does not begin, or one of them does not come to its end.
pub fn bench(program: &Arc<Program>, vm: &mut Vm, options: &BenchOptions) -> Result<Bench, BenchError> {
    let starts = Starts::new(program, &options.set_up)?;
    let seeds = options.seeds();
    let mut seen = Seen::default();
    for seed in seeds.clone() {
        seen.watch(vm, &starts, seed).map_err(|error| BenchError::Run { seed, error })?;
    }
    let timed = |vm: &mut Vm| {
        let begun = Instant::now();
        let played = play_games(vm, &starts, seeds.clone()).map_err(BenchError::run)?;
        Ok::<_, BenchError>((Speed::of(&played, begun.elapsed()), played))
    };
    let (interpreted, played) = timed(vm)?;
    let native = match program.native_vm() {
        Ok(mut native) => {
            timed(&mut native)?; // What is first come to is compiled first.
            Some(timed(&mut native)?.0)
        }
        Err(_) => None,
    };
    let (events, event_bytes) = kept(program, options)?;
    Ok(Bench {
        games: played.games,
        answers: played.answers,
        decisions: played.decisions,
        host_calls: played.host_calls,
        interpreted,
        native,
        position: seen.bytes(),
        clone: Clones::of(&seen.largest),
        rows: seen.rows(program),
        events,
        event_bytes,
    })
}

impl Speed {
    fn of(played: &Played, time: Duration) -> Speed {
        let seconds = time.as_secs_f64().max(1e-9);
        Speed { seconds, decisions: played.decisions as f64 / seconds, games: played.games as f64 / seconds }
    }
}

impl Clones {
    fn of(position: &Position) -> Clones {
        let mut spare = position.clone();
        Clones {
            fresh: nanoseconds(|| drop(black_box(black_box(position).clone()))),
            spare: nanoseconds(|| black_box(&mut spare).clone_from(black_box(position))),
        }
    }
}

/// How long one of many takes: the best of several stretches, for other programs only ever make it longer.
fn nanoseconds(mut one: impl FnMut()) -> f64 {
    let (begun, mut best) = (Instant::now(), f64::INFINITY);
    while begun.elapsed() < CLONED {
        let start = Instant::now();
        (0..CLONES).for_each(|_| one());
        best = best.min(start.elapsed().as_nanos() as f64 / f64::from(CLONES));
    }
    best
}

/// What was seen at the choices of the games.
#[derive(Debug, Default)]
struct Seen {
    /// How many decisions had so many rows.
    by_rows: BTreeMap<usize, u64>,
    by_prompt: BTreeMap<Option<TextId>, Busiest>,
    choices: u64,
    bytes: u64,
    most: u64,
    /// The largest position of the first game.
    largest: Position,
}

impl Seen {
    /// Plays the game that [`play_games`] plays of this seed, and looks at every choice.
    fn watch(&mut self, vm: &mut Vm, starts: &Starts, seed: u64) -> Result<(), RunError> {
        let mut position = Position::default();
        starts.write(seed, &mut position);
        vm.set(&position);
        let (mut player, mut answer, is_first) = (RandomPlayer::new(seed), 0, self.choices == 0);
        let mut largest = 0;
        let mut stop = vm.run()?;
        while stop == Stop::Choice {
            let choice = vm.choice();
            let size = vm.look(Position::size);
            if is_first && size > largest {
                largest = size;
                self.largest = vm.position();
            }
            self.choices += 1;
            self.bytes += size as u64;
            self.most = self.most.max(size as u64);
            if choice.rows.len() > 1 {
                let step = vm.look(|position| position.open_steps().last().map(|frame| frame.step));
                let step = step.map_or_else(String::new, |step| vm.program().board.steps[step.at()].clone());
                self.decision(
                    choice.prompt.as_ref().map(|line| line.text),
                    Busiest { prompt: None, step, rows: choice.rows.len(), asked: 1, seed, answer },
                );
            }
            answer += 1;
            if answer > LONGEST {
                let message = format!("the game goes on after {LONGEST} answers");
                return Err(RunError::Script { message, place: None, within: vec![] });
            }
            stop = vm.answer(player.pick_but(choice.rows.len(), &choice.unwise))?;
        }
        Ok(())
    }

    fn decision(&mut self, prompt: Option<TextId>, it: Busiest) {
        *self.by_rows.entry(it.rows).or_default() += 1;
        match self.by_prompt.get_mut(&prompt) {
            None => drop(self.by_prompt.insert(prompt, it)),
            Some(most) => {
                let asked = most.asked + 1;
                if it.rows > most.rows {
                    *most = it;
                }
                most.asked = asked;
            }
        }
    }

    fn bytes(&self) -> Bytes {
        Bytes { mean: self.bytes / self.choices.max(1), most: self.most }
    }

    fn rows(self, program: &Program) -> Option<Rows> {
        let decisions: u64 = self.by_rows.values().sum();
        let all: u64 = self.by_rows.iter().map(|(rows, n)| *rows as u64 * n).sum();
        // The least number of rows that so many in a hundred had at most.
        let of = |percent: u64| {
            let mut left = (decisions * percent).div_ceil(100);
            let found = self.by_rows.iter().find(|(_, n)| {
                let is_there = left <= **n;
                left = left.saturating_sub(**n);
                is_there
            });
            found.map_or(0, |(rows, _)| *rows)
        };
        let (median, of_99) = (of(50), of(99));
        let name = |text: TextId| program.board.texts[text.at()].id.clone();
        let named = self.by_prompt.into_iter().map(|(text, it)| Busiest { prompt: text.map(name), ..it });
        let mut by_prompt: Vec<Busiest> = named.collect();
        by_prompt.sort_by(|a, b| b.rows.cmp(&a.rows).then_with(|| a.prompt.cmp(&b.prompt)));
        let most = by_prompt.first()?.clone();
        Some(Rows { mean: all as f64 / decisions as f64, median, of_99, most, by_prompt })
    }
}

/// How many events a table keeps of one game, and how many bytes each takes. What leads nowhere is barred, and another row
/// answered next.
fn kept(program: &Arc<Program>, options: &BenchOptions) -> Result<(u64, u64), BenchError> {
    /// Answers, refused ones among them, after which a game is long enough.
    const MOST: usize = 2_000;
    let vm = program.vm().map_err(BenchError::Load)?;
    let mut table = Table::start(program.clone(), vm, &options.set_up)?;
    let mut player = RandomPlayer::new(options.set_up.seed);
    for _ in 0..MOST {
        if table.is_over() {
            break;
        }
        let _ = table.let_answer(&mut player);
    }
    let events = table.nodes().len() as u64;
    Ok((events, table.size() as u64 / events.max(1)))
}
