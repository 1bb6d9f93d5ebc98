//! Positions of set-ups: the scenario's start or the blank position, with what the lines say laid over it.

use crate::items::Told;
use crate::text::Part;
use cardwright_script::Program;
use cardwright_state::board::Board;
use cardwright_state::notation::{self, Item as Said, NotationError, Says};
use cardwright_state::{Position, StepId};
use cardwright_table::{SetUp, Table};

/// Why a set-up cannot be.
#[derive(Debug)]
pub(crate) struct Impossible {
    pub(crate) part: Option<Part>,
    pub(crate) message: String,
}

/// Whether a later item replaces an earlier one.
fn replaces(later: &Says, earlier: &Says) -> bool {
    match (later, earlier) {
        (Says::Turn(_), Says::Turn(_)) | (Says::Ended { .. }, Says::Ended { .. }) => true,
        (Says::Pieces { at: a, state: s, .. }, Says::Pieces { at: b, state: t, .. }) => a == b && s == t,
        (Says::Empty(a), Says::Pieces { at: b, .. } | Says::Empty(b)) => a == b,
        (Says::Track { track: a, subject: s, .. }, Says::Track { track: b, subject: t, .. }) => (a, s) == (b, t),
        (Says::Fact { fact: a, subject: s, .. }, Says::Fact { fact: b, subject: t, .. }) => (a, s) == (b, t),
        (Says::Option { option: a, .. }, Says::Option { option: b, .. }) => a == b,
        _ => false,
    }
}

/// Lays set-up lines over a position. Piles line by line, as cards are taken from wherever they
/// are; everything else at once, what comes later replacing what was said of the same thing before.
fn lay(board: &Board, position: &mut Position, lines: &[&[Told]]) -> Result<(), Impossible> {
    let failed = |told: &[&Told], errors: Vec<NotationError>| {
        let Some(error) = errors.into_iter().next() else { return Impossible { part: None, message: String::new() } };
        Impossible { part: told.get(error.span.start).map(|t| t.part.clone()), message: error.message }
    };
    let said = |told: &[&Told]| -> Vec<Said> {
        told.iter().enumerate().map(|(i, t)| Said { span: i..i + 1, says: t.says.clone() }).collect()
    };
    let mut others: Vec<&Told> = Vec::new();
    for line in lines {
        let (piles, rest): (Vec<&Told>, Vec<&Told>) = line.iter().partition(|t| matches!(t.says, Says::Pile { .. }));
        notation::apply(board, position, &said(&piles)).map_err(|e| failed(&piles, e))?;
        for told in rest {
            others.retain(|earlier| !replaces(&told.says, &earlier.says));
            others.push(told);
        }
    }
    // Falling tracks first: counters they free may be wanted by the rising ones.
    let rises = |told: &&Told| match &told.says {
        Says::Track { track, subject, n } => *n > position.track(board, *track, *subject),
        _ => false,
    };
    others.sort_by_cached_key(rises);
    notation::apply(board, position, &said(&others)).map_err(|e| failed(&others, e))
}

/// The position a test begins with, its first step not yet run.
pub(crate) fn begin(program: &Program, set_up: &SetUp, blank: bool, lines: &[&[Told]]) -> Result<Position, Impossible> {
    let plain = |message: String| Impossible { part: None, message };
    let board = &*program.board;
    let mut position = Table::first_position(program, set_up).map_err(|e| plain(e.to_string()))?;
    if blank {
        let mut empty = Position::initial(board, set_up.seed);
        empty.take_options_of(&position);
        empty.take_seats(board);
        position = empty;
        notation::set(board, &mut position, &board.blank).map_err(|errors| {
            let messages: Vec<String> = errors.into_iter().map(|e| e.message).collect();
            plain(format!("the position the game calls blank: {}", messages.join("; ")))
        })?;
    }
    lay(board, &mut position, lines)?;
    if position.open_steps().is_empty() {
        let first = program.content.scenario(&set_up.scenario).map(|s| s.first.as_str());
        if let Some(step) = board.steps.iter().position(|s| Some(s.as_str()) == first) {
            position.open_outermost(StepId::new(step), vec![]);
        }
    }
    position.settle();
    Ok(position)
}

/// A position a test left, altered by the set-up lines of the test that goes on from it; with another seed, if one is given.
pub(crate) fn adjust(
    board: &Board,
    mut position: Position,
    lines: &[&[Told]],
    seed: Option<u64>,
) -> Result<Position, Impossible> {
    if let Some(seed) = seed {
        position.reseed(seed);
    }
    let before = position.journal().len();
    lay(board, &mut position, lines)?;
    if lines.iter().any(|l| l.iter().any(|t| matches!(t.says, Says::Turn(_)))) {
        position.settle();
        return Ok(position);
    }
    position.tell_outside(before);
    Ok(position)
}
