//! One problem of content: what, where, and the likely cure.

use crate::near::did_you_mean;
use crate::source::SourceFile;
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use textwrap::{WordSeparator, WordSplitter};

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The content does not load.
    Error,
    /// It loads, but somebody should look.
    Warning,
}

/// One problem, with its place and its cure.
#[derive(Debug, Clone)]
pub struct Diagnostic {
    /// `content::unknown-space`.
    pub code: String,
    /// How bad it is.
    pub severity: Severity,
    /// Lower case, no final dot, literals in backticks.
    pub message: String,
    /// The file it is about.
    pub file: Option<Arc<SourceFile>>,
    /// Where in the file, in bytes.
    pub span: Option<Range<usize>>,
    /// What the caret says.
    pub label: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error without a place.
    pub fn error(code: &str, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code: code.into(),
            severity: Severity::Error,
            message: message.into(),
            file: None,
            span: None,
            label: String::new(),
            help: None,
        }
    }
    /// A warning without a place.
    pub fn warning(code: &str, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, message) }
    }
    /// Gives it a place.
    #[must_use]
    pub fn at(mut self, file: &Arc<SourceFile>, span: Range<usize>) -> Diagnostic {
        let most = file.text.len();
        let start = span.start.min(most);
        self.span = Some(start..span.end.clamp(start, most));
        self.file = Some(file.clone());
        self
    }
    /// What the caret says.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = label.into();
        self
    }
    /// What to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }
    /// `did you mean …?` as help, if a candidate is near.
    #[must_use]
    pub fn suggest<'a>(self, name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Diagnostic {
        match did_you_mean(name, candidates) {
            Some(near) => self.help(format!("did you mean `{near}`?")),
            None => self,
        }
    }
    /// The line it begins on, from 1.
    pub fn line(&self) -> Option<usize> {
        Some(self.file.as_ref()?.line_column(self.span.as_ref()?.start).0)
    }
    /// The column it begins at, from 1, in characters.
    pub fn column(&self) -> Option<usize> {
        Some(self.file.as_ref()?.line_column(self.span.as_ref()?.start).1)
    }
    /// `path:line:column`, as far as known.
    pub fn place(&self) -> String {
        match (&self.file, self.line(), self.column()) {
            (Some(file), Some(line), Some(column)) => format!("{}:{line}:{column}", file.shown()),
            (Some(file), ..) => file.shown(),
            _ => String::new(),
        }
    }
    /// Message and cure in a line, for where there is no room for more.
    pub fn sentence(&self) -> String {
        match &self.help {
            Some(help) => format!("{self}; {help}"),
            None => self.to_string(),
        }
    }
    /// Message, what the caret says, and cure in a line: all that there is to it, for where no lines of the file are shown.
    pub fn in_full(&self) -> String {
        let label = if self.label.is_empty() { String::new() } else { format!(": {}", self.label) };
        let help = self.help.iter().map(|help| format!("; {help}"));
        format!("{self}{label}{}", help.collect::<String>())
    }
    pub(crate) fn sort_key(&self) -> (bool, String, usize, Severity, &str, &str) {
        let file = self.file.as_ref().map(|f| f.shown()).unwrap_or_default();
        let start = self.span.as_ref().map_or(0, |s| s.start);
        (self.file.is_some(), file, start, self.severity, &self.code, &self.message)
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.place();
        if !place.is_empty() {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diagnostic {}

/// All problems for a terminal: code, message, file:line:column, caret, help.
pub fn render(problems: &[Diagnostic], color: bool) -> String {
    let theme = if color { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(100)
        // An id or a path is one word: torn at a hyphen or a slash it cannot be found again.
        .with_break_words(false)
        .with_word_separator(WordSeparator::AsciiSpace)
        .with_word_splitter(WordSplitter::NoHyphenation)
        .with_links(false)
        .with_context_lines(1);
    let mut out = String::new();
    for problem in problems {
        if handler.render_report(&mut out, &Shown::new(problem)).is_err() {
            out.push_str(&problem.to_string());
        }
        while out.ends_with('\n') {
            out.pop();
        }
        out.push_str("\n\n");
    }
    while out.ends_with("\n\n") {
        out.pop();
    }
    out
}

/// Keeps a stranger's text from steering the terminal; every byte keeps its place.
fn tame(text: &str) -> String {
    text.chars()
        .flat_map(|c| {
            let tamed = if c.is_control() && !matches!(c, '\n' | '\t' | '\r') { '?' } else { c };
            std::iter::repeat_n(tamed, if tamed == c { 1 } else { c.len_utf8() })
        })
        .collect()
}

/// Whether the lines around a span are short enough to be drawn.
fn is_drawable(text: &str, span: &Range<usize>) -> bool {
    const LONGEST: usize = 1000;
    let start = text[..span.start].rmatch_indices('\n').nth(1).map_or(0, |(at, _)| at + 1);
    let end = text[span.end..].match_indices('\n').nth(1).map_or(text.len(), |(at, _)| span.end + at);
    span.len() <= 20 * LONGEST && text[start..end].lines().all(|line| line.len() <= LONGEST)
}

/// A diagnostic as miette wants it.
#[derive(Debug)]
struct Shown<'a> {
    of: &'a Diagnostic,
    message: String,
    source: Option<NamedSource<String>>,
}

impl<'a> Shown<'a> {
    fn new(of: &'a Diagnostic) -> Self {
        let source = match (&of.file, &of.span) {
            (Some(file), Some(span)) if is_drawable(&file.text, span) => {
                Some(NamedSource::new(tame(&file.shown()), tame(&file.text)))
            }
            _ => None,
        };
        let mut message = tame(&of.message);
        if let (Some(file), None) = (&of.file, &source) {
            let place = if of.span.is_some() { of.place() } else { file.shown() };
            message = format!("{}: {message}", tame(&place));
        }
        Shown { of, message, source }
    }
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Shown<'_> {}

impl miette::Diagnostic for Shown<'_> {
    fn code<'b>(&'b self) -> Option<Box<dyn fmt::Display + 'b>> {
        Some(Box::new(&self.of.code))
    }
    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.of.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        })
    }
    fn help<'b>(&'b self) -> Option<Box<dyn fmt::Display + 'b>> {
        let mut help = self.of.help.clone().unwrap_or_default();
        if self.source.is_none() && self.of.span.is_some() && help.is_empty() {
            help.clone_from(&self.of.label); // The caret is not drawn.
        }
        (!help.is_empty()).then(|| Box::new(tame(&help)) as Box<dyn fmt::Display + 'b>)
    }
    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        self.source.as_ref().map(|s| s as &dyn miette::SourceCode)
    }
    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let span = self.of.span.clone().filter(|_| self.source.is_some())?;
        let label = if self.of.label.is_empty() { "here".to_string() } else { tame(&self.of.label) };
        Some(Box::new(std::iter::once(LabeledSpan::new(Some(label), span.start, span.len()))))
    }
}
