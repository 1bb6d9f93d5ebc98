//! The lexer for notation, rule tests and typed lines: splits text into items (ended by `;` or a new line), elements
//! (separated by commas) and words, with their byte positions.
//!
//! It must not depend on a board. The callers know what a word means.

use std::ops::Range;

pub(super) type Result<T> = std::result::Result<T, NotationError>;

/// An error in notation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct NotationError {
    /// The byte range of the error in the text.
    pub span: Range<usize>,
    /// The message for people.
    pub message: String,
    /// Words that would be valid instead, for a suggestion.
    pub candidates: Vec<String>,
}

/// A part of a text with its byte position: an item, an element or a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fragment<'a> {
    /// The text.
    pub text: &'a str,
    /// The byte offset of the part in the whole text.
    pub at: usize,
}

/// Returns a text line without its comment. A comment starts with `#` at the start of the line or after a blank, but
/// not inside quotes.
pub fn strip_comment(line: &str) -> &str {
    let (mut is_quoted, mut previous) = (false, ' ');
    for (index, c) in line.char_indices() {
        match c {
            '"' => is_quoted = !is_quoted,
            '#' if !is_quoted && previous.is_whitespace() => return line[..index].trim_end(),
            _ => {}
        }
        previous = c;
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

    /// Splits the fragment at each occurrence of a character. The parts are trimmed.
    pub fn split(&self, separator: char) -> Vec<Fragment<'a>> {
        self.split_where(|text| text.find(separator))
    }
    /// Splits a list into its elements, at commas that are not inside parentheses. The elements are trimmed.
    pub fn elements(&self) -> Vec<Fragment<'a>> {
        self.split_where(|text| find_outside(text, |c| c == ','))
    }
    /// Splits the fragment at one-byte separators and trims the parts. `find_separator` finds the next separator.
    fn split_where(&self, find_separator: impl Fn(&str) -> Option<usize>) -> Vec<Fragment<'a>> {
        let (mut out, mut from) = (Vec::new(), 0);
        while let Some(length) = find_separator(&self.text[from..]) {
            out.push(self.slice(from..from + length).trim());
            from += length + 1;
        }
        out.push(self.slice(from..self.text.len()).trim());
        out
    }
    /// Returns the parts before and after the first occurrence of a text, trimmed.
    pub fn split_once(&self, separator: &str) -> Option<(Fragment<'a>, Fragment<'a>)> {
        let index = self.text.find(separator)?;
        Some((self.slice(0..index).trim(), self.slice(index + separator.len()..self.text.len()).trim()))
    }
    /// Splits the fragment into head and body at the first colon that has white space or the end after it. So `kind:id`
    /// has no head.
    pub fn head(&self) -> Option<(Fragment<'a>, Fragment<'a>)> {
        let ends_head = |colon: usize| self.text[colon + 1..].chars().next().is_none_or(char::is_whitespace);
        let (colon, _) = self.text.match_indices(':').find(|(index, _)| ends_head(*index))?;
        Some((self.slice(0..colon).trim(), self.slice(colon + 1..self.text.len()).trim()))
    }

    /// Splits the fragment into words. Text in parentheses belongs to the word before it: `guard(a, b)` is one word.
    pub fn words(&self) -> Vec<Fragment<'a>> {
        self.words_between(char::is_whitespace, |tail| find_outside(tail, char::is_whitespace))
    }
    /// Splits a typed line into words, at white space and commas.
    pub fn line_words(&self) -> Vec<Fragment<'a>> {
        let is_separator = |c: char| c.is_whitespace() || c == ',';
        self.words_between(is_separator, |tail| tail.find(is_separator))
    }
    /// Splits the fragment into words. `find_end` finds the end of the word that a text starts with.
    fn words_between(
        &self,
        is_separator: fn(char) -> bool,
        find_end: impl Fn(&str) -> Option<usize>,
    ) -> Vec<Fragment<'a>> {
        let (mut out, mut position) = (Vec::new(), 0);
        while let Some(start) = self.text[position..].find(|c| !is_separator(c)) {
            let from = position + start;
            position = find_end(&self.text[from..]).map_or(self.text.len(), |length| from + length);
            out.push(self.slice(from..position));
        }
        out
    }
}

/// Splits a text into its items, without comments and empty items.
pub fn items(text: &str) -> Vec<Fragment<'_>> {
    let (mut out, mut offset) = (Vec::new(), 0);
    for line in text.split_inclusive('\n') {
        let items = Fragment { text: strip_comment(line), at: offset }.split(';');
        out.extend(items.into_iter().filter(|item| !item.text.is_empty()));
        offset += line.len();
    }
    out
}

/// The byte offset of the first matching character outside of parentheses.
pub(super) fn find_outside(text: &str, matches: impl Fn(char) -> bool) -> Option<usize> {
    let mut is_inside = false;
    let is_match = |(_, c): &(usize, char)| {
        is_inside = *c == '(' || is_inside && *c != ')';
        !is_inside && matches(*c)
    };
    text.char_indices().find(is_match).map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::{Fragment, items, strip_comment};

    #[test]
    fn a_comment_cannot_start_within_quotes_or_a_word() {
        assert_eq!(strip_comment("play red: stir hills # why not"), "play red: stir hills");
        assert_eq!(strip_comment("# all of it"), "");
        assert_eq!(strip_comment("card a = { title = \"# 1\" } # one"), "card a = { title = \"# 1\" }");
        assert_eq!(strip_comment("a#1 # one"), "a#1");
    }

    #[test]
    fn every_fragment_has_its_byte_position() {
        let text = "# first\nhills: 2 open, guard(a, b) ;port:  empty # last\n";
        let checked_text = |word: &Fragment<'_>| {
            assert_eq!(&text[word.span()], word.text);
            word.text.to_owned()
        };
        let items = items(text);
        assert_eq!(items.iter().map(checked_text).collect::<Vec<_>>(), ["hills: 2 open, guard(a, b)", "port:  empty"]);
        let (head, body) = items[0].head().expect("a head");
        assert_eq!((checked_text(&head), checked_text(&body)), ("hills".into(), "2 open, guard(a, b)".into()));
        assert_eq!(body.elements().iter().map(checked_text).collect::<Vec<_>>(), ["2 open", "guard(a, b)"]);
        assert_eq!(body.words().iter().map(checked_text).collect::<Vec<_>>(), ["2", "open,", "guard(a, b)"]);
        assert_eq!(body.line_words().iter().map(checked_text).collect::<Vec<_>>(), ["2", "open", "guard(a", "b)"]);
        assert_eq!(Fragment::new("side:red fact").head(), None, "a colon within a word does not end a head");
    }
}
