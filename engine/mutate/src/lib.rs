//! Mutation testing: plants faults in the scripts and TOML of a game, one at a time and in memory, and checks whether
//! `check` or a rule test notices. A fault that survives shows where a test is missing.
//!
//! This crate prints nothing and names no game. It reads no files except the lists of equivalent faults.

mod all_faults;
mod equivalents;
mod fault;
mod report;
mod sampling;
mod script_faults;
mod test_order;
mod toml_faults;

/// Every kind of fault.
pub const KINDS: [&str; 15] = [
    "arguments",
    "comparison",
    "constant",
    "default",
    "entry",
    "filter",
    "id",
    "logic",
    "member",
    "need",
    "number",
    "return",
    "statement",
    "sum",
    "truth",
];

pub use report::{Fate, Mutant, Rate, Report, render};

use cardwright_content::{Content, Diagnostic};
use cardwright_ruletest::Suite;
use cardwright_table::{Library, check};
use equivalents::Equivalents;
use fault::Fault;
use std::time::Duration;
use test_order::TestOrder;
use thiserror::Error;

/// Which faults to plant.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Plant faults only in these files and folders of the packs, or in one line of a file (`scripts/demo/a.luau:12`).
    pub under: Vec<String>,
    /// Plant no faults in these files and folders.
    pub except: Vec<String>,
    /// Plant only these kinds of faults: see [`KINDS`].
    pub kinds: Vec<String>,
    /// The seed of the random sample.
    pub seed: u64,
    /// The size of the sample. `None` plants all faults.
    pub count: Option<usize>,
}

/// Why no fault was planted.
#[derive(Debug, Error)]
pub enum Error {
    /// `check` finds problems in the game as it is.
    #[error("`check` finds problems before any fault is planted")]
    AlreadyBroken(Vec<Diagnostic>),
    /// A rule test fails in the game as it is.
    #[error("the test at {0} fails before any fault is planted")]
    FailingTest(String),
    /// The game has no rule tests.
    #[error("`{0}` has no rule tests")]
    NoTests(String),
    /// No fault matches the options.
    #[error("`{game}` has nothing {where_}to plant a fault in")]
    NothingToMutate {
        /// The game.
        game: String,
        /// The files and folders of the options as a phrase (`under scripts/demo `), or empty.
        where_: String,
    },
    /// A list of equivalent faults cannot be read.
    #[error("{}", .0.message)]
    Equivalents(Box<Diagnostic>),
}

/// Plants faults in a game one at a time and calls `progress` with each result and the size of the sample.
///
/// # Errors
/// `check` finds errors in the unchanged game, or one of its tests fails. If several packs are loaded, failing tests of
/// the first pack are no error.
pub fn run(
    library: &Library,
    game: &str,
    options: &Options,
    progress: &mut dyn FnMut(&Mutant, usize),
) -> Result<Report, Error> {
    let problems_before = check_problems(library, game);
    if problems_before.iter().any(|problem| problem.severity == cardwright_content::Severity::Error) {
        return Err(Error::AlreadyBroken(problems_before));
    }
    let suite = Suite::new(library, game);
    if suite.is_empty() {
        return Err(Error::NoTests(game.to_owned()));
    }
    let (suite, durations, skipped_tests) = passing_tests(suite, library)?;
    let name_of = |test: usize| test_name(&suite, test);
    let equivalents = Equivalents::load(library, game).map_err(Error::Equivalents)?;
    let mut order = TestOrder::new(&suite, durations);
    let mut report = Report { left_out: skipped_tests, ..Report::default() };
    let mut faults = Vec::new();
    for fault in all_faults::all_faults(library, game) {
        match equivalents.reason(&fault) {
            _ if !options.wants(&fault) => {}
            Some(why) => report.mutants.push(Mutant::new(&fault, Fate::Equivalent { why: why.to_owned() })),
            None => faults.push(fault),
        }
    }
    report.stale = equivalents.stale();
    report.possible = faults.len();
    if faults.is_empty() && report.mutants.is_empty() {
        let where_ = match options.under.is_empty() {
            true => String::new(),
            false => format!("under {} ", options.under.join(", ")),
        };
        return Err(Error::NothingToMutate { game: game.to_owned(), where_ });
    }
    let sample = sampling::sample(faults, options.seed, options.count);
    let planted = sample.len();
    for fault in sample {
        let mutated = library.with_text(&fault.file, &fault.mutated_text());
        let problems = check_problems(&mutated, game);
        let is_new = |problem: &&Diagnostic| problems_before.iter().all(|before| before.message != problem.message);
        let fate = match problems.iter().find(is_new) {
            Some(problem) => Fate::Checked { finding: problem.message.clone() },
            None => match suite.first_failure(&mutated, &order.for_fault(&fault)) {
                Some(test) => {
                    order.record_catch(&fault, test);
                    Fate::Tested { test: name_of(test) }
                }
                None => Fate::Survived,
            },
        };
        let mutant = Mutant::new(&fault, fate);
        progress(&mutant, planted);
        report.mutants.push(mutant);
    }
    report
        .mutants
        .sort_by(|a, b| (&a.file, a.line, a.column, &a.becomes).cmp(&(&b.file, b.line, b.column, &b.becomes)));
    Ok(report)
}

/// Names a test by its file and line.
fn test_name(suite: &Suite, test: usize) -> String {
    suite.test(test).map(|test| format!("{}:{}", test.file, test.line)).unwrap_or_default()
}

/// Runs the tests without a fault. Returns the tests that pass, their durations, and the names of the tests that fail.
/// A pack that changes a game may break tests of that game. So if several packs are loaded, only the tests of the later
/// packs must pass, and at least one test in all.
fn passing_tests(mut suite: Suite, library: &Library) -> Result<(Suite, Vec<Duration>, Vec<String>), Error> {
    let durations = suite.durations(library);
    let failing: Vec<String> = durations
        .iter()
        .enumerate()
        .filter(|(_, duration)| duration.is_none())
        .map(|(test, _)| test_name(&suite, test))
        .collect();
    let later_packs: Vec<String> = library.packs.iter().skip(1).map(|pack| format!("{}:", pack.id)).collect();
    let must_pass = |test: &String| later_packs.is_empty() || later_packs.iter().any(|pack| test.starts_with(pack));
    if let Some(test) =
        failing.iter().find(|test| must_pass(test)).or(failing.first().filter(|_| failing.len() == suite.len()))
    {
        return Err(Error::FailingTest(test.clone()));
    }
    suite.retain(|test| durations[test].is_some());
    Ok((suite, durations.into_iter().flatten().collect(), failing))
}

impl Options {
    fn wants(&self, fault: &Fault) -> bool {
        let is_in = |place: &String| {
            let (path, line) = match place.rsplit_once(':') {
                Some((file, line)) => (file, line.parse::<usize>().ok()),
                None => (place.as_str(), None),
            };
            let path = path.trim_start_matches("./").trim_end_matches('/');
            let rest = fault.file.path.strip_prefix(path);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
                && line.is_none_or(|line| fault.place().0 == line)
        };
        (self.under.is_empty() || self.under.iter().any(is_in))
            && !self.except.iter().any(is_in)
            && (self.kinds.is_empty() || self.kinds.iter().any(|kind| kind == fault.kind))
    }
}

/// Lists all problems that `check` finds in the game.
fn check_problems(library: &Library, game: &str) -> Vec<Diagnostic> {
    let mut problems = Content::load(&library.packs, game).1;
    problems.extend(check(library, game).problems);
    problems
}
