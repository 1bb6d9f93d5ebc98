//! The results of a run, and their text for a terminal.

use cardwright_content::truncated;
use serde::Serialize;
use std::fmt::Write as _;
use std::time::Duration;

/// The results of a run.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Report {
    /// Mistakes in the test files, by file and line. A test with a mistake is not played.
    pub mistakes: Vec<Mistake>,
    /// Deprecated words in the test files, which still work. They do not fail the run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Mistake>,
    /// How many mistakes the report leaves out.
    #[serde(skip)]
    pub omitted_mistakes: usize,
    /// Every selected test, by file and line.
    pub tests: Vec<TestResult>,
}

/// A mistake in the text of a test file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Mistake {
    /// The test file, as the caller gave it.
    pub file: String,
    /// The number of the text line, from 1. It is 0 for a mistake of the whole file.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The length of the marked text, in characters.
    pub length: usize,
    /// The text line as written. If the line is long, only the part near the mistake.
    pub text: String,
    /// How many characters of the text line come before `text`.
    #[serde(skip)]
    pub text_offset: usize,
    /// The mistake in one sentence.
    pub message: String,
    /// What to write instead, if known.
    pub help: Option<String>,
}

impl Mistake {
    /// Makes a mistake of the whole file.
    pub(crate) fn for_file(file: &str, message: String, help: Option<String>) -> Mistake {
        Mistake {
            file: file.to_owned(),
            line: 0,
            column: 0,
            length: 0,
            text: String::new(),
            text_offset: 0,
            message,
            help,
        }
    }
}

/// The result of one test.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TestResult {
    /// The test file, as the caller gave it.
    pub file: String,
    /// The number of the text line with the title, from 1.
    pub line: usize,
    /// The title, without citations.
    pub title: String,
    /// The rules, notes and examples that the title cites.
    pub cites: Vec<String>,
    /// Passed, failed or not played.
    pub outcome: Outcome,
    /// How long the test took. Zero if the test was not played.
    pub duration: Duration,
}

/// The outcome of one test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The test passed.
    Passed,
    /// The test failed.
    Failed(Box<Failure>),
    /// Not played: its text has mistakes, see [`Report::mistakes`].
    Mistaken,
}

/// Why a test failed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The number of the text line with the statement, from 1.
    pub line: usize,
    /// The statement as written.
    pub statement: String,
    /// The variant, from 1, if the test has several.
    pub variant: Option<usize>,
    /// The seed, if the test has several.
    pub seed: Option<u64>,
    /// The items that do not hold.
    pub mismatches: Vec<Mismatch>,
    /// Further explanation, as text lines.
    pub message: Vec<String>,
    /// The offered rows, if they help.
    pub offered: Vec<String>,
    /// The position in notation on one line.
    pub board: String,
}

/// An item that does not hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Mismatch {
    /// The expected state. For `only`, the state after the set-up.
    pub expected: String,
    /// The state in the position. For `only`, the changed state.
    pub found: String,
    /// Whether this is a change that `only` forbids.
    pub changed: bool,
}

impl Mismatch {
    /// Returns a mismatch if the two texts differ.
    pub(crate) fn unless_equal(expected: String, found: String) -> Option<Mismatch> {
        (expected != found).then_some(Mismatch { expected, found, changed: false })
    }
}

/// The most mistakes in one report.
pub(crate) const MAX_MISTAKES: usize = 500;

impl Report {
    /// Keeps at most [`MAX_MISTAKES`] mistakes, and adds a mistake that says how many others there are.
    pub(crate) fn cap_mistakes(&mut self) {
        let omitted = self.omitted_mistakes + self.mistakes.len().saturating_sub(MAX_MISTAKES);
        self.mistakes.truncate(MAX_MISTAKES);
        if let Some(last) = self.mistakes.last().filter(|_| omitted > 0) {
            let message = format!("… and {omitted} more mistakes");
            let note = Mistake::for_file(&last.file, message, None);
            self.mistakes.push(note);
        }
    }
    /// Whether every test passed and there are no mistakes.
    pub fn is_good(&self) -> bool {
        self.mistakes.is_empty() && self.tests.iter().all(|t| t.outcome == Outcome::Passed)
    }
    /// How many tests passed and how many failed. Tests that were not played are in neither number.
    pub fn counts(&self) -> (usize, usize) {
        let passed = self.tests.iter().filter(|t| t.outcome == Outcome::Passed).count();
        (passed, self.tests.len() - passed - self.not_played())
    }
    /// How many tests were not played because their text has mistakes.
    pub fn not_played(&self) -> usize {
        self.tests.iter().filter(|t| t.outcome == Outcome::Mistaken).count()
    }
}

/// The most offered rows that a failure shows.
const MAX_ROWS: usize = 24;

/// Colours text for a terminal if the flag is true.
struct Colors(bool);

impl Colors {
    fn paint(&self, code: &str, text: &str) -> String {
        if self.0 { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
    fn bad(&self, text: &str) -> String {
        self.paint("1;31", text)
    }
    fn good(&self, text: &str) -> String {
        self.paint("32", text)
    }
    fn dim(&self, text: &str) -> String {
        self.paint("2", text)
    }
}

/// Writes the mistakes, the failures and the counts as text for a terminal.
pub fn render(report: &Report, color: bool) -> String {
    let colors = Colors(color);
    let mut out = String::new();
    for mistake in &report.mistakes {
        write_mistake(&mut out, mistake, &colors);
        out.push('\n');
    }
    for warning in &report.warnings {
        write_mistake(&mut out, warning, &colors);
        out.push('\n');
    }
    for test in &report.tests {
        if let Outcome::Failed(failure) = &test.outcome {
            write_failure(&mut out, test, failure, &colors);
            out.push('\n');
        }
    }
    let (passed, failed) = report.counts();
    let mut counts = vec![colors.good(&format!("{passed} passed"))];
    if failed > 0 {
        counts.push(colors.bad(&format!("{failed} failed")));
    }
    if !report.mistakes.is_empty() {
        let n = report.mistakes.len();
        let plural_ending = |n: usize| if n == 1 { "" } else { "s" };
        let not_played = match report.not_played() {
            0 => String::new(),
            tests => format!(" ({tests} test{} not played)", plural_ending(tests)),
        };
        counts.push(colors.bad(&format!("{n} mistake{} in the text{not_played}", plural_ending(n))));
    }
    let _ = writeln!(out, "{}", counts.join(", "));
    out
}

fn write_mistake(out: &mut String, mistake: &Mistake, colors: &Colors) {
    if mistake.line == 0 {
        let _ = writeln!(out, "{}: {}", mistake.file, colors.bad(&mistake.message));
    } else {
        let _ = writeln!(out, "{}:{}:{}: {}", mistake.file, mistake.line, mistake.column, colors.bad(&mistake.message));
        let margin = mistake.line.to_string().len() + 2;
        let _ = writeln!(out, "  {} | {}", mistake.line, mistake.text);
        let spaces = " ".repeat(mistake.column.saturating_sub(1 + mistake.text_offset));
        let _ = writeln!(out, "{:margin$} | {spaces}{}", "", colors.bad(&"^".repeat(mistake.length)));
    }
    if let Some(help) = &mistake.help {
        let _ = writeln!(out, "  help: {help}");
    }
}

fn write_failure(out: &mut String, test: &TestResult, failure: &Failure, colors: &Colors) {
    let mut context = Vec::new();
    context.extend(failure.variant.map(|v| format!("variant {v}")));
    context.extend(failure.seed.map(|s| format!("seed {s}")));
    let context = if context.is_empty() { String::new() } else { format!(" ({})", context.join(", ")) };
    let _ = writeln!(out, "{}:{}: {}: {}{context}", test.file, failure.line, test.title, colors.bad("failed"));
    let _ = writeln!(out, "  {} | {}", failure.line, failure.statement);
    let (was, is) = ("was", "is");
    for mismatch in &failure.mismatches {
        let (first_label, second_label) = if mismatch.changed { (was, is) } else { ("expected", "found") };
        let _ = writeln!(out, "     {first_label:9} {}", colors.good(&mismatch.expected));
        let _ = writeln!(out, "     {second_label:9} {}", colors.bad(&mismatch.found));
    }
    for line in &failure.message {
        let line = truncated(line);
        let _ = writeln!(out, "     {line}");
    }
    for (n, row) in failure.offered.iter().enumerate() {
        if n == MAX_ROWS {
            let _ = writeln!(out, "               … and {} more", failure.offered.len() - n);
            break;
        }
        let _ = writeln!(out, "     {:9} {row}", if n == 0 { "offered" } else { "" });
    }
    if !failure.board.is_empty() {
        let _ = writeln!(out, "  {} {}", colors.dim("position"), failure.board);
    }
}
