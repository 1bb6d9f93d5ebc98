//! The layout of a game: the map as a drawing, and the counters, markers and cards on it.
//!
//! A [`Layout`] merges the `layouts/<game>/layout.toml` files of the packs. The board supplies what these files leave
//! out. [`Layout::scene`] returns the part of the drawing that never changes. [`Layout::overlay_nodes`] returns what a
//! [`cardwright_view::View`] adds. Both consist of [`Node`]s. [`svg()`] writes nodes as SVG, and the browser draws the
//! same nodes.
//!
//! This crate knows nothing about pixels, fonts or legal moves, and names no game. It does not decide what a viewer may
//! see either, because a view contains nothing else.

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
