//! Links in positions, hidden facts, and cards that are made known one by one.
#![allow(clippy::unwrap_used, missing_docs)]

use cardwright_state::board::*;
use cardwright_state::*;

fn fact(id: &str, on: SubjectKind, fact_type: FactType, visibility: Visibility) -> Fact {
    let columns = Columns::default();
    Fact { id: id.into(), on, fact_type, columns, default: 0, until: None, visibility, is_shown: true }
}

/// Three spaces in a row with two roads between them, and a strait next to the second road.
fn board() -> Board {
    let mut board = Board::default();
    let side = |id: &str| Side { id: id.into(), name: id.into(), coalition: None };
    board.sides = vec![side("red"), side("blue")];
    board.space_kinds = vec![SpaceKind { id: "town".into(), plural: "towns".into(), members: Set::EMPTY }];
    let space = |id: &str| Space {
        id: id.into(),
        name: id.into(),
        kind: SpaceKindId(0),
        xy: None,
        aka: vec![],
        adjacent: Set::EMPTY,
        plain: Set::EMPTY,
        adjacent_by: vec![],
        links: Set::EMPTY,
    };
    board.spaces = ["one", "two", "three"].map(space).to_vec();
    let kind = |id: &str| LinkKind { id: id.into(), members: Set::EMPTY };
    board.link_kinds = vec![kind("road"), kind("strait")];
    let link = |id: &str, kind, a, b| Link {
        id: id.into(),
        name: None,
        kind: Some(LinkKindId(kind)),
        a: SpaceId(a),
        b: SpaceId(b),
    };
    board.links = vec![link("one--two", 0, 0, 1), link("high-road", 0, 1, 2), link("narrows", 1, 2, 1)];
    board.facts = vec![
        fact("built", SubjectKind::Links(Some(LinkKindId(0))), FactType::Boolean, Visibility::All),
        fact("held", SubjectKind::Links(None), FactType::Id(Kind::Side), Visibility::All),
        fact("users", SubjectKind::Links(None), FactType::Set(Kind::Side), Visibility::All),
        fact("plan", SubjectKind::Side, FactType::Id(Kind::Link), Visibility::Owner),
        fact("weather", SubjectKind::Game, FactType::Number, Visibility::None),
        fact("guests", SubjectKind::Links(None), FactType::List(Kind::Side), Visibility::All),
    ];
    board.tracks = vec![Track {
        id: "toll".into(),
        name: "Toll".into(),
        on: SubjectKind::Links(None),
        min: 0,
        max: 5,
        start: 1,
        zones: vec![],
        counters: vec![],
    }];
    let pile = |id: &str, order| Pile {
        id: id.into(),
        def: id.into(),
        owner: None,
        order,
        visibility: Visibility::None,
        shows_card_text: false,
    };
    board.piles = vec![pile("home", PileOrder::Set), pile("deck", PileOrder::Deck)];
    board.cards = (1..=6).map(|n| Card { id: format!("c{n}"), titles: vec![] }).collect();
    board.finish(&[]).unwrap();
    board
}

fn set(board: &Board, text: &str) -> Position {
    let mut position = Position::initial(board, 3);
    notation::set(board, &mut position, text).unwrap_or_else(|e| panic!("{e:?}"));
    position
}

#[test]
fn neighbours_and_members_of_kinds_follow_from_the_links() {
    let board = board();
    let two = &board.spaces[1];
    assert_eq!(two.adjacent.iter().collect::<Vec<_>>(), [0, 2]);
    assert_eq!(two.adjacent_by.iter().map(|s| s.iter().collect()).collect::<Vec<Vec<_>>>(), [vec![0, 2], vec![2]]);
    assert_eq!(two.links.len(), 3);
    assert_eq!(board.link_kinds[0].members.iter().collect::<Vec<_>>(), [0, 1]);
    assert_eq!(board.links[2].other(SpaceId(1)), Some(SpaceId(2)));
    assert_eq!(board.links[2].other(SpaceId(0)), None);
    assert_eq!(board.link("narrows"), Some(LinkId(2)));
}

#[test]
fn tracks_and_facts_of_links_are_written_read_and_hashed() {
    let board = board();
    let text = "link one--two: built\nlink high-road: toll 3, built, held red, users red blue, guests blue red blue\n\
                link narrows: toll 0, held blue\nweather 2\nred plan narrows\n";
    let position = set(&board, text);
    assert_eq!(notation::print(&board, &position), text);
    let reloaded = notation::load(&board, &notation::print_save(&board, &position)).unwrap();
    assert_eq!(notation::print_save(&board, &reloaded), notation::print_save(&board, &position));
    let other = set(&board, &text.replace("toll 3, ", ""));
    assert_ne!(hash::board_hash(&board, &position, ""), hash::board_hash(&board, &other, ""));
    // Changes are written with the id of the link.
    let mut changed = position.clone();
    notation::set(&board, &mut changed, "link one--two: no built; link narrows: held none, users none").unwrap();
    assert!(notation::print_save(&board, &changed).contains("change value built@one--two 1 0"));
    assert!(!notation::print(&board, &changed).contains("one--two"));
    let items = notation::read(&board, "link high-road: held blue, toll 3").unwrap();
    let mismatches = notation::compare(&board, &position, &items);
    let texts: Vec<_> = mismatches.iter().map(|d| (d.1.as_str(), d.2.as_str())).collect();
    assert_eq!(texts, [("held blue", "held red")]);
}

#[test]
fn facts_of_other_kinds_of_links_are_refused() {
    let board = board();
    let error = |text: &str| notation::read(&board, text).unwrap_err()[0].clone();
    let unknown = error("link low-road: built");
    assert_eq!(unknown.message, "unknown link `low-road`");
    assert!(unknown.candidates.contains(&"high-road".to_owned()));
    // Roads have the fact `built`, but straits do not.
    assert!(error("link narrows: built").message.contains("`built` is no track or fact here"));
    assert_eq!(error("link narrows: toll 6").message, "`toll` of `narrows` runs from 0 to 5");
}

#[test]
fn only_the_owner_sees_an_owner_fact_and_nobody_sees_a_secret_fact() {
    let board = board();
    let position =
        set(&board, "weather 2; red plan narrows; blue plan one--two; link narrows: toll 2; deck: {c1 c2} | c3");
    let public = "link narrows: toll 2\n";
    let red = notation::print_for(&board, &position, Some(SideId(0)));
    assert_eq!(red, format!("{public}red plan narrows\ndeck: 3 cards\n"));
    assert_eq!(notation::print_for(&board, &position, None), format!("{public}deck: 3 cards\n"));
}

#[test]
fn a_card_made_known_goes_to_the_top_of_its_open_segment() {
    let board = board();
    let mut position = set(&board, "deck: c1 | {c2 c3 c4} | {c5 c6}");
    let card = |id: &str| board.card(id).unwrap();
    let before = position.clone();
    position.make_known(&board, card("c3"));
    assert_eq!(notation::print(&board, &position), "deck: c1 | c3 | {c2 c4} | {c5 c6}\n");
    position.make_known(&board, card("c4"));
    assert_eq!(notation::print(&board, &position), "deck: c1 | c3 | c4 | c2 | {c5 c6}\n");
    position.make_known(&board, card("c6"));
    assert_eq!(notation::print(&board, &position), "deck: c1 | c3 | c4 | c2 | c6 | c5\n");
    position.undo_to(&board, before.journal().len());
    assert_eq!(position, before);
}
