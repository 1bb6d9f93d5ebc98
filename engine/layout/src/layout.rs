//! A layout of one game.

use crate::laid::Laid;
use crate::rows::{Row, Slots};
use crate::scene::{Node, Scene};
use crate::{automatic, check, draw, place::Place};
use cardwright_content::sketch::Sketch;
use cardwright_content::{Content, Diagnostic, Pack, Severity};
use cardwright_view::{Legend, View};
use std::sync::Arc;

/// A picture of a layout, checked: what a scene's [`Node::Image`] names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Its file name: `map.svg`.
    pub name: String,
    /// What it is, for whoever serves it: `image/svg+xml`, `image/png`.
    pub media_type: &'static str,
    /// Its bytes, at most 4 MiB.
    pub bytes: Arc<[u8]>,
}

/// Where everything of a game lies, checked.
#[derive(Debug, Clone)]
pub struct Layout {
    pub(crate) sketch: Sketch,
    pub(crate) legend: Legend,
    pub(crate) places: Vec<Place>,
    pub(crate) rows: Vec<Row>,
    pub(crate) slots: Vec<Slots>,
    pub(crate) scene: Arc<Scene>,
    pictures: Vec<Picture>,
}

impl Layout {
    /// The layout that packs give a game, with what they say wrongly. What they leave out is worked out from the board, and
    /// so is everything where one of the problems is an error: there is always a layout.
    pub fn of(packs: &[Pack], content: &Content, legend: &Legend) -> (Layout, Vec<Diagnostic>) {
        let figures: Vec<String> = legend.figures.iter().map(|figure| figure.id.clone()).collect();
        let (sketch, mut problems) = Sketch::read(packs, content, Some(&figures));
        let Some(mut sketch) = sketch else { return (Layout::automatic(legend), problems) };
        let forgotten = automatic::complete(&mut sketch, legend);
        let layout = Layout::drawn(sketch, legend);
        problems.extend(check::problems(&layout, &forgotten));
        let is_sound = problems.iter().all(|problem| problem.severity != Severity::Error);
        (if is_sound { layout } else { Layout::automatic(legend) }, problems)
    }

    /// The layout worked out from the board alone, the same every time.
    pub fn automatic(legend: &Legend) -> Layout {
        Layout::drawn(automatic::whole(legend), legend)
    }

    fn drawn(sketch: Sketch, legend: &Legend) -> Layout {
        let canvas = &sketch.canvas;
        let mut places: Vec<Place> = Vec::new();
        for said in sketch.spaces.iter().filter(|said| said.shown) {
            if let Some(space) = legend.spaces.iter().position(|space| space.id == said.id) {
                places.push(Place::of(said, space, &legend.spaces[space], canvas));
            }
        }
        let rows: Vec<Row> = sketch.tracks.iter().filter_map(|said| Row::of(said, legend, canvas)).collect();
        let slots: Vec<Slots> = sketch.piles.iter().map(|said| Slots::of(said, legend, canvas)).collect();
        let scene = Arc::new(draw::scene(&sketch, legend, &places, &rows, &slots));
        let picture = |of: &cardwright_content::sketch::Picture| {
            let media_type = of.kind().ok()?.media_type();
            Some(Picture { name: of.name().to_owned(), media_type, bytes: of.bytes.clone() })
        };
        let pictures = sketch.pictures.iter().filter_map(picture).collect();
        Layout { sketch, legend: legend.clone(), places, rows, slots, scene, pictures }
    }

    /// What stays the same from view to view.
    pub fn scene(&self) -> Arc<Scene> {
        self.scene.clone()
    }

    /// What a view lays over the scene: pieces, markers of tracks, facts, cards.
    pub fn counters(&self, view: &View) -> Vec<Node> {
        crate::counters::counters(self, view)
    }

    /// The same part by part, and looks apart from where they lie.
    pub fn laid(&self, view: &View) -> Vec<Laid> {
        crate::counters::laid(self, view)
    }

    /// The pictures that the scene names.
    pub fn pictures(&self) -> &[Picture] {
        &self.pictures
    }

    /// The layout as `layout.toml` says it: of one that was worked out, a start for one's own.
    pub fn written(&self) -> String {
        crate::write::written(&self.sketch, &self.legend)
    }

    /// How often lines between neighbours cross, or run below a box that is neither's, in the automatic layout of a board.
    pub fn tangles(legend: &Legend) -> usize {
        automatic::tangles(legend)
    }
}
