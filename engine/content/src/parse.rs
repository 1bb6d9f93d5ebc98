//! One TOML file into a [`Table`] with places; all syntax errors of the file at once, up to
//! where something was left open: all that follows is misread from there.

use crate::located::{Located, Raw, Table};
use crate::plain::first_unfit;
use crate::problems::Problems;
use crate::source::SourceFile;
use crate::unclosed::{Unclosed, unclosed};
use cardwright_state::val::LIMIT;
use std::sync::Arc;
use toml::de::{DeTable, DeValue};

/// More entries of one kind than this are a flood, not a game.
pub(crate) const MOST: usize = 4096;

/// Deeper nesting is nobody's data.
const DEEPEST: usize = 32;

/// The file as a table; none if its syntax is wrong.
pub(crate) fn parse(file: &Arc<SourceFile>, problems: &Problems) -> Option<Table> {
    let (table, errors) = DeTable::parse_recoverable(&file.text);
    let open = if errors.is_empty() { None } else { unclosed(&file.text) };
    let mut last = None;
    for error in &errors {
        let span = error.span().unwrap_or(0..0);
        if open.as_ref().is_some_and(|open| span.start >= open.span.start) {
            continue;
        }
        // What the reader stumbles over next in a line comes of its first slip there.
        let line = file.text.get(..span.start).map(|before| before.matches('\n').count());
        if last.replace(line) == Some(line) {
            continue;
        }
        problems.push(
            crate::diagnostic::Diagnostic::error("content::syntax", format!("this is not TOML: {}", error.message()))
                .at(file, span)
                .label("the reader stumbled here"),
        );
    }
    if let Some(Unclosed { span, what, close, by }) = open {
        let problem = crate::diagnostic::Diagnostic::error("content::syntax", format!("this `{what}` is not closed"))
            .at(file, span);
        let before = match by {
            Some(by) => format!("before line {}", file.line_column(by).0),
            None => "before the end of the file".to_owned(),
        };
        problems.push(problem.label("it opens here").help(format!("a `{close}` is missing {before}")));
    }
    let walk = Walk { file, problems };
    let table = walk.table(table.get_ref(), 0);
    if errors.is_empty() { table } else { None } // Half a file would make what it declares look unknown.
}

/// A text or key with a character, written as an escape, that is no text.
fn unfit(at: Located<()>, what: &str, name: &str) -> crate::diagnostic::Diagnostic {
    at.error("content::control-character", format!("this {what} holds {name}, which is no text"))
        .label("it would steer terminals or turn the line")
        .help("take it out")
}

struct Walk<'a> {
    file: &'a Arc<SourceFile>,
    problems: &'a Problems,
}

impl Walk<'_> {
    fn at<T>(&self, value: T, span: std::ops::Range<usize>) -> Located<T> {
        Located { value, file: self.file.clone(), span }
    }
    fn table(&self, table: &DeTable<'_>, depth: usize) -> Option<Table> {
        let mut out = Table::new();
        let mut sound = table.iter().nth(MOST).is_none_or(|(key, _)| self.flood(key.span()));
        for (key, value) in table.iter().take(MOST) {
            let key = self.at(key.get_ref().to_string(), key.span());
            if let Some((_, name)) = first_unfit(&key.value) {
                self.problems.push(unfit(key.place(), "key", &name));
                sound = false;
            }
            match self.value(value, depth + 1) {
                Some(value) => out.push((key, value)),
                None => sound = false,
            }
        }
        sound.then_some(out)
    }
    /// Reports a table or list past all bounds.
    fn flood(&self, span: std::ops::Range<usize>) -> bool {
        let problem =
            self.at((), span).error("content::too-many", format!("more than {MOST} entries in one table or list"));
        self.problems.push(problem.label("this one is too many"));
        false
    }
    fn value(&self, value: &toml::Spanned<DeValue<'_>>, depth: usize) -> Option<Located<Raw>> {
        let span = value.span();
        if depth > DEEPEST {
            self.problems.push(
                self.at((), span)
                    .error("content::too-deep", format!("tables and lists nest more than {DEEPEST} deep"))
                    .label("too deep"),
            );
            return None;
        }
        let raw = match value.get_ref() {
            DeValue::String(text) => {
                if let Some((_, name)) = first_unfit(text) {
                    self.problems.push(unfit(self.at((), span), "text", &name));
                    return None;
                }
                Raw::Text(text.to_string())
            }
            DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
                Ok(number) if -LIMIT < number && number < LIMIT => Raw::Number(number),
                _ => Raw::Other("a number past all bounds"),
            },
            DeValue::Float(number) => match number.as_str().replace('_', "").parse::<f64>() {
                Ok(number) if number.abs() < LIMIT as f64 => Raw::Fraction(number),
                _ => Raw::Other("a number past all bounds"),
            },
            DeValue::Boolean(truth) => Raw::Truth(*truth),
            DeValue::Datetime(_) => Raw::Other("a date"),
            DeValue::Array(list) => {
                if let Some(item) = list.get(MOST) {
                    self.flood(item.span());
                    return None;
                }
                Raw::List(list.iter().map(|item| self.value(item, depth + 1)).collect::<Option<Vec<_>>>()?)
            }
            DeValue::Table(table) => Raw::Table(self.table(table, depth)?),
        };
        Some(self.at(raw, span))
    }
}
