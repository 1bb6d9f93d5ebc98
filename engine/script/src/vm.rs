//! One Luau VM and the position it has taken up. The coroutine is a cache: whatever it knows, the
//! position knows too, so it can be thrown away and had back by re-running the open steps.

mod figures;
mod invariants;

pub(crate) use figures::Figuring;
pub use figures::{Figure, Figured};
pub use invariants::Unmet;
pub(crate) use invariants::{Ask, Asked};

use crate::bindings::V;
use crate::host::{
    ChanceWanted, Choice, DiceWanted, Driver, Fault, Forced, Happening, Host, ONLY_ASKED, Replay, Trace,
};
use crate::load::Program;
use crate::place::{memory, split_error};
use crate::watchdog::{TOO_LONG, Watchdog};
use cardwright_state::board::Board;
use cardwright_state::position::{CardAt, Row};
use cardwright_state::val::{Kind, Plain, Val};
use cardwright_state::{ActionId, CardId, PeriodId, Position, SideId};
use mlua::{Function, Lua, MultiValue, Thread, Value};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// Where the game has stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// A side must answer: see [`Vm::choice`].
    Choice,
    /// A person must roll dice: see [`Vm::give_dice`].
    Dice(DiceWanted),
    /// The game is over: see the position's outcome.
    Over,
}

/// Why a run stopped short. The position of the VM is no longer good: take up another.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// A rule script failed.
    #[error("{message}")]
    Script {
        /// What is wrong.
        message: String,
        /// File and line, if known.
        place: Option<(String, usize)>,
        /// The open steps, outermost first, and the card being played, if any.
        within: Vec<String>,
    },
    /// A choice has no row.
    #[error("no row is left for `{side}` to answer in {}", within.join(", "))]
    DeadEnd {
        /// Whose choice it is.
        side: String,
        /// The open steps.
        within: Vec<String>,
    },
    /// Re-running the open steps came out differently.
    #[error("{message}")]
    Diverged {
        /// Where.
        message: String,
        /// File and line, if known.
        place: Option<(String, usize)>,
    },
    /// A roll or draw has no outcome, and none may be made up: see [`Vm::forced_only`].
    #[error("{message}")]
    Chance {
        /// Which.
        message: String,
        /// What could come out.
        wanted: Box<ChanceWanted>,
        /// File and line, if known.
        place: Option<(String, usize)>,
        /// The open steps.
        within: Vec<String>,
    },
    /// An invariant that the rules state does not hold any more.
    #[error("{message}")]
    Invariant {
        /// Which, what it says, and what breaks it.
        message: String,
        /// Where it is stated.
        place: Option<(String, usize)>,
        /// The open steps of the position in which it does not hold.
        within: Vec<String>,
    },
    /// The engine made a position that there cannot be.
    #[error("the engine is at fault, not the rules: {message}; please report it, with the record of this game")]
    Engine {
        /// What does not hold.
        message: String,
        /// The open steps.
        within: Vec<String>,
    },
    /// A limit was passed.
    #[error("stopped: {message}")]
    Limit {
        /// Which.
        message: String,
        /// File and line, if known.
        place: Option<(String, usize)>,
        /// The open steps.
        within: Vec<String>,
    },
}

/// Why an expression that would change something is refused: see [`Vm::evaluate`].
pub const LOOKS_ONLY: &str = "an expression may only look";

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
        Ok(Vm { lua, host, entrances, thread, live: false, watchdog, program, invariants, figures })
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
        host.forced.clear();
        host.moves.clear();
        host.told = host.pos.journal().len();
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
            prompt: host.prompt,
            rows: host.rows.clone(),
            default: host.default_row.and_then(|d| host.rows.iter().position(|r| *r == d)),
        }
    }
    /// Who is asked now.
    pub fn asked(&self) -> SideId {
        self.host.borrow().asked_side
    }

    /// Who answers choices inline; `None` pauses the game at every choice.
    pub fn set_driver(&mut self, driver: Option<Driver>) {
        self.host.borrow_mut().driver = driver;
    }
    /// Keeps what happens (log lines, rolls, draws) for [`Vm::take_happenings`].
    pub fn watch(&mut self, on: bool) {
        self.host.borrow_mut().watching = on;
    }
    /// What has happened since it was last taken.
    pub fn take_happenings(&mut self) -> Vec<Happening> {
        std::mem::take(&mut self.host.borrow_mut().happenings)
    }
    /// The sides for which rules answered since it was last taken, while [`Vm::watch`] was on.
    pub fn take_ruled(&mut self) -> Vec<SideId> {
        std::mem::take(&mut self.host.borrow_mut().ruled_for)
    }
    /// The periods that ended since it was last taken, while [`Vm::watch`] was on.
    pub fn take_ended(&mut self) -> Vec<PeriodId> {
        std::mem::take(&mut self.host.borrow_mut().ended)
    }
    /// Which cards went where since it was last taken, in order; of what happened while [`Vm::watch`] was on.
    pub fn take_moves(&mut self) -> Vec<(CardId, CardAt)> {
        let mut host = self.host.borrow_mut();
        host.tell_moves();
        std::mem::take(&mut host.moves)
    }
    /// Whether chance has revealed something since this was last asked.
    pub fn take_barrier(&mut self) -> bool {
        std::mem::take(&mut self.host.borrow_mut().barrier)
    }
    /// Outcomes that the next rolls and draws use first: faces and cards each in their order.
    pub fn force(&mut self, outcomes: impl IntoIterator<Item = Forced>) {
        self.host.borrow_mut().forced.extend(outcomes);
    }
    /// Forced outcomes not yet used; they are dropped.
    pub fn take_forced(&mut self) -> Vec<Forced> {
        self.host.borrow_mut().forced.drain(..).collect()
    }
    /// Whether every outcome must be given (tests): a roll or an open draw beyond what is forced is an error.
    pub fn forced_only(&mut self, on: bool) {
        self.host.borrow_mut().forced_only = on;
    }
    /// Whether a person rolls the dice: each roll pauses with [`Stop::Dice`].
    pub fn manual_dice(&mut self, on: bool) {
        self.host.borrow_mut().manual_dice = on;
    }
    /// Host calls, answers and decisions (answers among two rows or more) since the VM began.
    pub fn counts(&self) -> (u64, u64, u64) {
        let host = self.host.borrow();
        (host.calls, host.answers, host.decisions)
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
        self.resume(MultiValue::new())
    }

    /// What stands open beside the pending choice, by side: which actions, not what they offer.
    /// No rule runs.
    pub fn standing_actions(&self) -> Vec<(SideId, Vec<ActionId>)> {
        let host = self.host.borrow();
        let mut out: Vec<(SideId, Vec<ActionId>)> = Vec::new();
        for (side, action) in &host.standing {
            match out.iter_mut().find(|(s, _)| s == side) {
                Some((_, actions)) => actions.push(*action),
                None => out.push((*side, vec![*action])),
            }
        }
        out
    }

    /// The rows that stand open beside the pending choice, by side: asked when first looked at.
    ///
    /// # Errors
    /// As [`Vm::run`]; the position stays good.
    pub fn standing(&mut self) -> Result<Vec<(SideId, Vec<Row>)>, RunError> {
        if !self.live {
            self.restart(false, false)?;
        }
        if let Some(rows) = &self.host.borrow().standing_rows {
            return Ok(rows.clone());
        }
        let mut out = Vec::new();
        for (side, actions) in self.standing_actions() {
            out.push((side, self.ask_standing(side, &actions, false)?));
        }
        self.host.borrow_mut().standing_rows = Some(out.clone());
        Ok(out)
    }

    /// Tells which actions stand open for a side, what fell out of their rows, and why.
    ///
    /// # Errors
    /// As [`Vm::standing`].
    pub fn explain_standing(&mut self, side: SideId) -> Result<Trace, RunError> {
        if !self.live {
            self.restart(false, false)?;
        }
        let open = self.standing_actions().into_iter().find(|(s, _)| *s == side);
        self.host.borrow_mut().explain = Some(Trace::default());
        let asked = self.ask_standing(side, &open.map(|(_, actions)| actions).unwrap_or_default(), true);
        let trace = self.host.borrow_mut().explain.take().unwrap_or_default();
        asked.map(|_| trace)
    }

    fn ask_standing(&mut self, side: SideId, actions: &[ActionId], explain: bool) -> Result<Vec<Row>, RunError> {
        let asked = self.asked();
        let (depth, mark, default, was) = {
            let mut host = self.host.borrow_mut();
            let was = (host.probing, host.supposing);
            host.probing += 1;
            host.calls_at_answer = host.calls;
            (host.pos.journal().len(), host.rows.len(), host.default_row, was)
        };
        self.watchdog.start();
        let ask = |action: &ActionId| {
            let action = V(Val::handle(Kind::Action, action.at() as u64));
            self.entrances.ask_standing.call::<()>((action, V(Val::side(side)), V(Val::side(asked)), explain))
        };
        let done = actions.iter().try_for_each(ask);
        let late = self.watchdog.stop();
        let rows = {
            let mut host = self.host.borrow_mut();
            (host.probing, host.supposing) = was;
            host.default_row = default;
            host.explain_action = None;
            if host.pos.journal().len() > depth {
                let board = host.board.clone();
                host.pos.take_back(&board, depth); // A `suppose` that failed half-way.
                host.show_all();
            }
            host.rows.split_off(mark)
        };
        if let Err(error) = done {
            return Err(self.failed(&error, late));
        }
        match rows.iter().find(|r| r.cols[0].index(Kind::Action).is_none()) {
            Some(row) => {
                Err(self.script(format!("a standing row begins with an action, not `{}`", row.text(self.board()))))
            }
            None => Ok(rows),
        }
    }

    /// Uses one of the rows that stand open for a side: the action's `play` runs as a step outside
    /// the stack, its changes join the innermost open step's log as from outside, and the open
    /// steps are re-run, so that the pending choice is of the new position.
    ///
    /// # Errors
    /// As [`Vm::run`], also if the choice cannot be asked any more; everything is taken back.
    pub fn use_standing(&mut self, side: SideId, row: usize) -> Result<Stop, RunError> {
        let rows = self.standing()?;
        let row = rows.iter().find(|(s, _)| *s == side).and_then(|(_, rows)| rows.get(row)).copied();
        let Some(row) = row else { return Err(self.script("no such row".into())) };
        let (before, forced, told, barrier) = {
            let host = self.host.borrow();
            (host.pos.clone(), host.forced.clone(), host.happenings.len(), host.barrier)
        };
        let done = self.play_outside(side, row).and_then(|()| self.restart(false, false));
        if done.is_err() {
            self.live = false;
            let mut host = self.host.borrow_mut();
            host.pos = before;
            host.forced = forced;
            host.happenings.truncate(told);
            host.barrier = barrier;
            reset(&mut host);
        }
        done
    }

    fn play_outside(&mut self, side: SideId, row: Row) -> Result<(), RunError> {
        let (depth, start) = {
            let host = self.host.borrow();
            (host.pos.open_steps().len(), host.pos.journal().len())
        };
        let step = row.cols[0].index(Kind::Action).and_then(|a| self.host.borrow().action_steps.get(a).copied());
        let Some(step) = step else { return Err(self.script("this action has no step".into())) };
        let mut args = vec![Plain::Val(Val::side(side))];
        args.extend(row.columns()[1..].iter().map(|v| Plain::Val(*v)));
        let opened = {
            let mut host = self.host.borrow_mut();
            reset(&mut host);
            host.outside = true;
            host.begin_call(step, args).map(drop)
        };
        opened.map_err(|message| self.script(message))?;
        let failed = |e: mlua::Error| RunError::Script { message: e.to_string(), place: None, within: vec![] };
        let thread = self.lua.create_thread(self.entrances.play_standing.clone()).map_err(failed)?;
        let col = |i: usize| (i < row.len as usize).then(|| V(row.cols[i]));
        let args = (step.at(), V(Val::side(side)), col(1), col(2), col(3), col(4));
        let args = mlua::IntoLuaMulti::into_lua_multi(args, &self.lua).map_err(failed)?;
        let paused = self.advance(&thread, args)?;
        let mut host = self.host.borrow_mut();
        host.outside = false;
        if paused {
            host.pos.close_within(depth); // Only the end of the game pauses here.
        }
        if !paused {
            host.pos.untell(); // A finished called step; the step that is open has not called it.
        }
        host.pos.tell_outside(start);
        Ok(())
    }

    /// Gives the dice a person rolled.
    ///
    /// # Errors
    /// As [`Vm::run`]; the faces were checked by the caller.
    pub fn give_dice(&mut self, faces: Vec<i64>) -> Result<Stop, RunError> {
        self.host.borrow_mut().given = Some(faces);
        self.resume(MultiValue::new())
    }

    /// Runs a Lua expression that may look but not touch, and shows its value.
    ///
    /// # Errors
    /// What Lua says of it.
    pub fn evaluate(&mut self, expression: &str) -> Result<String, String> {
        let (depth, rows, was) = {
            let mut host = self.host.borrow_mut();
            let was = (host.probing, host.supposing, host.fault.take());
            host.probing += 1;
            host.calls_at_answer = host.calls;
            host.show_all();
            (host.pos.journal().len(), host.rows.len(), was)
        };
        self.watchdog.start();
        let load = |text: String| {
            self.lua.load(text).set_name("=expression").set_mode(mlua::chunk::ChunkMode::Text).into_function()
        };
        let done = load(format!("return {expression}"))
            .or_else(|_| load(expression.to_owned()))
            .and_then(|f| f.call::<MultiValue>(()));
        self.watchdog.stop();
        if done.is_err() {
            let _ = self.begin_anew();
        }
        let shown = match done {
            Ok(values) => Ok(values.iter().map(|v| self.show(v, 0)).collect::<Vec<_>>().join("  ")),
            Err(error) if error.to_string().contains(ONLY_ASKED) => Err(LOOKS_ONLY.into()),
            Err(error) => Err(split_error(&error.to_string()).1),
        };
        let mut host = self.host.borrow_mut();
        (host.probing, host.supposing, host.fault) = was;
        host.rows.truncate(rows);
        let board = host.board.clone();
        host.pos.take_back(&board, depth);
        host.show_all();
        self.live = false; // What the expression left in the prelude (`need`, `next`) dies with the coroutine.
        shown
    }

    fn show(&self, value: &Value, depth: usize) -> String {
        match value {
            Value::Integer(n) => {
                let host = self.host.borrow();
                let val = Val(*n);
                match val.kind() {
                    Kind::Number => n.to_string(),
                    Kind::Set => {
                        let mut members = Vec::new();
                        if let Ok(set) = host.set(val) {
                            host.members(&set, &mut members);
                        }
                        let texts: Vec<String> = members.iter().map(|v| host.board.text(*v)).collect();
                        format!("{{{}}}", texts.join(", "))
                    }
                    _ => host.board.text(val),
                }
            }
            Value::Table(table) if depth < 4 => {
                let mut parts = Vec::new();
                for (i, pair) in table.pairs::<Value, Value>().flatten().enumerate() {
                    let (key, value) = pair;
                    let value = self.show(&value, depth + 1);
                    parts.push(match key {
                        Value::Integer(n) if n == i as i64 + 1 => value,
                        Value::String(s) => format!("{} = {value}", s.to_string_lossy()),
                        other => format!("[{}] = {value}", self.show(&other, depth + 1)),
                    });
                }
                format!("{{{}}}", parts.join(", "))
            }
            Value::String(s) => format!("\"{}\"", s.to_string_lossy()),
            Value::Number(n) => n.to_string(),
            Value::Boolean(b) => b.to_string(),
            Value::Nil => "nil".into(),
            other => format!("<{}>", other.type_name()),
        }
    }

    fn restart(&mut self, explain: bool, check_rows: bool) -> Result<Stop, RunError> {
        let (step, args, replaying) = {
            let mut host = self.host.borrow_mut();
            if host.pos.outcome().is_some() {
                return Ok(Stop::Over);
            }
            reset(&mut host);
            host.drop_scratch();
            let Some(first) = host.pos.open_steps().first() else {
                return Err(RunError::Script { message: "no step is open".into(), place: None, within: vec![] });
            };
            let (step, args) = (first.step, first.args.clone());
            let fresh = host.pos.open_steps().len() == 1 && host.pos.journal().is_empty() && first.log.is_empty();
            if !fresh {
                let journal = host.pos.journal().to_vec();
                let stack = host.pos.open_steps().to_vec();
                let board = host.board.clone();
                host.pos.take_back(&board, 0);
                host.replay = Some(Replay { stack, journal });
            }
            host.pos.open_outermost(step, args.clone());
            host.check_rows = check_rows;
            host.show_all();
            (step, args, !fresh)
        };
        let failed = |e: mlua::Error| RunError::Script { message: e.to_string(), place: None, within: vec![] };
        self.begin_anew().map_err(failed)?;
        let (a, b, c, d, e, f) = crate::bindings::spread(args);
        let args = (step.at(), replaying, explain, check_rows, a, b, c, d, e, f);
        let args = mlua::IntoLuaMulti::into_lua_multi(args, &self.lua).map_err(failed)?;
        self.live = true;
        self.resume(args)
    }

    /// Makes the coroutine anew. Where memory is short, what scripts left is let go first: even that takes a
    /// little, and here nobody could catch the failure, so the limit is lifted meanwhile.
    fn begin_anew(&mut self) -> mlua::Result<()> {
        self.lua.set_memory_limit(0)?;
        let mut done = self.thread.reset(self.entrances.run.clone());
        if self.lua.used_memory() > crate::sandbox::MEMORY_LIMIT / 2 {
            done = done.and_then(|()| self.lua.gc_collect());
        }
        self.lua.set_memory_limit(crate::sandbox::MEMORY_LIMIT)?;
        done
    }

    fn resume(&mut self, args: MultiValue) -> Result<Stop, RunError> {
        let thread = self.thread.clone();
        if self.advance(&thread, args)? {
            Ok(self.stop())
        } else {
            Err(self.script("the step ended without naming the next one".into()))
        }
    }

    /// Runs a coroutine on; whether it has paused rather than ended.
    fn advance(&mut self, thread: &Thread, args: MultiValue) -> Result<bool, RunError> {
        {
            let mut host = self.host.borrow_mut();
            host.calls_at_answer = host.calls;
            host.ruled = 0;
        }
        self.watchdog.start();
        let done = thread.resume::<()>(args);
        let late = self.watchdog.stop();
        match done {
            Ok(()) => Ok(thread.is_resumable()),
            Err(error) => Err(self.failed(&error, late)),
        }
    }

    fn stop(&self) -> Stop {
        let host = self.host.borrow();
        if host.pos.outcome().is_some() {
            Stop::Over
        } else if let Some(wanted) = host.wanted {
            Stop::Dice(wanted)
        } else {
            Stop::Choice
        }
    }

    /// The open steps with their arguments, outermost first.
    pub fn within(&self) -> Vec<String> {
        let host = self.host.borrow();
        let board = &host.board;
        host.pos
            .open_steps()
            .iter()
            .map(|frame| {
                let mut text = board.steps[frame.step.at()].clone();
                for arg in &frame.args {
                    text.push(' ');
                    text.push_str(&cardwright_state::notation::plain_text(board, arg));
                }
                text
            })
            .collect()
    }

    fn script(&mut self, message: String) -> RunError {
        self.live = false;
        RunError::Script { message, place: None, within: self.within() }
    }

    fn failed(&mut self, error: &mlua::Error, late: bool) -> RunError {
        self.live = false;
        let mut within = self.within();
        let _ = self.lua.set_memory_limit(0); // It may have been memory: see `begin_anew`, which sets it again.
        if let Ok(Some(action)) = self.entrances.asked_last.call::<Option<String>>(()) {
            within.push(format!("the offer of `{action}`"));
        }
        let _ = self.begin_anew();
        let (place, message) = split_error(&error.to_string());
        let mut host = self.host.borrow_mut();
        let fault = host.fault.take();
        let step_error = match fault {
            Some(Fault::DeadEnd(side)) => RunError::DeadEnd { side: host.board.sides[side.at()].id.clone(), within },
            Some(Fault::Diverged(message)) => RunError::Diverged { message, place },
            Some(Fault::Limit(message)) => RunError::Limit { message, place, within },
            Some(Fault::Chance(message, wanted)) => {
                RunError::Chance { message, wanted: Box::new(wanted), place, within }
            }
            None if late => RunError::Limit { message: TOO_LONG.into(), place, within },
            None => match memory(error) {
                Some(message) => RunError::Limit { message, place, within },
                None => RunError::Script { message, place, within },
            },
        };
        reset(&mut host);
        step_error
    }
}

/// Puts everything that is not the position back to rest.
fn reset(host: &mut Host) {
    host.rows.clear();
    host.prompt = None;
    host.default_row = None;
    host.standing.clear();
    host.standing_rows = None;
    host.outside = false;
    host.answer = None;
    host.wanted = None;
    host.given = None;
    host.stop_asking();
    host.probing = 0;
    host.supposing = 0;
    host.replay = None;
    host.check_rows = false;
    host.fault = None;
    host.explain_action = None;
}
