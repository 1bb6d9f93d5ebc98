//! The fields of a component as content declares them, and the effects of a card.

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
    /// A nested table, such as one half of a card.
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
    /// What the verb does, in one sentence; empty if no script says.
    #[serde(rename = "does")]
    pub description: String,
}

impl Printed {
    /// A field; the key has underscores, as in content.
    pub(crate) fn new(key: &str, value: Value) -> Printed {
        Printed { key: key.replace('_', "-"), title: String::new(), value }
    }

    /// Whether the field has something to show. A false flag has not.
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
    /// Edits every sentence: texts and descriptions of effects.
    pub(crate) fn edit_texts(&mut self, alter: &impl Fn(&mut String)) {
        match self {
            Value::Text(text) => alter(text),
            Value::List(texts) => texts.iter_mut().for_each(alter),
            Value::Part(fields) => fields.iter_mut().for_each(|field| field.value.edit_texts(alter)),
            Value::Effects(effects) => effects.iter_mut().for_each(|effect| alter(&mut effect.description)),
            Value::Number(_) | Value::Boolean(_) | Value::Id(_) | Value::Ids(_) => {}
        }
    }

    /// The value as one text; empty for nested tables and effects.
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

/// The fields of a content table.
pub(crate) fn printed(board: &Board, program: Option<&Program>, fields: Option<&Datum>) -> Vec<Printed> {
    let Some(Datum::Table(fields)) = fields else { return Vec::new() };
    let one = |(key, datum): &(String, Datum)| Printed::new(key, value(board, program, datum));
    fields.iter().map(one).collect()
}

fn value(board: &Board, program: Option<&Program>, datum: &Datum) -> Value {
    match datum {
        Datum::Number(n) => Value::Number(*n),
        Datum::Boolean(truth) => Value::Boolean(*truth),
        Datum::Text(text) => Value::Text(text.clone()),
        Datum::Val(val) => Value::Id(board.text(*val)),
        Datum::Set(all) => Value::Ids(all.iter().map(|val| board.text(*val)).collect()),
        Datum::List(all) => Value::List(all.iter().map(|datum| in_list(board, program, datum)).collect()),
        Datum::Table(_) => Value::Part(printed(board, program, Some(datum))),
        Datum::Effects(all) => Value::Effects(all.iter().map(|effect| Effect::new(program, effect)).collect()),
    }
}

/// An element of a list. A table becomes `key=value`.
fn in_list(board: &Board, program: Option<&Program>, datum: &Datum) -> String {
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
        let does = program.and_then(|program| program.verbs.iter().find(|(id, ..)| id == verb));
        Effect {
            verb: verb.clone(),
            params: effect.params.iter().map(|(key, value)| (key.value.clone(), raw(&value.value))).collect(),
            description: does.map(|(_, doc, _)| doc.clone()).unwrap_or_default(),
        }
    }
}

fn raw(value: &TomlValue) -> String {
    match value {
        TomlValue::Text(text) => text.clone(),
        TomlValue::Number(n) => n.to_string(),
        TomlValue::Boolean(truth) => truth.to_string(),
        TomlValue::Fraction(number) => number.to_string(),
        TomlValue::Other(word) => (*word).to_owned(),
        TomlValue::List(list) => list.iter().map(|value| raw(&value.value)).collect::<Vec<_>>().join(" "),
        TomlValue::Table(table) => table
            .iter()
            .map(|(key, value)| format!("{} {}", key.value, raw(&value.value)))
            .collect::<Vec<_>>()
            .join(" "),
    }
}
