//! Completion: finds the words that may be typed next, from legal rows, commands and arguments of commands.

use crate::command::{Access, COMMANDS, Completion, CompletionContext};
use crate::line::{Typed, parse};
use crate::session::{Place, Session};
use cardwright_table::{NextWords, Table, Viewer, line};
use cardwright_view::{Completer, ThingLookup};
use serde::Serialize;

/// What a player may type at the end of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Completed {
    /// The byte at which the unfinished last word of the text begins.
    #[serde(skip)]
    pub start: usize,
    /// The words that may replace the unfinished word.
    pub words: Vec<CompletedWord>,
    /// The meaning of the text in words, if the text is a whole legal row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whole: Option<String>,
    /// Whether a file name is expected instead of one of `words`.
    #[serde(skip)]
    pub is_file: bool,
}

/// A word that may be typed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CompletedWord {
    /// The text of the word.
    pub word: String,
    /// The summary of the command, if the word is a command.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub says: Option<&'static str>,
}

impl From<String> for CompletedWord {
    fn from(word: String) -> CompletedWord {
        CompletedWord { word, says: None }
    }
}

/// Returns the byte at which the unfinished last word of a text begins.
pub fn word_start(text: &str) -> usize {
    text.char_indices().rfind(|(_, c)| c.is_whitespace() || *c == ',').map_or(0, |(index, c)| index + c.len_utf8())
}

impl Session {
    /// Completes a text that a viewer types.
    pub fn complete(&mut self, viewer: Viewer, text: &str) -> Completed {
        let before = &text[..word_start(text)];
        let rows = if self.is_asked(viewer) { self.table.row_words() } else { &[] };
        let line = match parse(before, rows) {
            Typed::Command(_, rest) => rest.strip_prefix("not ").unwrap_or(rest),
            _ => before,
        };
        let may_ask = self.may_ask_about(viewer, line).is_ok();
        complete(&mut self.table, self.place, viewer, text, may_ask)
    }
}

/// Completes a text with what a viewer may know. `may_ask` says whether the viewer may ask questions about the line
/// that the text contains.
pub fn complete(table: &mut Table, place: Place, viewer: Viewer, text: &str, may_ask: bool) -> Completed {
    let start = word_start(text);
    let (before, begun) = (&text[..start], text[start..].to_lowercase());
    let mut completed = match before.trim().is_empty() {
        true => first_words(table, place, viewer, &begun, may_ask),
        false => words_after(table, place, viewer, before, may_ask),
    };
    completed.words.retain(|candidate| candidate.word.to_lowercase().starts_with(&begun));
    completed.whole = completed.whole.filter(|_| begun.is_empty());
    Completed { start, ..completed }
}

/// Completes with words that are no commands, so they have no summary.
fn plain(words: Vec<String>) -> Completed {
    Completed { words: words.into_iter().map(CompletedWord::from).collect(), ..Completed::default() }
}

fn words_after(table: &mut Table, place: Place, viewer: Viewer, before: &str, may_ask: bool) -> Completed {
    let rows = Completer::new(table, viewer).rows().to_vec();
    // The words that may follow while the table asks a person for dice, a card or a pick. `None` at any other time.
    let chance_words = Completer::new(table, viewer).chance_words(before);
    match parse(before, &rows) {
        Typed::Command(command, _) if !command.is_for(viewer, place) => Completed::default(),
        Typed::Command(command, rest) if command.name == "dice" && chance_words.is_some() => {
            plain(Completer::new(table, viewer).chance_words(rest).unwrap_or_default())
        }
        Typed::Command(command, _) if matches!(command.completion, Completion::Files) => {
            Completed { is_file: true, ..Completed::default() }
        }
        Typed::Command(command, _) if command.access == Access::SideToMove && !may_ask => Completed::default(),
        Typed::Command(command, rest) => {
            let things = ThingLookup::new(table.program()).names();
            let completer = &mut Completer::new(table, viewer);
            plain(command.complete(&mut CompletionContext { things: &things, completer }, rest))
        }
        Typed::Play(_) if chance_words.is_some() => plain(chance_words.unwrap_or_default()),
        // `true`: if the words complete a row, the words of the next choice are included.
        Typed::Play(_) if may_ask => match table.next_words(&line::words(before), viewer, true) {
            NextWords::Words(words) => plain(words),
            NextWords::Complete(label, words) => Completed { whole: Some(label), ..plain(words) },
            NextWords::Mismatch(..) => Completed::default(),
        },
        Typed::Play(_) | Typed::Ask(_) | Typed::Unknown(..) | Typed::Nothing => Completed::default(),
    }
}

/// Completes the first word of a line, which begins a row or a command.
fn first_words(table: &mut Table, place: Place, viewer: Viewer, begun: &str, may_ask: bool) -> Completed {
    let commands = |colon: &'static str| {
        let usable = COMMANDS.iter().filter(move |command| command.is_for(viewer, place));
        usable
            .map(move |command| CompletedWord { word: format!("{colon}{}", command.name), says: Some(command.summary) })
    };
    if begun.starts_with(':') {
        return Completed { words: commands(":").collect(), ..Completed::default() };
    }
    let rows = match Completer::new(table, viewer).chance_words("") {
        Some(words) => words,
        None if !may_ask => Vec::new(),
        None => match table.next_words(&[], viewer, true) {
            NextWords::Words(words) | NextWords::Complete(_, words) => words,
            NextWords::Mismatch(..) => Vec::new(),
        },
    };
    // A command is offered without a colon only if no row begins with its name.
    let is_free = |name: &str| !rows.iter().any(|row| row.starts_with(name));
    let commands: Vec<CompletedWord> = commands("").filter(|command| is_free(&command.word)).collect();
    let words = rows.into_iter().map(CompletedWord::from).chain(commands).collect();
    Completed { words, ..Completed::default() }
}
