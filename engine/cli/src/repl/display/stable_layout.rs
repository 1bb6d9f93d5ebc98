//! Keeps columns and explanations on the screen after they were shown once.
//!
//! Otherwise a column would disappear when its last piece leaves the map, and return two answers later. The other
//! columns would move each time. The level of detail may still change from one screen to the next.

use super::board;
use super::columns::TableColumn;
use super::draw_context::DrawContext;
use cardwright_view::SpaceKind;
use std::collections::BTreeSet;

/// The columns and explanations that the screen has shown so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct StableLayout {
    /// The columns that were shown, each as the id of a kind of spaces and the key of the column.
    columns: BTreeSet<(String, String)>,
    /// The texts of the explanations that were shown.
    explained: BTreeSet<String>,
}

impl StableLayout {
    /// Returns the columns and explanations of the current screen and of all earlier screens.
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
