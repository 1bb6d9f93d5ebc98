//! The order in which tests run against a fault, to find a failing test early. Tests that caught faults of the same
//! file and tests that have words in common with the code near the fault come first. Of equal tests, the fastest comes
//! first. The order does not change whether a fault survives.

use crate::fault::Fault;
use cardwright_ruletest::Suite;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// The data that decides the order of tests.
pub(crate) struct TestOrder {
    /// The words of each test, by its number.
    words: Vec<BTreeSet<String>>,
    /// The number of tests that contain a word.
    tests_with_word: BTreeMap<String, usize>,
    /// The duration of each test, by its number.
    durations: Vec<Duration>,
    /// For each file, how many of its faults each test caught.
    caught: BTreeMap<String, BTreeMap<usize, usize>>,
}

impl TestOrder {
    pub(crate) fn new(suite: &Suite, durations: Vec<Duration>) -> TestOrder {
        let words_of_test = |test: usize| {
            let lines = suite.test(test).map(|test| test.lines).unwrap_or_default();
            lines.iter().flat_map(|line| words(line)).collect::<BTreeSet<String>>()
        };
        let words: Vec<BTreeSet<String>> = (0..suite.len()).map(words_of_test).collect();
        let mut tests_with_word = BTreeMap::new();
        for word in words.iter().flatten() {
            *tests_with_word.entry(word.clone()).or_insert(0) += 1;
        }
        TestOrder { words, tests_with_word, durations, caught: BTreeMap::new() }
    }

    /// Returns the tests, the most likely to notice the fault first.
    pub(crate) fn for_fault(&self, fault: &Fault) -> Vec<usize> {
        let fault_words = words_near(fault);
        let caught = self.caught.get(&fault.file.path);
        // The score of a test: for each word in common with the fault, 10,000 points divided by the number of tests
        // with this word; and 1,000 points for each fault of the same file that the test caught.
        let score = |test: usize| -> usize {
            let common_words = fault_words.iter().filter(|word| self.words[test].contains(*word));
            let word_score: usize = common_words.map(|word| 10_000 / self.tests_with_word[word]).sum();
            word_score + 1_000 * caught.and_then(|counts| counts.get(&test)).copied().unwrap_or(0)
        };
        let mut scored: Vec<(usize, usize)> = (0..self.words.len()).map(|test| (score(test), test)).collect();
        scored.sort_by_key(|(score, test)| (std::cmp::Reverse(*score), self.durations[*test], *test));
        scored.into_iter().map(|(_, test)| test).collect()
    }

    /// Records that a test noticed a fault.
    pub(crate) fn record_catch(&mut self, fault: &Fault, test: usize) {
        *self.caught.entry(fault.file.path.clone()).or_default().entry(test).or_insert(0) += 1;
    }
}

/// Splits a text into words, in the spelling of ids.
fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    let parts = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'));
    parts.filter(|word| word.len() > 1).map(|word| word.to_lowercase().replace('_', "-"))
}

/// Collects the words of a fault's file name, of its line, and of the last `id` key above the fault.
fn words_near(fault: &Fault) -> BTreeSet<String> {
    let stem = fault.file.path.rsplit('/').next().and_then(|name| name.split('.').next()).unwrap_or_default();
    let (line, _) = fault.place();
    let lines_above = fault.file.text.lines().take(line).collect::<Vec<_>>();
    let id_line = lines_above.iter().rev().find(|text| text.starts_with("id ") || text.starts_with("id="));
    let mut out: BTreeSet<String> = words(stem).chain(words(&fault.line())).collect();
    out.extend(id_line.into_iter().flat_map(|text| words(text)).filter(|word| word != "id"));
    out
}
