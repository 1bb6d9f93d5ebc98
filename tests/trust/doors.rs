//! Every door fuzzed: what strangers' bytes can reach neither crashes, hangs nor grows, and what is refused
//! changes nothing.
//!
//! The doors are functions over bytes in `fuzz/doors`; libFuzzer calls the same ones (`fuzz/README.md`).
//! Here, without it, run its kept corpus, every finding, and a share of mutations of both.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::common;
use cardwright_bots::RandomPlayer;
use cardwright_doors::{DOORS, Door};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// No input takes longer in a development build.
const LONGEST: Duration = Duration::from_secs(10);
/// No mutation makes an input longer than this many bytes, as with libFuzzer.
const LARGEST: usize = 4096;

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = std::fs::read_dir(folder).into_iter().flatten().map(|e| e.unwrap().path()).collect();
    all.sort();
    all
}

/// The inputs kept for a door: what libFuzzer found worth keeping, and what once broke something.
fn kept(door: &str) -> Vec<PathBuf> {
    ["corpus", "findings"].iter().flat_map(|of| files(&common::root().join("fuzz").join(of).join(door))).collect()
}

/// Tokens worth putting in, from the door's dictionary: one quoted string a line, as libFuzzer reads it.
fn tokens(door: &str) -> Vec<Vec<u8>> {
    let text = std::fs::read_to_string(common::root().join("fuzz/dict").join(format!("{door}.dict"))).unwrap();
    let quoted = text.lines().filter_map(|l| l.strip_prefix('"')?.strip_suffix('"'));
    quoted.map(unescaped).collect()
}

fn unescaped(text: &str) -> Vec<u8> {
    let (mut out, mut rest) = (Vec::new(), text.bytes());
    while let Some(byte) = rest.next() {
        out.push(match (byte, if byte == b'\\' { rest.next() } else { None }) {
            (_, Some(b'x')) => {
                let digits = [rest.next().unwrap(), rest.next().unwrap()];
                u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap()
            }
            (_, Some(escaped)) => escaped,
            (plain, None) => plain,
        });
    }
    out
}

/// Hands bytes to a door; an input that breaks it is kept under `target/doors`, to become a finding.
#[track_caller]
fn knock(name: &str, door: Door, bytes: &[u8], what: &str) {
    let began = Instant::now();
    let done = catch_unwind(AssertUnwindSafe(|| door(bytes)));
    if done.is_ok() && began.elapsed() < LONGEST {
        return;
    }
    let folder = common::root().join("target/doors").join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join(what.replace(['/', ' '], "-"));
    std::fs::write(&file, bytes).unwrap();
    let how = if done.is_ok() { "takes too long" } else { "breaks it (see above)" };
    panic!("door `{name}`: {what} {how}; the input is in {}: keep it in fuzz/findings/{name}", file.display());
}

fn all_kept(name: &str) {
    let (_, door) = DOORS.iter().find(|(n, _)| *n == name).unwrap();
    let inputs = kept(name);
    assert!(inputs.len() >= 5, "the corpus of `{name}` is there");
    for file in inputs {
        let bytes = std::fs::read(&file).unwrap();
        knock(name, *door, &bytes, &file.file_name().unwrap().to_string_lossy());
    }
}

#[test]
fn what_is_kept_of_typed_lines_passes() {
    all_kept("commands");
}
#[test]
fn what_is_kept_of_content_passes() {
    all_kept("content");
}
#[test]
fn what_is_kept_of_layouts_passes() {
    all_kept("layout");
}
#[test]
fn what_is_kept_of_notation_passes() {
    all_kept("notation");
}
#[test]
fn what_is_kept_of_records_passes() {
    all_kept("records");
}
#[test]
fn what_is_kept_of_rule_tests_passes() {
    all_kept("rule_tests");
}
#[test]
fn what_is_kept_of_scripts_passes() {
    all_kept("script");
}

/// One mutation: bytes, lines and words are cut, doubled, swapped, spliced from another input or replaced by tokens.
fn mutate(bytes: &mut Vec<u8>, other: &[u8], tokens: &[Vec<u8>], dice: &mut RandomPlayer) {
    let part = |of: &[u8], dice: &mut RandomPlayer| {
        let from = dice.pick(of.len() + 1);
        from..from + dice.pick((of.len() - from).min(40) + 1)
    };
    let word = |of: &[u8], dice: &mut RandomPlayer| {
        let at = dice.pick(of.len() + 1);
        let in_word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'-';
        let start = of[..at].iter().rposition(|b| !in_word(b)).map_or(0, |i| i + 1);
        start..of[at..].iter().position(|b| !in_word(b)).map_or(of.len(), |i| at + i)
    };
    let line = |of: &[u8], dice: &mut RandomPlayer| {
        let at = dice.pick(of.len() + 1);
        let start = of[..at].iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
        start..of[at..].iter().position(|b| *b == b'\n').map_or(of.len(), |i| at + i + 1)
    };
    let token = |dice: &mut RandomPlayer| tokens.get(dice.pick(tokens.len())).cloned().unwrap_or_default();
    match dice.pick(9) {
        0 if !bytes.is_empty() => {
            let at = dice.pick(bytes.len());
            bytes[at] ^= 1 << dice.pick(8);
        }
        1 => drop(bytes.drain(part(bytes, dice))),
        2 => drop(bytes.drain(line(bytes, dice))),
        3 => {
            let (twice, at) = (line(bytes, dice), dice.pick(bytes.len() + 1));
            let copy = bytes[twice].to_vec();
            bytes.splice(at..at, copy);
        }
        4 => {
            let (from, at) = (line(other, dice), line(bytes, dice).start);
            bytes.splice(at..at, other[from].to_vec());
        }
        5 => {
            let (from, to) = (word(other, dice), word(bytes, dice));
            bytes.splice(to, other[from].to_vec());
        }
        6 => {
            let at = dice.pick(bytes.len() + 1);
            bytes.splice(at..at, token(dice));
        }
        _ => {
            let to = word(bytes, dice);
            bytes.splice(to, token(dice));
        }
    }
    bytes.truncate(LARGEST);
}

#[test]
fn mutations_of_what_is_kept_pass() {
    let doors: Vec<_> = DOORS
        .iter()
        .map(|(name, door)| {
            let inputs: Vec<Vec<u8>> = kept(name).iter().map(|f| std::fs::read(f).unwrap()).collect();
            (*name, *door, inputs, tokens(name))
        })
        .collect();
    for seed in common::seeds(600) {
        let (name, door, inputs, tokens) = &doors[seed as usize % doors.len()];
        let mut dice = RandomPlayer::new(seed);
        let mut bytes = inputs[dice.pick(inputs.len())].clone();
        let other = &inputs[dice.pick(inputs.len())];
        for _ in 0..=dice.pick(5) {
            mutate(&mut bytes, other, tokens, &mut dice);
        }
        knock(name, *door, &bytes, &format!("seed {seed}"));
    }
}
