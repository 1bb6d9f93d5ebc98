//! Typed parameters of verbs: declared in Lua, checked against the cards at load, with spans.

use cardwright_content::{Diagnostic, EffectUse, Located, Raw};
use cardwright_state::val::{Kind, Val};
use cardwright_state::{Board, KindId, Set};
use mlua::{Table, Value};

/// What a parameter may be.
#[derive(Debug, Clone)]
pub(crate) enum Param {
    Integer(i64, i64),
    Truth,
    Text,
    Id(Kind),
    Ids(Kind),
    Word(Vec<String>),
    Optional(Box<Param>, Option<Raw>),
}

/// A registered verb.
#[derive(Debug, Clone)]
pub(crate) struct Verb {
    pub(crate) name: String,
    pub(crate) doc: String,
    pub(crate) params: Vec<(String, Param)>,
}

/// A value of a parameter, ready for Lua.
pub(crate) enum Ready {
    Number(i64),
    Truth(bool),
    Text(String),
    Val(Val),
    Set(Vec<Val>),
    Nothing,
}

impl Param {
    /// From the table that `integer(...)`, `ids(...)` and the like make.
    pub(crate) fn from_lua(value: &Value) -> Result<Param, String> {
        Param::nested(value, true)
    }

    fn nested(value: &Value, may_be_optional: bool) -> Result<Param, String> {
        let Value::Table(table) = value else { return Err("a parameter's type is missing".into()) };
        let text = |key: &str| table.raw_get::<Option<String>>(key).ok().flatten();
        let number = |key: &str| table.raw_get::<Option<i64>>(key).ok().flatten();
        Ok(match text("param").as_deref() {
            Some("integer") => Param::Integer(number("min").unwrap_or(i64::MIN), number("max").unwrap_or(i64::MAX)),
            Some("truth") => Param::Truth,
            Some("text") => Param::Text,
            Some("id") => Param::Id(kind(&text("of").unwrap_or_default())?),
            Some("ids") => match kind(&text("of").unwrap_or_default())? {
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
                    Value::Integer(n) => Some(Raw::Number(n)),
                    Value::Boolean(t) => Some(Raw::Truth(t)),
                    Value::String(s) => Some(Raw::Text(s.to_string_lossy())),
                    _ => None,
                };
                Param::Optional(Box::new(Param::nested(&inner, false)?), default)
            }
            _ => return Err("a parameter's type is one of integer, truth, text, id, ids, word, optional".into()),
        })
    }

    /// What it may be, in words.
    pub(crate) fn describe(&self) -> String {
        match self {
            Param::Integer(i64::MIN, i64::MAX) => "a whole number".into(),
            Param::Integer(a, b) => format!("a whole number from {a} to {b}"),
            Param::Truth => "`true` or `false`".into(),
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
                    Raw::Text(text) => format!("\"{text}\""),
                    Raw::Truth(truth) => truth.to_string(),
                    Raw::Number(number) => number.to_string(),
                    other => other.word().to_owned(),
                };
                format!("{} (left out: {default})", inner.describe())
            }
        }
    }

    fn read(&self, board: &Board, raw: &Raw) -> Result<Ready, Wrong> {
        let wrong = || (format!("expected {}, got {}", self.describe(), raw.word()), String::new(), vec![]);
        match (self, raw) {
            (Param::Integer(min, max), Raw::Number(n)) if (*min..=*max).contains(n) => Ok(Ready::Number(*n)),
            (Param::Integer(..), Raw::Number(n)) => {
                Err((format!("{n} is not {}", self.describe()), String::new(), vec![]))
            }
            (Param::Truth, Raw::Truth(t)) => Ok(Ready::Truth(*t)),
            (Param::Text, Raw::Text(t)) => Ok(Ready::Text(t.clone())),
            // Rules name effects by their text.
            (Param::Id(Kind::Effect), Raw::Text(id)) => one(board, Kind::Effect, id).map(|_| Ready::Text(id.clone())),
            (Param::Id(kind), Raw::Text(id)) => Ok(Ready::Val(one(board, *kind, id)?)),
            (Param::Ids(Kind::Space), Raw::Text(plural)) if find_kind(board, plural).is_some() => {
                let members = find_kind(board, plural).map_or(Set::EMPTY, |k| board.kinds[k.at()].members);
                Ok(Ready::Set(members.iter().map(|s| Val::handle(Kind::Space, s as u64)).collect()))
            }
            (Param::Ids(kind), Raw::Text(id)) => {
                let found = one(board, *kind, id).map_err(|(message, text, mut known)| {
                    if *kind == Kind::Space {
                        known.extend(board.kinds.iter().map(|kind| kind.plural.clone()));
                    }
                    (message, text, known)
                });
                Ok(Ready::Set(vec![found?]))
            }
            (Param::Ids(kind), Raw::List(ids)) => {
                let mut out = Vec::new();
                for id in ids {
                    match &id.value {
                        Raw::Text(id) => out.push(one(board, *kind, id)?),
                        other => {
                            return Err((
                                format!("expected the id of a {}, got {}", kind.word(), other.word()),
                                String::new(),
                                vec![],
                            ));
                        }
                    }
                }
                Ok(Ready::Set(out))
            }
            (Param::Word(words), Raw::Text(word)) => {
                let found = words.contains(word).then(|| board.read(Kind::Word, word)).flatten();
                found
                    .map(Ready::Val)
                    .ok_or_else(|| (format!("`{word}` is not {}", self.describe()), word.clone(), words.clone()))
            }
            (Param::Optional(inner, _), raw) => inner.read(board, raw),
            _ => Err(wrong()),
        }
    }
}

/// Several things of a kind, for messages.
fn plural(kind: Kind) -> String {
    let word = kind.word();
    match word {
        "die" => "dice".into(),
        _ if word.ends_with('s') => format!("{word}es"),
        _ => format!("{word}s"),
    }
}

/// What is wrong with a parameter, the text of it that is wrong, and what is known instead.
type Wrong = (String, String, Vec<String>);

fn find_kind(board: &Board, plural: &str) -> Option<KindId> {
    board.kinds.iter().position(|k| k.plural == plural).map(KindId::new)
}

fn kind(word: &str) -> Result<Kind, String> {
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

fn one(board: &Board, kind: Kind, id: &str) -> Result<Val, Wrong> {
    board.read(kind, id).ok_or_else(|| {
        let known = match kind {
            Kind::Effect => board.effects.clone(),
            _ => board.ids().filter(|(_, v)| v.kind() == kind).map(|(id, _)| id.to_owned()).collect(),
        };
        (format!("unknown {} `{id}`", kind.word()), id.to_owned(), known)
    })
}

/// Checks one use of a verb; its parameters in declared order.
pub(crate) fn check(
    board: &Board,
    verb: &Verb,
    effect: &EffectUse,
    problems: &mut Vec<Diagnostic>,
) -> Vec<(String, Ready)> {
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
        let given: Option<&Located<Raw>> = effect.params.iter().find(|(k, _)| k.value == *name).map(|(_, v)| v);
        let ready = match (given, param) {
            (Some(raw), _) => param.read(board, &raw.value).map_err(|(message, text, known)| {
                raw.error("content::bad-parameter", message)
                    .label(format!("`{name}` of the verb `{}`", verb.name))
                    .suggest(&text, known.iter().map(String::as_str))
            }),
            (None, Param::Optional(inner, Some(default))) => inner.read(board, default).map_err(|(message, ..)| {
                effect.verb.error("script::bad-default", format!("the default of `{name}`: {message}"))
            }),
            (None, Param::Optional(_, None)) => Ok(Ready::Nothing),
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

/// A card's effect names a verb that does not exist.
pub(crate) fn unknown_verb<'a>(effect: &EffectUse, verbs: impl IntoIterator<Item = &'a str>) -> Diagnostic {
    effect
        .verb
        .error("content::unknown-verb", format!("unknown verb `{}`", effect.verb.value))
        .label("no script registers this verb")
        .suggest(&effect.verb.value, verbs)
}
