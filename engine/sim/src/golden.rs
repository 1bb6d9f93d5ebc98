//! Golden games: some games of a scenario played at random under fixed seeds and written down as text, answer by
//! answer. A rule that changed shows where the text does. Nothing in it depends on the machine.
//!
//! ```text
//! == game 1, answer 12, red: What?    which answer, who is asked, the prompt
//!    march guard port: hills river    the rows: those alike but for their last word on one line
//!    end-turn
//!  ? end-turn                         the default row, if there is one
//!  > march guard port hills | March   the answer, and how people read it
//!  . rolled d6: 3                     what happened: log lines, rolls, draws
//!  - port: guard                      what it changed of the position, in notation
//!  + hills: guard/full+moved
//!  = board 0123456789ab full 0123456789ab views 0123456789ab
//! ```
//!
//! At the start, after every [`WHOLE`] answers and at the end the whole position follows, each line after ` | `, and
//! what a side sees otherwise. The third hash is over what each side and the public see.

use cardwright_bots::RandomPlayer;
use cardwright_script::{Program, Vm};
use cardwright_state::board::Sides;
use cardwright_state::hash::Hash;
use cardwright_state::{SideId, notation, view};
use cardwright_table::label::{self, Audience};
use cardwright_table::story;
use cardwright_table::{PlayError, SetUp, Table};
use std::fmt::Write as _;
use std::sync::Arc;

mod compare;
mod files;
mod header;
pub use compare::{Difference, Place, difference};
pub use files::{Verdict, golden_files, refresh_golden};
pub use header::Unfit;

/// Games are played, their seeds counting up from 1, until so many answers are written.
const LEAST: usize = 150;
/// After so many answers the whole position is written.
const WHOLE: usize = 25;
/// After so many answers a game is left: of armies that march for thousands, the first turns say enough.
const LONGEST: usize = 400;
/// Lines of rows are broken after so many characters.
const WIDTH: usize = 118;
/// What parts one answer from the next.
const HEADING: &str = "== ";

/// Plays and writes the golden games of a scenario, with the options of a set-up; its seed and seats do not matter.
///
/// # Errors
/// The scenario does not start, or a rule fails: where and why.
pub fn golden(program: &Arc<Program>, vm: Vm, of: &SetUp) -> Result<String, String> {
    let (mut out, mut vm, mut answers) = (String::new(), vm, 0);
    for seed in 1.. {
        let (scenario, options) = (of.scenario.clone(), of.options.clone());
        let set_up = SetUp { scenario, options, seed, open: true, ..SetUp::default() };
        let table = Table::start(program.clone(), vm, &set_up);
        let mut table = table.map_err(|error| format!("game {seed} does not start: {error}"))?;
        if seed == 1 {
            out = header::write(&table, of);
        }
        // A game that rules play by themselves is long, and two of it are enough.
        answers += match game(&mut table, seed, &mut out)? {
            0 => LEAST / 2,
            given => given,
        };
        if answers >= LEAST {
            break;
        }
        vm = table.into_vm();
    }
    Ok(out)
}

/// Plays one game to its end, or as far as it is kept; how many answers it took. Its number is the seed of its chance and of its player.
fn game(table: &mut Table, seed: u64, out: &mut String) -> Result<usize, String> {
    let mut player = RandomPlayer::new(seed);
    let _ = writeln!(out, "\n{HEADING}game {seed}, start");
    happened(table, out);
    hashes(table, out);
    write_position(table, out);
    let mut n = 0;
    while let Some(asked) = table.asked() {
        if n == LONGEST {
            let _ = writeln!(out, "\n{HEADING}game {seed}, left after {n} answers");
            return Ok(n);
        }
        n += 1;
        let prompt = table.prompt(table.eyes_of(asked)).map(|p| p.text).unwrap_or_default();
        let side = &table.board().sides[asked.at()].id;
        let _ = writeln!(out, "\n{HEADING}game {seed}, answer {n}, {side}: {prompt}");
        rows(table, out);
        answer(table, &mut player, out).map_err(|error| format!("game {seed}, answer {n}: {error}"))?;
        if n % WHOLE == 0 || table.is_over() {
            write_position(table, out);
        }
    }
    let _ = writeln!(out, "\n{HEADING}game {seed}, end: {}", table.result().unwrap_or_default());
    Ok(n)
}

/// The rows: those that differ in their last word only on one line.
fn rows(table: &Table, out: &mut String) {
    let mut lines: Vec<(&[String], Vec<&str>)> = Vec::new();
    for row in table.row_words() {
        let Some((last, front)) = row.split_last() else { continue };
        match lines.iter_mut().find(|(f, _)| *f == front) {
            Some((_, all)) => all.push(last),
            None => lines.push((front, vec![last])),
        }
    }
    for (front, last) in lines {
        let mut line = String::from("  ");
        for word in front {
            let _ = write!(line, " {word}");
        }
        if !front.is_empty() {
            line.push(':');
        }
        for word in last {
            if line.len() + word.len() >= WIDTH {
                let _ = writeln!(out, "{line}");
                line = String::from("      ");
            }
            let _ = write!(line, " {word}");
        }
        let _ = writeln!(out, "{line}");
    }
    let default = table.choice().and_then(|c| c.default);
    if let Some(words) = default.and_then(|d| table.row_words().get(d)) {
        let _ = writeln!(out, " ? {}", words.join(" "));
    }
}

/// Answers at random and writes what came of it; an answer that leads where nobody has a row is barred, and another taken.
fn answer(table: &mut Table, player: &mut RandomPlayer, out: &mut String) -> Result<(), PlayError> {
    let board = table.board().clone();
    let before = notation::print(&board, table.position());
    loop {
        let Some(choice) = table.choice() else { return Err(PlayError::Over) };
        let row = player.pick_but(choice.rows.len(), &choice.unwise);
        let audience = table.eyes_of(choice.side);
        let label = choice.rows.get(row).map(|r| label::row(&board, audience, r)).unwrap_or_default();
        match table.answer(row, false) {
            Ok(text) => {
                let label = if label.is_empty() || label == text { String::new() } else { format!(" | {label}") };
                let _ = writeln!(out, " > {text}{label}");
                break;
            }
            Err(PlayError::Barred { row, .. }) => {
                let _ = writeln!(out, " x {row}");
            }
            Err(error) => return Err(error),
        }
    }
    happened(table, out);
    let after = notation::print(&board, table.position());
    for change in similar::TextDiff::from_lines(before.as_str(), after.as_str()).iter_all_changes() {
        if change.tag() != similar::ChangeTag::Equal {
            let _ = writeln!(out, " {} {}", change.tag(), change.value().trim_end());
        }
    }
    hashes(table, out);
    Ok(())
}

fn happened(table: &Table, out: &mut String) {
    let node = &table.nodes()[table.here()];
    for what in node.happenings.iter().filter(|h| !h.is_weighed()) {
        let _ = writeln!(out, " . {}", story::happening(table.program(), Audience::Open, what));
    }
}

fn hashes(table: &Table, out: &mut String) {
    let board = table.board();
    let seen: Vec<String> = audiences(table).map(|(_, side)| view::view(board, table.position(), side)).collect();
    let short = |hash: Hash| hash.to_string()[..12].to_owned();
    let views = Hash::of("views", &seen.join("\0"));
    let _ = writeln!(out, " = board {} full {} views {}", short(table.board_hash()), short(table.hash()), short(views));
}

/// The whole position, and the lines in which a side sees it otherwise.
fn write_position(table: &Table, out: &mut String) {
    let (board, position) = (table.board(), table.position());
    let all = notation::print(board, position);
    for line in all.lines() {
        let _ = writeln!(out, " | {line}");
    }
    for (who, side) in audiences(table) {
        let seen = view::view(board, position, side.map_or(Sides::NONE, |side| position.seat_of(board, side)));
        let other: Vec<&str> = seen.lines().filter(|line| !all.lines().any(|l| l == *line)).collect();
        if !other.is_empty() {
            let _ = writeln!(out, " | {who} sees {}", other.join("; "));
        }
    }
}

/// Each side in play, then everybody else.
fn audiences(table: &Table) -> impl Iterator<Item = (&str, Option<SideId>)> {
    let board = table.board();
    let there = table.position().sides_in_play(board);
    let sides = there.iter().map(move |side| (board.sides[side.at()].id.as_str(), Some(side)));
    sides.chain([("the public", None)])
}
