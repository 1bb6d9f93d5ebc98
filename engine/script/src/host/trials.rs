//! Trials: rules play something to see the outcome. The host then restores everything.

use super::{Counts, Depths, Host, HostResult, Running, Trial, TrialDice};
use crate::lua_ffi::shared_flags::SharedFlag;
use cardwright_state::DieId;
use cardwright_state::diff::{Difference, diff};

/// The most nested trials.
const MAX_NESTED: usize = 8;

impl Host {
    /// Whether a trial is open.
    #[inline]
    pub(crate) fn is_on_trial(&self) -> bool {
        !self.trials.is_empty()
    }

    /// Whether the play of the innermost trial has ended and scripts read its outcome.
    pub(super) fn is_trial_played(&self) -> bool {
        self.trials.last().is_some_and(|trial| trial.is_played)
    }

    /// Whether the innermost trial came to a card that is not known yet.
    pub(crate) fn trial_needs_unknown_card(&self) -> bool {
        self.trials.last().is_some_and(|trial| trial.needs_unknown_card)
    }

    /// Opens a trial. The host records and logs nothing until the trial ends.
    pub(crate) fn begin_trial(&mut self, dice: Option<TrialDice>) -> HostResult<()> {
        self.check_not_in_shared_value("play on trial")?;
        self.check_may_change()?;
        if self.depths.suppose > 0 {
            return Err("`suppose` may not contain a trial".into());
        }
        self.require_no_standing_actions()?;
        self.require_no_offered_rows()?;
        if self.trials.len() >= MAX_NESTED {
            return Err(format!("more than {MAX_NESTED} nested trials").into());
        }
        let flags = SharedFlag::ALL.iter().map(|(_, flag)| (*flag, self.flag(*flag))).collect();
        let trial = Trial {
            position_before: self.pos.clone(),
            dice,
            is_played: false,
            running: std::mem::replace(&mut self.running, Running::Live),
            is_recording: std::mem::replace(&mut self.recorder.is_recording, false),
            barrier: self.chance.barrier,
            has_revealed_card: false,
            needs_unknown_card: false,
            counts: self.limits.counts,
            list_values: self.scratch.list_values,
            depths: self.depths,
            explaining: std::mem::take(&mut self.explaining),
            choice: (
                self.choice.prompt.take(),
                self.choice.asked_side,
                self.choice.default_row.take(),
                self.choice.answer.take(),
            ),
            flags,
            successors: std::mem::take(&mut self.successors),
        };
        // The trial begins without a pending choice, and collects no reasons.
        self.set_flag(SharedFlag::Explaining, 0);
        self.set_flag(SharedFlag::NamedCount, 0);
        self.set_flag(SharedFlag::Distributed, 0);
        self.stop_asking();
        self.trials.push(trial);
        Ok(())
    }

    /// Ends the play of a trial, when its function returns or asks a player. Scripts may now read the outcome.
    pub(crate) fn finish_trial_play(&mut self) -> HostResult<()> {
        let Some(trial) = self.trials.last_mut() else { return Err(NO_TRIAL.into()) };
        trial.is_played = true;
        self.depths = Depths { read_only: trial.depths.read_only + 1, ..trial.depths };
        self.choice.rows.clear();
        self.clear_choice();
        Ok(())
    }

    /// Ends a trial, and restores the state of the host before the trial.
    pub(crate) fn end_trial(&mut self) -> HostResult<()> {
        let Some(trial) = self.trials.pop() else { return Err(NO_TRIAL.into()) };
        self.choice.rows.clear();
        self.clear_choice();
        self.pos = trial.position_before;
        self.forget_shared();
        self.running = trial.running;
        self.recorder.is_recording = trial.is_recording;
        self.chance.barrier = trial.barrier || trial.has_revealed_card;
        if let (true, Some(outer)) = (trial.has_revealed_card, self.trials.last_mut()) {
            outer.has_revealed_card = true;
        }
        // Keep the count of host calls, so that scripts with endless trials reach the limit.
        self.limits.counts = Counts { calls: self.limits.counts.calls, ..trial.counts };
        self.scratch.list_values = trial.list_values;
        self.depths = trial.depths;
        self.explaining = trial.explaining;
        (self.choice.prompt, self.choice.asked_side, self.choice.default_row, self.choice.answer) = trial.choice;
        self.successors = trial.successors;
        for (flag, value) in trial.flags {
            self.set_flag(flag, value);
        }
        Ok(())
    }

    /// Notes that the trial revealed a card. Undo stops here, because somebody may now know the card.
    pub(super) fn reveal_on_trial(&mut self) {
        if let Some(trial) = self.trials.last_mut() {
            trial.has_revealed_card = true;
        }
    }

    /// Whether the trial changed anything on the game table: pieces, tracks, cards, active effects, or the end of the
    /// game. Facts are bookkeeping and do not count.
    pub(crate) fn has_changed(&self) -> HostResult<bool> {
        let Some(trial) = self.trials.last().filter(|trial| trial.is_played) else {
            return Err("`has_changed` works only in the outcome function of a trial: see `trial`".into());
        };
        if trial.position_before.journal().len() == self.pos.journal().len() {
            return Ok(false);
        }
        let is_bookkeeping = |difference: &Difference| {
            matches!(difference, Difference::Fact { .. } | Difference::Steps { .. } | Difference::Chance { .. })
        };
        Ok(diff(&self.board, &trial.position_before, &self.pos).iter().any(|difference| !is_bookkeeping(difference)))
    }

    /// Returns the faces that `n` dice show in a trial.
    pub(super) fn faces_on_trial(&self, die: DieId, n: u32) -> HostResult<Vec<i64>> {
        let die_def = &self.board.dice[die.index()];
        let dice = self.trials.last().and_then(|trial| trial.dice);
        let face = match dice {
            // Words are ordered as declared on the die.
            Some(TrialDice::Least) if die_def.has_words() => die_def.faces.first(),
            Some(TrialDice::Greatest) if die_def.has_words() => die_def.faces.last(),
            Some(TrialDice::Least) => die_def.faces.iter().min(),
            Some(TrialDice::Greatest) => die_def.faces.iter().max(),
            None => None,
        };
        match face {
            Some(face) => Ok(vec![*face; n as usize]),
            None => Err("the trial rolls dice: give `\"least\"` or `\"greatest\"` as its third argument".into()),
        }
    }
}

const NO_TRIAL: &str = "no trial is open";
