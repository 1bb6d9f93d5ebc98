//! Relations: columns of a row that are worked out for each value of a column before them.

mod rows;
mod work;

pub(super) use rows::offer;

use super::links::over_of;
use super::{Api, Opt, V};
use crate::host::{Host, HostResult, Related, Relation};
use crate::raw::{By, Handles};
use cardwright_state::ClassId;
use cardwright_state::position::COLUMNS;
use cardwright_state::val::{Kind, Val};

/// Columns that `from_column` may name.
const MOST_COLUMNS: usize = COLUMNS - 1;

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

fn reason(host: &Host, why: Opt) -> HostResult<OptVal> {
    why.map(|why| host.index(why.0, Kind::Reason).map(|_| why.0)).transpose()
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
