//! Which cards and facts of a position one or more sides may see.
//!
//! What a side remembers, for example cards seen with `peek`, is in [`crate::CardKnowledge`].

use crate::board::{Board, Fact, Sides, Visibility};
use crate::determinize::facts_and_subjects;
use crate::fact::FactValue;
use crate::ids::*;
use crate::position::{Frame, Position, Row};
use crate::set::Set;
use crate::val::{Kind, PlainValue, Val};

/// The text in place of the id of a hidden card.
pub const HIDDEN_CARD: &str = "a-card";
/// The text in place of the id of a hidden row.
const HIDDEN_ROW: &str = "a-row";

/// The text in place of a column that is private to another side.
pub const PRIVATE: &str = "?";

/// Whether the columns after the head of this row are private to the side that answers: its action has
/// `audience = "owner"`.
pub fn is_private(board: &Board, row: &Row) -> bool {
    row.columns().first().and_then(|head| head.index(Kind::Action)).is_some_and(|a| board.labels.actions[a].is_private)
}

/// The side whose private action an open step plays. `None` for any other step.
pub fn private_side(board: &Board, step: &Frame) -> Option<SideId> {
    let id = &board.labels[step.step];
    board.labels.actions.iter().find(|action| action.is_private && action.id == *id)?;
    let Some(PlainValue::Val(side)) = step.args.first() else { return None };
    side.index(Kind::Side).map(SideId::new)
}

/// How many open steps, from the outermost on, have arguments that these sides may read. A step that plays a private
/// action of another side, and the steps inside it, get what that side answered.
pub fn readable_steps(board: &Board, position: &Position, sides: impl Into<Sides>) -> usize {
    let (sides, steps) = (sides.into(), position.open_steps());
    let is_hidden = |frame: &Frame| private_side(board, frame).is_some_and(|side| !sides.has(side));
    steps.iter().position(is_hidden).unwrap_or(steps.len())
}

/// The text in place of a value that [`hides`] hides.
pub fn hidden_text(val: Val) -> &'static str {
    if val.kind() == Kind::FactRow { HIDDEN_ROW } else { HIDDEN_CARD }
}

/// Whether these sides may see the faces of the cards in a pile. `None` stands for a spectator.
pub fn sees_pile(board: &Board, sides: impl Into<Sides>, pile: PileId) -> bool {
    let def = &board.piles[pile.index()];
    def.visibility.allows(sides, def.owner)
}

/// Whether these sides may see a card at its present location.
pub fn sees_card(board: &Board, position: &Position, sides: impl Into<Sides>, card: CardId) -> bool {
    sees_pile(board, sides, position.card_location(card).pile)
}

/// Whether `val` is a card that these sides may not see at its present location, or a row of a fact that they may not
/// see. Who sees a row reads all its cells, also a card that lies where they may not see it.
pub fn hides(board: &Board, position: &Position, sides: impl Into<Sides>, val: Val) -> bool {
    let sides = sides.into();
    match val.kind() {
        Kind::Card => !sees_card(board, position, sides, CardId::new(val.payload() as usize)),
        Kind::FactRow => board.row_key(val).is_some_and(|row| {
            let cells = position.row(board, &row).unwrap_or(&row.key);
            !sees_row(&board.facts[row.fact.index()], sides, row.subject, cells)
        }),
        _ => false,
    }
}

/// Whether these sides may see a row of a fact. `cells` are its values.
pub fn sees_row(fact: &Fact, sides: impl Into<Sides>, subject: usize, cells: &[Val]) -> bool {
    let sides = sides.into();
    let is_named = || cells.iter().filter_map(|cell| cell.index(Kind::Side)).any(|side| sides.has(SideId::new(side)));
    sees_fact(fact, sides, subject) || fact.visibility == Visibility::Parties && is_named()
}

/// The cards that rows name which these sides may see.
pub(crate) fn cards_in_seen_rows(board: &Board, position: &Position, sides: Sides) -> Set {
    let facts = facts_and_subjects(board).filter(|(fact, _)| !board.facts[fact.index()].columns.list.is_empty());
    let seen = facts.filter_map(|(fact, subject)| visible_value(board, position, sides, fact, subject));
    let cards = |value: FactValue| value.values().iter().filter_map(|cell| cell.index(Kind::Card)).collect::<Vec<_>>();
    seen.flat_map(cards).collect()
}

/// What these sides may see of a fact of a subject: the value, or some of its rows. `None` if they may see nothing.
pub fn visible_value(
    board: &Board,
    position: &Position,
    sides: impl Into<Sides>,
    fact: FactId,
    subject: usize,
) -> Option<FactValue> {
    let (sides, def) = (sides.into(), &board.facts[fact.index()]);
    if sees_fact(def, sides, subject) {
        return Some(position.fact(board, fact, subject));
    }
    let rows = (def.visibility == Visibility::Parties).then(|| position.rows(board, fact, subject))?;
    Some(FactValue::Rows(rows.only(|row| sees_row(def, sides, subject, row))))
}

/// Whether these sides may see a fact of a subject, with all of its rows. Only facts of sides have an owner.
pub fn sees_fact(fact: &Fact, sides: impl Into<Sides>, subject: usize) -> bool {
    fact.visibility.allows(sides, fact.on.owner(subject))
}
