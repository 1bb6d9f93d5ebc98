//! What a side may see of the position, and what is hidden from it.

use super::{Item, PileSays, Told, figure};
use crate::programs::Loaded;
use crate::text::{Mistake, Part};
use cardwright_script::Program;
use cardwright_state::board::{Board, On, Sides};
use cardwright_state::notation::Says;
use cardwright_state::{CardId, FactId, PileId, Position, SideId, view};

/// Something that may be hidden.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Thing {
    Card(CardId),
    Pile(PileId),
    /// A fact of a side, or of the game.
    Fact(FactId, usize),
    /// A figure of a side, or of the game.
    Figure(usize, usize),
}

/// A side, or nobody in particular.
fn eyes(board: &Board, word: &Part) -> Result<Option<SideId>, Mistake> {
    if word.text == "everybody" { Ok(None) } else { super::side(board, word).map(Some) }
}

/// `view of SIDE: ITEM`.
pub(super) fn view(board: &Board, part: &Part) -> Result<(Option<SideId>, Part), Mistake> {
    let usage = || part.mistake("`view of` takes a side (or `everybody`), a colon and an item");
    let (head, rest) = part.head().filter(|(_, rest)| !rest.is_empty()).ok_or_else(usage)?;
    match head.words().as_slice() {
        [_, _, side] => Ok((eyes(board, side)?, rest)),
        _ => Err(usage()),
    }
}

/// `hidden THING from SIDE`.
pub(super) fn hidden(loaded: &Loaded, part: &Part, words: &[Part]) -> Result<Item, Mistake> {
    let (program, board) = (&loaded.program, &loaded.program.board);
    let [_, what @ .., from, side] = words else {
        return Err(part.mistake("`hidden` takes a card, a pile, a fact or a figure, then `from` and a side"));
    };
    if from.text != "from" || what.is_empty() {
        return Err(from.mistake("`from` and a side (or `everybody`) belong at the end"));
    }
    let side = eyes(board, side)?;
    let name = what.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
    let owner = board.side(&what[0].text).filter(|_| what.len() > 1);
    let (on, subject) = owner.map_or((On::Game, 0), |side| (On::Side, side.at()));
    let of = &what[usize::from(owner.is_some())..];
    let of = if of.len() == 1 { of[0].text.as_str() } else { "" };
    let fact = board.facts.iter().position(|f| f.id == of && f.on.is_for(on));
    let figure = program.figures.iter().position(|f| f.name == of && f.on.is_for(on));
    let thing = if let Some(card) = board.card(&name) {
        Thing::Card(card)
    } else if let Some(pile) = board.pile(&name) {
        Thing::Pile(pile)
    } else if let Some(fact) = fact {
        Thing::Fact(FactId::new(fact), subject)
    } else if let Some(figure) = figure {
        Thing::Figure(figure, subject)
    } else {
        let mut known: Vec<String> = board.piles.iter().map(|p| p.id.clone()).collect();
        known.extend(board.cards.iter().map(|c| c.id.clone()));
        known.extend(board.facts.iter().map(|f| f.id.clone()));
        known.extend(program.figures.iter().map(|f| f.name.clone()));
        return Err(what[0].unknown(format!("no card, pile, fact or figure is called `{name}`"), &known));
    };
    Ok(Item::Hidden { text: part.text.clone(), side, thing })
}

/// The sides that look with one: those that sit with it.
fn seat(board: &Board, position: &Position, side: Option<SideId>) -> Sides {
    side.map_or(Sides::NONE, |side| position.seat_of(board, side))
}

/// Whether a side may see a thing.
fn sees(program: &Program, position: &Position, side: Option<SideId>, thing: Thing) -> bool {
    let board = &program.board;
    let side = seat(board, position, side);
    match thing {
        Thing::Card(card) => view::sees_card(board, position, side, card),
        Thing::Pile(pile) => view::sees_pile(board, side, pile),
        Thing::Fact(fact, subject) => sees_fact(board, position, side, fact, subject),
        Thing::Figure(figure, subject) => figure::is_seen(program, side, figure, subject),
    }
}

/// Whether a side (none: anybody) may see a thing.
pub(crate) fn is_seen(program: &Program, position: &Position, side: Option<SideId>, thing: Thing) -> bool {
    let mut sides = (0..program.board.sides.len()).map(|at| Some(SideId::new(at)));
    let anybody = side.is_none() && sides.any(|side| sees(program, position, side, thing));
    anybody || sees(program, position, side, thing)
}

/// Whether a side may see what an item speaks of. How many cards lie in a pile all may see.
pub(crate) fn sees_item(program: &Program, position: &Position, side: Option<SideId>, item: &Item) -> bool {
    let board = &program.board;
    let side = seat(board, position, side);
    match item {
        Item::Told(Told { says: Says::Pile { pile, .. }, .. }) => view::sees_pile(board, side, *pile),
        Item::Told(Told { says: Says::Fact { fact, subject, .. }, .. }) => {
            sees_fact(board, position, side, *fact, *subject)
        }
        Item::Pile { says: PileSays::Count { field: None, .. }, .. } => true,
        Item::Pile { piles, .. } => piles.iter().all(|pile| view::sees_pile(board, side, *pile)),
        Item::Figure { figure, subject, .. } => figure::is_seen(program, side, *figure, *subject),
        _ => true,
    }
}

/// A fact that is shown may name a card that is not.
fn sees_fact(board: &Board, position: &Position, side: Sides, fact: FactId, subject: usize) -> bool {
    let hides = position.fact(board, fact, subject).things().iter().any(|val| view::hides(board, position, side, *val));
    view::sees_fact(&board.facts[fact.at()], side, subject) && !hides
}
