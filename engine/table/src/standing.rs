//! Standing actions: what other sides may do before the pending answer.

use crate::game::Game;
use crate::label::{self, Audience};
use crate::line;
use crate::record::Event;
use crate::request::Request;
use crate::table::{PlayError, RowView, Table};
use crate::why::Explanation;
use cardwright_script::{Asks, RunError};
use cardwright_state::SideId;
use cardwright_state::position::Row;

impl Game {
    /// The sides with actions open beside the pending choice, and which: no rule is asked, so this
    /// tells nothing that a side knows alone.
    pub fn standing_actions(&self) -> Vec<(SideId, Vec<String>)> {
        if self.is_over() {
            return Vec::new();
        }
        let board = self.board();
        let ids = |actions: Vec<cardwright_state::ActionId>| {
            actions.into_iter().map(|a| board.actions[a.at()].id.clone()).collect()
        };
        self.vm.standing_actions().into_iter().map(|(side, actions)| (side, ids(actions))).collect()
    }

    /// Whether a side has actions open beside the pending choice.
    pub fn stands(&self, side: SideId) -> bool {
        !self.is_over() && self.vm.standing_actions().iter().any(|(s, _)| *s == side)
    }

    /// The rows that stand open, by side. Where a rule fails, they stand open still.
    fn ask_standing(&mut self) -> Result<Vec<(SideId, Vec<Row>)>, RunError> {
        let rows = self.vm.standing();
        if rows.is_err() {
            self.again();
        }
        rows
    }

    /// The words of each row that stands open for a side.
    ///
    /// # Errors
    /// A rule fails.
    pub fn standing_words(&mut self, side: SideId) -> Result<Vec<Vec<String>>, RunError> {
        if !self.stands(side) {
            return Ok(Vec::new());
        }
        let rows = self.ask_standing()?;
        let own = rows.iter().filter(|(s, _)| *s == side).flat_map(|(_, rows)| rows);
        Ok(own.map(|r| line::row_words(self.board(), r)).collect())
    }

    /// The rows that stand open for a side, as `audience` reads them: none, but for the side itself.
    ///
    /// # Errors
    /// A rule fails.
    pub fn standing(&mut self, side: SideId, audience: Audience) -> Result<Vec<RowView>, RunError> {
        if !self.stands(side) {
            return Ok(Vec::new());
        }
        let rows = self.ask_standing()?;
        if audience != Audience::Open && audience != Audience::Side(side) {
            return Ok(Vec::new());
        }
        let board = self.board();
        let own = rows.iter().filter(|(s, _)| *s == side).flat_map(|(_, rows)| rows);
        Ok(own.map(|r| RowView { text: r.text(board), label: label::row(board, audience.reading(side), r) }).collect())
    }

    /// The reasons that speak of these words, of what stands open for a side.
    ///
    /// # Errors
    /// A rule fails.
    pub fn standing_reasons(&mut self, side: SideId, words: &[&str]) -> Result<Vec<Explanation>, RunError> {
        let trace = self.vm.explain_standing(side);
        if trace.is_err() {
            self.again();
        }
        let all = self.explained(&trace?);
        Ok(self.speaking(all, words))
    }
}

impl Table {
    /// See [`Game::standing_actions`].
    pub fn standing_actions(&self) -> Vec<(SideId, Vec<String>)> {
        self.game.standing_actions()
    }
    /// See [`Game::stands`].
    pub fn stands(&self, side: SideId) -> bool {
        self.game.stands(side)
    }
    /// See [`Game::standing_words`].
    ///
    /// # Errors
    /// A rule fails.
    pub fn standing_words(&mut self, side: SideId) -> Result<Vec<Vec<String>>, RunError> {
        self.game.standing_words(side)
    }
    /// See [`Game::standing`].
    ///
    /// # Errors
    /// A rule fails.
    pub fn standing(&mut self, side: SideId, audience: Audience) -> Result<Vec<RowView>, RunError> {
        self.game.standing(side, audience)
    }
    /// See [`Game::standing_reasons`].
    ///
    /// # Errors
    /// A rule fails.
    pub fn standing_reasons(&mut self, side: SideId, words: &[&str]) -> Result<Vec<Explanation>, RunError> {
        self.game.standing_reasons(side, words)
    }

    /// Uses a row that stands open for a side; returns its text. The pending choice stays, of the
    /// position that comes of it.
    ///
    /// # Errors
    /// A rule fails or the record cannot be written; then the position is as before.
    pub fn use_standing(&mut self, side: SideId, row: usize) -> Result<String, PlayError> {
        self.look_up();
        let words = self.standing_words(side).map_err(PlayError::rule)?;
        let Some(text) = words.get(row).map(|w| w.join(" ")) else { return Err(PlayError::Over) };
        self.withdraw();
        let outcome = match self.game.use_standing(side, row) {
            Ok(outcome) => outcome,
            Err(RunError::Chance { wanted, .. }) if self.game.asks != Asks::default() => {
                let request = Request::of(&mut self.game.vm, *wanted);
                self.game.again();
                self.wait_for(request, side, row, text, (true, false));
                return Err(PlayError::Chance);
            }
            Err(error) => {
                self.game.again();
                return Err(PlayError::rule(error));
            }
        };
        let (by, given) = (self.board().sides[side.at()].id.clone(), self.texts(&outcome.consumed));
        let event = Event::Standing { side: by, row: text.clone(), given };
        self.commit(event, Some(side), false, outcome)?;
        Ok(text)
    }
}
