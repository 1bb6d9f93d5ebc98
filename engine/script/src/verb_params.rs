//! Typed parameters of verbs. Scripts declare the parameters, and the loader checks that the effects of cards fit them.

use cardwright_content::{Diagnostic, EffectUse, Located, TomlValue};
use cardwright_state::val::{Kind, Val};
use cardwright_state::{Board, Set, SpaceKindId};
use mlua::{Table, Value};

/// The type of a parameter.
#[derive(Debug, Clone)]
pub(crate) enum Param {
    /// A whole number, with the lowest and the highest allowed value.
    Integer(i64, i64),
    Boolean,
    Text,
    /// The id of a thing of this kind.
    Id(Kind),
    /// A list of ids of things of this kind.
    Ids(Kind),
    /// One of these words.
    Word(Vec<String>),
    /// A parameter that a card may leave out, with its default value.
    Optional(Box<Param>, Option<TomlValue>),
}

/// A registered verb.
#[derive(Debug, Clone)]
pub(crate) struct Verb {
    pub(crate) name: String,
    pub(crate) doc: String,
    /// The parameters in alphabetical order, each with its name.
    pub(crate) params: Vec<(String, Param)>,
}

/// The checked value of a parameter, to be converted to Lua.
pub(crate) enum ParamValue {
    Number(i64),
    Boolean(bool),
    Text(String),
    Val(Val),
    Set(Vec<Val>),
    /// The card leaves out the parameter, which has no default value.
    Nothing,
}

impl Param {
    /// Reads the table that `integer(...)`, `ids(...)` and the other type functions return.
    pub(crate) fn from_lua(value: &Value) -> Result<Param, String> {
        Param::read_type(value, true)
    }

    /// Reads a type. The type in an optional parameter may not itself be optional.
    fn read_type(value: &Value, may_be_optional: bool) -> Result<Param, String> {
        let Value::Table(table) = value else { return Err("a parameter's type is missing".into()) };
        let text = |key: &str| table.raw_get::<Option<String>>(key).ok().flatten();
        let number = |key: &str| table.raw_get::<Option<i64>>(key).ok().flatten();
        Ok(match text("param").as_deref() {
            Some("integer") => Param::Integer(number("min").unwrap_or(i64::MIN), number("max").unwrap_or(i64::MAX)),
            Some("boolean") => Param::Boolean,
            Some("text") => Param::Text,
            Some("id") => Param::Id(kind_named(&text("of").unwrap_or_default())?),
            Some("ids") => match kind_named(&text("of").unwrap_or_default())? {
                Kind::Effect => return Err("effects are named one by one: `id(\"effect\")`".into()),
                kind => Param::Ids(kind),
            },
            Some("word") => {
                let words: Table = table.raw_get("words").map_err(|error| error.to_string())?;
                Param::Word(
                    words
                        .sequence_values::<String>()
                        .collect::<mlua::Result<_>>()
                        .map_err(|error| error.to_string())?,
                )
            }
            Some("optional") if !may_be_optional => return Err("an optional parameter within another".into()),
            Some("optional") => {
                let inner: Value = table.raw_get("inner").map_err(|error| error.to_string())?;
                let default = match table.raw_get::<Value>("default").map_err(|error| error.to_string())? {
                    Value::Integer(number) => Some(TomlValue::Number(number)),
                    Value::Boolean(truth) => Some(TomlValue::Boolean(truth)),
                    Value::String(text) => Some(TomlValue::Text(text.to_string_lossy())),
                    _ => None,
                };
                Param::Optional(Box::new(Param::read_type(&inner, false)?), default)
            }
            _ => return Err("a parameter's type is one of integer, boolean, text, id, ids, word, optional".into()),
        })
    }

    /// Describes the allowed values, for messages and documentation.
    pub(crate) fn describe(&self) -> String {
        match self {
            Param::Integer(i64::MIN, i64::MAX) => "a whole number".into(),
            Param::Integer(min, max) => format!("a whole number from {min} to {max}"),
            Param::Boolean => "`true` or `false`".into(),
            Param::Text => "a text".into(),
            Param::Id(Kind::Effect) => "the name of an effect".into(),
            Param::Id(kind) => format!("the id of a {}", kind.word()),
            Param::Ids(kind) => format!("a list of ids of {}, or the plural of a kind", plural(*kind)),
            Param::Word(words) => {
                format!("one of {}", words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", "))
            }
            Param::Optional(inner, None) => format!("{} (may be left out)", inner.describe()),
            Param::Optional(inner, Some(default)) => {
                let default = match default {
                    TomlValue::Text(text) => format!("\"{text}\""),
                    TomlValue::Boolean(truth) => truth.to_string(),
                    TomlValue::Number(number) => number.to_string(),
                    other => other.type_name().to_owned(),
                };
                format!("{} (left out: {default})", inner.describe())
            }
        }
    }

    /// Converts the value that a card gives to the parameter.
    fn read_value(&self, board: &Board, given: &TomlValue) -> Result<ParamValue, ParamError> {
        let mismatch = || (format!("expected {}, got {}", self.describe(), given.type_name()), String::new(), vec![]);
        match (self, given) {
            (Param::Integer(min, max), TomlValue::Number(number)) if (*min..=*max).contains(number) => {
                Ok(ParamValue::Number(*number))
            }
            (Param::Integer(..), TomlValue::Number(number)) => {
                Err((format!("{number} is not {}", self.describe()), String::new(), vec![]))
            }
            (Param::Boolean, TomlValue::Boolean(truth)) => Ok(ParamValue::Boolean(*truth)),
            (Param::Text, TomlValue::Text(text)) => Ok(ParamValue::Text(text.clone())),
            // Scripts name an active effect by its id, as a string.
            (Param::Id(Kind::Effect), TomlValue::Text(id)) => {
                find_id(board, Kind::Effect, id).map(|_| ParamValue::Text(id.clone()))
            }
            (Param::Id(kind), TomlValue::Text(id)) => Ok(ParamValue::Val(find_id(board, *kind, id)?)),
            (Param::Ids(Kind::Space), TomlValue::Text(plural)) if find_space_kind(board, plural).is_some() => {
                let members = find_space_kind(board, plural)
                    .map_or(Set::EMPTY, |kind| board.space_kinds[kind.index()].members.clone());
                Ok(ParamValue::Set(members.iter().map(|space| Val::handle(Kind::Space, space as u64)).collect()))
            }
            (Param::Ids(kind), TomlValue::Text(id)) => {
                let found = find_id(board, *kind, id).map_err(|(message, text, mut known_ids)| {
                    if *kind == Kind::Space {
                        known_ids.extend(board.space_kinds.iter().map(|kind| kind.plural.clone()));
                    }
                    (message, text, known_ids)
                });
                Ok(ParamValue::Set(vec![found?]))
            }
            (Param::Ids(kind), TomlValue::List(ids)) => {
                let mut vals = Vec::new();
                for id in ids {
                    match &id.value {
                        TomlValue::Text(id) => vals.push(find_id(board, *kind, id)?),
                        other => {
                            return Err((
                                format!("expected the id of a {}, got {}", kind.word(), other.type_name()),
                                String::new(),
                                vec![],
                            ));
                        }
                    }
                }
                Ok(ParamValue::Set(vals))
            }
            (Param::Word(words), TomlValue::Text(word)) => {
                let found = words.contains(word).then(|| board.parse(Kind::Word, word)).flatten();
                found
                    .map(ParamValue::Val)
                    .ok_or_else(|| (format!("`{word}` is not {}", self.describe()), word.clone(), words.clone()))
            }
            (Param::Optional(inner, _), given) => inner.read_value(board, given),
            _ => Err(mismatch()),
        }
    }
}

/// The plural of a kind, for messages.
fn plural(kind: Kind) -> String {
    let word = kind.word();
    match word {
        "die" => "dice".into(),
        _ if word.ends_with('s') => format!("{word}es"),
        _ => format!("{word}s"),
    }
}

/// A message, the wrong text in the value, and known texts, of which the engine may suggest one.
type ParamError = (String, String, Vec<String>);

/// Finds the kind of spaces with this plural.
fn find_space_kind(board: &Board, plural: &str) -> Option<SpaceKindId> {
    board.space_kinds.iter().position(|kind| kind.plural == plural).map(SpaceKindId::new)
}

/// Finds the kind that a script names in `id("…")` or `ids("…")`.
fn kind_named(word: &str) -> Result<Kind, String> {
    [
        Kind::Space,
        Kind::Link,
        Kind::Class,
        Kind::Card,
        Kind::Side,
        Kind::Track,
        Kind::Fact,
        Kind::Pile,
        Kind::Action,
        Kind::Period,
        Kind::Mark,
        Kind::Die,
        Kind::Effect,
    ]
    .into_iter()
    .find(|kind| kind.word() == word || (word == "class" && *kind == Kind::Class))
    .ok_or_else(|| format!("`{word}` is no kind of ids"))
}

/// Finds the thing with an id. The error suggests similar ids.
fn find_id(board: &Board, kind: Kind, id: &str) -> Result<Val, ParamError> {
    board.parse(kind, id).ok_or_else(|| {
        let known_ids = match kind {
            Kind::Effect => board.labels.effects.clone(),
            _ => board.ids().filter(|(_, val)| val.kind() == kind).map(|(id, _)| id.to_owned()).collect(),
        };
        (format!("unknown {} `{id}`", kind.word()), id.to_owned(), known_ids)
    })
}

/// Checks the parameters that a card gives to a verb. Returns their values in alphabetical order of the parameters.
pub(crate) fn check_params(
    board: &Board,
    verb: &Verb,
    effect: &EffectUse,
    problems: &mut Vec<Diagnostic>,
) -> Vec<(String, ParamValue)> {
    let mut values = Vec::new();
    for (key, _) in &effect.params {
        if !verb.params.iter().any(|(name, _)| *name == key.value) {
            let param_names = verb.params.iter().map(|(name, _)| name.as_str());
            problems.push(
                key.error(
                    "content::unknown-parameter",
                    format!("the verb `{}` has no parameter `{}`", verb.name, key.value),
                )
                .label("not a parameter of this verb")
                .suggest(&key.value, param_names),
            );
        }
    }
    for (name, param) in &verb.params {
        let given: Option<&Located<TomlValue>> =
            effect.params.iter().find(|(key, _)| key.value == *name).map(|(_, value)| value);
        let value = match (given, param) {
            (Some(given), _) => param.read_value(board, &given.value).map_err(|(message, text, known_texts)| {
                given
                    .error("content::bad-parameter", message)
                    .label(format!("`{name}` of the verb `{}`", verb.name))
                    .suggest(&text, known_texts.iter().map(String::as_str))
            }),
            (None, Param::Optional(inner, Some(default))) => {
                inner.read_value(board, default).map_err(|(message, ..)| {
                    effect.verb.error("script::bad-default", format!("the default of `{name}`: {message}"))
                })
            }
            (None, Param::Optional(_, None)) => Ok(ParamValue::Nothing),
            (None, _) => Err(effect
                .verb
                .error("content::missing-parameter", format!("the verb `{}` needs `{name}`", verb.name))
                .label(format!("`{name}` is missing: {}", param.describe()))),
        };
        match value {
            Ok(value) => values.push((name.clone(), value)),
            Err(problem) => problems.push(problem),
        }
    }
    values
}

/// Makes the error for an effect of a card that names an unknown verb.
pub(crate) fn unknown_verb<'a>(effect: &EffectUse, verbs: impl IntoIterator<Item = &'a str>) -> Diagnostic {
    effect
        .verb
        .error("content::unknown-verb", format!("unknown verb `{}`", effect.verb.value))
        .label("no script registers this verb")
        .suggest(&effect.verb.value, verbs)
}
