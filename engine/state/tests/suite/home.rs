//! The home of all cards as a deck: it has an order, which is written, hashed and set as that of any deck.

use crate::common::{CARDS, DECK, HAND, Home, OTHER_DECK, board_at, draw, sound};
use cardwright_state::board::{Board, Visibility};
use cardwright_state::hash::{board_hash, full_hash};
use cardwright_state::{CardId, Position, SideId, notation, view};

fn set(board: &Board, position: &mut Position, text: &str) {
    notation::set(board, position, text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    sound(board, position);
}

/// The home deck as the notation writes it.
fn written(board: &Board, position: &Position) -> Option<String> {
    notation::print(board, position).lines().find_map(|line| line.strip_prefix("stock: ").map(str::to_owned))
}

#[test]
fn before_it_is_shuffled_it_lies_in_the_order_of_the_cards_and_goes_without_saying() {
    let board = board_at(Home::Deck);
    let mut position = Position::initial(&board, 1);
    sound(&board, &position);
    assert_eq!(written(&board, &position), None);
    assert_eq!(draw(&board, &mut position, DECK, HAND), Some(CardId(0)));
    assert_eq!(draw(&board, &mut position, DECK, HAND), Some(CardId(1)));
    assert_eq!(written(&board, &position), None, "what is left lies as it lay");
    position.move_card(&board, CardId(0), position.location_in(&board, DECK, false));
    assert_eq!(written(&board, &position).as_deref(), Some("c2 | c3 | c4 | c5 | c6 | c7 | c8 | c0"));
}

#[test]
fn shuffled_it_comes_back_shuffled_and_is_drawn_from_alike() {
    let board = board_at(Home::Deck);
    let mut position = Position::initial(&board, 5);
    let unshuffled = (board_hash(&board, &position, ""), full_hash(&board, &position, ""));
    position.shuffle(&board, DECK);
    assert_ne!(board_hash(&board, &position, ""), unshuffled.0, "the hash sees its order");
    let once = full_hash(&board, &position, "");
    position.clear_history();
    let mut back = notation::load(&board, &notation::print_save(&board, &position)).unwrap_or_else(|e| panic!("{e:?}"));
    assert_eq!(back, position);
    for _ in 0..CARDS {
        assert_eq!(draw(&board, &mut back, DECK, HAND), draw(&board, &mut position, DECK, HAND));
    }
    back.shuffle(&board, DECK);
    assert_ne!(full_hash(&board, &back, ""), once);
}

#[test]
fn what_is_not_named_lies_beneath_as_it_lay() {
    let board = board_at(Home::Deck);
    let mut position = Position::initial(&board, 1);
    set(&board, &mut position, "stock: c5 c3; discard: c0 c8; red hand: c1");
    assert_eq!(written(&board, &position).as_deref(), Some("c5 | c3 | c2 | c4 | c6 | c7"));
    // What a pile loses goes beneath too, in the order of the cards.
    set(&board, &mut position, "red hand: -; discard: -");
    assert_eq!(written(&board, &position).as_deref(), Some("c5 | c3 | c2 | c4 | c6 | c7 | c1 | c0 | c8"));
    position.shuffle(&board, DECK);
    set(&board, &mut position, "stock: c8");
    assert_eq!(written(&board, &position).as_deref(), Some("c8 | {c0 c1 c2 c3 c4 c5 c6 c7}"), "open stays open");
    set(&board, &mut position, "stock: {c1 c2} | c8");
    assert_eq!(written(&board, &position).as_deref(), Some("{c1 c2} | c8 | {c0 c3 c4 c5 c6 c7}"));
}

#[test]
fn what_is_said_of_it_is_compared() {
    let board = board_at(Home::Deck);
    let mut position = Position::initial(&board, 1);
    position.shuffle(&board, DECK);
    for card in [0, 1, 2] {
        position.move_card(&board, CardId(card), position.location_in(&board, OTHER_DECK, true));
    }
    let differs = |text: &str| {
        let items = notation::read(&board, text).unwrap_or_else(|e| panic!("{e:?}"));
        notation::compare(&board, &position, &items).pop()
    };
    assert_eq!(differs("stock: {c8 c3 c4 c5 c6 c7}"), None);
    assert!(differs("stock: c3 c4 c5 c6 c7 c8").is_some());
}

#[test]
fn who_may_not_see_it_is_told_how_many_cards_it_has_and_no_more() {
    let mut board = board_at(Home::Deck);
    let position = |board: &Board, shuffled: bool| {
        let mut position = Position::initial(board, 3);
        if shuffled {
            position.shuffle(board, DECK);
        }
        draw(board, &mut position, DECK, OTHER_DECK);
        position
    };
    for side in [None, Some(SideId(0))] {
        let seen = |shuffled| view::view(&board, &position(&board, shuffled), side);
        assert!(seen(true).contains("stock: 8 cards\n"), "{}", seen(true));
        assert_eq!(seen(true), seen(false), "not even whether it lies as it lay");
    }
    board.piles[DECK.at()].visibility = Visibility::All;
    let seen = view::view(&board, &position(&board, true), None);
    assert!(seen.contains("stock: {c"), "{seen}");
}
