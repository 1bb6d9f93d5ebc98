//! A game with its seats taken: who sits where, and whether people play it at the prompt or random players to its end.

use crate::args::Play;
use crate::failure::Failure;
use crate::packs::counted;
use crate::repl::{self, ReplOptions};
use crate::{out, saved};
use cardwright_bots::RandomPlayer;
use cardwright_state::Board;
use cardwright_table::{Library, PlayError, Seat, Table};
use std::process::ExitCode;

/// A game that is ready to go on.
pub(crate) struct Ready {
    pub(crate) table: Table,
    /// The packs its rules are read from.
    pub(crate) library: Library,
    pub(crate) seed: u64,
    /// Whether it goes on with the packs as they are now.
    pub(crate) watch: bool,
}

/// Lets people play, or look back at a game that is over; where nobody plays, plays to the end.
pub(crate) fn go(ready: Ready, args: &Play) -> Result<ExitCode, Failure> {
    let Ready { table, library, seed, watch } = ready;
    let bot_seed = seed.wrapping_add(table.nodes().len() as u64);
    // A game that is over, and come back to, is there to be looked at.
    let is_review = args.start.resume.is_some() && table.is_over();
    if table.seats.iter().all(|s| *s != Seat::Human) && !is_review {
        return play_out(table, bot_seed);
    }
    let options = ReplOptions {
        watch: watch && !args.start.no_watch,
        open: args.is_open(),
        history: saved::data().map(|d| d.join("history")),
        bot_seed,
        color: out::color(),
        asks: args.asks(),
        listed: args.listed(),
    };
    Ok(repl::run(table, library, options))
}

/// Random players to the end; who won, and why.
fn play_out(mut table: Table, seed: u64) -> Result<ExitCode, Failure> {
    let mut player = RandomPlayer::new(seed);
    let mut answers = 0;
    while !table.is_over() {
        let unwise = table.choice().map(|choice| choice.unwise.as_slice()).unwrap_or_default();
        let row = player.pick_but(table.row_words().len(), unwise);
        match table.answer(row, false) {
            Ok(_) => {}
            Err(PlayError::Barred { .. }) => continue,
            Err(error) => return Err(stopped(&table, error)),
        }
        answers += 1;
    }
    out::line(table.result().unwrap_or_else(|| "the game is over".into()));
    out::note(counted(answers, "answer"));
    Ok(ExitCode::SUCCESS)
}

fn stopped(table: &Table, error: PlayError) -> Failure {
    match error {
        PlayError::Record(error) => error.into(),
        error => {
            let error = match &error {
                PlayError::Rule { error, .. } => repl::describe(error),
                other => other.to_string(),
            };
            let again = match table.record_path() {
                Some(path) => format!("\n  the game stands before it: cardwright play --resume {}", path.display()),
                None => String::new(),
            };
            Failure::Findings(format!("{error}{again}"))
        }
    }
}

/// Who sits where, from `us=human` and `all=random`: what is said of one side stands, before and after what is said of all.
pub(crate) fn seats(board: &Board, given: &[(String, String)]) -> Result<Vec<(String, Seat)>, Failure> {
    let mut out: Vec<(String, Seat)> = Vec::new();
    let is_named = |id: &str| given.iter().any(|(side, _)| side == id);
    for (side, who) in given {
        let words = Seat::ALL.map(|(word, _)| word);
        let seat = Seat::parse(who).ok_or_else(|| Failure::unknown("seat", who, words))?;
        if side == "all" {
            out.extend(board.sides.iter().filter(|s| !is_named(&s.id)).map(|s| (s.id.clone(), seat)));
        } else if board.side(side).is_some() {
            out.push((side.clone(), seat));
        } else {
            return Err(Failure::unknown("side", side, board.sides.iter().map(|s| s.id.as_str()).chain(["all"])));
        }
    }
    Ok(out)
}
