//! Mutation testing: faults planted on purpose in the scripts and tables of a game, one at a time and in memory, to see
//! whether `check` or a rule test notices. One that nobody notices shows where a test is missing.
//!
//! Deliberately absent: printing, files but for the list of faults that change nothing, and any game's name.

mod draw;
mod equivalents;
mod fault;
mod order;
mod plant;
mod report;
mod scripts;
mod tables;

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
use order::Order;
use std::time::Duration;
use thiserror::Error;

/// Which faults are planted.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Only in these files and folders of the packs; a file may name one line (`scripts/demo/a.luau:12`).
    pub under: Vec<String>,
    /// Not in these.
    pub except: Vec<String>,
    /// Only of these kinds.
    pub kinds: Vec<String>,
    /// What decides which are drawn.
    pub seed: u64,
    /// How many; none: all.
    pub count: Option<usize>,
}

/// Why no fault was planted.
#[derive(Debug, Error)]
pub enum Error {
    /// Something is wrong before any fault is planted.
    #[error("`check` finds problems already")]
    Unsound(Vec<Diagnostic>),
    /// A test fails before any fault is planted.
    #[error("the test at {0} does not hold as it is")]
    Fails(String),
    /// There are no tests.
    #[error("`{0}` has no rule tests")]
    NoTests(String),
    /// There is nothing to plant a fault in.
    #[error("there is nothing of `{game}` {where_}in which a fault could be planted")]
    Nothing {
        /// The game.
        game: String,
        /// Where it was looked for, if that was said.
        where_: String,
    },
    /// A list of faults that change nothing cannot be read.
    #[error("{}", .0.message)]
    Equivalents(Box<Diagnostic>),
}

/// Plants faults in a game one at a time, and tells what became of each.
///
/// # Errors
/// Why none was planted: the game must be without problems, and tests must hold: all, or those of the packs that lie over another.
pub fn run(
    library: &Library,
    game: &str,
    options: &Options,
    tell: &mut dyn FnMut(&Mutant, usize),
) -> Result<Report, Error> {
    let known = problems(library, game);
    if known.iter().any(|p| p.severity == cardwright_content::Severity::Error) {
        return Err(Error::Unsound(known));
    }
    let suite = Suite::of(library, game);
    if suite.is_empty() {
        return Err(Error::NoTests(game.to_owned()));
    }
    let (suite, durations, left_out) = held(suite, library)?;
    let named = |test: usize| name(&suite, test);
    let equivalents = Equivalents::of(library, game).map_err(Error::Equivalents)?;
    let mut order = Order::of(&suite, durations);
    let mut report = Report { left_out, ..Report::default() };
    let mut faults = Vec::new();
    for fault in plant::all(library, game) {
        match equivalents.why(&fault) {
            _ if !options.wants(&fault) => {}
            Some(why) => report.mutants.push(Mutant::of(&fault, Fate::Equivalent { why: why.to_owned() })),
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
        return Err(Error::Nothing { game: game.to_owned(), where_ });
    }
    let drawn = draw::draw(faults, options.seed, options.count);
    let planted = drawn.len();
    for fault in drawn {
        let mutated = library.with_text(&fault.file, &fault.text());
        let found = problems(&mutated, game);
        let fate = match found.iter().find(|p| known.iter().all(|k| k.message != p.message)) {
            Some(problem) => Fate::Checked { finding: problem.message.clone() },
            None => match suite.first_failure(&mutated, &order.on(&fault)) {
                Some(test) => {
                    order.noticed(&fault, test);
                    Fate::Tested { test: named(test) }
                }
                None => Fate::Survived,
            },
        };
        let mutant = Mutant::of(&fault, fate);
        tell(&mutant, planted);
        report.mutants.push(mutant);
    }
    report
        .mutants
        .sort_by(|a, b| (&a.file, a.line, a.column, &a.becomes).cmp(&(&b.file, b.line, b.column, &b.becomes)));
    Ok(report)
}

fn name(suite: &Suite, test: usize) -> String {
    suite.test(test).map(|t| format!("{}:{}", t.file, t.line)).unwrap_or_default()
}

/// The tests that hold as they are, how long each takes, and which do not hold. What a pack changes of a game breaks tests of that
/// game: these are left out. Those of the packs over it must hold.
fn held(mut suite: Suite, library: &Library) -> Result<(Suite, Vec<Duration>, Vec<String>), Error> {
    let durations = suite.durations(library);
    let failing: Vec<String> =
        durations.iter().enumerate().filter(|(_, took)| took.is_none()).map(|(test, _)| name(&suite, test)).collect();
    let over: Vec<String> = library.packs.iter().skip(1).map(|pack| format!("{}:", pack.id)).collect();
    let is_own = |test: &String| over.is_empty() || over.iter().any(|pack| test.starts_with(pack));
    if let Some(own) =
        failing.iter().find(|test| is_own(test)).or(failing.first().filter(|_| failing.len() == suite.len()))
    {
        return Err(Error::Fails(own.clone()));
    }
    suite.retain(|test| durations[test].is_some());
    Ok((suite, durations.into_iter().flatten().collect(), failing))
}

impl Options {
    fn wants(&self, fault: &Fault) -> bool {
        let lies = |place: &String| {
            let (place, line) = match place.rsplit_once(':') {
                Some((file, line)) => (file, line.parse::<usize>().ok()),
                None => (place.as_str(), None),
            };
            let place = place.trim_start_matches("./").trim_end_matches('/');
            let rest = fault.file.path.strip_prefix(place);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
                && line.is_none_or(|line| fault.place().0 == line)
        };
        (self.under.is_empty() || self.under.iter().any(lies))
            && !self.except.iter().any(lies)
            && (self.kinds.is_empty() || self.kinds.iter().any(|o| o == fault.kind))
    }
}

/// What `check` says of the game.
fn problems(library: &Library, game: &str) -> Vec<Diagnostic> {
    let mut all = Content::load(&library.packs, game).1;
    all.extend(check(library, game).problems);
    all
}
