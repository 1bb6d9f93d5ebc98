//! Points: what rules ask effects in force about. A point is declared once, beside the rule that asks: what it means,
//! with what it is asked, who may answer, and with what.

use cardwright_state::val::{Kind, Val};

/// A declared point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Point {
    /// Its name: `march.cost`.
    pub name: String,
    /// What is asked.
    pub doc: String,
    /// The names of the arguments it is asked with.
    pub args: Vec<String>,
    /// Which effects may answer.
    pub who: Who,
    /// What it is answered with.
    pub answers: Answer,
    /// `path:line` of the script.
    pub at: String,
    /// Where it is asked, as `path:line`, as far as that is written out; nothing where the scripts were taken for sound.
    pub asked: Vec<String>,
    /// The effects that answer, in the order of their handles.
    pub answered: Vec<String>,
}

/// Which effects in force may answer a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// Those of any side.
    Any,
    /// Those in force for the side that is this argument, from 0.
    Argument(usize),
}

/// What a point is answered with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Asked with `may`: each effect allows or forbids.
    Permission,
    /// Asked with `ask`: `true` or `false`.
    Truth,
    /// Asked with `ask`: a number, a set, or a thing of a kind.
    Of(Kind),
}

impl Answer {
    /// From the word of a definition.
    pub(crate) fn read(word: &str) -> Option<Answer> {
        match word {
            "permission" => Some(Answer::Permission),
            "truth" => Some(Answer::Truth),
            "class" => Some(Answer::Of(Kind::Class)),
            _ => KINDS.into_iter().find(|k| k.word() == word).map(Answer::Of),
        }
    }

    /// Every word that [`Answer::read`] takes.
    pub(crate) fn words() -> impl Iterator<Item = &'static str> {
        ["permission", "truth", "class"].into_iter().chain(KINDS.into_iter().map(Kind::word))
    }

    /// What it must be, in words.
    pub fn in_words(self) -> String {
        match self {
            Answer::Permission | Answer::Truth => "`true` or `false`".into(),
            Answer::Of(kind) => format!("a {}", kind.word()),
        }
    }

    /// The function that asks it.
    pub fn asked_with(self) -> &'static str {
        if self == Answer::Permission { "may" } else { "ask" }
    }

    /// Every such answer is a number from the first to less than the second, as Lua holds it; none of a truth.
    pub(crate) fn bounds(self) -> Option<(f64, f64)> {
        match self {
            Answer::Permission | Answer::Truth => None,
            Answer::Of(kind) => {
                let (first, past) = Val::bounds(kind);
                Some((first.0 as f64, past.0 as f64))
            }
        }
    }
}

/// What a point may be answered with, besides a truth, a permission and a class of pieces.
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
