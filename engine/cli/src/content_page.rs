//! Generates `docs/content.md`, the reference of TOML content, from the schemas that check the files.

use crate::reference::wrap;
use cardwright_content::{
    FILE_SCHEMAS, FileSchema, Key, Requirement, TEST_FILE_SCHEMAS, TableSchema, ValueType, common_keys,
};
use std::fmt::Write as _;

const OPENING: &str = "\
# Keys of TOML files

`cardwright docs content` generates this page from the schemas that check the files. A test compares
the two and runs every example. `cardwright docs content --schema` writes the same as JSON Schema
for [editors](designers-guide.md#what-your-editor-can-know). Script functions are in
[api.md](api.md).

If the column *default* is empty, the key is required. Ids are lower-case words and digits joined by
`-`, at most 64 characters. Numbers are whole unless the table says otherwise. The examples come
from a small invented game, `ferry`; the code blocks below the tables are its files.

Packs are layered. A later pack changes an entry with the same id and only the keys that differ.
Tables are merged key by key. A list replaces the earlier one, or edits it:
`marks = { add = [\"moved\"], remove = [\"tired\"] }`. An entry that looks new but has an existing id is
an error, unless it has `patch = true`.
";

/// Returns the text of `docs/content.md`.
pub fn content() -> String {
    let mut page = Page { out: OPENING.to_owned(), described: Vec::new() };
    page.out.push('\n');
    for file in FILE_SCHEMAS.iter().chain(&TEST_FILE_SCHEMAS) {
        let _ = writeln!(page.out, "- [{}](#{}): {}", file.kind, anchor(file), first_sentence(file.schema.doc));
    }
    let _ = writeln!(page.out, "- [keys of every entry](#keys-of-every-entry)");
    FILE_SCHEMAS.iter().chain(&TEST_FILE_SCHEMAS).for_each(|file| page.file(file));
    let _ = write!(page.out, "\n## Keys of every entry\n\nAll entries may have these keys in addition to their own.\n");
    page.table(common_keys().iter());
    wrap_prose(&page.out)
}

/// Wraps the long lines that are neither in a code block nor part of a table.
fn wrap_prose(text: &str) -> String {
    let (mut out, mut is_code) = (String::new(), false);
    for line in text.lines() {
        is_code ^= line.starts_with("```");
        let _ = match line.strip_prefix("- ") {
            _ if is_code || line.starts_with('|') => writeln!(out, "{line}"),
            Some(item) => writeln!(out, "- {}", wrap(item, "  ").trim_start()),
            None => writeln!(out, "{}", wrap(line, "")),
        };
    }
    out
}

fn title(file: &FileSchema) -> String {
    format!("The {}: `{}`", file.kind, file.path)
}

/// Returns the anchor of the heading of a file, as GitHub forms it.
fn anchor(file: &FileSchema) -> String {
    let is_in_anchor = |c: &char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '_');
    title(file).to_lowercase().chars().filter(is_in_anchor).collect::<String>().replace(' ', "-")
}

fn first_sentence(doc: &str) -> &str {
    doc.split_inclusive(". ").next().unwrap_or(doc).trim()
}

struct Page {
    out: String,
    /// Schemas of inner TOML tables that already have a section of the page.
    described: Vec<&'static TableSchema>,
}

impl Page {
    fn file(&mut self, file: &FileSchema) {
        let _ = write!(self.out, "\n## {}\n\n{}\n", title(file), file.schema.doc);
        let own: Vec<&Key> = file.schema.keys().filter(|key| section(key).is_none()).collect();
        if !own.is_empty() {
            self.table(own.into_iter());
        }
        if !file.schema.example.is_empty() {
            self.example(file.schema.example);
        }
        for key in file.schema.keys() {
            let Some((heading, schema)) = section(key) else { continue };
            let _ = write!(self.out, "\n### `{heading}`\n\n{}\n", schema.doc);
            if key.requirement != Requirement::Optional {
                self.out.push_str("\nEvery such file needs this table.\n");
            }
            self.schema(schema);
        }
    }

    /// Writes the keys of a TOML table, its example, and its inner TOML tables.
    fn schema(&mut self, schema: &'static TableSchema) {
        let is_common =
            |key: &&Key| common_keys().iter().any(|common| common.name == key.name && common.doc == key.doc);
        // A schema with more than three of the keys of every entry gets a link instead of rows for those keys.
        let has_common = schema.keys().filter(|key| is_common(key)).count() > 3;
        // If the TOML table shares more than three keys with an earlier one, the page refers to the earlier one.
        let similar = self
            .described
            .iter()
            .copied()
            .find(|earlier| earlier.subject != schema.subject && count_shared_keys(earlier, schema) > 3);
        if let Some(similar) = similar {
            let link = format!(
                "[{} {}](#{}-{})",
                article(similar.subject),
                similar.subject,
                article(similar.subject),
                similar.subject.replace(' ', "-")
            );
            let missing: Vec<String> =
                (similar.keys().filter(|key| !has(schema, key))).map(|key| format!("`{}`", key.name)).collect();
            let except = if missing.is_empty() { String::new() } else { format!(", except {}", missing.join(", ")) };
            let ending = if schema.keys().all(|key| has(similar, key)) { "." } else { "; and also:" };
            let _ = write!(self.out, "\nIts keys are those of {link}{except}{ending}\n");
        }
        let is_described = |key: &&Key| similar.is_some_and(|similar| has(similar, key));
        self.table(schema.keys().filter(|key| !is_described(key) && (!has_common || !is_common(key))));
        for key in schema.game_keys {
            let _ = write!(self.out, "\n`{}` ({}): {}\n", key.name, type_text(&key.value_type), key.doc);
        }
        if has_common {
            self.out.push_str("\nAlso the [keys of every entry](#keys-of-every-entry).\n");
        }
        if !schema.example.is_empty() {
            self.example(schema.example);
        }
        let mut inner = Vec::new();
        schema.keys().for_each(|key| add_tables(&key.value_type, &mut inner));
        schema.game_keys.iter().for_each(|key| add_tables(&key.value_type, &mut inner));
        for schema in inner {
            if self.described.iter().all(|earlier| earlier.subject != schema.subject) {
                self.described.push(schema);
                let _ = write!(self.out, "\n#### {}\n\n{}\n", heading(schema.subject), schema.doc);
                self.schema(schema);
            }
        }
    }

    fn table<'a>(&mut self, keys: impl Iterator<Item = &'a Key>) {
        let mut rows = keys.peekable();
        if rows.peek().is_none() {
            return;
        }
        self.out.push_str("\n| key | type | default | meaning | example |\n|---|---|---|---|---|\n");
        for key in rows {
            let condition = key.condition.map(|condition| {
                let words: Vec<String> = condition.values.iter().map(|word| format!("`\"{word}\"`")).collect();
                format!("Only if `{}` is {}. ", condition.key, words.join(", "))
            });
            let default = match key.requirement {
                Requirement::Optional if key.default.is_empty() => "none",
                Requirement::Optional => key.default,
                _ => "",
            };
            let former: Vec<String> = key.formerly.iter().map(|name| format!("`{name}`")).collect();
            let former = if former.is_empty() { String::new() } else { format!(" Formerly {}.", former.join(", ")) };
            let example: Vec<String> = key
                .example_context
                .lines()
                .map(|line| format!("`{line}`"))
                .chain([format!("`{} = {}`", key.name, key.example)])
                .collect();
            let _ = writeln!(
                self.out,
                "| `{}` | {} | {default} | {}{}{former} | {} |",
                key.name,
                type_text(&key.value_type),
                condition.unwrap_or_default(),
                key.doc,
                example.join("<br>")
            );
        }
    }

    fn example(&mut self, toml: &str) {
        let _ = write!(self.out, "\n```toml\n{toml}\n```\n");
    }
}

/// Returns the heading and the schema of a key that has a section of its own; none for other keys.
fn section(key: &Key) -> Option<(String, &'static TableSchema)> {
    match key.value_type {
        ValueType::Table(schema) => Some((format!("[{}]", key.name), schema)),
        ValueType::Entries(schema) => Some((format!("[[{}]]", key.name), schema)),
        ValueType::NamedEntries(schema) => Some((format!("[{}.ID]", key.name), schema)),
        _ => None,
    }
}

/// Whether a schema has a key with the same name and description.
fn has(schema: &TableSchema, key: &Key) -> bool {
    schema.key(key.name).is_some_and(|own| own.doc == key.doc)
}

fn count_shared_keys(schema: &TableSchema, other: &TableSchema) -> usize {
    other.keys().filter(|key| has(schema, key)).count()
}

/// Returns the heading for a subject: `A field of spaces`, `An effect`, `Counters of a track`.
fn heading(subject: &str) -> String {
    let first = subject.split(" of ").next().unwrap_or(subject);
    let mut letters = subject.chars();
    let capitalized = letters.next().map(|letter| letter.to_ascii_uppercase().to_string() + letters.as_str());
    match (first.ends_with('s') || first == "data", article(subject)) {
        (true, _) => capitalized.unwrap_or_default(),
        (false, "an") => format!("An {subject}"),
        (false, _) => format!("A {subject}"),
    }
}

fn article(word: &str) -> &'static str {
    if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

/// Adds the schemas of the TOML tables in a value to `found`.
fn add_tables(value_type: &ValueType, found: &mut Vec<&'static TableSchema>) {
    match value_type {
        ValueType::Table(schema) => found.push(schema),
        ValueType::List(element) | ValueType::AnyKeys(element) => add_tables(element, found),
        ValueType::AnyOf(types) => types.iter().for_each(|value_type| add_tables(value_type, found)),
        _ => {}
    }
}

/// Returns the type of a value in words.
fn type_text(value_type: &ValueType) -> String {
    let choice = |words: &[&str]| words.iter().map(|word| format!("`\"{word}\"`")).collect::<Vec<_>>().join(", ");
    match value_type {
        ValueType::Text => "text".into(),
        ValueType::Line => "a line of text".into(),
        ValueType::Short(max) => format!("1 to {max} characters"),
        ValueType::Id => "an id".into(),
        ValueType::CardId => "an id, which may begin with a digit".into(),
        ValueType::IdOf(kind) => format!("the id of {} {}", article(kind), kind.replace('-', " ")),
        ValueType::Choice(words) => choice(words),
        ValueType::Number(from, to) if is_unbounded(*from, *to) => "a number".into(),
        ValueType::Number(from, to) => format!("{from} to {to}"),
        ValueType::Decimal(from, to) => format!("{from} to {to}, may be a fraction"),
        ValueType::Color => "a colour: `\"#rgb\"` or `\"#rrggbb\"`".into(),
        ValueType::Points => "points: `\"10,20 30,40\"`; a `;` separates parts".into(),
        ValueType::Boolean => "`true` or `false`".into(),
        ValueType::Range => "a range: `\"0..=4\"`, or `\"4\"`".into(),
        ValueType::Source => "`\"rulebook\"`, `\"reconstructed\"`, `\"own\"`, `\"public:NAME\"`".into(),
        ValueType::List(element) => format!("a list, each {}", type_text(element)),
        ValueType::Table(schema) => format!("a table: {}", schema.subject),
        ValueType::Entries(schema) | ValueType::NamedEntries(schema) => format!("tables: {}", schema.subject),
        ValueType::AnyKeys(value) => format!("a table, each {}", type_text(value)),
        ValueType::Data => "data".into(),
        ValueType::AnyOf(types) => types.iter().map(type_text).collect::<Vec<_>>().join("; or "),
    }
}

/// Whether the bounds are those of all numbers in a position.
fn is_unbounded(from: i64, to: i64) -> bool {
    from == -to && to + 1 == cardwright_state::val::LIMIT
}
