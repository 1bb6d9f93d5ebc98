//! The layout of a game: the map as a drawing, and the counters, markers and cards on it.
//!
//! A [`Layout`] merges the `layouts/<game>/layout.toml` files of the packs. The board supplies what they leave out.
//! [`Layout::scene`] is the part that never changes; [`Layout::overlay_nodes`] is what a [`cardwright_view::View`]
//! adds. Both consist of [`Node`]s. [`svg()`] writes them as SVG, and the browser draws the same nodes.
//!
//! This crate knows nothing about pixels, fonts, legal moves or viewers (a view contains only what may be shown), and
//! names no game.

mod automatic;
mod check;
mod colour;
mod counters;
mod draw;
mod geometry;
mod layout;
mod links;
mod number_format;
mod overlay;
mod placed_space;
mod readable_text;
mod scene;
mod styles;
mod svg;
mod symbols;
mod text_width;
mod toml_writer;
mod tracks_and_piles;

pub use layout::{Layout, Picture};
pub use overlay::{Counter, CounterAppearance, OverlayPart};
pub use scene::{Anchor, GroupKind, Node, Scene, Style};
pub use svg::svg;
