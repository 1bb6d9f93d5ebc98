//! What a side has begun and not ended: the action it is in the middle of, and the whole of which that is a part.

use cardwright_state::position::{Entry, Frame};
use cardwright_state::{PeriodId, Position, SideId};
use cardwright_table::{Event, Table};
use serde::Serialize;
use std::sync::Arc;

/// Something half-entered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Begun {
    /// As people are told of it: `` `march` ``, `the operation`.
    pub name: String,
    /// The event before it was begun.
    pub before: usize,
    /// Whether it is a period with its parts, each of which may be whole, rather than an action or step.
    pub is_period: bool,
}

/// What is half-entered, innermost first, each begun earlier than the one before it. What was so when a position was loaded, was
/// not entered in this game.
pub fn begun(table: &Table) -> Vec<Begun> {
    let Some(side) = table.asked() else { return Vec::new() };
    let mut out = open_steps(table);
    out.extend(table.board().entered_whole.and_then(|period| open_period(table, side, period)));
    let mut last = table.here();
    let loaded = loaded(table);
    out.retain(|begun| {
        let is_since = loaded.is_none_or(|n| n == begun.before || table.next_towards(n, begun.before).is_some());
        let earlier = is_since && table.next_towards(begun.before, last).is_some();
        if earlier {
            last = begun.before;
        }
        earlier
    });
    out
}

/// What stands half-entered since before the position was loaded, as people are told of it.
pub fn loaded_within(table: &Table) -> Option<String> {
    let (board, position, since) = (table.board(), table.position(), loaded(table)?);
    let open = position.open_steps().iter().rev().map(|frame| &board.steps[frame.step.at()]);
    let action = open.into_iter().find(|step| board.actions.iter().any(|action| action.id == **step));
    let lasts = |period: &PeriodId| {
        let ended = table.path().into_iter().rev().take_while(|n| *n != since);
        position.is_within(board, *period) && ended.into_iter().all(|n| !table.nodes()[n].ended.contains(period))
    };
    let period = board.entered_whole.filter(lasts).map(|period| format!("the {}", board.periods[period.at()]));
    action.map(|id| format!("`{id}`")).or(period)
}

/// The event that loaded the position from which the game goes on.
fn loaded(table: &Table) -> Option<usize> {
    let is_load = |n: &usize| {
        let node = &table.nodes()[*n];
        matches!(node.event, Some(Event::Content { .. })) && !node.reloaded
    };
    table.path().into_iter().rev().find(is_load)
}

impl Begun {
    /// Whether an event and all since belong to it.
    pub fn is_since(&self, table: &Table, event: usize) -> bool {
        self.before == event || table.next_towards(self.before, event).is_some() && table.path().contains(&event)
    }

    /// As far back as it may be taken: the event before it, or the last since then that may not be undone.
    pub fn taken_back_to(&self, table: &Table) -> usize {
        if table.open {
            return self.before;
        }
        let path = table.path();
        let mut since = path.iter().rev().take_while(|n| **n != self.before);
        since.find(|n| table.nodes()[**n].barrier).copied().unwrap_or(self.before)
    }

    /// The position in which it was begun, if the side that is asked has answered alone since, under the same rules.
    pub fn start(&self, table: &Table) -> Option<Arc<Position>> {
        let (nodes, asked) = (table.nodes(), table.asked());
        let path = table.path();
        let own = path.iter().skip_while(|n| **n != self.before).skip(1).all(|n| nodes[*n].side == asked);
        let start = &nodes[self.before];
        (own && Arc::ptr_eq(&start.program, table.program())).then(|| start.position())
    }
}

/// The open actions, innermost first; with none open, the innermost step.
fn open_steps(table: &Table) -> Vec<Begun> {
    let board = table.board();
    let stack = table.position().open_steps();
    let is_action = |f: &Frame| board.actions.iter().any(|a| a.id == board.steps[f.step.at()]);
    let actions: Vec<usize> = (0..stack.len()).rev().filter(|at| is_action(&stack[*at])).collect();
    if actions.is_empty() {
        // A step is half-entered once it has been answered since the last step it called.
        let answered = |f: &Frame| {
            let told = f.log.iter().rev().take_while(|e| !matches!(e, Entry::Called { .. }));
            told.into_iter().any(|e| matches!(e, Entry::Answer(_)))
        };
        return stack.len().checked_sub(1).and_then(|at| open_step(table, at, answered)).into_iter().collect();
    }
    actions.into_iter().filter_map(|at| open_step(table, at, |_| true)).collect()
}

/// Since when the open step at a depth has been half-entered.
fn open_step(table: &Table, depth: usize, is_begun: impl Fn(&Frame) -> bool) -> Option<Begun> {
    let frame = &table.position().open_steps()[depth];
    let within = |n: usize| {
        let same = |f: &Frame| (f.step, &f.args, f.start) == (frame.step, &frame.args, frame.start);
        table.nodes()[n].position().open_steps().get(depth).is_some_and(|f| same(f) && is_begun(f))
    };
    let before = table.path().into_iter().rev().find(|n| !within(*n))?;
    Some(Begun { name: format!("`{}`", table.board().steps[frame.step.at()]), before, is_period: false })
}

/// Since when a side, and it alone, has been within a period.
fn open_period(table: &Table, side: SideId, period: PeriodId) -> Option<Begun> {
    let (board, nodes) = (table.board(), table.nodes());
    let is_within = |position: &Position| position.is_within(board, period);
    let goes_on = |n: usize| {
        let node = &nodes[n];
        let answered = matches!(node.event, Some(Event::Answer { .. } | Event::Standing { .. }));
        answered && node.side == Some(side) && !node.ended.contains(&period) && is_within(&node.position())
    };
    let before = table.path().into_iter().rev().find(|n| !goes_on(*n))?;
    Some(Begun { name: format!("the {}", board.periods[period.at()]), before, is_period: true })
}
