//! Runs the Luau parser with a limit on nesting, and reduces its errors to one finding per problem.

use crate::finding::Finding;
use crate::token_scan::{Scan, scan};
use full_moon::ast::Ast;
use full_moon::tokenizer::{Lexer, LexerResult, Position};
use full_moon::{Error, LuaVersion};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The deepest nesting that the parser accepts. Luau's own limit is higher.
const MAX_DEPTH: usize = 160;
/// The deepest nesting that the parser can read on the caller's own stack.
const MAX_INLINE_DEPTH: usize = 24;
/// The stack size of the parser thread in bytes. The parser uses up to 30 KB for each level of nesting.
const PARSER_STACK: usize = 32 << 20;

/// A parsed script.
pub(crate) struct Parsed {
    pub(crate) scan: Scan,
    /// The syntax tree. It is incomplete if there are errors.
    pub(crate) ast: Option<Ast>,
    pub(crate) errors: Vec<Finding>,
}

impl Parsed {
    pub(crate) fn new(source: &str) -> Parsed {
        let scan = scan(source);
        if scan.depth > MAX_DEPTH {
            let span = visible_span(source, scan.deepest..scan.deepest);
            let too_deep = syntax_error(span, "the code is nested too deep to be read", "too deep here")
                .help("name parts of it with `local`, or give them functions of their own");
            return Parsed { scan, ast: None, errors: vec![too_deep] };
        }
        // The parser reports invalid tokens badly and sometimes panics. So the tokenizer alone reports them.
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
                let first = visible_span(source, scan.first_code.map_or(0..0, |at| at..at + 1));
                errors.push(syntax_error(first, "the parser failed on this file", "the error is somewhere after this"));
            }
            return Parsed { scan, ast: None, errors };
        };
        let errors = errors_as_findings(source, result.errors());
        Parsed { scan, ast: Some(result.into_ast()), errors }
    }
}

/// Returns a finding for each invalid token.
fn token_errors(source: &str) -> Vec<Finding> {
    let tokens = || Lexer::new(source, LuaVersion::luau()).collect();
    let result = catch_unwind(AssertUnwindSafe(tokens));
    let errors: Vec<Error> = match result {
        Ok(LexerResult::Fatal(errors) | LexerResult::Recovered(_, errors)) => {
            errors.into_iter().map(Error::TokenizerError).collect()
        }
        _ => Vec::new(),
    };
    errors_as_findings(source, &errors)
}

/// Returns all errors of the tokenizer and the first error of the parser. Later errors of the parser mostly follow from
/// its first.
fn errors_as_findings(source: &str, errors: &[Error]) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    let mut first_parser_error: Option<Finding> = None;
    for error in errors {
        let span = visible_span(source, range(error.range()));
        match error {
            Error::TokenizerError(_) if source[span.clone()].starts_with('\u{feff}') => {
                findings.push(
                    syntax_error(span, "the file begins with a byte order mark", "invisible")
                        .help("save it without one"),
                );
            }
            Error::TokenizerError(e) => findings.push(syntax_error(span, e.error().to_string(), "cannot be read")),
            Error::AstError(e) => {
                let parser_error = syntax_error(span, e.error_message(), "here");
                match &first_parser_error {
                    Some(earlier) if earlier.span.start <= parser_error.span.start => {}
                    _ => first_parser_error = Some(parser_error),
                }
            }
        }
    }
    // The parser's first error often repeats an error of the tokenizer.
    if let Some(parser_error) = first_parser_error
        && findings.iter().all(|finding| parser_error.span.end < finding.span.start)
    {
        findings.push(parser_error);
    }
    findings.sort_by_key(|f| f.span.start);
    findings.dedup_by(|a, b| a.span == b.span);
    findings
}

fn syntax_error(span: std::ops::Range<usize>, message: impl Into<String>, label: &str) -> Finding {
    Finding { code: "script::syntax", span, message: message.into(), label: label.into(), help: None, warning: false }
}

/// Converts a start and an end position of the parser to a range of bytes.
pub(crate) fn range((start, end): (Position, Position)) -> std::ops::Range<usize> {
    start.bytes()..end.bytes()
}

/// Adjusts a span so that it is not empty, lies within the source, and begins and ends on character boundaries.
fn visible_span(source: &str, span: std::ops::Range<usize>) -> std::ops::Range<usize> {
    let mut start = span.start.min(source.len());
    let mut end = span.end.clamp(start, source.len());
    // If the span covers several text lines, such as an unclosed comment, keep only its first line.
    let first_line_length = source.as_bytes()[start..end].iter().position(|&b| b == b'\n');
    if let Some(length) = first_line_length.filter(|&length| length > 0) {
        end = start + length;
    }
    if start == end {
        // An empty span at the end of the file or of a text line: point at the last character before it.
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
