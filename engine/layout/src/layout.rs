//! A layout of one game.

use crate::scene::{Node, Scene};
use cardwright_content::{Content, Diagnostic, Pack};
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
    scene: Arc<Scene>,
    pictures: Vec<Picture>,
}

impl Layout {
    /// The layout that packs give a game, with what they say wrongly. What they leave out is worked out from the board, and
    /// so is everything where one of the problems is an error: there is always a layout.
    pub fn of(_packs: &[Pack], _content: &Content, legend: &Legend) -> (Layout, Vec<Diagnostic>) {
        (Layout::automatic(legend), Vec::new())
    }

    /// The layout worked out from the board alone, the same every time.
    pub fn automatic(_legend: &Legend) -> Layout {
        Layout { scene: Arc::default(), pictures: Vec::new() }
    }

    /// What stays the same from view to view.
    pub fn scene(&self) -> Arc<Scene> {
        self.scene.clone()
    }

    /// What a view lays over the scene: pieces, markers of tracks, facts, cards.
    pub fn counters(&self, _view: &View) -> Vec<Node> {
        Vec::new()
    }

    /// The pictures that the scene names.
    pub fn pictures(&self) -> &[Picture] {
        &self.pictures
    }
}
