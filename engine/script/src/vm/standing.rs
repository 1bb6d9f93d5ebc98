//! What other sides may do before the pending answer: asked, explained, used.

use super::{RunError, Stop, Vm, reset};
use crate::bindings::V;
use crate::host::{Running, Trace};
use crate::place::memory_ran_out_at;
use cardwright_state::position::Row;
use cardwright_state::val::{Kind, Plain, Val};
use cardwright_state::{ActionId, SideId};

/// What stands open for a side beside the pending choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The side.
    pub side: SideId,
    /// What it may do.
    pub rows: Vec<Row>,
    /// Actions whose rule fails when it is asked, and how: none of their rows is there.
    pub failed: Vec<(ActionId, RunError)>,
}

impl Vm {
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

    /// The rows that stand open beside the pending choice, by side.
    ///
    /// # Errors
    /// As [`Vm::run`], and where the rule of any action fails; the position stays good.
    pub fn standing(&mut self) -> Result<Vec<(SideId, Vec<Row>)>, RunError> {
        let all = self.standing_each()?;
        if let Some((_, error)) = all.iter().flat_map(|of| &of.failed).next() {
            return Err(error.clone());
        }
        Ok(all.into_iter().map(|of| (of.side, of.rows)).collect())
    }

    /// The same, asked when first looked at; the rule of one action that fails closes none of the others.
    ///
    /// # Errors
    /// As [`Vm::run`]; the position stays good.
    pub fn standing_each(&mut self) -> Result<Vec<Standing>, RunError> {
        if !self.live {
            self.restart(false, false)?;
        }
        if let Some(all) = &self.host.borrow().standing_rows {
            return Ok(all.clone());
        }
        let mut out = Vec::new();
        for (side, actions) in self.standing_actions() {
            let mut of = Standing { side, rows: Vec::new(), failed: Vec::new() };
            for action in actions {
                match self.ask_standing(side, &[action], false) {
                    Ok(rows) => of.rows.extend(rows),
                    Err(error) => {
                        of.failed.push((action, error));
                        self.restart(false, false)?;
                    }
                }
            }
            out.push(of);
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
        let (before, pending) = {
            let mut host = self.host.borrow_mut();
            let pending = std::mem::take(&mut host.rows); // They do not count against what stands open.
            (host.step_aside(), pending)
        };
        self.watchdog.start();
        let mut ran_out = None;
        let ask = |action: &ActionId| {
            let action = V(Val::handle(Kind::Action, action.at() as u64));
            // As a coroutine: that tells where memory ran out, if it does.
            let thread = self.lua.create_thread(self.entrances.ask_standing.clone())?;
            let done = thread.resume::<()>((action, V(Val::side(side)), V(Val::side(asked)), explain));
            done.inspect_err(|error| ran_out = memory_ran_out_at(&self.lua, &thread, error))
        };
        let done = actions.iter().try_for_each(ask);
        let late = self.watchdog.stop();
        let rows = std::mem::take(&mut self.host.borrow_mut().rows);
        let done = done.map_err(|error| self.failed(&error, late, ran_out));
        let mut host = self.host.borrow_mut();
        host.step_back(before);
        host.explain_action = None;
        if done.is_ok() {
            host.rows = pending;
        }
        drop(host);
        done?;
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
        let all = self.standing_each()?;
        let row = all.iter().find(|of| of.side == side).and_then(|of| of.rows.get(row)).copied();
        let Some(row) = row else { return Err(self.script("no such row".into())) };
        let (before, forced, told, barrier) = {
            let host = self.host.borrow();
            (host.pos.clone(), host.given.forced.clone(), host.witness.happenings.len(), host.barrier)
        };
        let done = self.play_outside(side, row).and_then(|()| self.restart(false, false));
        if done.is_err() {
            self.live = false;
            let mut host = self.host.borrow_mut();
            host.pos = before;
            host.given.forced = forced;
            host.witness.happenings.truncate(told);
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
            host.running = Running::Beside;
            host.begin_call(step, args).map(drop)
        };
        opened.map_err(|message| self.script(message))?;
        let failed = |e: mlua::Error| RunError::Script { message: e.to_string(), place: None, within: vec![] };
        let thread = self.lua.create_thread(self.entrances.play_standing.clone()).map_err(failed)?;
        let col = |i: usize| (i < row.len as usize).then(|| V(row.cols[i]));
        let args = (step.at(), V(Val::side(side)), col(1), col(2), col(3), col(4), col(5), col(6));
        let args = mlua::IntoLuaMulti::into_lua_multi(args, &self.lua).map_err(failed)?;
        let paused = self.advance(&thread, args)?;
        let mut host = self.host.borrow_mut();
        host.running = Running::Live;
        if paused {
            host.pos.close_within(depth); // Only the end of the game pauses here.
        }
        if !paused {
            host.pos.untell(); // A finished called step; the step that is open has not called it.
        }
        host.pos.tell_outside(start);
        Ok(())
    }
}
