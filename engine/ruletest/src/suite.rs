//! The tests of a game, read once and played on one content after another, each in whatever order: whoever planted a
//! fault wants to know whether any test notices, and no more.

use crate::files::{self, TestFile};
use crate::play;
use crate::programs::Programs;
use crate::resolve::{self, Reading};
use cardwright_table::Library;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The rule tests of a game, as their files stand.
#[derive(Debug)]
pub struct Suite {
    game: String,
    files: Vec<TestFile>,
    /// Which test of which file each is.
    tests: Vec<(usize, usize)>,
}

/// One test of a [`Suite`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SuiteTest<'s> {
    /// The file, as given.
    pub file: &'s str,
    /// The line of its title, from 1.
    pub line: usize,
    /// Its title.
    pub title: &'s str,
    /// Its lines.
    pub lines: &'s [String],
}

impl Suite {
    /// All tests of a game that the packs have.
    pub fn of(library: &Library, game: &str) -> Suite {
        let files = files::gather(library, &[], Some(game));
        let of_file = |(at, file): (usize, &TestFile)| (0..file.text.tests.len()).map(move |test| (at, test));
        let tests = files.iter().enumerate().flat_map(of_file).collect();
        Suite { game: game.to_owned(), files, tests }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.tests.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.tests.is_empty()
    }

    /// One of them.
    pub fn test(&self, number: usize) -> Option<SuiteTest<'_>> {
        let (file, test) = *self.tests.get(number)?;
        let file = &self.files[file];
        let test = &file.text.tests[test];
        let lines = file.text.lines.get(test.line.saturating_sub(1)..test.last_line).unwrap_or_default();
        Some(SuiteTest { file: &file.shown, line: test.line, title: &test.title, lines })
    }

    /// The first test, in this order, that does not hold with the content of this library: one that fails, or that makes
    /// no sense there any more. What follows is not played. A content that does not load fails the first.
    pub fn first_failure(&self, library: &Library, order: &[usize]) -> Option<usize> {
        self.each(library, order, |_, _| {})
    }

    /// How long each test takes, by its number, with the content of this library; none of one that does not hold.
    pub fn durations(&self, library: &Library) -> Vec<Option<Duration>> {
        let mut out = vec![None; self.len()];
        let mut left: Vec<usize> = (0..self.len()).collect();
        while let Some(failed) = self.each(library, &left, |number, took| out[number] = Some(took)) {
            left.retain(|number| *number > failed);
        }
        out
    }

    /// The tests that `keeps` says, and no others; they are numbered anew.
    pub fn retain(&mut self, keeps: impl Fn(usize) -> bool) {
        let kept = self.tests.iter().enumerate().filter(|(number, _)| keeps(*number)).map(|(_, test)| *test);
        self.tests = kept.collect();
    }

    fn each(&self, library: &Library, order: &[usize], mut took: impl FnMut(usize, Duration)) -> Option<usize> {
        let mut programs = Programs::new(library);
        let mut readings: BTreeMap<usize, Reading<'_>> = BTreeMap::new();
        for number in order {
            let (at, test) = *self.tests.get(*number)?;
            let file = &self.files[at];
            let began = Instant::now();
            if !file.text.mistakes.is_empty() || programs.game(&self.game).is_err() {
                return Some(*number);
            }
            let reading = readings.entry(at).or_insert_with(|| Reading::of(&file.text));
            match resolve::resolve(&mut programs, &self.game, reading, &file.text.tests[test]) {
                Ok(play) if play::play(&play).is_ok() => took(*number, began.elapsed()),
                _ => return Some(*number),
            }
        }
        None
    }
}
