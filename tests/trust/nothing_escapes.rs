//! Promise: nothing escapes. Packs come from strangers. The engine refuses or stops a bad pack with a message, and the
//! pack has no effect outside its folder.
//!
//! The test runs the real command on the cases in `tests/bad-packs/` (see its README) and in
//! `nothing_escapes/generated.rs`, each in an empty folder with limits on time and memory. `sweep.rs` calls every host
//! function with values that no honest rule would give.
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

/// Reads all case files below a folder, in the order of their paths.
fn read_cases(folder: &Path, cases: &mut Vec<Case>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            read_cases(&path, cases);
        } else if path.extension().is_some_and(|e| e == "case") {
            cases.push(Case::read(&path));
        }
    }
}

/// Runs cases in parallel, starting with the slow ones. Returns the names and problems of those that fail.
fn run_cases(mut cases: Vec<Case>) -> Vec<String> {
    cases.sort_by_key(|c| !c.slow);
    let threads = cases.iter().filter(|c| c.slow).count() + 4;
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(problem) = case.run_in_sandbox() {
                        failures.lock().unwrap().push(format!("== {}\n{problem}", case.name));
                    }
                }
            });
        }
    });
    failures.into_inner().unwrap()
}

#[test]
fn every_bad_pack_ends_as_its_case_says() {
    let mut cases = Vec::new();
    read_cases(&common::root().join("tests/bad-packs"), &mut cases);
    assert!(cases.len() >= 80, "only {} cases", cases.len());
    let failures = run_cases(cases);
    assert!(failures.is_empty(), "{} cases failed\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn generated_bad_packs_end_as_they_should() {
    let failures = run_cases(generated::cases());
    assert!(failures.is_empty(), "{} cases failed\n{}", failures.len(), failures.join("\n"));
}
