//! Golden games: a random game of a scenario with a fixed seed, written as text answer by answer. A changed rule causes
//! a difference in the text. The text is the same on every machine.
//!
//! ```text
//! == answer 12, red: What?    which answer, who is asked, the prompt
//!    march guard port: hills river    the rows; those that differ only in the last word share a line
//!    end-turn
//!  ? end-turn                         the default row, if there is one
//!  > march guard port hills | March   the answer, and how people read it
//!  . rolled d6: 3                     what happened: log lines, rolls, draws
//!  - port: guard                      what it changed of the position, in notation
//!  + hills: guard/full+moved
//!  = board 0123456789ab full 0123456789ab views 0123456789ab
//! ```
//!
//! At the start, after every [`FULL_POSITION_EVERY`] answers and at the end, the whole position is written in lines
//! that begin with ` | `. The lines that a side sees differently come after it. The third hash covers what each side
//! and the public see.

use cardwright_bots::RandomBot;
use cardwright_script::{Program, Vm, random_answer};
use cardwright_state::board::Sides;
use cardwright_state::hash::Hash;
use cardwright_state::{SideId, notation};
use cardwright_table::game_log;
use cardwright_table::{PlayError, SetUp, Table};
use cardwright_table::{Viewer, label};
use imara_diff::{Algorithm, Diff, InternedInput};
use std::fmt::Write as _;
use std::sync::Arc;

mod compare;
mod files;
mod header;
pub use compare::{DiffHunk, Difference, difference};
pub use files::{GoldenStatus, check_golden_games, refresh_golden_game};
pub use header::HeaderError;

/// The whole position is written each time this many answers were given.
const FULL_POSITION_EVERY: usize = 25;
/// The game stops after this many answers, because a reviewer reads its file.
const MAX_ANSWERS: usize = 150;
/// The width at which lines of rows are wrapped, in bytes.
const WIDTH: usize = 118;
/// The prefix of the heading of each answer.
const HEADING: &str = "== ";

/// Plays the golden game of a scenario with the options and the seed of a set-up, and returns its text. Ignores the
/// seats of the set-up. The game ends after [`MAX_ANSWERS`] answers at the latest.
///
/// # Errors
/// The scenario does not start, or a rule fails. The message names the answer.
pub fn play_golden_game(program: &Arc<Program>, vm: Vm, set_up: &SetUp) -> Result<String, String> {
    let SetUp { scenario, options, seed, .. } = set_up.clone();
    let open_set_up = SetUp { scenario, options, seed, open: true, ..SetUp::default() };
    let mut table =
        Table::start(program.clone(), vm, &open_set_up).map_err(|error| format!("the game does not start: {error}"))?;
    let mut player = RandomBot::new(seed);
    let mut out = header::write(&table, set_up);
    let _ = writeln!(out, "\n{HEADING}start");
    write_events(&table, &mut out);
    write_hashes(&table, &mut out);
    write_position(&table, &mut out);
    let mut n = 0;
    while let Some(asked) = table.asked() {
        if n == MAX_ANSWERS {
            let _ = writeln!(out, "\n{HEADING}left after {n} answers");
            return Ok(out);
        }
        n += 1;
        let prompt = table.prompt(table.viewer_of(asked)).map(|prompt| prompt.text).unwrap_or_default();
        let side = &table.board().sides[asked.index()].id;
        let _ = writeln!(out, "\n{HEADING}answer {n}, {side}: {prompt}");
        write_rows(&table, &mut out);
        play_answer(&mut table, &mut player, &mut out).map_err(|error| format!("answer {n}: {error}"))?;
        if n % FULL_POSITION_EVERY == 0 || table.is_over() {
            write_position(&table, &mut out);
        }
    }
    let _ = writeln!(out, "\n{HEADING}end: {}", table.result().unwrap_or_default());
    Ok(out)
}

/// Writes the rows. Rows that differ only in their last word are on one text line.
fn write_rows(table: &Table, out: &mut String) {
    let mut lines: Vec<(&[String], Vec<&str>)> = Vec::new();
    for row in table.row_words() {
        let Some((last, front)) = row.split_last() else { continue };
        match lines.iter_mut().find(|(line_front, _)| *line_front == front) {
            Some((_, last_words)) => last_words.push(last),
            None => lines.push((front, vec![last])),
        }
    }
    for (front, last_words) in lines {
        let mut line = String::from("  ");
        for word in front {
            let _ = write!(line, " {word}");
        }
        if !front.is_empty() {
            line.push(':');
        }
        for word in last_words {
            if line.len() + word.len() >= WIDTH {
                let _ = writeln!(out, "{line}");
                line = String::from("      ");
            }
            let _ = write!(line, " {word}");
        }
        let _ = writeln!(out, "{line}");
    }
    let default = table.choice().and_then(|choice| choice.default);
    if let Some(words) = default.and_then(|index| table.row_words().get(index)) {
        let _ = writeln!(out, " ? {}", words.join(" "));
    }
}

/// Answers at random, but avoids discouraged rows, and writes the result. If an answer is barred because it leads to a
/// choice without rows, writes it after ` x ` and answers again.
fn play_answer(table: &mut Table, player: &mut RandomBot, out: &mut String) -> Result<(), PlayError> {
    let board = table.board().clone();
    let before = notation::print(&board, table.position());
    loop {
        let Some(choice) = table.choice() else { return Err(PlayError::GameOver) };
        let answer = random_answer(player, &choice.rows, &choice.discouraged, &choice.likely);
        let viewer = table.viewer_of(choice.side);
        let row = choice.rows.get(answer.row).and_then(|row| row.filled(answer.numbers()));
        let label = row.map(|row| label::row_text(&board, viewer, &row)).unwrap_or_default();
        match table.answer(answer, false) {
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
    write_events(table, out);
    let after = notation::print(&board, table.position());
    let lines = InternedInput::new(before.as_str(), after.as_str());
    for hunk in Diff::compute(Algorithm::Myers, &lines).hunks() {
        let removed = lines.before[hunk.before.start as usize..hunk.before.end as usize].iter().map(|line| ('-', line));
        let added = lines.after[hunk.after.start as usize..hunk.after.end as usize].iter().map(|line| ('+', line));
        for (sign, line) in removed.chain(added) {
            let _ = writeln!(out, " {sign} {}", lines.interner[*line].trim_end());
        }
    }
    write_hashes(table, out);
    Ok(())
}

fn write_events(table: &Table, out: &mut String) {
    let node = &table.nodes()[table.shown_event()];
    for event in node.game_events.iter().filter(|event| !event.is_decision_detail()) {
        let _ = writeln!(out, " . {}", game_log::event_text(table.program(), Viewer::OPEN, event));
    }
}

fn write_hashes(table: &Table, out: &mut String) {
    let board = table.board();
    let all_views: Vec<String> =
        viewers(table).map(|(_, side)| notation::print_for(board, table.position(), side)).collect();
    let short = |hash: Hash| hash.to_string()[..12].to_owned();
    let views = Hash::from_text("views", &all_views.join("\0"));
    let _ = writeln!(out, " = board {} full {} views {}", short(table.board_hash()), short(table.hash()), short(views));
}

/// Writes the whole position, and the lines that a side sees differently.
fn write_position(table: &Table, out: &mut String) {
    let (board, position) = (table.board(), table.position());
    let whole = notation::print(board, position);
    for line in whole.lines() {
        let _ = writeln!(out, " | {line}");
    }
    for (name, side) in viewers(table) {
        let seen = notation::print_for(board, position, side.map_or(Sides::NONE, |side| position.seat_of(board, side)));
        let different: Vec<&str> = seen.lines().filter(|line| !whole.lines().any(|other| other == *line)).collect();
        if !different.is_empty() {
            let _ = writeln!(out, " | {name} sees {}", different.join("; "));
        }
    }
}

/// Returns each side in play, then the public, each with its name.
fn viewers(table: &Table) -> impl Iterator<Item = (&str, Option<SideId>)> {
    let board = table.board();
    let sides_in_play = table.position().sides_in_play(board);
    let sides = sides_in_play.iter().map(move |side| (board.sides[side.index()].id.as_str(), Some(side)));
    sides.chain([("the public", None)])
}
