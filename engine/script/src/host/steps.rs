//! Steps: opened within each other, ended, followed by others; the end of the game.

use super::{Host, HostResult};
use cardwright_state::board::Sides;
use cardwright_state::position::{Entry, Frame, Line, Outcome, Placed};
use cardwright_state::val::{Kind, Plain, Val};
use cardwright_state::{PeriodId, SideId, StepId};

impl Host {
    /// Opens a nested step. See the prelude for what the parts mean.
    pub(crate) fn begin_call(&mut self, step: StepId, args: Vec<Plain>) -> HostResult<Begun> {
        self.may_change()?;
        self.nothing_stands()?;
        if self.supposing > 0 {
            return Err("`suppose` may open no step".into());
        }
        self.nothing_is_offered()?;
        if step.at() >= self.board.steps.len() {
            return Err(format!("no step has the number {}: name it", step.at()));
        }
        self.kept_plain(&args)?;
        if self.pos.open_steps().len() >= 32 {
            return Err("more than 32 steps open within each other".into());
        }
        let here = self.pos.journal().len() as u32;
        if self.is_rerun() {
            let depth = self.pos.open_steps().len() - 1;
            let at = self.pos.open_steps()[depth].log.len();
            let replay = self.replay().map(|r| (r.stack[depth].log.len(), r.stack.get(depth + 1).cloned()));
            let (length, inner) = replay.unwrap_or_default();
            if at >= length
                && let Some(inner) = inner
            {
                if inner.called != step || inner.call_start != here {
                    return Err(self.diverged("opened another step than before"));
                }
                self.reapply((inner.start - here) as usize)?;
                let (step, args) = (inner.step, inner.args.clone());
                self.pos.open(Frame { log: Vec::new(), ..inner });
                return Ok(Begun::Resume(step, args));
            }
            match self.logged()? {
                Some(Entry::Called { step: was, result, changes }) if was == step => {
                    self.reapply(changes as usize)?;
                    return Ok(Begun::Finished(result));
                }
                Some(_) => return Err(self.diverged("opened a step where it did not before")),
                None => {}
            }
        }
        self.pos.open(Frame::begun(step, args, here));
        self.keep_opening(step);
        Ok(Begun::Run)
    }

    /// Names what begins when the innermost step ends; the last name holds.
    pub(crate) fn name_successor(&mut self, step: StepId, args: Vec<Plain>) -> HostResult<()> {
        self.not_worked_out("name the next step")?;
        if self.probing > 0 || self.is_asking() {
            return Err(self.only_asked());
        }
        let depth = self.pos.open_steps().len();
        self.successors.retain(|(of, ..)| *of < depth);
        self.successors.push((depth, step, args));
        Ok(())
    }

    /// Ends the innermost step: its successor begins in its place, if it named one, or it is back to its caller with a
    /// result.
    pub(crate) fn end_step(&mut self, result: Plain) -> HostResult<Ended> {
        let depth = self.pos.open_steps().len();
        match self.successors.pop_if(|(of, ..)| *of == depth) {
            Some((_, step, args)) => self.go_on(step, args).map(|()| Ended::GoesOn(step)),
            None => self.finish(result).map(Ended::Back),
        }
    }

    /// Ends the innermost step and opens its successor in its place.
    fn go_on(&mut self, step: StepId, args: Vec<Plain>) -> HostResult<()> {
        self.may_change()?;
        self.nothing_stands()?;
        self.nothing_is_offered()?;
        if self.is_rerun() {
            return Err(self.diverged("ended earlier than before"));
        }
        self.kept_plain(&args)?;
        let depth = self.pos.open_steps().len() - 1;
        if depth == 0 {
            self.drop_scratch();
            if self.witness.watching {
                self.tell_moves();
            }
            self.witness.told = 0;
            self.witness.ends += 1;
            if self.witness.tells {
                self.witness.ends_on_table += u64::from(self.changed_on_table() > 0);
                self.witness.on_table = (0, 0);
            }
            self.pos.open_outermost(step, args);
        } else {
            self.pos.go_on_with(step, args);
        }
        self.keep_opening(step);
        Ok(())
    }

    fn finish(&mut self, result: Plain) -> HostResult<Plain> {
        let depth = self.pos.open_steps().len() - 1;
        if depth == 0 {
            let name = &self.board.steps[self.pos.open_steps()[depth].step.at()];
            return Err(format!("the step `{name}` ended without naming the next one"));
        }
        self.nothing_stands()?;
        self.nothing_is_offered()?;
        if self.is_rerun() {
            return Err(self.diverged("ended earlier than before"));
        }
        self.kept_plain(std::slice::from_ref(&result))?;
        if let Some(frame) = self.pos.close() {
            let changes = self.pos.journal().len() as u32 - frame.call_start;
            self.log(Entry::Called { step: frame.called, result: result.clone(), changes });
        }
        Ok(result)
    }

    /// Ends a period, and notes it for whoever watches.
    pub(crate) fn end_period(&mut self, period: PeriodId) -> HostResult<()> {
        self.change(|pos, board| pos.end_period(board, period))?;
        if self.witness.watching && !self.is_rerun() && self.supposing == 0 && !self.witness.ended.contains(&period) {
            self.witness.ended.push(period);
        }
        Ok(())
    }

    /// Ends the game, with who is on each place.
    pub(crate) fn win(&mut self, places: Vec<(Vec<Val>, Option<i64>)>, text: Line) -> HostResult<()> {
        if self.supposing > 0 {
            return Err("`suppose` may not end the game".into());
        }
        let mut all = Sides::NONE;
        let mut outcome = Outcome { places: Vec::with_capacity(places.len()), text };
        for (who, number) in places {
            let mut sides = Sides::NONE;
            for side in who {
                let side = SideId::new(self.index(side, Kind::Side)?);
                let id = &self.board.sides[side.at()].id;
                if !self.pos.is_in_play(&self.board, side) {
                    return Err(format!("`{id}` is not in play: it cannot be among those with whom the game ends"));
                }
                if all.has(side) {
                    return Err(format!("the game ends with `{id}` twice: a side has one place"));
                }
                (sides, all) = (sides.with(side), all.with(side));
            }
            if sides.is_empty() {
                return Err("a place on which nobody is: each has a side, or a list of sides".into());
            }
            outcome.places.push(Placed { sides, number });
        }
        outcome.text.subjects.iter().try_for_each(|val| self.kept(*val).map(drop))?;
        self.change(|pos, board| pos.end(board, outcome))
    }
}

/// How a step ends.
pub(crate) enum Ended {
    /// Another has begun in its place.
    GoesOn(StepId),
    /// Its caller goes on with this result.
    Back(Plain),
}

/// How a called step begins.
pub(crate) enum Begun {
    Run,
    Finished(Plain),
    Resume(StepId, Vec<Plain>),
}
