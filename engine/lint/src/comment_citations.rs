//! Finds the rules that comments cite, and the lines of code that each citation covers.

use crate::Citation;
use crate::parse::{Parsed, range};
use crate::token_scan::scan;
use full_moon::ast::{ElseIf, Expression, Field, If, LastStmt, Stmt};
use full_moon::node::Node;
use full_moon::visitors::Visitor;
use std::collections::HashMap;
use std::ops::{Range, RangeInclusive};

/// One line of a comment, with its citations.
struct CitedLine {
    /// Index of the comment.
    comment: usize,
    /// From the first `[` to the last `]`, in bytes.
    span: Range<usize>,
    rules: Vec<String>,
}

/// Consecutive comment lines.
#[derive(Clone)]
struct CommentRun {
    /// First to last line.
    lines: RangeInclusive<usize>,
    /// Whether code stands before the comment on its line.
    is_trailing: bool,
    /// Whether the run stands before all code of the file.
    before_code: bool,
}

pub(crate) fn citations(source: &str, parsed: &Parsed) -> Vec<Citation> {
    let scan = &parsed.scan;
    let mut found = Vec::new();
    for (comment, it) in scan.comments.iter().enumerate() {
        let mut start = it.span.start;
        for line in source[it.span.clone()].split_inclusive('\n') {
            found.extend(citations_of_line(line, start).map(|(span, rules)| CitedLine { comment, span, rules }));
            start += line.len();
        }
    }
    if found.is_empty() {
        return Vec::new();
    }
    let mut runs: Vec<CommentRun> = Vec::new();
    let mut run_of = Vec::new();
    for it in &scan.comments {
        let lines = scan.line(it.span.start)..=scan.line(it.span.end.saturating_sub(1));
        match runs.last_mut() {
            Some(run) if !run.is_trailing && !it.is_trailing && run.lines.end() + 1 == *lines.start() => {
                run.lines = *run.lines.start()..=*lines.end();
            }
            _ => {
                let before_code = scan.first_code.is_none_or(|code| it.span.start < code);
                runs.push(CommentRun { lines, is_trailing: it.is_trailing, before_code });
            }
        }
        run_of.push(runs.len() - 1);
    }
    let mut ranges = LineRanges {
        parsed,
        starts: found.iter().map(|f| (runs[run_of[f.comment]].target(), CodeStart::default())).collect(),
        blocks: Vec::new(),
    };
    if let Some(ast) = &parsed.ast {
        ranges.visit_ast(ast);
    }
    let count = scan.line_count(source);
    found
        .into_iter()
        .map(|f| {
            let lines = ranges.covered_lines(&runs[run_of[f.comment]], count);
            Citation { line: scan.line(f.span.start), span: f.span, rules: f.rules, lines }
        })
        .collect()
}

/// Every citation with its place, brackets included. Scans for comments only: the source need not parse.
pub(crate) fn cited_rules(source: &str) -> Vec<(Range<usize>, String)> {
    let mut all = Vec::new();
    for comment in scan(source).comments {
        let mut start = comment.span.start;
        for line in source[comment.span].split_inclusive('\n') {
            each_cite(line, |span, cite| all.push((start + span.start..start + span.end, cite)));
            start += line.len();
        }
    }
    all
}

/// The citations of one comment line that begins at byte `start`.
fn citations_of_line(line: &str, start: usize) -> Option<(Range<usize>, Vec<String>)> {
    let mut all = Vec::new();
    let mut span: Option<Range<usize>> = None;
    each_cite(line, |found, cite| {
        all.push(cite);
        let first = span.as_ref().map_or(start + found.start, |s| s.start);
        span = Some(first..start + found.end);
    });
    Some((span?, all))
}

/// Calls `each` with every citation of a line and its place in the line.
fn each_cite(line: &str, mut each: impl FnMut(Range<usize>, String)) {
    let mut at = 0;
    while let Some(open) = line[at..].find('[').map(|i| at + i) {
        let rest = &line[open + 1..];
        let close = rest.find([']', '[']).filter(|&i| rest.as_bytes()[i] == b']');
        at = open + 1;
        if let Some(close) = close
            && is_citation(&rest[..close])
        {
            at = open + close + 2;
            each(open..at, rest[..close].trim_end().to_owned());
        }
    }
}

/// Whether a text has the form of a citation: `BW Housekeeping 11`, `N-25`.
fn is_citation(text: &str) -> bool {
    let capitals = text.bytes().take_while(u8::is_ascii_uppercase).count();
    let rest = &text[capitals..];
    if let Some(number) = rest.strip_prefix('-') {
        (1..=3).contains(&capitals) && number.starts_with(|c: char| c.is_ascii_digit())
    } else {
        (2..=3).contains(&capitals) && rest.starts_with(' ') && !rest.trim().is_empty()
    }
}

impl CommentRun {
    /// The line of the code that the comment belongs to.
    fn target(&self) -> usize {
        if self.is_trailing { *self.lines.start() } else { self.lines.end() + 1 }
    }
}

/// The code that starts on a line.
#[derive(Default)]
struct CodeStart {
    /// The last line of the longest node that starts here; 0 if none does.
    last_line: usize,
    /// Whether one of them is a function.
    is_function: bool,
}

/// Maps comments to the lines they cover.
struct LineRanges<'p> {
    parsed: &'p Parsed,
    /// The lines below or next to comments with citations.
    starts: HashMap<usize, CodeStart>,
    /// First and last line of each function and block.
    blocks: Vec<(usize, usize)>,
}

impl LineRanges<'_> {
    fn covered_lines(&self, run: &CommentRun, line_count: usize) -> RangeInclusive<usize> {
        let target = run.target();
        let start = self.starts.get(&target).filter(|b| b.last_line > 0);
        let spans_lines = start.is_some_and(|b| b.is_function || b.last_line > target);
        if run.before_code && !run.is_trailing && !spans_lines {
            return 1..=line_count;
        }
        if let Some(start) = start {
            return target..=start.last_line;
        }
        if run.is_trailing {
            return run.lines.clone();
        }
        let (first, last) = (*run.lines.start(), *run.lines.end());
        let around = self.blocks.iter().filter(|(from, to)| *from < first && last <= *to).max_by_key(|(from, _)| *from);
        around.map_or(run.lines.clone(), |&(from, to)| from..=to)
    }

    fn lines(&self, node: &impl Node) -> Option<(usize, usize)> {
        let span = range(node.range()?);
        let from = self.parsed.scan.line(span.start);
        // An `end` that the parser added while recovering from an error has no place.
        Some((from, self.parsed.scan.line(span.end.saturating_sub(1)).max(from)))
    }

    fn note_start(&mut self, node: &impl Node, function: bool) {
        let Some(start) = node.start_position() else { return };
        if self.starts.contains_key(&start.line())
            && let Some((from, to)) = self.lines(node)
        {
            self.extend_start(from, to, function);
        }
    }

    fn extend_start(&mut self, from: usize, to: usize, function: bool) {
        if let Some(start) = self.starts.get_mut(&from) {
            start.last_line = start.last_line.max(to);
            start.is_function |= function;
        }
    }

    fn note_block(&mut self, node: &impl Node) {
        self.blocks.extend(self.lines(node));
    }
}

impl Visitor for LineRanges<'_> {
    fn visit_stmt(&mut self, it: &Stmt) {
        let function = matches!(it, Stmt::FunctionDeclaration(_) | Stmt::LocalFunction(_) | Stmt::ConstFunction(_));
        self.note_start(it, function);
        let block = matches!(
            it,
            Stmt::Do(_) | Stmt::GenericFor(_) | Stmt::If(_) | Stmt::NumericFor(_) | Stmt::Repeat(_) | Stmt::While(_)
        );
        if function || block {
            self.note_block(it);
        }
    }
    fn visit_last_stmt(&mut self, it: &LastStmt) {
        self.note_start(it, false);
    }
    fn visit_else_if(&mut self, it: &ElseIf) {
        self.note_start(it, false);
        self.note_block(it);
    }
    fn visit_if(&mut self, it: &If) {
        if let (Some(token), Some(block)) = (it.else_token(), it.else_block()) {
            let from = token.token().start_position().line();
            let to = self.lines(block).map_or(from, |(_, to)| to.max(from));
            self.extend_start(from, to, false);
            self.blocks.push((from, to));
        }
    }
    fn visit_field(&mut self, it: &Field) {
        self.note_start(it, false);
    }
    fn visit_expression(&mut self, it: &Expression) {
        self.note_start(it, false);
        if matches!(it, Expression::Function(_)) {
            self.note_block(it);
        }
    }
}
