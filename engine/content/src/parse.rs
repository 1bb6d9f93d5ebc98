//! Reads one TOML file into a [`Table`] whose values know their places.
//!
//! Reports all syntax errors of the file at once, but none after an unclosed bracket or text. The TOML parser misreads
//! everything after the opening bracket or quotes.

use crate::deprecated::replace_deprecated;
use crate::located::{Located, Table, TomlValue};
use crate::problems::Problems;
use crate::source_file::SourceFile;
use crate::table_schema::TableSchema;
use crate::text_chars::first_bad_char;
use crate::unclosed_delimiter::{Unclosed, find_unclosed};
use cardwright_state::val::LIMIT;
use std::sync::Arc;
use toml::de::{DeTable, DeValue};

/// The most entries of one table or list.
pub(crate) const MAX_ENTRIES: usize = 4096;
/// How deep tables and lists may nest.
const MAX_DEPTH: usize = 32;

/// Parses a file, and replaces deprecated spellings. Returns `None` if the syntax is wrong.
pub(crate) fn parse_with(file: &Arc<SourceFile>, schema: &TableSchema, problems: &Problems) -> Option<Table> {
    let mut table = parse(file, problems)?;
    replace_deprecated(&mut table, schema, problems);
    Some(table)
}

/// Parses a file. Returns `None` if the syntax is wrong.
pub(crate) fn parse(file: &Arc<SourceFile>, problems: &Problems) -> Option<Table> {
    let (table, errors) = DeTable::parse_recoverable(&file.text);
    let unclosed = if errors.is_empty() { None } else { find_unclosed(&file.text) };
    let mut last_line = None;
    for error in &errors {
        let span = error.span().unwrap_or(0..0);
        if unclosed.as_ref().is_some_and(|unclosed| span.start >= unclosed.span.start) {
            continue;
        }
        // The first error of a text line usually causes the other errors of the line.
        let line = file.text.get(..span.start).map(|before| before.matches('\n').count());
        if last_line.replace(line) == Some(line) {
            continue;
        }
        problems.push(
            crate::diagnostic::Diagnostic::error("content::syntax", format!("this is not TOML: {}", error.message()))
                .at(file, span)
                .label("the error is here"),
        );
    }
    if let Some(Unclosed { span, opening, closing, shown_by }) = unclosed {
        let problem =
            crate::diagnostic::Diagnostic::error("content::syntax", format!("this `{opening}` is not closed"))
                .at(file, span);
        let before = match shown_by {
            Some(byte) => format!("before line {}", file.line_column(byte).0),
            None => "before the end of the file".to_owned(),
        };
        problems.push(problem.label("it opens here").help(format!("a `{closing}` is missing {before}")));
    }
    let converter = Converter { file, problems };
    let table = converter.convert_table(table.get_ref(), 0);
    // With a syntax error the table is incomplete, and every id declared in the missing part would look unknown.
    if errors.is_empty() { table } else { None }
}

/// Reads the entries `[[section]]` of a file, with their places. Empty if the syntax is wrong; loading the game reports
/// that.
pub fn entries_of(file: &Arc<SourceFile>, section: &str) -> Vec<Table> {
    let entries = parse(file, &Problems::default()).into_iter().flatten().find(|(key, _)| key.value == section);
    let Some((_, Located { value: TomlValue::List(entries), .. })) = entries else { return Vec::new() };
    let as_table = |entry: Located<TomlValue>| match entry.value {
        TomlValue::Table(table) => Some(table),
        _ => None,
    };
    entries.into_iter().filter_map(as_table).collect()
}

/// Writes a text as a value of TOML, in quotes.
pub fn quoted_text(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// Whether a text is one value of TOML, such as `[1, 2]`.
pub fn is_toml_value(text: &str) -> bool {
    !text.contains("\n[") && format!("x = {text}\n").parse::<toml::Table>().is_ok_and(|table| table.len() == 1)
}

/// Makes the diagnostic for a text or key that spells a forbidden character with an escape, such as `\u001b`.
fn bad_character(place: Located<()>, kind: &str, name: &str) -> crate::diagnostic::Diagnostic {
    place
        .error("content::control-character", format!("this {kind} contains the character {name}"))
        .label("it could control a terminal or reverse the text")
        .help("delete the character")
}

/// Converts the values of the TOML parser to [`TomlValue`], with their places.
struct Converter<'a> {
    file: &'a Arc<SourceFile>,
    problems: &'a Problems,
}

impl Converter<'_> {
    fn locate<T>(&self, value: T, span: std::ops::Range<usize>) -> Located<T> {
        Located { value, file: self.file.clone(), span }
    }
    fn convert_table(&self, table: &DeTable<'_>, depth: usize) -> Option<Table> {
        let mut converted = Table::new();
        let mut is_valid = table.iter().nth(MAX_ENTRIES).is_none_or(|(key, _)| self.report_too_many(key.span()));
        for (key, value) in table.iter().take(MAX_ENTRIES) {
            let key = self.locate(key.get_ref().to_string(), key.span());
            if let Some((_, name)) = first_bad_char(&key.value) {
                self.problems.push(bad_character(key.place(), "key", &name));
                is_valid = false;
            }
            match self.convert_value(value, depth + 1) {
                Some(value) => converted.push((key, value)),
                None => is_valid = false,
            }
        }
        is_valid.then_some(converted)
    }
    /// Reports a table or list with too many entries. Always returns false.
    fn report_too_many(&self, span: std::ops::Range<usize>) -> bool {
        let problem = self
            .locate((), span)
            .error("content::too-many", format!("more than {MAX_ENTRIES} entries in one table or list"));
        self.problems.push(problem.label("this exceeds the limit"));
        false
    }
    fn convert_value(&self, value: &toml::Spanned<DeValue<'_>>, depth: usize) -> Option<Located<TomlValue>> {
        let span = value.span();
        if depth > MAX_DEPTH {
            self.problems.push(
                self.locate((), span)
                    .error("content::too-deep", format!("tables and lists nest more than {MAX_DEPTH} deep"))
                    .label("too deep"),
            );
            return None;
        }
        let converted = match value.get_ref() {
            DeValue::String(text) => {
                if let Some((_, name)) = first_bad_char(text) {
                    self.problems.push(bad_character(self.locate((), span), "text", &name));
                    return None;
                }
                TomlValue::Text(text.to_string())
            }
            DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
                Ok(number) if -LIMIT < number && number < LIMIT => TomlValue::Number(number),
                _ => TomlValue::Other("a number that is too large"),
            },
            DeValue::Float(number) => match number.as_str().replace('_', "").parse::<f64>() {
                Ok(number) if number.abs() < LIMIT as f64 => TomlValue::Fraction(number),
                _ => TomlValue::Other("a number that is too large"),
            },
            DeValue::Boolean(flag) => TomlValue::Boolean(*flag),
            DeValue::Datetime(_) => TomlValue::Other("a date"),
            DeValue::Array(list) => {
                if let Some(item) = list.get(MAX_ENTRIES) {
                    self.report_too_many(item.span());
                    return None;
                }
                TomlValue::List(
                    list.iter().map(|item| self.convert_value(item, depth + 1)).collect::<Option<Vec<_>>>()?,
                )
            }
            DeValue::Table(table) => TomlValue::Table(self.convert_table(table, depth)?),
        };
        Some(self.locate(converted, span))
    }
}
