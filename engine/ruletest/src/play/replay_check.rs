//! Checks that a test gives the same result in two other ways: with every choice answered immediately, and with the
//! open steps run again.

use super::{RunResult, one_line, rule_error};
use crate::prepared::{PreparedTest, Variant};
use crate::report::Failure;
use cardwright_script::{ForcedOutcome, Vm};
use cardwright_state::hash::full_hash;
use cardwright_state::position::Row;
use cardwright_state::{Position, SideId, notation};
use cardwright_table::line;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// The result of a played variant, and everything needed to reach it again.
pub(super) struct RunEnd {
    pub(super) start: Position,
    /// The final position.
    pub(super) position: Position,
    /// The rows of the open choice. Empty if there is none.
    pub(super) choice: Vec<Row>,
    pub(super) moves: VecDeque<Move>,
    pub(super) given_outcomes: Vec<ForcedOutcome>,
    /// Whether outcomes that the test does not give are random.
    pub(super) is_random: bool,
}

/// Something that a side did.
#[derive(Debug, Clone)]
pub(super) enum Move {
    /// The side that was asked answered with this row.
    Answer(Row),
    /// A side used this standing action.
    Standing(SideId, String),
}

/// Fails if the other two ways give another result. The first way was the test's own run, which suspended the script at
/// each choice.
pub(super) fn check_replay(test: &PreparedTest, variant: &Variant, vm: &mut Vm, end: &RunEnd) -> RunResult {
    let board = test.loaded.program.board.clone();
    let failed = |message: String| {
        let line = variant.line;
        let board = one_line(&notation::print(&board, &end.position));
        Box::new(Failure { line, statement: test.text(line), message: vec![message], board, ..Failure::default() })
    };
    vm.set_position(&end.position);
    if end.position.outcome().is_none() {
        vm.run().map_err(|e| failed(format!("running the open steps again fails: {}", rule_error(&e))))?;
        if vm.choice().rows != end.choice {
            return Err(failed("running the open steps again leads to another choice".into()));
        }
    }
    vm.set_position(&end.start);
    vm.require_forced_outcomes(!end.is_random);
    vm.force(end.given_outcomes.iter().cloned());
    let moves = Rc::new(RefCell::new(end.moves.clone()));
    let driver_moves = moves.clone();
    vm.set_driver(Some(Box::new(move |ask| {
        let mut moves = driver_moves.borrow_mut();
        let Some(Move::Answer(row)) = moves.front().cloned() else { return None };
        moves.pop_front();
        ask.rows.iter().enumerate().find_map(|(index, offered)| offered.answer(index, &row))
    })));
    let mut result = vm.run();
    // Use the standing actions while the choice stays pending.
    while let (Ok(_), Some((side, row))) = (&result, next_standing_action(&moves)) {
        result = vm.standing_rows().and_then(|rows_by_side| {
            let rows = rows_by_side.into_iter().find(|(s, _)| *s == side).map(|(_, rows)| rows).unwrap_or_default();
            let answer = line::answer_with_words(&line::words_of_rows(&board, &rows), &row);
            vm.use_standing_action(side, answer.unwrap_or(usize::MAX.into()))
        });
    }
    vm.set_driver(None);
    vm.take_events();
    vm.take_barrier();
    result
        .map_err(|e| failed(format!("the test fails when every choice is answered immediately: {}", rule_error(&e))))?;
    let is_same = vm.with_position(|p| full_hash(&board, p, "") == full_hash(&board, &end.position, ""));
    if !is_same {
        let found = vm.with_position(|p| one_line(&notation::print(&board, p)));
        return Err(failed(format!("with immediate answers the result differs: {found}")));
    }
    Ok(())
}

/// Takes the next move if it is a standing action.
fn next_standing_action(moves: &RefCell<VecDeque<Move>>) -> Option<(SideId, String)> {
    let mut moves = moves.borrow_mut();
    let Some(Move::Standing(side, row)) = moves.front().cloned() else { return None };
    moves.pop_front();
    Some((side, row))
}
