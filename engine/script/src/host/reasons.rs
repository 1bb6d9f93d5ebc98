//! What fell out of the rows, and of which: noted only while somebody asks why.

use super::{Around, Host, HostResult, Narrowed, SetValue};
use cardwright_state::val::{Kind, Val};
use cardwright_state::{ReasonId, Set};

/// How many rows are noted at most of which something fell out, for one answer to `why`.
const NOTED: usize = 100_000;

impl Host {
    /// Records what fell out of a set; its number among what did.
    pub(crate) fn narrowed(&mut self, why: Option<Val>, fell: Vec<Val>, at: String) -> Option<usize> {
        let why = why.filter(|why| self.board.knows(*why)).and_then(|why| why.index(Kind::Reason))?;
        let action = self.explain_action;
        let trace = self.explain.as_mut()?;
        trace.narrowed.push(Narrowed {
            action,
            why: ReasonId::new(why),
            fell,
            at,
            rows: Vec::new(),
            closes: false,
            is_aside: false,
        });
        Some(trace.narrowed.len() - 1)
    }

    /// Keeps what has fallen out so far, for the questions that follow this one; its number.
    pub(crate) fn hold_reasons(&mut self) -> usize {
        let Some(trace) = &mut self.explain else { return 0 };
        trace.held.push(trace.narrowed.clone());
        trace.held.len() - 1
    }

    /// Records again what was kept: the answer to the question before has cleared it.
    pub(crate) fn tell_again(&mut self, held: usize) {
        if let Some(trace) = &mut self.explain
            && let Some(held) = trace.held.get(held)
        {
            trace.narrowed.extend(held.iter().cloned());
        }
    }

    /// Records why some rows are unwise.
    pub(crate) fn told_unwise(&mut self, rows: std::ops::Range<usize>, why: Val, at: &str) {
        let Some(why) = why.index(Kind::Reason).map(ReasonId::new) else { return };
        let rows = self.rows.get(rows).unwrap_or_default();
        if let Some(trace) = &mut self.explain {
            trace.unwise.extend(rows.iter().map(|row| (*row, why, at.to_owned())));
        }
    }

    /// Records why the action being asked is closed. Where it is by things that are there, they are what fell; what was noted
    /// until then, and is of no row, is why other things are not among them.
    pub(crate) fn closed(&mut self, why: Option<Val>, by: Option<Val>, at: String) -> HostResult<()> {
        let mut fell = Vec::new();
        if let Some(by) = by {
            let set = self.set(by)?;
            self.members(&set, &mut fell);
        }
        let action = self.explain_action;
        if let Some(trace) = self.explain.as_mut().filter(|_| !fell.is_empty() && action.is_some()) {
            let own = trace.narrowed.iter_mut().filter(|noted| noted.action == action && !noted.closes);
            own.for_each(|noted| noted.is_aside = noted.rows.is_empty());
        }
        let number = self.narrowed(why, fell, at);
        let closes = self.supposing == 0 && action.is_some();
        if let (Some(trace), Some(number)) = (&mut self.explain, number) {
            trace.narrowed[number].closes = closes;
        }
        Ok(())
    }

    /// Records what fell out of a column of one row.
    pub(crate) fn fell_of(&mut self, why: Option<Val>, fell: Vec<Val>, at: &str, row: Around) {
        if fell.is_empty() || self.explain.is_none() {
            return;
        }
        if let Some(number) = self.narrowed(why, fell, at.to_owned()) {
            self.is_of_row(number, row);
        }
    }

    /// A set that came about by narrowing others, and perhaps by this: what fell out on the way is told of the rows that it
    /// is offered in. Such a set has a handle of its own even if it is empty.
    pub(crate) fn narrowed_set(&mut self, set: SetValue, of: &[Val], by: Option<usize>) -> Val {
        let Some(trace) = &self.explain else { return self.new_set(set) };
        let mut numbers: Vec<usize> = of.iter().filter_map(|set| trace.sets.get(set)).flatten().copied().collect();
        numbers.extend(by);
        numbers.sort_unstable();
        numbers.dedup();
        if numbers.is_empty() {
            return self.new_set(set);
        }
        let made = match self.new_set(set) {
            super::EMPTY => {
                self.scratch.sets.push(SetValue::Dense(Kind::Space, Set::EMPTY));
                Val::handle(Kind::Set, self.scratch.sets.len() as u64 - 1)
            }
            made => made,
        };
        if let Some(trace) = &mut self.explain {
            trace.sets.insert(made, numbers);
        }
        made
    }

    /// What fell out on the way to a column is told of the rows in which these columns stand around it.
    pub(crate) fn is_of_rows(&mut self, column: Val, row: &Around) {
        let numbers = self.explain.as_ref().and_then(|trace| trace.sets.get(&column)).cloned();
        if self.supposing == 0 && self.is_asked_for(&row.before) {
            numbers.into_iter().flatten().for_each(|number| self.is_of_row(number, row.clone()));
        }
    }

    fn is_of_row(&mut self, number: usize, row: Around) {
        if let Some(trace) = &mut self.explain
            && trace.noted < NOTED
            && let Some(narrowed) = trace.narrowed.get_mut(number)
        {
            trace.noted += 1;
            narrowed.rows.push(row);
        }
    }

    /// Whether a row is of the action that is asked, not of another that it asks about (`could`).
    fn is_asked_for(&self, row: &[Val]) -> bool {
        let action = row.first().and_then(|head| head.index(Kind::Action));
        action.is_none() || self.explain_action.is_none_or(|asked| Some(asked.at()) == action)
    }
}
