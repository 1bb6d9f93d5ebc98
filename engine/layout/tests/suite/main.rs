//! Layouts of the games and of made-up boards: what they come to, and what is told of those that are wrong.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod automatic;
mod common;
mod counters;
mod games;
mod layering;
mod links;
mod pictures;
