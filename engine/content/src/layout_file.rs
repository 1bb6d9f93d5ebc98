//! Reads `layouts/<game>/layout.toml`: where the spaces of a game are drawn and how things look.
//!
//! A layout is not part of the content: no hash includes it, and its errors do not prevent play. The layout crate
//! checks the geometry.

mod board_names;
mod layers;
mod model;
mod points;
mod reader;
pub(crate) mod schemas;

pub use crate::picture::{Picture, PictureKind};
pub use model::*;

use crate::content::Content;
use crate::diagnostic::{Diagnostic, Severity};
use crate::pack::Pack;
use crate::problems::Problems;
use board_names::BoardNames;
use layers::LayoutLayers;

impl LayoutFile {
    /// Reads the layered layout of a game. The layout is `None` if no pack has one, or if any diagnostic is an error.
    /// `figures` are the ids of the figures that the scripts define; `None` means that the scripts do not load.
    pub fn read(
        packs: &[Pack],
        content: &Content,
        figures: Option<&[String]>,
    ) -> (Option<LayoutFile>, Vec<Diagnostic>) {
        let problems = Problems::default();
        let layers = LayoutLayers::gather(packs, &content.game, &problems);
        let layout_file =
            layers.map(|layers| reader::read(&layers, packs, BoardNames::new(content, figures, &problems), &problems));
        let problems = problems.into_sorted();
        let is_valid = problems.iter().all(|problem| problem.severity != Severity::Error);
        (layout_file.filter(|_| is_valid), problems)
    }
}
