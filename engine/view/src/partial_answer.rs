//! An action that waits for its first detail. The player may go on with it, or type another action, which replaces
//! it.

use crate::pending_action::pending_actions;
use cardwright_state::SideId;
use cardwright_table::Viewer;
use cardwright_table::{Event, NextWords, Table, line};

/// An action that waits for its first detail, with nothing revealed since it began.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartialAnswer {
    /// The event before the action.
    pub before: usize,
    /// The words of the action's row.
    pub row: String,
}

impl PartialAnswer {
    /// The action that waits, if there is one.
    pub fn find(table: &Table) -> Option<PartialAnswer> {
        let pending_actions =
            pending_actions(table).into_iter().next().filter(|pending_actions| !pending_actions.is_period)?;
        let since = table.path().into_iter().rev().take_while(|n| *n != pending_actions.before);
        let mut row = None;
        for n in since {
            let node = &table.nodes()[n];
            match (&node.event, node.barrier) {
                (Some(Event::Answer { automatic: true, .. }), false) => {}
                (Some(Event::Answer { row: answered_row, .. }), false) if row.is_none() => {
                    row = Some(answered_row.clone())
                }
                _ => return None,
            }
        }
        let row = row?;
        let head = row.split(' ').next().unwrap_or_default();
        let is_action = table.board().actions.iter().any(|action| action.id == head);
        is_action.then_some(PartialAnswer { before: pending_actions.before, row })
    }

    /// Whether a line does not continue the action but names an action that was legal before it.
    pub fn is_replaced_by(&self, table: &mut Table, side: Option<SideId>, text: &str) -> bool {
        let Some(first) = line::words(text).first().copied() else { return false };
        let fits = !matches!(table.next_words(&[first], Viewer::OPEN, false), NextWords::Mismatch(..));
        !fits && table.line_begins_at(self.before, side, text)
    }

    /// The message for an action that was replaced.
    pub fn taken_back_text(&self) -> String {
        format!("`{}` is taken back", self.row)
    }

    /// The message if the action stays although an unfitting word names an action.
    pub fn waiting_text(&self, table: &Table, word: &str) -> Option<String> {
        let begins = table.board().actions.iter().any(|action| line::may_begin(&action.id, word));
        begins.then(|| format!("`{}` waits for its next word: `undo` takes it back", self.row))
    }
}
