//! Draws the screen of the prompt: the view of a game on a page of the terminal. These modules read only the view, not
//! the game itself.

mod abbreviation;
mod bar;
pub(crate) mod board;
pub(crate) mod brevity;
pub(crate) mod cards;
pub(crate) mod changes;
mod columns;
pub(crate) mod draw_context;
pub(crate) mod facts;
pub(crate) mod figures;
mod grid;
pub(crate) mod group;
pub(crate) mod groups;
pub(crate) mod history;
pub(crate) mod map;
mod omitted;
pub(crate) mod paint;
pub(crate) mod panel;
mod pieces;
pub(crate) mod rows;
mod scene;
pub(crate) mod screen;
mod sectors;
mod stable_layout;
pub(crate) mod summary;
pub(crate) mod thing;
pub(crate) mod tracks;

#[cfg(test)]
pub(crate) mod tests;

pub(crate) use draw_context::DrawContext;
pub(crate) use groups::groups;
pub(crate) use screen::{header, screen, screen_with_layout};
pub(crate) use stable_layout::StableLayout;
