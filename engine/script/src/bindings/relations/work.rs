//! What one relation comes to for one row.

use super::OptVal;
use super::rows::{Found, Offered, elsewhere, place_of, single};
use crate::bindings::filters::{dense, listed, passes};
use crate::bindings::links::spaces_within;
use crate::host::{Around, Host, HostResult, Related, Relation};
use cardwright_state::position::Row;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{ClassId, Set, SpaceId};

/// One relation that is worked out.
pub(super) struct Work<'a, 'o> {
    pub(super) offered: &'a Offered<'o>,
    /// From what.
    pub(super) origin: Val,
    /// In which column of the row that is, the head counted.
    pub(super) from: usize,
    /// Of which column of the offer.
    pub(super) number: usize,
    /// The row so far.
    pub(super) row: &'a Row,
    /// The columns after it.
    pub(super) rest: &'a [Val],
}

impl Work<'_, '_> {
    pub(super) fn found(&self, host: &mut Host, relation: Val) -> HostResult<Found> {
        if relation.kind() != Kind::Relation {
            self.is_of(host, relation);
            return Found::of(host, relation);
        }
        let at = match Related::read(relation).0 {
            Related::Elsewhere(places) => {
                self.is_of(host, places);
                return elsewhere(host, places, self.origin);
            }
            Related::Index(at) => at,
        };
        match &*host.relation(at)? {
            Relation::Near { steps, to, through, over, why } => {
                let here = Set::one(self.place(host)?.at());
                let reached = spaces_within(host, here, *steps, *through, *over)?.minus(here);
                host.tries(reached.len())?;
                let Some(to) = *to else { return Ok(Found::spaces(reached)) };
                self.is_of(host, to);
                let found = dense(host, Kind::Space, reached, to)?;
                if host.explain.is_some() {
                    let all = dense(host, Kind::Space, host.all_spaces(), to)?;
                    self.fell(host, *why, Found::spaces(all.minus(found).minus(here)).members(host));
                }
                Ok(Found::spaces(found))
            }
            Relation::SamePlace(set) => {
                let here = self.place(host)?;
                self.is_of(host, *set);
                let members = Found::of(host, *set)?.members(host);
                host.tries(members.len())?;
                if let Some(other) = members.iter().find(|val| place_of(**val).is_none()) {
                    return Err(format!(
                        "`at_same_place` takes stacks or spaces: {} stands nowhere",
                        host.describe(*other)
                    ));
                }
                Ok(Found::List(members.into_iter().filter(|val| place_of(*val) == Some(here)).collect()))
            }
            Relation::ByType(of, why) => {
                let state = match self.origin.kind() {
                    Kind::Stack | Kind::State | Kind::Class => host.state(self.origin)?,
                    _ => return Err(self.stands(host, "`by_type` asks of what type a piece is", "is no piece")),
                };
                let classes = &host.board.states[state.at()].classes;
                match of.iter().find(|(class, _)| classes.contains(class)) {
                    Some((_, relation)) => self.found(host, *relation),
                    None => {
                        self.has_none(host, *why);
                        Ok(Found::List(Vec::new()))
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
                    None => return Err(self.stands(host, "`as_many()` counts the pieces of a stack", "is none")),
                };
                if most == 0 {
                    self.has_none(host, *why);
                }
                Ok(Found::UpTo(most))
            }
            Relation::Narrowed { of, keeps, by } => {
                let mut found = self.found(host, *of)?;
                for (by, why) in by {
                    found = self.narrowed(host, found, *by, *keeps, *why)?;
                }
                Ok(found)
            }
        }
    }

    /// How many pieces of a class lie where it stands: those that pass the filter.
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

    fn narrowed(&self, host: &mut Host, found: Found, by: Val, keeps: bool, why: OptVal) -> HostResult<Found> {
        if keeps {
            self.is_of(host, by);
        }
        let (kept, fell) = match found {
            Found::Dense(kind, all) => {
                let passed = dense(host, kind, all, by)?;
                let kept = if keeps { passed } else { all.minus(passed) };
                if host.explain.is_none() {
                    return Ok(Found::Dense(kind, kept));
                }
                (Found::Dense(kind, kept), Found::Dense(kind, all.minus(kept)))
            }
            found => {
                let all = found.members(host);
                let mut passed = Vec::new();
                listed(host, &all, by, &mut passed)?;
                let (kept, fell) = all.into_iter().partition(|val| passed.contains(val) == keeps);
                (Found::List(kept), Found::List(fell))
            }
        };
        if host.explain.is_some() {
            let fell = fell.members(host);
            self.fell(host, why, fell);
        }
        Ok(kept)
    }

    /// Where it stands from which this is worked out.
    fn place(&self, host: &Host) -> HostResult<SpaceId> {
        place_of(self.origin)
            .ok_or_else(|| self.stands(host, "a relation is worked out from a place", "stands nowhere"))
    }

    #[cold]
    fn stands(&self, host: &Host, what: &str, is: &str) -> String {
        let (number, from) = (self.number, self.from - self.offered.first + 1);
        let origin = host.describe(self.origin);
        format!(
            "column {number} of what is offered: {what}, and {origin} in column {from} {is}; `from_column` names another column"
        )
    }

    /// What fell out of this column of this row.
    fn fell(&self, host: &mut Host, why: OptVal, fell: Vec<Val>) {
        host.fell_of(why, fell, self.offered.at, self.around());
    }

    /// There is no row of that from which this is worked out.
    fn has_none(&self, host: &mut Host, why: OptVal) {
        let (before, after) = self.row.columns().split_at(self.from);
        let row = Around { before: before.to_vec(), after: after[1..].to_vec() };
        host.fell_of(why, vec![self.origin], self.offered.at, row);
    }

    /// What fell out of a set before is told of this row too.
    fn is_of(&self, host: &mut Host, set: Val) {
        if host.explain.is_some() {
            host.is_of_rows(set, &self.around());
        }
    }

    fn around(&self) -> Around {
        Around { before: self.row.columns().to_vec(), after: single(self.rest) }
    }
}

impl Host {
    fn all_spaces(&self) -> Set {
        (0..self.board.spaces.len()).collect()
    }
}
