//! Viewers: who looks at a game, and for which sides they answer.

use cardwright_state::board::{Board, Sides};
use cardwright_state::position::Position;
use cardwright_state::val::PlainValue;
use cardwright_state::{CardId, PileId, SideId, notation, view};

/// Who looks at a game: what they see, for which sides they answer, and whether they are the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Viewer {
    /// Sees everything, whatever is hidden from sides.
    sees_all: bool,
    /// Sees what any of these sides may see.
    sides: Sides,
    /// May answer for these sides.
    answers_for: Sides,
    /// May use the host's commands: `adjust`, `seat`, `reload` …
    is_host: bool,
}

impl Viewer {
    /// Sees everything (`--open`, replays, tests), and answers for no side.
    pub const OPEN: Viewer = Viewer { sees_all: true, ..Viewer::PUBLIC };
    /// Sees what everybody may see, and answers for no side: a spectator.
    pub const PUBLIC: Viewer = Viewer { sees_all: false, sides: Sides::NONE, answers_for: Sides::NONE, is_host: false };

    /// The player of one side.
    pub fn side(side: SideId) -> Viewer {
        Viewer::seat(side.into())
    }
    /// The player of several sides. Without sides: the public.
    pub fn seat(sides: Sides) -> Viewer {
        Viewer { sides, answers_for: sides, ..Viewer::PUBLIC }
    }
    /// Answers for these sides instead. What the viewer sees stays.
    #[must_use]
    pub fn answering_for(self, answers_for: Sides) -> Viewer {
        Viewer { answers_for, ..self }
    }
    /// As the host of the game.
    #[must_use]
    pub fn as_host(self) -> Viewer {
        Viewer { is_host: true, ..self }
    }
    /// With all hands open.
    #[must_use]
    pub fn with_open_hands(self) -> Viewer {
        Viewer { sees_all: true, sides: Sides::NONE, ..self }
    }

    /// Somebody with the same sight who answers for no side.
    #[must_use]
    pub fn as_spectator(self) -> Viewer {
        Viewer { answers_for: Sides::NONE, is_host: false, ..self }
    }

    /// Whether everything is shown.
    pub fn sees_all(self) -> bool {
        self.sees_all
    }
    /// Whether nothing is shown that is hidden from any side.
    pub fn is_public(self) -> bool {
        !self.sees_all && self.sides.is_empty()
    }
    /// The sides whose hidden information is shown. None for the public, and where everything is shown.
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
    /// Whether the viewer plays: answers for a side, or is the host.
    pub fn is_player(self) -> bool {
        self.is_host || !self.answers_for.is_empty()
    }
    /// The only side whose hidden information is shown; none where there are several or none.
    pub fn only_side(self) -> Option<SideId> {
        self.sides.first().filter(|_| self.sides.len() == 1)
    }

    /// Whether the viewer may read what only this side may read.
    pub fn may_read(self, side: SideId) -> bool {
        self.sees_all || self.sides.has(side)
    }
    /// The viewer as a reader of card halves that a side uses: who sees everything reads them as that side does.
    pub fn as_reader(self, side: SideId) -> Viewer {
        if self.sees_all { Viewer::side(side) } else { self }
    }
    /// Whether the viewer sees the faces of the cards of a pile.
    pub fn sees_pile(self, board: &Board, pile: PileId) -> bool {
        self.sees_all || view::sees_pile(board, self.sides, pile)
    }
    /// Whether the viewer sees which card this is, where it lies.
    pub fn sees_card(self, board: &Board, position: &Position, card: CardId) -> bool {
        self.sees_pile(board, position.card_location(card).pile)
    }
    /// The position in notation, without what is hidden from the viewer.
    pub fn position_text(self, board: &Board, position: &Position) -> String {
        match self.sees_all {
            true => notation::print(board, position),
            false => view::view(board, position, self.sides),
        }
    }
    /// A value in notation. A card that is hidden from the viewer reads like any other card.
    pub fn plain_text(self, board: &Board, position: &Position, value: &PlainValue) -> String {
        match self.sees_all {
            true => notation::plain_text(board, value),
            false => notation::plain_text_for(board, position, self.sides, value),
        }
    }
}
