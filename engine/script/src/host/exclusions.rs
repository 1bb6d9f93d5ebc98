//! Collects what scripts exclude from rows, and the reasons. The host collects only for a `why` question.

use super::{Exclusion, Host, HostResult, RowContext, SetValue};
use cardwright_state::val::{Kind, Val};
use cardwright_state::{ReasonId, Set};

/// The most rows with exclusions for one `why` question.
const MAX_ROWS: usize = 100_000;

impl Host {
    /// Adds an exclusion, and returns its index. Returns `None` without a valid reason. `script_line` is `path:line` of
    /// the script.
    pub(crate) fn note_excluded(&mut self, why: Option<Val>, excluded: Vec<Val>, script_line: String) -> Option<usize> {
        let why = why.filter(|why| self.board.is_valid(*why)).and_then(|why| why.index(Kind::Reason))?;
        let action = self.explaining.action;
        let trace = self.explaining.trace.as_mut()?;
        trace.exclusions.push(Exclusion {
            action,
            reason: ReasonId::new(why),

            excluded,
            script_line,
            rows: Vec::new(),
            closes: false,
            is_superseded: false,
        });
        Some(trace.exclusions.len() - 1)
    }

    /// Copies the exclusions so far. `choose_some` and `choose_counts` ask several questions with the same reasons, and
    /// restore the copy for each. Returns the index of the copy.
    pub(crate) fn save_reasons(&mut self) -> usize {
        let Some(trace) = &mut self.explaining.trace else { return 0 };
        trace.saved.push(trace.exclusions.clone());
        trace.saved.len() - 1
    }

    /// Adds saved exclusions again, after the answer to the previous choice has cleared them.
    pub(crate) fn restore_reasons(&mut self, index: usize) {
        if let Some(trace) = &mut self.explaining.trace
            && let Some(saved) = trace.saved.get(index)
        {
            trace.exclusions.extend(saved.iter().cloned());
        }
    }

    /// Adds the reason why some rows are discouraged.
    pub(crate) fn note_discouraged(&mut self, rows: std::ops::Range<usize>, why: Val, script_line: &str) {
        let Some(why) = why.index(Kind::Reason).map(ReasonId::new) else { return };
        let rows = self.choice.rows.get(rows).unwrap_or_default();
        if let Some(trace) = &mut self.explaining.trace {
            trace.discouraged.extend(rows.iter().map(|row| (*row, why, script_line.to_owned())));
        }
    }

    /// Adds the reason why the current action is closed. `closing_set` is the set of things that close it. If it has
    /// members, only they explain why the action is closed, and earlier exclusions that belong to no row do not.
    pub(crate) fn note_closed(
        &mut self,
        why: Option<Val>,
        closing_set: Option<Val>,
        script_line: String,
    ) -> HostResult<()> {
        let mut excluded = Vec::new();
        if let Some(closing_set) = closing_set {
            let set = self.set(closing_set)?;
            self.members(&set, &mut excluded);
        }
        let action = self.explaining.action;
        if let Some(trace) = self.explaining.trace.as_mut().filter(|_| !excluded.is_empty() && action.is_some()) {
            let exclusions_of_action =
                trace.exclusions.iter_mut().filter(|exclusion| exclusion.action == action && !exclusion.closes);
            exclusions_of_action.for_each(|exclusion| exclusion.is_superseded = exclusion.rows.is_empty());
        }
        let index = self.note_excluded(why, excluded, script_line);
        let closes = self.depths.suppose == 0 && action.is_some();
        if let (Some(trace), Some(index)) = (&mut self.explaining.trace, index) {
            trace.exclusions[index].closes = closes;
        }
        Ok(())
    }

    /// Adds the things that are excluded from a column of one row.
    pub(crate) fn note_excluded_from_row(
        &mut self,
        why: Option<Val>,
        excluded: Vec<Val>,
        script_line: &str,
        row: RowContext,
    ) {
        if excluded.is_empty() || self.explaining.trace.is_none() {
            return;
        }
        if let Some(index) = self.note_excluded(why, excluded, script_line.to_owned()) {
            self.note_row(index, row);
        }
    }

    /// Makes a set that inherits the exclusions of the sets `sources` and has perhaps one more exclusion. Rows that
    /// offer the set get all these exclusions. An empty set with exclusions has a handle of its own, because all other
    /// empty sets share one handle.
    pub(crate) fn set_with_reasons(&mut self, set: SetValue, sources: &[Val], exclusion: Option<usize>) -> Val {
        let Some(trace) = &self.explaining.trace else { return self.new_set(set) };
        let mut indexes: Vec<usize> =
            sources.iter().filter_map(|source| trace.sets.get(source)).flatten().copied().collect();
        indexes.extend(exclusion);
        indexes.sort_unstable();
        indexes.dedup();
        if indexes.is_empty() {
            return self.new_set(set);
        }
        let handle = match self.new_set(set) {
            super::EMPTY => {
                self.scratch.sets.push(SetValue::Dense(Kind::Space, Set::EMPTY));
                Val::handle(Kind::Set, self.scratch.sets.len() as u64 - 1)
            }
            handle => handle,
        };
        if let Some(trace) = &mut self.explaining.trace {
            trace.sets.insert(handle, indexes);
        }
        handle
    }

    /// Adds a row to all exclusions of a set that the row has as a column.
    pub(crate) fn note_rows(&mut self, column: Val, row: &RowContext) {
        let indexes = self.explaining.trace.as_ref().and_then(|trace| trace.sets.get(&column)).cloned();
        if self.depths.suppose == 0 && self.is_of_explained_action(&row.before) {
            indexes.into_iter().flatten().for_each(|index| self.note_row(index, row.clone()));
        }
    }

    /// Adds a row to the exclusion with this index.
    fn note_row(&mut self, index: usize, row: RowContext) {
        if let Some(trace) = &mut self.explaining.trace
            && trace.row_count < MAX_ROWS
            && let Some(exclusion) = trace.exclusions.get_mut(index)
        {
            trace.row_count += 1;
            exclusion.rows.push(row);
        }
    }

    /// Whether a row belongs to the action whose offer runs, not to an action that the offer checks with `could`.
    fn is_of_explained_action(&self, row: &[Val]) -> bool {
        let action = row.first().and_then(|head| head.index(Kind::Action));
        action.is_none() || self.explaining.action.is_none_or(|explained| Some(explained.index()) == action)
    }
}
