//! Playing on trial: whatever rules may do, taken back without a trace.

use super::{Counts, Host, HostResult, Running, Trace};
use crate::signals::Signal;
use cardwright_state::diff::{Difference, diff};
use cardwright_state::position::{Line, Position, Row};
use cardwright_state::val::Plain;
use cardwright_state::{ActionId, DieId, SideId, StepId};

/// How many trials may be under way within each other: a rule on trial that weighs by trial itself.
const MOST_WITHIN: usize = 8;

/// What dice come to on trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Faces {
    /// Their least face; of words the first that is declared.
    Least,
    /// Their greatest; of words the last.
    Greatest,
}

/// A trial under way: what was before it, and what it may come to.
pub(crate) struct Trial {
    before: Position,
    dice: Option<Faces>,
    /// Whether it has been played: its outcome is asked for, and nothing may change.
    is_played: bool,
    running: Running,
    watching: bool,
    barrier: bool,
    /// Whether a card came up that somebody hides: that is not taken back.
    revealed: bool,
    counts: Counts,
    bulk: usize,
    asking: (u32, u32),
    explaining: (Option<Trace>, Option<ActionId>),
    choice: (Option<Line>, SideId, Option<Row>, Option<Row>),
    signals: Vec<(Signal, u8)>,
    successors: Vec<(usize, StepId, Vec<Plain>)>,
}

impl Host {
    /// Whether what happens now is on trial.
    #[inline]
    pub(crate) fn is_on_trial(&self) -> bool {
        !self.trials.is_empty()
    }

    /// Whether a trial has been played, and its outcome is asked for.
    pub(super) fn is_judged(&self) -> bool {
        self.trials.last().is_some_and(|trial| trial.is_played)
    }

    /// Begins a trial: from here on nothing is for good, told or logged.
    pub(crate) fn begin_trial(&mut self, dice: Option<Faces>) -> HostResult<()> {
        self.not_worked_out("play on trial")?;
        self.may_change()?;
        if self.supposing > 0 {
            return Err("`suppose` may play nothing on trial".into());
        }
        self.nothing_stands()?;
        self.nothing_is_offered()?;
        if self.trials.len() >= MOST_WITHIN {
            return Err(format!("more than {MOST_WITHIN} trials within each other"));
        }
        let signals = Signal::ALL.iter().map(|(_, signal)| (*signal, self.signal(*signal))).collect();
        let trial = Trial {
            before: self.pos.clone(),
            dice,
            is_played: false,
            running: std::mem::replace(&mut self.running, Running::Live),
            watching: std::mem::replace(&mut self.witness.watching, false),
            barrier: self.barrier,
            revealed: false,
            counts: self.counts,
            bulk: self.scratch.bulk,
            asking: (self.probing, self.supposing),
            explaining: (self.explain.take(), self.explain_action.take()),
            choice: (self.prompt.take(), self.asked_side, self.default_row.take(), self.answer.take()),
            signals,
            successors: std::mem::take(&mut self.successors),
        };
        self.set_signal(Signal::Explaining, 0);
        self.set_signal(Signal::Several, 0);
        self.set_signal(Signal::Shared, 0);
        self.stop_asking();
        self.trials.push(trial);
        Ok(())
    }

    /// The trial has been played, to its end or to a question that no rule answers: its outcome is asked for.
    pub(crate) fn judge_trial(&mut self) -> HostResult<()> {
        let Some(trial) = self.trials.last_mut() else { return Err(NO_TRIAL.into()) };
        trial.is_played = true;
        (self.probing, self.supposing) = (trial.asking.0 + 1, trial.asking.1);
        self.rows.clear();
        self.clear_choice();
        Ok(())
    }

    /// Takes a trial back.
    pub(crate) fn end_trial(&mut self) -> HostResult<()> {
        let Some(trial) = self.trials.pop() else { return Err(NO_TRIAL.into()) };
        self.rows.clear();
        self.clear_choice();
        self.pos = trial.before;
        self.forget_shared();
        self.running = trial.running;
        self.witness.watching = trial.watching;
        self.barrier = trial.barrier || trial.revealed;
        if let (true, Some(outer)) = (trial.revealed, self.trials.last_mut()) {
            outer.revealed = true;
        }
        // But for host calls, which go on counting: who tries without end comes to their limit.
        self.counts = Counts { calls: self.counts.calls, ..trial.counts };
        self.scratch.bulk = trial.bulk;
        (self.probing, self.supposing) = trial.asking;
        (self.explain, self.explain_action) = trial.explaining;
        (self.prompt, self.asked_side, self.default_row, self.answer) = trial.choice;
        self.successors = trial.successors;
        for (signal, was) in trial.signals {
            self.set_signal(signal, was);
        }
        Ok(())
    }

    /// A card comes up on trial: what that tells is not taken back with it, so undo stops there.
    pub(super) fn reveal_on_trial(&mut self) {
        if let Some(trial) = self.trials.last_mut() {
            trial.revealed = true;
        }
    }

    /// Whether anything on the table is other than before the trial under way: pieces, tracks, where cards lie, effects in
    /// force, the end of the game. Facts are bookkeeping, and do not count.
    pub(crate) fn has_changed(&self) -> HostResult<bool> {
        let Some(trial) = self.trials.last().filter(|trial| trial.is_played) else {
            return Err("only the outcome of a trial is asked whether anything has changed: see `trial`".into());
        };
        if trial.before.journal().len() == self.pos.journal().len() {
            return Ok(false);
        }
        let is_bookkeeping = |d: &Difference| {
            matches!(d, Difference::Fact { .. } | Difference::Steps { .. } | Difference::Chance { .. })
        };
        Ok(diff(&self.board, &trial.before, &self.pos).iter().any(|d| !is_bookkeeping(d)))
    }

    /// What `n` dice come to on trial.
    pub(super) fn faces_on_trial(&self, die: DieId, n: u32) -> HostResult<Vec<i64>> {
        let of = &self.board.dice[die.at()];
        let dice = self.trials.last().and_then(|trial| trial.dice);
        let face = match dice {
            // Words have the order in which the die has them.
            Some(Faces::Least) if of.is_of_words() => of.faces.first(),
            Some(Faces::Greatest) if of.is_of_words() => of.faces.last(),
            Some(Faces::Least) => of.faces.iter().min(),
            Some(Faces::Greatest) => of.faces.iter().max(),
            None => None,
        };
        match face {
            Some(face) => Ok(vec![*face; n as usize]),
            None => Err("dice are rolled on trial: say `\"least\"` or `\"greatest\"` as its third argument".into()),
        }
    }
}

const NO_TRIAL: &str = "no trial is under way";
