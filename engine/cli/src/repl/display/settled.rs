//! What stands still from one drawing of a game to the next: a column that was there, a short name that was explained.
//!
//! Where the last piece of a side leaves the map its column would go, and come back two answers later: the eye would have to
//! find every number again. How much is left out of a low page is another matter: that follows what there is to draw.

use super::board;
use super::columns::Of;
use super::look::Look;
use cardwright_view::SpaceKind;
use std::collections::BTreeSet;

/// The columns and explanations that a game has shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Settled {
    /// By kind of spaces.
    columns: BTreeSet<(String, String)>,
    explained: BTreeSet<String>,
}

impl Settled {
    /// What was settled before a look, and what it shows.
    pub(crate) fn with(look: &Look) -> Settled {
        let mut settled = look.settled.cloned().unwrap_or_default();
        for kind in &look.legend().kinds {
            let shown = board::shown_columns(look, &[kind], false).into_iter();
            settled.columns.extend(shown.map(|of| (kind.id.clone(), of.key())));
        }
        settled.explained.extend(board::explained(look));
        settled
    }

    /// Whether spaces of a kind had a column.
    pub(crate) fn shows(&self, kind: &SpaceKind, of: Of) -> bool {
        self.columns.contains(&(kind.id.clone(), of.key()))
    }

    /// Whether a short name was explained so.
    pub(crate) fn explains(&self, text: &str) -> bool {
        self.explained.contains(text)
    }
}
