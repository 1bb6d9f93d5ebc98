//! The tests of one game, parsed once and run against many versions of its content. Mutation testing uses a suite to
//! find the first test that notices a fault.

use crate::files::{self, TestFile};
use crate::play;
use crate::programs::Programs;
use crate::resolve::{self, ResolveCache};
use cardwright_table::Library;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// All rule tests of a game.
#[derive(Debug)]
pub struct Suite {
    game: String,
    files: Vec<TestFile>,
    /// For each test: the index of its file, and the index of the test in that file.
    tests: Vec<(usize, usize)>,
}

/// One test of a [`Suite`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SuiteTest<'s> {
    /// The test file, as messages name it.
    pub file: &'s str,
    /// The number of the text line with the title, from 1.
    pub line: usize,
    /// The title, without citations.
    pub title: &'s str,
    /// The text lines of the test, with the title first.
    pub lines: &'s [String],
}

impl Suite {
    /// Collects all tests that the packs have for a game.
    pub fn new(library: &Library, game: &str) -> Suite {
        let files = files::collect_files(library, &[], Some(game));
        let tests_of_file =
            |(index, file): (usize, &TestFile)| (0..file.text.tests.len()).map(move |test| (index, test));
        let tests = files.iter().enumerate().flat_map(tests_of_file).collect();
        Suite { game: game.to_owned(), files, tests }
    }

    /// The number of tests.
    pub fn len(&self) -> usize {
        self.tests.len()
    }

    /// Whether the suite has no test.
    pub fn is_empty(&self) -> bool {
        self.tests.is_empty()
    }

    /// The test with this number, counted from 0.
    pub fn test(&self, number: usize) -> Option<SuiteTest<'_>> {
        let (file, test) = *self.tests.get(number)?;
        let file = &self.files[file];
        let test = &file.text.tests[test];
        let lines = file.text.lines.get(test.line.saturating_sub(1)..test.last_line).unwrap_or_default();
        Some(SuiteTest { file: &file.display_name, line: test.line, title: &test.title, lines })
    }

    /// Runs the tests in this order, with the library's content. Returns the number of the first test that does not
    /// pass. A test with mistakes does not pass. If the content does not load, the first test does not pass.
    pub fn first_failure(&self, library: &Library, order: &[usize]) -> Option<usize> {
        self.run_in_order(library, order, |_, _| {})
    }

    /// Runs all tests and returns how long each takes, by number. `None` for a test that does not pass.
    pub fn durations(&self, library: &Library) -> Vec<Option<Duration>> {
        let mut out = vec![None; self.len()];
        let mut remaining: Vec<usize> = (0..self.len()).collect();
        while let Some(failed) = self.run_in_order(library, &remaining, |number, duration| out[number] = Some(duration))
        {
            remaining.retain(|number| *number > failed);
        }
        out
    }

    /// Keeps only the tests for which `is_kept` returns true, and renumbers them.
    pub fn retain(&mut self, is_kept: impl Fn(usize) -> bool) {
        let kept = self.tests.iter().enumerate().filter(|(number, _)| is_kept(*number)).map(|(_, test)| *test);
        self.tests = kept.collect();
    }

    fn run_in_order(
        &self,
        library: &Library,
        order: &[usize],
        mut on_passed: impl FnMut(usize, Duration),
    ) -> Option<usize> {
        let mut programs = Programs::new(library);
        let mut caches: BTreeMap<usize, ResolveCache<'_>> = BTreeMap::new();
        for number in order {
            let (file_index, test) = *self.tests.get(*number)?;
            let file = &self.files[file_index];
            let started = Instant::now();
            if !file.text.mistakes.is_empty() || programs.game(&self.game).is_err() {
                return Some(*number);
            }
            let cache = caches.entry(file_index).or_insert_with(|| ResolveCache::new(&file.text));
            // Look up the names in the test, then play it.
            match resolve::resolve(&mut programs, &self.game, cache, &file.text.tests[test]) {
                Ok(prepared) if play::play(&prepared).is_ok() => on_passed(*number, started.elapsed()),
                _ => return Some(*number),
            }
        }
        None
    }
}
