//! A fault: what is planted where, in words.

use cardwright_content::SourceFile;
use std::ops::Range;
use std::sync::Arc;

/// One fault: a text in place of another, in one file.
#[derive(Debug, Clone)]
pub(crate) struct Fault {
    pub(crate) file: Arc<SourceFile>,
    pub(crate) kind: &'static str,
    pub(crate) span: Range<usize>,
    pub(crate) becomes: String,
    /// The key it is a value of, in TOML.
    pub(crate) key: Option<String>,
}

impl Fault {
    /// The text with the fault in it.
    pub(crate) fn text(&self) -> String {
        let mut text = self.file.text.clone();
        text.replace_range(self.span.clone(), &self.becomes);
        text
    }
    /// What stood there, on one line.
    pub(crate) fn was(&self) -> String {
        one_line(self.file.text.get(self.span.clone()).unwrap_or_default())
    }
    /// What stands there, on one line.
    pub(crate) fn now(&self) -> String {
        one_line(&self.becomes)
    }
    /// The line it begins on, from 1, and its column in characters.
    pub(crate) fn place(&self) -> (usize, usize) {
        let text = self.file.text.get(self.span.clone()).unwrap_or_default();
        let blanks = text.len() - text.trim_start_matches([' ', '\t', '\r', '\n', ',']).len();
        self.file.line_column(self.span.start + if blanks < text.len() { blanks } else { 0 })
    }
    /// That line as written, without the blanks around it.
    pub(crate) fn line(&self) -> String {
        let (line, _) = self.place();
        self.file.text.lines().nth(line - 1).unwrap_or_default().trim().to_owned()
    }
}

/// Text with single blanks, on one line.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
