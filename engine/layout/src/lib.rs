//! Where a game's places lie and how they look: the map as a drawing, and what lies on it.
//!
//! A [`Layout`] comes of `layouts/<game>/layout.toml` of the packs, laid over each other, and is worked out from the
//! board where they say nothing. [`Layout::scene`] is what stays the same from view to view, [`Layout::counters`] what
//! a [`cardwright_view::View`] lays over it. Both are the same few kinds of [`Node`]: [`svg`] writes them as a text, a
//! browser draws the very same.
//!
//! Deliberately absent: pixels, fonts, what is legal, who looks (a view knows what it may show), and any game's name.

mod automatic;
mod check;
mod colour;
mod counters;
mod draw;
mod geometry;
mod laid;
mod layout;
mod letters;
mod links;
mod measure;
mod number;
mod place;
mod rows;
mod scene;
mod styles;
mod svg;
mod symbols;
mod write;

pub use laid::{Counter, Laid, Look};
pub use layout::{Layout, Picture};
pub use scene::{Anchor, Node, Of, Scene, Style};
pub use svg::svg;
