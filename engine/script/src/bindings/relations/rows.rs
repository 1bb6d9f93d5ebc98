//! Builds the rows of an offer, also where a column depends on an earlier column.

use super::resolve::Resolver;
use crate::host::{Host, HostResult, RelationHandle, RowContext, SetValue};
use cardwright_state::position::Row;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{Set, SpaceId};

/// Adds the rows of an offer, with or without a head. `script_line` is `path:line` of the offer while somebody asks
/// why, and empty otherwise.
#[inline]
pub(in crate::bindings) fn offer(
    host: &mut Host,
    head: Option<Val>,
    columns: &[Val],
    script_line: &str,
) -> HostResult<()> {
    if host.explaining.trace.is_none() && columns.iter().all(|column| column.kind() != Kind::Relation) {
        return host.offer(head, columns);
    }
    add_rows_with_relations(host, head, columns, script_line)
}

fn add_rows_with_relations(host: &mut Host, head: Option<Val>, columns: &[Val], script_line: &str) -> HostResult<()> {
    let mut row = host.begin_offer(head)?;
    let mut builder = RowBuilder { first: row.len as usize, script_line, last: None };
    builder.add_rows(host, &mut row, columns)
}

/// Builds the rows of one offer.
pub(super) struct RowBuilder<'a> {
    /// The index of the first column after the head.
    pub(super) first: usize,
    /// `path:line` of the script, for reasons.
    pub(super) script_line: &'a str,
    /// The last relation, its origin and its values. The origin is the value of an earlier column on which the values
    /// of the relation depend. Rows with the same relation and origin reuse the values.
    last: Option<(Val, Val, ColumnValues)>,
}

/// The values that a column takes.
#[derive(Clone)]
pub(super) enum ColumnValues {
    /// The members of a set of handles of one kind.
    Dense(Kind, Set),
    /// These values.
    List(Vec<Val>),
    /// The members of a list that the host stores, as a range of its lists.
    Stored(u32, u32),
    /// The numbers from 1 to this one.
    UpTo(u32),
    /// The amount that the host stored at this index.
    Amount(usize),
}

impl ColumnValues {
    pub(super) fn from_set(host: &Host, set: Val) -> HostResult<ColumnValues> {
        Ok(match host.set(set)? {
            SetValue::Dense(kind, set) => ColumnValues::Dense(kind, set),
            SetValue::List(from, to) => ColumnValues::Stored(from, to),
        })
    }
    pub(super) fn spaces(set: Set) -> ColumnValues {
        ColumnValues::Dense(Kind::Space, set)
    }
    pub(super) fn members(self, host: &Host) -> Vec<Val> {
        match self {
            ColumnValues::Dense(kind, set) => set.iter().map(|index| Val::handle(kind, index as u64)).collect(),
            ColumnValues::List(list) => list,
            ColumnValues::Stored(from, to) => host.list(from, to).to_vec(),
            ColumnValues::UpTo(most) => numbers(most).collect(),
            ColumnValues::Amount(index) => host.amount(index).map_or_else(|_| Vec::new(), |(column, _)| vec![column]),
        }
    }
}

impl RowBuilder<'_> {
    /// Adds a row for every combination of the remaining columns. Leaves `row` as it was.
    fn add_rows(&mut self, host: &mut Host, row: &mut Row, later_columns: &[Val]) -> HostResult<()> {
        host.count_combinations(1)?;
        let Some((column, later_columns)) = later_columns.split_first() else { return host.push_row(*row) };
        let index = row.len as usize;
        if host.explaining.trace.is_some() {
            host.note_rows(
                *column,
                &RowContext { before: row.columns().to_vec(), after: single_values(later_columns) },
            );
        }
        let values = match column.kind() {
            Kind::Relation => self.relation_values(host, row, *column, later_columns)?,
            Kind::Set | Kind::SpaceKind | Kind::LinkKind => ColumnValues::from_set(host, *column)?,
            _ => ColumnValues::List(vec![host.check_storable(*column)?]),
        };
        row.len += 1;
        match values {
            ColumnValues::Dense(kind, set) if later_columns.is_empty() => {
                host.add_last_column(row, index, &SetValue::Dense(kind, set))?
            }
            ColumnValues::Stored(from, to) if later_columns.is_empty() => {
                host.add_last_column(row, index, &SetValue::List(from, to))?
            }
            ColumnValues::Dense(kind, set) => {
                for member in set.iter() {
                    row.cols[index] = Val::handle(kind, member as u64);
                    self.add_rows(host, row, later_columns)?;
                }
            }
            ColumnValues::Stored(from, to) => {
                for member in from..to {
                    row.cols[index] = host.member(member);
                    self.add_rows(host, row, later_columns)?;
                }
            }
            ColumnValues::UpTo(most) => {
                for val in numbers(most) {
                    row.cols[index] = val;
                    self.add_rows(host, row, later_columns)?;
                }
            }
            ColumnValues::List(list) => {
                for val in list {
                    row.cols[index] = val;
                    self.add_rows(host, row, later_columns)?;
                }
            }
            ColumnValues::Amount(stored) => {
                let (amount, likely) = host.amount(stored)?;
                let first_row = host.choice.rows.len();
                row.cols[index] = amount;
                self.add_rows(host, row, later_columns)?;
                if let Some(number) = likely {
                    host.note_likely(first_row, index, number);
                }
            }
        }
        row.cols[index] = Val::default();
        row.len -= 1;
        Ok(())
    }

    /// Returns the values of a relation. `row` has all columns before the relation.
    fn relation_values(
        &mut self,
        host: &mut Host,
        row: &Row,
        relation: Val,
        later_columns: &[Val],
    ) -> HostResult<ColumnValues> {
        if let RelationHandle::Amount(index) = RelationHandle::from_val(relation) {
            return Ok(ColumnValues::Amount(index));
        }
        let (before, column) = (&row.columns()[self.first..], row.len as usize - self.first + 1);
        let has_origin = |val: &Val| !matches!(val.kind(), Kind::Number | Kind::Word);
        let Some(origin_index) = before.iter().rposition(has_origin) else {
            return Err(format!(
                "column {column} of `offer` is a relation, and no column before it has a piece or a place: put one there, or use `within(from, n)`"
            ).into());
        };
        let origin = before[origin_index];
        if let (RelationHandle::Elsewhere(places), None) = (RelationHandle::from_val(relation), &host.explaining.trace)
        {
            return elsewhere(host, places, origin);
        }
        if let Some((last_relation, last_origin, values)) = &self.last
            && (*last_relation, *last_origin) == (relation, origin)
            && host.explaining.trace.is_none()
        {
            return Ok(values.clone());
        }
        host.scratch.origin = place_of(origin);
        let resolver =
            Resolver { builder: self, origin, origin_column: self.first + origin_index, column, row, later_columns };
        let values = resolver.resolve(host, relation);
        host.scratch.origin = None;
        let values = values?;
        self.last = Some((relation, origin, values.clone()));
        Ok(values)
    }
}

/// Returns the spaces of a set, without the place of `origin`.
pub(super) fn elsewhere(host: &Host, places: Val, origin: Val) -> HostResult<ColumnValues> {
    let origin_place = place_of(origin).map_or(Set::EMPTY, |origin_place| Set::one(origin_place.index()));
    Ok(ColumnValues::spaces(host.spaces(places)?.minus(&origin_place)))
}

fn numbers(most: u32) -> impl Iterator<Item = Val> {
    (1..=i64::from(most)).map(Val)
}

/// Returns the columns before the first column that is a set or a relation.
pub(super) fn single_values(columns: &[Val]) -> Vec<Val> {
    let is_single =
        |column: &&Val| !matches!(column.kind(), Kind::Relation | Kind::Set | Kind::SpaceKind | Kind::LinkKind);
    columns.iter().take_while(is_single).copied().collect()
}

/// Returns the place of a stack or a space.
pub(super) fn place_of(val: Val) -> Option<SpaceId> {
    match val.kind() {
        Kind::Stack => Some(val.stack_parts().0),
        Kind::Space => Some(SpaceId::new(val.payload() as usize)),
        _ => None,
    }
}
