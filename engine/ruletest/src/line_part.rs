//! Parts of the text lines of a test file, and mistakes at them.

use cardwright_state::notation::Fragment;
use cardwright_table::line::{self, nearest};

/// A part of a text line, with its position in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LinePart {
    pub(crate) text: String,
    /// The number of the text line, from 1.
    pub(crate) line: usize,
    /// The byte offset of the part in the text line.
    pub(crate) at: usize,
}

impl LinePart {
    /// Returns the part in the form that the lexer of position notation takes.
    fn fragment(&self) -> Fragment<'_> {
        Fragment { text: &self.text, at: self.at }
    }
    /// Makes a part from a fragment that the lexer found in this part.
    fn part_of(&self, fragment: Fragment<'_>) -> LinePart {
        LinePart { text: fragment.text.to_owned(), line: self.line, at: fragment.at }
    }
    fn parts_of(&self, fragments: Vec<Fragment<'_>>) -> Vec<LinePart> {
        fragments.into_iter().map(|fragment| self.part_of(fragment)).collect()
    }
    fn parts_of_pair(&self, pair: Option<(Fragment<'_>, Fragment<'_>)>) -> Option<(LinePart, LinePart)> {
        pair.map(|(front, back)| (self.part_of(front), self.part_of(back)))
    }

    pub(crate) fn slice(&self, from: usize, to: usize) -> LinePart {
        self.part_of(self.fragment().slice(from..to))
    }
    pub(crate) fn trim(&self) -> LinePart {
        self.part_of(self.fragment().trim())
    }
    /// Splits the part into trimmed items, at semicolons that are not in double quotes.
    pub(crate) fn items(&self) -> Vec<LinePart> {
        let (mut out, mut from, mut is_quoted) = (Vec::new(), 0, false);
        for (index, c) in self.text.char_indices() {
            is_quoted ^= c == '"';
            if c == ';' && !is_quoted {
                out.push(self.slice(from, index).trim());
                from = index + 1;
            }
        }
        if is_quoted {
            return self.split(';'); // An unclosed quote is a normal character.
        }
        out.push(self.slice(from, self.text.len()).trim());
        out
    }
    /// Splits the part at each occurrence of a character and trims the results.
    pub(crate) fn split(&self, separator: char) -> Vec<LinePart> {
        self.parts_of(self.fragment().split(separator))
    }
    /// Splits a comma-separated list into trimmed elements.
    pub(crate) fn elements(&self) -> Vec<LinePart> {
        self.parts_of(self.fragment().elements())
    }
    pub(crate) fn split_once(&self, separator: &str) -> Option<(LinePart, LinePart)> {
        self.parts_of_pair(self.fragment().split_once(separator))
    }
    /// Splits `HEAD: REST` at the colon.
    pub(crate) fn head(&self) -> Option<(LinePart, LinePart)> {
        self.parts_of_pair(self.fragment().head())
    }
    /// Splits the part into words, as in typed lines.
    pub(crate) fn words(&self) -> Vec<LinePart> {
        self.parts_of(self.fragment().line_words())
    }
    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
    pub(crate) fn mistake(&self, message: impl Into<String>) -> Mistake {
        let length = self.text.len().max(1);
        Mistake { line: self.line, at: self.at, length, message: message.into(), help: None }
    }
    /// Makes a mistake about an unknown word. Its help suggests the nearest valid word.
    pub(crate) fn unknown(&self, message: impl Into<String>, valid: &[String]) -> Mistake {
        let help = nearest(&self.text, valid).map(|n| format!("did you mean `{n}`?"));
        Mistake { help, ..self.mistake(message) }
    }
}

/// A mistake in the text of a test file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mistake {
    pub(crate) line: usize,
    pub(crate) at: usize,
    pub(crate) length: usize,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

impl Mistake {
    /// Adds help if the mistake has none.
    pub(crate) fn or_help(mut self, help: Option<impl Into<String>>) -> Mistake {
        self.help = self.help.or(help.map(Into::into));
        self
    }
    /// Replaces the help of the mistake, unless `help` is `None`.
    pub(crate) fn with_help(mut self, help: Option<impl Into<String>>) -> Mistake {
        self.help = help.map(Into::into).or(self.help);
        self
    }
    /// The words of the file that the mistake marks.
    pub(crate) fn words(&self, lines: &[String]) -> String {
        let line = lines.get(self.line.wrapping_sub(1)).map_or("", String::as_str);
        line.get(self.at..(self.at + self.length).min(line.len())).unwrap_or_default().to_owned()
    }
}

/// Joins the words of each amount: `5..30 by 5` is one word of a row.
pub(crate) fn with_amounts_joined(words: impl IntoIterator<Item = LinePart>) -> Vec<LinePart> {
    let mut out: Vec<LinePart> = Vec::new();
    let mut words = words.into_iter().peekable();
    while let Some(mut word) = words.next() {
        if line::amount_of(&word.text).is_some() && words.next_if(|next| next.text == "by").is_some() {
            let step = words.next().map_or(String::new(), |step| step.text);
            word.text = format!("{} by {step}", word.text);
        }
        out.push(word);
    }
    out
}
