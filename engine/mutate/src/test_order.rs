//! The order in which tests run against a fault, to find a failing test early: first tests that caught faults of the same
//! file, then tests that share words with the code near the fault, then fast tests. The order never changes the result.

use crate::fault::Fault;
use cardwright_ruletest::Suite;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

pub(crate) struct TestOrder {
    /// The words of each test, by its number.
    words: Vec<BTreeSet<String>>,
    /// The number of tests that contain a word.
    tests_with_word: BTreeMap<String, usize>,
    durations: Vec<Duration>,
    /// For each file, how many of its faults each test caught.
    caught: BTreeMap<String, BTreeMap<usize, usize>>,
}

impl TestOrder {
    pub(crate) fn new(suite: &Suite, durations: Vec<Duration>) -> TestOrder {
        let of_test = |test: usize| {
            let lines = suite.test(test).map(|test| test.lines).unwrap_or_default();
            lines.iter().flat_map(|line| words(line)).collect::<BTreeSet<String>>()
        };
        let words: Vec<BTreeSet<String>> = (0..suite.len()).map(of_test).collect();
        let mut tests_with_word = BTreeMap::new();
        for word in words.iter().flatten() {
            *tests_with_word.entry(word.clone()).or_insert(0) += 1;
        }
        TestOrder { words, tests_with_word, durations, caught: BTreeMap::new() }
    }

    /// The tests, the most likely to notice the fault first.
    pub(crate) fn for_fault(&self, fault: &Fault) -> Vec<usize> {
        let near = words_near(fault);
        let caught = self.caught.get(&fault.file.path);
        let score = |test: usize| -> usize {
            let shared_words: usize =
                near.iter().filter(|w| self.words[test].contains(*w)).map(|w| 10_000 / self.tests_with_word[w]).sum();
            shared_words + 1_000 * caught.and_then(|c| c.get(&test)).copied().unwrap_or(0)
        };
        let mut all: Vec<(usize, usize)> = (0..self.words.len()).map(|test| (score(test), test)).collect();
        all.sort_by_key(|(score, test)| (std::cmp::Reverse(*score), self.durations[*test], *test));
        all.into_iter().map(|(_, test)| test).collect()
    }

    /// Records that a test noticed a fault.
    pub(crate) fn record_catch(&mut self, fault: &Fault, test: usize) {
        *self.caught.entry(fault.file.path.clone()).or_default().entry(test).or_insert(0) += 1;
    }
}

/// The words of a text, in the spelling of ids.
fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    let parts = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'));
    parts.filter(|word| word.len() > 1).map(|word| word.to_lowercase().replace('_', "-"))
}

/// The words near a fault: its file name, its line, and the last `id` above it.
fn words_near(fault: &Fault) -> BTreeSet<String> {
    let stem = fault.file.path.rsplit('/').next().and_then(|name| name.split('.').next()).unwrap_or_default();
    let (line, _) = fault.place();
    let above = fault.file.text.lines().take(line).collect::<Vec<_>>();
    let id = above.iter().rev().find(|text| text.starts_with("id ") || text.starts_with("id="));
    let mut out: BTreeSet<String> = words(stem).chain(words(&fault.line())).collect();
    out.extend(id.into_iter().flat_map(|text| words(text)).filter(|word| word != "id"));
    out
}
