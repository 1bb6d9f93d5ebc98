//! A position as one side sees it, as a list of numbers whose length is fixed for a game.

use crate::words::Words;
use cardwright_state::board::{FactType, SubjectKind};
use cardwright_state::val::LIMIT;
use cardwright_state::{
    Board, CardId, ClassId, FactId, FactValue, LinkId, PileId, Position, SpaceId, TrackId, Val, view,
};
use cardwright_table::Viewer;
use serde::Serialize;

/// The number of everything that the viewer may not see.
const UNKNOWN: i64 = -1;

/// The name and the bounds of a number.
#[derive(Debug, Serialize)]
pub(crate) struct Bounds {
    name: String,
    min: i64,
    max: i64,
}

/// What a number tells.
#[derive(Debug)]
enum Source {
    Track(TrackId, usize),
    Fact(FactId, usize),
    /// How many pieces of a class a space has.
    Pieces(SpaceId, ClassId),
    /// The pile of a card.
    Card(CardId),
    /// How many cards a pile has.
    Pile(PileId),
}

/// The numbers of a view, in a fixed order.
#[derive(Debug)]
pub(crate) struct Numbers {
    pub(crate) bounds: Vec<Bounds>,
    sources: Vec<Source>,
}

impl Numbers {
    pub(crate) fn new(board: &Board, words: &Words) -> Numbers {
        let mut numbers = Numbers { bounds: Vec::new(), sources: Vec::new() };
        for (on, subject, id) in subjects(board) {
            for (track, def) in board.tracks_on(on) {
                numbers.add(format!("track {}{id}", def.id), def.min, def.max, Source::Track(track, subject));
            }
            for (fact, def) in board.facts_on(on) {
                let (min, max) = match def.fact_type {
                    FactType::Number => (1 - LIMIT, LIMIT - 1),
                    FactType::Boolean => (UNKNOWN, 1),
                    FactType::Id(_) => (UNKNOWN, words.list.len() as i64),
                    FactType::Set(_) | FactType::List(_) | FactType::Rows(_) => continue,
                };
                numbers.add(format!("fact {}{id}", def.id), min, max, Source::Fact(fact, subject));
            }
        }
        for (space, at) in board.spaces.iter().enumerate() {
            for (index, class) in board.classes.iter().enumerate() {
                // A type with faces has a class for each of them.
                let Some(piece_type) = class.piece_type.map(|it| &board.piece_types[it.index()]) else { continue };
                if class.face.is_some() || piece_type.faces.len() == 1 {
                    let source = Source::Pieces(SpaceId::new(space), ClassId::new(index));
                    numbers.add(format!("pieces {} {}", class.id, at.id), 0, i64::from(piece_type.count), source);
                }
            }
        }
        let (cards, piles) = (board.cards.len() as i64, board.piles.len() as i64);
        for (index, card) in board.cards.iter().enumerate() {
            numbers.add(format!("card {}", card.id), UNKNOWN, piles - 1, Source::Card(CardId::new(index)));
        }
        for (index, pile) in board.piles.iter().enumerate() {
            numbers.add(format!("pile {}", pile.id), 0, cards, Source::Pile(PileId::new(index)));
        }
        numbers
    }

    fn add(&mut self, name: String, min: i64, max: i64, source: Source) {
        self.bounds.push(Bounds { name, min, max });
        self.sources.push(source);
    }

    /// The numbers of a position as a viewer sees it.
    pub(crate) fn of(&self, board: &Board, words: &Words, position: &Position, viewer: Viewer) -> Vec<i64> {
        let number = |source: &Source| match *source {
            Source::Track(track, subject) => position.track(board, track, subject),
            Source::Pieces(space, class) => i64::from(position.count(board, space, class)),
            Source::Pile(pile) => position.pile(pile).len() as i64,
            Source::Card(card) if !viewer.sees_card(board, position, card) => UNKNOWN,
            Source::Card(card) => position.card_location(card).pile.index() as i64,
            Source::Fact(fact, subject) => match viewer.visible_value(board, position, fact, subject) {
                Some(FactValue::Id(Some(thing))) if view::hides(board, position, viewer.sides(), thing) => UNKNOWN,
                // 0 stands for no thing.
                Some(FactValue::Id(Some(thing))) => id_number(board, words, thing),
                value => value.and_then(|value| value.number()).unwrap_or(UNKNOWN),
            },
        };
        self.sources.iter().map(number).collect()
    }
}

/// One more than the number of the word for a thing.
fn id_number(board: &Board, words: &Words, thing: Val) -> i64 {
    words.number(&board.text(thing)).map_or(UNKNOWN, |number| number + 1)
}

/// Everything that may have tracks and facts: its kind, its index, and its id after a blank.
fn subjects(board: &Board) -> Vec<(SubjectKind, usize, String)> {
    let named = |id: &str| format!(" {id}");
    let sides = board.sides.iter().enumerate().map(|(n, side)| (SubjectKind::Side, n, named(&side.id)));
    let spaces = board.spaces.iter().enumerate().map(|(n, at)| (SubjectKind::spaces(at.kind), n, named(&at.id)));
    let links = board.links.iter().enumerate().map(|(n, link)| (board.on_link(LinkId::new(n)), n, named(&link.id)));
    let cards = board.cards.iter().enumerate().map(|(n, card)| (SubjectKind::Card, n, named(&card.id)));
    let game = std::iter::once((SubjectKind::Game, 0, String::new()));
    game.chain(sides).chain(spaces).chain(links).chain(cards).collect()
}
