//! A small board with something of every kind, and random sequences of changes on it.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used, missing_docs)]

use cardwright_state::board::*;
use cardwright_state::chance::{self, die_stream};
use cardwright_state::position::{ActiveEffect, Outcome, TextLine};
use cardwright_state::val::{Kind, Val};
use cardwright_state::*;
use proptest::prelude::*;

pub const CARDS: usize = 9;
pub const DECK: PileId = PileId(1);
pub const OTHER_DECK: PileId = PileId(2);
pub const HAND: PileId = PileId(3);
/// The number of plain marks. The marks from this index on have values.
const PLAIN_MARKS: u16 = 2;

fn owned(id: &str) -> String {
    id.to_owned()
}

fn fact(id: &str, on: SubjectKind, fact_type: FactType, until: Option<u16>) -> Fact {
    let until = until.map(PeriodId);
    let (columns, visibility) = (Columns::default(), Visibility::All);
    Fact { id: owned(id), on, fact_type, columns, default: 0, until, visibility, is_shown: true }
}

fn piece(id: &str, count: u32, faces: &[&str], supply: u16, marks: &[u16]) -> PieceType {
    PieceType {
        id: owned(id),
        name: owned(id),
        plural: None,
        owner: Some(SideId(count as u16 % 2)), // Each side owns one of the two types.
        count,
        faces: faces.iter().map(|f| owned(f)).collect(),
        named_faces: false,
        supply: SpaceId(supply),
        marks: marks.iter().map(|m| MarkId(*m)).filter(|m| m.0 < PLAIN_MARKS).collect(),
        valued_marks: marks.iter().map(|m| MarkId(*m)).filter(|m| m.0 >= PLAIN_MARKS).collect(),
        holds: Vec::new(),
    }
}

/// A board with four spaces, a supply, two sides, two piece types, tracks with counters, facts of each type, two
/// decks, a hand and `cards` cards.
pub fn board(cards: usize) -> Board {
    let mut board = unfinished_board(cards);
    board.finish(&[]).unwrap();
    board
}

/// Returns the same board as [`board`] with this home pile.
pub fn board_at(home: HomePile) -> Board {
    let mut board = unfinished_board(CARDS);
    board.home = home.pile();
    board.finish(&[]).unwrap();
    board
}

/// The pile with all cards before set-up: an unordered pile or a deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HomePile {
    Set,
    Deck,
}

impl HomePile {
    pub fn pile(self) -> PileId {
        match self {
            HomePile::Set => PileId(0),
            HomePile::Deck => DECK,
        }
    }
}

pub fn home_piles() -> impl Strategy<Value = HomePile> {
    prop::sample::select(vec![HomePile::Set, HomePile::Deck])
}

/// A fact with rows, each of which has a card, a side, a number and a boolean. Its key is the card and the number.
fn loans(id: &str, on: SubjectKind, visibility: Visibility) -> Fact {
    let types = [ColumnType::Id(Kind::Card), ColumnType::Id(Kind::Side), ColumnType::Number, ColumnType::Boolean];
    let list = ["bank", "lender", "due", "late"].into_iter().zip(types);
    let list = list.map(|(id, column_type)| Column { id: owned(id), column_type }).collect();
    let columns = Columns { list, key: vec![0, 2] };
    let fact_type = FactType::Rows(columns.shape());
    Fact { id: owned(id), on, fact_type, columns, default: 0, until: None, visibility, is_shown: true }
}

/// The definitions of [`board`] before [`Board::finish`].
pub fn unfinished_board(cards: usize) -> Board {
    let mut board = Board::default();
    board.sides = ["red", "blue"].map(|id| Side { id: owned(id), name: owned(id), coalition: None }).to_vec();
    let kind = |id: &str| SpaceKind { id: owned(id), plural: format!("{id}s"), members: Set::EMPTY };
    board.space_kinds = vec![kind("town"), kind("box")];
    let space = |(id, kind): (&str, u16)| Space {
        id: owned(id),
        name: owned(id),
        kind: SpaceKindId(kind),
        xy: None,
        aka: vec![],
        adjacent: Set::EMPTY,
        plain: Set::EMPTY,
        adjacent_by: vec![],
        links: Set::EMPTY,
    };
    board.spaces = [("one", 0), ("two", 0), ("three", 0), ("four", 0), ("pool", 1)].map(space).to_vec();
    board.link_kinds = vec![LinkKind { id: owned("road"), members: Set::EMPTY }];
    board.links =
        vec![Link { id: owned("one--two"), name: None, kind: Some(LinkKindId(0)), a: SpaceId(0), b: SpaceId(1) }];
    board.periods = vec![owned("turn")];
    let mark = |(id, until, value_type): (&str, Option<u16>, Option<MarkValueType>)| Mark {
        id: owned(id),
        until: until.map(PeriodId),
        value_type,
        is_logged: true,
        values: Vec::new(),
    };
    let towns = Some(SpaceKinds::one(SpaceKindId(0)));
    board.marks = [
        ("moved", Some(0), None),
        ("dug-in", None, None),
        ("attacks", Some(0), Some(MarkValueType::Space(towns))),
        ("strength", None, Some(MarkValueType::Number(-1, 2))),
        ("guards", None, Some(MarkValueType::Side)),
    ]
    .map(mark)
    .to_vec();
    board.piece_types = vec![piece("foot", 9, &["up", "down"], 4, &[0, 1, 2, 3]), piece("horse", 4, &[""], 4, &[0, 4])];
    let counters = vec![Counters { values: vec![1, 2], count: 2 }, Counters { values: vec![3], count: 1 }];
    let track = |(id, on, min, start): (&str, SubjectKind, i64, i64)| Track {
        id: owned(id),
        name: owned(id),
        on,
        min,
        max: 5,
        start,
        zones: vec![],
        counters: if matches!(on, SubjectKind::Spaces(_)) { counters.clone() } else { vec![] },
    };
    let towns = SubjectKind::spaces(SpaceKindId(0));
    board.tracks = [
        ("points", SubjectKind::Game, -5, 1),
        ("will", SubjectKind::Side, 0, 3),
        ("unrest", towns, 0, 0),
        ("toll", SubjectKind::Links(None), 0, 0),
    ]
    .map(track)
    .to_vec();
    board.facts = vec![
        fact("turns", SubjectKind::Game, FactType::Number, None),
        fact("raided", towns, FactType::Boolean, Some(0)),
        fact("owner", SubjectKind::Links(None), FactType::Id(Kind::Side), None),
        fact("used", SubjectKind::Side, FactType::Set(Kind::Card), Some(0)),
        fact("route", SubjectKind::Card, FactType::List(Kind::Space), None),
        loans("iou", SubjectKind::Side, Visibility::Parties),
        loans("offers", SubjectKind::Game, Visibility::All),
    ];
    board.dice = vec![Die::new("d6", 1..=6)];
    let pile = |(id, order, owner): (&str, PileOrder, Option<u16>)| Pile {
        id: owned(id),
        def: owned(id.rsplit(' ').next().unwrap()),
        owner: owner.map(SideId),
        order,
        visibility: if owner.is_some() { Visibility::Owner } else { Visibility::None },
        shows_card_text: false,
    };
    board.piles = [
        ("home", PileOrder::Set, None),
        ("stock", PileOrder::Deck, None),
        ("discard", PileOrder::Deck, None),
        ("red hand", PileOrder::Set, Some(0)),
    ]
    .map(pile)
    .to_vec();
    board.cards = (0..cards).map(|n| Card { id: format!("c{n}"), titles: vec![] }).collect();
    board.options =
        vec![GameOption { id: owned("long"), option_type: OptionType::Boolean, default: 0, doc: String::new() }];
    board.labels.texts = vec![Text { id: owned("over"), template: owned("it is over"), title: String::new() }];
    board.labels.effects = vec![owned("truce")];
    board.labels.steps = vec![owned("turn-of"), owned("fight")];
    board
}

/// A change as numbers: the sort of change and its operands. Each number counts modulo the number of possibilities. So
/// every sequence of numbers is a valid sequence of changes, and proptest can shrink the sequence.
pub type RandomChange = [u16; 5];

/// Makes proptest run `PROPTEST_CASES` cases (default 256). Proptest does not store failures in a file, so write a
/// named test for each failure.
pub fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::default() }
}

pub fn changes() -> impl Strategy<Value = Vec<RandomChange>> {
    prop::collection::vec(any::<RandomChange>(), 0..40)
}

/// Applies a random change as the engine would. Impossible changes do nothing.
pub fn apply_random_change(board: &Board, position: &mut Position, [sort, a, b, c, n]: RandomChange) {
    let index = |number: u16, len: usize| usize::from(number) % len;
    let (space, to) = (SpaceId::new(index(a, board.spaces.len())), SpaceId::new(index(b, board.spaces.len())));
    let plain = StateId::new(index(c, board.states.len()));
    // Prefer pieces at the space, so changes interact.
    let states: Vec<StateId> = position.pieces_at(space).map(|(state, _)| state).collect();
    let state = if states.is_empty() { plain } else { states[index(c, states.len())] };
    let count = position.count_state(space, state);
    let moved = u32::from(n) % (count + 1);
    let (from, onto) = (PileId::new(index(a, board.piles.len())), PileId::new(index(b, board.piles.len())));
    let card = CardId::new(index(c, board.cards.len()));
    match sort % 13 {
        0 => position.move_pieces(board, state, moved, space, to),
        1 => {
            let other = StateId::new(index(b, board.states.len()));
            let other = with_random_mark_value(board, other, [a, c]);
            if board.states[other.index()].piece_type == board.states[state.index()].piece_type {
                position.turn_pieces(board, moved, space, state, other);
            }
        }
        2 => {
            let track = TrackId::new(index(a, board.tracks.len()));
            let def = &board.tracks[track.index()];
            let subject = subject(board, def.on, b);
            let target = position.track_target(board, track, subject, i64::from(n % 16) - 5);
            position.set_track(board, track, subject, target);
        }
        3 => set_fact(board, position, [a, b, c, n]),
        4 => position.move_card(board, card, position.location_in(board, onto, n % 2 == 0)),
        5 => position.shuffle(board, from),
        6 => {
            draw(board, position, from, onto);
        }
        7 => {
            let open_segment = position.segments(from).into_iter().find(|(_, is_open)| *is_open);
            if let Some((cards, _)) = open_segment {
                position.make_known(board, cards[index(c, cards.len())]);
            }
        }
        8 => position.end_period(board, PeriodId(0)),
        9 => {
            let stream = die_stream(DieId(0));
            position.advance_chance(board, stream, 1 + u32::from(n % 3));
        }
        10 if position.outcome().is_none() && n % 8 == 0 => {
            let text = TextLine { text: TextId(0), subjects: vec![Val::card(card)] };
            position.end(board, Outcome::won_by(Some(SideId(a % 2)), text));
        }
        11 if [from, onto].iter().all(|p| board.piles[p.index()].order == PileOrder::Deck) => {
            position.lay_on(board, from, onto);
        }
        _ if n % 4 == 0 => position.deactivate(board, |effect| effect.param == Val::card(card)),
        _ => {
            let until = (n % 2 == 0).then_some(PeriodId(0));
            let effect = ActiveEffect { effect: EffectId(0), side: SideId(a % 2), until, param: Val::card(card) };
            position.activate(board, effect);
        }
    }
}

/// Returns the state with a value of one of its marks, or without that mark.
pub fn with_random_mark_value(board: &Board, state: StateId, [mark, value]: [u16; 2]) -> StateId {
    let marks = &board.piece_types[board.states[state.index()].piece_type.index()].valued_marks;
    let mark = marks[usize::from(mark) % marks.len()];
    let value = board.marks[mark.index()].values.get(usize::from(value) % 6).copied();
    board.with_mark_value(state, mark, value).unwrap()
}

fn subject(board: &Board, on: SubjectKind, number: u16) -> usize {
    let subjects: Vec<usize> = match on {
        SubjectKind::Spaces(kinds) => board.spaces_of(kinds).iter().collect(),
        other => (0..board.subject_count(other)).collect(),
    };
    subjects[usize::from(number) % subjects.len()]
}

fn set_fact(board: &Board, position: &mut Position, [a, b, c, n]: [u16; 4]) {
    let id = FactId::new(usize::from(a) % board.facts.len());
    let def = &board.facts[id.index()];
    let subject = subject(board, def.on, b);
    let value = match def.fact_type {
        FactType::Number => FactValue::Number(i64::from(n) - 1000),
        FactType::Boolean | FactType::Id(_) => FactValue::from_number(def.fact_type, i64::from(n % 3)),
        FactType::Set(_) => {
            return position.set_member(board, id, subject, usize::from(c) % board.cards.len(), n % 2 == 0);
        }
        FactType::List(_) => {
            let spaces =
                (0..n % 4).map(|i| Val::space(SpaceId::new((usize::from(c) + usize::from(i)) % board.spaces.len())));
            FactValue::List(spaces.collect())
        }
        FactType::Rows(_) if n % 8 >= 4 => return change_row(board, position, (id, subject), [a, c, n]),
        FactType::Rows(_) => {
            let mut keys = std::collections::BTreeSet::new();
            let mut cells = Vec::new();
            for i in 0..n % 4 {
                let card = Val::card(CardId::new(usize::from(c + i) % board.cards.len()));
                let row = [card, Val::side(SideId((a + i) % 2)), Val(i64::from(n % 3)), Val(i64::from(i % 2))];
                if keys.insert(card) {
                    cells.extend(row);
                }
            }
            FactValue::Rows(def.columns.sorted(&cells))
        }
    };
    position.set_fact(board, id, subject, &value);
}

/// Adds a row to a fact, or drops or changes the row of a card.
fn change_row(board: &Board, position: &mut Position, (fact, subject): (FactId, usize), [a, c, n]: [u16; 3]) {
    let columns = &board.facts[fact.index()].columns;
    let card = Val::card(CardId::new(usize::from(c) % board.cards.len()));
    let new = [card, Val::side(SideId(a % 2)), Val(i64::from(n % 3)), Val(i64::from(n % 2))];
    let has_card = |row: &&[Val]| row[0] == card || columns.key_of(row) == columns.key_of(&new);
    let old: Vec<Val> = position.rows(board, fact, subject).iter().find(has_card).unwrap_or_default().to_vec();
    let new_key = RowKey { fact, subject, key: columns.key_of(&new) };
    let is_free = position.row(board, &new_key).is_none_or(|other| other == old);
    position.change_row(board, fact, subject, &old, if is_free && n % 3 > 0 { &new } else { &[] });
}

/// Draws the top card of a pile into another pile, as `draw` in scripts does.
pub fn draw(board: &Board, position: &mut Position, from: PileId, to: PileId) -> Option<CardId> {
    let (segment, _) = position.segments(from).into_iter().next()?;
    let shuffle = position.shuffle_of(board, from, &segment);
    let card = chance::top_card(board, position.seed(), from, shuffle, &segment)?;
    position.move_card(board, card, position.location_in(board, to, true));
    Some(card)
}

/// Checks that all indexes agree, and that no piece or card is missing or added.
pub fn check_position(board: &Board, position: &Position) {
    for space in (0..board.spaces.len()).map(SpaceId::new) {
        for (c, class) in board.classes.iter().enumerate() {
            let is_in_class = |(state, _): &(StateId, u32)| class.states.iter().any(|s| s.index() == state.index());
            let summed: u32 = position.pieces_at(space).filter(is_in_class).map(|(_, n)| n).sum();
            assert_eq!(position.count(board, space, ClassId::new(c)), summed, "{} at {}", class.id, space.index());
            assert_eq!(
                position.spaces_with(ClassId::new(c)).has(space.index()),
                summed > 0,
                "{} at {}",
                class.id,
                space.index()
            );
        }
    }
    for (t, piece_type) in board.piece_types.iter().enumerate() {
        let class = board.classes.iter().position(|c| c.id == piece_type.id).unwrap();
        let total: u32 =
            (0..board.spaces.len()).map(|p| position.count(board, SpaceId::new(p), ClassId::new(class))).sum();
        assert_eq!(total, piece_type.count, "all pieces of type {t}");
    }
    let mut all_cards = Vec::new();
    for pile in (0..board.piles.len()).map(PileId::new) {
        let segments = position.segments(pile);
        let cards: Vec<CardId> = segments.iter().flat_map(|(cards, _)| cards.iter().copied()).collect();
        assert!(cards.iter().all(|c| position.card_location(*c).pile == pile), "cards of pile {}", pile.index());
        let listed: Set = cards.iter().map(|c| c.index()).collect();
        assert_eq!(listed, position.pile(pile), "the cards of pile {}", pile.index());
        let ranks = segments.iter().map(|(cards, _)| position.card_location(cards[0]).rank);
        assert!(
            ranks.clone().zip(ranks.skip(1)).all(|(above, below)| above > below),
            "segments are in order from the top"
        );
        for (cards, is_open) in &segments {
            let shuffles: Vec<u32> = cards.iter().map(|c| position.card_location(*c).shuffle).collect();
            assert!(shuffles.iter().all(|s| *s == shuffles[0]), "a segment has one shuffle");
            let is_deck = board.piles[pile.index()].order == PileOrder::Deck;
            assert!(!is_deck || *is_open || cards.len() == 1, "a known card is a segment of its own");
        }
        all_cards.extend(cards);
    }
    all_cards.sort();
    assert_eq!(all_cards, (0..board.cards.len()).map(CardId::new).collect::<Vec<_>>(), "every card is in one pile");
    for (t, track) in board.tracks.iter().enumerate() {
        for n in position.track_by_subject(board, TrackId::new(t)) {
            assert!((track.min..=track.max).contains(n), "{} is {n}", track.id);
        }
    }
}
