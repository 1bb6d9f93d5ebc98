//! Faults of TOML: a number one off, a truth turned round, a member of a list dropped, an entry (an effect, a line of a
//! position) gone, one id for another that stands under the same key elsewhere.

use crate::fault::Fault;
use cardwright_content::SourceFile;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Tables and keys that say what a file is or where it is from, no rule.
const APART: [&str; 8] = ["id", "source", "source_note", "was", "game", "doc", "name", "extends"];

/// Every fault of these files that are TOML, texts apart.
pub(crate) fn faults(files: &[Arc<SourceFile>]) -> Vec<Fault> {
    let is_table = |file: &&Arc<SourceFile>| {
        file.path.ends_with(".toml") && !file.path.ends_with("/text.toml") && !file.path.ends_with("/rules.toml")
    };
    let tables: Vec<&Arc<SourceFile>> = files.iter().filter(is_table).collect();
    let mut ids = Ids::default();
    for file in &tables {
        walk(file, &mut |at| {
            if let DeValue::String(text) = at.value.get_ref()
                && is_id(text)
            {
                ids.0.entry(at.path.clone()).or_default().insert(text.to_string());
            }
        });
    }
    let mut out = Vec::new();
    for file in tables {
        walk(file, &mut |at| {
            let text = &file.text;
            let mut plant = |kind: &'static str, span: Range<usize>, becomes: String| {
                out.push(Fault { file: file.clone(), kind, span, becomes, key: Some(at.key.clone()) });
            };
            let span = at.value.span();
            match at.value.get_ref() {
                DeValue::Integer(number) => {
                    if let Ok(number) = number.as_str().parse::<i64>() {
                        plant("number", span.clone(), (number + 1).to_string());
                        plant("number", span, (number - 1).to_string());
                    }
                }
                DeValue::Boolean(truth) => plant("truth", span, (!truth).to_string()),
                DeValue::String(value) if value.contains('\n') => notation(text, span, &mut plant),
                DeValue::String(value) if is_range(value) => numbers(text, span, &mut plant),
                DeValue::String(value) if is_id(value) => {
                    if let Some(other) = ids.next_to(&at.path, value) {
                        plant("id", span, format!("{other:?}"));
                    }
                }
                DeValue::Array(list) if text.as_bytes().get(span.start) == Some(&b'[') && is_list(text, &span) => {
                    for (n, item) in list.iter().enumerate() {
                        let is_entry = matches!(item.get_ref(), DeValue::Table(_));
                        plant(if is_entry { "entry" } else { "member" }, without(list, n), String::new());
                    }
                }
                _ => {}
            }
        });
    }
    out
}

/// A value where it stands.
struct At<'v> {
    /// The keys that lead to it.
    path: String,
    /// The last of them.
    key: String,
    value: &'v Spanned<DeValue<'v>>,
}

/// Shows every value, what says where a file is from apart.
fn walk(file: &SourceFile, show: &mut dyn FnMut(At<'_>)) {
    let (table, errors) = DeTable::parse_recoverable(&file.text);
    if errors.is_empty() {
        of_table(table.get_ref(), "", show);
    }
}

fn of_table(table: &DeTable<'_>, path: &str, show: &mut dyn FnMut(At<'_>)) {
    for (key, value) in table.iter() {
        let key = key.get_ref().as_ref();
        if APART.contains(&key) {
            continue;
        }
        let path = if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
        of_value(value, &path, key, show);
    }
}

fn of_value(value: &Spanned<DeValue<'_>>, path: &str, key: &str, show: &mut dyn FnMut(At<'_>)) {
    show(At { path: path.to_owned(), key: key.to_owned(), value });
    match value.get_ref() {
        DeValue::Array(list) => list.iter().for_each(|item| of_value(item, path, key, show)),
        DeValue::Table(table) => of_table(table, path, show),
        _ => {}
    }
}

/// Words that stand under the same keys.
#[derive(Default)]
struct Ids(BTreeMap<String, BTreeSet<String>>);

impl Ids {
    /// Of those under these keys the next by name, or the first.
    fn next_to(&self, path: &str, id: &str) -> Option<&str> {
        let mut others = self.0.get(path)?.iter().filter(|other| *other != id).peekable();
        let first = others.peek().copied();
        others.find(|other| other.as_str() > id).or(first).map(String::as_str)
    }
}

fn is_id(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

/// `0..=4`
fn is_range(text: &str) -> bool {
    text.contains("..") && text.bytes().all(|b| b.is_ascii_digit() || b".=-".contains(&b))
}

/// Whether what stands there is a list, and not the head of an entry (`[[card]]`).
fn is_list(text: &str, span: &Range<usize>) -> bool {
    let line = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
    text[line..span.start].contains('=') || !text[line..span.start].trim().is_empty()
}

/// The place of a member of a list, with the comma that parts it from the next or from the one before.
fn without(list: &[Spanned<DeValue<'_>>], n: usize) -> Range<usize> {
    let own = list[n].span();
    match (n.checked_sub(1).map(|before| list[before].span()), list.get(n + 1)) {
        (_, Some(next)) => own.start..next.span().start,
        (Some(before), None) => before.end..own.end,
        (None, None) => own,
    }
}

/// Each number of a text, one more and one less.
fn numbers(text: &str, span: Range<usize>, plant: &mut dyn FnMut(&'static str, Range<usize>, String)) {
    let of = text.get(span.clone()).unwrap_or_default();
    let is_word = |b: u8| b.is_ascii_alphanumeric() || b == b'-';
    let mut at = 0;
    while at < of.len() {
        let bytes = of.as_bytes();
        let end = at + bytes[at..].iter().take_while(|b| is_word(**b)).count();
        if let Ok(number) = of.get(at..end).unwrap_or_default().parse::<i64>() {
            let place = span.start + at..span.start + end;
            plant("number", place.clone(), (number + 1).to_string());
            if number != 0 {
                plant("number", place, (number - 1).to_string());
            }
        }
        at = end.max(at + 1);
    }
}

/// Positions in words: numbers, and lines that are left out.
fn notation(text: &str, span: Range<usize>, plant: &mut dyn FnMut(&'static str, Range<usize>, String)) {
    numbers(text, span.clone(), plant);
    let mut at = span.start;
    for line in text[span].split_inclusive('\n') {
        if !line.contains("\"\"\"") && !line.trim().is_empty() {
            plant("entry", at..at + line.len(), String::new());
        }
        at += line.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each fault as `kind: line`, the text being one line.
    fn planted(text: &str) -> Vec<String> {
        let file = SourceFile::new("base".into(), "cards/demo/a.toml".into(), text.to_owned(), None);
        let shown = |fault: &Fault| format!("{}: {}", fault.kind, crate::fault::one_line(&fault.text()));
        faults(&[Arc::new(file)]).iter().map(shown).collect()
    }

    #[test]
    fn numbers_truths_members_and_entries_slip() {
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
            "what a thing is called is no rule"
        );
    }

    #[test]
    fn ids_slip_into_others_under_the_same_key() {
        let slips = planted("at = [\"cuba\", \"haiti\"]\nkind = \"isle\"");
        let expected = [
            "member: at = [\"haiti\"] kind = \"isle\"",
            "member: at = [\"cuba\"] kind = \"isle\"",
            "id: at = [\"haiti\", \"haiti\"] kind = \"isle\"",
            "id: at = [\"cuba\", \"cuba\"] kind = \"isle\"",
        ];
        assert_eq!(slips, expected);
    }

    #[test]
    fn positions_lose_lines_and_count_wrong() {
        let slips = planted("position = \"\"\"\nport: 2 ship\n\"\"\"");
        let expected = [
            "number: position = \"\"\" port: 3 ship \"\"\"",
            "number: position = \"\"\" port: 1 ship \"\"\"",
            "entry: position = \"\"\" \"\"\"",
        ];
        assert_eq!(slips, expected);
    }
}
