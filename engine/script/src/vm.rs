//! One Luau VM and the position it has taken up. The coroutine is a cache: whatever it knows, the
//! position knows too, so it can be thrown away and had back by re-running the open steps.

mod error;
mod evaluate;
mod figures;
mod invariants;
mod running;
mod standing;
mod story;
mod watching;

pub use error::RunError;
pub use evaluate::LOOKS_ONLY;
pub(crate) use figures::Figuring;
pub use invariants::Unmet;
pub(crate) use invariants::{Ask, Asked};
pub use standing::Standing;
pub use story::is_told;

use crate::host::{Choice, Host, Running, Trace};
use crate::program::Program;
use crate::signals::Signal;
use crate::watchdog::Watchdog;
use cardwright_state::board::Board;
use cardwright_state::{Position, SideId};
use mlua::{Function, Lua, MultiValue, Thread};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// Where the game has stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// A side must answer: see [`Vm::choice`].
    Choice,
    /// The game is over: see the position's outcome.
    Over,
}

/// The prelude's functions that the VM calls.
#[derive(Debug, Clone)]
pub(crate) struct Entrances {
    /// Runs the game from an outermost step.
    pub(crate) run: Function,
    /// Asks one standing action's offers.
    pub(crate) ask_standing: Function,
    /// Plays one.
    pub(crate) play_standing: Function,
    /// Calls a function beside the pending choice.
    pub(crate) aside: Function,
    /// The name of the action whose offer failed.
    pub(crate) asked_last: Function,
}

/// A Luau VM running one game's rules on one thread.
pub struct Vm {
    host: Rc<RefCell<Host>>,
    entrances: Entrances,
    thread: Thread,
    live: bool,
    watchdog: Watchdog,
    program: Arc<Program>,
    invariants: Vec<Asked>,
    figures: Vec<Figuring>,
    /// Until when figures are asked, while all of them are.
    figures_until: Option<std::time::Duration>,
    /// Last, so that what refers into it is dropped while it is still there.
    lua: Lua,
}

impl std::fmt::Debug for Vm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Vm({}, live: {})", self.program.board.game, self.live)
    }
}

impl Vm {
    pub(crate) fn new(
        lua: Lua,
        host: Rc<RefCell<Host>>,
        entrances: Entrances,
        program: Arc<Program>,
        watchdog: Watchdog,
        invariants: Vec<Asked>,
        figures: Vec<Figuring>,
    ) -> mlua::Result<Vm> {
        let thread = lua.create_thread(entrances.run.clone())?;
        host.borrow_mut().rewind = Some(watchdog.rewind());
        Ok(Vm {
            lua,
            host,
            entrances,
            thread,
            live: false,
            watchdog,
            program,
            invariants,
            figures,
            figures_until: None,
        })
    }

    /// Gives scripts so long for each answer, of the time that the thread has of a processor: 4 seconds where nobody says otherwise.
    pub fn limit_time(&mut self, limit: std::time::Duration) {
        self.watchdog.limit_to(limit);
        self.host.borrow_mut().rewind = Some(self.watchdog.rewind());
    }

    /// What it runs.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }
    /// The board.
    pub fn board(&self) -> &Arc<Board> {
        &self.program.board
    }

    /// Takes up a position. Nothing runs yet.
    pub fn set(&mut self, position: &Position) {
        self.live = false;
        let mut host = self.host.borrow_mut();
        host.pos.clone_from(position);
        host.given.forced.clear();
        host.witness.moves.clear();
        host.witness.purpose = None;
        host.witness.told = host.pos.journal().len();
        reset(&mut host);
    }
    /// A copy of the current position.
    pub fn position(&self) -> Position {
        self.host.borrow().pos.clone()
    }
    /// Looks at the current position without copying it.
    pub fn look<T>(&self, f: impl FnOnce(&Position) -> T) -> T {
        f(&self.host.borrow().pos)
    }
    /// Alters the current position from outside. The open steps are re-run before the game goes on.
    pub fn alter<T>(&mut self, f: impl FnOnce(&mut Position, &Board) -> T) -> T {
        self.live = false;
        let mut host = self.host.borrow_mut();
        reset(&mut host);
        let board = host.board.clone();
        let depth = host.pos.journal().len();
        let out = f(&mut host.pos, &board);
        host.pos.tell_outside(depth);
        out
    }

    /// The choice the game waits for.
    pub fn choice(&self) -> Choice {
        let host = self.host.borrow();
        Choice {
            side: host.asked_side,
            prompt: host.prompt.clone(),
            rows: host.rows.clone(),
            default: host.default_row.and_then(|d| host.rows.iter().position(|r| *r == d)),
            unwise: host.unwise.clone(),
            named: host.signal(Signal::Several).checked_sub(1),
            shared: Some((host.signal(Signal::Shared), host.signal(Signal::InAll))).filter(|(so_far, _)| *so_far > 0),
        }
    }
    /// Who is asked now.
    pub fn asked(&self) -> SideId {
        self.host.borrow().asked_side
    }

    /// Host calls, answers and decisions (answers among two rows or more) since the VM began.
    pub fn counts(&self) -> (u64, u64, u64) {
        let host = self.host.borrow();
        (host.counts.calls, host.counts.answers, host.counts.decisions)
    }

    /// Runs to the next stop: re-runs the open steps if the position was taken up from outside.
    ///
    /// # Errors
    /// A script error, a dead end, a limit, or a re-run that came out differently.
    pub fn run(&mut self) -> Result<Stop, RunError> {
        if self.live { Ok(self.stop()) } else { self.restart(false, false) }
    }

    /// Like [`Vm::run`], but checks each logged answer against today's rows: after a reload.
    ///
    /// # Errors
    /// As [`Vm::run`].
    pub fn run_checked(&mut self) -> Result<Stop, RunError> {
        self.restart(false, true)
    }

    /// Re-runs the open steps and tells what the pending choice was made of: which actions were asked, what fell out of
    /// its rows, and why.
    ///
    /// # Errors
    /// As [`Vm::run`].
    pub fn explain(&mut self) -> Result<Trace, RunError> {
        self.host.borrow_mut().explain = Some(Trace::default());
        self.live = false;
        let driver = self.host.borrow_mut().driver.take();
        let stop = self.restart(true, false);
        let mut host = self.host.borrow_mut();
        host.driver = driver;
        let trace = host.explain.take().unwrap_or_default();
        drop(host);
        stop.map(|_| trace)
    }

    /// Answers the pending choice with one of its rows.
    ///
    /// # Errors
    /// As [`Vm::run`].
    ///
    /// # Panics
    /// Never: a row out of range is a script error.
    pub fn answer(&mut self, row: usize) -> Result<Stop, RunError> {
        if !self.live {
            self.restart(false, false)?;
        }
        {
            let mut host = self.host.borrow_mut();
            let Some(row) = host.rows.get(row).copied() else {
                drop(host);
                return Err(self.script("no such row".into()));
            };
            host.take_answer(row);
            host.answer = Some(row);
        }
        let stop = self.resume(MultiValue::new())?;
        self.settled(stop)
    }

    /// Where a card off the table has changed places with another, what scripts hold of the two is of before: all is had back from
    /// the logs, which have them as they are now.
    fn settled(&mut self, stop: Stop) -> Result<Stop, RunError> {
        if !self.host.borrow().given.has_exchanged || stop == Stop::Over {
            return Ok(stop);
        }
        self.live = false;
        self.restart(false, false)
    }
}

/// Puts everything that is not the position back to rest.
fn reset(host: &mut Host) {
    while host.end_trial().is_ok() {} // Those in which something failed.
    host.rows.clear();
    host.prompt = None;
    host.default_row = None;
    host.unwise.clear();
    host.standing.clear();
    host.standing_rows = None;
    host.answer = None;
    host.stop_asking();
    host.set_signal(Signal::Several, 0);
    host.set_signal(Signal::Shared, 0);
    host.successors.clear();
    host.probing = 0;
    host.supposing = 0;
    host.running = Running::Live;
    host.fault = None;
    host.explain_action = None;
    if let Some(signals) = &host.signals {
        signals.none_asked();
    }
}
