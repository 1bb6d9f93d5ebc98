//! Completion: the words that may follow on a typed line, as far as the viewer may know them.

use crate::groups::Group;
use cardwright_content::RuleSection;
use cardwright_state::board::Board;
use cardwright_table::Viewer;
use cardwright_table::{NextWords, Table};

/// Completes words at the table's current position.
#[derive(Debug)]
pub struct Completer<'t> {
    table: &'t mut Table,
    viewer: Viewer,
}

impl<'t> Completer<'t> {
    /// Creates a completer for this viewer at the table's current position.
    pub fn new(table: &'t mut Table, viewer: Viewer) -> Completer<'t> {
        Completer { table, viewer }
    }

    /// The board of the game.
    pub fn board(&self) -> &Board {
        self.table.board()
    }

    /// Returns, for each group of spaces, the word to type.
    pub fn groups(&self) -> Vec<String> {
        Group::all(self.table.program()).into_iter().filter_map(|group| group.words.into_iter().next()).collect()
    }

    /// The rules of the game.
    pub fn rules(&self) -> &[RuleSection] {
        &self.table.program().content.rules
    }

    /// Returns the words of each row of the pending choice, or nothing if the viewer may not read the rows.
    pub fn rows(&self) -> &[Vec<String>] {
        let may_read = |side| self.viewer.may_read(side);
        if self.table.asked().is_some_and(may_read) { self.table.row_words() } else { &[] }
    }

    /// Returns the label of the row that Enter takes: the default row, or the only answer.
    pub fn enter_label(&self) -> Option<String> {
        let prompt = self.table.prompt(self.viewer)?;
        let row = prompt.default.or_else(|| self.table.choice()?.only_answer())?;
        prompt.rows.get(row).map(|row| row.label.clone())
    }

    /// Returns the words that may follow `before` while the table asks a person for dice, a card or a pick, and `None`
    /// at any other time.
    pub fn chance_words(&self, before: &str) -> Option<Vec<String>> {
        self.table.chance_prompt().map(|request| request.next_words(self.table.board(), before))
    }

    /// Returns the words that may follow these complete words. For `deep`, see [`Table::next_words`].
    pub fn next_words(&mut self, words: &[&str], deep: bool) -> NextWords {
        self.table.next_words(words, self.viewer, deep)
    }
}
