//! The screen: a view drawn on a page. All that is known of the game is the view.

mod bar;
pub(crate) mod board;
pub(crate) mod brief;
pub(crate) mod cards;
pub(crate) mod changed;
mod columns;
pub(crate) mod course;
pub(crate) mod facts;
pub(crate) mod figures;
mod grid;
pub(crate) mod group;
pub(crate) mod history;
mod left_out;
pub(crate) mod look;
pub(crate) mod map;
pub(crate) mod paint;
pub(crate) mod panel;
mod pieces;
pub(crate) mod rows;
pub(crate) mod screen;
mod sectors;
mod settled;
pub(crate) mod thing;
mod tight;
pub(crate) mod tracks;

#[cfg(test)]
pub(crate) mod tests;

pub(crate) use look::Look;
pub(crate) use screen::{screen, settled_screen};
pub(crate) use settled::Settled;
