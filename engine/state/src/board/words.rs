//! Options, and what is shown to people: words, actions, reasons, texts.

use crate::ids::*;

/// An option's type and default.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionType {
    /// On or off.
    Truth,
    /// A number in a range.
    Number {
        /// Lowest.
        min: i64,
        /// Highest.
        max: i64,
    },
    /// One of some words.
    Word(Vec<String>),
    /// One of some numbers: how many may play.
    OneOf(Vec<i64>),
}

/// A rule knob.
#[derive(Debug, Clone)]
pub struct GameOption {
    /// Its id.
    pub id: String,
    /// Its type.
    pub of: OptionType,
    /// Its default: a number, 0/1, or the index of a word.
    pub default: i64,
    /// What it does.
    pub doc: String,
}

/// A word or action as shown to people.
#[derive(Debug, Clone, Default)]
pub struct Label {
    /// Its id.
    pub id: String,
    /// Plain language with `{1}` placeholders for the row's columns.
    pub label: String,
    /// One line of help.
    pub doc: String,
    /// Of an action: the reason given where the rules do not ask for it at all.
    pub not_asked: Option<ReasonId>,
}

/// A reason of legality.
#[derive(Debug, Clone)]
pub struct Reason {
    /// Its id.
    pub id: String,
    /// What it says.
    pub say: String,
    /// The rule it cites.
    pub rule: String,
}

/// A text: prompt or log line.
#[derive(Debug, Clone)]
pub struct Text {
    /// Its id.
    pub id: String,
    /// What it says, with `{1}` placeholders.
    pub say: String,
    /// What a deed that it tells is called where deeds are counted; empty if it does not say.
    pub title: String,
}
