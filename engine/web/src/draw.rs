//! The map as a picture: what stands still, and the counters over it, as nodes that a page draws as they are.

use cardwright_content::{Pack, Severity, render};
use cardwright_layout::{Layout, Picture};
use cardwright_script::Program;
use cardwright_view::{Legend, View};
use serde_json::Value;

/// A game's picture.
#[derive(Debug)]
pub struct Drawing {
    layout: Layout,
    scene: Value,
    legend: Legend,
    is_sound: bool,
}

impl Drawing {
    /// The picture that packs give a game, and what they say wrongly, each in full.
    pub fn of(packs: &[Pack], program: &Program, legend: &Legend) -> (Drawing, Vec<String>) {
        let (layout, problems) = Layout::of(packs, &program.content, legend);
        let scene = serde_json::to_value(&*layout.scene()).unwrap_or_default();
        let is_sound = problems.iter().all(|problem| problem.severity != Severity::Error);
        let told = problems.iter().map(|problem| render(std::slice::from_ref(problem), false)).collect();
        (Drawing { layout, scene, legend: legend.clone(), is_sound }, told)
    }

    /// Whether another that cannot be drawn as it is meant leaves this one in force: it is of the same things.
    pub(crate) fn outlives(&self, other: &Drawing) -> bool {
        self.is_sound && !other.is_sound && self.legend == other.legend
    }

    /// What stays the same from view to view.
    pub(crate) fn scene(&self) -> &Value {
        &self.scene
    }

    /// What lies on it.
    pub(crate) fn counters(&self, view: &View) -> Value {
        serde_json::to_value(self.layout.counters(view)).unwrap_or_default()
    }

    /// The pictures it shows.
    pub(crate) fn pictures(&self) -> &[Picture] {
        self.layout.pictures()
    }
}
