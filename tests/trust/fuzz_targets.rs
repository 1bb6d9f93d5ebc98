//! Runs the fuzz targets of `fuzz/targets` on stable Rust with the stored inputs (corpus and findings) and mutations of
//! them.
//!
//! libFuzzer runs the same targets: see `fuzz/README.md`.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::common;
use cardwright_bots::RandomBot;
use cardwright_fuzz_targets::{TARGETS, Target};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The most time that an input may take in a development build.
const MAX_TIME: Duration = Duration::from_secs(10);
/// The most bytes of a mutated input, which is libFuzzer's default.
const MAX_BYTES: usize = 4096;

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).into_iter().flatten().map(|e| e.unwrap().path()).collect();
    paths.sort();
    paths
}

/// Returns the files of a target's corpus and findings.
fn stored_inputs(target: &str) -> Vec<PathBuf> {
    ["corpus", "findings"]
        .iter()
        .flat_map(|folder| files(&common::root().join("fuzz").join(folder).join(target)))
        .collect()
}

/// Returns the tokens in the dictionary of a target. Each line of the file is a quoted string, as libFuzzer expects.
fn tokens(target: &str) -> Vec<Vec<u8>> {
    let text = std::fs::read_to_string(common::root().join("fuzz/dict").join(format!("{target}.dict"))).unwrap();
    let quoted = text.lines().filter_map(|l| l.strip_prefix('"')?.strip_suffix('"'));
    quoted.map(unescape).collect()
}

fn unescape(text: &str) -> Vec<u8> {
    let (mut unescaped_bytes, mut bytes) = (Vec::new(), text.bytes());
    while let Some(byte) = bytes.next() {
        unescaped_bytes.push(match (byte, if byte == b'\\' { bytes.next() } else { None }) {
            (_, Some(b'x')) => {
                let digits = [bytes.next().unwrap(), bytes.next().unwrap()];
                u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap()
            }
            (_, Some(escaped)) => escaped,
            (plain, None) => plain,
        });
    }
    unescaped_bytes
}

/// Runs a target on an input. Saves a failing input to `target/fuzz-failures`.
#[track_caller]
fn run_target(name: &str, target: Target, bytes: &[u8], input_name: &str) {
    let start = Instant::now();
    let result = catch_unwind(AssertUnwindSafe(|| target(bytes)));
    if result.is_ok() && start.elapsed() < MAX_TIME {
        return;
    }
    let folder = common::root().join("target/fuzz-failures").join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join(input_name.replace(['/', ' '], "-"));
    std::fs::write(&file, bytes).unwrap();
    let problem = if result.is_ok() { "takes too long" } else { "fails (see above)" };
    panic!(
        "target `{name}`: {input_name} {problem}. The input is in {}. Move it to fuzz/findings/{name}.",
        file.display()
    );
}

fn run_stored_inputs(name: &str) {
    let (_, target) = TARGETS.iter().find(|(n, _)| *n == name).unwrap();
    let inputs = stored_inputs(name);
    assert!(inputs.len() >= 5, "`{name}` has fewer than 5 stored inputs");
    for file in inputs {
        let bytes = std::fs::read(&file).unwrap();
        run_target(name, *target, &bytes, &file.file_name().unwrap().to_string_lossy());
    }
}

#[test]
fn stored_inputs_of_commands_pass() {
    run_stored_inputs("commands");
}
#[test]
fn stored_inputs_of_content_pass() {
    run_stored_inputs("content");
}
#[test]
fn stored_inputs_of_layouts_pass() {
    run_stored_inputs("layout");
}
#[test]
fn stored_inputs_of_notation_pass() {
    run_stored_inputs("notation");
}
#[test]
fn stored_inputs_of_records_pass() {
    run_stored_inputs("records");
}
#[test]
fn stored_inputs_of_rule_tests_pass() {
    run_stored_inputs("rule_tests");
}
#[test]
fn stored_inputs_of_scripts_pass() {
    run_stored_inputs("script");
}

/// Mutates an input once: removes, copies or replaces bytes, words or lines, or inserts tokens or parts of `other`.
fn mutate(bytes: &mut Vec<u8>, other: &[u8], tokens: &[Vec<u8>], rng: &mut RandomBot) {
    let part = |text: &[u8], rng: &mut RandomBot| {
        let from = rng.pick(text.len() + 1);
        from..from + rng.pick((text.len() - from).min(40) + 1)
    };
    let word = |text: &[u8], rng: &mut RandomBot| {
        let at = rng.pick(text.len() + 1);
        let in_word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'-';
        let start = text[..at].iter().rposition(|b| !in_word(b)).map_or(0, |i| i + 1);
        start..text[at..].iter().position(|b| !in_word(b)).map_or(text.len(), |i| at + i)
    };
    let line = |text: &[u8], rng: &mut RandomBot| {
        let at = rng.pick(text.len() + 1);
        let start = text[..at].iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
        start..text[at..].iter().position(|b| *b == b'\n').map_or(text.len(), |i| at + i + 1)
    };
    let token = |rng: &mut RandomBot| tokens.get(rng.pick(tokens.len())).cloned().unwrap_or_default();
    match rng.pick(9) {
        0 if !bytes.is_empty() => {
            let at = rng.pick(bytes.len());
            bytes[at] ^= 1 << rng.pick(8);
        }
        1 => drop(bytes.drain(part(bytes, rng))),
        2 => drop(bytes.drain(line(bytes, rng))),
        3 => {
            let (copied, at) = (line(bytes, rng), rng.pick(bytes.len() + 1));
            let copy = bytes[copied].to_vec();
            bytes.splice(at..at, copy);
        }
        4 => {
            let (from, at) = (line(other, rng), line(bytes, rng).start);
            bytes.splice(at..at, other[from].to_vec());
        }
        5 => {
            let (from, to) = (word(other, rng), word(bytes, rng));
            bytes.splice(to, other[from].to_vec());
        }
        6 => {
            let at = rng.pick(bytes.len() + 1);
            bytes.splice(at..at, token(rng));
        }
        _ => {
            let to = word(bytes, rng);
            bytes.splice(to, token(rng));
        }
    }
    bytes.truncate(MAX_BYTES);
}

#[test]
fn mutations_of_stored_inputs_pass() {
    let targets: Vec<_> = TARGETS
        .iter()
        .map(|(name, target)| {
            let inputs: Vec<Vec<u8>> = stored_inputs(name).iter().map(|f| std::fs::read(f).unwrap()).collect();
            (*name, *target, inputs, tokens(name))
        })
        .collect();
    for seed in common::seeds(600) {
        let (name, target, inputs, tokens) = &targets[seed as usize % targets.len()];
        let mut rng = RandomBot::new(seed);
        let mut bytes = inputs[rng.pick(inputs.len())].clone();
        let other = &inputs[rng.pick(inputs.len())];
        for _ in 0..=rng.pick(5) {
            mutate(&mut bytes, other, tokens, &mut rng);
        }
        run_target(name, *target, &bytes, &format!("seed {seed}"));
    }
}
