//! Decks draw cards in the documented order. Only shuffling and drawing change the order of a deck.

use crate::common::{self, CARDS, DECK, HAND, OTHER_DECK, apply_random_change, board, changes, check_position, draw};
use cardwright_state::board::Board;
use cardwright_state::chance::{self, ShuffleCache};
use cardwright_state::{CardId, PileId, Position, Set};
use proptest::prelude::*;

/// Makes a position with a deck of these cards, shuffled `times` times.
fn shuffled(board: &Board, seed: u64, cards: &[usize], times: u32) -> Position {
    let mut position = Position::initial(board, seed);
    for card in cards {
        position.move_card(board, CardId::new(*card), position.location_in(board, DECK, true));
    }
    (0..times).for_each(|_| position.shuffle(board, DECK));
    position
}

fn draw_all(board: &Board, position: &mut Position, from: PileId) -> Vec<String> {
    std::iter::from_fn(|| draw(board, position, from, HAND)).map(|c| board.cards[c.index()].id.clone()).collect()
}

/// Sorts cards as the documentation says: ascending by eight bytes of the hash of seed, shuffle, pile and card.
fn documented_order(seed: u64, shuffle: u32, pile: &str, cards: &[String]) -> Vec<String> {
    let key = |card: &String| {
        let text = [b"cardwright deck\0".as_slice(), &seed.to_le_bytes(), &shuffle.to_le_bytes()];
        let text = [&text.concat(), pile.as_bytes(), b"\0", card.as_bytes()].concat();
        let mut first_bytes = [0; 8];
        first_bytes.copy_from_slice(&blake3::hash(&text).as_bytes()[..8]);
        u64::from_le_bytes(first_bytes)
    };
    let mut order = cards.to_vec();
    order.sort_by_key(key);
    order
}

fn some_cards() -> impl Strategy<Value = Vec<usize>> {
    prop::sample::subsequence((0..CARDS).collect::<Vec<_>>(), 0..=CARDS)
}

proptest! {
    #![proptest_config(common::config())]

    #[test]
    fn cards_are_drawn_in_the_documented_order(cards in some_cards(), seed: u64, times in 1u32..4) {
        let board = board(CARDS);
        let mut position = shuffled(&board, seed, &cards, times);
        let ids: Vec<String> = cards.iter().map(|c| board.cards[*c].id.clone()).collect();
        prop_assert_eq!(draw_all(&board, &mut position, DECK), documented_order(seed, times, "stock", &ids));
        check_position(&board, &position);
    }

    #[test]
    fn another_card_on_the_board_does_not_change_the_order_of_the_others(cards in some_cards(), seed: u64) {
        let (small, large) = (board(CARDS), board(CARDS + 1));
        let order = draw_all(&small, &mut shuffled(&small, seed, &cards, 1), DECK);
        let large_order = draw_all(&large, &mut shuffled(&large, seed, &cards, 1), DECK);
        prop_assert_eq!(&large_order, &order);
        let more_cards: Vec<usize> = cards.iter().copied().chain([CARDS]).collect();
        let mut order_without_new_card = draw_all(&large, &mut shuffled(&large, seed, &more_cards, 1), DECK);
        order_without_new_card.retain(|id| *id != format!("c{CARDS}"));
        prop_assert_eq!(order_without_new_card, order);
    }

    #[test]
    fn undo_restores_the_next_draws(cards in some_cards(), seed: u64, drawn in 0usize..CARDS, between in changes()) {
        let board = board(CARDS);
        let mut position = shuffled(&board, seed, &cards, 1);
        for _ in 0..drawn {
            draw(&board, &mut position, DECK, HAND);
        }
        let before = position.journal().len();
        let first = draw_all(&board, &mut position, DECK);
        position.undo_to(&board, before);
        between.into_iter().for_each(|a| apply_random_change(&board, &mut position, a));
        position.undo_to(&board, before);
        prop_assert_eq!(draw_all(&board, &mut position, DECK), first);
    }

    #[test]
    fn a_card_put_on_top_is_drawn_first_and_one_put_below_is_drawn_last(
        cards in prop::sample::subsequence((0..CARDS - 2).collect::<Vec<_>>(), 0..=CARDS - 2),
        seed: u64,
    ) {
        let board = board(CARDS);
        let expected = draw_all(&board, &mut shuffled(&board, seed, &cards, 1), DECK);
        let mut position = shuffled(&board, seed, &cards, 1);
        let (top, bottom) = (CardId::new(CARDS - 2), CardId::new(CARDS - 1));
        position.move_card(&board, top, position.location_in(&board, DECK, true));
        position.move_card(&board, bottom, position.location_in(&board, DECK, false));
        check_position(&board, &position);
        let mut order = draw_all(&board, &mut position, DECK);
        prop_assert_eq!(order.pop(), Some(board.cards[bottom.index()].id.clone()));
        prop_assert_eq!(order.remove(0), board.cards[top.index()].id.clone());
        prop_assert_eq!(order, expected);
    }

    #[test]
    fn making_a_card_known_does_not_change_the_order_of_draws(cards in some_cards(), seed: u64, looks in 0usize..4) {
        let board = board(CARDS);
        let expected = draw_all(&board, &mut shuffled(&board, seed, &cards, 1), DECK);
        let mut position = shuffled(&board, seed, &cards, 1);
        for seen in 0..looks.min(cards.len()) {
            // The cards made known before are the first `seen` segments.
            let (segment, is_open) = position.segments(DECK).swap_remove(seen);
            let card = chance::top_card(&board, seed, DECK, 1, &segment);
            if let Some(card) = card.filter(|_| is_open) {
                position.make_known(&board, card);
            }
            check_position(&board, &position);
        }
        prop_assert_eq!(draw_all(&board, &mut position, DECK), expected);
    }

    #[test]
    fn a_deck_put_on_another_is_drawn_first_and_no_card_is_lost(
        (upper, lower) in some_cards().prop_flat_map(|cards| {
            let others: Vec<usize> = (0..CARDS).filter(|c| !cards.contains(c)).collect();
            (Just(cards), Just(others))
        }),
        seed: u64,
    ) {
        let board = board(CARDS);
        let mut position = shuffled(&board, seed, &lower, 1);
        for card in &upper {
            position.move_card(&board, CardId::new(*card), position.location_in(&board, OTHER_DECK, true));
        }
        position.shuffle(&board, OTHER_DECK);
        position.lay_on(&board, OTHER_DECK, DECK);
        check_position(&board, &position);
        let drawn = draw_all(&board, &mut position, DECK);
        let indices = |ids: &[String]| ids.iter().filter_map(|id| board.card(id)).map(CardId::index).collect::<Set>();
        prop_assert_eq!(indices(&drawn[..upper.len()]), upper.iter().copied().collect::<Set>());
        prop_assert_eq!(indices(&drawn[upper.len()..]), lower.iter().copied().collect::<Set>());
    }

    #[test]
    fn cached_orders_are_the_computed_ones(cards in some_cards(), seeds in prop::collection::vec(0u64..3, 1..12)) {
        let board = board(CARDS);
        let mut cache = ShuffleCache::default();
        for seed in seeds {
            let mut segment: Vec<CardId> = cards.iter().map(|c| CardId::new(*c)).collect();
            while let Some(top) = chance::top_card(&board, seed, DECK, 1, &segment) {
                prop_assert_eq!(cache.top_card(&board, seed, DECK, 1, &segment), Some(top));
                segment.retain(|c| *c != top);
            }
        }
    }
}
