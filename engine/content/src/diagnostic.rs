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
    /// The content loads, but somebody should look at the place.
    Warning,
}

/// One problem in a file, with its place and how to fix it.
#[derive(Debug, Clone)]
pub struct Diagnostic {
    /// Stable code of the kind of problem: `content::unknown-space`.
    pub code: String,
    /// Whether it prevents loading.
    pub severity: Severity,
    /// What is wrong. It begins in lower case, has no final dot, and puts literals in backticks.
    pub message: String,
    /// The file with the problem.
    pub file: Option<Arc<SourceFile>>,
    /// The bytes of the file that it concerns.
    pub span: Option<Range<usize>>,
    /// A short text at the marked place.
    pub label: String,
    /// How to fix it.
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
    /// Sets the place.
    #[must_use]
    pub fn at(mut self, file: &Arc<SourceFile>, span: Range<usize>) -> Diagnostic {
        let most = file.text.len();
        let start = span.start.min(most);
        self.span = Some(start..span.end.clamp(start, most));
        self.file = Some(file.clone());
        self
    }
    /// Sets the text at the marked place.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = label.into();
        self
    }
    /// Sets how to fix it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }
    /// Sets the help to `did you mean …?` if a candidate is similar to `name`.
    #[must_use]
    pub fn suggest<'a>(self, name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Diagnostic {
        match did_you_mean(name, candidates) {
            Some(near) => self.help(format!("did you mean `{near}`?")),
            None => self,
        }
    }
    /// The line where the place begins, counted from 1.
    pub fn line(&self) -> Option<usize> {
        Some(self.file.as_ref()?.line_column(self.span.as_ref()?.start).0)
    }
    /// The column where the place begins, in characters, counted from 1.
    pub fn column(&self) -> Option<usize> {
        Some(self.file.as_ref()?.line_column(self.span.as_ref()?.start).1)
    }
    /// `path:line:column`, as far as it is known.
    pub fn location(&self) -> String {
        match (&self.file, self.line(), self.column()) {
            (Some(file), Some(line), Some(column)) => format!("{}:{line}:{column}", file.display_path()),
            (Some(file), ..) => file.display_path(),
            _ => String::new(),
        }
    }
    /// Place, message and help in one line.
    pub fn with_help(&self) -> String {
        match &self.help {
            Some(help) => format!("{self}; {help}"),
            None => self.to_string(),
        }
    }
    /// Place, message, label and help in one line, for output that shows no lines of the file.
    pub fn with_label_and_help(&self) -> String {
        let label = if self.label.is_empty() { String::new() } else { format!(": {}", self.label) };
        let help = self.help.iter().map(|help| format!("; {help}"));
        format!("{self}{label}{}", help.collect::<String>())
    }
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

/// All diagnostics as text for a terminal, each with the marked lines of its file.
pub fn render(problems: &[Diagnostic], color: bool) -> String {
    let theme = if color { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(100)
        // An id or a path must not be broken at a hyphen or slash: readers search for it.
        .with_break_words(false)
        .with_word_separator(WordSeparator::AsciiSpace)
        .with_word_splitter(WordSplitter::NoHyphenation)
        .with_links(false)
        .with_context_lines(1);
    let mut out = String::new();
    for problem in problems {
        if handler.render_report(&mut out, &Report::new(problem)).is_err() {
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

/// Replaces control characters, which could steer the terminal. The length in bytes stays the same.
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
    const MAX_LINE: usize = 1000;
    let start = text[..span.start].rmatch_indices('\n').nth(1).map_or(0, |(at, _)| at + 1);
    let end = text[span.end..].match_indices('\n').nth(1).map_or(text.len(), |(at, _)| span.end + at);
    span.len() <= 20 * MAX_LINE && text[start..end].lines().all(|line| line.len() <= MAX_LINE)
}

/// Adapts a diagnostic to miette.
#[derive(Debug)]
struct Report<'a> {
    of: &'a Diagnostic,
    message: String,
    source: Option<NamedSource<String>>,
}

impl<'a> Report<'a> {
    fn new(of: &'a Diagnostic) -> Self {
        let source = match (&of.file, &of.span) {
            (Some(file), Some(span)) if is_drawable(&file.text, span) => {
                Some(NamedSource::new(sanitize(&file.display_path()), sanitize(&file.text)))
            }
            _ => None,
        };
        let mut message = sanitize(&of.message);
        if let (Some(file), None) = (&of.file, &source) {
            let place = if of.span.is_some() { of.location() } else { file.display_path() };
            message = format!("{}: {message}", sanitize(&place));
        }
        Report { of, message, source }
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
            help.clone_from(&self.of.label); // No lines of the file are printed.
        }
        (!help.is_empty()).then(|| Box::new(sanitize(&help)) as Box<dyn fmt::Display + 'b>)
    }
    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        self.source.as_ref().map(|s| s as &dyn miette::SourceCode)
    }
    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let span = self.of.span.clone().filter(|_| self.source.is_some())?;
        let label = if self.of.label.is_empty() { "here".to_string() } else { sanitize(&self.of.label) };
        Some(Box::new(std::iter::once(LabeledSpan::new(Some(label), span.start, span.len()))))
    }
}
