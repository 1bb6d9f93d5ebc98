//! The parser, with what it lacks: a limit, and errors that say one thing once.

use crate::Finding;
use crate::scan::{Scan, scan};
use full_moon::ast::Ast;
use full_moon::tokenizer::{Lexer, LexerResult, Position};
use full_moon::{Error, LuaVersion};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Deeper than this no script is read. Luau has a limit too, though a higher one.
const DEEPEST: usize = 160;
/// Up to this depth the stack of the caller is enough.
const SHALLOW: usize = 24;
/// The parser takes up to 30 KB for one level of [`DEEPEST`].
const STACK: usize = 32 << 20;

/// A script as read.
pub(crate) struct Parsed {
    pub(crate) scan: Scan,
    /// As good as it could be made out, if there are errors.
    pub(crate) ast: Option<Ast>,
    pub(crate) errors: Vec<Finding>,
}

impl Parsed {
    pub(crate) fn new(source: &str) -> Parsed {
        let scan = scan(source);
        if scan.depth > DEEPEST {
            let span = widened(source, scan.deepest..scan.deepest);
            let deep = syntax(span, "the code is nested too deep to be read", "too deep here")
                .help("name parts of it with `local`, or give them functions of their own");
            return Parsed { scan, ast: None, errors: vec![deep] };
        }
        // the parser takes it ill, and sometimes panics, if there is what is not a token
        if scan.unreadable {
            let errors = unreadable(source);
            if !errors.is_empty() {
                return Parsed { scan, ast: None, errors };
            }
        }
        let parse = || full_moon::parse_fallible(source, LuaVersion::luau());
        let result = if scan.depth <= SHALLOW {
            catch_unwind(AssertUnwindSafe(parse)).ok()
        } else {
            std::thread::scope(|scope| {
                let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, parse);
                thread.ok().and_then(|t| t.join().ok())
            })
        };
        let Some(result) = result else {
            let mut errors = unreadable(source);
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

/// What is not a token.
fn unreadable(source: &str) -> Vec<Finding> {
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

/// What the tokenizer did not understand, all of it, and the first that the parser did not: what it says later
/// is mostly about its own recovery.
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
    // an unreadable token is what the parser stumbles over next
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

pub(crate) fn range((start, end): (Position, Position)) -> std::ops::Range<usize> {
    start.bytes()..end.bytes()
}

/// A span within the source, on the borders of characters, with something in it to point at.
fn widened(source: &str, span: std::ops::Range<usize>) -> std::ops::Range<usize> {
    let mut start = span.start.min(source.len());
    let mut end = span.end.clamp(start, source.len());
    // of what spans lines, an unclosed comment say, the first
    let line = source.as_bytes()[start..end].iter().position(|&b| b == b'\n');
    if let Some(line) = line.filter(|&l| l > 0) {
        end = start + line;
    }
    if start == end {
        // the end of the file, say: the last thing before it
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
