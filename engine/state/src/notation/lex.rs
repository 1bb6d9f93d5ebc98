//! The lexer for notation, rule tests and typed lines: splits text into items, elements and words with their byte
//! positions.
//!
//! It must not depend on a board. The callers know what a word means.

use std::ops::Range;

pub(super) type Result<T> = std::result::Result<T, NotationError>;

/// An error in notation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct NotationError {
    /// The bytes of the text with the error.
    pub span: Range<usize>,
    /// The message for people.
    pub message: String,
    /// Words that would be valid there, for a suggestion.
    pub candidates: Vec<String>,
}

/// A part of a text with its byte position: an item, an element or a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fragment<'a> {
    /// The text.
    pub text: &'a str,
    /// Its byte offset in the whole text.
    pub at: usize,
}

/// A line without its comment. A comment starts with `#` at the start of the line or after a space, outside of quotes.
pub fn strip_comment(line: &str) -> &str {
    let (mut is_quoted, mut before) = (false, ' ');
    for (at, c) in line.char_indices() {
        match c {
            '"' => is_quoted = !is_quoted,
            '#' if !is_quoted && before.is_whitespace() => return line[..at].trim_end(),
            _ => {}
        }
        before = c;
    }
    line.trim_end()
}

impl<'a> Fragment<'a> {
    /// A fragment that is a whole text.
    pub fn new(text: &'a str) -> Fragment<'a> {
        Fragment { text, at: 0 }
    }
    /// Its byte range in the whole text.
    pub fn span(&self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }
    pub(super) fn error(&self, message: impl Into<String>, candidates: Vec<String>) -> NotationError {
        NotationError { span: self.span(), message: message.into(), candidates }
    }
    /// A part of the fragment, by byte range.
    pub fn slice(&self, range: Range<usize>) -> Fragment<'a> {
        Fragment { text: &self.text[range.clone()], at: self.at + range.start }
    }
    /// The fragment without white space at both ends.
    pub fn trim(&self) -> Fragment<'a> {
        let start = self.text.len() - self.text.trim_start().len();
        self.slice(start..start + self.text.trim().len())
    }

    /// The parts between occurrences of a character, trimmed.
    pub fn split(&self, by: char) -> Vec<Fragment<'a>> {
        self.split_where(|text| text.find(by))
    }
    /// The elements of a list: the parts between commas outside of parentheses, trimmed.
    pub fn elements(&self) -> Vec<Fragment<'a>> {
        self.split_where(|text| find_outside(text, |c| c == ','))
    }
    /// The parts between one-byte separators, trimmed. `end` finds the next separator.
    fn split_where(&self, end: impl Fn(&str) -> Option<usize>) -> Vec<Fragment<'a>> {
        let (mut out, mut from) = (Vec::new(), 0);
        while let Some(n) = end(&self.text[from..]) {
            out.push(self.slice(from..from + n).trim());
            from += n + 1;
        }
        out.push(self.slice(from..self.text.len()).trim());
        out
    }
    /// The parts before and after the first occurrence of a text, trimmed.
    pub fn split_once(&self, by: &str) -> Option<(Fragment<'a>, Fragment<'a>)> {
        let at = self.text.find(by)?;
        Some((self.slice(0..at).trim(), self.slice(at + by.len()..self.text.len()).trim()))
    }
    /// The head and the rest, split at the first colon before white space or the end. So `kind:id` has no head.
    pub fn head(&self) -> Option<(Fragment<'a>, Fragment<'a>)> {
        let ends = |at: usize| self.text[at + 1..].chars().next().is_none_or(char::is_whitespace);
        let (at, _) = self.text.match_indices(':').find(|(at, _)| ends(*at))?;
        Some((self.slice(0..at).trim(), self.slice(at + 1..self.text.len()).trim()))
    }

    /// Its words. Parentheses belong to the word before them, spaces included.
    pub fn words(&self) -> Vec<Fragment<'a>> {
        self.words_between(char::is_whitespace, |tail| find_outside(tail, char::is_whitespace))
    }
    /// The words of a line of play, separated by white space and commas.
    pub fn line_words(&self) -> Vec<Fragment<'a>> {
        let is_separator = |c: char| c.is_whitespace() || c == ',';
        self.words_between(is_separator, |tail| tail.find(is_separator))
    }
    fn words_between(&self, is_separator: fn(char) -> bool, end: impl Fn(&str) -> Option<usize>) -> Vec<Fragment<'a>> {
        let (mut out, mut at) = (Vec::new(), 0);
        while let Some(start) = self.text[at..].find(|c| !is_separator(c)) {
            let from = at + start;
            at = end(&self.text[from..]).map_or(self.text.len(), |n| from + n);
            out.push(self.slice(from..at));
        }
        out
    }
}

/// The items of a text, without comments and empty items.
pub fn items(text: &str) -> Vec<Fragment<'_>> {
    let (mut out, mut at) = (Vec::new(), 0);
    for line in text.split_inclusive('\n') {
        let items = Fragment { text: strip_comment(line), at }.split(';');
        out.extend(items.into_iter().filter(|item| !item.text.is_empty()));
        at += line.len();
    }
    out
}

/// The byte offset of the first matching character outside of parentheses.
pub(super) fn find_outside(text: &str, matches: impl Fn(char) -> bool) -> Option<usize> {
    let mut within = false;
    let stop = |(_, c): &(usize, char)| {
        within = *c == '(' || within && *c != ')';
        !within && matches(*c)
    };
    text.char_indices().find(stop).map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::{Fragment, items, strip_comment};

    #[test]
    fn comments_end_lines_but_not_within_quotes_or_words() {
        assert_eq!(strip_comment("play red: stir hills # why not"), "play red: stir hills");
        assert_eq!(strip_comment("# all of it"), "");
        assert_eq!(strip_comment("card a = { title = \"# 1\" } # one"), "card a = { title = \"# 1\" }");
        assert_eq!(strip_comment("a#1 # one"), "a#1");
    }

    #[test]
    fn every_fragment_has_its_byte_position() {
        let text = "# first\nhills: 2 open, guard(a, b) ;port:  empty # last\n";
        let at = |word: &Fragment<'_>| {
            assert_eq!(&text[word.span()], word.text);
            word.text.to_owned()
        };
        let items = items(text);
        assert_eq!(items.iter().map(at).collect::<Vec<_>>(), ["hills: 2 open, guard(a, b)", "port:  empty"]);
        let (head, body) = items[0].head().expect("a head");
        assert_eq!((at(&head), at(&body)), ("hills".into(), "2 open, guard(a, b)".into()));
        assert_eq!(body.elements().iter().map(at).collect::<Vec<_>>(), ["2 open", "guard(a, b)"]);
        assert_eq!(body.words().iter().map(at).collect::<Vec<_>>(), ["2", "open,", "guard(a, b)"]);
        assert_eq!(body.line_words().iter().map(at).collect::<Vec<_>>(), ["2", "open", "guard(a", "b)"]);
        assert_eq!(Fragment::new("side:red fact").head(), None, "a colon within a word does not end a head");
    }
}
