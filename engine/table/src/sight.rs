//! What a bot is given: the pending choice as its side reads it, and nothing besides.

use crate::label::{self, Audience};
use crate::table::{PlayError, Table};
use cardwright_bots::{Player, Sight};
use cardwright_state::position::Row;

/// The pending choice through the eyes of the side that is asked.
struct Asked<'a> {
    table: &'a Table,
    eyes: Audience,
    side: &'a str,
}

impl Asked<'_> {
    fn at(&self, index: usize) -> Option<&Row> {
        self.table.choice()?.rows.get(index)
    }
}

impl Sight for Asked<'_> {
    fn side(&self) -> &str {
        self.side
    }
    fn view(&self) -> String {
        self.eyes.view(self.table.board(), self.table.position())
    }
    fn prompt(&self) -> String {
        self.table.game.prompt_text(self.eyes).unwrap_or_default()
    }
    fn rows(&self) -> usize {
        self.table.choice().map_or(0, |c| c.rows.len())
    }
    fn row(&self, index: usize) -> String {
        self.table.row_words().get(index).map(|words| words.join(" ")).unwrap_or_default()
    }
    fn label(&self, index: usize) -> String {
        self.at(index).map(|row| label::row(self.table.board(), self.eyes, row)).unwrap_or_default()
    }
    fn default_row(&self) -> Option<usize> {
        self.table.choice()?.default
    }
    fn unwise(&self) -> &[usize] {
        self.table.choice().map_or(&[], |choice| &choice.unwise)
    }
    fn log(&self) -> Vec<String> {
        self.table.log(0, self.eyes)
    }
}

impl Table {
    /// Lets a player answer the pending choice; returns the row's text. An index beyond the rows is the
    /// last of them.
    ///
    /// # Errors
    /// As [`Table::answer`].
    pub fn let_answer(&mut self, player: &mut dyn Player) -> Result<String, PlayError> {
        let Some(side) = self.asked() else { return Err(self.not_asked()) };
        let board = self.board().clone();
        let sight = Asked { table: self, eyes: self.eyes_of(side), side: &board.sides[side.at()].id };
        let row = player.pick(&sight).min(sight.rows().saturating_sub(1));
        self.answer(row, false)
    }
}
