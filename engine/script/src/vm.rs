//! One Luau VM with its current position. The rules run in a coroutine, which is only a cache. The VM can drop the
//! coroutine at any time, and restores it by running the open steps again.

mod error;
mod evaluate;
mod figures;
mod invariants;
mod recording;
mod running;
mod standing_actions;
mod structured_log;

pub use error::RunError;
pub use evaluate::READ_ONLY_EXPRESSION;
pub use invariants::BrokenInvariant;
pub use structured_log::is_logged;

use crate::host::{Choice, Depths, Host, Running, Trace};
use crate::lua_ffi::shared_flags::SharedFlag;
use crate::program::Program;
use crate::watchdog::Watchdog;
use cardwright_state::board::Board;
use cardwright_state::{Answer, Position, SideId};
use mlua::{Function, Lua, MultiValue, Thread};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// Why the game paused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// A side must answer a choice: see [`Vm::choice`].
    Choice,
    /// The game is over. The position has the outcome.
    Over,
}

/// The functions of the prelude that the VM calls.
#[derive(Debug, Clone)]
pub(crate) struct PreludeFunctions {
    /// Runs the game, starting with an outermost step.
    pub(crate) run: Function,
    /// Runs the offer of one standing action.
    pub(crate) offer_standing: Function,
    /// Plays a standing action.
    pub(crate) play_standing: Function,
    /// Calls a function that may change nothing. A choice may be pending meanwhile.
    pub(crate) call_read_only: Function,
    /// Returns the name of the action whose offer failed, if an offer failed.
    pub(crate) failed_offer: Function,
}

/// The Lua functions that the VM calls.
pub(crate) struct RuleFunctions {
    pub(crate) prelude: PreludeFunctions,
    pub(crate) invariants: Vec<VmInvariant>,
    pub(crate) figures: Vec<VmFigure>,
}

/// An invariant in a VM.
#[derive(Debug, Clone)]
pub(crate) struct VmInvariant {
    /// The index of the invariant in [`crate::Program::invariants`].
    pub(crate) number: usize,
    /// The script's function.
    pub(crate) check: InvariantCheck,
}

/// The two forms of an invariant.
#[derive(Debug, Clone)]
pub(crate) enum InvariantCheck {
    /// The function returns whether the invariant holds.
    Holds(Function),
    /// The function returns the set of things that break the invariant.
    Breaks(Function),
}

/// A figure's function in a VM.
#[derive(Debug, Clone)]
pub(crate) struct VmFigure {
    /// The script's function.
    value: Function,
    /// The error, if the function exceeded a limit. The VM does not call the function again.
    limit_error: Option<String>,
}

impl VmFigure {
    pub(crate) fn new(value: Function) -> VmFigure {
        VmFigure { value, limit_error: None }
    }
}

/// A Luau VM that runs one game's rules on one thread.
pub struct Vm {
    host: Rc<RefCell<Host>>,
    prelude: PreludeFunctions,
    thread: Thread,
    /// Whether the coroutine is at the pending choice of the position. If not, the open steps must run again.
    is_live: bool,
    watchdog: Watchdog,
    program: Arc<Program>,
    invariants: Vec<VmInvariant>,
    figures: Vec<VmFigure>,
    /// While the VM computes figures: the deadline for all of them together.
    figures_deadline: Option<std::time::Duration>,
    /// This field is the last, so that Rust drops everything that refers into the Lua state first.
    lua: Lua,
}

impl std::fmt::Debug for Vm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Vm({}, live: {})", self.program.board.game, self.is_live)
    }
}

impl Vm {
    pub(crate) fn new(
        lua: Lua,
        host: Rc<RefCell<Host>>,
        functions: RuleFunctions,
        program: Arc<Program>,
        watchdog: Watchdog,
    ) -> mlua::Result<Vm> {
        let RuleFunctions { prelude, invariants, figures } = functions;
        let thread = lua.create_thread(prelude.run.clone())?;
        host.borrow_mut().limits.clock_reset = Some(watchdog.clock_reset());
        Ok(Vm {
            lua,
            host,
            prelude,
            thread,
            is_live: false,
            watchdog,
            program,
            invariants,
            figures,
            figures_deadline: None,
        })
    }

    /// Sets the time limit of scripts for each answer, in CPU time of the thread. Without a call, the limit is 4
    /// seconds.
    pub fn set_time_limit(&mut self, limit: std::time::Duration) {
        self.watchdog.set_limit(limit);
        self.host.borrow_mut().limits.clock_reset = Some(self.watchdog.clock_reset());
    }

    /// The game's program.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }
    /// The board.
    pub fn board(&self) -> &Arc<Board> {
        &self.program.board
    }

    /// Sets the position. No script runs yet.
    pub fn set_position(&mut self, position: &Position) {
        self.is_live = false;
        let mut host = self.host.borrow_mut();
        host.pos.clone_from(position);
        host.chance.outcomes.forced.clear();
        host.recorder.card_moves.clear();
        host.recorder.ended_periods.clear();
        host.recorder.roll_label = None;
        host.recorder.journal_read = host.pos.journal().len();
        reset(&mut host);
    }
    /// A copy of the current position.
    pub fn position(&self) -> Position {
        self.host.borrow().pos.clone()
    }
    /// Calls a function with the current position, without copying it.
    pub fn with_position<T>(&self, f: impl FnOnce(&Position) -> T) -> T {
        f(&self.host.borrow().pos)
    }
    /// Changes the current position from outside the rules. The next run first runs the open steps again.
    pub fn change_position<T>(&mut self, f: impl FnOnce(&mut Position, &Board) -> T) -> T {
        self.is_live = false;
        let mut host = self.host.borrow_mut();
        reset(&mut host);
        let board = host.board.clone();
        let journal_length = host.pos.journal().len();
        let result = f(&mut host.pos, &board);
        host.pos.log_outside_changes(journal_length);
        result
    }

    /// The pending choice.
    pub fn choice(&self) -> Choice {
        let host = self.host.borrow();
        Choice {
            side: host.choice.asked_side,
            prompt: host.choice.prompt.clone(),
            rows: host.choice.rows.clone(),
            default: host
                .choice
                .default_row
                .and_then(|default| host.choice.rows.iter().position(|row| *row == default)),
            is_suggestion: host.choice.is_suggestion,
            discouraged: host.choice.discouraged.clone(),
            likely: host.choice.likely.clone(),
            named_count: host.flag(SharedFlag::NamedCount).checked_sub(1),
            distributed: Some((host.flag(SharedFlag::Distributed), host.flag(SharedFlag::DistributedTotal)))
                .filter(|(distributed, _)| *distributed > 0),
        }
    }
    /// The side that the pending choice asks.
    pub fn asked_side(&self) -> SideId {
        self.host.borrow().choice.asked_side
    }

    /// The numbers of host calls, answers and decisions of this VM. A decision is an answer to a choice with two or
    /// more rows.
    pub fn counts(&self) -> (u64, u64, u64) {
        let host = self.host.borrow();
        (host.limits.counts.calls, host.limits.counts.answers, host.limits.counts.decisions)
    }

    /// Runs to the next choice or to the end of the game. If the position was changed from outside, first runs the open
    /// steps again.
    ///
    /// # Errors
    /// Fails if a script fails or stops: see [`RunError`].
    pub fn run(&mut self) -> Result<Stop, RunError> {
        // This run collects no reasons for `why`, and does not check the stored answers.
        if self.is_live { Ok(self.stop_state()) } else { self.restart(false, false) }
    }

    /// Runs the open steps again as [`Vm::run`] does, and checks that each stored answer is still a row of its choice.
    /// Use this after a reload.
    ///
    /// # Errors
    /// Fails as [`Vm::run`] does.
    pub fn run_checked(&mut self) -> Result<Stop, RunError> {
        self.restart(false, true)
    }

    /// Runs the open steps again, and returns how scripts made the rows of the pending choice: which actions made
    /// offers, what the scripts excluded, and why.
    ///
    /// # Errors
    /// Fails as [`Vm::run`] does.
    pub fn explain(&mut self) -> Result<Trace, RunError> {
        self.host.borrow_mut().explaining.trace = Some(Trace::default());
        self.is_live = false;
        // A driver would answer the choices that are to be explained.
        let driver = self.host.borrow_mut().driver.take();
        let stop = self.restart(true, false);
        let mut host = self.host.borrow_mut();
        host.driver = driver;
        let trace = host.explaining.trace.take().unwrap_or_default();
        drop(host);
        stop.map(|_| trace)
    }

    /// Answers the pending choice with one of its rows.
    ///
    /// # Errors
    /// Fails as [`Vm::run`] does, if there is no such row, and if the row does not have the numbers of the answer.
    pub fn answer(&mut self, answer: impl Into<Answer>) -> Result<Stop, RunError> {
        if !self.is_live {
            self.restart(false, false)?;
        }
        {
            let mut host = self.host.borrow_mut();
            let Some(row) = host.answered_row(&answer.into()) else {
                drop(host);
                return Err(self.script_error("no such row".into()));
            };
            host.take_answer(row);
            host.choice.answer = Some(row);
        }
        let stop = self.resume(MultiValue::new())?;
        self.rerun_after_exchange(stop)
    }

    /// Runs the open steps again if a draw put a card from the physical table in place of another card. Local variables
    /// of scripts may still hold the other card.
    fn rerun_after_exchange(&mut self, stop: Stop) -> Result<Stop, RunError> {
        if !self.host.borrow().chance.outcomes.has_exchanged_cards || stop == Stop::Over {
            return Ok(stop);
        }
        self.is_live = false;
        self.restart(false, false)
    }
}

/// Resets all state of the host except the position.
fn reset(host: &mut Host) {
    while host.end_trial().is_ok() {} // A failure may have left trials open.
    host.choice.rows.clear();
    host.choice.prompt = None;
    host.choice.default_row = None;
    host.choice.discouraged.clear();
    host.choice.likely.clear();
    host.standing.actions.clear();
    host.standing.rows = None;
    host.choice.answer = None;
    host.stop_asking();
    host.set_flag(SharedFlag::NamedCount, 0);
    host.set_flag(SharedFlag::Distributed, 0);
    host.successors.clear();
    host.depths = Depths::default();
    host.running = Running::Live;
    host.limits.stop_cause = None;
    host.explaining.action = None;
    if let Some(flags) = &host.shared_flags {
        flags.clear_offer();
    }
}
