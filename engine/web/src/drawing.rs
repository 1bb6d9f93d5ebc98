//! The map of a game: the fixed scene and the counters on it. The page draws the nodes of the scene without changing
//! them.

use cardwright_content::{Diagnostic, Pack, Severity};
use cardwright_layout::{Layout, Picture, svg};
use cardwright_script::Program;
use cardwright_view::{Legend, View};
use serde_json::Value;
use std::sync::Arc;

/// The map of a game.
#[derive(Debug)]
pub struct Drawing {
    layout: Layout,
    legend: Arc<Legend>,
    scene: Value,
    has_errors: bool,
}

impl Drawing {
    /// Draws the map from the layouts of the packs. Returns the problems in the layouts too.
    pub fn new(packs: &[Pack], program: &Program, legend: &Legend) -> (Drawing, Vec<Diagnostic>) {
        let (layout, problems) = Layout::from_packs(packs, &program.content, legend);
        let scene = serde_json::to_value(&*layout.scene()).unwrap_or_default();
        let has_errors = problems.iter().any(|problem| problem.severity == Severity::Error);
        (Drawing { layout, legend: Arc::new(legend.clone()), scene, has_errors }, problems)
    }

    /// Whether the packs' layout has an error, so that the automatic layout is used.
    pub(crate) fn has_errors(&self) -> bool {
        self.has_errors
    }

    /// Whether this drawing stays in use instead of a new drawing, because only the new drawing has errors and both
    /// show the same game.
    pub(crate) fn is_kept_over(&self, new: &Drawing) -> bool {
        !self.has_errors && new.has_errors && self.legend == new.legend
    }

    /// The scene as JSON: the part of the map that is the same for all views.
    pub(crate) fn scene(&self) -> &Value {
        &self.scene
    }

    /// The layout that the map is drawn from.
    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The names and properties of the game's spaces, pieces and other things.
    pub(crate) fn legend(&self) -> Arc<Legend> {
        self.legend.clone()
    }

    /// Returns the map with the counters of a view, as the text of an SVG file.
    pub(crate) fn svg(&self, view: &View) -> String {
        svg(&self.layout, &self.layout.scene(), &self.layout.overlay_nodes(view))
    }

    /// The picture files of the layout.
    pub(crate) fn pictures(&self) -> &[Picture] {
        self.layout.pictures()
    }
}
