//! What may be typed next at a table, as these eyes may know it.

use crate::groups::Group;
use cardwright_content::RuleSection;
use cardwright_state::board::Board;
use cardwright_table::label::Audience;
use cardwright_table::{Next, Table};

/// Looks ahead from where a table is.
#[derive(Debug)]
pub struct Ahead<'t> {
    table: &'t mut Table,
    eyes: Audience,
}

impl<'t> Ahead<'t> {
    /// From where a table is.
    pub fn of(table: &'t mut Table, eyes: Audience) -> Ahead<'t> {
        Ahead { table, eyes }
    }

    /// The board of the game.
    pub fn board(&self) -> &Board {
        self.table.board()
    }

    /// The words that groups of spaces go by, the one of each that is typed.
    pub fn groups(&self) -> Vec<String> {
        Group::all(self.table.program()).into_iter().filter_map(|group| group.words.into_iter().next()).collect()
    }

    /// The rules of the game.
    pub fn rules(&self) -> &[RuleSection] {
        &self.table.program().content.rules
    }

    /// The words of each row of the pending choice: none, where they are not for these eyes to read.
    pub fn rows(&self) -> &[Vec<String>] {
        let reads = |side| self.eyes.reads(side);
        if self.table.asked().is_some_and(reads) { self.table.row_words() } else { &[] }
    }

    /// What the row means that Enter alone takes: the default, or the only one.
    pub fn enter(&self) -> Option<String> {
        let prompt = self.table.prompt(self.eyes)?;
        let row = prompt.default.or((prompt.rows.len() == 1).then_some(0))?;
        prompt.rows.get(row).map(|row| row.label.clone())
    }

    /// What may come after some words of an answer to chance that is asked for; none where none is.
    pub fn told(&self, before: &str) -> Option<Vec<String>> {
        self.table.request().map(|request| request.next_words(self.table.board(), before))
    }

    /// What may come after whole words: see [`Table::next_words`].
    pub fn next(&mut self, words: &[&str], deep: bool) -> Next {
        self.table.next_words(words, self.eyes, deep)
    }
}
