//! Compares an item of an `expect` line with a position.

use super::active_effects::in_force_text;
use super::ending::{outcome_text, reasons};
use super::item_words::contains;
use super::notation_item::compare_notation;
use super::pile::compare_pile;
use super::{Item, info, knob};
use crate::report::Mismatch;
use cardwright_script::Program;
use cardwright_state::notation;
use cardwright_state::position::ActiveEffect;
use cardwright_state::{Position, SideId};

/// Returns how the position differs from the item, or `None` if the item holds.
pub(crate) fn compare(program: &Program, position: &Position, asked: Option<SideId>, item: &Item) -> Option<Mismatch> {
    let board = &*program.board;
    match item {
        Item::Notation(item) => compare_notation(board, position, item),
        Item::Pile { text, piles, check } => {
            let found = compare_pile(program, position, piles, check)?;
            Some(Mismatch { expected: text.clone(), found, changed: false })
        }
        Item::Turn { text, step, args } => {
            let is_expected =
                |f: &cardwright_state::position::Frame| f.step == *step && (args.is_empty() || f.args == *args);
            if position.outcome().is_none() && position.open_steps().iter().any(is_expected) {
                return None;
            }
            let frames = position.open_steps().iter().enumerate().map(|(depth, f)| {
                let args: Vec<String> = f.args.iter().map(|a| notation::plain_text(board, a)).collect();
                let head = if depth == 0 { "turn" } else { "in" };
                format!("{head} {} {}", board.labels[f.step], args.join(" ")).trim_end().to_owned()
            });
            let found = frames.collect::<Vec<_>>().join("; ");
            Some(Mismatch { expected: text.clone(), found, changed: false })
        }
        Item::Asks { side, .. } => {
            let text = |s: Option<SideId>| match s {
                Some(s) => format!("asks {}", board.sides[s.index()].id),
                None => outcome_text(board, position),
            };
            let found = if position.outcome().is_some() { None } else { asked };
            Mismatch::unless_equal(text(Some(*side)), text(found))
        }
        Item::Ends { text, places, reason } => {
            let is_expected_end = position.outcome().is_some_and(|o| {
                super::ending::is_result(o, places)
                    && reason.as_ref().is_none_or(|r| reasons(board, position).iter().any(|t| contains(t, r)))
            });
            let found = outcome_text(board, position);
            (!is_expected_end).then(|| Mismatch { expected: text.clone(), found, changed: false })
        }
        Item::ActiveEffect { text, effect, side, is_negated } => {
            let is_this_effect = |f: &&ActiveEffect| f.effect == *effect && side.is_none_or(|s| s == f.side);
            let found = position.active_effects().iter().filter(is_this_effect);
            let found: Vec<String> = found.map(|f| in_force_text(board, f)).collect();
            (found.is_empty() != *is_negated).then(|| Mismatch {
                expected: text.clone(),
                found: if found.is_empty() { "it is not in force".into() } else { found.join(", ") },
                changed: false,
            })
        }
        Item::Info(printed) => info::compare(program, printed),
        Item::Knob { knob, numbers } => knob::compare(program, position, *knob, numbers),
        // The checks of these items need more than the position: see `TestRun::check_item`.
        Item::Decision { .. }
        | Item::Figure { .. }
        | Item::Log { .. }
        | Item::Picked { .. }
        | Item::Default(_)
        | Item::Discouraged { .. }
        | Item::VisibleTo { .. }
        | Item::Hidden { .. } => None,
    }
}
