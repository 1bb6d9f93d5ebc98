//! What differs between two positions, as data.

use crate::common::{CARDS, act, acts, board, board_at, config, homes};
use cardwright_state::position::{ActiveEffect, Outcome, TextLine};
use cardwright_state::val::PlainValue;
use cardwright_state::*;
use proptest::prelude::*;

proptest! {
    #![proptest_config(config())]

    #[test]
    fn something_differs_just_where_what_is_printed_does(home in homes(), one in acts(), two in acts()) {
        let board = board_at(home);
        let after = |acts: &[crate::common::Act]| {
            let mut position = Position::initial(&board, 1);
            acts.iter().for_each(|a| act(&board, &mut position, *a));
            position
        };
        let (one, two) = (after(&one), after(&two));
        let same = notation::print_full(&board, &one) == notation::print_full(&board, &two);
        prop_assert_eq!(diff(&board, &one, &two).is_empty(), same);
        prop_assert_eq!(diff(&board, &one, &two).len(), diff(&board, &two, &one).len(), "there and back");
        let moved = diff(&board, &one, &two).into_iter().filter_map(|d| match d {
            Difference::Pieces { was, is, .. } => Some(i64::from(is) - i64::from(was)),
            _ => None,
        });
        prop_assert!(!board.types.iter().all(|of| of.holds.is_empty()) || moved.sum::<i64>() == 0, "no piece is lost");
    }
}

#[test]
fn each_thing_that_differs_is_named_with_what_it_was_and_is() {
    let board = board(CARDS);
    let set = |text: &str| {
        let mut position = Position::initial(&board, 3);
        notation::set(&board, &mut position, text).unwrap_or_else(|e| panic!("{e:?}"));
        position
    };
    let id = |text: &str| board.space(text).unwrap();
    let card = |text: &str| board.card(text).unwrap();
    let (before, after) = (set("turn turn-of red; one: foot; points 2"), set("turn fight; one: 2 foot; points 3"));
    let all = diff(&board, &before, &after);
    let foot = board.state("foot").unwrap();
    assert!(all.contains(&Difference::Pieces { at: id("one"), state: foot, was: 1, is: 2 }), "{all:?}");
    assert!(all.contains(&Difference::Track { track: TrackId(0), subject: 0, was: 2, is: 3 }), "{all:?}");
    let steps = (vec![(StepId(0), vec![PlainValue::Val(Val::side(SideId(0)))])], vec![(StepId(1), vec![])]);
    assert!(all.contains(&Difference::Steps { was: steps.0, is: steps.1 }), "{all:?}");
    let spare = |d: &&Difference| matches!(d, Difference::Pieces { at, state, .. } if board.is_in_supply(*at, *state));
    assert_eq!((all.len(), all.iter().filter(spare).count()), (4, 1), "and what the supply has left: {all:?}");

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
        Difference::Fact { fact: used, subject: 0, was: FactValue::Set(vec![]), is: FactValue::Set(vec![c1]) },
        Difference::Activated(truce),
        Difference::Activated(truce),
        Difference::Option { option: OptionId(0), was: 0, is: 1 },
        Difference::Outcome { was: None, is: Some(over.clone()) },
        Difference::Chance { stream: 0, was: 0, is: 2 },
        Difference::Seed { was: 3, is: 9 },
    ];
    assert_eq!(diff(&board, &before, &after), wanted);
    let mut less = after.clone();
    less.deactivate(&board, |_| true);
    less.activate(&board, truce);
    assert_eq!(diff(&board, &after, &less), [Difference::Deactivated(truce)], "one of two alike is gone");
}

#[test]
fn cards_that_go_and_decks_in_another_order_are_told_apart() {
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
    let goes = Difference::Card { card: CardId(2), from: stock, to: board.home };
    assert_eq!(diff(&board, &one, &two), [goes, Difference::Pile(board.home), Difference::Pile(stock)]);
}

#[test]
fn effects_that_answer_in_another_order_came_anew() {
    let board = board(CARDS);
    let truce = |card: &str| ActiveEffect {
        effect: EffectId(0),
        side: SideId(0),
        until: None,
        param: Val::card(board.card(card).unwrap()),
    };
    let with = |cards: &[&str]| {
        let mut position = Position::initial(&board, 3);
        cards.iter().for_each(|card| position.activate(&board, truce(card)));
        position
    };
    let (one, two) = (with(&["c0", "c1", "c2"]), with(&["c1", "c2", "c3"]));
    assert_eq!(diff(&board, &one, &two), [Difference::Activated(truce("c3")), Difference::Deactivated(truce("c0"))]);
    let (one, two) = (with(&["c0", "c1"]), with(&["c1", "c0"]));
    assert_eq!(diff(&board, &one, &two).len(), 4);
}
