//! Steps: opens and ends them, starts their successors, and ends the game.

use super::{Host, HostResult, StopCause};
use cardwright_state::board::Sides;
use cardwright_state::position::{FinalPlace, Frame, Outcome, StepInput, TextLine};
use cardwright_state::val::{Kind, PlainValue, Val};
use cardwright_state::{PeriodId, SideId, StepId};

impl Host {
    /// Opens a nested step. During a replay, continues the step or takes its stored result.
    pub(crate) fn begin_call(&mut self, step: StepId, args: Vec<PlainValue>) -> HostResult<StepStart> {
        self.check_may_change()?;
        self.require_no_standing_actions()?;
        if self.depths.suppose > 0 {
            return Err("`suppose` may open no step".into());
        }
        self.require_no_offered_rows()?;
        if step.index() >= self.board.labels.steps.len() {
            return Err(format!("no step has the number {}: name it", step.index()).into());
        }
        self.check_storable_all(&args)?;
        if self.pos.open_steps().len() >= 32 {
            return Err("more than 32 nested steps".into());
        }
        let journal_length = self.pos.journal().len() as u32;
        if self.is_replaying() {
            let depth = self.pos.open_steps().len() - 1;
            let log_length = self.pos.open_steps()[depth].log.len();
            let replay =
                self.replay().map(|replay| (replay.stack[depth].log.len(), replay.stack.get(depth + 1).cloned()));
            let (replayed_length, inner) = replay.unwrap_or_default();
            if log_length >= replayed_length
                && let Some(inner) = inner
            {
                if inner.called != step || inner.call_start != journal_length {
                    return Err(self.diverged("opened another step than before"));
                }
                self.reapply_changes((inner.start - journal_length) as usize)?;
                let (step, args) = (inner.step, inner.args.clone());
                self.pos.open_step(Frame { log: Vec::new(), ..inner });
                return Ok(StepStart::Resume(step, args));
            }
            match self.next_logged_input()? {
                Some(StepInput::Called { step: logged_step, result, changes }) if logged_step == step => {
                    self.reapply_changes(changes as usize)?;
                    return Ok(StepStart::Finished(result));
                }
                Some(_) => return Err(self.diverged("opened a step where it did not before")),
                None => {}
            }
        }
        self.pos.open_step(Frame::new(step, args, journal_length));
        self.record_step_start(step);
        Ok(StepStart::Run)
    }

    /// Names the successor of the innermost step. A later call replaces the successor.
    pub(crate) fn name_successor(&mut self, step: StepId, args: Vec<PlainValue>) -> HostResult<()> {
        self.check_not_in_shared_value("name the next step")?;
        if self.depths.read_only > 0 || self.is_asking() {
            return Err(self.read_only_error());
        }
        let depth = self.pos.open_steps().len();
        self.successors.retain(|(step_depth, ..)| *step_depth < depth);
        self.successors.push((depth, step, args));
        Ok(())
    }

    /// Ends the innermost step. Starts the successor that the step named, or returns its result to the caller if it
    /// named no successor.
    pub(crate) fn end_step(&mut self, result: PlainValue) -> HostResult<StepEnd> {
        self.drop_roll_label();
        let depth = self.pos.open_steps().len();
        match self.successors.pop_if(|(step_depth, ..)| *step_depth == depth) {
            Some((_, step, args)) => self.continue_with(step, args).map(|()| StepEnd::Successor(step)),
            None => self.return_from_step(result).map(StepEnd::Returned),
        }
    }

    /// Ends the innermost step, and opens its successor in its place.
    fn continue_with(&mut self, step: StepId, args: Vec<PlainValue>) -> HostResult<()> {
        self.check_may_change()?;
        self.require_no_standing_actions()?;
        self.require_no_offered_rows()?;
        if self.is_replaying() {
            return Err(self.diverged("ended earlier than before"));
        }
        self.check_storable_all(&args)?;
        let depth = self.pos.open_steps().len() - 1;
        if depth == 0 {
            self.drop_scratch();
            if self.recorder.is_recording {
                self.read_card_moves();
            }
            self.recorder.journal_read = 0;
            self.recorder.outermost_ends += 1;
            if self.recorder.is_structured {
                self.recorder.outermost_ends_on_table += u64::from(self.find_last_change_on_table() > 0);
                self.recorder.last_change_on_table = (0, 0);
            }
            self.pos.open_outermost(step, args);
        } else {
            self.pos.replace_step(step, args);
        }
        self.record_step_start(step);
        let ended_periods = &self.recorder.ended_periods;
        if depth == 0 && self.limits.before_step.as_mut().is_some_and(|stops| stops(step, ended_periods)) {
            return Err(self.stop(StopCause::StepBegins));
        }
        Ok(())
    }

    /// Ends the innermost step, and stores its result as an input of the calling step.
    fn return_from_step(&mut self, result: PlainValue) -> HostResult<PlainValue> {
        let depth = self.pos.open_steps().len() - 1;
        if depth == 0 {
            let name = &self.board.labels[self.pos.open_steps()[depth].step];
            return Err(format!("the step `{name}` ended without naming the next one").into());
        }
        self.require_no_standing_actions()?;
        self.require_no_offered_rows()?;
        if self.is_replaying() {
            return Err(self.diverged("ended earlier than before"));
        }
        self.check_storable_all(std::slice::from_ref(&result))?;
        if let Some(frame) = self.pos.close_step() {
            let changes = self.pos.journal().len() as u32 - frame.call_start;
            self.log(StepInput::Called { step: frame.called, result: result.clone(), changes });
        }
        Ok(result)
    }

    /// Ends a period, and records it.
    pub(crate) fn end_period(&mut self, period: PeriodId) -> HostResult<()> {
        self.change(|pos, board| pos.end_period(board, period))?;
        if !self.is_replaying() && !self.is_on_trial() && self.depths.suppose == 0 {
            self.recorder.ended_periods.push(period);
        }
        Ok(())
    }

    /// Ends the game with a ranking. Each of its places has sides and perhaps a score. The winners come first.
    pub(crate) fn win(&mut self, places: Vec<(Vec<Val>, Option<i64>)>, text: TextLine) -> HostResult<()> {
        if self.depths.suppose > 0 {
            return Err("`suppose` may not end the game".into());
        }
        let mut placed_sides = Sides::NONE;
        let mut outcome = Outcome { places: Vec::with_capacity(places.len()), text };
        for (place_sides, number) in places {
            let mut sides = Sides::NONE;
            for side in place_sides {
                let side = SideId::new(self.index(side, Kind::Side)?);
                let id = &self.board.sides[side.index()].id;
                if !self.pos.is_in_play(&self.board, side) {
                    return Err(format!("`{id}` is not in play: the game cannot end with it").into());
                }
                if placed_sides.has(side) {
                    return Err(format!("the game ends with `{id}` twice: a side has one place").into());
                }
                (sides, placed_sides) = (sides.with(side), placed_sides.with(side));
            }
            if sides.is_empty() {
                return Err("a place without a side: each place has a side or a list of sides".into());
            }
            outcome.places.push(FinalPlace { sides, score: number });
        }
        outcome.text.subjects.iter().try_for_each(|subject| self.check_storable(*subject).map(drop))?;
        self.change(|pos, board| pos.end(board, outcome))
    }
}

/// How a step ended.
pub(crate) enum StepEnd {
    /// This successor started in place of the ended step.
    Successor(StepId),
    /// The caller continues with this result.
    Returned(PlainValue),
}

/// How a called step starts.
pub(crate) enum StepStart {
    /// The step runs from its beginning.
    Run,
    /// The calling step has stored the result of the step, so the step does not run again.
    Finished(PlainValue),
    /// The step was open when the replay began. This step runs with these arguments. It is the called step or a
    /// successor of it.
    Resume(StepId, Vec<PlainValue>),
}
