//! Collects what scripts exclude from rows, and why. The host does this only for a `why` question.

use super::{Exclusion, Host, HostResult, RowContext, SetValue};
use cardwright_state::val::{Kind, Val};
use cardwright_state::{ReasonId, Set};

/// The most rows with exclusions for one `why` question.
const MAX_ROWS: usize = 100_000;

impl Host {
    /// Adds an exclusion, and returns its index.
    pub(crate) fn note_excluded(&mut self, why: Option<Val>, excluded: Vec<Val>, at: String) -> Option<usize> {
        let why = why.filter(|why| self.board.is_valid(*why)).and_then(|why| why.index(Kind::Reason))?;
        let action = self.explain_action;
        let trace = self.explain.as_mut()?;
        trace.exclusions.push(Exclusion {
            action,
            why: ReasonId::new(why),
            excluded,
            at,
            rows: Vec::new(),
            closes: false,
            is_aside: false,
        });
        Some(trace.exclusions.len() - 1)
    }

    /// Saves the exclusions so far for the next of several questions, and returns the index of the copy.
    pub(crate) fn save_reasons(&mut self) -> usize {
        let Some(trace) = &mut self.explain else { return 0 };
        trace.saved.push(trace.exclusions.clone());
        trace.saved.len() - 1
    }

    /// Adds saved exclusions again, after the previous question's answer has cleared them.
    pub(crate) fn restore_reasons(&mut self, held: usize) {
        if let Some(trace) = &mut self.explain
            && let Some(held) = trace.saved.get(held)
        {
            trace.exclusions.extend(held.iter().cloned());
        }
    }

    /// Adds the reason why some rows are discouraged.
    pub(crate) fn note_discouraged(&mut self, rows: std::ops::Range<usize>, why: Val, at: &str) {
        let Some(why) = why.index(Kind::Reason).map(ReasonId::new) else { return };
        let rows = self.rows.get(rows).unwrap_or_default();
        if let Some(trace) = &mut self.explain {
            trace.discouraged.extend(rows.iter().map(|row| (*row, why, at.to_owned())));
        }
    }

    /// Adds the reason why the current action is closed. `by`: the things that close it. Earlier exclusions that belong to
    /// no row then only explain why other things are not among these.
    pub(crate) fn note_closed(&mut self, why: Option<Val>, by: Option<Val>, at: String) -> HostResult<()> {
        let mut excluded = Vec::new();
        if let Some(by) = by {
            let set = self.set(by)?;
            self.members(&set, &mut excluded);
        }
        let action = self.explain_action;
        if let Some(trace) = self.explain.as_mut().filter(|_| !excluded.is_empty() && action.is_some()) {
            let own = trace.exclusions.iter_mut().filter(|noted| noted.action == action && !noted.closes);
            own.for_each(|noted| noted.is_aside = noted.rows.is_empty());
        }
        let number = self.note_excluded(why, excluded, at);
        let closes = self.suppose_depth == 0 && action.is_some();
        if let (Some(trace), Some(number)) = (&mut self.explain, number) {
            trace.exclusions[number].closes = closes;
        }
        Ok(())
    }

    /// Adds the things that are excluded from a column of one row.
    pub(crate) fn note_excluded_from_row(&mut self, why: Option<Val>, excluded: Vec<Val>, at: &str, row: RowContext) {
        if excluded.is_empty() || self.explain.is_none() {
            return;
        }
        if let Some(number) = self.note_excluded(why, excluded, at.to_owned()) {
            self.note_row(number, row);
        }
    }

    /// Makes a set from other sets and perhaps one more exclusion. Rows that offer the set get the exclusions of all these.
    /// An empty set with exclusions has a handle of its own.
    pub(crate) fn set_with_reasons(&mut self, set: SetValue, of: &[Val], by: Option<usize>) -> Val {
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

    /// Adds a row to all exclusions of one of its columns.
    pub(crate) fn note_rows(&mut self, column: Val, row: &RowContext) {
        let numbers = self.explain.as_ref().and_then(|trace| trace.sets.get(&column)).cloned();
        if self.suppose_depth == 0 && self.is_asked_for(&row.before) {
            numbers.into_iter().flatten().for_each(|number| self.note_row(number, row.clone()));
        }
    }

    fn note_row(&mut self, number: usize, row: RowContext) {
        if let Some(trace) = &mut self.explain
            && trace.row_count < MAX_ROWS
            && let Some(narrowed) = trace.exclusions.get_mut(number)
        {
            trace.row_count += 1;
            narrowed.rows.push(row);
        }
    }

    /// Whether a row belongs to the current action, not to an action that it checks with `could`.
    fn is_asked_for(&self, row: &[Val]) -> bool {
        let action = row.first().and_then(|head| head.index(Kind::Action));
        action.is_none() || self.explain_action.is_none_or(|asked| Some(asked.at()) == action)
    }
}
