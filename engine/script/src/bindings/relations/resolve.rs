//! Computes the values of one relation for one row.

use super::OptVal;
use super::rows::{ColumnValues, RowBuilder, elsewhere, place_of, single_values};
use crate::bindings::filters::{filter_dense, filter_list, passes};
use crate::bindings::links::spaces_within;
use crate::host::{Host, HostResult, Relation, RelationHandle, RowContext};
use cardwright_state::position::Row;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{ClassId, Set, SpaceId};

/// One relation and the row that needs it.
pub(super) struct Resolver<'a, 'o> {
    pub(super) builder: &'a RowBuilder<'o>,
    /// The value from which the relation starts.
    pub(super) origin: Val,
    /// Index of the origin in the row, head included.
    pub(super) origin_column: usize,
    /// The column of the relation, from 1 after the head.
    pub(super) column: usize,
    /// The row up to this column.
    pub(super) row: &'a Row,
    /// The columns after this one.
    pub(super) rest: &'a [Val],
}

impl Resolver<'_, '_> {
    pub(super) fn resolve(&self, host: &mut Host, relation: Val) -> HostResult<ColumnValues> {
        if relation.kind() != Kind::Relation {
            self.note_row_of(host, relation);
            return ColumnValues::from_set(host, relation);
        }
        let at = match RelationHandle::from_val(relation).0 {
            RelationHandle::Elsewhere(places) => {
                self.note_row_of(host, places);
                return elsewhere(host, places, self.origin);
            }
            RelationHandle::Index(at) => at,
        };
        match &*host.relation(at)? {
            Relation::Near { steps, to, through, over, why } => {
                let here = Set::one(self.place(host)?.at());
                let reached = spaces_within(host, here, *steps, *through, *over)?.minus(here);
                host.count_combinations(reached.len())?;
                let Some(to) = *to else { return Ok(ColumnValues::spaces(reached)) };
                self.note_row_of(host, to);
                let found = filter_dense(host, Kind::Space, reached, to)?;
                if host.explain.is_some() {
                    let all = filter_dense(host, Kind::Space, host.all_spaces(), to)?;
                    self.record_excluded(host, *why, ColumnValues::spaces(all.minus(found).minus(here)).members(host));
                }
                Ok(ColumnValues::spaces(found))
            }
            Relation::SamePlace(set) => {
                let here = self.place(host)?;
                self.note_row_of(host, *set);
                let members = ColumnValues::from_set(host, *set)?.members(host);
                host.count_combinations(members.len())?;
                if let Some(other) = members.iter().find(|val| place_of(**val).is_none()) {
                    return Err(format!(
                        "`at_same_place` takes stacks or spaces: {} has no place",
                        host.describe(*other)
                    ));
                }
                Ok(ColumnValues::List(members.into_iter().filter(|val| place_of(*val) == Some(here)).collect()))
            }
            Relation::ByType(of, why) => {
                let state = match self.origin.kind() {
                    Kind::Stack | Kind::State | Kind::Class => host.state(self.origin)?,
                    _ => return Err(self.origin_error(host, "`by_type` needs a piece", "is not a piece")),
                };
                let classes = &host.board.states[state.at()].classes;
                match of.iter().find(|(class, _)| classes.contains(class)) {
                    Some((_, relation)) => self.resolve(host, *relation),
                    None => {
                        self.exclude_origin(host, *why);
                        Ok(ColumnValues::List(Vec::new()))
                    }
                }
            }
            Relation::AsMany { class, by, why } => {
                let most = match class {
                    Some(class) => self.pieces(host, *class, *by)?,
                    None if self.origin.kind() == Kind::Stack => {
                        let (place, state) = self.origin.stack_parts();
                        host.pos.count_state(place, state)
                    }
                    None => return Err(self.origin_error(host, "`as_many()` needs a stack", "is not a stack")),
                };
                if most == 0 {
                    self.exclude_origin(host, *why);
                }
                Ok(ColumnValues::UpTo(most))
            }
            Relation::Filtered { of, keeps, by } => {
                let mut found = self.resolve(host, *of)?;
                for (by, why) in by {
                    found = self.narrow(host, found, *by, *keeps, *why)?;
                }
                Ok(found)
            }
        }
    }

    /// The number of pieces of a class at the origin that pass the filter.
    fn pieces(&self, host: &mut Host, class: ClassId, by: OptVal) -> HostResult<u32> {
        let place = self.place(host)?;
        let Some(by) = by else { return Ok(host.pos.count(&host.board, place, class)) };
        let mut passed = 0;
        for (state, n) in host.pos.pieces_of(&host.board, place, class) {
            if passes(host, Val::stack(place, state), by)? {
                passed += n;
            }
        }
        Ok(passed)
    }

    fn narrow(
        &self,
        host: &mut Host,
        found: ColumnValues,
        by: Val,
        keeps: bool,
        why: OptVal,
    ) -> HostResult<ColumnValues> {
        if keeps {
            self.note_row_of(host, by);
        }
        let (kept, excluded) = match found {
            ColumnValues::Dense(kind, all) => {
                let passed = filter_dense(host, kind, all, by)?;
                let kept = if keeps { passed } else { all.minus(passed) };
                if host.explain.is_none() {
                    return Ok(ColumnValues::Dense(kind, kept));
                }
                (ColumnValues::Dense(kind, kept), ColumnValues::Dense(kind, all.minus(kept)))
            }
            found => {
                let all = found.members(host);
                let mut passed = Vec::new();
                filter_list(host, &all, by, &mut passed)?;
                let (kept, excluded) = all.into_iter().partition(|val| passed.contains(val) == keeps);
                (ColumnValues::List(kept), ColumnValues::List(excluded))
            }
        };
        if host.explain.is_some() {
            let excluded = excluded.members(host);
            self.record_excluded(host, why, excluded);
        }
        Ok(kept)
    }

    /// The place of the origin.
    fn place(&self, host: &Host) -> HostResult<SpaceId> {
        place_of(self.origin).ok_or_else(|| self.origin_error(host, "the relation needs a place", "has no place"))
    }

    #[cold]
    fn origin_error(&self, host: &Host, what: &str, is: &str) -> String {
        let (column, from) = (self.column, self.origin_column - self.builder.first + 1);
        let origin = host.describe(self.origin);
        format!(
            "column {column} of `offer`: {what}, and {origin} in column {from} {is}; use `from_column` for another column"
        )
    }

    /// Records the values that this column leaves out in this row.
    fn record_excluded(&self, host: &mut Host, why: OptVal, excluded: Vec<Val>) {
        host.note_excluded_from_row(why, excluded, self.builder.at, self.row_context());
    }

    /// Records that the origin has no row.
    fn exclude_origin(&self, host: &mut Host, why: OptVal) {
        let (before, after) = self.row.columns().split_at(self.origin_column);
        let row = RowContext { before: before.to_vec(), after: after[1..].to_vec() };
        host.note_excluded_from_row(why, vec![self.origin], self.builder.at, row);
    }

    /// The reasons of a set apply to this row too.
    fn note_row_of(&self, host: &mut Host, set: Val) {
        if host.explain.is_some() {
            host.note_rows(set, &self.row_context());
        }
    }

    fn row_context(&self) -> RowContext {
        RowContext { before: self.row.columns().to_vec(), after: single_values(self.rest) }
    }
}

impl Host {
    fn all_spaces(&self) -> Set {
        (0..self.board.spaces.len()).collect()
    }
}
