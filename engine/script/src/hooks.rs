//! Hooks: places where a rule lets active effects change a value or forbid something. A script declares each hook
//! once, next to the rule that calls it.

use cardwright_state::val::{Kind, Val};

/// A declared hook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hook {
    /// Dotted name, unique among hooks: `march.cost`.
    pub name: String,
    /// What the hook decides, for people.
    pub doc: String,
    /// The names of its arguments, in order.
    pub args: Vec<String>,
    /// Which active effects may answer.
    pub scope: HookScope,
    /// The type of its answers.
    pub answer: AnswerType,
    /// `path:line` of its declaration.
    pub at: String,
    /// `path:line` of each call whose hook name is a literal. Empty if the scripts were loaded without checks.
    pub calls: Vec<String>,
    /// The names of the effects that answer it, in the order of their handles.
    pub effects: Vec<String>,
}

/// Which active effects may answer a hook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HookScope {
    /// Effects of any side.
    AnySide,
    /// Effects of the side given as this argument, counted from 0.
    SideArgument(usize),
}

/// The type of a hook's answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerType {
    /// Called with `may`: each effect allows or forbids.
    Permission,
    /// Called with `modify`: `true` or `false`.
    Boolean,
    /// Called with `modify`: a number, a set, or a thing of this kind.
    Value(Kind),
}

impl AnswerType {
    /// Reads the `answers` key of a declaration.
    pub(crate) fn read(word: &str) -> Option<AnswerType> {
        match word {
            "permission" => Some(AnswerType::Permission),
            "boolean" => Some(AnswerType::Boolean),
            "class" => Some(AnswerType::Value(Kind::Class)),
            _ => KINDS.into_iter().find(|k| k.word() == word).map(AnswerType::Value),
        }
    }

    /// Every word that [`AnswerType::read`] accepts.
    pub(crate) fn words() -> impl Iterator<Item = &'static str> {
        ["permission", "boolean", "class"].into_iter().chain(KINDS.into_iter().map(Kind::word))
    }

    /// The type in words, for messages.
    pub fn describe(self) -> String {
        match self {
            AnswerType::Permission | AnswerType::Boolean => "`true` or `false`".into(),
            AnswerType::Value(kind) => format!("a {}", kind.word()),
        }
    }

    /// The host function that calls such a hook: `may` or `modify`.
    pub fn caller(self) -> &'static str {
        if self == AnswerType::Permission { "may" } else { "modify" }
    }

    /// The least answer and the first number past the greatest, as Lua holds values. `None` for booleans.
    pub(crate) fn bounds(self) -> Option<(f64, f64)> {
        match self {
            AnswerType::Permission | AnswerType::Boolean => None,
            AnswerType::Value(kind) => {
                let (first, past) = Val::bounds(kind);
                Some((first.0 as f64, past.0 as f64))
            }
        }
    }
}

/// The kinds of values a hook may answer with, apart from booleans, permissions and classes.
const KINDS: [Kind; 15] = [
    Kind::Number,
    Kind::Set,
    Kind::Side,
    Kind::Space,
    Kind::Link,
    Kind::Stack,
    Kind::Card,
    Kind::Pile,
    Kind::Track,
    Kind::Fact,
    Kind::Die,
    Kind::Word,
    Kind::Action,
    Kind::Period,
    Kind::Mark,
];
