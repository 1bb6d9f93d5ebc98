//! Text into lines of code, items, elements and words, each with its place: one lexer for notation, rule tests and typed lines.
//!
//! Knows no board: what a word means is the reader's affair.

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

/// A piece of a text with its place: a word, or what is still to be parted into words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word<'a> {
    /// What stands there.
    pub text: &'a str,
    /// How many bytes of the whole text come before it.
    pub at: usize,
}

/// A line without its comment: `#` at the beginning or after a blank, but not within quotes.
pub fn code(line: &str) -> &str {
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

impl<'a> Word<'a> {
    /// A whole text.
    pub fn whole(text: &'a str) -> Word<'a> {
        Word { text, at: 0 }
    }
    /// The bytes it takes up.
    pub fn span(&self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }
    pub(super) fn error(&self, message: impl Into<String>, candidates: Vec<String>) -> NotationError {
        NotationError { span: self.span(), message: message.into(), candidates }
    }
    /// A part of it, by bytes.
    pub fn sub(&self, range: Range<usize>) -> Word<'a> {
        Word { text: &self.text[range.clone()], at: self.at + range.start }
    }
    /// Without blanks before and after.
    pub fn trim(&self) -> Word<'a> {
        let start = self.text.len() - self.text.trim_start().len();
        self.sub(start..start + self.text.trim().len())
    }

    /// The pieces between a character, trimmed.
    pub fn split(&self, by: char) -> Vec<Word<'a>> {
        self.split_where(|text| text.find(by))
    }
    /// The elements of a list: what stands between commas outside parentheses, trimmed.
    pub fn elements(&self) -> Vec<Word<'a>> {
        self.split_where(|text| outside(text, |c| c == ','))
    }
    /// The pieces between characters of one byte, trimmed.
    fn split_where(&self, end: impl Fn(&str) -> Option<usize>) -> Vec<Word<'a>> {
        let (mut out, mut from) = (Vec::new(), 0);
        while let Some(n) = end(&self.text[from..]) {
            out.push(self.sub(from..from + n).trim());
            from += n + 1;
        }
        out.push(self.sub(from..self.text.len()).trim());
        out
    }
    /// Parted at the first such text, trimmed.
    pub fn split_once(&self, by: &str) -> Option<(Word<'a>, Word<'a>)> {
        let at = self.text.find(by)?;
        Some((self.sub(0..at).trim(), self.sub(at + by.len()..self.text.len()).trim()))
    }
    /// Parted at the colon that ends a head: one with a blank, or nothing, after it. Colons within `kind:id` tokens do not.
    pub fn head(&self) -> Option<(Word<'a>, Word<'a>)> {
        let ends = |at: usize| self.text[at + 1..].chars().next().is_none_or(char::is_whitespace);
        let (at, _) = self.text.match_indices(':').find(|(at, _)| ends(*at))?;
        Some((self.sub(0..at).trim(), self.sub(at + 1..self.text.len()).trim()))
    }

    /// Its words; what stands in parentheses is one with what it follows.
    pub fn words(&self) -> Vec<Word<'a>> {
        self.words_between(char::is_whitespace, |tail| outside(tail, char::is_whitespace))
    }
    /// The words of a line of play: parted by blanks and commas.
    pub fn line_words(&self) -> Vec<Word<'a>> {
        let parts = |c: char| c.is_whitespace() || c == ',';
        self.words_between(parts, |tail| tail.find(parts))
    }
    fn words_between(&self, parts: fn(char) -> bool, end: impl Fn(&str) -> Option<usize>) -> Vec<Word<'a>> {
        let (mut out, mut at) = (Vec::new(), 0);
        while let Some(start) = self.text[at..].find(|c| !parts(c)) {
            let from = at + start;
            at = end(&self.text[from..]).map_or(self.text.len(), |n| from + n);
            out.push(self.sub(from..at));
        }
        out
    }
}

/// The items of a text; comments and blanks are left out.
pub fn items(text: &str) -> Vec<Word<'_>> {
    let (mut out, mut at) = (Vec::new(), 0);
    for line in text.split_inclusive('\n') {
        let items = Word { text: code(line), at }.split(';');
        out.extend(items.into_iter().filter(|item| !item.text.is_empty()));
        at += line.len();
    }
    out
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

#[cfg(test)]
mod tests {
    use super::{Word, code, items};

    #[test]
    fn comments_end_lines_but_not_within_quotes_or_words() {
        assert_eq!(code("play red: stir hills # why not"), "play red: stir hills");
        assert_eq!(code("# all of it"), "");
        assert_eq!(code("card a = { title = \"# 1\" } # one"), "card a = { title = \"# 1\" }");
        assert_eq!(code("a#1 # one"), "a#1");
    }

    #[test]
    fn every_piece_knows_its_place() {
        let text = "# first\nhills: 2 open, guard(a, b) ;port:  empty # last\n";
        let at = |word: &Word<'_>| {
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
        assert_eq!(Word::whole("side:red fact").head(), None, "a colon within a word ends no head");
    }
}
