//! After any sequence of changes, the indexes of a position agree, and the position can be written and read.

use crate::common::{self, CARDS, apply_random_change, board, board_at, changes, check_position, home_piles};
use cardwright_state::hash::{board_hash, full_hash};
use cardwright_state::invariants::{piece_violation, pieces_are_conserved_since};
use cardwright_state::val::{PlainValue, Val};
use cardwright_state::{Change, ClassId, Position, Set, SpaceId, StateId, StepId, notation, set};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

proptest! {
    #![proptest_config(common::config())]

    #[test]
    fn counts_indexes_and_piles_agree_after_every_change(home in home_piles(), changes in changes(), seed: u64) {
        let board = board_at(home);
        let mut position = Position::initial(&board, seed);
        check_position(&board, &position);
        for a in changes {
            apply_random_change(&board, &mut position, a);
            check_position(&board, &position);
        }
    }

    #[test]
    fn piece_counts_are_the_sum_of_all_changes(changes in changes()) {
        let board = board(CARDS);
        let mut position = Position::initial(&board, 1);
        let mut counted: BTreeMap<(SpaceId, StateId), i32> = BTreeMap::new();
        for space in (0..board.spaces.len()).map(SpaceId::new) {
            counted.extend(position.pieces_at(space).map(|(state, n)| ((space, state), n as i32)));
        }
        changes.into_iter().for_each(|a| apply_random_change(&board, &mut position, a));
        for change in position.journal() {
            if let Change::Pieces { at: space, state, delta } = change {
                *counted.entry((*space, *state)).or_default() += delta;
            }
        }
        counted.retain(|_, n| *n != 0);
        let mut piece_counts = Vec::new();
        for space in (0..board.spaces.len()).map(SpaceId::new) {
            piece_counts.extend(position.pieces_at(space).map(|(state, n)| ((space, state), n as i32)));
        }
        prop_assert_eq!(&piece_counts, &counted.iter().map(|(stack, n)| (*stack, *n)).collect::<Vec<_>>());
        for ((space, state), n) in &piece_counts {
            prop_assert_eq!(position.count_state(*space, *state) as i32, *n);
            // The text of a state, with its mark values, reads back to the state.
            prop_assert_eq!(board.state(&board.state_text(*state)), Some(*state));
            for (mark, value) in board.mark_values(*state) {
                prop_assert_eq!(board.with_mark_value(board.without_mark(*state, mark), mark, Some(value)), Some(*state));
            }
        }
        // The stacks of every class agree with its index.
        for class in (0..board.classes.len()).map(ClassId::new) {
            let mut stacks = Vec::new();
            position.stacks(&board, &(0..board.spaces.len()).collect(), class, &mut stacks);
            let is_in_class = |(_, state): &(SpaceId, StateId)| board.plain_state(*state).classes.contains(&class);
            let expected: Vec<_> = piece_counts.iter().map(|(stack, _)| *stack).filter(is_in_class).collect();
            prop_assert_eq!(stacks.iter().map(|stack| stack.stack_parts()).collect::<Vec<_>>(), expected);
        }
        let initial = Position::initial(&board, 1);
        position.undo_to(&board, 0);
        prop_assert_eq!(position, initial);
    }

    #[test]
    fn the_incremental_check_finds_lost_pieces(changes in changes(), lost: common::RandomChange, seed: u64) {
        let board = board(CARDS);
        let mut before = Position::initial(&board, seed);
        for a in changes {
            let mut position = before.clone();
            apply_random_change(&board, &mut position, a);
            prop_assert!(pieces_are_conserved_since(&board, &before, &position));
            before = position;
        }
        // Add or remove pieces at one space only, as if pieces appeared or were lost.
        let (space, state) = (SpaceId(lost[0] % 5), StateId::new(usize::from(lost[1]) % board.states.len()));
        let state = common::with_random_mark_value(&board, state, [lost[3], lost[4]]);
        let count = before.count_state(space, state) as i32;
        let delta = i32::from(lost[2] % 9) - count.min(4);
        let mut position = before.clone();
        position.apply(&board, Change::Pieces { at: space, state, delta });
        prop_assert_eq!(pieces_are_conserved_since(&board, &before, &position), delta == 0);
        prop_assert_eq!(piece_violation(&board, &position).is_none(), delta == 0);
    }

    #[test]
    fn printed_notation_reads_back_to_the_same_board_hash(home in home_piles(), changes in changes(), seed: u64) {
        let board = board_at(home);
        let mut position = Position::initial(&board, seed);
        position.open_outermost(StepId(0), vec![PlainValue::Val(Val::number(3)), PlainValue::Nil]);
        changes.into_iter().for_each(|a| apply_random_change(&board, &mut position, a));
        let printed = notation::print(&board, &position);
        let mut reloaded = Position::initial(&board, !seed);
        let result = notation::set(&board, &mut reloaded, &printed);
        prop_assert!(result.is_ok(), "{result:?}\n{printed}");
        prop_assert_eq!(notation::print(&board, &reloaded), printed);
        prop_assert_eq!(board_hash(&board, &reloaded, "red"), board_hash(&board, &position, "red"));
        check_position(&board, &reloaded);
    }

    #[test]
    fn a_saved_position_loads_unchanged(home in home_piles(), changes in changes(), seed: u64) {
        let board = board_at(home);
        let mut position = Position::initial(&board, seed);
        position.open_outermost(StepId(1), vec![PlainValue::Boolean(true), PlainValue::List(vec![Val::space(cardwright_state::SpaceId(2))])]);
        changes.into_iter().for_each(|a| apply_random_change(&board, &mut position, a));
        let saved = notation::print_save(&board, &position);
        let loaded = notation::load(&board, &saved);
        prop_assert!(loaded.is_ok(), "{loaded:?}\n{saved}");
        let loaded = loaded.unwrap_or_default();
        prop_assert_eq!(&loaded, &position, "{}", saved);
        prop_assert_eq!(full_hash(&board, &loaded, "red"), full_hash(&board, &position, "red"));
    }

    #[test]
    fn positions_are_equal_if_and_only_if_their_saved_texts_are(home in home_piles(), first in changes(), second in changes()) {
        let board = board_at(home);
        let after = |changes: &[common::RandomChange]| {
            let mut position = Position::initial(&board, 1);
            changes.iter().for_each(|a| apply_random_change(&board, &mut position, *a));
            position.clear_history();
            position
        };
        let (first, second) = (after(&first), after(&second));
        let saved = |position: &Position| notation::print_save(&board, position);
        prop_assert_eq!(first == second, saved(&first) == saved(&second));
        // The hash ignores ranks that do not change the order, and the shuffle of a single card.
        prop_assert!(first != second || full_hash(&board, &first, "") == full_hash(&board, &second, ""));
    }

    #[test]
    fn sets_agree_with_lists_of_their_members(
        // Small members need few words, large ones need many. Sets of both kinds are combined.
        one in prop::collection::btree_set(prop_oneof![0..200usize, 0..set::CAPACITY], 0..40),
        two in prop::collection::btree_set(prop_oneof![0..200usize, 0..set::CAPACITY], 0..40),
        bound in prop_oneof![0..300usize, Just(set::CAPACITY)],
    ) {
        let members = |set: &Set| set.iter().collect::<BTreeSet<_>>();
        let [one, two] = [one, two].map(|list| list.into_iter().filter(|n| *n < bound).collect::<BTreeSet<_>>());
        let [a, b] = [&one, &two].map(|list| list.iter().copied().collect::<Set>());
        prop_assert_eq!(members(&a), one.clone());
        prop_assert_eq!(members(&a.and(&b)), &one & &two);
        prop_assert_eq!(members(&a.or(&b)), &one | &two);
        prop_assert_eq!(members(&a.minus(&b)), &one - &two);
        prop_assert_eq!(members(&a.filter(|n| n % 3 == 0)), one.iter().copied().filter(|n| n % 3 == 0).collect());
        prop_assert_eq!((a.len(), a.is_empty(), a.first()), (one.len(), one.is_empty(), one.first().copied()));
        prop_assert!((0..set::CAPACITY + 64).all(|n| a.has(n) == one.contains(&n)));
        // Sets are equal if their members are, whatever else they held before.
        let mut shrunk = a.or(&b);
        two.difference(&one).for_each(|n| shrunk.remove(*n));
        prop_assert!(shrunk == a);
        prop_assert_eq!(a == b, one == two);
    }
}
