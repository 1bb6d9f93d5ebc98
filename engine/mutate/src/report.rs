//! What became of the faults, and how it is told.

use crate::fault::Fault;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What became of a fault.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "fate")]
pub enum Fate {
    /// `check` finds something wrong.
    Checked {
        /// What.
        finding: String,
    },
    /// A rule test fails.
    Tested {
        /// Its file and line: the first that was tried, not the only one.
        test: String,
    },
    /// Nobody noticed.
    Survived,
    /// It changes nothing, as a list of the pack says; it was not planted.
    Equivalent {
        /// Why nothing comes of it.
        why: String,
    },
}

/// A fault and what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Mutant {
    /// The file.
    pub file: String,
    /// The line it begins on, from 1.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
    /// What kind of slip it is.
    pub kind: &'static str,
    /// What stood there, on one line.
    pub was: String,
    /// What stood there instead; nothing where something was left out.
    pub becomes: String,
    /// The line as written.
    pub text: String,
    /// What became of it.
    #[serde(flatten)]
    pub fate: Fate,
}

impl Mutant {
    pub(crate) fn of(fault: &Fault, fate: Fate) -> Mutant {
        let (line, column) = fault.place();
        Mutant {
            file: fault.file.shown(),
            line,
            column,
            kind: fault.kind,
            was: fault.was(),
            becomes: fault.now(),
            text: fault.line(),
            fate,
        }
    }
    /// Whether it was planted and somebody noticed; none if it was not planted.
    pub fn is_caught(&self) -> Option<bool> {
        match self.fate {
            Fate::Checked { .. } | Fate::Tested { .. } => Some(true),
            Fate::Survived => Some(false),
            Fate::Equivalent { .. } => None,
        }
    }
}

/// How many were caught of how many that were planted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Rate {
    /// Caught, by `check` or a test.
    pub caught: usize,
    /// Planted.
    pub planted: usize,
}

impl Rate {
    fn add(&mut self, caught: bool) {
        self.planted += 1;
        self.caught += usize::from(caught);
    }
    /// In tenths of a percent, rounded down.
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

/// What became of all of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The faults, in order of file and line.
    pub mutants: Vec<Mutant>,
    /// How many there are to draw from, equivalents apart.
    pub possible: usize,
    /// Of the lists of faults that change nothing, what fits no fault any more.
    pub stale: Vec<String>,
    /// Tests of the game that do not hold under the packs over it, and were not asked.
    pub left_out: Vec<String>,
}

impl Report {
    /// Of all that were planted.
    pub fn rate(&self) -> Rate {
        self.by(|_| "").remove("").unwrap_or_default()
    }
    /// By kind of slip.
    pub fn by_kind(&self) -> BTreeMap<String, Rate> {
        self.by(|mutant| mutant.kind)
    }
    /// By file.
    pub fn by_file(&self) -> BTreeMap<String, Rate> {
        self.by(|mutant| &mutant.file)
    }
    /// How many `check` caught, without a test.
    pub fn checked(&self) -> usize {
        self.mutants.iter().filter(|mutant| matches!(mutant.fate, Fate::Checked { .. })).count()
    }
    /// Those that nobody noticed.
    pub fn survivors(&self) -> impl Iterator<Item = &Mutant> {
        self.mutants.iter().filter(|mutant| mutant.fate == Fate::Survived)
    }
    /// How many stand on a list of faults that change nothing.
    pub fn equivalents(&self) -> usize {
        self.mutants.iter().filter(|mutant| mutant.is_caught().is_none()).count()
    }

    fn by<'r>(&'r self, name: impl Fn(&'r Mutant) -> &'r str) -> BTreeMap<String, Rate> {
        let mut out: BTreeMap<String, Rate> = BTreeMap::new();
        for mutant in &self.mutants {
            if let Some(caught) = mutant.is_caught() {
                out.entry(name(mutant).to_owned()).or_default().add(caught);
            }
        }
        out
    }
}

/// One fault with its place and its change, on two lines.
fn told(mutant: &Mutant) -> String {
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

/// The survivors, the rates and what is stale, for a terminal.
pub fn render(report: &Report) -> String {
    let mut out = String::new();
    for mutant in report.survivors() {
        let _ = writeln!(out, "{}", told(mutant));
    }
    let table = |out: &mut String, head: &str, rates: BTreeMap<String, Rate>| {
        let wide = rates.keys().map(|name| name.chars().count()).max().unwrap_or(0);
        let _ = writeln!(out, "\n{head}");
        for (name, rate) in rates {
            let _ = writeln!(out, "  {name:wide$}  {rate}");
        }
    };
    table(&mut out, "caught by kind of fault", report.by_kind());
    table(&mut out, "caught by file", report.by_file());
    for stale in &report.stale {
        let _ = writeln!(out, "\nno fault is like this one of the list any more: {stale}");
    }
    if let Some(first) = report.left_out.first() {
        let _ = writeln!(
            out,
            "\n{} of the game does not hold under these packs and is left out, {first} first",
            match report.left_out.len() {
                1 => "1 test".to_owned(),
                many => format!("each of {many} tests"),
            }
        );
    }
    let _ = write!(out, "\ncaught {}: {} by check alone", report.rate(), report.checked());
    let _ = writeln!(
        out,
        "; {} survived; {} of {} possible planted; {} that change nothing left out",
        report.survivors().count(),
        report.rate().planted,
        report.possible,
        report.equivalents()
    );
    out
}
