//! Keeps columns and explanations on the screen once they were shown.
//!
//! Without this a column disappears when its last piece leaves the map and returns two answers later, and all numbers move.
//! The level of detail may still change from one screen to the next.

use super::board;
use super::columns::TableColumn;
use super::draw_context::DrawContext;
use cardwright_view::SpaceKind;
use std::collections::BTreeSet;

/// The columns and explanations that the screen has shown so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct StableLayout {
    /// Pairs of a kind of spaces and a column key.
    columns: BTreeSet<(String, String)>,
    explained: BTreeSet<String>,
}

impl StableLayout {
    /// Adds what the current screen shows to the earlier layout.
    pub(crate) fn after(context: &DrawContext) -> StableLayout {
        let mut layout = context.stable_layout.cloned().unwrap_or_default();
        for kind in &context.legend().kinds {
            let shown = board::shown_columns(context, &[kind], false).into_iter();
            layout.columns.extend(shown.map(|column| (kind.id.clone(), column.key())));
        }
        layout.explained.extend(board::explanations(context));
        layout
    }

    /// Whether an earlier screen had this column for a kind of spaces.
    pub(crate) fn has_column(&self, kind: &SpaceKind, column: TableColumn) -> bool {
        self.columns.contains(&(kind.id.clone(), column.key()))
    }

    /// Whether an earlier screen had this explanation.
    pub(crate) fn explains(&self, text: &str) -> bool {
        self.explained.contains(text)
    }
}
