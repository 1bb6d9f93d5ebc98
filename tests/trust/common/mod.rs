//! What the tests of Cardwright's promises share: the packs, and how long to run.
//!
//! Each promise of `docs/trust.md` has one file here. Plain `cargo test` tries each promise on a small, fixed number of
//! games. With `CARDWRIGHT_TRUST_SECONDS=60` every such loop runs for that long, with new seeds. A failure names its
//! seed, which reproduces it without the variable.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used, clippy::expect_used, missing_docs)]

use cardwright_content::{PackSource, render};
use cardwright_table::Library;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The repository's root: the base pack.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The base pack and further packs, by their folders under the root.
pub fn library(packs: &[&str]) -> Library {
    let mut sources = vec![PackSource::Folder(root())];
    sources.extend(packs.iter().map(|p| PackSource::Folder(root().join(p))));
    Library::open(sources).unwrap_or_else(|e| panic!("{}", render(&e, false)))
}

/// The published games and the engine's demo game.
pub fn everything() -> Library {
    library(&["tests/packs/demo"])
}

/// The folder of the demo pack, to be copied.
pub fn demo() -> PathBuf {
    root().join("tests/packs/demo")
}

/// Copies a folder with all that is in it.
pub fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy_folder(&from, &to);
        } else {
            std::fs::copy(&from, &to).unwrap();
        }
    }
}

/// How long `CARDWRIGHT_TRUST_SECONDS` asks each loop to run; nothing in plain `cargo test`.
pub fn seconds() -> Option<Duration> {
    let text = std::env::var("CARDWRIGHT_TRUST_SECONDS").ok()?;
    Some(Duration::from_secs(text.parse().expect("CARDWRIGHT_TRUST_SECONDS is a number of seconds")))
}

/// Seeds to try: `0..least`, then more for as long as [`seconds`] says.
pub fn seeds(least: u64) -> impl Iterator<Item = u64> {
    let until = seconds().map(|s| Instant::now() + s);
    (0..).take_while(move |n| *n < least || until.is_some_and(|u| Instant::now() < u))
}
