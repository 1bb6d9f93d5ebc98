//! A fault: a text in one file and its replacement.

use cardwright_content::SourceFile;
use std::ops::Range;
use std::sync::Arc;

/// One fault that can be planted.
#[derive(Debug, Clone)]
pub(crate) struct Fault {
    pub(crate) file: Arc<SourceFile>,
    /// The kind of fault: see [`crate::KINDS`].
    pub(crate) kind: &'static str,
    /// The bytes of the original text in the file.
    pub(crate) span: Range<usize>,
    /// The replacement. Empty if the fault removes the text.
    pub(crate) becomes: String,
    /// In TOML, the key of the value.
    pub(crate) key: Option<String>,
}

impl Fault {
    /// The text of the file with the fault planted.
    pub(crate) fn mutated_text(&self) -> String {
        let mut text = self.file.text.clone();
        text.replace_range(self.span.clone(), &self.becomes);
        text
    }
    /// The original text, on one line.
    pub(crate) fn was(&self) -> String {
        one_line(self.file.text.get(self.span.clone()).unwrap_or_default())
    }
    /// The replacement, on one line.
    pub(crate) fn replacement(&self) -> String {
        one_line(&self.becomes)
    }
    /// The line (from 1) and the column (in characters) where the original text begins, after leading blanks.
    pub(crate) fn place(&self) -> (usize, usize) {
        let text = self.file.text.get(self.span.clone()).unwrap_or_default();
        let blanks = text.len() - text.trim_start_matches([' ', '\t', '\r', '\n', ',']).len();
        self.file.line_column(self.span.start + if blanks < text.len() { blanks } else { 0 })
    }
    /// The text of the line where the fault begins, trimmed.
    pub(crate) fn line(&self) -> String {
        let (line, _) = self.place();
        self.file.text.lines().nth(line - 1).unwrap_or_default().trim().to_owned()
    }
}

/// A text on one line, with single blanks between words.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
