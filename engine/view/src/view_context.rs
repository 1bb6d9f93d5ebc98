//! The input of every part of a view: a position, the content, and the viewer.
//!
//! A context borrows the table and holds handles, so it never becomes part of a view.

use cardwright_content::Content;
use cardwright_script::{Figure, FigureValue};
use cardwright_state::board::{Board, Fact};
use cardwright_state::{PileId, Position, SideId, Val, view};
use cardwright_table::Table;
use cardwright_table::{Viewer, label};

/// A position and its viewer.
#[derive(Debug, Clone, Copy)]
pub struct ViewContext<'a> {
    /// The declarations of the content.
    pub board: &'a Board,
    /// The position to show.
    pub position: &'a Position,
    /// The printed texts and names.
    pub content: &'a Content,
    /// The viewer.
    pub viewer: Viewer,
    /// The side that is asked. If cards have a half for each side, a viewer who sees everything gets the half of this
    /// side for a card in a common pile.
    pub asked: Option<SideId>,
    /// The declarations of the game's figures.
    pub figures: &'a [Figure],
    /// The values of the figures in the position, by figure and subject. Empty if the caller needs no values.
    pub figure_values: &'a [Vec<FigureValue>],
}

impl<'a> ViewContext<'a> {
    /// Builds the context for a table's current position. `figure_values` comes from [`Table::figures`], or is empty.
    pub fn new(table: &'a Table, figure_values: &'a [Vec<FigureValue>], viewer: Viewer) -> ViewContext<'a> {
        let program = table.program();
        ViewContext {
            board: &program.board,
            position: table.position(),
            content: &program.content,
            viewer,
            asked: table.asked(),
            figures: &program.figures,
            figure_values,
        }
    }

    /// Returns the viewer's side, or the first one if the viewer has several sides.
    pub fn side(&self) -> Option<SideId> {
        self.viewer.sides().first()
    }

    /// Returns a value in plain language. A card that the viewer does not see becomes `a card`.
    pub fn name(&self, val: Val) -> String {
        label::value_text(self.board, self.position, self.viewer, val)
    }

    /// Whether the viewer sees the faces of a pile.
    pub fn sees_pile(&self, pile: PileId) -> bool {
        self.viewer.sees_pile(self.board, pile)
    }

    /// Whether the viewer may see a fact of a subject.
    pub fn sees_fact(&self, fact: &Fact, subject: usize) -> bool {
        self.viewer.sees_fact(fact, subject)
    }

    /// Whether the viewer may read a figure of a subject.
    pub fn may_read_figure(&self, figure: &Figure, subject: usize) -> bool {
        self.viewer.sees_all() || figure.is_for(self.viewer.sides(), subject)
    }

    /// Whether a value is a card whose face the viewer does not see, or a row that the viewer does not see.
    pub(crate) fn hides(&self, val: Val) -> bool {
        !self.viewer.sees_all() && view::hides(self.board, self.position, self.viewer.sides(), val)
    }

    pub(crate) fn side_id(&self, side: SideId) -> String {
        self.board.sides[side.index()].id.clone()
    }
}
