//! The map as a picture: the fixed scene, and the counters on it. A page draws the nodes as they are.

use cardwright_content::{Diagnostic, Pack, Severity};
use cardwright_layout::{Layout, Picture, svg};
use cardwright_script::Program;
use cardwright_view::{Legend, View};
use serde_json::Value;
use std::sync::Arc;

/// The picture of a game.
#[derive(Debug)]
pub struct Drawing {
    layout: Layout,
    legend: Arc<Legend>,
    scene: Value,
    has_errors: bool,
}

impl Drawing {
    /// The picture by the layouts of the packs, and the problems in them.
    pub fn new(packs: &[Pack], program: &Program, legend: &Legend) -> (Drawing, Vec<Diagnostic>) {
        let (layout, problems) = Layout::from_packs(packs, &program.content, legend);
        let scene = serde_json::to_value(&*layout.scene()).unwrap_or_default();
        let has_errors = problems.iter().any(|problem| problem.severity == Severity::Error);
        (Drawing { layout, legend: Arc::new(legend.clone()), scene, has_errors }, problems)
    }

    /// Whether the layout has an error, so that the map is computed from the board.
    pub(crate) fn has_errors(&self) -> bool {
        self.has_errors
    }

    /// Whether this drawing stays in use instead of a new one: the new one has errors, this one has none, and both
    /// show the same game.
    pub(crate) fn is_kept_over(&self, new: &Drawing) -> bool {
        !self.has_errors && new.has_errors && self.legend == new.legend
    }

    /// The part of the picture that no view changes.
    pub(crate) fn scene(&self) -> &Value {
        &self.scene
    }

    /// The positions of everything on the map.
    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The names of the game's spaces, pieces and so on.
    pub(crate) fn legend(&self) -> Arc<Legend> {
        self.legend.clone()
    }

    /// The map with its counters, as an SVG file.
    pub(crate) fn svg(&self, view: &View) -> String {
        svg(&self.layout, &self.layout.scene(), &self.layout.overlay_nodes(view))
    }

    /// The picture files of the layout.
    pub(crate) fn pictures(&self) -> &[Picture] {
        self.layout.pictures()
    }
}
