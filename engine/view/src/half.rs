//! An action that waits for the answer to its first question, and gives way to a line that begins anew: the same for everybody who plays.

use crate::begun::begun;
use cardwright_state::SideId;
use cardwright_table::label::Audience;
use cardwright_table::{Event, Next, Table, line};

/// An action half-entered at its first question, where nothing was revealed since.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Half {
    /// The event before it.
    pub before: usize,
    /// Its row.
    pub row: String,
}

impl Half {
    /// What is half-entered so, if anything is.
    pub fn of(table: &Table) -> Option<Half> {
        let begun = begun(table).into_iter().next().filter(|begun| !begun.is_period)?;
        let since = table.path().into_iter().rev().take_while(|n| *n != begun.before);
        let mut row = None;
        for n in since {
            let node = &table.nodes()[n];
            match (&node.event, node.barrier) {
                (Some(Event::Answer { automatic: true, .. }), false) => {}
                (Some(Event::Answer { row: of, .. }), false) if row.is_none() => row = Some(of.clone()),
                _ => return None,
            }
        }
        let row = row?;
        let head = row.split(' ').next().unwrap_or_default();
        let is_action = table.board().actions.iter().any(|action| action.id == head);
        is_action.then_some(Half { before: begun.before, row })
    }

    /// Whether a line does not go on with it but begins the same anew, or another that was offered with it.
    pub fn gives_way(&self, table: &mut Table, side: Option<SideId>, text: &str) -> bool {
        let Some(first) = line::words(text).first().copied() else { return false };
        let fits = !matches!(table.next_words(&[first], Audience::Open, false), Next::Wrong(..));
        !fits && table.begins_at(self.before, side, text)
    }

    /// What is said where it has given way.
    pub fn taken_back(&self) -> String {
        format!("`{}` is taken back", self.row)
    }

    /// What is said where it stands, though a word that does not fit begins an action.
    pub fn waits(&self, table: &Table, word: &str) -> Option<String> {
        let begins = table.board().actions.iter().any(|action| line::may_begin(&action.id, word));
        begins.then(|| format!("`{}` waits for its next word: `undo` takes it back", self.row))
    }
}
