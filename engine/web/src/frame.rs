//! The game at one moment. Values that several viewers share are computed once.

use crate::drawing::Drawing;
use crate::fragments::Fragments;
use crate::log_feed::EntryCache;
use cardwright_script::FigureValue;
use cardwright_state::SideId;
use cardwright_table::Table;
use cardwright_table::Viewer;
use cardwright_view::{Choice, Row, View, ViewContext};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A table, and the values that were computed for its viewers.
pub(crate) struct Frame<'t> {
    pub(crate) table: &'t mut Table,
    /// Log entries that viewers share.
    pub(crate) entry_cache: EntryCache,
    /// The map of the game.
    drawing: &'t Drawing,
    /// Whether all hands are shown because the game is over.
    pub(crate) is_laid_open: bool,
    /// The values of all figures. They are the same for every viewer.
    figure_values: Vec<Vec<FigureValue>>,
    /// The shared part of the view of each viewer.
    by_viewer: Vec<(Viewer, Arc<SharedView>)>,
    /// The rows of the standing actions of a side, as a viewer sees them.
    standing_rows: Vec<(SideId, Viewer, Arc<[Row]>)>,
}

/// The part of a view that does not depend on the sides that the viewer answers for.
struct SharedView {
    fragments: Fragments,
    choice: Option<Choice>,
    result: Option<String>,
}

impl<'t> Frame<'t> {
    pub(crate) fn new(table: &'t mut Table, drawing: &'t Drawing, is_laid_open: bool) -> Frame<'t> {
        let figure_values = table.figures();
        Frame {
            table,
            entry_cache: EntryCache::default(),
            drawing,
            is_laid_open,
            figure_values,
            by_viewer: Vec::new(),
            standing_rows: Vec::new(),
        }
    }

    /// Returns the names of the figures whose script fails, and the error of each.
    pub(crate) fn failed_figures(&self) -> BTreeMap<String, String> {
        let error = |values: &Vec<FigureValue>| {
            values.iter().find_map(|value| if let FigureValue::Failed(why) = value { Some(why.clone()) } else { None })
        };
        let figures = self.table.program().figures.iter().zip(&self.figure_values);
        figures.filter_map(|(figure, values)| Some((figure.name.clone(), error(values)?))).collect()
    }

    /// Builds the fragments for a viewer. Also returns the result of the game if the game is over.
    pub(crate) fn fragments(&mut self, viewer: Viewer) -> (Fragments, Option<String>) {
        let own_sides = viewer.answers_for();
        // Viewers who may see the same things share one view, whatever sides they answer for.
        let viewer = viewer.as_spectator();
        let view = self.shared_view(viewer);
        let mut fragments = view.fragments.clone();
        if let Some(choice) = &view.choice {
            fragments.add_choice(choice, self.table.asked().is_some_and(|asked| own_sides.has(asked)));
        }
        for (side, _) in self.table.game().standing_actions() {
            if own_sides.has(side) && viewer.may_read(side) {
                let rows = self.standing_rows(side, viewer);
                fragments.add_standing_actions(&self.table.board().sides[side.index()].id, &rows);
            }
        }
        (fragments, view.result.clone())
    }

    fn shared_view(&mut self, viewer: Viewer) -> Arc<SharedView> {
        if let Some((_, view)) = self.by_viewer.iter().find(|(other, _)| *other == viewer) {
            return view.clone();
        }
        let context = ViewContext::new(self.table, &self.figure_values, viewer);
        let mut view = View::with_legend(self.table, &context, self.drawing.legend());
        let fragments = Fragments::new(&view, self.drawing.layout());
        let view = Arc::new(SharedView { fragments, choice: view.choice.take(), result: view.result.take() });
        self.by_viewer.push((viewer, view.clone()));
        view
    }

    /// Returns the rows of a side's standing actions. If a rule fails, returns no rows, because the player gets the
    /// error when typing a standing action.
    fn standing_rows(&mut self, side: SideId, viewer: Viewer) -> Arc<[Row]> {
        let key = (side, viewer);
        if let Some((.., rows)) = self.standing_rows.iter().find(|(side, viewer, _)| (*side, *viewer) == key) {
            return rows.clone();
        }
        let rows = self.table.game_mut().standing_rows(side, viewer).unwrap_or_default();
        let rows: Arc<[Row]> = rows.into_iter().map(Row::from).collect();
        self.standing_rows.push((side, viewer, rows.clone()));
        rows
    }
}
