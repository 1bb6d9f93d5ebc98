//! The printed fields of a space, card, link or piece type as content declares them, and the effects of a card.

use cardwright_content::{Datum, EffectUse, TomlValue};
use cardwright_script::Program;
use cardwright_state::board::Board;
use serde::Serialize;

/// One printed field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Printed {
    /// The key, as people type it.
    pub key: String,
    /// The heading on the board; empty if the key serves as heading.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The value.
    pub value: Value,
}

/// The value of a printed field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Value {
    /// A number.
    Number(i64),
    /// A flag.
    #[serde(rename = "truth")]
    Boolean(bool),
    /// A text.
    Text(String),
    /// An id.
    Id(String),
    /// Ids of one kind, in board order.
    Ids(Vec<String>),
    /// Several values, in order.
    List(Vec<String>),
    /// A nested TOML table, such as one half of a card.
    Part(Vec<Printed>),
    /// The effects of a card, in order.
    Effects(Vec<Effect>),
}

/// A verb as a card uses it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Effect {
    /// The id of the verb.
    pub verb: String,
    /// The parameters that the card gives.
    pub params: Vec<(String, String)>,
    /// What the verb does, in one sentence from the script. Empty if no script declares the verb.
    #[serde(rename = "does")]
    pub description: String,
}

impl Printed {
    /// Creates a field. `key` has underscores, as in TOML files.
    pub(crate) fn new(key: &str, value: Value) -> Printed {
        Printed { key: key.replace('_', "-"), title: String::new(), value }
    }

    /// Whether the field has something to show. A flag that is false has nothing to show.
    pub(crate) fn has_value(&self) -> bool {
        match &self.value {
            Value::Boolean(truth) => *truth,
            Value::Part(fields) => !fields.is_empty(),
            Value::Effects(effects) => !effects.is_empty(),
            value => !value.text().is_empty(),
        }
    }
}

impl Value {
    /// Applies `alter` to every sentence: to texts and to descriptions of effects.
    pub(crate) fn edit_texts(&mut self, alter: &impl Fn(&mut String)) {
        match self {
            Value::Text(text) => alter(text),
            Value::List(texts) => texts.iter_mut().for_each(alter),
            Value::Part(fields) => fields.iter_mut().for_each(|field| field.value.edit_texts(alter)),
            Value::Effects(effects) => effects.iter_mut().for_each(|effect| alter(&mut effect.description)),
            Value::Number(_) | Value::Boolean(_) | Value::Id(_) | Value::Ids(_) => {}
        }
    }

    /// Returns the value as one text. The text is empty for nested TOML tables and effects.
    pub fn text(&self) -> String {
        match self {
            Value::Number(n) => n.to_string(),
            Value::Boolean(truth) => truth.to_string(),
            Value::Text(text) | Value::Id(text) => text.clone(),
            Value::Ids(ids) => ids.join(" "),
            Value::List(list) => list.join(", "),
            Value::Part(_) | Value::Effects(_) => String::new(),
        }
    }
}

/// Converts the fields of a TOML table. Returns nothing if `fields` is no table.
pub(crate) fn printed(board: &Board, program: Option<&Program>, fields: Option<&Datum>) -> Vec<Printed> {
    let Some(Datum::Table(fields)) = fields else { return Vec::new() };
    let field = |(key, datum): &(String, Datum)| Printed::new(key, value(board, program, datum));
    fields.iter().map(field).collect()
}

fn value(board: &Board, program: Option<&Program>, datum: &Datum) -> Value {
    match datum {
        Datum::Number(n) => Value::Number(*n),
        Datum::Boolean(truth) => Value::Boolean(*truth),
        Datum::Text(text) => Value::Text(text.clone()),
        Datum::Val(val) => Value::Id(board.text(*val)),
        Datum::Set(values) => Value::Ids(values.iter().map(|val| board.text(*val)).collect()),
        Datum::List(items) => Value::List(items.iter().map(|item| list_item_text(board, program, item)).collect()),
        Datum::Table(_) => Value::Part(printed(board, program, Some(datum))),
        Datum::Effects(effects) => Value::Effects(effects.iter().map(|effect| Effect::new(program, effect)).collect()),
    }
}

/// Returns the text of one element of a list. A TOML table becomes `key=value` for each of its keys.
fn list_item_text(board: &Board, program: Option<&Program>, datum: &Datum) -> String {
    match value(board, program, datum) {
        Value::Part(fields) => {
            fields.iter().map(|field| format!("{}={}", field.key, field.value.text())).collect::<Vec<_>>().join(" ")
        }
        other => other.text(),
    }
}

impl Effect {
    fn new(program: Option<&Program>, effect: &EffectUse) -> Effect {
        let verb = &effect.verb.value;
        let declaration = program.and_then(|program| program.verbs.iter().find(|(id, ..)| id == verb));
        Effect {
            verb: verb.clone(),
            params: effect.params.iter().map(|(key, value)| (key.value.clone(), toml_text(&value.value))).collect(),
            description: declaration.map(|(_, doc, _)| doc.clone()).unwrap_or_default(),
        }
    }
}

fn toml_text(value: &TomlValue) -> String {
    match value {
        TomlValue::Text(text) => text.clone(),
        TomlValue::Number(n) => n.to_string(),
        TomlValue::Boolean(truth) => truth.to_string(),
        TomlValue::Fraction(number) => number.to_string(),
        TomlValue::Other(word) => (*word).to_owned(),
        TomlValue::List(list) => list.iter().map(|value| toml_text(&value.value)).collect::<Vec<_>>().join(" "),
        TomlValue::Table(table) => table
            .iter()
            .map(|(key, value)| format!("{} {}", key.value, toml_text(&value.value)))
            .collect::<Vec<_>>()
            .join(" "),
    }
}
