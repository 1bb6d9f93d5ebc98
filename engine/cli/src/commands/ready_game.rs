//! Runs a game that is ready to play. If a person has a seat, the prompt opens; else bots play the game to its end.

use crate::args::Play;
use crate::failure::Failure;
use crate::out::counted;
use crate::repl::{self, ReplOptions};
use crate::{out, saved_games};
use cardwright_bots::BotKind;
use cardwright_content::shell_word;
use cardwright_session::{Bots, OnFailure, Progress, describe};
use cardwright_state::Board;
use cardwright_table::{Library, PlayError, Seat, Table};
use std::process::ExitCode;

/// A new or resumed game, ready to play.
pub(crate) struct ReadyGame {
    pub(crate) table: Table,
    /// The packs of the game's rules.
    pub(crate) library: Library,
    /// The seed of the game, from which the seed of random bots is made.
    pub(crate) seed: u64,
    /// Whether rules may be reloaded when the packs change. False for a game with recorded rules.
    pub(crate) may_watch: bool,
}

/// Opens the prompt if a person has a seat, or if a finished game is resumed. Otherwise bots play to the end.
pub(crate) fn run_game(ready: ReadyGame, args: &Play) -> Result<ExitCode, Failure> {
    let ReadyGame { table, library, seed, may_watch } = ready;
    saved_games::remember_last(table.record_path());
    // The number of events makes the seed of the bots of a resumed game differ from their seed at the start.
    let bot_seed = seed.wrapping_add(table.nodes().len() as u64);
    // A person who resumes a finished game looks back at its events.
    let is_review = args.start.resume.is_some() && table.is_over();
    if table.seats.iter().all(|seat| *seat != Seat::Human) && !is_review {
        return play_out(table, bot_seed, args.start.on_failure);
    }
    let options = ReplOptions {
        watch: may_watch && !args.start.no_watch,
        open: args.is_open(),
        history: saved_games::data_folder().map(|folder| folder.join("history")),
        bot_seed,
        on_failure: args.start.on_failure,
        color: out::color(),
        manual_chance: args.manual_chance(),
        listed: args.listed_moves(),
    };
    Ok(repl::run(table, library, options))
}

/// Lets bots play to the end and prints the result.
fn play_out(mut table: Table, seed: u64, on_failure: OnFailure) -> Result<ExitCode, Failure> {
    let mut bots = Bots::new(seed);
    bots.on_failure = on_failure;
    let mut answers = 0;
    while let Some((_, kind)) = table.bot_to_move() {
        match bots.answer(&mut table, kind) {
            Ok(Progress::Answered) => {}
            Ok(Progress::Thinking) => continue,
            Ok(Progress::Failed(why)) => match bots.replace_program(&mut table, &why) {
                Ok(report) if table.bot_to_move().is_some() || table.is_over() => {
                    out::note(report);
                    continue;
                }
                Ok(report) => return Err(stopped(&table, &report)),
                Err(error) => return Err(as_failure(&table, error)),
            },
            // The answer was a dead end, which the engine bars. The bot is asked again.
            Err(PlayError::Barred { .. }) => continue,
            Err(error) => return Err(as_failure(&table, error)),
        }
        answers += 1;
    }
    bots.dismiss_programs(&table);
    out::line(table.result().unwrap_or_else(|| "the game is over".into()));
    out::note(counted(answers, "answer"));
    Ok(ExitCode::SUCCESS)
}

fn as_failure(table: &Table, error: PlayError) -> Failure {
    match error {
        PlayError::Record(error) => error.into(),
        error => {
            let error = match &error {
                PlayError::Rule { error, .. } => describe(error),
                other => other.to_string(),
            };
            stopped(table, &error)
        }
    }
}

/// Makes the failure for a game that stops before its end.
fn stopped(table: &Table, error: &str) -> Failure {
    let hint = match table.record_path() {
        Some(path) => format!("\n  the record ends before the error: cardwright play --resume {}", shell_word(path)),
        None => String::new(),
    };
    Failure::Findings(format!("{error}{hint}"))
}

/// Parses `--seat` options such as `us=human` and `all=random`. An option for one side overrides `all`, whichever comes
/// first.
pub(crate) fn parse_seats(board: &Board, options: &[(String, String)]) -> Result<Vec<(String, Seat)>, Failure> {
    let mut out: Vec<(String, Seat)> = Vec::new();
    let is_named = |id: &str| options.iter().any(|(side, _)| side == id);
    for (side, who) in options {
        let words = Seat::names().into_iter().chain(["cmd:COMMAND"]);
        let seat = Seat::parse_local(who).ok_or_else(|| match who.split_once(':') {
            Some((kind, effort)) if BotKind::named(kind).is_some_and(BotKind::searches) => Failure::Usage(format!(
                "`{side}={who}`: `{effort}` is no effort: write decisions (`{kind}:4000`, 1 to 1000000000) or seconds (`{kind}:2s`, 1 to 600)"
            )),
            _ => Failure::unknown("seat", who, words),
        })?;
        if side == "all" {
            let unnamed = board.sides.iter().filter(|side| !is_named(&side.id));
            out.extend(unnamed.map(|side| (side.id.clone(), seat)));
        } else if board.side(side).is_some() {
            out.push((side.clone(), seat));
        } else {
            let known_sides = board.sides.iter().map(|side| side.id.as_str());
            return Err(Failure::unknown("side", side, known_sides.chain(["all"])));
        }
    }
    Ok(out)
}
