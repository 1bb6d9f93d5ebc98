//! `layouts/<game>/layout.toml`: where a game's places lie and how they look, read and checked against its board.
//!
//! It is no part of the content: no hash knows it, and no mistake in it keeps a game from being played. What of it is
//! geometry (what lies off the canvas, or over something else) is for whoever draws it.

pub(crate) mod forms;
mod layers;
mod looks;
mod names;
pub(crate) mod picture;
mod points;
mod read;

pub use looks::*;
pub use picture::{Picture, PictureKind};

use crate::content::Content;
use crate::diagnostic::{Diagnostic, Severity};
use crate::pack::Pack;
use crate::problems::Problems;
use layers::Layers;
use names::Names;

impl Sketch {
    /// What packs say of the layout of a game, laid over each other; none where they say nothing, or where one of the
    /// problems is an error. `figures` are those that the game's scripts work out; where they do not load, nobody knows.
    pub fn read(packs: &[Pack], content: &Content, figures: Option<&[String]>) -> (Option<Sketch>, Vec<Diagnostic>) {
        let problems = Problems::default();
        let layers = Layers::gather(packs, &content.game, &problems);
        let sketch =
            layers.map(|layers| read::read(&layers, packs, Names::new(content, figures, &problems), &problems));
        let problems = problems.into_sorted();
        let is_sound = problems.iter().all(|problem| problem.severity != Severity::Error);
        (sketch.filter(|_| is_sound), problems)
    }
}
