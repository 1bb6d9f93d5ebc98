//! Options, and everything with a text for people: words, actions, reasons, log lines and prompts.

use crate::ids::*;
use std::ops::Index;

/// The words, texts, reasons, actions, steps and effects of a game, which scripts and records refer to.
#[derive(Debug, Clone, Default)]
#[allow(missing_docs)]
pub struct Labels {
    pub words: Vec<Label>,
    pub texts: Vec<Text>,
    pub reasons: Vec<Reason>,
    /// Filled when scripts load.
    pub actions: Vec<Label>,
    /// Filled when scripts load.
    pub steps: Vec<String>,
    /// Filled when scripts load.
    pub effects: Vec<String>,
    /// The display title of each effect, if its definition has one.
    pub effect_titles: Vec<Option<TextId>>,
}

macro_rules! index_by {
    ($($id:ident: $list:ident[$item:ty];)*) => {$(
        impl Index<$id> for Labels {
            type Output = $item;
            fn index(&self, id: $id) -> &$item { &self.$list[id.index()] }
        }
    )*};
}

index_by! {
    TextId: texts[Text];
    ReasonId: reasons[Reason];
    ActionId: actions[Label];
    StepId: steps[String];
    EffectId: effects[String];
}

/// The type of an option's value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionType {
    /// `true` or `false`.
    Boolean,
    /// A number in a range.
    Number {
        /// The lowest number.
        min: i64,
        /// The highest number.
        max: i64,
    },
    /// One of these words.
    Word(Vec<String>),
    /// One of these numbers, for example numbers of players.
    OneOf(Vec<i64>),
}

/// An option of a scenario.
#[derive(Debug, Clone)]
pub struct GameOption {
    /// Kebab-case id, unique among options.
    pub id: String,
    /// The type of its value.
    pub option_type: OptionType,
    /// The default value: a number, 0 or 1 for a boolean, or the index of a word.
    pub default: i64,
    /// One line of help.
    pub doc: String,
}

/// The texts of a word or an action.
#[derive(Debug, Clone, Default)]
pub struct Label {
    /// Kebab-case id of the word or action.
    pub id: String,
    /// The row in plain language, with `{1}` placeholders for the row's columns.
    pub label: String,
    /// One line of help.
    pub doc: String,
    /// The reason to give when the rules do not offer this action at all.
    pub not_asked: Option<ReasonId>,
    /// The id of the pile whose card this action plays without naming the card.
    pub plays: Option<String>,
    /// Whether only the side that answers with this action may read the columns after it.
    pub is_private: bool,
}

/// A reason why a move is not legal or is discouraged.
#[derive(Debug, Clone)]
pub struct Reason {
    /// Kebab-case id, unique among reasons.
    pub id: String,
    /// The text for people.
    pub text: String,
    /// The cited rule, for example `CL 3.2.1`.
    pub rule: String,
}

/// The template of a prompt or log line.
#[derive(Debug, Clone)]
pub struct Text {
    /// Kebab-case id, unique among texts.
    pub id: String,
    /// The text, with `{1}` placeholders.
    pub template: String,
    /// The title under which a summary of the game counts this text, if the text is a log action. If it is empty, the
    /// summary makes a title from the id.
    pub title: String,
}
