//! The functions behind the fuzz targets. Each takes arbitrary bytes and panics if the engine breaks a promise.
//!
//! `fuzz/fuzz_targets` passes these functions to libFuzzer, and `tests/trust/fuzz_targets.rs` runs them on stable Rust.
//! All use the engine's demo game. The engine may refuse any input. It must not crash, hang, use much memory, change
//! anything by refusing, or give two different results for the same bytes.
#![allow(clippy::expect_used)] // A failed target reports by a panic.

pub mod commands;
pub mod content;
mod demo;
pub mod layout;
pub mod notation;
pub mod packs;
pub mod records;
pub mod rule_tests;
pub mod script;

/// A function over bytes that panics if the engine breaks a promise.
pub type Target = fn(&[u8]);

/// Every target, by the name of its corpus.
pub const TARGETS: [(&str, Target); 8] = [
    ("commands", commands::run),
    ("content", content::run),
    ("layout", layout::run),
    ("notation", notation::run),
    ("packs", packs::run),
    ("records", records::run),
    ("rule_tests", rule_tests::run),
    ("script", script::run),
];
