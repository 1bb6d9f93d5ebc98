//! Packs come from strangers: whatever one contains, it is refused or stopped with a message and has no effect outside.
//!
//! The cases in `tests/bad-packs/` (see its README) and those of `nothing_escapes/generated.rs` are given to the real
//! command, each in an empty folder with limits on time and memory. The sweep calls every function of the host
//! API with values that no honest rule would give.
#![cfg(unix)]
#![allow(unreachable_pub, clippy::unwrap_used, clippy::expect_used)]
mod case;
mod generated;
mod sweep;

use crate::common;
use case::Case;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// All cases below a folder, by path.
fn written(folder: &Path, out: &mut Vec<Case>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            written(&path, out);
        } else if path.extension().is_some_and(|e| e == "case") {
            out.push(Case::read(&path));
        }
    }
}

/// Runs cases; those that wait for the clock run first and at the same time. Returns the failures by name.
fn failures(mut cases: Vec<Case>) -> Vec<String> {
    cases.sort_by_key(|c| !c.slow);
    let threads = cases.iter().filter(|c| c.slow).count() + 4;
    let (next, failed) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(why) = case.try_out() {
                        failed.lock().unwrap().push(format!("== {}\n{why}", case.name));
                    }
                }
            });
        }
    });
    failed.into_inner().unwrap()
}

#[test]
fn every_bad_pack_ends_as_its_case_says() {
    let mut cases = Vec::new();
    written(&common::root().join("tests/bad-packs"), &mut cases);
    assert!(cases.len() >= 80, "only {} cases", cases.len());
    let failed = failures(cases);
    assert!(failed.is_empty(), "{} cases failed\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn generated_bad_packs_end_as_they_should() {
    let failed = failures(generated::cases());
    assert!(failed.is_empty(), "{} cases failed\n{}", failed.len(), failed.join("\n"));
}
