//! Standing actions: actions that sides may use before the answer to the pending choice. Finds, explains and plays the
//! rows of these actions.

use super::{RunError, Stop, Vm, reset};
use crate::bindings::LuaVal;
use crate::host::{Running, StandingRows, Trace};
use crate::knobs::{STANDING_USES, standing_use_limit};
use crate::script_errors::out_of_memory_at;
use cardwright_state::position::Row;
use cardwright_state::val::{Kind, PlainValue, Val};
use cardwright_state::{ActionId, Answer, SideId};

impl Vm {
    /// Returns the standing actions while a choice is pending, by side. Does not compute the rows, so no script runs.
    pub fn standing_actions(&self) -> Vec<(SideId, Vec<ActionId>)> {
        let host = self.host.borrow();
        let mut out: Vec<(SideId, Vec<ActionId>)> = Vec::new();
        for (side, action) in &host.standing.actions {
            match out.iter_mut().find(|(listed, _)| listed == side) {
                Some((_, actions)) => actions.push(*action),
                None => out.push((*side, vec![*action])),
            }
        }
        out
    }

    /// Computes the rows of all standing actions, by side.
    ///
    /// # Errors
    /// Fails as [`Vm::run`] does, and if the script of any action fails. The position stays valid.
    pub fn standing_rows(&mut self) -> Result<Vec<(SideId, Vec<Row>)>, RunError> {
        let rows_by_side = self.standing_rows_with_failures()?;
        if let Some((_, error)) = rows_by_side.iter().flat_map(|standing| &standing.failed).next() {
            return Err(error.clone());
        }
        Ok(rows_by_side.into_iter().map(|standing| (standing.side, standing.rows)).collect())
    }

    /// Computes the rows of all standing actions, by side. If the script of an action fails, the other actions still
    /// have their rows. The VM computes the rows once for each choice.
    ///
    /// # Errors
    /// Fails as [`Vm::run`] does. The position stays valid.
    pub fn standing_rows_with_failures(&mut self) -> Result<Vec<StandingRows>, RunError> {
        if !self.is_live {
            // `false, false`: collect no reasons for `why`, and do not check the stored answers.
            self.restart(false, false)?;
        }
        if let Some(rows_by_side) = &self.host.borrow().standing.rows {
            return Ok(rows_by_side.clone());
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
        self.host.borrow_mut().standing.rows = Some(out.clone());
        Ok(out)
    }

    /// Returns how scripts made the standing rows of a side: which actions made offers, what the scripts excluded, and
    /// why.
    ///
    /// # Errors
    /// Fails as [`Vm::standing_rows`] does.
    pub fn explain_standing(&mut self, side: SideId) -> Result<Trace, RunError> {
        if !self.is_live {
            self.restart(false, false)?;
        }
        let actions = self.standing_actions().into_iter().find(|(acting, _)| *acting == side);
        self.host.borrow_mut().explaining.trace = Some(Trace::default());
        let rows = self.offer_standing(side, &actions.map(|(_, actions)| actions).unwrap_or_default(), true);
        let trace = self.host.borrow_mut().explaining.trace.take().unwrap_or_default();
        rows.map(|_| trace)
    }

    /// Runs the offers of a side's standing actions and returns the rows. With `explain`, the host collects reasons for
    /// the command `why`.
    fn offer_standing(&mut self, side: SideId, actions: &[ActionId], explain: bool) -> Result<Vec<Row>, RunError> {
        let asked_side = self.asked_side();
        let (saved, pending_rows) = {
            let mut host = self.host.borrow_mut();
            // The rows of the pending choice must not count towards the limit of the standing rows.
            let pending_rows = std::mem::take(&mut host.choice.rows);
            (host.begin_read_only(), pending_rows)
        };
        self.watchdog.start();
        let mut out_of_memory_place = None;
        let run_offer = |action: &ActionId| {
            let action = LuaVal(Val::handle(Kind::Action, action.index() as u64));
            // Run the offer as a coroutine, because a stopped coroutine shows where memory ran out.
            let thread = self.lua.create_thread(self.prelude.offer_standing.clone())?;
            let result = thread.resume::<()>((action, LuaVal(Val::side(side)), LuaVal(Val::side(asked_side)), explain));
            result.inspect_err(|error| out_of_memory_place = out_of_memory_at(&self.lua, &thread, error))
        };
        let result = actions.iter().try_for_each(run_offer);
        let time_limit = self.watchdog.stop();
        let rows = std::mem::take(&mut self.host.borrow_mut().choice.rows);
        let result = result.map_err(|error| self.run_error(&error, time_limit, out_of_memory_place));
        let mut host = self.host.borrow_mut();
        host.end_read_only(saved);
        host.explaining.action = None;
        if result.is_ok() {
            host.choice.rows = pending_rows;
        }
        drop(host);
        result?;
        match rows.iter().find(|row| row.cols[0].index(Kind::Action).is_none()) {
            Some(row) => {
                Err(self
                    .script_error(format!("a standing row begins with an action, not `{}`", row.text(self.board()))))
            }
            None => Ok(rows),
        }
    }

    /// Plays one of a side's standing rows, with a number for each amount. The `play` function of the action runs as a
    /// step outside the stack of open steps. The innermost open step stores the changes of this step as changes from
    /// outside. Then the open steps run again, up to the pending choice in the new position.
    ///
    /// # Errors
    /// Fails as [`Vm::run`] does, and if the pending choice is no longer possible. The VM then restores the position.
    /// Refuses a row that does not exist, and a use above the limit ([`RunError::Refused`]).
    pub fn use_standing_action(&mut self, side: SideId, answer: impl Into<Answer>) -> Result<Stop, RunError> {
        let answer = answer.into();
        let rows_by_side = self.standing_rows_with_failures()?;
        let row = rows_by_side
            .iter()
            .find(|standing| standing.side == side)
            .and_then(|standing| standing.rows.get(answer.row)?.filled(answer.numbers()));
        let Some(row) = row else { return Err(RunError::Refused { message: "there is no such standing row".into() }) };
        self.check_use_limit(side)?;
        let (position, forced, event_count, barrier) = {
            let host = self.host.borrow();
            (host.pos.clone(), host.chance.outcomes.forced.clone(), host.recorder.events.len(), host.chance.barrier)
        };
        let result = self.play_outside(side, row).and_then(|()| self.restart(false, false));
        if result.is_err() {
            self.is_live = false;
            let mut host = self.host.borrow_mut();
            host.pos = position;
            host.chance.outcomes.forced = forced;
            host.recorder.events.truncate(event_count);
            host.chance.barrier = barrier;
            reset(&mut host);
        }
        result
    }

    /// Refuses the standing action of a side that has used as many as it may before this answer.
    fn check_use_limit(&self, side: SideId) -> Result<(), RunError> {
        let host = self.host.borrow();
        let limit = standing_use_limit(&self.program.content, &host.pos);
        if (host.pos.standing_uses(side) as i64) < limit {
            return Ok(());
        }
        let (name, asked) =
            (&host.board.sides[side.index()].name, &host.board.sides[host.choice.asked_side.index()].name);
        let message = format!(
            "{name} has used {limit} standing actions before this answer, which is the limit (the knob \
             `{STANDING_USES}`): {name} may use them again when {asked} has answered"
        );
        Err(RunError::Refused { message })
    }

    /// Plays a standing row as a step outside the stack of open steps.
    fn play_outside(&mut self, side: SideId, row: Row) -> Result<(), RunError> {
        let (step_count, journal_length) = {
            let host = self.host.borrow();
            (host.pos.open_steps().len(), host.pos.journal().len())
        };
        let step = row.cols[0]
            .index(Kind::Action)
            .and_then(|action| self.host.borrow().definitions.action_steps.get(action).copied());
        let Some(step) = step else { return Err(self.script_error("this action has no step".into())) };
        let mut args = vec![PlainValue::Val(Val::side(side))];
        args.extend(row.columns()[1..].iter().map(|val| PlainValue::Val(*val)));
        let opened = {
            let mut host = self.host.borrow_mut();
            reset(&mut host);
            host.running = Running::StandingAction;
            host.begin_call(step, args).map(drop)
        };
        opened.map_err(|error| self.script_error(error.to_string()))?;
        let script_error =
            |error: mlua::Error| RunError::Script { message: error.to_string(), place: None, open_steps: vec![] };
        let thread = self.lua.create_thread(self.prelude.play_standing.clone()).map_err(script_error)?;
        let column = |index: usize| (index < row.len as usize).then(|| LuaVal(row.cols[index]));
        let args =
            (step.index(), LuaVal(Val::side(side)), column(1), column(2), column(3), column(4), column(5), column(6));
        let args = mlua::IntoLuaMulti::into_lua_multi(args, &self.lua).map_err(script_error)?;
        let has_paused = self.advance(&thread, args)?;
        let mut host = self.host.borrow_mut();
        host.running = Running::Live;
        if has_paused {
            // A standing action may ask nothing, so the pause is the end of the game.
            host.pos.close_steps_within(step_count);
        } else {
            // The innermost open step did not call the finished step, so it must not store the result.
            host.pos.pop_input();
        }
        if !host.leaves_changes_for_answers() {
            let message = "standing actions are closed until the outermost step ends: the rest of what it may change \
                           is for its answers";
            return Err(RunError::Refused { message: message.into() });
        }
        host.pos.log_standing_use(side, journal_length);
        Ok(())
    }
}
