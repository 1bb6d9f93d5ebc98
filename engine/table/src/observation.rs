//! The observation of a bot: the pending choice as its side may read it, and nothing else.

use crate::play_error::PlayError;
use crate::table::Table;
use crate::{Viewer, label};
use cardwright_bots::{Bot, Bounds, Observation};
use cardwright_script::amount_bounds;
use cardwright_state::Answer;
use cardwright_state::position::Row;

/// The pending choice as the asked side may read it.
struct TableObservation<'a> {
    table: &'a Table,
    viewer: Viewer,
    side: &'a str,
}

impl TableObservation<'_> {
    fn row_values(&self, index: usize) -> Option<&Row> {
        self.table.choice()?.rows.get(index)
    }
}

impl Observation for TableObservation<'_> {
    fn side(&self) -> &str {
        self.side
    }
    fn view(&self) -> String {
        self.viewer.position_text(self.table.board(), self.table.position())
    }
    fn prompt(&self) -> String {
        self.table.game.prompt_text(self.viewer).unwrap_or_default()
    }
    fn rows(&self) -> usize {
        self.table.choice().map_or(0, |c| c.rows.len())
    }
    fn row(&self, index: usize) -> String {
        self.table.row_words().get(index).map(|words| words.join(" ")).unwrap_or_default()
    }
    fn amounts(&self, index: usize) -> Vec<Bounds> {
        let choice = self.table.choice();
        choice.and_then(|choice| Some(amount_bounds(choice.rows.get(index)?, &choice.likely))).unwrap_or_default()
    }
    fn label(&self, index: usize) -> String {
        self.row_values(index).map(|row| label::row_text(self.table.board(), self.viewer, row)).unwrap_or_default()
    }
    fn default_row(&self) -> Option<usize> {
        self.table.choice()?.default
    }
    fn discouraged(&self) -> &[usize] {
        self.table.choice().map_or(&[], |choice| &choice.discouraged)
    }
    fn log(&self) -> Vec<String> {
        self.table.log(0, self.viewer)
    }
}

impl Table {
    /// Lets a bot answer the pending choice. Returns the row's text. If the bot returns an index
    /// beyond the rows, the last row is taken.
    ///
    /// # Errors
    /// Fails as [`Table::answer`] does.
    pub fn answer_with_bot(&mut self, bot: &mut dyn Bot) -> Result<String, PlayError> {
        let Some(side) = self.asked() else { return Err(self.no_choice_error()) };
        let board = self.board().clone();
        let observation =
            TableObservation { table: self, viewer: self.viewer_of(side), side: &board.sides[side.index()].id };
        let row = bot.choose(&observation).min(observation.rows().saturating_sub(1));
        let amounts = observation.amounts(row);
        let answer = Answer::new(row, amounts.iter().map(|amount| bot.number(&observation, amount)));
        self.answer(answer, false)
    }
}
