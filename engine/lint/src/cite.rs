//! The rules that comments cite, and the lines they are about.

use crate::Citation;
use crate::parse::{Parsed, range};
use crate::scan::scan;
use full_moon::ast::{ElseIf, Expression, Field, If, LastStmt, Stmt};
use full_moon::node::Node;
use full_moon::visitors::Visitor;
use std::collections::HashMap;
use std::ops::{Range, RangeInclusive};

/// A comment with citations, or a line of one.
struct Found {
    comment: usize,
    span: Range<usize>,
    cites: Vec<String>,
}

/// Comment lines with nothing in between.
#[derive(Clone)]
struct Run {
    /// Of its first and its last line.
    lines: RangeInclusive<usize>,
    trails: bool,
    before_code: bool,
}

pub(crate) fn citations(source: &str, parsed: &Parsed) -> Vec<Citation> {
    let scan = &parsed.scan;
    let mut found = Vec::new();
    for (comment, it) in scan.comments.iter().enumerate() {
        let mut start = it.span.start;
        for line in source[it.span.clone()].split_inclusive('\n') {
            found.extend(cites(line, start).map(|(span, cites)| Found { comment, span, cites }));
            start += line.len();
        }
    }
    if found.is_empty() {
        return Vec::new();
    }
    let mut runs: Vec<Run> = Vec::new();
    let mut run_of = Vec::new();
    for it in &scan.comments {
        let lines = scan.line(it.span.start)..=scan.line(it.span.end.saturating_sub(1));
        match runs.last_mut() {
            Some(run) if !run.trails && !it.trails && run.lines.end() + 1 == *lines.start() => {
                run.lines = *run.lines.start()..=*lines.end();
            }
            _ => {
                let before_code = scan.first_code.is_none_or(|code| it.span.start < code);
                runs.push(Run { lines, trails: it.trails, before_code });
            }
        }
        run_of.push(runs.len() - 1);
    }
    let mut ranges = Ranges {
        parsed,
        wanted: found.iter().map(|f| (runs[run_of[f.comment]].target(), Begun::default())).collect(),
        blocks: Vec::new(),
    };
    if let Some(ast) = &parsed.ast {
        ranges.visit_ast(ast);
    }
    let count = scan.line_count(source);
    found
        .into_iter()
        .map(|f| {
            let binds = ranges.binds(&runs[run_of[f.comment]], count);
            Citation { line: scan.line(f.span.start), span: f.span, cites: f.cites, binds }
        })
        .collect()
}

/// What comments cite, each with its place, the brackets included: no more than a quick reading of the source.
pub(crate) fn cited(source: &str) -> Vec<(Range<usize>, String)> {
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

/// The citations of one line of a comment that begins at `start`.
fn cites(line: &str, start: usize) -> Option<(Range<usize>, Vec<String>)> {
    let mut all = Vec::new();
    let mut span: Option<Range<usize>> = None;
    each_cite(line, |found, cite| {
        all.push(cite);
        let first = span.as_ref().map_or(start + found.start, |s| s.start);
        span = Some(first..start + found.end);
    });
    Some((span?, all))
}

/// Each citation of one line, with its place.
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

/// `BW Housekeeping 11`, `N-25`.
fn is_citation(text: &str) -> bool {
    let capitals = text.bytes().take_while(u8::is_ascii_uppercase).count();
    let rest = &text[capitals..];
    if let Some(number) = rest.strip_prefix('-') {
        (1..=3).contains(&capitals) && number.starts_with(|c: char| c.is_ascii_digit())
    } else {
        (2..=3).contains(&capitals) && rest.starts_with(' ') && !rest.trim().is_empty()
    }
}

impl Run {
    /// The line on which must begin what it stands above.
    fn target(&self) -> usize {
        if self.trails { *self.lines.start() } else { self.lines.end() + 1 }
    }
}

/// What begins on a line.
#[derive(Default)]
struct Begun {
    /// The last line of the longest of it; 0 if nothing does.
    last: usize,
    function: bool,
}

struct Ranges<'p> {
    parsed: &'p Parsed,
    wanted: HashMap<usize, Begun>,
    /// Their first and last lines.
    blocks: Vec<(usize, usize)>,
}

impl Ranges<'_> {
    fn binds(&self, run: &Run, line_count: usize) -> RangeInclusive<usize> {
        let target = run.target();
        let begun = self.wanted.get(&target).filter(|b| b.last > 0);
        let several = begun.is_some_and(|b| b.function || b.last > target);
        if run.before_code && !run.trails && !several {
            return 1..=line_count;
        }
        if let Some(begun) = begun {
            return target..=begun.last;
        }
        if run.trails {
            return run.lines.clone();
        }
        let (first, last) = (*run.lines.start(), *run.lines.end());
        let around = self.blocks.iter().filter(|(from, to)| *from < first && last <= *to).max_by_key(|(from, _)| *from);
        around.map_or(run.lines.clone(), |&(from, to)| from..=to)
    }

    fn lines(&self, node: &impl Node) -> Option<(usize, usize)> {
        let span = range(node.range()?);
        let from = self.parsed.scan.line(span.start);
        // an `end` that the parser made up has no place
        Some((from, self.parsed.scan.line(span.end.saturating_sub(1)).max(from)))
    }

    fn begins(&mut self, node: &impl Node, function: bool) {
        let Some(start) = node.start_position() else { return };
        if self.wanted.contains_key(&start.line())
            && let Some((from, to)) = self.lines(node)
        {
            self.add(from, to, function);
        }
    }

    fn add(&mut self, from: usize, to: usize, function: bool) {
        if let Some(begun) = self.wanted.get_mut(&from) {
            begun.last = begun.last.max(to);
            begun.function |= function;
        }
    }

    fn around(&mut self, node: &impl Node) {
        self.blocks.extend(self.lines(node));
    }
}

impl Visitor for Ranges<'_> {
    fn visit_stmt(&mut self, it: &Stmt) {
        let function = matches!(it, Stmt::FunctionDeclaration(_) | Stmt::LocalFunction(_) | Stmt::ConstFunction(_));
        self.begins(it, function);
        let block = matches!(
            it,
            Stmt::Do(_) | Stmt::GenericFor(_) | Stmt::If(_) | Stmt::NumericFor(_) | Stmt::Repeat(_) | Stmt::While(_)
        );
        if function || block {
            self.around(it);
        }
    }
    fn visit_last_stmt(&mut self, it: &LastStmt) {
        self.begins(it, false);
    }
    fn visit_else_if(&mut self, it: &ElseIf) {
        self.begins(it, false);
        self.around(it);
    }
    fn visit_if(&mut self, it: &If) {
        if let (Some(token), Some(block)) = (it.else_token(), it.else_block()) {
            let from = token.token().start_position().line();
            let to = self.lines(block).map_or(from, |(_, to)| to.max(from));
            self.add(from, to, false);
            self.blocks.push((from, to));
        }
    }
    fn visit_field(&mut self, it: &Field) {
        self.begins(it, false);
    }
    fn visit_expression(&mut self, it: &Expression) {
        self.begins(it, false);
        if matches!(it, Expression::Function(_)) {
            self.around(it);
        }
    }
}
