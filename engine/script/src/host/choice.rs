//! A choice, as it is asked and as the game waits for it.

use cardwright_state::SideId;
use cardwright_state::position::{Line, Position, Row};

/// What a choice is asked with.
#[derive(Debug, Clone, Copy)]
pub struct Ask<'a> {
    /// Who answers.
    pub side: SideId,
    /// The rows.
    pub rows: &'a [Row],
    /// Which of them are unwise, in order.
    pub unwise: &'a [usize],
    /// The position in which it is asked.
    pub position: &'a Position,
}

/// Answers choices at once: bots, replays, searches. `None` pauses the game there.
pub type Driver = Box<dyn FnMut(&Ask<'_>) -> Option<usize>>;

/// A choice the game waits for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Choice {
    /// Who answers.
    pub side: SideId,
    /// What is asked, if the script says.
    pub prompt: Option<Line>,
    /// What may be answered.
    pub rows: Vec<Row>,
    /// The row taken when a typed line ends before this choice.
    pub default: Option<usize>,
    /// Rows, in order, that the rules call unwise: who plays at random takes another, if there is one.
    pub unwise: Vec<usize>,
    /// Where it is for one more of several that may be named in any order: how many have been named before it.
    pub named: Option<u8>,
    /// Where a number is shared out, and some of it has been: how much, and how much may be in all.
    pub shared: Option<(u8, u8)>,
}
