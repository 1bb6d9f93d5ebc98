//! Builds the first position of a test: the scenario's start or the blank position, changed by the `setup` lines.

use crate::items::NotationItem;
use crate::line_part::LinePart;
use cardwright_script::Program;
use cardwright_state::board::Board;
use cardwright_state::notation::{self, Item as StateItem, NotationError, Statement};
use cardwright_state::{Position, StepId};
use cardwright_table::{SetUp, Table};

/// Why a set-up is impossible.
#[derive(Debug)]
pub(crate) struct SetupError {
    /// The impossible part of a `setup` line. `None` if the error lies elsewhere.
    pub(crate) part: Option<LinePart>,
    pub(crate) message: String,
}

/// Whether a later item replaces an earlier item.
fn replaces(later: &Statement, earlier: &Statement) -> bool {
    match (later, earlier) {
        (Statement::Turn(_), Statement::Turn(_)) | (Statement::Ended { .. }, Statement::Ended { .. }) => true,
        (Statement::Pieces { at: a, state: s, .. }, Statement::Pieces { at: b, state: t, .. }) => a == b && s == t,
        (Statement::Empty(a), Statement::Pieces { at: b, .. } | Statement::Empty(b)) => a == b,
        (Statement::Track { track: a, subject: s, .. }, Statement::Track { track: b, subject: t, .. }) => {
            (a, s) == (b, t)
        }
        (Statement::Fact { fact: a, subject: s, .. }, Statement::Fact { fact: b, subject: t, .. }) => (a, s) == (b, t),
        (Statement::Option { option: a, .. }, Statement::Option { option: b, .. }) => a == b,
        _ => false,
    }
}

/// Applies set-up lines to a position. Piles are set line by line, because cards move from pile to pile. All other
/// items are set together at the end. A later item replaces an earlier item about the same thing.
fn apply_lines(board: &Board, position: &mut Position, lines: &[&[NotationItem]]) -> Result<(), SetupError> {
    // The span of an item is its index here, so the span of an error leads to the part of the `setup` line.
    let setup_error = |items: &[&NotationItem], errors: Vec<NotationError>| {
        let Some(error) = errors.into_iter().next() else { return SetupError { part: None, message: String::new() } };
        SetupError { part: items.get(error.span.start).map(|item| item.part.clone()), message: error.message }
    };
    let to_state_items = |items: &[&NotationItem]| -> Vec<StateItem> {
        items
            .iter()
            .enumerate()
            .map(|(i, item)| StateItem { span: i..i + 1, statement: item.statement.clone() })
            .collect()
    };
    let mut others: Vec<&NotationItem> = Vec::new();
    for line in lines {
        let (piles, not_piles): (Vec<&NotationItem>, Vec<&NotationItem>) =
            line.iter().partition(|item| matches!(item.statement, Statement::Pile { .. }));
        notation::apply(board, position, &to_state_items(&piles)).map_err(|e| setup_error(&piles, e))?;
        for item in not_piles {
            others.retain(|earlier| !replaces(&item.statement, &earlier.statement));
            others.push(item);
        }
    }
    // The counters that show the values of a track may be limited. So falling tracks are set before rising tracks,
    // because they free counters.
    let is_rising_track = |item: &&NotationItem| match &item.statement {
        Statement::Track { track, subject, n } => *n > position.track(board, *track, *subject),
        _ => false,
    };
    others.sort_by_cached_key(is_rising_track);
    notation::apply(board, position, &to_state_items(&others)).map_err(|e| setup_error(&others, e))
}

/// Makes the position with which a test begins. Its first step has not run yet.
pub(crate) fn begin(
    program: &Program,
    set_up: &SetUp,
    starts_blank: bool,
    lines: &[&[NotationItem]],
) -> Result<Position, SetupError> {
    let error = |message: String| SetupError { part: None, message };
    let board = &*program.board;
    let mut position = Table::first_position(program, set_up).map_err(|e| error(e.to_string()))?;
    if starts_blank {
        let mut blank = Position::initial(board, set_up.seed);
        blank.copy_options_from(&position);
        blank.apply_seating(board);
        position = blank;
        notation::set(board, &mut position, &board.blank).map_err(|errors| {
            let messages: Vec<String> = errors.into_iter().map(|e| e.message).collect();
            error(format!("the blank position of the game: {}", messages.join("; ")))
        })?;
    }
    apply_lines(board, &mut position, lines)?;
    if position.open_steps().is_empty() {
        let first = program.content.scenario(&set_up.scenario).map(|s| s.first.as_str());
        if let Some(step) = board.labels.steps.iter().position(|s| Some(s.as_str()) == first) {
            position.open_outermost(StepId::new(step), vec![]);
        }
    }
    position.clear_history();
    Ok(position)
}

/// Changes the final position of a test by the set-up lines of the test that continues from it. Reseeds the position if
/// there is a seed.
pub(crate) fn adjust(
    board: &Board,
    mut position: Position,
    lines: &[&[NotationItem]],
    seed: Option<u64>,
) -> Result<Position, SetupError> {
    if let Some(seed) = seed {
        position.reseed(seed);
    }
    let before = position.journal().len();
    apply_lines(board, &mut position, lines)?;
    if lines.iter().any(|line| line.iter().any(|item| matches!(item.statement, Statement::Turn(_)))) {
        position.clear_history();
        return Ok(position);
    }
    position.log_outside_changes(before);
    Ok(position)
}
