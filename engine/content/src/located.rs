//! Values that know their place in a file.

use crate::diagnostic::Diagnostic;
use crate::source_file::SourceFile;
use std::ops::Range;
use std::sync::Arc;

/// A value with its place.
#[derive(Clone)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// The file that holds it.
    pub file: Arc<SourceFile>,
    /// The bytes of the file's text that spell it.
    pub span: Range<usize>,
}

impl<T> Located<T> {
    /// Creates an error at this place. The caller adds a [`Diagnostic::label`] and a [`Diagnostic::help`].
    pub fn error(&self, code: &str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(code, message).at(&self.file, self.span.clone())
    }
    /// Creates a warning at this place.
    pub fn warning(&self, code: &str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::warning(code, message).at(&self.file, self.span.clone())
    }
    /// Returns another value with the place of this one.
    pub fn with<U>(&self, value: U) -> Located<U> {
        Located { value, file: self.file.clone(), span: self.span.clone() }
    }
    /// Returns the place without the value.
    pub fn place(&self) -> Located<()> {
        self.with(())
    }
    /// Returns the line where the value begins, counted from 1.
    pub fn line(&self) -> usize {
        self.file.line_column(self.span.start).0
    }
    /// Returns the place as `path:line`. The id of the pack precedes the path, except for the base pack.
    pub fn location(&self) -> String {
        format!("{}:{}", self.file.display_path(), self.line())
    }
}

impl Located<String> {
    /// Returns the place of a part of the text. `inner` are byte offsets in the value. If the file spells the text with
    /// escapes such as `\n`, returns the place of the whole text.
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
        write!(f, "{:?} ({})", self.value, self.location())
    }
}

/// Compares the values only, not their places.
impl<T: PartialEq> PartialEq for Located<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

/// Keys and their values, in the order of the file.
pub type Table = Vec<(Located<String>, Located<TomlValue>)>;

/// A TOML value. Each inner value has its own place.
#[derive(Debug, Clone, PartialEq)]
pub enum TomlValue {
    /// A string.
    Text(String),
    /// A whole number.
    Number(i64),
    /// A number with a fraction. Only layouts use it.
    Fraction(f64),
    /// `true` or `false`.
    Boolean(bool),
    /// An unsupported value, described for messages: `a date`.
    Other(&'static str),
    /// A list.
    List(Vec<Located<TomlValue>>),
    /// A table.
    Table(Table),
}

impl TomlValue {
    /// Returns the type of the value as messages name it.
    pub fn type_name(&self) -> &'static str {
        match self {
            TomlValue::Text(_) => "text",
            TomlValue::Number(_) => "a number",
            TomlValue::Fraction(_) => "a fraction",
            TomlValue::Boolean(_) => "a boolean",
            TomlValue::Other(type_name) => type_name,
            TomlValue::List(_) => "a list",
            TomlValue::Table(_) => "a table",
        }
    }
    /// Returns the value of a key; `None` if the key is missing or if this is no table.
    pub fn get(&self, key: &str) -> Option<&Located<TomlValue>> {
        let TomlValue::Table(table) = self else { return None };
        table.iter().find(|(k, _)| k.value == key).map(|(_, v)| v)
    }
}
