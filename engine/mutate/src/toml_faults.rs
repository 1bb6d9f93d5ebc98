//! Faults in TOML: a number off by one, an inverted boolean, a dropped member of a list, a dropped entry (an effect, a
//! line of a position), and an id replaced by another id under the same key.

use crate::fault::Fault;
use cardwright_content::SourceFile;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Keys that describe a file or its source and have no effect on the rules.
const IGNORED_KEYS: [&str; 8] = ["id", "source", "source_note", "was", "game", "doc", "name", "extends"];

/// Lists all faults in the TOML files among the files, except in `text.toml` and `rules.toml`.
pub(crate) fn faults(files: &[Arc<SourceFile>]) -> Vec<Fault> {
    let gets_faults = |file: &&Arc<SourceFile>| {
        file.path.ends_with(".toml") && !file.path.ends_with("/text.toml") && !file.path.ends_with("/rules.toml")
    };
    let toml_files: Vec<&Arc<SourceFile>> = files.iter().filter(gets_faults).collect();
    let mut ids = Ids::default();
    for file in &toml_files {
        visit_values(file, &mut |visited| {
            if let DeValue::String(text) = visited.value.get_ref()
                && is_id(text)
            {
                ids.0.entry(visited.path.clone()).or_default().insert(text.to_string());
            }
        });
    }
    let mut out = Vec::new();
    for file in toml_files {
        visit_values(file, &mut |visited| {
            let text = &file.text;
            let mut plant = |kind: &'static str, span: Range<usize>, becomes: String| {
                out.push(Fault { file: file.clone(), kind, span, becomes, key: Some(visited.key.clone()) });
            };
            let span = visited.value.span();
            match visited.value.get_ref() {
                DeValue::Integer(number) => {
                    if let Ok(number) = number.as_str().parse::<i64>() {
                        plant("number", span.clone(), (number + 1).to_string());
                        plant("number", span, (number - 1).to_string());
                    }
                }
                DeValue::Boolean(value) => plant("truth", span, (!value).to_string()),
                DeValue::String(value) if value.contains('\n') => plant_in_position(text, span, &mut plant),
                DeValue::String(value) if is_range(value) => plant_in_numbers(text, span, &mut plant),
                DeValue::String(value) if is_id(value) => {
                    if let Some(other) = ids.next_to(&visited.path, value) {
                        plant("id", span, format!("{other:?}"));
                    }
                }
                DeValue::Array(list) if text.as_bytes().get(span.start) == Some(&b'[') && is_list(text, &span) => {
                    for (n, item) in list.iter().enumerate() {
                        let is_entry = matches!(item.get_ref(), DeValue::Table(_));
                        plant(if is_entry { "entry" } else { "member" }, member_span(list, n), String::new());
                    }
                }
                _ => {}
            }
        });
    }
    out
}

/// A value and the keys that lead to it.
struct ValueAt<'v> {
    /// The keys that lead to the value, joined with dots.
    path: String,
    /// The last key.
    key: String,
    value: &'v Spanned<DeValue<'v>>,
}

/// Visits every value, except under ignored keys.
fn visit_values(file: &SourceFile, visit: &mut dyn FnMut(ValueAt<'_>)) {
    let (table, errors) = DeTable::parse_recoverable(&file.text);
    if errors.is_empty() {
        visit_table(table.get_ref(), "", visit);
    }
}

fn visit_table(table: &DeTable<'_>, path: &str, visit: &mut dyn FnMut(ValueAt<'_>)) {
    for (key, value) in table.iter() {
        let key = key.get_ref().as_ref();
        if IGNORED_KEYS.contains(&key) {
            continue;
        }
        let path = if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
        visit_value(value, &path, key, visit);
    }
}

fn visit_value(value: &Spanned<DeValue<'_>>, path: &str, key: &str, visit: &mut dyn FnMut(ValueAt<'_>)) {
    visit(ValueAt { path: path.to_owned(), key: key.to_owned(), value });
    match value.get_ref() {
        DeValue::Array(list) => list.iter().for_each(|item| visit_value(item, path, key, visit)),
        DeValue::Table(table) => visit_table(table, path, visit),
        _ => {}
    }
}

/// The ids of all files, by the path of their keys.
#[derive(Default)]
struct Ids(BTreeMap<String, BTreeSet<String>>);

impl Ids {
    /// Returns the id under the same path that comes next in alphabetical order, or else the first other id.
    fn next_to(&self, path: &str, id: &str) -> Option<&str> {
        let mut others = self.0.get(path)?.iter().filter(|other| *other != id).peekable();
        let first = others.peek().copied();
        others.find(|other| other.as_str() > id).or(first).map(String::as_str)
    }
}

fn is_id(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

/// Whether a text is a range such as `0..=4`.
fn is_range(text: &str) -> bool {
    text.contains("..") && text.bytes().all(|b| b.is_ascii_digit() || b".=-".contains(&b))
}

/// Whether the span is a list, and not the heading of an entry (`[[card]]`).
fn is_list(text: &str, span: &Range<usize>) -> bool {
    let line_start = text[..span.start].rfind('\n').map_or(0, |index| index + 1);
    text[line_start..span.start].contains('=') || !text[line_start..span.start].trim().is_empty()
}

/// Returns the span of a list member, with the comma after it or before it.
fn member_span(list: &[Spanned<DeValue<'_>>], n: usize) -> Range<usize> {
    let own = list[n].span();
    match (n.checked_sub(1).map(|before| list[before].span()), list.get(n + 1)) {
        (_, Some(next)) => own.start..next.span().start,
        (Some(before), None) => before.end..own.end,
        (None, None) => own,
    }
}

/// Plants two faults in every number of a text: one more, and one less if the number is not 0.
fn plant_in_numbers(text: &str, span: Range<usize>, plant: &mut dyn FnMut(&'static str, Range<usize>, String)) {
    let value_text = text.get(span.clone()).unwrap_or_default();
    let is_word_byte = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let mut start = 0;
    while start < value_text.len() {
        let bytes = value_text.as_bytes();
        let end = start + bytes[start..].iter().take_while(|byte| is_word_byte(**byte)).count();
        if let Ok(number) = value_text.get(start..end).unwrap_or_default().parse::<i64>() {
            let number_span = span.start + start..span.start + end;
            plant("number", number_span.clone(), (number + 1).to_string());
            if number != 0 {
                plant("number", number_span, (number - 1).to_string());
            }
        }
        start = end.max(start + 1);
    }
}

/// Plants faults in position notation: changed numbers and dropped lines.
fn plant_in_position(text: &str, span: Range<usize>, plant: &mut dyn FnMut(&'static str, Range<usize>, String)) {
    plant_in_numbers(text, span.clone(), plant);
    let mut line_start = span.start;
    for line in text[span].split_inclusive('\n') {
        if !line.contains("\"\"\"") && !line.trim().is_empty() {
            plant("entry", line_start..line_start + line.len(), String::new());
        }
        line_start += line.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists the faults of a file as `kind: text of the file with the fault`, on one line each.
    fn planted(text: &str) -> Vec<String> {
        let file = SourceFile::new("base".into(), "cards/demo/a.toml".into(), text.to_owned(), None);
        let fault_text = |fault: &Fault| format!("{}: {}", fault.kind, crate::fault::one_line(&fault.mutated_text()));
        faults(&[Arc::new(file)]).iter().map(fault_text).collect()
    }

    #[test]
    fn numbers_booleans_members_and_entries_get_faults() {
        assert_eq!(planted("ap = 2"), ["number: ap = 3", "number: ap = 1"]);
        assert_eq!(planted("halo = true"), ["truth: halo = false"]);
        assert_eq!(
            planted("red = \"0..=4\""),
            ["number: red = \"1..=4\"", "number: red = \"0..=5\"", "number: red = \"0..=3\""]
        );
        assert_eq!(planted("effects = [{ verb = \"a\" }]"), ["entry: effects = []"]);
        assert_eq!(
            planted("[[card]]\nid = \"a\"\nname = \"b\""),
            Vec::<String>::new(),
            "the name of a thing has no effect on the rules"
        );
    }

    #[test]
    fn ids_are_replaced_by_others_under_the_same_key() {
        let faults = planted("at = [\"cuba\", \"haiti\"]\nkind = \"isle\"");
        let expected = [
            "member: at = [\"haiti\"] kind = \"isle\"",
            "member: at = [\"cuba\"] kind = \"isle\"",
            "id: at = [\"haiti\", \"haiti\"] kind = \"isle\"",
            "id: at = [\"cuba\", \"cuba\"] kind = \"isle\"",
        ];
        assert_eq!(faults, expected);
    }

    #[test]
    fn positions_lose_lines_and_get_wrong_numbers() {
        let faults = planted("position = \"\"\"\nport: 2 ship\n\"\"\"");
        let expected = [
            "number: position = \"\"\" port: 3 ship \"\"\"",
            "number: position = \"\"\" port: 1 ship \"\"\"",
            "entry: position = \"\"\" \"\"\"",
        ];
        assert_eq!(faults, expected);
    }
}
