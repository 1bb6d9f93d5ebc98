//! In which order tests are tried on a fault: first those that caught others of the same file, then those that speak of
//! what stands near it, the quick before the slow. It saves time and decides nothing.

use crate::fault::Fault;
use cardwright_ruletest::Suite;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

pub(crate) struct Order {
    /// The words of each test.
    words: Vec<BTreeSet<String>>,
    /// In how many tests a word stands.
    common: BTreeMap<String, usize>,
    durations: Vec<Duration>,
    /// How often each test caught a fault of a file.
    caught: BTreeMap<String, BTreeMap<usize, usize>>,
}

impl Order {
    pub(crate) fn of(suite: &Suite, durations: Vec<Duration>) -> Order {
        let of_test = |test: usize| {
            let lines = suite.test(test).map(|test| test.lines).unwrap_or_default();
            lines.iter().flat_map(|line| words(line)).collect::<BTreeSet<String>>()
        };
        let words: Vec<BTreeSet<String>> = (0..suite.len()).map(of_test).collect();
        let mut common = BTreeMap::new();
        for word in words.iter().flatten() {
            *common.entry(word.clone()).or_insert(0) += 1;
        }
        Order { words, common, durations, caught: BTreeMap::new() }
    }

    /// The tests, the likeliest to notice first.
    pub(crate) fn on(&self, fault: &Fault) -> Vec<usize> {
        let near = near(fault);
        let caught = self.caught.get(&fault.file.path);
        let score = |test: usize| -> usize {
            let told: usize =
                near.iter().filter(|w| self.words[test].contains(*w)).map(|w| 10_000 / self.common[w]).sum();
            told + 1_000 * caught.and_then(|c| c.get(&test)).copied().unwrap_or(0)
        };
        let mut all: Vec<(usize, usize)> = (0..self.words.len()).map(|test| (score(test), test)).collect();
        all.sort_by_key(|(score, test)| (std::cmp::Reverse(*score), self.durations[*test], *test));
        all.into_iter().map(|(_, test)| test).collect()
    }

    /// Remembers which test noticed.
    pub(crate) fn noticed(&mut self, fault: &Fault, test: usize) {
        *self.caught.entry(fault.file.path.clone()).or_default().entry(test).or_insert(0) += 1;
    }
}

/// The words of a text, as ids are written.
fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    let parts = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'));
    parts.filter(|word| word.len() > 1).map(|word| word.to_lowercase().replace('_', "-"))
}

/// What a fault is near to: the name of its file, what its line says, the last `id` above it.
fn near(fault: &Fault) -> BTreeSet<String> {
    let stem = fault.file.path.rsplit('/').next().and_then(|name| name.split('.').next()).unwrap_or_default();
    let (line, _) = fault.place();
    let above = fault.file.text.lines().take(line).collect::<Vec<_>>();
    let id = above.iter().rev().find(|text| text.starts_with("id ") || text.starts_with("id="));
    let mut out: BTreeSet<String> = words(stem).chain(words(&fault.line())).collect();
    out.extend(id.into_iter().flat_map(|text| words(text)).filter(|word| word != "id"));
    out
}
