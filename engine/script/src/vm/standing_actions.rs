//! Standing actions: actions that sides may use before the pending answer. Finds their rows, explains and plays them.

use super::{RunError, Stop, Vm, reset};
use crate::bindings::LuaVal;
use crate::host::{Running, Trace};
use crate::script_errors::out_of_memory_at;
use cardwright_state::position::Row;
use cardwright_state::val::{Kind, PlainValue, Val};
use cardwright_state::{ActionId, SideId};

/// The rows of a side's standing actions while a choice is pending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandingRows {
    /// The side.
    pub side: SideId,
    /// The legal rows.
    pub rows: Vec<Row>,
    /// Actions whose script fails, with the error. `rows` has none of their rows.
    pub failed: Vec<(ActionId, RunError)>,
}

impl Vm {
    /// The standing actions while a choice is pending, by side. Does not compute their rows: no script runs.
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

    /// The rows of all standing actions, by side.
    ///
    /// # Errors
    /// As [`Vm::run`], and if the script of any action fails. The position stays valid.
    pub fn standing_rows(&mut self) -> Result<Vec<(SideId, Vec<Row>)>, RunError> {
        let all = self.standing_rows_with_failures()?;
        if let Some((_, error)) = all.iter().flat_map(|standing| &standing.failed).next() {
            return Err(error.clone());
        }
        Ok(all.into_iter().map(|standing| (standing.side, standing.rows)).collect())
    }

    /// As [`Vm::standing_rows`], but an action whose script fails does not hide the rows of the others. The VM computes
    /// the rows once for each choice.
    ///
    /// # Errors
    /// As [`Vm::run`]. The position stays valid.
    pub fn standing_rows_with_failures(&mut self) -> Result<Vec<StandingRows>, RunError> {
        if !self.is_live {
            self.restart(false, false)?;
        }
        if let Some(all) = &self.host.borrow().standing_rows {
            return Ok(all.clone());
        }
        let mut out = Vec::new();
        for (side, actions) in self.standing_actions() {
            let mut standing = StandingRows { side, rows: Vec::new(), failed: Vec::new() };
            for action in actions {
                match self.offer_standing(side, &[action], false) {
                    Ok(rows) => standing.rows.extend(rows),
                    Err(error) => {
                        standing.failed.push((action, error));
                        self.restart(false, false)?;
                    }
                }
            }
            out.push(standing);
        }
        self.host.borrow_mut().standing_rows = Some(out.clone());
        Ok(out)
    }

    /// Reports how the standing rows of a side came about: its actions, what the scripts excluded, and why.
    ///
    /// # Errors
    /// As [`Vm::standing_rows`].
    pub fn explain_standing(&mut self, side: SideId) -> Result<Trace, RunError> {
        if !self.is_live {
            self.restart(false, false)?;
        }
        let open = self.standing_actions().into_iter().find(|(s, _)| *s == side);
        self.host.borrow_mut().explain = Some(Trace::default());
        let asked = self.offer_standing(side, &open.map(|(_, actions)| actions).unwrap_or_default(), true);
        let trace = self.host.borrow_mut().explain.take().unwrap_or_default();
        asked.map(|_| trace)
    }

    fn offer_standing(&mut self, side: SideId, actions: &[ActionId], explain: bool) -> Result<Vec<Row>, RunError> {
        let asked = self.asked_side();
        let (before, pending) = {
            let mut host = self.host.borrow_mut();
            let pending = std::mem::take(&mut host.rows); // They do not count towards the limit of these rows.
            (host.begin_read_only(), pending)
        };
        self.watchdog.start();
        let mut out_of_memory_place = None;
        let ask = |action: &ActionId| {
            let action = LuaVal(Val::handle(Kind::Action, action.at() as u64));
            // A coroutine shows where memory ran out, if it does.
            let thread = self.lua.create_thread(self.prelude.offer_standing.clone())?;
            let done = thread.resume::<()>((action, LuaVal(Val::side(side)), LuaVal(Val::side(asked)), explain));
            done.inspect_err(|error| out_of_memory_place = out_of_memory_at(&self.lua, &thread, error))
        };
        let done = actions.iter().try_for_each(ask);
        let has_fired = self.watchdog.stop();
        let rows = std::mem::take(&mut self.host.borrow_mut().rows);
        let done = done.map_err(|error| self.run_error(&error, has_fired, out_of_memory_place));
        let mut host = self.host.borrow_mut();
        host.end_read_only(before);
        host.explain_action = None;
        if done.is_ok() {
            host.rows = pending;
        }
        drop(host);
        done?;
        match rows.iter().find(|r| r.cols[0].index(Kind::Action).is_none()) {
            Some(row) => {
                Err(self
                    .script_error(format!("a standing row begins with an action, not `{}`", row.text(self.board()))))
            }
            None => Ok(rows),
        }
    }

    /// Plays one of a side's standing rows. The action's `play` runs as a step outside the stack. Its changes go into the
    /// innermost open step's log as changes from outside. Then the open steps run again, up to the pending choice in the
    /// new position.
    ///
    /// # Errors
    /// As [`Vm::run`], also if the pending choice is no longer possible. The position is then restored.
    pub fn use_standing_action(&mut self, side: SideId, row: usize) -> Result<Stop, RunError> {
        let all = self.standing_rows_with_failures()?;
        let row =
            all.iter().find(|standing| standing.side == side).and_then(|standing| standing.rows.get(row)).copied();
        let Some(row) = row else { return Err(self.script_error("no such row".into())) };
        let (before, forced, event_count, barrier) = {
            let host = self.host.borrow();
            (host.pos.clone(), host.outcomes.forced.clone(), host.recorder.events.len(), host.barrier)
        };
        let done = self.play_outside(side, row).and_then(|()| self.restart(false, false));
        if done.is_err() {
            self.is_live = false;
            let mut host = self.host.borrow_mut();
            host.pos = before;
            host.outcomes.forced = forced;
            host.recorder.events.truncate(event_count);
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
        let Some(step) = step else { return Err(self.script_error("this action has no step".into())) };
        let mut args = vec![PlainValue::Val(Val::side(side))];
        args.extend(row.columns()[1..].iter().map(|v| PlainValue::Val(*v)));
        let opened = {
            let mut host = self.host.borrow_mut();
            reset(&mut host);
            host.running = Running::StandingAction;
            host.begin_call(step, args).map(drop)
        };
        opened.map_err(|message| self.script_error(message))?;
        let failed = |e: mlua::Error| RunError::Script { message: e.to_string(), place: None, open_steps: vec![] };
        let thread = self.lua.create_thread(self.prelude.play_standing.clone()).map_err(failed)?;
        let col = |i: usize| (i < row.len as usize).then(|| LuaVal(row.cols[i]));
        let args = (step.at(), LuaVal(Val::side(side)), col(1), col(2), col(3), col(4), col(5), col(6));
        let args = mlua::IntoLuaMulti::into_lua_multi(args, &self.lua).map_err(failed)?;
        let paused = self.advance(&thread, args)?;
        let mut host = self.host.borrow_mut();
        host.running = Running::Live;
        if paused {
            host.pos.close_steps_within(depth); // Only the end of the game pauses here.
        }
        if !paused {
            host.pos.pop_input(); // The entry of the finished step: the innermost open step did not call it.
        }
        host.pos.log_outside_changes(start);
        Ok(())
    }
}
