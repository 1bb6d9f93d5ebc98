//! Reads what a comparison found.

use crate::ReportError;
use crate::read::{ResultFile, cut};

/// The most lines of a comparison that are shown.
const MOST_LINES: usize = 500;

/// What a comparison of two sets of arguments found.
pub(crate) struct Comparison {
    pub(crate) a: String,
    pub(crate) b: String,
    pub(crate) command: String,
    pub(crate) lines: Vec<Line>,
}

/// The difference of one thing.
pub(crate) struct Line {
    pub(crate) name: String,
    /// Whether the numbers are shares, from 0 to 1.
    pub(crate) is_share: bool,
    /// The means of `a` and `b`, the difference, and the ends of its interval.
    pub(crate) numbers: [Option<f64>; 5],
    pub(crate) games: Option<f64>,
    pub(crate) is_decided: bool,
    pub(crate) note: String,
}

impl Comparison {
    /// Reads the rest of a file.
    pub(crate) fn read(file: &mut ResultFile) -> Result<Comparison, ReportError> {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let (a, b) = (text(&file.about.a), text(&file.about.b));
        let mut comparison = Comparison { a, b, command: file.about.command.clone(), lines: Vec::new() };
        while file.next_line()? {
            if comparison.lines.len() < MOST_LINES {
                comparison.lines.push(Line::read(file)?);
            }
        }
        Ok(comparison)
    }
}

impl Line {
    fn read(file: &ResultFile) -> Result<Line, ReportError> {
        let text = |name: &str| file.column(name).map(|column| file.cell(column));
        let mut numbers = [None; 5];
        for (number, name) in numbers.iter_mut().zip(["a", "b", "difference", "low", "high"]) {
            *number = file.number(file.column(name)?)?;
        }
        Ok(Line {
            name: cut(text("name")?, 100).to_owned(),
            is_share: matches!(text("kind")?, "share" | "card"),
            numbers,
            games: file.number(file.column("games")?)?,
            is_decided: text("decided")? == "true",
            note: cut(text("note").unwrap_or_default(), 300).to_owned(),
        })
    }
}
