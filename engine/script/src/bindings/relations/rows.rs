//! The rows of an offer whose columns depend on each other.

use super::work::Work;
use crate::host::{Around, Host, HostResult, Related, SetValue};
use cardwright_state::position::Row;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{Set, SpaceId};

/// Pushes the rows of an offer, after a head or without one; `at` is the line that offers, while somebody asks why.
#[inline]
pub(in crate::bindings) fn offer(host: &mut Host, head: Option<Val>, columns: &[Val], at: &str) -> HostResult<()> {
    if host.explain.is_none() && columns.iter().all(|column| column.kind() != Kind::Relation) {
        return host.offer(head, columns);
    }
    related_rows(host, head, columns, at)
}

fn related_rows(host: &mut Host, head: Option<Val>, columns: &[Val], at: &str) -> HostResult<()> {
    let mut row = host.begin_offer(head)?;
    let mut offered = Offered { first: row.len as usize, at, last: None };
    offered.rows(host, &mut row, columns)
}

/// An offer whose columns depend on each other.
pub(super) struct Offered<'a> {
    /// Where the columns begin after the head.
    pub(super) first: usize,
    /// The line of the script, for reasons.
    pub(super) at: &'a str,
    /// What was worked out last, of what, from what: columns in between ask the same again.
    last: Option<(Val, Val, Found)>,
}

/// What a column may be.
#[derive(Clone)]
pub(super) enum Found {
    Dense(Kind, Set),
    List(Vec<Val>),
    /// Members of a set that a script holds, where those of sets lie.
    Kept(u32, u32),
    /// The numbers from 1 to this.
    UpTo(u32),
}

impl Found {
    pub(super) fn of(host: &Host, set: Val) -> HostResult<Found> {
        Ok(match host.set(set)? {
            SetValue::Dense(kind, set) => Found::Dense(kind, set),
            SetValue::List(a, b) => Found::Kept(a, b),
        })
    }
    pub(super) fn spaces(set: Set) -> Found {
        Found::Dense(Kind::Space, set)
    }
    pub(super) fn members(self, host: &Host) -> Vec<Val> {
        match self {
            Found::Dense(kind, set) => set.iter().map(|i| Val::handle(kind, i as u64)).collect(),
            Found::List(list) => list,
            Found::Kept(a, b) => host.list(a, b).to_vec(),
            Found::UpTo(most) => numbers(most).collect(),
        }
    }
}

impl Offered<'_> {
    /// Pushes a row with every combination of the columns that are still to come; the row is left as it was.
    fn rows(&mut self, host: &mut Host, row: &mut Row, rest: &[Val]) -> HostResult<()> {
        host.tries(1)?;
        let Some((column, rest)) = rest.split_first() else { return host.push_row(*row) };
        let at = row.len as usize;
        if host.explain.is_some() {
            host.is_of_rows(*column, &Around { before: row.columns().to_vec(), after: single(rest) });
        }
        let found = match column.kind() {
            Kind::Relation => self.related(host, row, *column, rest)?,
            Kind::Set | Kind::SpaceKind | Kind::LinkKind => Found::of(host, *column)?,
            _ => Found::List(vec![host.kept(*column)?]),
        };
        row.len += 1;
        match found {
            Found::Dense(kind, set) if rest.is_empty() => host.last_column(row, at, &SetValue::Dense(kind, set))?,
            Found::Kept(a, b) if rest.is_empty() => host.last_column(row, at, &SetValue::List(a, b))?,
            Found::Dense(kind, set) => {
                for i in set.iter() {
                    row.cols[at] = Val::handle(kind, i as u64);
                    self.rows(host, row, rest)?;
                }
            }
            Found::Kept(a, b) => {
                for i in a..b {
                    row.cols[at] = host.member(i);
                    self.rows(host, row, rest)?;
                }
            }
            Found::UpTo(most) => {
                for val in numbers(most) {
                    row.cols[at] = val;
                    self.rows(host, row, rest)?;
                }
            }
            Found::List(list) => {
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

    /// What a relation comes to for a row that is complete up to its column.
    fn related(&mut self, host: &mut Host, row: &Row, relation: Val, rest: &[Val]) -> HostResult<Found> {
        let (before, number) = (&row.columns()[self.first..], row.len as usize - self.first + 1);
        let from = match Related::read(relation).1 {
            0 => before.iter().rposition(|val| !matches!(val.kind(), Kind::Number | Kind::Word)),
            named => Some(named - 1).filter(|at| *at < before.len()),
        };
        let Some(from) = from else { return Err(nothing_before(relation, number)) };
        let origin = before[from];
        if let (Related::Elsewhere(places), None) = (Related::read(relation).0, &host.explain) {
            return elsewhere(host, places, origin);
        }
        if let Some((of, from, found)) = &self.last
            && (*of, *from) == (relation, origin)
            && host.explain.is_none()
        {
            return Ok(found.clone());
        }
        host.scratch.origin = place_of(origin);
        let work = Work { offered: self, origin, from: self.first + from, number, row, rest };
        let found = work.found(host, relation);
        host.scratch.origin = None;
        let found = found?;
        self.last = Some((relation, origin, found.clone()));
        Ok(found)
    }
}

/// The spaces of a set, but for where it stands.
pub(super) fn elsewhere(host: &Host, places: Val, origin: Val) -> HostResult<Found> {
    let here = place_of(origin).map_or(Set::EMPTY, |here| Set::one(here.at()));
    Ok(Found::spaces(host.spaces(places)?.minus(here)))
}

#[cold]
fn nothing_before(relation: Val, number: usize) -> String {
    match Related::read(relation).1 {
        0 => format!(
            "column {number} of what is offered is a relation, and nothing stands in a column before it: offer the pieces or places first that it is worked out from (`within(from, n)` asks of one place)"
        ),
        named => format!(
            "column {number} of what is offered is a relation from column {named}, which does not come before it: `from_column` names an earlier column, counted from 1 after the head"
        ),
    }
}

fn numbers(most: u32) -> impl Iterator<Item = Val> {
    (1..=i64::from(most)).map(Val)
}

/// The columns in which there is one thing, as far as they go.
pub(super) fn single(columns: &[Val]) -> Vec<Val> {
    let is_one =
        |column: &&Val| !matches!(column.kind(), Kind::Relation | Kind::Set | Kind::SpaceKind | Kind::LinkKind);
    columns.iter().take_while(is_one).copied().collect()
}

/// Where something lies, if it lies anywhere.
pub(super) fn place_of(val: Val) -> Option<SpaceId> {
    match val.kind() {
        Kind::Stack => Some(val.stack_parts().0),
        Kind::Space => Some(SpaceId::new(val.payload() as usize)),
        _ => None,
    }
}
