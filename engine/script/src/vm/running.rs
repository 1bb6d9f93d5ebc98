//! Runs the coroutine of a game. Restores the coroutine from the stored inputs of the open steps, resumes it, and
//! converts failures to [`RunError`].

use super::{RunError, Stop, Vm, reset};
use crate::bindings::LuaPlain;
use crate::host::{Replay, Running, StopCause};
use crate::script_errors::{out_of_memory, out_of_memory_at, split_error};
use crate::watchdog::TimeLimit;
use cardwright_state::val::PlainValue;
use mlua::{MultiValue, Thread};

/// Plain values as arguments of a Lua function.
pub(super) fn lua_args(args: &[PlainValue]) -> mlua::Variadic<LuaPlain> {
    args.iter().cloned().map(LuaPlain).collect()
}

impl Vm {
    /// Runs the open steps again with their stored inputs, up to the pending choice. With `explain`, the host collects
    /// reasons for the command `why`. With `check_rows`, the host checks that each stored answer is still a row.
    pub(super) fn restart(&mut self, explain: bool, check_rows: bool) -> Result<Stop, RunError> {
        let (step, args, is_replay) = {
            let mut host = self.host.borrow_mut();
            if host.pos.outcome().is_some() {
                return Ok(Stop::Over);
            }
            reset(&mut host);
            host.drop_scratch();
            let Some(outermost) = host.pos.open_steps().first() else {
                return Err(RunError::Script { message: "no step is open".into(), place: None, open_steps: vec![] });
            };
            let (step, args) = (outermost.step, outermost.args.clone());
            // In a fresh game only the first step is open, and it has changed and received nothing. Otherwise the
            // changes of the journal are taken back, and the replay makes them again.
            let is_fresh =
                host.pos.open_steps().len() == 1 && host.pos.journal().is_empty() && outermost.log.is_empty();
            if !is_fresh {
                let journal = host.pos.journal().to_vec();
                let stack = host.pos.open_steps().to_vec();
                let board = host.board.clone();
                host.pos.undo_to(&board, 0);
                host.running = Running::Replaying(Replay { stack, journal, checks_rows: check_rows });
            }
            host.pos.open_outermost(step, args.clone());
            host.forget_shared();
            (step, args, !is_fresh)
        };
        let script_error =
            |error: mlua::Error| RunError::Script { message: error.to_string(), place: None, open_steps: vec![] };
        self.reset_coroutine().map_err(script_error)?;
        let args = (step.index(), is_replay, explain, check_rows, lua_args(&args));
        let args = mlua::IntoLuaMulti::into_lua_multi(args, &self.lua).map_err(script_error)?;
        self.is_live = true;
        self.resume(args)
    }

    /// Makes a new coroutine, and collects garbage if memory is short. A failed allocation could not be caught here,
    /// so the function lifts the memory limit meanwhile.
    pub(super) fn reset_coroutine(&mut self) -> mlua::Result<()> {
        self.lua.set_memory_limit(0)?;
        let mut result = self.thread.reset(self.prelude.run.clone());
        if self.lua.used_memory() > crate::sandbox::MEMORY_LIMIT / 2 {
            result = result.and_then(|()| self.lua.gc_collect());
        }
        self.lua.set_memory_limit(crate::sandbox::MEMORY_LIMIT)?;
        result
    }

    /// Resumes the coroutine of the game, up to the next choice or the end of the game.
    pub(super) fn resume(&mut self, args: MultiValue) -> Result<Stop, RunError> {
        let thread = self.thread.clone();
        if self.advance(&thread, args)? {
            Ok(self.stop_state())
        } else {
            Err(self.script_error("the step ended without naming the next one".into()))
        }
    }

    /// Resumes a coroutine. Returns true if the coroutine paused, and false if it ended.
    pub(super) fn advance(&mut self, thread: &Thread, args: MultiValue) -> Result<bool, RunError> {
        {
            let mut host = self.host.borrow_mut();
            host.limits.counts.answered();
        }
        self.watchdog.start();
        let result = thread.resume::<()>(args);
        let time_limit = self.watchdog.stop();
        match result {
            Ok(()) => Ok(thread.is_resumable()),
            Err(error) => {
                let out_of_memory_place = out_of_memory_at(&self.lua, thread, &error);
                Err(self.run_error(&error, time_limit, out_of_memory_place))
            }
        }
    }

    pub(super) fn stop_state(&self) -> Stop {
        let host = self.host.borrow();
        if host.pos.outcome().is_some() { Stop::Over } else { Stop::Choice }
    }

    /// The open steps with their arguments, outermost first.
    pub fn open_steps(&self) -> Vec<String> {
        let host = self.host.borrow();
        let board = &host.board;
        host.pos
            .open_steps()
            .iter()
            .map(|frame| {
                let mut text = board.labels[frame.step].clone();
                for arg in &frame.args {
                    text.push(' ');
                    text.push_str(&cardwright_state::notation::plain_text(board, arg));
                }
                text
            })
            .collect()
    }

    /// Makes an error of the script without a script line.
    pub(super) fn script_error(&mut self, message: String) -> RunError {
        self.is_live = false;
        RunError::Script { message, place: None, open_steps: self.open_steps() }
    }

    /// Converts a Lua error. `time_limit` is the limit if the watchdog stopped the script.
    pub(super) fn run_error(
        &mut self,
        error: &mlua::Error,
        time_limit: Option<TimeLimit>,
        out_of_memory_place: Option<(String, usize)>,
    ) -> RunError {
        crate::lua_ffi::resume_panic();
        self.is_live = false;
        let mut open_steps = self.open_steps();
        // The script may have run out of memory, so lift the limit. `reset_coroutine` restores it.
        let _ = self.lua.set_memory_limit(0);
        let failed_offer = self.prelude.failed_offer.call::<Option<String>>(()).ok().flatten();
        if let Some(action) = failed_offer.or_else(|| self.host.borrow().offering_action()) {
            open_steps.push(format!("the offer of `{action}`"));
        }
        let _ = self.reset_coroutine();
        let (place, message) = split_error(&error.to_string());
        let place = place.or(out_of_memory_place);
        let mut host = self.host.borrow_mut();
        let cause = host.limits.stop_cause.take();
        let run_error = match cause {
            Some(StopCause::DeadEnd(side, _)) => {
                RunError::DeadEnd { side: host.board.sides[side.index()].id.clone(), open_steps }
            }
            Some(StopCause::Diverged(message)) => RunError::Diverged { message, place },
            Some(StopCause::Limit(message)) => RunError::Limit { message, place, open_steps },
            Some(StopCause::Chance(message, wanted)) => {
                RunError::Chance { message, request: Box::new(wanted), place, open_steps }
            }
            Some(StopCause::StepBegins) => RunError::StepBegins,
            Some(StopCause::ReadOnly(_)) => RunError::Script { message, place, open_steps },
            None => match (time_limit, out_of_memory(error)) {
                (Some(limit), _) => RunError::TimeLimit { limit, place, open_steps },
                (None, Some(message)) => RunError::Limit { message, place, open_steps },
                (None, None) => RunError::Script { message, place, open_steps },
            },
        };
        reset(&mut host);
        run_error
    }
}
