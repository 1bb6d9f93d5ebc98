//! Former ids of a record: reads a record that was written before things of its content were renamed (`was`).

use crate::line;
use crate::outcome_words;
use crate::table::{SetUp, Table};
use cardwright_script::{ForcedOutcome, Program};
use cardwright_state::board::Rename;
use cardwright_state::hash::full_hash;
use cardwright_state::position::Row;
use cardwright_state::{Answer, Board, SideId};
use std::sync::Arc;

/// The boards of a program with the ids that the things had when a record was written. There are several if the
/// record continued with other contents, and none if all ids are the current ones.
#[derive(Debug, Clone, Default)]
pub struct FormerIds(Vec<Arc<Board>>);

impl FormerIds {
    /// Finds the former ids of a program's things in the boards of the recorded contents. A content that is missing is
    /// `None`: then every renamed thing counts as having had its first former id.
    pub fn new<'b>(program: &Program, recorded: impl IntoIterator<Item = Option<&'b Board>>) -> FormerIds {
        let renames = &program.board.renames;
        let is_first = |index: usize| {
            let Rename { kind, new, .. } = &renames[index];
            !renames[..index].iter().any(|earlier| earlier.kind == *kind && earlier.new == *new)
        };
        let mut boards = Vec::new();
        for board in recorded {
            let mut probe = board.cloned();
            let had_old_id = |(index, rename): &(usize, &Rename)| match &mut probe {
                Some(board) => board.rename(&rename.kind, &rename.old, &rename.new),
                None => is_first(*index),
            };
            let applied: Vec<&Rename> =
                renames.iter().enumerate().filter(had_old_id).map(|(_, rename)| rename).collect();
            if !applied.is_empty() {
                boards.push(Arc::new(program.board.with_former_ids(applied)));
            }
        }
        FormerIds(boards)
    }

    /// Replaces the former ids of a recorded set-up by the current ones.
    #[must_use]
    pub fn current_set_up(&self, program: &Program, mut set_up: SetUp) -> SetUp {
        let board = &program.board;
        set_up.scenario = board.current_id("scenario", &set_up.scenario).to_owned();
        for (option, _) in &mut set_up.options {
            *option = board.current_option_id(option).to_owned();
        }
        for (side, _) in &mut set_up.seats {
            *side = board.current_id("side", side).to_owned();
        }
        for word in &mut set_up.given {
            if let Ok(outcome) = self.outcome(board, word) {
                *word = outcome_words::text(board, &outcome);
            }
        }
        set_up
    }

    /// Parses a recorded outcome.
    fn outcome(&self, board: &Board, word: &str) -> Result<ForcedOutcome, outcome_words::OutcomeError> {
        outcome_words::parse(board, word).or_else(|error| {
            let mut found = self.0.iter().filter_map(|former| {
                outcome_words::parse(former, word)
                    .ok()
                    .and_then(|outcome| outcome_words::rewritten(former, board, &outcome))
            });
            found.next().ok_or(error)
        })
    }
}

impl Table {
    /// Sets the former ids of the record that is replayed from now on.
    pub fn set_former_ids(&mut self, former_ids: FormerIds) {
        self.former_ids = former_ids;
    }

    /// Whether the position has this full hash from a record.
    pub fn is_at(&self, hash: &str) -> bool {
        let has_hash = |board: &Arc<Board>| {
            let asked = self.asked().map_or("", |side| board.sides[side.index()].id.as_str());
            full_hash(board, self.position(), asked).to_string() == hash
        };
        self.hash().to_string() == hash || self.former_ids.0.iter().any(has_hash)
    }

    /// Finds the side of a recorded id, which may be a former one.
    pub(crate) fn recorded_side(&self, id: &str) -> Option<SideId> {
        self.board().side(self.board().current_id("side", id))
    }

    /// Parses a recorded outcome.
    pub(crate) fn recorded_outcome(&self, word: &str) -> Result<ForcedOutcome, outcome_words::OutcomeError> {
        self.former_ids.outcome(self.board(), word)
    }

    /// Finds the row with these recorded words. `words` are the current words of the rows.
    pub(crate) fn recorded_row(&self, rows: &[Row], words: &[Vec<String>], recorded: &str) -> Option<Answer> {
        let find = |words: &[Vec<String>]| line::answer_with_words(words, recorded);
        let formerly = |former: &Arc<Board>| find(&line::words_of_rows(former, rows));
        find(words).or_else(|| self.former_ids.0.iter().find_map(formerly))
    }
}
