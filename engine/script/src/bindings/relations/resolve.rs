//! Computes the values of one relation for one row.

use super::rows::{ColumnValues, RowBuilder, elsewhere, place_of, single_values};
use super::{NARROWED_AMOUNT, OptVal};
use crate::bindings::filters::{filter_dense, filter_list, passes};
use crate::bindings::links::spaces_within;
use crate::host::{Host, HostError, HostResult, Relation, RelationHandle, RowContext};
use cardwright_state::position::Row;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{ClassId, Set, SpaceId};

/// One relation and the row that needs it.
pub(super) struct Resolver<'a, 'o> {
    pub(super) builder: &'a RowBuilder<'o>,
    /// The value from which the relation starts.
    pub(super) origin: Val,
    /// The index of the origin in the row. The head has the index 0.
    pub(super) origin_column: usize,
    /// The number of the relation's column. The first column after the head has the number 1.
    pub(super) column: usize,
    /// The columns of the row before the column of the relation.
    pub(super) row: &'a Row,
    /// The columns after the column of the relation.
    pub(super) later_columns: &'a [Val],
}

impl Resolver<'_, '_> {
    /// Returns the values of a relation or of a set for the row.
    pub(super) fn resolve(&self, host: &mut Host, relation: Val) -> HostResult<ColumnValues> {
        if relation.kind() != Kind::Relation {
            self.note_row_of(host, relation);
            return ColumnValues::from_set(host, relation);
        }
        let index = match RelationHandle::from_val(relation) {
            RelationHandle::Elsewhere(places) => {
                self.note_row_of(host, places);
                return elsewhere(host, places, self.origin);
            }
            RelationHandle::Amount(index) => return Ok(ColumnValues::Amount(index)),
            RelationHandle::Index(index) => index,
        };
        match &*host.relation(index)? {
            Relation::Near { steps, to, through, over, why } => {
                let origin = Set::one(self.place(host)?.index());
                let reached = spaces_within(host, origin.clone(), *steps, *through, over)?.minus(&origin);
                self.near(host, (origin, reached), *to, *why)
            }
            Relation::SamePlace(set) => self.at_same_place(host, *set),
            Relation::ByType(entries, why) => {
                let state = match self.origin.kind() {
                    Kind::Stack | Kind::State | Kind::Class => host.state(self.origin)?,
                    _ => return Err(self.origin_error(host, "`by_type` needs a piece", "is not a piece")),
                };
                let classes = &host.board.states[state.index()].classes;
                match entries.iter().find(|(class, _)| classes.contains(class)) {
                    Some((_, relation)) => self.resolve(host, *relation),
                    None => {
                        self.exclude_origin(host, *why);
                        Ok(ColumnValues::List(Vec::new()))
                    }
                }
            }
            Relation::AsMany { class, filter, why } => {
                let most = match class {
                    Some(class) => self.piece_count(host, *class, *filter)?,
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
            Relation::Filtered { relation, keeps, filters } => {
                let mut values = self.resolve(host, *relation)?;
                for (filter, why) in filters {
                    values = self.narrow(host, values, *filter, *keeps, *why)?;
                }
                Ok(values)
            }
        }
    }

    /// Returns the spaces within reach that pass the filter. While somebody asks why, records the spaces out of reach.
    fn near(
        &self,
        host: &mut Host,
        (origin, reached): (Set, Set),
        to: OptVal,
        why: OptVal,
    ) -> HostResult<ColumnValues> {
        host.count_combinations(reached.len())?;
        let Some(to) = to else { return Ok(ColumnValues::spaces(reached)) };
        self.note_row_of(host, to);
        let found = filter_dense(host, Kind::Space, &reached, to)?;
        if host.explaining.trace.is_some() {
            let allowed = filter_dense(host, Kind::Space, &host.all_spaces(), to)?;
            let excluded = ColumnValues::spaces(allowed.minus(&found).minus(&origin)).members(host);
            self.record_excluded(host, why, excluded);
        }
        Ok(ColumnValues::spaces(found))
    }

    /// Returns the members of a set that are at the origin's place.
    fn at_same_place(&self, host: &mut Host, set: Val) -> HostResult<ColumnValues> {
        let place = self.place(host)?;
        self.note_row_of(host, set);
        let members = ColumnValues::from_set(host, set)?.members(host);
        host.count_combinations(members.len())?;
        if let Some(without_place) = members.iter().find(|val| place_of(**val).is_none()) {
            let without_place = host.describe(*without_place);
            return Err(format!("`at_same_place` takes stacks or spaces: {without_place} has no place").into());
        }
        Ok(ColumnValues::List(members.into_iter().filter(|val| place_of(*val) == Some(place)).collect()))
    }

    /// Returns the number of pieces of a class at the origin's place that pass the filter.
    fn piece_count(&self, host: &mut Host, class: ClassId, filter: OptVal) -> HostResult<u32> {
        let place = self.place(host)?;
        let Some(filter) = filter else { return Ok(host.pos.count(&host.board, place, class)) };
        let mut count = 0;
        for (state, n) in host.pos.pieces_of(&host.board, place, class) {
            if passes(host, Val::stack(place, state), filter)? {
                count += n;
            }
        }
        Ok(count)
    }

    /// Returns the values that pass a filter (`keeps`) or the other values. While somebody asks why, records the
    /// excluded values with their reason.
    fn narrow(
        &self,
        host: &mut Host,
        values: ColumnValues,
        filter: Val,
        keeps: bool,
        why: OptVal,
    ) -> HostResult<ColumnValues> {
        if keeps {
            self.note_row_of(host, filter);
        }
        let (kept, excluded) = match values {
            ColumnValues::Dense(kind, members) => {
                let passed = filter_dense(host, kind, &members, filter)?;
                let kept = if keeps { passed } else { members.minus(&passed) };
                if host.explaining.trace.is_none() {
                    return Ok(ColumnValues::Dense(kind, kept));
                }
                let excluded = members.minus(&kept);
                (ColumnValues::Dense(kind, kept), ColumnValues::Dense(kind, excluded))
            }
            ColumnValues::Amount(_) => return Err(NARROWED_AMOUNT.into()),
            values => {
                let members = values.members(host);
                let mut passed = Vec::new();
                filter_list(host, &members, filter, &mut passed)?;
                let (kept, excluded) = members.into_iter().partition(|val| passed.contains(val) == keeps);
                (ColumnValues::List(kept), ColumnValues::List(excluded))
            }
        };
        if host.explaining.trace.is_some() {
            let excluded = excluded.members(host);
            self.record_excluded(host, why, excluded);
        }
        Ok(kept)
    }

    /// Returns the place of the origin.
    fn place(&self, host: &Host) -> HostResult<SpaceId> {
        place_of(self.origin).ok_or_else(|| self.origin_error(host, "the relation needs a place", "has no place"))
    }

    #[cold]
    fn origin_error(&self, host: &Host, need: &str, lack: &str) -> HostError {
        let (column, from) = (self.column, self.origin_column - self.builder.first + 1);
        let origin = host.describe(self.origin);
        format!(
            "column {column} of `offer`: {need}, and {origin} in column {from} {lack}; put this column after the one it depends on"
        )
        .into()
    }

    /// Records the values that the column leaves out in the row.
    fn record_excluded(&self, host: &mut Host, why: OptVal, excluded: Vec<Val>) {
        host.note_excluded_from_row(why, excluded, self.builder.script_line, self.row_context());
    }

    /// Records that the origin has no row, because the relation has no value for it.
    fn exclude_origin(&self, host: &mut Host, why: OptVal) {
        let (before, after) = self.row.columns().split_at(self.origin_column);
        let row = RowContext { before: before.to_vec(), after: after[1..].to_vec() };
        host.note_excluded_from_row(why, vec![self.origin], self.builder.script_line, row);
    }

    /// While somebody asks why, records that the reasons of a set apply to the row too.
    fn note_row_of(&self, host: &mut Host, set: Val) {
        if host.explaining.trace.is_some() {
            host.note_rows(set, &self.row_context());
        }
    }

    fn row_context(&self) -> RowContext {
        RowContext { before: self.row.columns().to_vec(), after: single_values(self.later_columns) }
    }
}

impl Host {
    fn all_spaces(&self) -> Set {
        (0..self.board.spaces.len()).collect()
    }
}
