//! Text into items and words, each with its place.

use std::ops::Range;

pub(super) type Result<T> = std::result::Result<T, NotationError>;

/// Why notation was refused, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct NotationError {
    /// The bytes of the text that are wrong.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What was expected there, for a did-you-mean.
    pub candidates: Vec<String>,
}

/// A word with its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
}

impl Word<'_> {
    pub(super) fn span(&self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }
    pub(super) fn error(&self, message: impl Into<String>, candidates: Vec<String>) -> NotationError {
        NotationError { span: self.span(), message: message.into(), candidates }
    }
}

/// The items' texts, comments and blanks left out.
pub(super) fn parts(text: &str) -> Vec<Word<'_>> {
    let mut out = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let code = match line.find('#') {
            Some(0) => "",
            Some(i) if line[..i].ends_with(char::is_whitespace) => &line[..i],
            _ => line,
        };
        let mut from = at;
        for part in code.split(';') {
            let lead = part.len() - part.trim_start().len();
            if !part.trim().is_empty() {
                out.push(Word { text: part.trim(), at: from + lead });
            }
            from += part.len() + 1;
        }
        at += line.len();
    }
    out
}

/// The words of a text; what stands in parentheses is one with what it follows.
pub(super) fn words(of: Word<'_>) -> Vec<Word<'_>> {
    let mut out = Vec::new();
    let mut rest = of.text;
    let mut at = of.at;
    while let Some(start) = rest.find(|c: char| !c.is_whitespace()) {
        let tail = &rest[start..];
        let len = outside(tail, char::is_whitespace).unwrap_or(tail.len());
        out.push(Word { text: &tail[..len], at: at + start });
        at += start + len;
        rest = &tail[len..];
    }
    out
}

/// The colon that parts a head from its list; colons within `kind:id` tokens do not.
pub(super) fn colon(text: &str) -> Option<usize> {
    text.char_indices()
        .find(|(i, c)| *c == ':' && text[i + 1..].chars().next().is_none_or(char::is_whitespace))
        .map(|(i, _)| i)
}

/// Where the first such character stands outside parentheses.
pub(super) fn outside(text: &str, is: impl Fn(char) -> bool) -> Option<usize> {
    let mut within = false;
    let stop = |(_, c): &(usize, char)| {
        within = *c == '(' || within && *c != ')';
        !within && is(*c)
    };
    text.char_indices().find(stop).map(|(at, _)| at)
}
