//! JSON Schemas of the files of a pack, for editors. With a game they also list its ids.

use cardwright_content::{FILE_SCHEMAS, FileSchema, TableSchema, ValueType, Key, DeclaredType, Requirement, TEST_FILE_SCHEMAS};
use cardwright_script::Program;
use cardwright_state::Kind;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The draft that editors of TOML read.
const DRAFT: &str = "http://json-schema.org/draft-07/schema#";
const ID: &str = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$";
const CARD_ID: &str = "^[a-z0-9]+(-[a-z0-9]+)*$";
const LONGEST_LINE: u64 = 1000;

/// A schema as it stands in a file.
pub fn written(schema: &Value) -> String {
    format!("{schema:#}\n")
}

/// A schema, and what files it is for.
pub struct Schema {
    /// `board`; it is written to `board.json`.
    pub kind: String,
    /// Where such files lie in a pack.
    pub paths: Vec<&'static str>,
    /// The schema.
    pub schema: Value,
}

/// What is known of a game: its ids by what declares them, and those that the packs before the last one have.
#[derive(Default)]
pub struct Known {
    ids: BTreeMap<&'static str, Vec<String>>,
    earlier: BTreeMap<String, BTreeSet<String>>,
    /// Names of fields, by the form that has them besides its own keys.
    fields: BTreeMap<&'static str, BTreeSet<String>>,
    /// What those hold, by the form and the name.
    held: BTreeMap<(&'static str, String), Vec<DeclaredType>>,
    is_over: bool,
}

impl Known {
    /// Of a game that loads.
    pub fn of(program: &Program) -> Known {
        let (board, content) = (&program.board, &program.content);
        let entries: Vec<_> = content.entries().iter().collect();
        let mut known = Known::default();
        let last = content.packs.last().map(|pack| pack.id.as_str()).unwrap_or_default();
        for entry in &entries {
            known.is_over |= entry.origins.iter().any(|origin| origin.pack != last);
            if entry.origins.first().is_some_and(|origin| origin.pack != last) {
                known.earlier.entry(entry.kind.clone()).or_default().insert(entry.id.clone());
            }
        }
        for kind in ["side", "period", "kind", "space", "link-kind", "link", "mark", "piece", "fact", "scenario", "why"]
        {
            let of_kind = entries.iter().filter(|entry| entry.kind == kind).map(|entry| entry.id.clone());
            known.ids.insert(kind, of_kind.collect());
        }
        known.ids.insert("step", board.steps.clone());
        known.ids.insert("verb", program.verbs.iter().map(|verb| verb.0.clone()).collect());
        // What may stand in a class: types, their faces, faces with a name of their own.
        let faces = board.types.iter().filter(|of| of.faces.len() > 1).flat_map(|of| {
            let whole = of.faces.iter().map(|face| format!("{}/{face}", of.id));
            let named = of.faces.iter().filter(|_| of.named_faces).cloned();
            whole.chain(named)
        });
        let faces: Vec<String> = faces.collect();
        known.ids.entry("piece").or_default().extend(faces);
        let of = &content.info_fields;
        let both = |names: &BTreeSet<String>| -> BTreeSet<String> {
            names.iter().flat_map(|name| [name.clone(), name.replace('_', "-")]).collect()
        };
        known.fields.insert("space", both(&of.space));
        known.fields.insert("link", both(&of.link));
        known.fields.insert("card", both(&of.card));
        known.fields.insert("half of a card", both(&of.half));
        for field in of.declared() {
            // With `[pieces] data`, pieces say nothing else.
            known.fields.entry(field.owner).or_default().insert(field.name.clone());
            let held = known.held.entry((field.owner, field.name.clone())).or_default();
            if !held.contains(&field.declared_type) {
                held.push(field.declared_type.clone());
            }
        }
        known
    }
    fn is_earlier(&self, kind: &str) -> Option<Vec<&String>> {
        self.earlier.get(kind).map(|ids| ids.iter().collect())
    }
}

/// Every schema, of all files or of those of one game.
pub fn schemas(known: &Known) -> Vec<Schema> {
    let mut all = Vec::new();
    for file in FILE_SCHEMAS.iter().chain(&TEST_FILE_SCHEMAS) {
        all.push(Schema { kind: file.kind.into(), paths: vec![file.path], schema: schema(file, known, known.is_over) });
        if !file.more_paths.is_empty() {
            let kind = format!("{}-part", file.kind);
            all.push(Schema { kind, paths: file.more_paths.to_vec(), schema: schema(file, known, true) });
        }
    }
    all
}

/// `is_part`: whether other files say of the whole what this one leaves out.
fn schema(file: &FileSchema, known: &Known, is_part: bool) -> Value {
    let mut out = json!({ "$schema": DRAFT, "title": format!("{} of Cardwright", file.path) });
    let of = Writer { known, is_part }.object(file.schema, Place::Whole);
    if let (Value::Object(out), Value::Object(of)) = (&mut out, of) {
        out.extend(of);
    }
    out
}

/// What a table is part of, which decides what must be in it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place<'a> {
    /// It stands in one place, whole.
    Whole,
    /// It is laid over another of the kind, or others over it.
    Merged,
    /// An entry of this kind.
    Entry(&'a str),
}

struct Writer<'a> {
    known: &'a Known,
    is_part: bool,
}

impl Writer<'_> {
    fn object(&self, form: &'static TableSchema, place: Place<'_>) -> Value {
        let is_laid_over = place != Place::Whole;
        let mut properties = Map::new();
        for key in form.keys() {
            let mut of = self.value(&key.value_type, key.name, is_laid_over);
            if let Value::Object(of) = &mut of {
                describe(of, key);
            }
            properties.insert(key.name.into(), of);
        }
        let mut open = !form.game_keys.is_empty();
        if let Some(fields) = self.known.fields.get(form.subject) {
            open = false;
            for name in fields.iter().filter(|name| form.key(name).is_none()) {
                properties.insert(name.clone(), self.declared(form, name, is_laid_over));
            }
        }
        let mut out = json!({ "type": "object", "description": form.doc, "properties": properties });
        if !open {
            out["additionalProperties"] = json!(false);
        }
        let named =
            |wanted: Requirement| form.keys().filter(move |key| key.requirement == wanted && key.condition.is_none()).map(|key| key.name);
        let mut always: Vec<&str> = named(Requirement::Always).collect();
        let whole: Vec<&str> = named(Requirement::NewEntry).collect();
        let mut all_of = conditions(form, place, self.is_part);
        match place {
            Place::Whole => always.extend(whole),
            Place::Merged if !self.is_part => always.extend(whole),
            Place::Merged => {}
            Place::Entry(kind) if !whole.is_empty() => {
                let mut changed = vec![json!({ "required": ["remove"] }), json!({ "required": ["patch"] })];
                if let (Some(ids), Some(id)) = (self.known.is_earlier(kind), always.first()) {
                    changed.push(json!({ "required": [id], "properties": { *id: { "enum": ids } } }));
                }
                all_of.push(json!({ "if": { "anyOf": changed }, "else": { "required": whole } }));
            }
            Place::Entry(_) => {}
        }
        if !always.is_empty() {
            out["required"] = json!(always);
        }
        if !all_of.is_empty() {
            out["allOf"] = json!(all_of);
        }
        out
    }

    /// What a field holds that the game declares; where several kinds of spaces declare it, what any of them says. A side's
    /// half of a card is no such field, but stands among them.
    fn declared(&self, form: &'static TableSchema, name: &str, may_be_edited: bool) -> Value {
        let all = self.known.held.get(&(form.subject, name.to_owned())).map(Vec::as_slice).unwrap_or_default();
        let mut all: Vec<Value> = all.iter().map(|one| self.may_be(one, may_be_edited)).collect();
        match all.len() {
            0 => self.half(form, name).map_or_else(|| json!({}), |half| self.value(half, name, may_be_edited)),
            1 => all.remove(0),
            _ => json!({ "anyOf": all }),
        }
    }

    /// What stands under the id of a side, in forms that have something for each.
    fn half(&self, form: &'static TableSchema, name: &str) -> Option<&'static ValueType> {
        let sides = self.known.ids.get("side")?;
        let of_sides = form.game_keys.iter().find(|more| more.name == "SIDE")?;
        sides.iter().any(|side| side == name).then_some(&of_sides.value_type)
    }

    fn may_be(&self, one: &DeclaredType, may_be_edited: bool) -> Value {
        let of_kind = |kind: &Kind| match self.known.ids.get(kind.word()) {
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

    /// `may_be_edited`: whether a list may be `{ add = […], remove = […] }` instead.
    fn value(&self, value_type: &ValueType, key: &str, may_be_edited: bool) -> Value {
        match value_type {
            ValueType::Text => json!({ "type": "string" }),
            ValueType::Line => json!({ "type": "string", "maxLength": LONGEST_LINE, "pattern": "^[^\\n\\r]*$" }),
            ValueType::Short(most) => json!({ "type": "string", "minLength": 1, "maxLength": most }),
            ValueType::Id => json!({ "type": "string", "maxLength": 64, "pattern": ID }),
            ValueType::CardId => json!({ "type": "string", "maxLength": 64, "pattern": CARD_ID }),
            ValueType::IdOf(kind) => match self.known.ids.get(kind) {
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
            ValueType::Source => json!({ "type": "string", "pattern": "^(rulebook|reconstructed|own|public:.*[^ ].*)$" }),
            ValueType::List(of) => editable(json!({ "type": "array", "items": self.value(of, key, false) }), may_be_edited),
            ValueType::Table(form) if form.subject.starts_with("[meta]") => self.object(form, Place::Merged),
            ValueType::Table(form) => {
                self.object(form, if may_be_edited || form.subject.starts_with('[') { Place::Merged } else { Place::Whole })
            }
            ValueType::Entries(form) => json!({ "type": "array", "items": self.object(form, Place::Entry(key)) }),
            ValueType::NamedEntries(form) => {
                let changed: Map<String, Value> = (self.known.is_earlier(key).into_iter().flatten())
                    .map(|id| (id.clone(), self.object(form, Place::Merged)))
                    .collect();
                json!({ "type": "object", "properties": changed, "additionalProperties": self.object(form, Place::Entry(key)) })
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

/// A list, which in a later pack may be `{ add = […], remove = […] }`.
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

/// Keys that have a meaning only beside some value of another.
fn conditions(form: &'static TableSchema, place: Place<'_>, is_part: bool) -> Vec<Value> {
    let mut all = Vec::new();
    for key in form.keys() {
        let Some(when) = key.condition else { continue };
        let other = json!({ "required": [when.key], "properties": { when.key: { "not": { "enum": when.values } } } });
        all.push(json!({ "if": other, "then": { "properties": { key.name: false } } }));
        let is_whole = place == Place::Whole || !is_part;
        if key.requirement != Requirement::Optional && is_whole {
            let such = json!({ "required": [when.key], "properties": { when.key: { "enum": when.values } } });
            all.push(json!({ "if": such, "then": { "required": [key.name] } }));
        }
    }
    all
}

fn describe(of: &mut Map<String, Value>, key: &Key) {
    let default = if key.default.is_empty() { String::new() } else { format!(" Default: {}.", key.default) };
    of.insert("description".into(), json!(format!("{}{default}", key.doc)));
}
