//! Runs the Luau parser with a limit on nesting, and reduces its errors to one finding per problem.

use crate::Finding;
use crate::token_scan::{Scan, scan};
use full_moon::ast::Ast;
use full_moon::tokenizer::{Lexer, LexerResult, Position};
use full_moon::{Error, LuaVersion};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The deepest nesting that the parser accepts. Luau's own limit is higher.
const MAX_DEPTH: usize = 160;
/// Up to this depth, the caller's stack is large enough.
const MAX_INLINE_DEPTH: usize = 24;
/// Stack of the parser thread in bytes. The parser takes up to 30 KB for each level of nesting.
const PARSER_STACK: usize = 32 << 20;

/// A parsed script.
pub(crate) struct Parsed {
    pub(crate) scan: Scan,
    /// The syntax tree; incomplete if there are errors.
    pub(crate) ast: Option<Ast>,
    pub(crate) errors: Vec<Finding>,
}

impl Parsed {
    pub(crate) fn new(source: &str) -> Parsed {
        let scan = scan(source);
        if scan.depth > MAX_DEPTH {
            let span = widened(source, scan.deepest..scan.deepest);
            let deep = syntax(span, "the code is nested too deep to be read", "too deep here")
                .help("name parts of it with `local`, or give them functions of their own");
            return Parsed { scan, ast: None, errors: vec![deep] };
        }
        // The parser reports invalid tokens badly, and sometimes panics.
        if scan.has_invalid_token {
            let errors = token_errors(source);
            if !errors.is_empty() {
                return Parsed { scan, ast: None, errors };
            }
        }
        let parse = || full_moon::parse_fallible(source, LuaVersion::luau());
        let result = if scan.depth <= MAX_INLINE_DEPTH {
            catch_unwind(AssertUnwindSafe(parse)).ok()
        } else {
            std::thread::scope(|scope| {
                let thread = std::thread::Builder::new().stack_size(PARSER_STACK).spawn_scoped(scope, parse);
                thread.ok().and_then(|t| t.join().ok())
            })
        };
        let Some(result) = result else {
            let mut errors = token_errors(source);
            if errors.is_empty() {
                let first = widened(source, scan.first_code.map_or(0..0, |at| at..at + 1));
                errors.push(syntax(first, "the parser cannot make sense of this file", "somewhere from here on"));
            }
            return Parsed { scan, ast: None, errors };
        };
        let errors = errors(source, result.errors());
        Parsed { scan, ast: Some(result.into_ast()), errors }
    }
}

/// The invalid tokens.
fn token_errors(source: &str) -> Vec<Finding> {
    let tokens = || Lexer::new(source, LuaVersion::luau()).collect();
    let result = catch_unwind(AssertUnwindSafe(tokens));
    let errors: Vec<Error> = match result {
        Ok(LexerResult::Fatal(errors) | LexerResult::Recovered(_, errors)) => {
            errors.into_iter().map(Error::TokenizerError).collect()
        }
        _ => Vec::new(),
    };
    self::errors(source, &errors)
}

/// All errors of the tokenizer, and the first error of the parser. Its later errors mostly follow from the first.
fn errors(source: &str, errors: &[Error]) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    let mut first: Option<Finding> = None;
    for error in errors {
        let span = widened(source, range(error.range()));
        match error {
            Error::TokenizerError(_) if source[span.clone()].starts_with('\u{feff}') => {
                found.push(
                    syntax(span, "the file begins with a byte order mark", "invisible").help("save it without one"),
                );
            }
            Error::TokenizerError(e) => found.push(syntax(span, e.error().to_string(), "cannot be read")),
            Error::AstError(e) => {
                let next = syntax(span, e.error_message(), "here");
                match &first {
                    Some(f) if f.span.start <= next.span.start => {}
                    _ => first = Some(next),
                }
            }
        }
    }
    // The parser's first error often repeats an error of the tokenizer.
    if let Some(first) = first
        && found.iter().all(|f| first.span.end < f.span.start)
    {
        found.push(first);
    }
    found.sort_by_key(|f| f.span.start);
    found.dedup_by(|a, b| a.span == b.span);
    found
}

fn syntax(span: std::ops::Range<usize>, message: impl Into<String>, label: &str) -> Finding {
    Finding { code: "script::syntax", span, message: message.into(), label: label.into(), help: None, warning: false }
}

impl Finding {
    pub(crate) fn help(mut self, help: impl Into<String>) -> Finding {
        self.help = Some(help.into());
        self
    }
}

/// Converts positions of the parser to a span of bytes.
pub(crate) fn range((start, end): (Position, Position)) -> std::ops::Range<usize> {
    start.bytes()..end.bytes()
}

/// A span that is not empty, lies within the source and ends on character boundaries.
fn widened(source: &str, span: std::ops::Range<usize>) -> std::ops::Range<usize> {
    let mut start = span.start.min(source.len());
    let mut end = span.end.clamp(start, source.len());
    // Show only the first line of a span of several, such as an unclosed comment.
    let line = source.as_bytes()[start..end].iter().position(|&b| b == b'\n');
    if let Some(line) = line.filter(|&l| l > 0) {
        end = start + line;
    }
    if start == end {
        // At the end of the file or of a line: point at the last character before it.
        let before = source.as_bytes()[..start].iter().rposition(|b| !b.is_ascii_whitespace());
        let at_code = source.as_bytes().get(start).is_some_and(|b| !b.is_ascii_whitespace());
        if !at_code && let Some(before) = before {
            start = before;
        }
        end = (start + 1).min(source.len());
    }
    while !source.is_char_boundary(start) {
        start -= 1;
    }
    while !source.is_char_boundary(end) {
        end += 1;
    }
    start..end
}
