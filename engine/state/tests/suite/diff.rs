//! Differences between two positions, as data.

use crate::common::{CARDS, apply_random_change, board, board_at, changes, config, home_piles};
use cardwright_state::position::{ActiveEffect, Outcome, TextLine};
use cardwright_state::val::PlainValue;
use cardwright_state::*;
use proptest::prelude::*;

proptest! {
    #![proptest_config(config())]

    /// Makes two positions with two random lists of changes. Compares them by the diff and by the full notation, which
    /// also contains the chance counters.
    #[test]
    fn positions_differ_if_and_only_if_their_notation_does(home in home_piles(), first in changes(), second in changes()) {
        let board = board_at(home);
        let after = |changes: &[crate::common::RandomChange]| {
            let mut position = Position::initial(&board, 1);
            changes.iter().for_each(|a| apply_random_change(&board, &mut position, *a));
            position
        };
        let (first, second) = (after(&first), after(&second));
        let is_same_text = notation::print_full(&board, &first) == notation::print_full(&board, &second);
        prop_assert_eq!(diff(&board, &first, &second).is_empty(), is_same_text);
        let reverse = diff(&board, &second, &first);
        prop_assert_eq!(diff(&board, &first, &second).len(), reverse.len(), "the diff has the same size in both directions");
        let piece_changes = diff(&board, &first, &second).into_iter().filter_map(|d| match d {
            Difference::Pieces { old: was, new: is, .. } => Some(i64::from(is) - i64::from(was)),
            _ => None,
        });
        // On a board whose pieces hold no counters, every piece that leaves a space comes to another space.
        prop_assert!(!board.piece_types.iter().all(|def| def.holds.is_empty()) || piece_changes.sum::<i64>() == 0, "the sum of all piece changes is 0");
    }
}

#[test]
fn each_difference_has_the_old_and_the_new_value() {
    let board = board(CARDS);
    let set = |text: &str| {
        let mut position = Position::initial(&board, 3);
        notation::set(&board, &mut position, text).unwrap_or_else(|e| panic!("{e:?}"));
        position
    };
    let id = |text: &str| board.space(text).unwrap();
    let card = |text: &str| board.card(text).unwrap();
    let (before, after) = (set("turn turn-of red; one: foot; points 2"), set("turn fight; one: 2 foot; points 3"));
    let changes = diff(&board, &before, &after);
    let foot = board.state("foot").unwrap();
    assert!(changes.contains(&Difference::Pieces { at: id("one"), state: foot, old: 1, new: 2 }), "{changes:?}");
    assert!(changes.contains(&Difference::Track { track: TrackId(0), subject: 0, old: 2, new: 3 }), "{changes:?}");
    let steps = (vec![(StepId(0), vec![PlainValue::Val(Val::side(SideId(0)))])], vec![(StepId(1), vec![])]);
    assert!(changes.contains(&Difference::Steps { old: steps.0, new: steps.1 }), "{changes:?}");
    let is_in_supply =
        |d: &&Difference| matches!(d, Difference::Pieces { at, state, .. } if board.is_in_supply(*at, *state));
    assert_eq!(
        (changes.len(), changes.iter().filter(is_in_supply).count()),
        (4, 1),
        "the supply differs too: {changes:?}"
    );

    let mut after = before.clone();
    let used = FactId::new(board.facts.iter().position(|f| f.id == "used").unwrap());
    after.set_member(&board, used, 0, 1, true);
    let truce = ActiveEffect { effect: EffectId(0), side: SideId(1), until: None, param: Val::card(card("c1")) };
    after.activate(&board, truce);
    after.activate(&board, truce);
    after.set_option(OptionId(0), 1);
    let over = Outcome::won_by(Some(SideId(0)), TextLine { text: TextId(0), subjects: vec![] });
    after.end(&board, over.clone());
    after.advance_chance(&board, 0, 2);
    after.reseed(9);
    let c1 = Val::card(CardId(1));
    let wanted = [
        Difference::Fact { fact: used, subject: 0, old: FactValue::Set(vec![]), new: FactValue::Set(vec![c1]) },
        Difference::Activated(truce),
        Difference::Activated(truce),
        Difference::Option { option: OptionId(0), old: 0, new: 1 },
        Difference::Outcome { old: None, new: Some(over.clone()) },
        Difference::Chance { stream: 0, old: 0, new: 2 },
        Difference::Seed { old: 3, new: 9 },
    ];
    assert_eq!(diff(&board, &before, &after), wanted);
    let mut with_one_effect = after.clone();
    with_one_effect.deactivate(&board, |_| true);
    with_one_effect.activate(&board, truce);
    let difference = diff(&board, &after, &with_one_effect);
    assert_eq!(difference, [Difference::Deactivated(truce)], "one of two equal effects is gone");
}

#[test]
fn a_moved_card_and_a_changed_order_give_different_differences() {
    let board = board(CARDS);
    let set = |text: &str| {
        let mut position = Position::initial(&board, 3);
        notation::set(&board, &mut position, text).unwrap_or_else(|e| panic!("{e:?}"));
        position
    };
    let stock = board.pile("stock").unwrap();
    let (one, two) = (set("stock: c0 | c1 | c2"), set("stock: c1 | c0 | c2"));
    assert_eq!(diff(&board, &one, &two), [Difference::Pile(stock)]);
    let two = set("stock: c0 | c1");
    let moved = Difference::Card { card: CardId(2), from: stock, to: board.home };
    assert_eq!(diff(&board, &one, &two), [moved, Difference::Pile(board.home), Difference::Pile(stock)]);
}

#[test]
fn effects_in_another_order_count_as_new() {
    let board = board(CARDS);
    let truce = |card: &str| ActiveEffect {
        effect: EffectId(0),
        side: SideId(0),
        until: None,
        param: Val::card(board.card(card).unwrap()),
    };
    let with_effects = |cards: &[&str]| {
        let mut position = Position::initial(&board, 3);
        cards.iter().for_each(|card| position.activate(&board, truce(card)));
        position
    };
    let (one, two) = (with_effects(&["c0", "c1", "c2"]), with_effects(&["c1", "c2", "c3"]));
    assert_eq!(diff(&board, &one, &two), [Difference::Activated(truce("c3")), Difference::Deactivated(truce("c0"))]);
    let (one, two) = (with_effects(&["c0", "c1"]), with_effects(&["c1", "c0"]));
    assert_eq!(diff(&board, &one, &two).len(), 4);
}
