//! Beside a physical table: what is kept of it, and how chance that is asked for is put in words and read.

use cardwright_script::{ChanceWanted, Forced};
use cardwright_state::board::Board;
use cardwright_table::label::{self, Audience};
use cardwright_table::{Request, given};

/// Whose moves are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Whose {
    /// Nobody's.
    #[default]
    None,
    /// What rules did: for the sides they play, and for all.
    Rules,
    /// Everybody's.
    All,
}

/// What is kept of the table beside which is played.
#[derive(Debug, Default)]
pub(crate) struct Physical {
    pub(crate) listed: Whose,
    /// What led to the last request, as it was shown, and the request.
    pub(crate) shown: (Vec<String>, String),
}

/// How a request is answered, in a few words. `typing`: whether an empty line is an answer too.
pub(crate) fn how(board: &Board, request: &Request, typing: bool) -> String {
    let words = request.words(board);
    let (what, does) = match &request.wanted {
        ChanceWanted::Dice { n: 1, .. } => (format!("a face ({})", range(&words)), "rolls"),
        ChanceWanted::Dice { n, .. } => (format!("{n} faces ({})", range(&words)), "rolls"),
        ChanceWanted::Card { .. } => ("the card".to_owned(), "draws"),
        ChanceWanted::Pick { .. } => ("which".to_owned(), "picks"),
    };
    let enter = if typing { "Enter" } else { "`roll`" };
    format!("type {what}; {enter}: the program {does}")
}

/// `1 to 6`, or the faces one by one.
fn range(words: &[String]) -> String {
    let numbers: Option<Vec<i64>> = words.iter().map(|word| word.parse().ok()).collect();
    match numbers.as_deref() {
        Some([first, .., last]) if last - first + 1 == words.len() as i64 => format!("{first} to {last}"),
        _ => words.join(" "),
    }
}

/// The prompt of a request: what is rolled, or from where it is drawn.
pub(crate) fn prompt(board: &Board, request: &Request) -> String {
    match &request.wanted {
        ChanceWanted::Dice { die, .. } => format!("{}> ", board.dice[die.at()].id),
        ChanceWanted::Card { pile, .. } => format!("{}> ", board.piles[pile.at()].id),
        ChanceWanted::Pick { .. } => "pick> ".to_owned(),
    }
}

/// Reads what a line tells of a request: the program's own outcome where it is left to it.
pub(crate) fn read(board: &Board, request: &Request, line: &str) -> Result<Vec<Forced>, String> {
    match (request.read(board, line), line) {
        (Err(_), "" | "roll" | "draw" | "pick") => Ok(request.own()),
        (read, _) => read,
    }
}

/// What the program has for a request that was left to it, where what was typed told nothing: `the program has 35 Defections`.
pub(crate) fn left_to_it(board: &Board, request: &Request, line: &str, came: &[Forced]) -> Option<String> {
    let word = |outcome: &Forced| match outcome {
        Forced::Drawn(card) | Forced::Card(card) => label::card_name(board, *card, Audience::Open),
        outcome => given::bare(board, outcome),
    };
    let words: Vec<String> = came.iter().map(word).collect();
    request.read(board, line).is_err().then(|| format!("  the program has {}", words.join(" ")))
}
