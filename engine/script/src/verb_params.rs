//! Typed parameters of verbs. Scripts declare them; the loader checks the cards' effects against them.

use cardwright_content::{Diagnostic, EffectUse, Located, TomlValue};
use cardwright_state::val::{Kind, Val};
use cardwright_state::{Board, Set, SpaceKindId};
use mlua::{Table, Value};

/// The type of a parameter.
#[derive(Debug, Clone)]
pub(crate) enum Param {
    Integer(i64, i64),
    Boolean,
    Text,
    Id(Kind),
    Ids(Kind),
    Word(Vec<String>),
    Optional(Box<Param>, Option<TomlValue>),
}

/// A registered verb.
#[derive(Debug, Clone)]
pub(crate) struct Verb {
    pub(crate) name: String,
    pub(crate) doc: String,
    pub(crate) params: Vec<(String, Param)>,
}

/// The checked value of a parameter, to be converted to Lua.
pub(crate) enum ParamValue {
    Number(i64),
    Boolean(bool),
    Text(String),
    Val(Val),
    Set(Vec<Val>),
    Nothing,
}

impl Param {
    /// Reads the table that `integer(...)`, `ids(...)` and the other type functions return.
    pub(crate) fn from_lua(value: &Value) -> Result<Param, String> {
        Param::nested(value, true)
    }

    fn nested(value: &Value, may_be_optional: bool) -> Result<Param, String> {
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
                let words: Table = table.raw_get("words").map_err(|e| e.to_string())?;
                Param::Word(words.sequence_values::<String>().collect::<mlua::Result<_>>().map_err(|e| e.to_string())?)
            }
            Some("optional") if !may_be_optional => return Err("an optional parameter within another".into()),
            Some("optional") => {
                let inner: Value = table.raw_get("inner").map_err(|e| e.to_string())?;
                let default = match table.raw_get::<Value>("default").map_err(|e| e.to_string())? {
                    Value::Integer(n) => Some(TomlValue::Number(n)),
                    Value::Boolean(t) => Some(TomlValue::Boolean(t)),
                    Value::String(s) => Some(TomlValue::Text(s.to_string_lossy())),
                    _ => None,
                };
                Param::Optional(Box::new(Param::nested(&inner, false)?), default)
            }
            _ => return Err("a parameter's type is one of integer, boolean, text, id, ids, word, optional".into()),
        })
    }

    /// Describes the allowed values, for messages and documentation.
    pub(crate) fn describe(&self) -> String {
        match self {
            Param::Integer(i64::MIN, i64::MAX) => "a whole number".into(),
            Param::Integer(a, b) => format!("a whole number from {a} to {b}"),
            Param::Boolean => "`true` or `false`".into(),
            Param::Text => "a text".into(),
            Param::Id(Kind::Effect) => "the name of an effect".into(),
            Param::Id(kind) => format!("the id of a {}", kind.word()),
            Param::Ids(kind) => format!("a list of ids of {}, or the plural of a kind", plural(*kind)),
            Param::Word(words) => {
                format!("one of {}", words.iter().map(|w| format!("\"{w}\"")).collect::<Vec<_>>().join(", "))
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

    fn read(&self, board: &Board, raw: &TomlValue) -> Result<ParamValue, ParamError> {
        let mismatch = || (format!("expected {}, got {}", self.describe(), raw.type_name()), String::new(), vec![]);
        match (self, raw) {
            (Param::Integer(min, max), TomlValue::Number(n)) if (*min..=*max).contains(n) => Ok(ParamValue::Number(*n)),
            (Param::Integer(..), TomlValue::Number(n)) => {
                Err((format!("{n} is not {}", self.describe()), String::new(), vec![]))
            }
            (Param::Boolean, TomlValue::Boolean(t)) => Ok(ParamValue::Boolean(*t)),
            (Param::Text, TomlValue::Text(t)) => Ok(ParamValue::Text(t.clone())),
            // Scripts name effects by their text.
            (Param::Id(Kind::Effect), TomlValue::Text(id)) => {
                find_id(board, Kind::Effect, id).map(|_| ParamValue::Text(id.clone()))
            }
            (Param::Id(kind), TomlValue::Text(id)) => Ok(ParamValue::Val(find_id(board, *kind, id)?)),
            (Param::Ids(Kind::Space), TomlValue::Text(plural)) if find_kind(board, plural).is_some() => {
                let members = find_kind(board, plural).map_or(Set::EMPTY, |k| board.space_kinds[k.at()].members);
                Ok(ParamValue::Set(members.iter().map(|s| Val::handle(Kind::Space, s as u64)).collect()))
            }
            (Param::Ids(kind), TomlValue::Text(id)) => {
                let found = find_id(board, *kind, id).map_err(|(message, text, mut known)| {
                    if *kind == Kind::Space {
                        known.extend(board.space_kinds.iter().map(|kind| kind.plural.clone()));
                    }
                    (message, text, known)
                });
                Ok(ParamValue::Set(vec![found?]))
            }
            (Param::Ids(kind), TomlValue::List(ids)) => {
                let mut out = Vec::new();
                for id in ids {
                    match &id.value {
                        TomlValue::Text(id) => out.push(find_id(board, *kind, id)?),
                        other => {
                            return Err((
                                format!("expected the id of a {}, got {}", kind.word(), other.type_name()),
                                String::new(),
                                vec![],
                            ));
                        }
                    }
                }
                Ok(ParamValue::Set(out))
            }
            (Param::Word(words), TomlValue::Text(word)) => {
                let found = words.contains(word).then(|| board.parse(Kind::Word, word)).flatten();
                found
                    .map(ParamValue::Val)
                    .ok_or_else(|| (format!("`{word}` is not {}", self.describe()), word.clone(), words.clone()))
            }
            (Param::Optional(inner, _), raw) => inner.read(board, raw),
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

/// A message, the wrong text, and known texts to suggest.
type ParamError = (String, String, Vec<String>);

fn find_kind(board: &Board, plural: &str) -> Option<SpaceKindId> {
    board.space_kinds.iter().position(|k| k.plural == plural).map(SpaceKindId::new)
}

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
    .find(|k| k.word() == word || (word == "class" && *k == Kind::Class))
    .ok_or_else(|| format!("`{word}` is no kind of ids"))
}

fn find_id(board: &Board, kind: Kind, id: &str) -> Result<Val, ParamError> {
    board.parse(kind, id).ok_or_else(|| {
        let known = match kind {
            Kind::Effect => board.effects.clone(),
            _ => board.ids().filter(|(_, v)| v.kind() == kind).map(|(id, _)| id.to_owned()).collect(),
        };
        (format!("unknown {} `{id}`", kind.word()), id.to_owned(), known)
    })
}

/// Checks one use of a verb. Returns its parameters in declared order.
pub(crate) fn check(
    board: &Board,
    verb: &Verb,
    effect: &EffectUse,
    problems: &mut Vec<Diagnostic>,
) -> Vec<(String, ParamValue)> {
    let mut out = Vec::new();
    for (key, _) in &effect.params {
        if !verb.params.iter().any(|(name, _)| *name == key.value) {
            let known = verb.params.iter().map(|(n, _)| n.as_str());
            problems.push(
                key.error(
                    "content::unknown-parameter",
                    format!("the verb `{}` has no parameter `{}`", verb.name, key.value),
                )
                .label("not a parameter of this verb")
                .suggest(&key.value, known),
            );
        }
    }
    for (name, param) in &verb.params {
        let given: Option<&Located<TomlValue>> = effect.params.iter().find(|(k, _)| k.value == *name).map(|(_, v)| v);
        let ready = match (given, param) {
            (Some(raw), _) => param.read(board, &raw.value).map_err(|(message, text, known)| {
                raw.error("content::bad-parameter", message)
                    .label(format!("`{name}` of the verb `{}`", verb.name))
                    .suggest(&text, known.iter().map(String::as_str))
            }),
            (None, Param::Optional(inner, Some(default))) => inner.read(board, default).map_err(|(message, ..)| {
                effect.verb.error("script::bad-default", format!("the default of `{name}`: {message}"))
            }),
            (None, Param::Optional(_, None)) => Ok(ParamValue::Nothing),
            (None, _) => Err(effect
                .verb
                .error("content::missing-parameter", format!("the verb `{}` needs `{name}`", verb.name))
                .label(format!("`{name}` is missing: {}", param.describe()))),
        };
        match ready {
            Ok(ready) => out.push((name.clone(), ready)),
            Err(problem) => problems.push(problem),
        }
    }
    out
}

/// The error for an effect of a card with an unknown verb.
pub(crate) fn unknown_verb<'a>(effect: &EffectUse, verbs: impl IntoIterator<Item = &'a str>) -> Diagnostic {
    effect
        .verb
        .error("content::unknown-verb", format!("unknown verb `{}`", effect.verb.value))
        .label("no script registers this verb")
        .suggest(&effect.verb.value, verbs)
}
