//! Hooks: places where a rule lets active effects change a value or forbid something. A script declares each hook
//! once, next to the rule that calls the hook.

use cardwright_state::val::{Kind, Val};

/// A declared hook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hook {
    /// The dotted name, unique among hooks: `march.cost`.
    pub name: String,
    /// A text for people about what the hook decides.
    pub doc: String,
    /// The names of its arguments, in order.
    pub args: Vec<String>,
    /// Which active effects may answer.
    pub scope: HookScope,
    /// The type of its answers.
    pub answer: AnswerType,
    /// The script line of the declaration: `path:line`.
    pub script_line: String,
    /// The script line of each call that names the hook with a string literal: `path:line`. There are none if the
    /// loader did not check the scripts.
    pub calls: Vec<String>,
    /// The options without which no script calls the hook, as scripts write them, if `doc` as written names none of
    /// them.
    pub only_under: Vec<String>,
    /// The names of the effects that answer the hook, in alphabetical order.
    pub effects: Vec<String>,
}

/// Which active effects may answer a hook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HookScope {
    /// Effects of any side.
    AnySide,
    /// Effects of the side that the call passes as this argument. The first argument has the index 0.
    SideArgument(usize),
}

/// The type of a hook's answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerType {
    /// Scripts call the hook with `may`. Each effect allows or forbids something.
    Permission,
    /// Scripts call the hook with `modify`. The answers are `true` or `false`.
    Boolean,
    /// Scripts call the hook with `modify`. The answers have this kind, such as numbers, sets or spaces.
    Value(Kind),
}

impl AnswerType {
    /// Reads the `answers` key of a declaration.
    pub(crate) fn read(word: &str) -> Option<AnswerType> {
        match word {
            "permission" => Some(AnswerType::Permission),
            "boolean" => Some(AnswerType::Boolean),
            "class" => Some(AnswerType::Value(Kind::Class)),
            _ => KINDS.into_iter().find(|kind| kind.word() == word).map(AnswerType::Value),
        }
    }

    /// Lists every word that [`AnswerType::read`] accepts.
    pub(crate) fn words() -> impl Iterator<Item = &'static str> {
        ["permission", "boolean", "class"].into_iter().chain(KINDS.into_iter().map(Kind::word))
    }

    /// Describes the type in words, for messages.
    pub fn describe(self) -> String {
        match self {
            AnswerType::Permission | AnswerType::Boolean => "`true` or `false`".into(),
            AnswerType::Value(kind) => format!("a {}", kind.word()),
        }
    }

    /// The host function with which scripts call such a hook: `may` or `modify`.
    pub fn caller(self) -> &'static str {
        if self == AnswerType::Permission { "may" } else { "modify" }
    }

    /// The lowest answer, and the number after the highest answer, as numbers in Lua. `None` if the answers are
    /// booleans.
    pub(crate) fn bounds(self) -> Option<(f64, f64)> {
        match self {
            AnswerType::Permission | AnswerType::Boolean => None,
            AnswerType::Value(kind) => {
                let (lowest, end) = Val::bounds(kind);
                Some((lowest.0 as f64, end.0 as f64))
            }
        }
    }
}

/// The kinds of values that may answer a hook, apart from booleans, permissions and classes.
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
