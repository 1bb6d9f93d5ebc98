//! Every change can be taken back exactly, and made again.

use crate::common::{self, act, acts, board_at, homes};
use cardwright_state::Position;
use cardwright_state::hash::full_hash;
use proptest::prelude::*;

proptest! {
    #![proptest_config(common::config())]

    #[test]
    fn taking_back_any_suffix_gives_the_position_as_it_was(home in homes(), acts in acts(), seed: u64) {
        let board = board_at(home);
        let mut position = Position::initial(&board, seed);
        let mut was = vec![position.clone()];
        for a in acts {
            act(&board, &mut position, a);
            was.push(position.clone());
        }
        // All at once from the end, and one after another.
        for before in was.iter().rev() {
            let mut back = was[was.len() - 1].clone();
            back.undo_to(&board, before.journal().len());
            prop_assert_eq!(&back, before);
            position.undo_to(&board, before.journal().len());
            prop_assert_eq!(&position, before);
        }
    }

    #[test]
    fn what_was_taken_back_can_be_made_again(home in homes(), acts in acts(), seed: u64, part: prop::sample::Index) {
        let board = board_at(home);
        let mut position = Position::initial(&board, seed);
        acts.into_iter().for_each(|a| act(&board, &mut position, a));
        let mut again = position.clone();
        let keep = part.index(position.journal().len() + 1);
        again.undo_to(&board, keep);
        for change in &position.journal()[keep..] {
            again.apply(&board, change.clone());
        }
        prop_assert_eq!(again, position);
    }

    #[test]
    fn a_clone_into_a_used_position_is_the_same_and_goes_its_own_way(home in homes(), one in acts(), two in acts(), seed: u64) {
        let board = board_at(home);
        let mut position = Position::initial(&board, seed);
        let mut spare = Position::initial(&board, !seed);
        one.into_iter().for_each(|a| act(&board, &mut position, a));
        two.iter().for_each(|a| act(&board, &mut spare, *a));
        spare.clone_from(&position);
        prop_assert_eq!(&spare, &position);
        let before = position.clone();
        two.into_iter().for_each(|a| act(&board, &mut spare, a));
        prop_assert_eq!(&position, &before);
        spare.undo_to(&board, before.journal().len());
        prop_assert_eq!(full_hash(&board, &spare, ""), full_hash(&board, &before, ""));
    }
}
