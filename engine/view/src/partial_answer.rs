//! An action that the player has named and that waits for its first detail. The player may give the detail, or type
//! another action, which replaces the waiting action.

use crate::pending_action::pending_actions;
use cardwright_state::SideId;
use cardwright_table::Viewer;
use cardwright_table::{Event, NextWords, Table, line};

/// An action that waits for its first detail. Nothing was rolled, drawn or revealed since the action began.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartialAnswer {
    /// The number of the event before the action.
    pub before: usize,
    /// The words of the action's row.
    pub row: String,
}

impl PartialAnswer {
    /// Finds the action that waits for its first detail, if there is one.
    pub fn find(table: &Table) -> Option<PartialAnswer> {
        let pending = pending_actions(table).into_iter().next().filter(|pending| !pending.is_period)?;
        let since = table.path().into_iter().rev().take_while(|n| *n != pending.before);
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
        let is_action = table.board().labels.actions.iter().any(|action| action.id == head);
        is_action.then_some(PartialAnswer { before: pending.before, row })
    }

    /// Whether a line does not continue this action but names an action that was legal before this action began.
    pub fn is_replaced_by(&self, table: &mut Table, side: Option<SideId>, text: &str) -> bool {
        let Some(first) = line::words(text).first().copied() else { return false };
        let fits = !matches!(table.next_words(&[first], Viewer::OPEN, false), NextWords::Mismatch(..));
        !fits && table.line_begins_at(self.before, side, text)
    }

    /// Returns the message that this action was replaced.
    pub fn taken_back_text(&self) -> String {
        format!("`{}` is taken back", self.row)
    }

    /// Returns the message that this action still waits, if `word` names an action and so may be an attempt to replace
    /// it.
    pub fn waiting_text(&self, table: &Table, word: &str) -> Option<String> {
        let names_action = table.board().labels.actions.iter().any(|action| line::may_begin(&action.id, word));
        names_action.then(|| format!("`{}` waits for its next word: `undo` takes it back", self.row))
    }
}
