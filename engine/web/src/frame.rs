//! The table at one moment. Results that several viewers share are computed once.

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

/// A table, and what has been computed for its viewers.
pub(crate) struct Frame<'t> {
    pub(crate) table: &'t mut Table,
    pub(crate) entry_cache: EntryCache,
    drawing: &'t Drawing,
    /// Whether all hands are shown because the game is over.
    pub(crate) is_laid_open: bool,
    /// The values of all figures. They are the same for every viewer.
    figure_values: Vec<Vec<FigureValue>>,
    by_viewer: Vec<(Viewer, Arc<SharedView>)>,
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

    /// The names of the figures whose script fails, each with the error.
    pub(crate) fn failed_figures(&self) -> BTreeMap<String, String> {
        let error = |values: &Vec<FigureValue>| {
            values.iter().find_map(|value| if let FigureValue::Failed(why) = value { Some(why.clone()) } else { None })
        };
        let figures = self.table.program().figures.iter().zip(&self.figure_values);
        figures.filter_map(|(figure, values)| Some((figure.name.clone(), error(values)?))).collect()
    }

    /// The fragments for a viewer, and the result of the game if it is over.
    pub(crate) fn fragments(&mut self, viewer: Viewer) -> (Fragments, Option<String>) {
        let own = viewer.answers_for();
        let viewer = viewer.as_spectator();
        let view = self.shared_view(viewer);
        let mut fragments = view.fragments.clone();
        if let Some(choice) = &view.choice {
            fragments.add_choice(choice, self.table.asked().is_some_and(|asked| own.has(asked)));
        }
        for (side, _) in self.table.standing_actions() {
            if own.has(side) && viewer.may_read(side) {
                let rows = self.standing_rows(side, viewer);
                fragments.add_standing_actions(&self.table.board().sides[side.at()].id, &rows);
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

    /// The standing actions of a side. There are none if a rule fails: the error appears when the player uses one.
    fn standing_rows(&mut self, side: SideId, viewer: Viewer) -> Arc<[Row]> {
        let key = (side, viewer);
        if let Some((.., rows)) = self.standing_rows.iter().find(|(side, viewer, _)| (*side, *viewer) == key) {
            return rows.clone();
        }
        let rows = self.table.standing_rows(side, viewer).unwrap_or_default();
        let rows: Arc<[Row]> = rows.into_iter().map(Row::from).collect();
        self.standing_rows.push((side, viewer, rows.clone()));
        rows
    }
}
