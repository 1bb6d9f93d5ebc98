//! The results of a mutation test, and their text for a terminal.

use crate::fault::Fault;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The result for one fault.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "fate")]
pub enum Fate {
    /// `check` reports a new problem.
    Checked {
        /// The message of that problem.
        finding: String,
    },
    /// A rule test fails.
    Tested {
        /// The file and line of the first test that failed. Other tests may fail too.
        test: String,
    },
    /// Neither `check` nor a test noticed the fault.
    Survived,
    /// The fault was not planted, because a pack lists it as a fault that changes nothing.
    Equivalent {
        /// The reason from the list.
        why: String,
    },
}

/// A fault and its result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Mutant {
    /// The file, as messages name it.
    pub file: String,
    /// The line where the fault begins, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The kind of fault: see [`crate::KINDS`].
    pub kind: &'static str,
    /// The original text, on one line.
    pub was: String,
    /// The replacement. Empty if the fault removes something.
    pub becomes: String,
    /// The text of the line without the fault.
    pub text: String,
    /// The result.
    #[serde(flatten)]
    pub fate: Fate,
}

impl Mutant {
    pub(crate) fn new(fault: &Fault, fate: Fate) -> Mutant {
        let (line, column) = fault.place();
        Mutant {
            file: fault.file.display_path(),
            line,
            column,
            kind: fault.kind,
            was: fault.was(),
            becomes: fault.replacement(),
            text: fault.line(),
            fate,
        }
    }
    /// Whether `check` or a test noticed the fault. `None` if it was not planted.
    pub fn is_caught(&self) -> Option<bool> {
        match self.fate {
            Fate::Checked { .. } | Fate::Tested { .. } => Some(true),
            Fate::Survived => Some(false),
            Fate::Equivalent { .. } => None,
        }
    }
}

/// How many of the planted faults were caught.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Rate {
    /// Faults caught by `check` or a test.
    pub caught: usize,
    /// Faults planted.
    pub planted: usize,
}

impl Rate {
    fn add(&mut self, caught: bool) {
        self.planted += 1;
        self.caught += usize::from(caught);
    }
    /// The rate in tenths of a percent, rounded down. `None` if nothing was planted.
    pub fn per_mille(self) -> Option<usize> {
        (self.caught * 1000).checked_div(self.planted)
    }
}

impl std::fmt::Display for Rate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.per_mille() {
            Some(rate) => write!(f, "{}.{} % ({} of {})", rate / 10, rate % 10, self.caught, self.planted),
            None => f.write_str("none planted"),
        }
    }
}

/// The results for all faults.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The faults, by file and line.
    pub mutants: Vec<Mutant>,
    /// The number of faults to draw from, without equivalent faults.
    pub possible: usize,
    /// Entries in the lists of equivalent faults that match no fault any more.
    pub stale: Vec<String>,
    /// The skipped tests: tests of the first pack that fail with the other packs.
    pub left_out: Vec<String>,
}

impl Report {
    /// The rate over all planted faults.
    pub fn rate(&self) -> Rate {
        self.rates_by(|_| "").remove("").unwrap_or_default()
    }
    /// The rate for each kind of fault.
    pub fn by_kind(&self) -> BTreeMap<String, Rate> {
        self.rates_by(|mutant| mutant.kind)
    }
    /// The rate for each file.
    pub fn by_file(&self) -> BTreeMap<String, Rate> {
        self.rates_by(|mutant| &mutant.file)
    }
    /// How many faults `check` caught without a test.
    pub fn caught_by_check(&self) -> usize {
        self.mutants.iter().filter(|mutant| matches!(mutant.fate, Fate::Checked { .. })).count()
    }
    /// The faults that neither `check` nor a test noticed.
    pub fn survivors(&self) -> impl Iterator<Item = &Mutant> {
        self.mutants.iter().filter(|mutant| mutant.fate == Fate::Survived)
    }
    /// How many faults were not planted because they are equivalent.
    pub fn equivalents(&self) -> usize {
        self.mutants.iter().filter(|mutant| mutant.is_caught().is_none()).count()
    }

    fn rates_by<'r>(&'r self, key: impl Fn(&'r Mutant) -> &'r str) -> BTreeMap<String, Rate> {
        let mut out: BTreeMap<String, Rate> = BTreeMap::new();
        for mutant in &self.mutants {
            if let Some(caught) = mutant.is_caught() {
                out.entry(key(mutant).to_owned()).or_default().add(caught);
            }
        }
        out
    }
}

/// Renders a fault with its place and its change, on two lines.
fn mutant_text(mutant: &Mutant) -> String {
    let becomes = if mutant.becomes.is_empty() { "left out" } else { mutant.becomes.as_str() };
    let change = match mutant.was.is_empty() || mutant.was == mutant.text {
        true => becomes.to_owned(),
        false => format!(
            "`{}` -> {}",
            mutant.was,
            if mutant.becomes.is_empty() { "left out".into() } else { format!("`{becomes}`") }
        ),
    };
    format!("{}:{}:{}: {}: {change}\n    {}", mutant.file, mutant.line, mutant.column, mutant.kind, mutant.text)
}

/// Renders the survivors, the rates and the stale entries as text for a terminal.
pub fn render(report: &Report) -> String {
    let mut out = String::new();
    for mutant in report.survivors() {
        let _ = writeln!(out, "{}", mutant_text(mutant));
    }
    let write_rates = |out: &mut String, heading: &str, rates: BTreeMap<String, Rate>| {
        let width = rates.keys().map(|name| name.chars().count()).max().unwrap_or(0);
        let _ = writeln!(out, "\n{heading}");
        for (name, rate) in rates {
            let _ = writeln!(out, "  {name:width$}  {rate}");
        }
    };
    write_rates(&mut out, "caught by kind of fault", report.by_kind());
    write_rates(&mut out, "caught by file", report.by_file());
    for stale in &report.stale {
        let _ = writeln!(out, "\nthis entry of the list of equivalents matches no fault any more: {stale}");
    }
    match &report.left_out[..] {
        [] => {}
        [test] => drop(writeln!(out, "\n1 test of the game fails with these packs and is skipped: {test}")),
        [first, ..] => {
            let count = report.left_out.len();
            let _ = writeln!(
                out,
                "\n{count} tests of the game fail with these packs and are skipped; the first is {first}"
            );
        }
    }
    let _ = write!(out, "\ncaught {}: {} by check alone", report.rate(), report.caught_by_check());
    let _ = writeln!(
        out,
        "; {} survived; {} of {} possible faults planted; {} listed as equivalent skipped",
        report.survivors().count(),
        report.rate().planted,
        report.possible,
        report.equivalents()
    );
    out
}
