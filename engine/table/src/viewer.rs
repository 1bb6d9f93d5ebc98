//! Viewers: who looks at a game, and for which sides they answer.

use cardwright_state::board::{Board, Fact, Sides};
use cardwright_state::position::Position;
use cardwright_state::val::{PlainValue, Val};
use cardwright_state::{CardId, FactId, FactValue, PileId, SideId, notation, view};

/// Who looks at a game: what they see, for which sides they answer, and whether they are the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Viewer {
    /// Whether the viewer sees everything, also what is hidden from all sides.
    sees_all: bool,
    /// The sides whose view the viewer has. Empty for the public and for a viewer who sees everything.
    sides: Sides,
    /// The sides that the viewer may answer for.
    answers_for: Sides,
    /// Whether the viewer may use the host's commands, such as `adjust`, `seat` and `reload`.
    is_host: bool,
}

impl Viewer {
    /// A viewer who sees everything (`--open`, replays, tests) and answers for no side.
    pub const OPEN: Viewer = Viewer { sees_all: true, ..Viewer::PUBLIC };
    /// A spectator: sees what everybody may see, and answers for no side.
    pub const PUBLIC: Viewer = Viewer { sees_all: false, sides: Sides::NONE, answers_for: Sides::NONE, is_host: false };

    /// The player of one side.
    pub fn side(side: SideId) -> Viewer {
        Viewer::seat(side.into())
    }
    /// The player of several sides. Without sides, the same as [`Viewer::PUBLIC`].
    pub fn seat(sides: Sides) -> Viewer {
        Viewer { sides, answers_for: sides, ..Viewer::PUBLIC }
    }
    /// A viewer who sees what this viewer sees, and answers for these sides.
    #[must_use]
    pub fn answering_for(self, answers_for: Sides) -> Viewer {
        Viewer { answers_for, ..self }
    }
    /// This viewer, but as the host of the game.
    #[must_use]
    pub fn as_host(self) -> Viewer {
        Viewer { is_host: true, ..self }
    }
    /// This viewer, but with permission to see everything.
    #[must_use]
    pub fn with_open_hands(self) -> Viewer {
        Viewer { sees_all: true, sides: Sides::NONE, ..self }
    }

    /// A spectator who sees what this viewer sees, and answers for no side.
    #[must_use]
    pub fn as_spectator(self) -> Viewer {
        Viewer { answers_for: Sides::NONE, is_host: false, ..self }
    }

    /// Whether the viewer sees everything.
    pub fn sees_all(self) -> bool {
        self.sees_all
    }
    /// Whether the viewer sees only what everybody may see.
    pub fn is_public(self) -> bool {
        !self.sees_all && self.sides.is_empty()
    }
    /// The sides whose hidden information the viewer sees. Empty for the public and for a viewer who sees everything.
    pub fn sides(self) -> Sides {
        self.sides
    }
    /// The sides that the viewer may answer for.
    pub fn answers_for(self) -> Sides {
        self.answers_for
    }
    /// Whether the viewer may use the host's commands.
    pub fn is_host(self) -> bool {
        self.is_host
    }
    /// Whether the viewer takes part: answers for a side, or is the host.
    pub fn is_player(self) -> bool {
        self.is_host || !self.answers_for.is_empty()
    }
    /// The side whose hidden information the viewer sees, if there is exactly one.
    pub fn only_side(self) -> Option<SideId> {
        self.sides.first().filter(|_| self.sides.len() == 1)
    }

    /// Whether the viewer may read what this side may read.
    pub fn may_read(self, side: SideId) -> bool {
        self.sees_all || self.sides.has(side)
    }
    /// The viewer for texts that differ by side, such as the titles of cards. A viewer who sees everything reads them
    /// as this side does.
    pub fn as_reader(self, side: SideId) -> Viewer {
        if self.sees_all { Viewer::side(side) } else { self }
    }
    /// Whether the viewer sees the value of a fact of a subject.
    pub fn sees_fact(self, fact: &Fact, subject: usize) -> bool {
        self.sees_all || view::sees_fact(fact, self.sides, subject)
    }
    /// Whether the viewer sees a row of a fact. `cells` are its values.
    pub fn sees_row(self, fact: &Fact, subject: usize, cells: &[Val]) -> bool {
        self.sees_all || view::sees_row(fact, self.sides, subject, cells)
    }
    /// What the viewer sees of a fact: the value, or some of its rows.
    pub fn visible_value(self, board: &Board, position: &Position, fact: FactId, subject: usize) -> Option<FactValue> {
        match self.sees_all {
            true => Some(position.fact(board, fact, subject)),
            false => view::visible_value(board, position, self.sides, fact, subject),
        }
    }
    /// How many open steps, from the outermost on, have arguments that the viewer may read.
    pub fn readable_steps(self, board: &Board, position: &Position) -> usize {
        match self.sees_all {
            true => position.open_steps().len(),
            false => view::readable_steps(board, position, self.sides),
        }
    }
    /// Whether the viewer sees the faces of the cards of a pile.
    pub fn sees_pile(self, board: &Board, pile: PileId) -> bool {
        self.sees_all || view::sees_pile(board, self.sides, pile)
    }
    /// Whether the viewer sees the face of a card where it lies.
    pub fn sees_card(self, board: &Board, position: &Position, card: CardId) -> bool {
        self.sees_pile(board, position.card_location(card).pile)
    }
    /// Writes the position in notation, without what is hidden from the viewer.
    pub fn position_text(self, board: &Board, position: &Position) -> String {
        match self.sees_all {
            true => notation::print(board, position),
            false => notation::print_for(board, position, self.sides),
        }
    }
    /// Writes a value in notation. A card that is hidden from the viewer looks like any other hidden card.
    pub fn plain_text(self, board: &Board, position: &Position, value: &PlainValue) -> String {
        match self.sees_all {
            true => notation::plain_text(board, value),
            false => notation::plain_text_for(board, position, self.sides, value),
        }
    }
}
