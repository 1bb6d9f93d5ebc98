//! Generates JSON Schemas of content files, for editors. The schemas for one game also list the ids of the game.

use cardwright_content::{
    DeclaredType, FILE_SCHEMAS, FileSchema, Key, Requirement, TEST_FILE_SCHEMAS, TableSchema, ValueType,
};
use cardwright_script::Program;
use cardwright_state::Kind;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The version of JSON Schema that editors of TOML files support.
const DRAFT: &str = "http://json-schema.org/draft-07/schema#";
/// The pattern of ids.
const ID: &str = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$";
/// The pattern of ids of cards, which may begin with a digit.
const CARD_ID: &str = "^[a-z0-9]+(-[a-z0-9]+)*$";
/// The most characters of a text that must be one line.
const LONGEST_LINE: u64 = 1000;

/// Returns the text of a schema file.
pub fn schema_text(schema: &Value) -> String {
    format!("{schema:#}\n")
}

/// A schema and the files that it describes.
pub struct Schema {
    /// The kind of file, such as `board` for `board.json`.
    pub kind: String,
    /// Path patterns of the files in a pack.
    pub paths: Vec<&'static str>,
    /// The JSON Schema.
    pub schema: Value,
}

/// The names of a game for its schemas: ids and declared fields. Empty for schemas of all games.
#[derive(Default)]
pub struct GameNames {
    /// Ids by kind.
    ids: BTreeMap<&'static str, Vec<String>>,
    /// Ids by kind that packs before the last pack define.
    earlier: BTreeMap<String, BTreeSet<String>>,
    /// Names of declared fields, by the subject of the TOML table that has them.
    fields: BTreeMap<&'static str, BTreeSet<String>>,
    /// Types of declared fields, by subject and name.
    field_types: BTreeMap<(&'static str, String), Vec<DeclaredType>>,
    /// Whether the last pack changes files of earlier packs.
    changes_earlier: bool,
}

impl GameNames {
    /// Collects the names of a loaded game.
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
        names.ids.insert("step", board.labels.steps.clone());
        names.ids.insert("verb", program.verbs.iter().map(|verb| verb.0.clone()).collect());
        // A class of pieces may name a type (`band`), a face of a type (`band/worn`), or a face alone (`worn`).
        let faces = board.piece_types.iter().filter(|piece| piece.faces.len() > 1).flat_map(|piece| {
            let with_type = piece.faces.iter().map(|face| format!("{}/{face}", piece.id));
            let alone = piece.faces.iter().filter(|_| piece.named_faces).cloned();
            with_type.chain(alone)
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
            // If the game declares fields of pieces with `[pieces] data`, pieces have no other fields.
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

/// Makes the schemas of all kinds of files, for one game or for all.
pub fn schemas(names: &GameNames) -> Vec<Schema> {
    let mut schemas = Vec::new();
    for file in FILE_SCHEMAS.iter().chain(&TEST_FILE_SCHEMAS) {
        schemas.push(Schema {
            kind: file.kind.into(),
            paths: vec![file.path],
            schema: schema(file, names, names.changes_earlier),
        });
        if !file.more_paths.is_empty() {
            let kind = format!("{}-part", file.kind);
            schemas.push(Schema { kind, paths: file.more_paths.to_vec(), schema: schema(file, names, true) });
        }
    }
    schemas
}

/// Makes the schema of a kind of file. `is_part` says that another file of the same kind may have the required keys.
fn schema(file: &FileSchema, names: &GameNames, is_part: bool) -> Value {
    let mut out = json!({ "$schema": DRAFT, "title": format!("{} of Cardwright", file.path) });
    let table = Writer { names, is_part }.object(file.schema, TableRole::Whole);
    if let (Value::Object(out), Value::Object(table)) = (&mut out, table) {
        out.extend(table);
    }
    out
}

/// How a TOML table is combined with other TOML tables. It decides which keys are required.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TableRole<'a> {
    /// The TOML table is not merged with another.
    Whole,
    /// The TOML table is merged with the same TOML table of other files.
    Merged,
    /// The TOML table is an entry of this kind. It may change an entry of an earlier pack.
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
        // Whether the TOML table may have keys that the schema does not list.
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
        let keys_with = |requirement: Requirement| {
            let keys = table.keys().filter(move |key| key.requirement == requirement && key.condition.is_none());
            keys.map(|key| key.name)
        };
        let mut always: Vec<&str> = keys_with(Requirement::Always).collect();
        let in_new_entry: Vec<&str> = keys_with(Requirement::NewEntry).collect();
        let mut all_of = conditions(table, role, self.is_part);
        match role {
            TableRole::Whole => always.extend(in_new_entry),
            TableRole::Merged if !self.is_part => always.extend(in_new_entry),
            TableRole::Merged => {}
            TableRole::Entry(kind) if !in_new_entry.is_empty() => {
                // An entry that removes or changes an earlier entry does not need the keys of a new entry.
                let mut changed = vec![json!({ "required": ["remove"] }), json!({ "required": ["patch"] })];
                // The key that an entry always needs is its id. An entry with the id of an earlier entry changes it.
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

    /// Makes the schema of a field that the game declares. Several kinds of spaces may declare a field with different
    /// types. `name` may also be a side, for a half of a card.
    fn declared(&self, table: &'static TableSchema, name: &str, may_be_edited: bool) -> Value {
        let types =
            self.names.field_types.get(&(table.subject, name.to_owned())).map(Vec::as_slice).unwrap_or_default();
        let mut schemas: Vec<Value> =
            types.iter().map(|declared| self.declared_type(declared, may_be_edited)).collect();
        match schemas.len() {
            0 => self.half(table, name).map_or_else(|| json!({}), |half| self.value(half, name, may_be_edited)),
            1 => schemas.remove(0),
            _ => json!({ "anyOf": schemas }),
        }
    }

    /// Returns the type of a key that is named after a side, if the TOML table has one such key for each side.
    fn half(&self, table: &'static TableSchema, name: &str) -> Option<&'static ValueType> {
        let sides = self.names.ids.get("side")?;
        let side_key = table.game_keys.iter().find(|key| key.name == "SIDE")?;
        sides.iter().any(|side| side == name).then_some(&side_key.value_type)
    }

    fn declared_type(&self, declared: &DeclaredType, may_be_edited: bool) -> Value {
        let of_kind = |kind: &Kind| match self.names.ids.get(kind.word()) {
            Some(ids) => json!({ "type": "string", "enum": ids }),
            None => json!({ "type": "string" }),
        };
        match declared {
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

    /// Makes the schema of a value. If `may_be_edited`, a list may be `{ add = […], remove = […] }` instead.
    fn value(&self, value_type: &ValueType, key: &str, may_be_edited: bool) -> Value {
        match value_type {
            ValueType::Text => json!({ "type": "string" }),
            ValueType::Line => json!({ "type": "string", "maxLength": LONGEST_LINE, "pattern": "^[^\\n\\r]*$" }),
            ValueType::Short(max) => json!({ "type": "string", "minLength": 1, "maxLength": max }),
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
            ValueType::List(element) => {
                editable(json!({ "type": "array", "items": self.value(element, key, false) }), may_be_edited)
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
            ValueType::AnyKeys(value) => {
                json!({ "type": "object", "additionalProperties": self.value(value, key, may_be_edited) })
            }
            ValueType::Data => json!({}),
            ValueType::AnyOf(types) => {
                let schemas: Vec<Value> =
                    types.iter().map(|value_type| self.value(value_type, key, may_be_edited)).collect();
                json!({ "anyOf": schemas })
            }
        }
    }
}

/// Extends the schema of a list: a later pack may write `{ add = […], remove = […] }` instead of the list.
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

/// Makes the conditions for keys that are allowed only with some values of another key.
fn conditions(table: &'static TableSchema, role: TableRole<'_>, is_part: bool) -> Vec<Value> {
    let mut out = Vec::new();
    for key in table.keys() {
        let Some(when) = key.condition else { continue };
        let differs = json!({ "required": [when.key], "properties": { when.key: { "not": { "enum": when.values } } } });
        out.push(json!({ "if": differs, "then": { "properties": { key.name: false } } }));
        let is_whole = role == TableRole::Whole || !is_part;
        if key.requirement != Requirement::Optional && is_whole {
            let equals = json!({ "required": [when.key], "properties": { when.key: { "enum": when.values } } });
            out.push(json!({ "if": equals, "then": { "required": [key.name] } }));
        }
    }
    out
}

fn describe(property: &mut Map<String, Value>, key: &Key) {
    let default = if key.default.is_empty() { String::new() } else { format!(" Default: {}.", key.default) };
    property.insert("description".into(), json!(format!("{}{default}", key.doc)));
}
