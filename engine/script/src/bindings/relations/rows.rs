//! Builds the rows of an offer, also where a column depends on an earlier one.

use super::resolve::Resolver;
use crate::host::{Host, HostResult, RelationHandle, RowContext, SetValue};
use cardwright_state::position::Row;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{Set, SpaceId};

/// Adds the rows of an offer, with or without a head. `at` is `path:line` of the offer while somebody asks why, else
/// empty.
#[inline]
pub(in crate::bindings) fn offer(host: &mut Host, head: Option<Val>, columns: &[Val], at: &str) -> HostResult<()> {
    if host.explain.is_none() && columns.iter().all(|column| column.kind() != Kind::Relation) {
        return host.offer(head, columns);
    }
    related_rows(host, head, columns, at)
}

fn related_rows(host: &mut Host, head: Option<Val>, columns: &[Val], at: &str) -> HostResult<()> {
    let mut row = host.begin_offer(head)?;
    let mut builder = RowBuilder { first: row.len as usize, at, last: None };
    builder.rows(host, &mut row, columns)
}

/// Builds the rows of one offer.
pub(super) struct RowBuilder<'a> {
    /// Index of the first column after the head.
    pub(super) first: usize,
    /// `path:line` of the script, for reasons.
    pub(super) at: &'a str,
    /// The last result, with its relation and origin. Rows that differ in other columns reuse it.
    last: Option<(Val, Val, ColumnValues)>,
}

/// The values that a column takes.
#[derive(Clone)]
pub(super) enum ColumnValues {
    Dense(Kind, Set),
    List(Vec<Val>),
    /// Members of a stored list, by their range in the host.
    Stored(u32, u32),
    /// The numbers from 1 to this one.
    UpTo(u32),
}

impl ColumnValues {
    pub(super) fn from_set(host: &Host, set: Val) -> HostResult<ColumnValues> {
        Ok(match host.set(set)? {
            SetValue::Dense(kind, set) => ColumnValues::Dense(kind, set),
            SetValue::List(a, b) => ColumnValues::Stored(a, b),
        })
    }
    pub(super) fn spaces(set: Set) -> ColumnValues {
        ColumnValues::Dense(Kind::Space, set)
    }
    pub(super) fn members(self, host: &Host) -> Vec<Val> {
        match self {
            ColumnValues::Dense(kind, set) => set.iter().map(|i| Val::handle(kind, i as u64)).collect(),
            ColumnValues::List(list) => list,
            ColumnValues::Stored(a, b) => host.list(a, b).to_vec(),
            ColumnValues::UpTo(most) => numbers(most).collect(),
        }
    }
}

impl RowBuilder<'_> {
    /// Adds a row for every combination of the remaining columns. Leaves `row` as it was.
    fn rows(&mut self, host: &mut Host, row: &mut Row, rest: &[Val]) -> HostResult<()> {
        host.count_combinations(1)?;
        let Some((column, rest)) = rest.split_first() else { return host.push_row(*row) };
        let at = row.len as usize;
        if host.explain.is_some() {
            host.note_rows(*column, &RowContext { before: row.columns().to_vec(), after: single_values(rest) });
        }
        let found = match column.kind() {
            Kind::Relation => self.relation_values(host, row, *column, rest)?,
            Kind::Set | Kind::SpaceKind | Kind::LinkKind => ColumnValues::from_set(host, *column)?,
            _ => ColumnValues::List(vec![host.check_storable(*column)?]),
        };
        row.len += 1;
        match found {
            ColumnValues::Dense(kind, set) if rest.is_empty() => {
                host.last_column(row, at, &SetValue::Dense(kind, set))?
            }
            ColumnValues::Stored(a, b) if rest.is_empty() => host.last_column(row, at, &SetValue::List(a, b))?,
            ColumnValues::Dense(kind, set) => {
                for i in set.iter() {
                    row.cols[at] = Val::handle(kind, i as u64);
                    self.rows(host, row, rest)?;
                }
            }
            ColumnValues::Stored(a, b) => {
                for i in a..b {
                    row.cols[at] = host.member(i);
                    self.rows(host, row, rest)?;
                }
            }
            ColumnValues::UpTo(most) => {
                for val in numbers(most) {
                    row.cols[at] = val;
                    self.rows(host, row, rest)?;
                }
            }
            ColumnValues::List(list) => {
                for val in list {
                    row.cols[at] = val;
                    self.rows(host, row, rest)?;
                }
            }
        }
        row.cols[at] = Val::default();
        row.len -= 1;
        Ok(())
    }

    /// The values of a relation, for a row that is complete before its column.
    fn relation_values(&mut self, host: &mut Host, row: &Row, relation: Val, rest: &[Val]) -> HostResult<ColumnValues> {
        let (before, number) = (&row.columns()[self.first..], row.len as usize - self.first + 1);
        let from = match RelationHandle::from_val(relation).1 {
            0 => before.iter().rposition(|val| !matches!(val.kind(), Kind::Number | Kind::Word)),
            named => Some(named - 1).filter(|at| *at < before.len()),
        };
        let Some(from) = from else { return Err(nothing_before(relation, number)) };
        let origin = before[from];
        if let (RelationHandle::Elsewhere(places), None) = (RelationHandle::from_val(relation).0, &host.explain) {
            return elsewhere(host, places, origin);
        }
        if let Some((of, from, found)) = &self.last
            && (*of, *from) == (relation, origin)
            && host.explain.is_none()
        {
            return Ok(found.clone());
        }
        host.scratch.origin = place_of(origin);
        let resolver = Resolver { builder: self, origin, origin_column: self.first + from, column: number, row, rest };
        let found = resolver.resolve(host, relation);
        host.scratch.origin = None;
        let found = found?;
        self.last = Some((relation, origin, found.clone()));
        Ok(found)
    }
}

/// The spaces of a set, without the place of `origin`.
pub(super) fn elsewhere(host: &Host, places: Val, origin: Val) -> HostResult<ColumnValues> {
    let here = place_of(origin).map_or(Set::EMPTY, |here| Set::one(here.at()));
    Ok(ColumnValues::spaces(host.spaces(places)?.minus(here)))
}

#[cold]
fn nothing_before(relation: Val, number: usize) -> String {
    match RelationHandle::from_val(relation).1 {
        0 => format!(
            "column {number} of `offer` is a relation, and no column before it has a piece or a place: put one there, or use `within(from, n)`"
        ),
        named => format!(
            "column {number} of `offer` is a relation from column {named}, which does not come before it: `from_column` takes an earlier column, counted from 1 after the head"
        ),
    }
}

fn numbers(most: u32) -> impl Iterator<Item = Val> {
    (1..=i64::from(most)).map(Val)
}

/// The columns up to the first that is a set or a relation.
pub(super) fn single_values(columns: &[Val]) -> Vec<Val> {
    let is_one =
        |column: &&Val| !matches!(column.kind(), Kind::Relation | Kind::Set | Kind::SpaceKind | Kind::LinkKind);
    columns.iter().take_while(is_one).copied().collect()
}

/// The place of a stack or a space.
pub(super) fn place_of(val: Val) -> Option<SpaceId> {
    match val.kind() {
        Kind::Stack => Some(val.stack_parts().0),
        Kind::Space => Some(SpaceId::new(val.payload() as usize)),
        _ => None,
    }
}
