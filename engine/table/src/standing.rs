//! Standing actions: what other sides may do before the pending answer.

use crate::game::Game;
use crate::label::{self, Audience};
use crate::line;
use crate::record::Event;
use crate::request::Request;
use crate::table::{PlayError, RowView, Table};
use crate::why::Explanation;
use cardwright_script::{Asks, RunError};
use cardwright_state::position::Row;
use cardwright_state::{ActionId, SideId};

impl Game {
    /// The sides with actions open beside the pending choice, and which: no rule is asked, so this
    /// tells nothing that a side knows alone.
    pub fn standing_actions(&self) -> Vec<(SideId, Vec<String>)> {
        if self.choice().is_none() {
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
        self.choice().is_some() && self.vm.standing_actions().iter().any(|(s, _)| *s == side)
    }

    /// The rows that stand open for a side: of the actions whose rules do not fail, if there are any.
    fn ask_standing(&mut self, side: SideId) -> Result<Vec<Row>, RunError> {
        let all = self.vm.standing_each();
        if all.is_err() {
            self.again();
        }
        let Some(of) = all?.into_iter().find(|of| of.side == side) else { return Ok(Vec::new()) };
        match of.failed.into_iter().next() {
            Some((_, error)) if of.rows.is_empty() => Err(error),
            _ => Ok(of.rows),
        }
    }

    /// The actions that stand open for a side and whose rules fail when they are asked, and how.
    ///
    /// # Errors
    /// The pending choice cannot be asked again.
    pub fn standing_failures(&mut self, side: SideId) -> Result<Vec<(String, RunError)>, RunError> {
        if !self.stands(side) {
            return Ok(Vec::new());
        }
        let all = self.vm.standing_each()?;
        let failed = all.into_iter().find(|of| of.side == side).map(|of| of.failed).unwrap_or_default();
        let id = |action: ActionId| self.board().actions[action.at()].id.clone();
        Ok(failed.into_iter().map(|(action, error)| (id(action), error)).collect())
    }

    /// The words of each row that stands open for a side.
    ///
    /// # Errors
    /// A rule fails.
    pub fn standing_words(&mut self, side: SideId) -> Result<Vec<Vec<String>>, RunError> {
        if !self.stands(side) {
            return Ok(Vec::new());
        }
        let rows = self.ask_standing(side)?;
        Ok(line::rows_words(self.board(), rows.iter()))
    }

    /// The rows that stand open for a side, as `audience` reads them: none, but for the side itself.
    ///
    /// # Errors
    /// A rule fails.
    pub fn standing(&mut self, side: SideId, audience: Audience) -> Result<Vec<RowView>, RunError> {
        if !self.stands(side) {
            return Ok(Vec::new());
        }
        let rows = self.ask_standing(side)?;
        if !audience.reads(side) {
            return Ok(Vec::new());
        }
        let board = self.board();
        let words = line::rows_words(board, rows.iter());
        let label = |row: &Row| label::row(board, audience.reading(side), row);
        let view =
            |(row, words): (&Row, Vec<String>)| RowView { text: words.join(" "), label: label(row), unwise: false };
        Ok(rows.iter().zip(words).map(view).collect())
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
        let rows = self.standing_words(side)?;
        Ok(self.speaking(all, &rows, words))
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
    /// See [`Game::standing_failures`].
    ///
    /// # Errors
    /// The pending choice cannot be asked again.
    pub fn standing_failures(&mut self, side: SideId) -> Result<Vec<(String, RunError)>, RunError> {
        self.game.standing_failures(side)
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
