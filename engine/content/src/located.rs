//! Values that remember where in which file they stand.

use crate::diagnostic::Diagnostic;
use crate::source::SourceFile;
use std::ops::Range;
use std::sync::Arc;

/// A value with its place: a byte range of a file.
#[derive(Clone)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// The file it stands in.
    pub file: Arc<SourceFile>,
    /// Where in the file's text.
    pub span: Range<usize>,
}

impl<T> Located<T> {
    /// A problem of this place; add [`Diagnostic::label`] and [`Diagnostic::help`].
    pub fn error(&self, code: &str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(code, message).at(&self.file, self.span.clone())
    }
    /// Like [`Located::error`], but does not keep the content from loading.
    pub fn warning(&self, code: &str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::warning(code, message).at(&self.file, self.span.clone())
    }
    /// Another value at the same place.
    pub fn with<U>(&self, value: U) -> Located<U> {
        Located { value, file: self.file.clone(), span: self.span.clone() }
    }
    /// The place alone.
    pub fn place(&self) -> Located<()> {
        self.with(())
    }
    /// The line it begins on, from 1.
    pub fn line(&self) -> usize {
        self.file.line_column(self.span.start).0
    }
    /// `path:line`, with the pack before it where that is not the base.
    pub fn written(&self) -> String {
        format!("{}:{}", self.file.shown(), self.line())
    }
}

impl Located<String> {
    /// A part of a text as a place of its own: `inner` are bytes of the value. Where the file
    /// spells the text with escapes, it is the whole text's place.
    pub fn part(&self, inner: Range<usize>) -> Located<()> {
        let written = self.file.text.get(self.span.clone()).unwrap_or_default();
        let whole = self.place();
        match written.find(&self.value) {
            Some(offset) if inner.start <= inner.end && inner.end <= self.value.len() => {
                let start = self.span.start + offset;
                Located { span: start + inner.start..start + inner.end, ..whole }
            }
            _ => whole,
        }
    }
}

impl<T: std::fmt::Debug> std::fmt::Debug for Located<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} ({})", self.value, self.written())
    }
}

/// Two located values are alike if their values are, wherever they stand.
impl<T: PartialEq> PartialEq for Located<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

/// Keys with their values, in the order of the file.
pub type Table = Vec<(Located<String>, Located<Raw>)>;

/// A TOML value, every part with its place.
#[derive(Debug, Clone, PartialEq)]
pub enum Raw {
    /// A string.
    Text(String),
    /// A whole number.
    Number(i64),
    /// A number with a fraction: only drawings have a use for it.
    Fraction(f64),
    /// `true` or `false`.
    Truth(bool),
    /// What rules have no use for, by name: a date, a number past all bounds.
    Other(&'static str),
    /// A list.
    List(Vec<Located<Raw>>),
    /// A table.
    Table(Table),
}

impl Raw {
    /// What it is, as messages say it.
    pub fn word(&self) -> &'static str {
        match self {
            Raw::Text(_) => "text",
            Raw::Number(_) => "a number",
            Raw::Fraction(_) => "a fraction",
            Raw::Truth(_) => "a truth",
            Raw::Other(what) => what,
            Raw::List(_) => "a list",
            Raw::Table(_) => "a table",
        }
    }
    /// Looks a key up in a table.
    pub fn get(&self, key: &str) -> Option<&Located<Raw>> {
        let Raw::Table(table) = self else { return None };
        table.iter().find(|(k, _)| k.value == key).map(|(_, v)| v)
    }
}
