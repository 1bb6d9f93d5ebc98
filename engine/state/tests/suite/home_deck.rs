//! A deck as the home pile. The order of the home deck is written, hashed and set like the order of any deck.

use crate::common::{CARDS, DECK, HAND, HomePile, OTHER_DECK, board_at, check_position, draw};
use cardwright_state::board::{Board, Visibility};
use cardwright_state::hash::{board_hash, full_hash};
use cardwright_state::{CardId, Position, SideId, notation};

fn set(board: &Board, position: &mut Position, text: &str) {
    notation::set(board, position, text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    check_position(board, position);
}

/// The home deck in notation. `None` if the notation leaves it out.
fn home_deck_text(board: &Board, position: &Position) -> Option<String> {
    notation::print(board, position).lines().find_map(|line| line.strip_prefix("stock: ").map(str::to_owned))
}

#[test]
fn before_the_first_shuffle_the_home_deck_is_in_board_order_and_is_not_written() {
    let board = board_at(HomePile::Deck);
    let mut position = Position::initial(&board, 1);
    check_position(&board, &position);
    assert_eq!(home_deck_text(&board, &position), None);
    assert_eq!(draw(&board, &mut position, DECK, HAND), Some(CardId(0)));
    assert_eq!(draw(&board, &mut position, DECK, HAND), Some(CardId(1)));
    assert_eq!(home_deck_text(&board, &position), None, "the rest is still in order");
    position.move_card(&board, CardId(0), position.location_in(&board, DECK, false));
    assert_eq!(home_deck_text(&board, &position).as_deref(), Some("c2 | c3 | c4 | c5 | c6 | c7 | c8 | c0"));
}

#[test]
fn a_shuffled_home_deck_is_saved_and_draws_the_same_cards() {
    let board = board_at(HomePile::Deck);
    let mut position = Position::initial(&board, 5);
    let unshuffled = (board_hash(&board, &position, ""), full_hash(&board, &position, ""));
    position.shuffle(&board, DECK);
    assert_ne!(board_hash(&board, &position, ""), unshuffled.0, "the hash includes its order");
    let hash_after_one_shuffle = full_hash(&board, &position, "");
    position.clear_history();
    let mut reloaded =
        notation::load(&board, &notation::print_save(&board, &position)).unwrap_or_else(|e| panic!("{e:?}"));
    assert_eq!(reloaded, position);
    for _ in 0..CARDS {
        assert_eq!(draw(&board, &mut reloaded, DECK, HAND), draw(&board, &mut position, DECK, HAND));
    }
    reloaded.shuffle(&board, DECK);
    assert_ne!(full_hash(&board, &reloaded, ""), hash_after_one_shuffle);
}

#[test]
fn unlisted_cards_stay_in_order_below_the_listed_ones() {
    let board = board_at(HomePile::Deck);
    let mut position = Position::initial(&board, 1);
    set(&board, &mut position, "stock: c5 c3; discard: c0 c8; red hand: c1");
    assert_eq!(home_deck_text(&board, &position).as_deref(), Some("c5 | c3 | c2 | c4 | c6 | c7"));
    // Cards removed from other piles also go below the listed cards, in the order of the board.
    set(&board, &mut position, "red hand: -; discard: -");
    assert_eq!(home_deck_text(&board, &position).as_deref(), Some("c5 | c3 | c2 | c4 | c6 | c7 | c1 | c0 | c8"));
    position.shuffle(&board, DECK);
    set(&board, &mut position, "stock: c8");
    assert_eq!(
        home_deck_text(&board, &position).as_deref(),
        Some("c8 | {c0 c1 c2 c3 c4 c5 c6 c7}"),
        "an open segment stays open"
    );
    set(&board, &mut position, "stock: {c1 c2} | c8");
    assert_eq!(home_deck_text(&board, &position).as_deref(), Some("{c1 c2} | c8 | {c0 c3 c4 c5 c6 c7}"));
}

#[test]
fn a_shuffled_home_deck_matches_only_an_open_segment() {
    let board = board_at(HomePile::Deck);
    let mut position = Position::initial(&board, 1);
    position.shuffle(&board, DECK);
    for card in [0, 1, 2] {
        position.move_card(&board, CardId(card), position.location_in(&board, OTHER_DECK, true));
    }
    let mismatch = |text: &str| {
        let items = notation::read(&board, text).unwrap_or_else(|e| panic!("{e:?}"));
        notation::compare(&board, &position, &items).pop()
    };
    assert_eq!(mismatch("stock: {c8 c3 c4 c5 c6 c7}"), None);
    assert!(mismatch("stock: c3 c4 c5 c6 c7 c8").is_some());
}

#[test]
fn a_hidden_home_deck_shows_only_its_number_of_cards() {
    let mut board = board_at(HomePile::Deck);
    let position = |board: &Board, is_shuffled: bool| {
        let mut position = Position::initial(board, 3);
        if is_shuffled {
            position.shuffle(board, DECK);
        }
        draw(board, &mut position, DECK, OTHER_DECK);
        position
    };
    for side in [None, Some(SideId(0))] {
        let view = |is_shuffled| notation::print_for(&board, &position(&board, is_shuffled), side);
        assert!(view(true).contains("stock: 8 cards\n"), "{}", view(true));
        assert_eq!(view(true), view(false), "the view does not even reveal a shuffle");
    }
    board.piles[DECK.index()].visibility = Visibility::All;
    let seen = notation::print_for(&board, &position(&board, true), None);
    assert!(seen.contains("stock: {c"), "{seen}");
}
