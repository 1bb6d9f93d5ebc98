//! Choices: the request to a driver, and the pending choice of a game.

use cardwright_state::SideId;
use cardwright_state::position::{Position, Row, TextLine};

/// A choice that a driver should answer at once.
#[derive(Debug, Clone, Copy)]
pub struct ChoiceRequest<'a> {
    /// The side that answers.
    pub side: SideId,
    /// The legal rows.
    pub rows: &'a [Row],
    /// Indexes of the rows that the rules discourage, ascending.
    pub discouraged: &'a [usize],
    /// The position at the choice.
    pub position: &'a Position,
}

/// Answers choices at once, for bots, replays and searches. Returns the index of a row; `None` pauses the game.
pub type Driver = Box<dyn FnMut(&ChoiceRequest<'_>) -> Option<usize>>;

/// The pending choice of a game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Choice {
    /// The side that answers.
    pub side: SideId,
    /// The question, if the script gives one.
    pub prompt: Option<TextLine>,
    /// The legal rows.
    pub rows: Vec<Row>,
    /// Index of the row that applies if a typed line ends before this choice.
    pub default: Option<usize>,
    /// Indexes of the rows that the rules discourage, ascending. Random players avoid them if they can.
    pub discouraged: Vec<usize>,
    /// For a choice of several things one by one, in any order: how many the player has named before.
    pub named_count: Option<u8>,
    /// For a choice that distributes a number, after its first part: how much is distributed, and the most in all.
    pub distributed: Option<(u8, u8)>,
}
