//! The layout of one game, built from the layout files of the packs or from the board alone.

use crate::scene::Scene;
use crate::tracks_and_piles::{PileSlots, TrackRow};
use crate::{automatic, draw, links, links::LinkLine, placed_space::PlacedSpace};
use cardwright_content::layout_file::LayoutFile;
use cardwright_view::Legend;
use std::sync::Arc;

/// A checked picture file of a layout. A [`crate::Node::Image`] refers to it by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The file name, for example `map.svg`.
    pub name: String,
    /// The media type: `image/svg+xml` or `image/png`.
    pub media_type: &'static str,
    /// The content of the file, at most 4 MiB.
    pub bytes: Arc<[u8]>,
}

/// The checked layout of a game.
#[derive(Debug, Clone)]
pub struct Layout {
    pub(crate) layout_file: LayoutFile,
    pub(crate) legend: Legend,
    pub(crate) places: Vec<PlacedSpace>,
    pub(crate) link_lines: Vec<LinkLine>,
    pub(crate) track_rows: Vec<TrackRow>,
    pub(crate) pile_slots: Vec<PileSlots>,
    pub(crate) scene: Arc<Scene>,
    pictures: Vec<Picture>,
}

impl Layout {
    /// Builds a layout from the board alone. The same board always gives the same layout.
    pub fn automatic(legend: &Legend) -> Layout {
        Layout::from_file(automatic::full_layout(legend), legend)
    }

    pub(crate) fn from_file(layout_file: LayoutFile, legend: &Legend) -> Layout {
        let canvas = &layout_file.canvas;
        let mut places: Vec<PlacedSpace> = Vec::new();
        for placement in layout_file.spaces.iter().filter(|placement| placement.shown) {
            if let Some(space) = legend.spaces.iter().position(|space| space.id == placement.id) {
                places.push(PlacedSpace::new(placement, space, &layout_file, legend));
            }
        }
        let track_rows: Vec<TrackRow> =
            layout_file.tracks.iter().filter_map(|placement| TrackRow::new(placement, legend, canvas)).collect();
        let pile_slots: Vec<PileSlots> =
            layout_file.piles.iter().map(|placement| PileSlots::new(placement, legend, canvas)).collect();
        let link_lines = links::link_lines(&layout_file, legend, &places);
        let scene = Arc::new(draw::scene(&layout_file, legend, &places, &link_lines, &track_rows, &pile_slots));
        let picture = |file: &cardwright_content::layout_file::Picture| Picture {
            name: file.name().to_owned(),
            media_type: file.kind().media_type(),
            bytes: file.bytes.clone(),
        };
        let pictures = layout_file.pictures.iter().map(picture).collect();
        Layout { layout_file, legend: legend.clone(), places, link_lines, track_rows, pile_slots, scene, pictures }
    }

    /// Returns the part of the drawing that is the same for all views.
    pub fn scene(&self) -> Arc<Scene> {
        self.scene.clone()
    }

    /// The pictures that the scene refers to.
    pub fn pictures(&self) -> &[Picture] {
        &self.pictures
    }

    /// Writes the layout as the text of a `layout.toml`. The text of an automatic layout is a starting point for
    /// authors.
    pub fn to_toml(&self) -> String {
        crate::toml_writer::to_toml(&self.layout_file, &self.legend)
    }

    /// Counts flaws in the automatic layout of a board: lines between neighbours that cross each other or run below the
    /// box of another space.
    pub fn count_crossings(legend: &Legend) -> usize {
        automatic::count_crossings(legend)
    }
}
