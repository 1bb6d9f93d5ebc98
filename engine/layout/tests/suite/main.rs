//! Tests of the layouts of the games and of made-up boards, and of the problems that wrong layouts give.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod automatic;
mod common;
mod counters;
mod games;
mod layering;
mod links;
mod pictures;
