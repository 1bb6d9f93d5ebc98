//! Shared helpers of the tests of Cardwright's promises: the packs, and how long to run.
//!
//! Each promise of `docs/trust.md` has one file here. Plain `cargo test` tests each promise on a small, fixed number of
//! games. With `CARDWRIGHT_TRUST_SECONDS=60` each loop over games runs for 60 seconds, with new seeds. A failure names
//! its seed.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used, clippy::expect_used, missing_docs)]

use cardwright_content::{PackSource, render};
use cardwright_table::Library;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Returns the repository's root, which is the base pack.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Opens the base pack and further packs, given by their folders under the root.
pub fn library(packs: &[&str]) -> Library {
    let mut sources = vec![PackSource::Folder(root())];
    sources.extend(packs.iter().map(|p| PackSource::Folder(root().join(p))));
    Library::open(sources).unwrap_or_else(|e| panic!("{}", render(&e, false)))
}

/// Opens the published games and the demo game.
pub fn everything() -> Library {
    library(&["tests/packs/demo"])
}

/// Returns the folder of the demo pack.
pub fn demo() -> PathBuf {
    root().join("tests/packs/demo")
}

/// Copies a folder with its contents.
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

/// Returns how long each loop should run according to `CARDWRIGHT_TRUST_SECONDS`, or `None` in plain `cargo test`.
pub fn seconds() -> Option<Duration> {
    let text = std::env::var("CARDWRIGHT_TRUST_SECONDS").ok()?;
    Some(Duration::from_secs(text.parse().expect("CARDWRIGHT_TRUST_SECONDS is a number of seconds")))
}

/// Returns the seeds `0..min_count`, and then more until the time of [`seconds`] is over.
pub fn seeds(min_count: u64) -> impl Iterator<Item = u64> {
    let end_time = seconds().map(|s| Instant::now() + s);
    (0..).take_while(move |n| *n < min_count || end_time.is_some_and(|u| Instant::now() < u))
}
