//! The items of `setup` and `expect` lines: parsing them against a game, and comparing them with a position.

mod active_effects;
mod compare;
mod ending;
mod figure;
mod info;
mod item_words;
mod knob;
mod log;
mod notation_item;
mod parse;
mod picked;
mod pile;
mod turn;
mod visibility;

pub(crate) use active_effects::in_force_text;
pub(crate) use compare::compare;
pub(crate) use ending::outcome_text;
pub(crate) use figure::figure_mismatch;
pub(crate) use item_words::{card, contains, side, some_text};
pub(crate) use notation_item::{arguments, setup};
pub(crate) use parse::expect;
pub(crate) use pile::pile_text;
pub(crate) use visibility::{is_seen, sees_item};

use crate::line_part::LinePart;
use cardwright_state::board::Sides;
use cardwright_state::notation::Statement;
use cardwright_state::val::{PlainValue, Val};
use cardwright_state::{CardId, EffectId, FactId, PileId, SideId, StepId};

/// A statement in position notation, with the text it comes from.
#[derive(Debug, Clone)]
pub(crate) struct NotationItem {
    pub(crate) part: LinePart,
    /// The text for messages. If the item names a kind of space (`countries: …`), this is the text for one space.
    pub(crate) text: String,
    pub(crate) statement: Statement,
}

/// One condition that an `expect` line checks.
#[derive(Debug, Clone)]
pub(crate) enum Item {
    /// A statement in position notation.
    Notation(NotationItem),
    /// The cards of one pile, or of several piles together.
    Pile { text: String, piles: Vec<PileId>, check: PileCheck },
    /// A step that is open. Without arguments, any arguments match.
    Turn { text: String, step: StepId, args: Vec<PlainValue> },
    /// The side that is asked, and a part of the question.
    Asks { side: SideId, prompt: Option<String> },
    /// The end of the game with this result.
    Ends { text: String, places: Vec<WinnersAtPlace>, reason: Option<String> },
    /// A reason that the rules logged for a decision of a non-player contains this text.
    Decision { side: Option<SideId>, reason: String },
    /// The value of a figure of the game, a side or a space.
    Figure { text: String, figure: usize, subject: usize, check: FigureCheck },
    /// A line that the log has had since the last `play`, or must not have had.
    Log { text: String, check: LogCheck, is_negated: bool },
    /// Chance picked from exactly these (sorted) things since the last `play`.
    Picked { text: String, among: Vec<String> },
    /// A field printed on a component.
    Info(PrintedField),
    /// A knob of the game, with these numbers.
    Knob { knob: usize, numbers: Vec<i64> },
    /// The default row of the open choice.
    Default(Option<Vec<String>>),
    /// A row of the open choice. `expected` says whether the rules must discourage it.
    Discouraged { row: Vec<String>, expected: bool },
    /// An item that must hold. The side must be allowed to see what the item is about. `None` means everybody.
    VisibleTo { text: String, side: Option<SideId>, item: Box<Item> },
    /// Something that the side may not see. `None` means everybody.
    Hidden { text: String, side: Option<SideId>, thing: HideableThing },
    /// An effect that is active for this side, or for any side. If negated, the effect must not be active.
    ActiveEffect { text: String, effect: EffectId, side: Option<SideId>, is_negated: bool },
}

/// What an item expects of a pile, or of several piles together.
#[derive(Debug, Clone)]
pub(crate) enum PileCheck {
    /// The number of cards. `field` is the path of a field and a value. If given, only cards with this value count.
    Count { n: usize, field: Option<(Vec<String>, String)> },
    /// All of these cards, perhaps among others.
    Has(Vec<CardId>),
    /// None of these cards.
    Lacks(Vec<CardId>),
    /// The card is among the first `n` cards of a deck, or among the last `n`.
    Within { card: CardId, n: usize, bottom: bool },
}

/// The sides that share a place in the result, and the numbers after them.
#[derive(Debug, Clone, Default)]
pub(crate) struct WinnersAtPlace {
    sides: Sides,
    numbers: Vec<i64>,
}

/// The expected value of a figure.
#[derive(Debug, Clone)]
pub(crate) enum FigureCheck {
    /// Exactly these words.
    Words(String),
    /// A value whose displayed text contains this text.
    Shows(String),
}

/// The log line that an item expects.
#[derive(Debug, Clone)]
pub(crate) enum LogCheck {
    /// A line that contains this text.
    Line(String),
    /// A line from the text with this key. If there are subjects here, the line must have exactly these subjects.
    Key { key: String, subjects: Vec<String> },
}

/// One printed field and its expected value.
#[derive(Debug, Clone)]
pub(crate) struct PrintedField {
    /// The item up to its value, for messages.
    head: String,
    thing: Val,
    /// The keys from the outermost table to the field.
    path: Vec<String>,
    /// The expected value. The order does not matter if the field is a set.
    words: Vec<String>,
}

/// Something that may be hidden from a side.
#[derive(Debug, Clone, Copy)]
pub(crate) enum HideableThing {
    Card(CardId),
    Pile(PileId),
    /// A fact of a side, or of the game, and the index of the side. The index is 0 for the game.
    Fact(FactId, usize),
    /// The index of a figure of a side, or of the game, and the index of the side. The second index is 0 for the game.
    Figure(usize, usize),
}

/// The seeds of a test for which an `expect` line must hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seeds {
    Every,
    Some,
    No,
}

/// An `expect` line.
#[derive(Debug, Clone)]
pub(crate) struct Expect {
    pub(crate) seeds: Seeds,
    pub(crate) items: Vec<Item>,
    /// Whether the line ends with `only`: nothing else may have changed since the set-up.
    pub(crate) only: bool,
}
