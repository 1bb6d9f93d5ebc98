//! Relations: columns of a row that are worked out for each value of a column before them, and the rows they make.

use super::filters::{dense, listed, passes};
use super::links::{over_of, spaces_within};
use super::{Api, Opt, V};
use crate::host::{Around, Host, HostResult, Related, Relation, SetValue};
use crate::raw::{By, Handles};
use cardwright_state::position::{COLUMNS, Row};
use cardwright_state::val::{Kind, Val};
use cardwright_state::{ClassId, Set, SpaceId};

/// Columns that `from_column` may name.
const MOST_COLUMNS: usize = COLUMNS - 1;

/// Pushes the rows of an offer, after a head or without one; `at` is the line that offers, while somebody asks why.
#[inline]
pub(super) fn offer(host: &mut Host, head: Option<Val>, columns: &[Val], at: &str) -> HostResult<()> {
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
struct Offered<'a> {
    /// Where the columns begin after the head.
    first: usize,
    /// The line of the script, for reasons.
    at: &'a str,
    /// What was worked out last, of what, from what: columns in between ask the same again.
    last: Option<(Val, Val, Found)>,
}

/// What a column may be.
#[derive(Clone)]
enum Found {
    Dense(Kind, Set),
    List(Vec<Val>),
    /// Members of a set that a script holds, where those of sets lie.
    Kept(u32, u32),
    /// The numbers from 1 to this.
    UpTo(u32),
}

impl Found {
    fn of(host: &Host, set: Val) -> HostResult<Found> {
        Ok(match host.set(set)? {
            SetValue::Dense(kind, set) => Found::Dense(kind, set),
            SetValue::List(a, b) => Found::Kept(a, b),
        })
    }
    fn spaces(set: Set) -> Found {
        Found::Dense(Kind::Space, set)
    }
    fn members(self, host: &Host) -> Vec<Val> {
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
fn elsewhere(host: &Host, places: Val, origin: Val) -> HostResult<Found> {
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
fn single(columns: &[Val]) -> Vec<Val> {
    let is_one =
        |column: &&Val| !matches!(column.kind(), Kind::Relation | Kind::Set | Kind::SpaceKind | Kind::LinkKind);
    columns.iter().take_while(is_one).copied().collect()
}

/// Where something lies, if it lies anywhere.
fn place_of(val: Val) -> Option<SpaceId> {
    match val.kind() {
        Kind::Stack => Some(val.stack_parts().0),
        Kind::Space => Some(SpaceId::new(val.payload() as usize)),
        _ => None,
    }
}

/// One relation that is worked out.
struct Work<'a, 'o> {
    offered: &'a Offered<'o>,
    /// From what.
    origin: Val,
    /// In which column of the row that is, the head counted.
    from: usize,
    /// Of which column of the offer.
    number: usize,
    /// The row so far.
    row: &'a Row,
    /// The columns after it.
    rest: &'a [Val],
}

impl Work<'_, '_> {
    fn found(&self, host: &mut Host, relation: Val) -> HostResult<Found> {
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

/// A handle that may be left out.
type OptVal = Option<Val>;

/// A relation narrowed by filters and sets: `keep` and `drop` of one.
pub(super) fn narrowed(host: &mut Host, of: Val, keeps: bool, by: &[(By, Opt)]) -> HostResult<V> {
    let mut all = Vec::with_capacity(by.len());
    for (by, why) in by {
        match by {
            By::Nothing => break,
            By::Number(by) => {
                filter_or_set(host, by.0)?;
                all.push((by.0, why.map(|why| why.0)));
            }
            By::Function(_) => {
                return Err(
                    "a relation is narrowed by filters and sets, not by a function: it is worked out by the host"
                        .into(),
                );
            }
        }
    }
    if all.is_empty() {
        return Err("the filter is nil".into());
    }
    there_is(host, of)?;
    host.new_relation(Relation::Narrowed { of, keeps, by: all }).map(V)
}

/// A relation that there is, from the column before it.
fn there_is(host: &Host, relation: Val) -> HostResult<()> {
    match Related::read(relation) {
        (_, column) if column > 0 => Err("`from_column` comes last: `from_column(1, keep(near(1), …))`".into()),
        (Related::Elsewhere(places), _) => host.spaces(places).map(drop),
        (Related::Index(at), _) => host.relation(at).map(drop),
    }
}

/// A filter, or a set used as one, that there is.
fn filter_or_set(host: &Host, by: Val) -> HostResult<()> {
    match by.kind() {
        Kind::Relation => Err("a relation is no filter and no set: it is a column of `offer`".into()),
        _ => super::filters::within(host, by).map(drop),
    }
}

/// A filter, or a set of spaces.
pub(super) fn filter_or_spaces(host: &Host, name: &str, by: Opt) -> HostResult<OptVal> {
    let Some(V(by)) = by else { return Ok(None) };
    let fits = filter_or_set(host, by).and_then(|()| match by.kind() {
        Kind::Filter => Ok(()),
        _ => host.spaces(by).map(drop),
    });
    fits.map(|()| Some(by)).map_err(|cause| format!("`{name}`: {cause}"))
}

/// A number of steps, or as far as it goes.
pub(super) fn steps(host: &Host, n: Opt) -> HostResult<Option<i64>> {
    let Some(V(n)) = n else { return Ok(None) };
    match n.kind() {
        Kind::Number if n.0 >= 0 => Ok(Some(n.0)),
        Kind::Number => Err(format!("{} steps: none or more, or nil for as far as it goes", n.0)),
        _ => Err(format!("expected a number of steps, got {}", host.describe(n))),
    }
}

/// The relations of `by_type`, the narrower class first; an error where two classes share pieces and neither is within the other.
fn by_class(host: &Host, classes: &[Val], relations: &[Val]) -> HostResult<Vec<(ClassId, Val)>> {
    let mut of = Vec::with_capacity(classes.len());
    for (class, relation) in classes.iter().zip(relations) {
        match relation.kind() {
            Kind::Relation => there_is(host, *relation)?,
            _ => {
                host.set(*relation).map_err(|_| {
                    format!("`by_type` has a relation or a set for each class, not {}", host.describe(*relation))
                })?;
            }
        }
        of.push((host.class(*class)?, *relation));
    }
    let states = |class: ClassId| &host.board.classes[class.at()].states;
    of.sort_by_key(|(class, _)| (states(*class).len(), class.at()));
    for (at, (narrow, _)) in of.iter().enumerate() {
        for (wide, _) in &of[at + 1..] {
            let shared = states(*narrow).iter().filter(|state| states(*wide).binary_search(state).is_ok()).count();
            if shared > 0 && (shared < states(*narrow).len() || shared == states(*wide).len()) {
                let id = |class: &ClassId| &host.board.classes[class.at()].id;
                return Err(format!(
                    "`by_type` has both `{}` and `{}`, which share pieces, and neither lies within the other: name classes of which each piece has one",
                    id(narrow),
                    id(wide)
                ));
            }
        }
    }
    Ok(of)
}

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Relations");
    api.add(
        "near(n: number?, to: (Filter | Set)?, through: (Filter | Set)?, over: (LinkKind | Set)?, why: Reason?): Relation",
        "For a column of `offer`: the spaces at most `n` steps away from what stands in the column before it (without `n`: as far as it goes), but not its own. Numbers and words are passed over: `offer(it, stacks, numbers(1, 3), near(1))` goes from the stack. With `to`, only those that pass; `through`, `over`: as `within` has them. `why` is what `why not` tells of the others of `to`. Made at the head of a file it costs nothing.",
        |host, (n, to, through, over, why): (Opt, Opt, Opt, Opt, Opt)| {
            let (to, through) = (filter_or_spaces(host, "to", to)?, filter_or_spaces(host, "through", through)?);
            let (steps, over) = (steps(host, n)?, over_of(host, over)?);
            let why = reason(host, why)?;
            host.new_relation(Relation::Near { steps, to, through, over, why }).map(V)
        },
    )?;
    api.read(
        "elsewhere(places: Places): Relation",
        "For a column of `offer`: of these places all but the one where that stands which is in the column before it: `offer(it, stacks, elsewhere(PROVINCES))`. What stands nowhere, such as a class in supply, has all of them.",
        |host, places: V| {
            if !matches!(places.0.kind(), Kind::Set | Kind::SpaceKind | Kind::Space) {
                host.spaces(places.0)?;
            }
            Ok(V(Related::Elsewhere(places.0).written(0)))
        },
    )?;
    api.add(
        "at_same_place(set: Set): Relation",
        "For a column of `offer`: those of some stacks (or spaces) that stand where that stands which is in the column before it, as a load does with its carrier.",
        |host, set: V| {
            host.set(set.0)?;
            host.new_relation(Relation::SamePlace(set.0)).map(V)
        },
    )?;
    api.describe(
        "by_type(relations: {[Class]: Relation | Set}, why: Reason?): Relation",
        "For a column of `offer`: by the class of the piece in the column before it, `by_type { [TRUCK] = near(2), [FOOT] = near(1) }`; a set is the same for all of its class. Of two classes one within the other the narrower holds. A piece of none of them has no row: `why` is what `why not` tells of it.",
    );
    api.add(
        "as_many(class: Class?, filter: Filter?, why: Reason?): Relation",
        "For a column of `offer`: the numbers from 1 to how many pieces of the class stand where that stands which is in the column before it (with a filter: stacks that pass it), or without a class to how many the stack in that column has. Where there is none there is no row: `why` is what `why not` tells of it.",
        |host, (class, by, why): (Opt, Opt, Opt)| {
            let class = class.map(|class| host.class(class.0)).transpose()?;
            if let Some(by) = by {
                filter_or_set(host, by.0)?;
            }
            if class.is_none() && by.is_some() {
                return Err("`as_many` takes a filter of the stacks of a class: name the class first".into());
            }
            let why = reason(host, why)?;
            host.new_relation(Relation::AsMany { class, by: by.map(|by| by.0), why }).map(V)
        },
    )?;
    api.read(
        "from_column(number: number, relation: Relation): Relation",
        "A relation worked out from an earlier column than the one before it, counted from 1 after the head: `offer(it, carriers, near(2), from_column(1, at_same_place(loads)))`.",
        |host, (number, relation): (usize, V)| {
            if !(1..=MOST_COLUMNS).contains(&number) {
                return Err(format!("columns are numbered from 1 to {MOST_COLUMNS}, not {number}"));
            }
            if relation.0.kind() != Kind::Relation {
                return Err(format!("expected a relation, got {}", host.describe(relation.0)));
            }
            there_is(host, relation.0)?;
            Ok(V(Related::read(relation.0).0.written(number as u64)))
        },
    )?;
    api.hide("by_type", |host, (classes, relations, why): (Handles, Handles, Opt)| {
        let of = by_class(host, &classes.0, &relations.0)?;
        let why = reason(host, why)?;
        host.new_relation(Relation::ByType(of, why)).map(V)
    })?;
    Ok(())
}

fn reason(host: &Host, why: Opt) -> HostResult<OptVal> {
    why.map(|why| host.index(why.0, Kind::Reason).map(|_| why.0)).transpose()
}

impl Host {
    fn all_spaces(&self) -> Set {
        (0..self.board.spaces.len()).collect()
    }
}
