//! `cardwright sim`: plays a scenario as it is many times, and reports who wins.

use super::ready_game::parse_seats;
use crate::args::{Scenario, Sim};
use crate::failure::{FINDINGS, Failure};
use crate::out::{self, counted};
use crate::packs::{self, Packs};
use crate::result_file::{ResultFile, about};
use crate::threads::threads;
use cardwright_content::{GameInfo, shell_word};
use cardwright_sim::{
    CardTally, GameResult, Player, Share, Simulation, SimulationError, Summary, USUAL_BOT, in_order, quantile,
};
use cardwright_state::{CardId, SideId};
use cardwright_table::{Library, SetUp};
use serde_json::{Value, json};
use std::io::IsTerminal;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The default number of games.
const DEFAULT_GAMES: u64 = 100;
/// The exit code of a run that Ctrl-C or a signal has ended.
pub(crate) const INTERRUPTED: u8 = 130;
/// With `--until`, so many games are played at least.
const LEAST_GAMES: u64 = 50;
/// How many cards the summary lists.
const LISTED_CARDS: usize = 10;
/// How many failed games the summary lists.
const LISTED_FAILURES: usize = 5;
/// The time between two lines of progress.
const PROGRESS: Duration = Duration::from_millis(500);

pub(crate) fn run(packs: &Packs, args: &Sim) -> Result<ExitCode, Failure> {
    let library = packs.open()?;
    let game = packs::game(&library, &args.game)?;
    let sim = simulation(&library, &game, &args.scenario, args.seed)?;
    note_usual_bot(&sim, &args.scenario);
    // Without a number, --until decides how many games are played.
    let asked = args.games.or(args.until.is_none().then_some(DEFAULT_GAMES));
    let games = asked.unwrap_or(1_000_000);
    let (first, step) = args.shard.unwrap_or((0, 1));
    let count = games.saturating_sub(first).div_ceil(step);
    let file =
        |path: &Path, kind: &str, columns| ResultFile::create(path, &about(&sim, kind, asked, args.shard), columns);
    if args.out.is_some() && args.out == args.cards {
        return Err(Failure::Usage("--out and --cards name the same file".into()));
    }
    let mut games_file = args.out.as_ref().map(|path| file(path, "games", sim.game_columns())).transpose()?;
    let mut cards_file = args.cards.as_ref().map(|path| file(path, "cards", sim.card_columns())).transpose()?;
    let stop = stop_at_interrupt();
    let mut summary = Summary::default();
    let mut progress = ProgressLine::new(&game.id);
    let (mut write_failure, mut failures, mut is_known) = (None, FailureNotes::default(), false);
    let worker = || {
        let mut player = Player::new(&sim, &stop)?;
        Ok::<_, SimulationError>(move |n: u64| player.play(first + n * step))
    };
    in_order(count, threads(args.threads), worker, |result| {
        let mut write = || {
            if let Some(file) = &mut games_file {
                file.write(&sim.game_cells(&result))?;
            }
            if let Some(file) = &mut cards_file {
                sim.card_cells(&result).iter().try_for_each(|cells| file.write(cells))?;
            }
            Ok(())
        };
        write_failure = write().err();
        failures.note(&result);
        summary.add(&result, |side| sim.seat_of(side));
        let played = summary.games + summary.failures.len() as u64;
        progress.show(played, count, &shares_in_brief(&sim, &summary));
        let is_certain = args.until.is_some_and(|points| {
            let widest = (0..summary.wins.len()).map(|seat| summary.share(seat).half_width());
            played >= LEAST_GAMES && widest.fold(0.0, f64::max) * 100.0 <= points
        });
        is_known |= is_certain;
        if write_failure.is_some() || is_certain {
            stop.store(true, Ordering::Relaxed);
        }
        !is_certain && write_failure.is_none()
    })
    .map_err(as_failure)?;
    progress.clear();
    for file in [&mut games_file, &mut cards_file].into_iter().flatten() {
        file.flush()?;
    }
    if let Some(failure) = write_failure {
        return Err(failure);
    }
    let played = summary.games + summary.failures.len() as u64;
    // Without a failure, only Ctrl-C or a signal ends a run before its time.
    let is_interrupted = played < count && !is_known;
    if is_interrupted {
        out::note(format!("interrupted after {played} of {}", counted(count as usize, "game")));
    } else if let Some(points) = args.until.filter(|_| !is_known) {
        out::note(format!(
            "after {} a share may still be out by more than {points} points",
            counted(count as usize, "game")
        ));
    }
    if args.json {
        out::json(&as_json(&sim, &summary));
    } else {
        print_summary(&sim, &summary, progress.started.elapsed(), packs);
    }
    Ok(match (is_interrupted, summary.failures.is_empty()) {
        (true, _) => ExitCode::from(INTERRUPTED),
        (false, true) => ExitCode::SUCCESS,
        (false, false) => ExitCode::from(FINDINGS),
    })
}

/// Prepares the games of a scenario.
pub(crate) fn simulation(
    library: &Library,
    game: &GameInfo,
    args: &Scenario,
    seed: u64,
) -> Result<Simulation, Failure> {
    let scenario = packs::scenario(game, args.scenario.as_deref())?;
    let (program, _) = packs::load(library, &game.id)?;
    let seats = parse_seats(&program.board, &args.seat)?;
    let set_up = SetUp { scenario, seed, options: args.option.clone(), seats, open: true, ..SetUp::default() };
    Simulation::new(&program, set_up, &args.without).map_err(as_failure)
}

pub(crate) fn as_failure(error: SimulationError) -> Failure {
    match error {
        SimulationError::Start(error) => error.into(),
        SimulationError::Load(problems) => Failure::Content(problems),
        SimulationError::Seat(message) | SimulationError::Avoided(message) => Failure::Usage(message),
    }
}

/// Says which bots play if the command line does not, and what their games are worth.
pub(crate) fn note_usual_bot(sim: &Simulation, args: &Scenario) {
    if !args.seat.is_empty() {
        return;
    }
    out::note(match sim.program().evaluating_figure() {
        Some(_) => format!("all seats are {USUAL_BOT}; more decisions an answer play better: `--seat all=ai:4000`"),
        None => {
            "all seats are random, which says little about balance: a figure with `evaluates = true` lets bots think"
                .into()
        }
    });
}

/// Says once that the figure that evaluates positions fails, and once that a rule fails in searches.
#[derive(Default)]
pub(crate) struct FailureNotes {
    figure: bool,
    rule: bool,
}

impl FailureNotes {
    pub(crate) fn note(&mut self, game: &GameResult) {
        let number = game.number;
        if let Some(why) = game.figure_failed.as_ref().filter(|_| !self.figure) {
            self.figure = true;
            out::note(format!("the figure that evaluates positions failed in game {number}: {why}"));
            out::note("leads are unknown, and bots play games on to their end");
        }
        if let Some(why) = game.rule_failed_in_search.as_ref().filter(|_| !self.rule) {
            self.rule = true;
            out::note(format!("a rule failed while a bot searched, in game {number}: {why}"));
            out::note("bots avoid answers that lead to failing rules, so these results are not those of the game");
        }
    }
}

/// A flag that Ctrl-C sets. A second Ctrl-C ends the program.
pub(crate) fn stop_at_interrupt() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        let _ = signal_hook::flag::register_conditional_shutdown(signal, 130, stop.clone());
        let _ = signal_hook::flag::register(signal, stop.clone());
    }
    stop
}

/// The line that shows how far a run is, on a terminal.
pub(crate) struct ProgressLine {
    game: String,
    pub(crate) started: Instant,
    shown: Option<Instant>,
}

impl ProgressLine {
    pub(crate) fn new(game: &str) -> ProgressLine {
        ProgressLine { game: game.to_owned(), started: Instant::now(), shown: None }
    }
    /// Shows how many games are played, at most twice a second.
    pub(crate) fn show(&mut self, played: u64, count: u64, text: &str) {
        if std::io::stderr().is_terminal() && self.shown.is_none_or(|shown| shown.elapsed() >= PROGRESS) {
            self.shown = Some(Instant::now());
            let rate = played as f64 / self.started.elapsed().as_secs_f64().max(1e-9);
            out::note_text(&format!("\r\x1b[K{}: {played} of {count}, {rate:.1} per second; {text}", self.game));
        }
    }
    /// Clears the line.
    pub(crate) fn clear(&self) {
        if self.shown.is_some() {
            out::note_text("\r\x1b[K");
        }
    }
}

fn shares_in_brief(sim: &Simulation, summary: &Summary) -> String {
    let shares = sim.seats().into_iter().enumerate().map(|(n, (sides, _))| {
        let share = summary.share(n);
        format!("{sides} {:.0} ± {:.0}", share.value() * 100.0, share.half_width() * 100.0)
    });
    shares.collect::<Vec<_>>().join(", ")
}

fn print_summary(sim: &Simulation, summary: &Summary, time: Duration, packs: &Packs) {
    let (board, set_up) = (&sim.program().board, sim.set_up());
    let played = summary.games + summary.failures.len() as u64;
    let rate = played as f64 / time.as_secs_f64().max(1e-9);
    let games = counted(played as usize, "game");
    let name = out::bold(&board.game);
    out::line(format!("{name} {}: {games} from seed {} ({rate:.1} per second)", set_up.scenario, set_up.seed));
    let percent = |share: Share| {
        let (low, high) = share.interval();
        let text = format!("{:>5.1} %  ({:.1} to {:.1})", share.value() * 100.0, low * 100.0, high * 100.0);
        if share.all > 0 { text } else { String::new() }
    };
    let mut rows = Vec::new();
    for (n, (sides, seat)) in sim.seats().into_iter().enumerate() {
        let share = percent(summary.share(n));
        rows.push(vec![
            format!("  {sides}"),
            seat.typed(),
            summary.wins.get(n).copied().unwrap_or(0).to_string(),
            share,
        ]);
    }
    if summary.draws > 0 {
        let share = percent(Share::new(summary.draws, summary.games));
        rows.push(vec!["  nobody".into(), String::new(), summary.draws.to_string(), share]);
    }
    out::table(&["  seat", "player", "wins", "share (95 % interval)"], rows);
    if summary.games == 0 {
        return print_failures(summary, sim, packs);
    }
    let line = |label: &str, text: String| out::line(format!("  {label:<13}{text}"));
    let spread =
        |counts| format!("{} (5 % {}, 95 % {})", quantile(counts, 0.5), quantile(counts, 0.05), quantile(counts, 0.95));
    out::line("");
    line("decisions", format!("median {}", spread(&summary.lengths)));
    for (period, counts) in board.periods.iter().zip(&summary.periods).filter(|(_, counts)| quantile(counts, 1.0) > 0) {
        line(period, format!("median {}", spread(counts)));
    }
    line("rows", format!("{:.1} of a decision on average", summary.rows as f64 / summary.decisions.max(1) as f64));
    let mut reasons: Vec<(&String, &u64)> = summary.reasons.iter().collect();
    reasons.sort_by(|a, b| b.1.cmp(a.1));
    line("ends", reasons.iter().map(|(reason, games)| format!("{reason} {games}")).collect::<Vec<_>>().join(", "));
    let half_time = summary.led_at_half;
    if half_time.all > 0 {
        line("half time", format!("who led then won {} of {} games", percent(half_time).trim(), half_time.all));
        let changes = summary.lead_changes as f64 / summary.games as f64;
        line("lead", format!("{changes:.1} changes a game, from quarter to quarter"));
    }
    print_cards(sim, summary);
    print_failures(summary, sim, packs);
}

/// The cards whose shares of wins differ most from those of the side in all games: first those whose interval leaves the
/// side's share out by most.
fn telling_cards(sim: &Simulation, summary: &Summary) -> Vec<(CardId, SideId, CardTally, f64)> {
    let difference = |(card, side): &(CardId, SideId), tally: &CardTally| {
        let own = summary.share(sim.seat_of(*side)?).value();
        Some((*card, *side, *tally, tally.played.distance(own)))
    };
    let mut cards: Vec<_> = summary.cards.iter().filter_map(|(key, tally)| difference(key, tally)).collect();
    cards.retain(|(.., outside)| *outside > 1e-9); // An interval may end at the share itself, but for rounding.
    cards.sort_by(|a, b| b.3.total_cmp(&a.3));
    cards.truncate(LISTED_CARDS);
    cards
}

fn print_cards(sim: &Simulation, summary: &Summary) {
    let board = &sim.program().board;
    let cards = telling_cards(sim, summary);
    if cards.is_empty() {
        return;
    }
    let percent = |share: Share| match share.all {
        0 => String::new(),
        games => format!("{:.0} % of {games}", share.value() * 100.0),
    };
    let row = |(card, side, tally, _): &(CardId, SideId, CardTally, f64)| {
        let card = &board.cards[card.index()];
        let title = card.titles.get(side.index()).or(card.titles.first()).cloned().unwrap_or_default();
        let side = board.sides[side.index()].id.clone();
        vec![format!("  {} {title}", card.id), side, percent(tally.drawn), percent(tally.played)]
    };
    out::line("");
    out::table(&["  card", "side", "won when drawn", "won when played"], cards.iter().map(row).collect());
    out::line("  A side that is winning anyhow may play a card more often: `compare --without CARD` tells.");
}

fn print_failures(summary: &Summary, sim: &Simulation, packs: &Packs) {
    let set_up = sim.set_up();
    for (number, seed, message) in summary.failures.iter().take(LISTED_FAILURES) {
        out::line(format!("failed: game {number}: {}", message.replace('\n', "\n    ")));
        let words = ["--option", "--seat"].into_iter().zip([
            set_up.options.clone(),
            set_up.seats.iter().map(|(side, seat)| (side.clone(), seat.typed())).collect(),
        ]);
        let arguments: String = words
            .flat_map(|(word, pairs)| pairs.into_iter().map(move |(name, value)| (word, format!("{name}={value}"))))
            .map(|(word, pair)| format!(" {word} {}", shell_word(Path::new(&pair))))
            .collect();
        let (game, packs) = (&sim.program().board.game, packs::as_arguments(packs));
        let again = format!("cardwright{packs} sim {game} --scenario {}{arguments}", set_up.scenario);
        out::line(format!("  again: {again} --games 1 --seed {seed}"));
    }
    if summary.failures.len() > LISTED_FAILURES {
        out::line(format!("failed: {} more", counted(summary.failures.len() - LISTED_FAILURES, "game")));
    }
}

fn as_json(sim: &Simulation, summary: &Summary) -> Value {
    let board = &sim.program().board;
    let share = |share: Share| {
        let (low, high) = share.interval();
        (share.all > 0).then(|| json!({ "share": share.value(), "low": low, "high": high }))
    };
    let seats = sim.seats().into_iter().enumerate().map(|(n, (sides, seat))| {
        json!({ "seat": sides, "player": seat.typed(), "wins": summary.wins.get(n), "share": share(summary.share(n)) })
    });
    let spread =
        |counts| json!({ "5": quantile(counts, 0.05), "50": quantile(counts, 0.5), "95": quantile(counts, 0.95) });
    let periods = board.periods.iter().zip(&summary.periods).map(|(period, counts)| (period.clone(), spread(counts)));
    let cards = summary.cards.iter().map(|((card, side), tally)| {
        json!({
            "card": board.cards[card.index()].id,
            "side": board.sides[side.index()].id,
            "drawn": tally.drawn.all,
            "won_drawn": tally.drawn.hits,
            "played": tally.played.all,
            "won_played": tally.played.hits,
        })
    });
    let failures = summary.failures.iter();
    json!({
        "about": about(sim, "summary", Some(summary.games), None),
        "games": summary.games,
        "seats": seats.collect::<Vec<_>>(),
        "nobody": summary.draws,
        "decisions": spread(&summary.lengths),
        "periods": periods.collect::<serde_json::Map<_, _>>(),
        "rows": summary.rows as f64 / summary.decisions.max(1) as f64,
        "reasons": summary.reasons,
        "led_at_half": { "games": summary.led_at_half.all, "won": summary.led_at_half.hits },
        "lead_changes": summary.lead_changes,
        "cards": cards.collect::<Vec<_>>(),
        "failures": failures.map(|(n, seed, why)| json!({ "game": n, "seed": seed, "error": why })).collect::<Vec<_>>(),
    })
}
