//! Keeps columns on the screen after they were shown once, and remembers which short names were explained.
//!
//! Otherwise a column would disappear when its last piece leaves the map, and return two answers later. The other
//! columns would move each time. The level of detail may still change from one screen to the next.

use cardwright_view::SpaceKind;
use std::collections::BTreeSet;

/// The columns and explanations that the screen has shown so far. A later screen keeps the columns, and does not repeat
/// the explanations.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct StableLayout {
    /// The columns that were shown, each as the id of a kind of spaces and the key of the column.
    columns: BTreeSet<(String, String)>,
    /// The texts of the explanations that were shown.
    explained: BTreeSet<String>,
}

impl StableLayout {
    /// Adds the columns of a kind of spaces.
    pub(crate) fn add_columns(&mut self, kind: &SpaceKind, columns: impl Iterator<Item = String>) {
        self.columns.extend(columns.map(|column| (kind.id.clone(), column)));
    }

    /// Adds explanations.
    pub(crate) fn add_explanations(&mut self, texts: Vec<String>) {
        self.explained.extend(texts);
    }

    /// Forgets which short names were explained, so that the next screen explains them again.
    pub(crate) fn forget_explanations(&mut self) {
        self.explained.clear();
    }

    /// Whether an earlier screen had the column with this key for a kind of spaces.
    pub(crate) fn has_column(&self, kind: &SpaceKind, column: String) -> bool {
        self.columns.contains(&(kind.id.clone(), column))
    }

    /// Whether an earlier screen had this explanation.
    pub(crate) fn explains(&self, text: &str) -> bool {
        self.explained.contains(text)
    }
}
