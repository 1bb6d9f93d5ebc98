//! What a test led to, had again another way: every choice answered at once, and the open steps run anew.

use super::{Done, one_line, rule_error};
use crate::ready::{Play, Variant};
use crate::report::Failure;
use cardwright_script::{Forced, Vm};
use cardwright_state::hash::full_hash;
use cardwright_state::position::Row;
use cardwright_state::{Position, SideId, notation};
use cardwright_table::line;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// What a played variant left, to be had again another way.
pub(super) struct End {
    pub(super) start: Position,
    pub(super) position: Position,
    pub(super) choice: Vec<Row>,
    pub(super) moves: VecDeque<Move>,
    pub(super) given: Vec<Forced>,
    pub(super) random: bool,
}

/// Something a side did.
#[derive(Debug, Clone)]
pub(super) enum Move {
    /// It answered with this row.
    Answer(Row),
    /// It used this row, which stood open beside another side's choice.
    Standing(SideId, String),
}

/// Both ways a choice can be answered must come out the same: after suspension, as the test was
/// played, and at once. So must running the open steps again.
pub(super) fn again(of: &Play, variant: &Variant, vm: &mut Vm, end: &End) -> Done {
    let board = of.loaded.program.board.clone();
    let failed = |message: String| {
        let line = variant.line;
        let board = one_line(&notation::print(&board, &end.position));
        Box::new(Failure { line, statement: of.text(line), message: vec![message], board, ..Failure::default() })
    };
    vm.set(&end.position);
    if end.position.outcome().is_none() {
        vm.run().map_err(|e| failed(format!("running the open steps again fails: {}", rule_error(&e))))?;
        if vm.choice().rows != end.choice {
            return Err(failed("running the open steps again comes to another choice".into()));
        }
    }
    vm.set(&end.start);
    vm.forced_only(!end.random);
    vm.force(end.given.iter().cloned());
    let moves = Rc::new(RefCell::new(end.moves.clone()));
    let driven = moves.clone();
    vm.set_driver(Some(Box::new(move |ask| {
        let mut moves = driven.borrow_mut();
        let Some(Move::Answer(row)) = moves.front().cloned() else { return None };
        moves.pop_front();
        ask.rows.iter().position(|r| *r == row)
    })));
    let mut done = vm.run();
    // What stands open is used while the choice beside it is left pending.
    while let (Ok(_), Some((side, row))) = (&done, standing(&moves)) {
        done = vm.standing().and_then(|all| {
            let rows = all.into_iter().find(|(s, _)| *s == side).map(|(_, rows)| rows).unwrap_or_default();
            let at = line::rows_words(&board, &rows).iter().position(|words| words.join(" ") == row);
            vm.use_standing(side, at.unwrap_or(usize::MAX))
        });
    }
    vm.set_driver(None);
    vm.take_happenings();
    vm.take_barrier();
    done.map_err(|e| failed(format!("answered at once, it fails: {}", rule_error(&e))))?;
    let same = vm.look(|p| full_hash(&board, p, "") == full_hash(&board, &end.position, ""));
    if !same {
        let found = vm.look(|p| one_line(&notation::print(&board, p)));
        return Err(failed(format!("answered at once, it comes out differently: {found}")));
    }
    Ok(())
}

/// The next move, taken, if it is of a side that is not asked.
fn standing(moves: &RefCell<VecDeque<Move>>) -> Option<(SideId, String)> {
    let mut moves = moves.borrow_mut();
    let Some(Move::Standing(side, row)) = moves.front().cloned() else { return None };
    moves.pop_front();
    Some((side, row))
}
