//! The map as a picture: what stands still, and the counters over it, as nodes that a page draws as they are.

use cardwright_content::{Diagnostic, Pack, Severity};
use cardwright_layout::{Layout, Picture, svg};
use cardwright_script::Program;
use cardwright_view::{Legend, View};
use serde_json::Value;
use std::sync::Arc;

/// A game's picture.
#[derive(Debug)]
pub struct Drawing {
    layout: Layout,
    legend: Arc<Legend>,
    scene: Value,
    is_sound: bool,
}

impl Drawing {
    /// The picture that packs give a game, and what they say wrongly.
    pub fn of(packs: &[Pack], program: &Program, legend: &Legend) -> (Drawing, Vec<Diagnostic>) {
        let (layout, problems) = Layout::of(packs, &program.content, legend);
        let scene = serde_json::to_value(&*layout.scene()).unwrap_or_default();
        let is_sound = problems.iter().all(|problem| problem.severity != Severity::Error);
        (Drawing { layout, legend: Arc::new(legend.clone()), scene, is_sound }, problems)
    }

    /// Whether it is drawn as it is meant.
    pub(crate) fn is_sound(&self) -> bool {
        self.is_sound
    }

    /// Whether another that cannot be drawn as it is meant leaves this one in force: it is of the same things.
    pub(crate) fn outlives(&self, other: &Drawing) -> bool {
        self.is_sound && !other.is_sound && self.legend == other.legend
    }

    /// What stays the same from view to view.
    pub(crate) fn scene(&self) -> &Value {
        &self.scene
    }

    /// Where everything lies on it.
    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The words of the game.
    pub(crate) fn legend(&self) -> Arc<Legend> {
        self.legend.clone()
    }

    /// The whole of it as a file.
    pub(crate) fn svg(&self, view: &View) -> String {
        svg(&self.layout, &self.layout.scene(), &self.layout.counters(view))
    }

    /// The pictures it shows.
    pub(crate) fn pictures(&self) -> &[Picture] {
        self.layout.pictures()
    }
}
