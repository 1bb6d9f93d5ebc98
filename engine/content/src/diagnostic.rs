//! Diagnostics: what is wrong with a file, where, and how to fix it.

use crate::did_you_mean::did_you_mean;
use crate::source_file::SourceFile;
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use textwrap::{WordSeparator, WordSplitter};

/// Whether a diagnostic prevents loading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The content does not load.
    Error,
    /// The content loads, but probably has a mistake.
    Warning,
}

/// One problem in a file, with its place and how to fix it.
#[derive(Debug, Clone)]
pub struct Diagnostic {
    /// Stable code of the kind of problem: `content::unknown-space`.
    pub code: String,
    /// Whether the problem prevents loading.
    pub severity: Severity,
    /// What is wrong. It begins in lower case, has no final dot, and puts literals in backticks.
    pub message: String,
    /// The file with the problem.
    pub file: Option<Arc<SourceFile>>,
    /// The bytes of the file to mark.
    pub span: Option<Range<usize>>,
    /// A short text to show at the marked place.
    pub label: String,
    /// How to fix the problem.
    pub help: Option<String>,
}

impl Diagnostic {
    /// Creates an error without a place.
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
    /// Creates a warning without a place.
    pub fn warning(code: &str, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, message) }
    }
    /// Sets the place. If the span begins or ends within a character, the place is the whole character.
    #[must_use]
    pub fn at(mut self, file: &Arc<SourceFile>, span: Range<usize>) -> Diagnostic {
        let is_boundary = |offset: &usize| file.text.is_char_boundary(*offset);
        let file_end = file.text.len();
        let start = (0..=span.start.min(file_end)).rev().find(is_boundary).unwrap_or(0);
        let end = (span.end.clamp(start, file_end)..=file_end).find(is_boundary).unwrap_or(file_end);
        self.span = Some(start..end);
        self.file = Some(file.clone());
        self
    }
    /// Sets the text at the marked place.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = label.into();
        self
    }
    /// Sets the text that says how to fix the problem.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }
    /// Sets the help to `did you mean …?` if a candidate is similar to `name`.
    #[must_use]
    pub fn suggest<'a>(self, name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Diagnostic {
        match did_you_mean(name, candidates) {
            Some(similar) => self.help(format!("did you mean `{similar}`?")),
            None => self,
        }
    }
    /// Returns the line where the place begins, counted from 1.
    pub fn line(&self) -> Option<usize> {
        Some(self.file.as_ref()?.line_column(self.span.as_ref()?.start).0)
    }
    /// Returns the column where the place begins, in characters, counted from 1.
    pub fn column(&self) -> Option<usize> {
        Some(self.file.as_ref()?.line_column(self.span.as_ref()?.start).1)
    }
    /// Returns the place as `path:line:column`, or as `path` if no bytes are marked. Returns an empty text if the file
    /// is unknown.
    pub fn location(&self) -> String {
        match (&self.file, self.line(), self.column()) {
            (Some(file), Some(line), Some(column)) => format!("{}:{line}:{column}", file.display_path()),
            (Some(file), ..) => file.display_path(),
            _ => String::new(),
        }
    }
    /// Returns place, message and help in one line.
    pub fn with_help(&self) -> String {
        match &self.help {
            Some(help) => format!("{self}; {help}"),
            None => self.to_string(),
        }
    }
    /// Returns place, message, label and help in one line, for output that shows no lines of the file.
    pub fn with_label_and_help(&self) -> String {
        let label = if self.label.is_empty() { String::new() } else { format!(": {}", self.label) };
        let help = self.help.iter().map(|help| format!("; {help}"));
        format!("{self}{label}{}", help.collect::<String>())
    }
    /// Returns the key by which diagnostics are sorted. Two diagnostics with the same key are duplicates.
    pub(crate) fn sort_key(&self) -> (bool, String, usize, Severity, &str, &str) {
        let file = self.file.as_ref().map(|f| f.display_path()).unwrap_or_default();
        let start = self.span.as_ref().map_or(0, |s| s.start);
        (self.file.is_some(), file, start, self.severity, &self.code, &self.message)
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.location();
        if !place.is_empty() {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diagnostic {}

/// Formats diagnostics as text for a terminal, each with the marked lines of its file.
pub fn render(problems: &[Diagnostic], color: bool) -> String {
    let theme = if color { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(100)
        // A line must not break inside an id or a path, because readers search for them.
        .with_break_words(false)
        .with_word_separator(WordSeparator::AsciiSpace)
        .with_word_splitter(WordSplitter::NoHyphenation)
        .with_links(false)
        .with_context_lines(1);
    let mut rendered = String::new();
    for problem in problems {
        if handler.render_report(&mut rendered, &Report::new(problem)).is_err() {
            rendered.push_str(&problem.to_string());
        }
        while rendered.ends_with('\n') {
            rendered.pop();
        }
        rendered.push_str("\n\n");
    }
    while rendered.ends_with("\n\n") {
        rendered.pop();
    }
    rendered
}

/// Replaces control characters, which could control the terminal, with `?`. The number of bytes stays the same, so that
/// spans remain valid.
fn sanitize(text: &str) -> String {
    text.chars()
        .flat_map(|c| {
            let sanitized = if c.is_control() && !matches!(c, '\n' | '\t' | '\r') { '?' } else { c };
            std::iter::repeat_n(sanitized, if sanitized == c { 1 } else { c.len_utf8() })
        })
        .collect()
}

/// Whether the lines around a span are short enough to be printed.
fn is_drawable(text: &str, span: &Range<usize>) -> bool {
    const MAX_LINE_BYTES: usize = 1000;
    let start = text[..span.start].rmatch_indices('\n').nth(1).map_or(0, |(newline, _)| newline + 1);
    let end = text[span.end..].match_indices('\n').nth(1).map_or(text.len(), |(newline, _)| span.end + newline);
    span.len() <= 20 * MAX_LINE_BYTES && text[start..end].lines().all(|line| line.len() <= MAX_LINE_BYTES)
}

/// A diagnostic in the form that `miette` can print.
#[derive(Debug)]
struct Report<'a> {
    diagnostic: &'a Diagnostic,
    message: String,
    /// The file to show; `None` if no lines of it are shown.
    source: Option<NamedSource<String>>,
}

impl<'a> Report<'a> {
    fn new(diagnostic: &'a Diagnostic) -> Self {
        let source = match (&diagnostic.file, &diagnostic.span) {
            (Some(file), Some(span)) if is_drawable(&file.text, span) => {
                Some(NamedSource::new(sanitize(&file.display_path()), sanitize(&file.text)))
            }
            _ => None,
        };
        let mut message = sanitize(&diagnostic.message);
        if let (Some(file), None) = (&diagnostic.file, &source) {
            let place = if diagnostic.span.is_some() { diagnostic.location() } else { file.display_path() };
            message = format!("{}: {message}", sanitize(&place));
        }
        Report { diagnostic, message, source }
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Report<'_> {}

impl miette::Diagnostic for Report<'_> {
    fn code<'b>(&'b self) -> Option<Box<dyn fmt::Display + 'b>> {
        Some(Box::new(&self.diagnostic.code))
    }
    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.diagnostic.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        })
    }
    fn help<'b>(&'b self) -> Option<Box<dyn fmt::Display + 'b>> {
        let mut help = self.diagnostic.help.clone().unwrap_or_default();
        if self.source.is_none() && self.diagnostic.span.is_some() && help.is_empty() {
            help.clone_from(&self.diagnostic.label); // No lines of the file are printed.
        }
        (!help.is_empty()).then(|| Box::new(sanitize(&help)) as Box<dyn fmt::Display + 'b>)
    }
    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        self.source.as_ref().map(|s| s as &dyn miette::SourceCode)
    }
    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let span = self.diagnostic.span.clone().filter(|_| self.source.is_some())?;
        let label =
            if self.diagnostic.label.is_empty() { "here".to_string() } else { sanitize(&self.diagnostic.label) };
        Some(Box::new(std::iter::once(LabeledSpan::new(Some(label), span.start, span.len()))))
    }
}
