//! Every change can be undone exactly, and then applied again.

use crate::common::{self, apply_random_change, board_at, changes, home_piles};
use cardwright_state::Position;
use cardwright_state::hash::full_hash;
use proptest::prelude::*;

proptest! {
    #![proptest_config(common::config())]

    #[test]
    fn undoing_any_suffix_restores_the_earlier_position(home in home_piles(), changes in changes(), seed: u64) {
        let board = board_at(home);
        let mut position = Position::initial(&board, seed);
        let mut earlier = vec![position.clone()];
        for a in changes {
            apply_random_change(&board, &mut position, a);
            earlier.push(position.clone());
        }
        // Undo all changes at once from the end, and one after another.
        for before in earlier.iter().rev() {
            let mut restored = earlier[earlier.len() - 1].clone();
            restored.undo_to(&board, before.journal().len());
            prop_assert_eq!(&restored, before);
            position.undo_to(&board, before.journal().len());
            prop_assert_eq!(&position, before);
        }
    }

    #[test]
    fn undone_changes_can_be_applied_again(home in home_piles(), changes in changes(), seed: u64, cut: prop::sample::Index) {
        let board = board_at(home);
        let mut position = Position::initial(&board, seed);
        changes.into_iter().for_each(|a| apply_random_change(&board, &mut position, a));
        let mut again = position.clone();
        let length = cut.index(position.journal().len() + 1);
        again.undo_to(&board, length);
        for change in &position.journal()[length..] {
            again.apply(&board, change.clone());
        }
        prop_assert_eq!(again, position);
    }

    #[test]
    fn clone_from_into_a_used_position_is_equal_and_independent(home in home_piles(), first in changes(), second in changes(), seed: u64) {
        let board = board_at(home);
        let mut position = Position::initial(&board, seed);
        let mut spare = Position::initial(&board, !seed);
        first.into_iter().for_each(|a| apply_random_change(&board, &mut position, a));
        second.iter().for_each(|a| apply_random_change(&board, &mut spare, *a));
        spare.clone_from(&position);
        prop_assert_eq!(&spare, &position);
        let before = position.clone();
        second.into_iter().for_each(|a| apply_random_change(&board, &mut spare, a));
        prop_assert_eq!(&position, &before);
        spare.undo_to(&board, before.journal().len());
        prop_assert_eq!(full_hash(&board, &spare, ""), full_hash(&board, &before, ""));
    }
}
