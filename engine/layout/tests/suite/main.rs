//! Layouts of the games and of made-up boards, and the problems reported for wrong layouts.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod automatic;
mod common;
mod counters;
mod games;
mod layering;
mod links;
mod pictures;
