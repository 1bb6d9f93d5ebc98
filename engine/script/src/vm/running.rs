//! The coroutine: made anew from the log of the open steps, run on, and what becomes of a failure.

use super::{RunError, Stop, Vm, reset};
use crate::bindings::P;
use crate::host::{Fault, Replay, Running};
use crate::place::{memory, memory_ran_out_at, split_error};
use crate::watchdog::TOO_LONG;
use mlua::{MultiValue, Thread};

impl Vm {
    pub(super) fn restart(&mut self, explain: bool, check_rows: bool) -> Result<Stop, RunError> {
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
                host.running = Running::Rerun(Replay { stack, journal, checks: check_rows });
            }
            host.pos.open_outermost(step, args.clone());
            host.forget_shared();
            (step, args, !fresh)
        };
        let failed = |e: mlua::Error| RunError::Script { message: e.to_string(), place: None, within: vec![] };
        self.begin_anew().map_err(failed)?;
        let begun = args.into_iter().map(P).collect::<mlua::Variadic<P>>();
        let args = (step.at(), replaying, explain, check_rows, begun);
        let args = mlua::IntoLuaMulti::into_lua_multi(args, &self.lua).map_err(failed)?;
        self.live = true;
        self.resume(args)
    }

    /// Makes the coroutine anew. Where memory is short, what scripts left is let go first: even that takes a
    /// little, and here nobody could catch the failure, so the limit is lifted meanwhile.
    pub(super) fn begin_anew(&mut self) -> mlua::Result<()> {
        self.lua.set_memory_limit(0)?;
        let mut done = self.thread.reset(self.entrances.run.clone());
        if self.lua.used_memory() > crate::sandbox::MEMORY_LIMIT / 2 {
            done = done.and_then(|()| self.lua.gc_collect());
        }
        self.lua.set_memory_limit(crate::sandbox::MEMORY_LIMIT)?;
        done
    }

    pub(super) fn resume(&mut self, args: MultiValue) -> Result<Stop, RunError> {
        let thread = self.thread.clone();
        if self.advance(&thread, args)? {
            Ok(self.stop())
        } else {
            Err(self.script("the step ended without naming the next one".into()))
        }
    }

    /// Runs a coroutine on; whether it has paused rather than ended.
    pub(super) fn advance(&mut self, thread: &Thread, args: MultiValue) -> Result<bool, RunError> {
        {
            let mut host = self.host.borrow_mut();
            host.counts.answered();
        }
        self.watchdog.start();
        let done = thread.resume::<()>(args);
        let late = self.watchdog.stop();
        match done {
            Ok(()) => Ok(thread.is_resumable()),
            Err(error) => {
                let ran_out = memory_ran_out_at(&self.lua, thread, &error);
                Err(self.failed(&error, late, ran_out))
            }
        }
    }

    pub(super) fn stop(&self) -> Stop {
        let host = self.host.borrow();
        if host.pos.outcome().is_some() { Stop::Over } else { Stop::Choice }
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

    pub(super) fn script(&mut self, message: String) -> RunError {
        self.live = false;
        RunError::Script { message, place: None, within: self.within() }
    }

    /// What a failure is; `ran_out`: where memory did, if that is known.
    pub(super) fn failed(&mut self, error: &mlua::Error, late: bool, ran_out: Option<(String, usize)>) -> RunError {
        crate::raw::go_on_panicking();
        self.live = false;
        let mut within = self.within();
        let _ = self.lua.set_memory_limit(0); // It may have been memory: see `begin_anew`, which sets it again.
        let asked = self.entrances.asked_last.call::<Option<String>>(()).ok().flatten();
        if let Some(action) = asked.or_else(|| self.host.borrow().action_asked()) {
            within.push(format!("the offer of `{action}`"));
        }
        let _ = self.begin_anew();
        let (place, message) = split_error(&error.to_string());
        let place = place.or(ran_out);
        let mut host = self.host.borrow_mut();
        let fault = host.fault.take();
        let step_error = match fault {
            Some(Fault::DeadEnd(side)) => RunError::DeadEnd { side: host.board.sides[side.at()].id.clone(), within },
            Some(Fault::Diverged(message)) => RunError::Diverged { message, place },
            Some(Fault::Limit(message)) => RunError::Limit { message, place, within },
            Some(Fault::Chance(message, wanted)) => {
                RunError::Chance { message, wanted: Box::new(wanted), place, within }
            }
            Some(Fault::OnlyAsked) => RunError::Script { message, place, within },
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
