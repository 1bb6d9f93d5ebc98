//! What came out of a run, and how it is told.

use cardwright_content::clipped;
use serde::Serialize;
use std::fmt::Write as _;
use std::time::Duration;

/// The outcome of a run.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Report {
    /// What is wrong in the texts, by file and line. A test with a mistake is not played.
    pub mistakes: Vec<Mistake>,
    /// How many more there were than are kept.
    #[serde(skip)]
    pub more: usize,
    /// Every test, in order of file and line.
    pub tests: Vec<TestResult>,
}

/// Something wrong in the text of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Mistake {
    /// The file, as given.
    pub file: String,
    /// The line, from 1; 0 if it is about the file as a whole.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// How many characters are meant.
    pub length: usize,
    /// The line as written; of a long one what is near the place.
    pub text: String,
    /// How many of its characters come before that.
    #[serde(skip)]
    pub from: usize,
    /// What is wrong.
    pub message: String,
    /// What may have been meant.
    pub help: Option<String>,
}

impl Mistake {
    /// One of a file as a whole.
    pub(crate) fn whole(file: &str, message: String, help: Option<String>) -> Mistake {
        Mistake { file: file.to_owned(), line: 0, column: 0, length: 0, text: String::new(), from: 0, message, help }
    }
}

/// How one test went.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TestResult {
    /// The file, as given.
    pub file: String,
    /// The line of its title, from 1.
    pub line: usize,
    /// Its title.
    pub title: String,
    /// The rules, notes and examples it cites.
    pub cites: Vec<String>,
    /// How it went.
    pub outcome: Outcome,
    /// How long it took.
    pub duration: Duration,
}

/// Whether a test holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// It holds.
    Passed,
    /// It does not.
    Failed(Box<Failure>),
    /// Its text has mistakes: see [`Report::mistakes`].
    Mistaken,
}

/// Why a test failed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The line of the statement, from 1.
    pub line: usize,
    /// The statement as written.
    pub statement: String,
    /// Which variant, from 1, if there are several.
    pub variant: Option<usize>,
    /// Which seed, if there are several.
    pub seed: Option<u64>,
    /// What was expected and what was found, for each item that does not hold.
    pub mismatches: Vec<Mismatch>,
    /// What else there is to say, a line each.
    pub message: Vec<String>,
    /// The rows offered, if that matters.
    pub offered: Vec<String>,
    /// The position in notation, on one line.
    pub board: String,
}

/// An item that does not hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Mismatch {
    /// What was expected (of `only`: what was).
    pub expected: String,
    /// What was found (of `only`: what is).
    pub found: String,
    /// Whether it is a change that `only` rules out.
    pub changed: bool,
}

/// The most mistakes that are told.
pub(crate) const MISTAKES: usize = 500;

impl Report {
    /// Leaves out mistakes beyond those that anybody reads, and tells how many.
    pub(crate) fn cap_mistakes(&mut self) {
        let more = self.more + self.mistakes.len().saturating_sub(MISTAKES);
        self.mistakes.truncate(MISTAKES);
        if let Some(last) = self.mistakes.last().filter(|_| more > 0) {
            let message = format!("… and {more} more mistakes");
            let last = Mistake::whole(&last.file, message, None);
            self.mistakes.push(last);
        }
    }
    /// Whether everything holds.
    pub fn is_good(&self) -> bool {
        self.mistakes.is_empty() && self.tests.iter().all(|t| t.outcome == Outcome::Passed)
    }
    /// How many tests passed, and how many failed. Those whose text has mistakes did neither.
    pub fn counts(&self) -> (usize, usize) {
        let passed = self.tests.iter().filter(|t| t.outcome == Outcome::Passed).count();
        (passed, self.tests.len() - passed - self.not_played())
    }
    /// How many tests were not played, because of mistakes in the text.
    pub fn not_played(&self) -> usize {
        self.tests.iter().filter(|t| t.outcome == Outcome::Mistaken).count()
    }
}

/// The most rows a failure shows.
const ROWS: usize = 24;

struct Ink(bool);

impl Ink {
    fn put(&self, code: &str, text: &str) -> String {
        if self.0 { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
    fn bad(&self, text: &str) -> String {
        self.put("1;31", text)
    }
    fn good(&self, text: &str) -> String {
        self.put("32", text)
    }
    fn dim(&self, text: &str) -> String {
        self.put("2", text)
    }
}

/// The mistakes, the failures and the count, for a terminal.
pub fn render(report: &Report, color: bool) -> String {
    let ink = Ink(color);
    let mut out = String::new();
    for mistake in &report.mistakes {
        self::mistake(&mut out, mistake, &ink);
        out.push('\n');
    }
    for test in &report.tests {
        if let Outcome::Failed(why) = &test.outcome {
            failure(&mut out, test, why, &ink);
            out.push('\n');
        }
    }
    let (passed, failed) = report.counts();
    let mut counts = vec![ink.good(&format!("{passed} passed"))];
    if failed > 0 {
        counts.push(ink.bad(&format!("{failed} failed")));
    }
    if !report.mistakes.is_empty() {
        let n = report.mistakes.len();
        let s = |n: usize| if n == 1 { "" } else { "s" };
        let left_out = match report.not_played() {
            0 => String::new(),
            tests => format!(" ({tests} test{} not played)", s(tests)),
        };
        counts.push(ink.bad(&format!("{n} mistake{} in the text{left_out}", s(n))));
    }
    let _ = writeln!(out, "{}", counts.join(", "));
    out
}

fn mistake(out: &mut String, of: &Mistake, ink: &Ink) {
    if of.line == 0 {
        let _ = writeln!(out, "{}: {}", of.file, ink.bad(&of.message));
    } else {
        let _ = writeln!(out, "{}:{}:{}: {}", of.file, of.line, of.column, ink.bad(&of.message));
        let margin = of.line.to_string().len() + 2;
        let _ = writeln!(out, "  {} | {}", of.line, of.text);
        let blanks = " ".repeat(of.column.saturating_sub(1 + of.from));
        let _ = writeln!(out, "{:margin$} | {blanks}{}", "", ink.bad(&"^".repeat(of.length)));
    }
    if let Some(help) = &of.help {
        let _ = writeln!(out, "  help: {help}");
    }
}

fn failure(out: &mut String, test: &TestResult, why: &Failure, ink: &Ink) {
    let mut where_from = Vec::new();
    where_from.extend(why.variant.map(|v| format!("variant {v}")));
    where_from.extend(why.seed.map(|s| format!("seed {s}")));
    let where_from = if where_from.is_empty() { String::new() } else { format!(" ({})", where_from.join(", ")) };
    let _ = writeln!(out, "{}:{}: {}: {}{where_from}", test.file, why.line, test.title, ink.bad("failed"));
    let _ = writeln!(out, "  {} | {}", why.line, why.statement);
    let (was, is) = ("was", "is");
    for m in &why.mismatches {
        let (first, second) = if m.changed { (was, is) } else { ("expected", "found") };
        let _ = writeln!(out, "     {first:9} {}", ink.good(&m.expected));
        let _ = writeln!(out, "     {second:9} {}", ink.bad(&m.found));
    }
    for line in &why.message {
        let line = clipped(line);
        let _ = writeln!(out, "     {line}");
    }
    for (n, row) in why.offered.iter().enumerate() {
        if n == ROWS {
            let _ = writeln!(out, "               … and {} more", why.offered.len() - n);
            break;
        }
        let _ = writeln!(out, "     {:9} {row}", if n == 0 { "offered" } else { "" });
    }
    if !why.board.is_empty() {
        let _ = writeln!(out, "  {} {}", ink.dim("position"), why.board);
    }
}
