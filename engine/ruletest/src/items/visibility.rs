//! `view of SIDE: ITEM` and `hidden THING from SIDE`: what a side may see.

use super::{HideableThing, Item, NotationItem, PileCheck, figure};
use crate::line_part::{LinePart, Mistake};
use crate::programs::LoadedGame;
use cardwright_script::Program;
use cardwright_state::board::{Board, Sides, SubjectKind, Visibility};
use cardwright_state::notation::Statement;
use cardwright_state::{FactId, FactValue, Position, SideId, view};

/// Parses a side, or `None` for `everybody`.
fn side_or_everybody(board: &Board, word: &LinePart) -> Result<Option<SideId>, Mistake> {
    if word.text == "everybody" { Ok(None) } else { super::side(board, word).map(Some) }
}

/// Parses `view of SIDE: ITEM` and returns the side and the item.
pub(super) fn view(board: &Board, part: &LinePart) -> Result<(Option<SideId>, LinePart), Mistake> {
    let usage = || part.mistake("`view of` takes a side (or `everybody`), a colon and an item");
    let (head, rest) = part.head().filter(|(_, rest)| !rest.is_empty()).ok_or_else(usage)?;
    match head.words().as_slice() {
        [_, _, side] => Ok((side_or_everybody(board, side)?, rest)),
        _ => Err(usage()),
    }
}

/// Parses `hidden THING from SIDE`.
pub(super) fn hidden(loaded: &LoadedGame, part: &LinePart, words: &[LinePart]) -> Result<Item, Mistake> {
    let (program, board) = (&loaded.program, &loaded.program.board);
    let [_, thing_words @ .., from, side] = words else {
        return Err(part.mistake("`hidden` takes a card, a pile, a fact or a figure, then `from` and a side"));
    };
    if from.text != "from" || thing_words.is_empty() {
        return Err(from.mistake("`from` and a side (or `everybody`) belong at the end"));
    }
    let side = side_or_everybody(board, side)?;
    let name = thing_words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
    let owner = board.side(&thing_words[0].text).filter(|_| thing_words.len() > 1);
    let (on, subject) = owner.map_or((SubjectKind::Game, 0), |side| (SubjectKind::Side, side.index()));
    let attribute_words = &thing_words[usize::from(owner.is_some())..];
    let attribute = if attribute_words.len() == 1 { attribute_words[0].text.as_str() } else { "" };
    let fact = board.facts.iter().position(|f| f.id == attribute && f.on.includes(on));
    let figure = program.figures.iter().position(|f| f.name == attribute && f.on.includes(on));
    let thing = if let Some(card) = board.card(&name) {
        HideableThing::Card(card)
    } else if let Some(pile) = board.pile(&name) {
        HideableThing::Pile(pile)
    } else if let Some(fact) = fact {
        HideableThing::Fact(FactId::new(fact), subject)
    } else if let Some(figure) = figure {
        HideableThing::Figure(figure, subject)
    } else {
        let mut valid: Vec<String> = board.piles.iter().map(|p| p.id.clone()).collect();
        valid.extend(board.cards.iter().map(|c| c.id.clone()));
        valid.extend(board.facts.iter().map(|f| f.id.clone()));
        valid.extend(program.figures.iter().map(|f| f.name.clone()));
        return Err(thing_words[0].unknown(format!("no card, pile, fact or figure is called `{name}`"), &valid));
    };
    Ok(Item::Hidden { text: part.text.clone(), side, thing })
}

/// The sides that share a seat with this side, and so see the same.
fn sides_of_seat(board: &Board, position: &Position, side: Option<SideId>) -> Sides {
    side.map_or(Sides::NONE, |side| position.seat_of(board, side))
}

/// Whether a side may see a thing. `None` stands for the public.
fn sees(program: &Program, position: &Position, side: Option<SideId>, thing: HideableThing) -> bool {
    let board = &program.board;
    let sides = sides_of_seat(board, position, side);
    match thing {
        HideableThing::Card(card) => view::sees_card(board, position, sides, card),
        HideableThing::Pile(pile) => view::sees_pile(board, sides, pile),
        // A side sees a part of the fact if it sees one of its rows.
        HideableThing::Fact(fact, subject) => match view::visible_value(board, position, sides, fact, subject) {
            Some(FactValue::Rows(rows)) if board.facts[fact.index()].visibility == Visibility::Parties => {
                !rows.is_empty()
            }
            _ => sees_fact(board, position, sides, fact, subject),
        },
        HideableThing::Figure(figure, subject) => figure::is_seen(program, sides, figure, subject),
    }
}

/// Whether a side may see a thing. For `None`, whether anybody may see it.
pub(crate) fn is_seen(program: &Program, position: &Position, side: Option<SideId>, thing: HideableThing) -> bool {
    let mut sides = (0..program.board.sides.len()).map(|index| Some(SideId::new(index)));
    let is_seen_by_any = side.is_none() && sides.any(|side| sees(program, position, side, thing));
    is_seen_by_any || sees(program, position, side, thing)
}

/// Whether a side may see what an item is about. Everybody may see the number of cards in a pile.
pub(crate) fn sees_item(program: &Program, position: &Position, side: Option<SideId>, item: &Item) -> bool {
    let board = &program.board;
    let sides = sides_of_seat(board, position, side);
    match item {
        Item::Notation(NotationItem { statement: Statement::Pile { pile, .. }, .. }) => {
            view::sees_pile(board, sides, *pile)
        }
        Item::Notation(NotationItem { statement: Statement::Fact { fact, subject, .. }, .. }) => {
            sees_fact(board, position, sides, *fact, *subject)
        }
        Item::Pile { check: PileCheck::Count { field: None, .. }, .. } => true,
        Item::Pile { piles, .. } => piles.iter().all(|pile| view::sees_pile(board, sides, *pile)),
        Item::Figure { figure, subject, .. } => figure::is_seen(program, sides, *figure, *subject),
        _ => true,
    }
}

/// Whether these sides may see a fact with all of its rows. Of a value that is no rows, also every card in it.
fn sees_fact(board: &Board, position: &Position, sides: Sides, fact: FactId, subject: usize) -> bool {
    let value = position.fact(board, fact, subject);
    let has_rows = matches!(value, FactValue::Rows(_));
    let hides_a_card = !has_rows && value.values().iter().any(|val| view::hides(board, position, sides, *val));
    view::visible_value(board, position, sides, fact, subject) == Some(value) && !hides_a_card
}
