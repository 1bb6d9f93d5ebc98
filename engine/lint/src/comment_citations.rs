//! Finds the rules that comments cite, and the lines of code that each citation covers.

use crate::parse::{Parsed, range};
use crate::token_scan::scan;
use full_moon::ast::{ElseIf, Expression, Field, If, LastStmt, Stmt};
use full_moon::node::Node;
use full_moon::visitors::Visitor;
use std::collections::HashMap;
use std::ops::{Range, RangeInclusive};

/// One comment line that cites rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Citation {
    /// The bytes of the source from the first `[` to the last `]`.
    pub span: Range<usize>,
    /// The number of the text line, from 1.
    pub line: usize,
    /// The cited rules, without brackets: `BW Housekeeping 11`, `N-25`.
    pub rules: Vec<String>,
    /// The numbers of the text lines that the citation covers, from 1: see [`citations`].
    pub lines: RangeInclusive<usize>,
}

/// One line of a comment, with its citations.
struct CitedLine {
    /// The index of the comment in the script.
    comment: usize,
    /// The bytes from the first `[` to the last `]`.
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

/// Returns the comment lines that cite rules: `[CODE text]` or `[CODE-number]`. CODE is one to three capitals
/// (`[BW Raise Agitators 3]`, `[N-25]`, `[BW-09]`). After a single capital, only the form with a number counts.
///
/// The first of these cases that applies decides what a citation covers. Consecutive comment lines are one comment.
/// - Code stands before the comment on its line: the citation covers the code that starts on this line.
/// - The comment stands before all code, and not directly above a function or code of several lines: the whole file.
/// - Code starts on the next line (a statement, a branch, an entry of a Luau table, an operand): this code.
/// - The comment stands inside a function or block: the innermost function or block around it.
/// - Otherwise: only the comment's own lines.
pub fn citations(source: &str) -> Vec<Citation> {
    let parsed = Parsed::new(source);
    let scan = &parsed.scan;
    let mut cited_lines = Vec::new();
    for (index, comment) in scan.comments.iter().enumerate() {
        let mut start = comment.span.start;
        for line in source[comment.span.clone()].split_inclusive('\n') {
            let citations = citations_of_line(line, start);
            cited_lines.extend(citations.map(|(span, rules)| CitedLine { comment: index, span, rules }));
            start += line.len();
        }
    }
    if cited_lines.is_empty() {
        return Vec::new();
    }
    let mut runs: Vec<CommentRun> = Vec::new();
    let mut run_of_comment = Vec::new();
    for comment in &scan.comments {
        let lines = scan.line(comment.span.start)..=scan.line(comment.span.end.saturating_sub(1));
        match runs.last_mut() {
            Some(run) if !run.is_trailing && !comment.is_trailing && run.lines.end() + 1 == *lines.start() => {
                run.lines = *run.lines.start()..=*lines.end();
            }
            _ => {
                let before_code = scan.first_code.is_none_or(|code| comment.span.start < code);
                runs.push(CommentRun { lines, is_trailing: comment.is_trailing, before_code });
            }
        }
        run_of_comment.push(runs.len() - 1);
    }
    let mut ranges = LineRanges {
        parsed: &parsed,
        starts: cited_lines
            .iter()
            .map(|line| (runs[run_of_comment[line.comment]].target_line(), CodeStart::default()))
            .collect(),
        blocks: Vec::new(),
    };
    if let Some(ast) = &parsed.ast {
        ranges.visit_ast(ast);
    }
    let line_count = scan.line_count(source);
    cited_lines
        .into_iter()
        .map(|CitedLine { comment, span, rules }| {
            let lines = ranges.covered_lines(&runs[run_of_comment[comment]], line_count);
            Citation { line: scan.line(span.start), span, rules, lines }
        })
        .collect()
}

/// Returns the citations of all comments in source order, each with its span. A span includes the brackets. The source
/// need not parse. See [`citations`].
pub fn cited_rules(source: &str) -> Vec<(Range<usize>, String)> {
    let mut citations = Vec::new();
    for comment in scan(source).comments {
        let mut start = comment.span.start;
        for line in source[comment.span].split_inclusive('\n') {
            for_each_citation(line, |span, citation| citations.push((start + span.start..start + span.end, citation)));
            start += line.len();
        }
    }
    citations
}

/// Returns the citations of one comment line that begins at byte `start`, and the span around them.
fn citations_of_line(line: &str, start: usize) -> Option<(Range<usize>, Vec<String>)> {
    let mut citations = Vec::new();
    let mut span: Option<Range<usize>> = None;
    for_each_citation(line, |found, citation| {
        citations.push(citation);
        let first = span.as_ref().map_or(start + found.start, |s| s.start);
        span = Some(first..start + found.end);
    });
    Some((span?, citations))
}

/// Calls `each` with every citation of a line and its place in the line.
fn for_each_citation(line: &str, mut each: impl FnMut(Range<usize>, String)) {
    let mut next = 0;
    while let Some(open) = line[next..].find('[').map(|i| next + i) {
        let inside = &line[open + 1..];
        let close = inside.find([']', '[']).filter(|&i| inside.as_bytes()[i] == b']');
        next = open + 1;
        if let Some(close) = close
            && is_citation(&inside[..close])
        {
            next = open + close + 2;
            each(open..next, inside[..close].trim_end().to_owned());
        }
    }
}

/// Whether a text has the form of a citation: `BW Housekeeping 11`, `N-25`.
fn is_citation(text: &str) -> bool {
    let capitals = text.bytes().take_while(u8::is_ascii_uppercase).count();
    let after = &text[capitals..];
    if let Some(number) = after.strip_prefix('-') {
        (1..=3).contains(&capitals) && number.starts_with(|c: char| c.is_ascii_digit())
    } else {
        (2..=3).contains(&capitals) && after.starts_with(' ') && !after.trim().is_empty()
    }
}

impl CommentRun {
    /// Returns the line of the code that the comment belongs to.
    fn target_line(&self) -> usize {
        if self.is_trailing { *self.lines.start() } else { self.lines.end() + 1 }
    }
}

/// The code that starts on a line.
#[derive(Default)]
struct CodeStart {
    /// The last line of the longest syntax node that starts on the line; 0 if no node does.
    last_line: usize,
    /// Whether a function starts on the line.
    is_function: bool,
}

/// The lines of functions, blocks and other code, to find the lines that a comment covers.
struct LineRanges<'p> {
    parsed: &'p Parsed,
    /// The code that starts on a line below or next to a comment with citations, by line.
    starts: HashMap<usize, CodeStart>,
    /// First and last line of each function and block.
    blocks: Vec<(usize, usize)>,
}

impl LineRanges<'_> {
    /// Returns the lines that a comment with citations covers: see [`citations`].
    fn covered_lines(&self, run: &CommentRun, line_count: usize) -> RangeInclusive<usize> {
        let target = run.target_line();
        let start = self.starts.get(&target).filter(|start| start.last_line > 0);
        let spans_lines = start.is_some_and(|start| start.is_function || start.last_line > target);
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
        let enclosing =
            self.blocks.iter().filter(|(from, to)| *from < first && last <= *to).max_by_key(|(from, _)| *from);
        enclosing.map_or(run.lines.clone(), |&(from, to)| from..=to)
    }

    /// Returns the first and the last line of a syntax node.
    fn lines(&self, node: &impl Node) -> Option<(usize, usize)> {
        let span = range(node.range()?);
        let from = self.parsed.scan.line(span.start);
        // An `end` that the parser added while recovering from an error has no place. The node then counts as one line.
        Some((from, self.parsed.scan.line(span.end.saturating_sub(1)).max(from)))
    }

    fn note_start(&mut self, node: &impl Node, is_function: bool) {
        let Some(start) = node.start_position() else { return };
        if self.starts.contains_key(&start.line())
            && let Some((from, to)) = self.lines(node)
        {
            self.extend_start(from, to, is_function);
        }
    }

    fn extend_start(&mut self, from: usize, to: usize, is_function: bool) {
        if let Some(start) = self.starts.get_mut(&from) {
            start.last_line = start.last_line.max(to);
            start.is_function |= is_function;
        }
    }

    fn note_block(&mut self, node: &impl Node) {
        self.blocks.extend(self.lines(node));
    }
}

impl Visitor for LineRanges<'_> {
    fn visit_stmt(&mut self, statement: &Stmt) {
        let is_function =
            matches!(statement, Stmt::FunctionDeclaration(_) | Stmt::LocalFunction(_) | Stmt::ConstFunction(_));
        self.note_start(statement, is_function);
        let is_block = matches!(
            statement,
            Stmt::Do(_) | Stmt::GenericFor(_) | Stmt::If(_) | Stmt::NumericFor(_) | Stmt::Repeat(_) | Stmt::While(_)
        );
        if is_function || is_block {
            self.note_block(statement);
        }
    }
    fn visit_last_stmt(&mut self, statement: &LastStmt) {
        self.note_start(statement, false);
    }
    fn visit_else_if(&mut self, branch: &ElseIf) {
        self.note_start(branch, false);
        self.note_block(branch);
    }
    fn visit_if(&mut self, branch: &If) {
        if let (Some(token), Some(block)) = (branch.else_token(), branch.else_block()) {
            let from = token.token().start_position().line();
            let to = self.lines(block).map_or(from, |(_, to)| to.max(from));
            self.extend_start(from, to, false);
            self.blocks.push((from, to));
        }
    }
    fn visit_field(&mut self, field: &Field) {
        self.note_start(field, false);
    }
    fn visit_expression(&mut self, expression: &Expression) {
        self.note_start(expression, false);
        if matches!(expression, Expression::Function(_)) {
            self.note_block(expression);
        }
    }
}
