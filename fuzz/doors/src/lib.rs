//! The doors through which strangers' bytes come in, each a function over bytes that panics if the engine
//! breaks a promise: `fuzz/fuzz_targets` hands them to libFuzzer, `tests/trust/doors.rs` runs them on stable.
//!
//! All play the engine's demo game. What a door refuses is fine; what it must never do is crash, hang,
//! grow, change something by refusing it, or tell of the same bytes two different things.
#![allow(clippy::expect_used)] // A panic is how a door tells what broke.

pub mod commands;
pub mod content;
mod demo;
pub mod layout;
pub mod notation;
pub mod records;
pub mod rule_tests;
pub mod script;

/// A function over bytes that panics if a promise is broken.
pub type Door = fn(&[u8]);

/// Every door, by the name of its corpus and fuzz target.
pub const DOORS: [(&str, Door); 7] = [
    ("commands", commands::open),
    ("content", content::open),
    ("layout", layout::open),
    ("notation", notation::open),
    ("records", records::open),
    ("rule_tests", rule_tests::open),
    ("script", script::open),
];
