//! A position and who looks at it: what every part of a view is made from.
//!
//! Borrowed, with handles in it: it never leaves this side of a view.

use cardwright_content::Content;
use cardwright_script::{Figure, Figured};
use cardwright_state::board::{Board, Fact};
use cardwright_state::{CardId, Kind, PileId, Position, SideId, Val, view};
use cardwright_table::Table;
use cardwright_table::label::{self, Audience};

/// A position, and the eyes that look at it.
#[derive(Debug, Clone, Copy)]
pub struct Eyes<'a> {
    /// What content declares.
    pub board: &'a Board,
    /// What is looked at.
    pub position: &'a Position,
    /// What stands on the components.
    pub content: &'a Content,
    /// Whose eyes these are.
    pub audience: Audience,
    /// The side that is asked: who sees all reads the cards of nobody as it does.
    pub asked: Option<SideId>,
    /// The figures of the game.
    pub figures: &'a [Figure],
    /// What they come to in the position, by figure and subject; empty where nobody asked.
    pub figured: &'a [Vec<Figured>],
}

impl<'a> Eyes<'a> {
    /// Looking at a table as it is now; `figured` is what [`Table::figures`] says there, or nothing.
    pub fn at(table: &'a Table, figured: &'a [Vec<Figured>], audience: Audience) -> Eyes<'a> {
        let program = table.program();
        Eyes {
            board: &program.board,
            position: table.position(),
            content: &program.content,
            audience,
            asked: table.asked(),
            figures: &program.figures,
            figured,
        }
    }

    /// The side whose eyes these are, if it is one side's; the first of several that sit together.
    pub fn side(&self) -> Option<SideId> {
        self.audience.sides().first()
    }

    /// A value in plain language; a card that these eyes do not see is `a card`.
    pub fn name(&self, val: Val) -> String {
        label::name(self.board, self.position, self.audience, val)
    }

    /// Whether these eyes see the faces of a pile.
    pub fn sees_pile(&self, pile: PileId) -> bool {
        self.audience.sees_pile(self.board, pile)
    }

    /// Whether these eyes may see a fact of a subject.
    pub fn sees_fact(&self, fact: &Fact, subject: usize) -> bool {
        match self.audience {
            Audience::Open => true,
            closed => view::sees_fact(fact, closed.sides(), subject),
        }
    }

    /// Whether these eyes may read a figure of a subject.
    pub(crate) fn reads(&self, figure: &Figure, subject: usize) -> bool {
        self.audience == Audience::Open || figure.is_for(self.audience.sides(), subject)
    }

    /// Whether a value is a card that these eyes do not see where it lies.
    pub(crate) fn hides(&self, val: Val) -> bool {
        let card = val.index(Kind::Card).map(CardId::new);
        card.is_some_and(|card| !self.audience.sees(self.board, self.position, card))
    }

    pub(crate) fn side_id(&self, side: SideId) -> String {
        self.board.sides[side.at()].id.clone()
    }
}
