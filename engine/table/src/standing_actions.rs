//! Standing actions: what sides may do before the pending answer.

use crate::chance_prompt::{AnswerKind, ChancePrompt};
use crate::game::{Game, RowView};
use crate::line;
use crate::play_error::PlayError;
use crate::record::Event;
use crate::table::Table;
use crate::why::Explanation;
use crate::{Viewer, label};
use cardwright_script::{ManualChance, RunError};
use cardwright_state::position::Row;
use cardwright_state::{ActionId, Answer, SideId};

impl Game {
    /// Lists the sides with standing actions, and the actions' ids. No script runs, so the list reveals nothing hidden.
    pub fn standing_actions(&self) -> Vec<(SideId, Vec<String>)> {
        if self.choice().is_none() {
            return Vec::new();
        }
        let board = self.board();
        let ids = |actions: Vec<cardwright_state::ActionId>| {
            actions.into_iter().map(|a| board.labels[a].id.clone()).collect()
        };
        self.vm.standing_actions().into_iter().map(|(side, actions)| (side, ids(actions))).collect()
    }

    /// Whether a side has standing actions now.
    pub fn has_standing_actions(&self, side: SideId) -> bool {
        self.choice().is_some() && self.vm.standing_actions().iter().any(|(owner, _)| *owner == side)
    }

    /// Builds the rows of a side's standing actions. Skips an action whose script fails.
    ///
    /// # Errors
    /// A script fails and no row is left, or the pending choice cannot be asked again.
    pub fn rows_without_failures(&mut self, side: SideId) -> Result<Vec<Row>, RunError> {
        let rows_by_side = self.vm.standing_rows_with_failures();
        if rows_by_side.is_err() {
            self.rerun();
        }
        let Some(rows_of_side) = rows_by_side?.into_iter().find(|rows_of_side| rows_of_side.side == side) else {
            return Ok(Vec::new());
        };
        match rows_of_side.failed.into_iter().next() {
            Some((_, error)) if rows_of_side.rows.is_empty() => Err(error),
            _ => Ok(rows_of_side.rows),
        }
    }

    /// Lists the standing actions of a side whose scripts fail, with their errors.
    ///
    /// # Errors
    /// The pending choice cannot be asked again.
    pub fn standing_failures(&mut self, side: SideId) -> Result<Vec<(String, RunError)>, RunError> {
        if !self.has_standing_actions(side) {
            return Ok(Vec::new());
        }
        let rows_by_side = self.vm.standing_rows_with_failures()?;
        let failed = rows_by_side
            .into_iter()
            .find(|rows_of_side| rows_of_side.side == side)
            .map(|rows_of_side| rows_of_side.failed)
            .unwrap_or_default();
        let id = |action: ActionId| self.board().labels[action].id.clone();
        Ok(failed.into_iter().map(|(action, error)| (id(action), error)).collect())
    }

    /// Builds the words of each row of a side's standing actions.
    ///
    /// # Errors
    /// A rule fails.
    pub fn standing_words(&mut self, side: SideId) -> Result<Vec<Vec<String>>, RunError> {
        if !self.has_standing_actions(side) {
            return Ok(Vec::new());
        }
        let rows = self.rows_without_failures(side)?;
        Ok(line::words_of_rows(self.board(), rows.iter()))
    }

    /// Builds the rows of a side's standing actions. Returns none to a viewer who may not read them.
    ///
    /// # Errors
    /// A rule fails.
    pub fn standing_rows(&mut self, side: SideId, viewer: Viewer) -> Result<Vec<RowView>, RunError> {
        if !self.has_standing_actions(side) {
            return Ok(Vec::new());
        }
        let rows = self.rows_without_failures(side)?;
        if !viewer.may_read(side) {
            return Ok(Vec::new());
        }
        let board = self.board();
        let words = line::words_of_rows(board, rows.iter());
        let label = |row: &Row| label::row_text(board, viewer.as_reader(side), row);
        let view = |((row, words), shown): ((&Row, &Vec<String>), _)| RowView {
            text: words.join(" "),
            shown,
            label: label(row),
            discouraged: false,
        };
        Ok(rows.iter().zip(&words).zip(line::words_without_marks(&words)).map(view).collect())
    }

    /// Finds the reasons why these words fit no standing action of a side.
    ///
    /// # Errors
    /// A rule fails.
    pub fn standing_reasons(&mut self, side: SideId, words: &[&str]) -> Result<Vec<Explanation>, RunError> {
        let trace = self.vm.explain_standing(side);
        if trace.is_err() {
            self.rerun();
        }
        let explanations = self.explanations(&trace?);
        let rows = self.standing_words(side)?;
        Ok(self.reasons_about(explanations, &rows, words))
    }
}

impl Table {
    /// Takes a standing action of a side, by row. Returns the row's text. Afterwards the pending choice is asked again
    /// in the new position.
    ///
    /// # Errors
    /// There is no such row, the side has used too many standing actions, a rule fails, or the record cannot be
    /// written. Then nothing changes.
    pub fn use_standing_action(&mut self, side: SideId, answer: impl Into<Answer>) -> Result<String, PlayError> {
        self.stop_looking_back();
        let answer = answer.into();
        let words = self.game.standing_words(side).map_err(PlayError::rule)?;
        let Some(text) = words.get(answer.row).map(|row_words| line::answer_words(row_words, &answer).join(" ")) else {
            let message = format!("{} has no such standing action now", self.board().sides[side.index()].name);
            return Err(PlayError::Impossible(message));
        };
        self.withdraw_pending_answer();
        let outcome = match self.game.use_standing_action(side, answer) {
            Ok(outcome) => outcome,
            Err(RunError::Chance { request: wanted, .. }) if self.game.manual_chance != ManualChance::default() => {
                let request = ChancePrompt::from_stopped_vm(&mut self.game.vm, *wanted);
                self.game.rerun();
                self.hold_answer(request, side, answer, text, AnswerKind::Standing);
                return Err(PlayError::Chance);
            }
            Err(error) => {
                self.game.rerun();
                return Err(PlayError::rule(error));
            }
        };
        let (side_id, given) =
            (self.board().sides[side.index()].id.clone(), self.outcome_texts(&outcome.used_outcomes));
        let event = Event::Standing { side: side_id, row: text.clone(), given };
        // The row is no default that the engine took (`false`).
        self.commit(event, Some(side), false, outcome)?;
        Ok(text)
    }
}
