//! JSON Schemas of content files, for editors. For a game they also list its ids.

use cardwright_content::{
    DeclaredType, FILE_SCHEMAS, FileSchema, Key, Requirement, TEST_FILE_SCHEMAS, TableSchema, ValueType,
};
use cardwright_script::Program;
use cardwright_state::Kind;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The version of JSON Schema that TOML editors support.
const DRAFT: &str = "http://json-schema.org/draft-07/schema#";
const ID: &str = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$";
const CARD_ID: &str = "^[a-z0-9]+(-[a-z0-9]+)*$";
const LONGEST_LINE: u64 = 1000;

/// The text of a schema file.
pub fn schema_text(schema: &Value) -> String {
    format!("{schema:#}\n")
}

/// A schema and the files that it describes.
pub struct Schema {
    /// The kind of file, such as `board` for `board.json`.
    pub kind: String,
    /// Path patterns of these files in a pack.
    pub paths: Vec<&'static str>,
    /// The JSON Schema.
    pub schema: Value,
}

/// The names of a game for its schemas: ids and declared fields. Empty for schemas of all games.
#[derive(Default)]
pub struct GameNames {
    /// Ids by kind.
    ids: BTreeMap<&'static str, Vec<String>>,
    /// Ids by kind that packs before the last one define.
    earlier: BTreeMap<String, BTreeSet<String>>,
    /// Names of declared fields, by the subject of the table that has them.
    fields: BTreeMap<&'static str, BTreeSet<String>>,
    /// Types of declared fields, by subject and name.
    field_types: BTreeMap<(&'static str, String), Vec<DeclaredType>>,
    /// Whether the last pack changes files of earlier packs.
    changes_earlier: bool,
}

impl GameNames {
    /// The names of a loaded game.
    pub fn from_program(program: &Program) -> GameNames {
        let (board, content) = (&program.board, &program.content);
        let entries: Vec<_> = content.entries().iter().collect();
        let mut names = GameNames::default();
        let last = content.packs.last().map(|pack| pack.id.as_str()).unwrap_or_default();
        for entry in &entries {
            names.changes_earlier |= entry.origins.iter().any(|origin| origin.pack != last);
            if entry.origins.first().is_some_and(|origin| origin.pack != last) {
                names.earlier.entry(entry.kind.clone()).or_default().insert(entry.id.clone());
            }
        }
        for kind in ["side", "period", "kind", "space", "link-kind", "link", "mark", "piece", "fact", "scenario", "why"]
        {
            let of_kind = entries.iter().filter(|entry| entry.kind == kind).map(|entry| entry.id.clone());
            names.ids.insert(kind, of_kind.collect());
        }
        names.ids.insert("step", board.steps.clone());
        names.ids.insert("verb", program.verbs.iter().map(|verb| verb.0.clone()).collect());
        // A class of pieces may name types, faces of types, and named faces.
        let faces = board.types.iter().filter(|of| of.faces.len() > 1).flat_map(|of| {
            let whole = of.faces.iter().map(|face| format!("{}/{face}", of.id));
            let named = of.faces.iter().filter(|_| of.named_faces).cloned();
            whole.chain(named)
        });
        let faces: Vec<String> = faces.collect();
        names.ids.entry("piece").or_default().extend(faces);
        let fields = &content.info_fields;
        let both_spellings = |fields: &BTreeSet<String>| -> BTreeSet<String> {
            fields.iter().flat_map(|name| [name.clone(), name.replace('_', "-")]).collect()
        };
        names.fields.insert("space", both_spellings(&fields.space));
        names.fields.insert("link", both_spellings(&fields.link));
        names.fields.insert("card", both_spellings(&fields.card));
        names.fields.insert("half of a card", both_spellings(&fields.half));
        for field in fields.declared() {
            // With `[pieces] data`, pieces have no other fields.
            names.fields.entry(field.owner).or_default().insert(field.name.clone());
            let types = names.field_types.entry((field.owner, field.name.clone())).or_default();
            if !types.contains(&field.declared_type) {
                types.push(field.declared_type.clone());
            }
        }
        names
    }
    fn earlier_ids(&self, kind: &str) -> Option<Vec<&String>> {
        self.earlier.get(kind).map(|ids| ids.iter().collect())
    }
}

/// The schemas of all kinds of files, for one game or for all.
pub fn schemas(names: &GameNames) -> Vec<Schema> {
    let mut all = Vec::new();
    for file in FILE_SCHEMAS.iter().chain(&TEST_FILE_SCHEMAS) {
        all.push(Schema {
            kind: file.kind.into(),
            paths: vec![file.path],
            schema: schema(file, names, names.changes_earlier),
        });
        if !file.more_paths.is_empty() {
            let kind = format!("{}-part", file.kind);
            all.push(Schema { kind, paths: file.more_paths.to_vec(), schema: schema(file, names, true) });
        }
    }
    all
}

/// The schema of a kind of file. `is_part`: other files may have the required keys.
fn schema(file: &FileSchema, names: &GameNames, is_part: bool) -> Value {
    let mut out = json!({ "$schema": DRAFT, "title": format!("{} of Cardwright", file.path) });
    let table = Writer { names, is_part }.object(file.schema, TableRole::Whole);
    if let (Value::Object(out), Value::Object(table)) = (&mut out, table) {
        out.extend(table);
    }
    out
}

/// How a table is combined with others, which decides its required keys.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TableRole<'a> {
    /// The only table of its kind.
    Whole,
    /// Merged with tables of other files.
    Merged,
    /// An entry of this kind, which may change an earlier entry.
    Entry(&'a str),
}

struct Writer<'a> {
    names: &'a GameNames,
    is_part: bool,
}

impl Writer<'_> {
    fn object(&self, table: &'static TableSchema, role: TableRole<'_>) -> Value {
        let is_merged = role != TableRole::Whole;
        let mut properties = Map::new();
        for key in table.keys() {
            let mut property = self.value(&key.value_type, key.name, is_merged);
            if let Value::Object(property) = &mut property {
                describe(property, key);
            }
            properties.insert(key.name.into(), property);
        }
        let mut is_open = !table.game_keys.is_empty();
        if let Some(fields) = self.names.fields.get(table.subject) {
            is_open = false;
            for name in fields.iter().filter(|name| table.key(name).is_none()) {
                properties.insert(name.clone(), self.declared(table, name, is_merged));
            }
        }
        let mut out = json!({ "type": "object", "description": table.doc, "properties": properties });
        if !is_open {
            out["additionalProperties"] = json!(false);
        }
        let named = |wanted: Requirement| {
            table.keys().filter(move |key| key.requirement == wanted && key.condition.is_none()).map(|key| key.name)
        };
        let mut always: Vec<&str> = named(Requirement::Always).collect();
        let in_new_entry: Vec<&str> = named(Requirement::NewEntry).collect();
        let mut all_of = conditions(table, role, self.is_part);
        match role {
            TableRole::Whole => always.extend(in_new_entry),
            TableRole::Merged if !self.is_part => always.extend(in_new_entry),
            TableRole::Merged => {}
            TableRole::Entry(kind) if !in_new_entry.is_empty() => {
                let mut changed = vec![json!({ "required": ["remove"] }), json!({ "required": ["patch"] })];
                if let (Some(ids), Some(id)) = (self.names.earlier_ids(kind), always.first()) {
                    changed.push(json!({ "required": [id], "properties": { *id: { "enum": ids } } }));
                }
                all_of.push(json!({ "if": { "anyOf": changed }, "else": { "required": in_new_entry } }));
            }
            TableRole::Entry(_) => {}
        }
        if !always.is_empty() {
            out["required"] = json!(always);
        }
        if !all_of.is_empty() {
            out["allOf"] = json!(all_of);
        }
        out
    }

    /// The schema of a field that the game declares. Several kinds of spaces may declare a field with different types. Also covers
    /// the half of a side in a card.
    fn declared(&self, table: &'static TableSchema, name: &str, may_be_edited: bool) -> Value {
        let types =
            self.names.field_types.get(&(table.subject, name.to_owned())).map(Vec::as_slice).unwrap_or_default();
        let mut all: Vec<Value> = types.iter().map(|one| self.declared_type(one, may_be_edited)).collect();
        match all.len() {
            0 => self.half(table, name).map_or_else(|| json!({}), |half| self.value(half, name, may_be_edited)),
            1 => all.remove(0),
            _ => json!({ "anyOf": all }),
        }
    }

    /// The type of a key named after a side, in tables that have one for each side.
    fn half(&self, table: &'static TableSchema, name: &str) -> Option<&'static ValueType> {
        let sides = self.names.ids.get("side")?;
        let of_sides = table.game_keys.iter().find(|more| more.name == "SIDE")?;
        sides.iter().any(|side| side == name).then_some(&of_sides.value_type)
    }

    fn declared_type(&self, one: &DeclaredType, may_be_edited: bool) -> Value {
        let of_kind = |kind: &Kind| match self.names.ids.get(kind.word()) {
            Some(ids) => json!({ "type": "string", "enum": ids }),
            None => json!({ "type": "string" }),
        };
        match one {
            DeclaredType::Number(from, to) => json!({ "type": "integer", "minimum": from, "maximum": to }),
            DeclaredType::Boolean => json!({ "type": "boolean" }),
            DeclaredType::Text => json!({ "type": "string" }),
            DeclaredType::OneOf(words) => json!({ "type": "string", "enum": words }),
            DeclaredType::Id(kind) => of_kind(kind),
            DeclaredType::Effects => {
                let verb = self.value(&ValueType::IdOf("verb"), "verb", false);
                let effect = json!({ "type": "object", "properties": { "verb": verb }, "required": ["verb"] });
                editable(json!({ "type": "array", "items": effect }), may_be_edited)
            }
            DeclaredType::Ids(kind) => editable(json!({ "type": "array", "items": of_kind(kind) }), may_be_edited),
            DeclaredType::SomeOf(words) => {
                let item = json!({ "type": "string", "enum": words });
                editable(json!({ "type": "array", "items": item }), may_be_edited)
            }
        }
    }

    /// The schema of a value. `may_be_edited`: a list may be `{ add = […], remove = […] }` instead.
    fn value(&self, value_type: &ValueType, key: &str, may_be_edited: bool) -> Value {
        match value_type {
            ValueType::Text => json!({ "type": "string" }),
            ValueType::Line => json!({ "type": "string", "maxLength": LONGEST_LINE, "pattern": "^[^\\n\\r]*$" }),
            ValueType::Short(most) => json!({ "type": "string", "minLength": 1, "maxLength": most }),
            ValueType::Id => json!({ "type": "string", "maxLength": 64, "pattern": ID }),
            ValueType::CardId => json!({ "type": "string", "maxLength": 64, "pattern": CARD_ID }),
            ValueType::IdOf(kind) => match self.names.ids.get(kind) {
                Some(ids) => json!({ "type": "string", "enum": ids }),
                None => json!({ "type": "string" }),
            },
            ValueType::Choice(words) => json!({ "type": "string", "enum": words }),
            ValueType::Number(from, to) => json!({ "type": "integer", "minimum": from, "maximum": to }),
            ValueType::Decimal(from, to) => json!({ "type": "number", "minimum": from, "maximum": to }),
            ValueType::Color => json!({ "type": "string", "pattern": "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$" }),
            ValueType::Points => json!({ "type": "string", "pattern": "^[-0-9., ;]+$" }),
            ValueType::Boolean => json!({ "type": "boolean" }),
            ValueType::Range => json!({ "type": "string", "pattern": "^ *-?[0-9]+ *(\\.\\.= *-?[0-9]+ *)?$" }),
            ValueType::Source => {
                json!({ "type": "string", "pattern": "^(rulebook|reconstructed|own|public:.*[^ ].*)$" })
            }
            ValueType::List(of) => {
                editable(json!({ "type": "array", "items": self.value(of, key, false) }), may_be_edited)
            }
            ValueType::Table(table) if table.subject.starts_with("[meta]") => self.object(table, TableRole::Merged),
            ValueType::Table(table) => self.object(
                table,
                if may_be_edited || table.subject.starts_with('[') { TableRole::Merged } else { TableRole::Whole },
            ),
            ValueType::Entries(table) => json!({ "type": "array", "items": self.object(table, TableRole::Entry(key)) }),
            ValueType::NamedEntries(table) => {
                let changed: Map<String, Value> = (self.names.earlier_ids(key).into_iter().flatten())
                    .map(|id| (id.clone(), self.object(table, TableRole::Merged)))
                    .collect();
                json!({ "type": "object", "properties": changed, "additionalProperties": self.object(table, TableRole::Entry(key)) })
            }
            ValueType::AnyKeys(of) => {
                json!({ "type": "object", "additionalProperties": self.value(of, key, may_be_edited) })
            }
            ValueType::Data => json!({}),
            ValueType::AnyOf(all) => {
                let all: Vec<Value> = all.iter().map(|one| self.value(one, key, may_be_edited)).collect();
                json!({ "anyOf": all })
            }
        }
    }
}

/// The schema of a list, which may be `{ add = […], remove = […] }` in a later pack.
fn editable(list: Value, may_be_edited: bool) -> Value {
    if !may_be_edited {
        return list;
    }
    let edit = json!({
        "type": "object",
        "description": "Changes the list of the earlier packs.",
        "properties": { "add": list, "remove": list },
        "additionalProperties": false,
        "minProperties": 1,
    });
    json!({ "anyOf": [list, edit] })
}

/// Conditions for keys that are only allowed with some values of another key.
fn conditions(table: &'static TableSchema, role: TableRole<'_>, is_part: bool) -> Vec<Value> {
    let mut all = Vec::new();
    for key in table.keys() {
        let Some(when) = key.condition else { continue };
        let other = json!({ "required": [when.key], "properties": { when.key: { "not": { "enum": when.values } } } });
        all.push(json!({ "if": other, "then": { "properties": { key.name: false } } }));
        let is_whole = role == TableRole::Whole || !is_part;
        if key.requirement != Requirement::Optional && is_whole {
            let such = json!({ "required": [when.key], "properties": { when.key: { "enum": when.values } } });
            all.push(json!({ "if": such, "then": { "required": [key.name] } }));
        }
    }
    all
}

fn describe(property: &mut Map<String, Value>, key: &Key) {
    let default = if key.default.is_empty() { String::new() } else { format!(" Default: {}.", key.default) };
    property.insert("description".into(), json!(format!("{}{default}", key.doc)));
}
