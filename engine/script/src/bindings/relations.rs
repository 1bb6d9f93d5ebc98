//! Relations: columns of a row whose values depend on an earlier column.

mod resolve;
mod rows;

pub(super) use rows::offer;

use super::links::over_of;
use super::{Api, LuaVal, OptionalVal};
use crate::host::{Host, HostResult, Relation, RelationHandle};
use crate::lua_ffi::{FilterArg, OneOrMany};
use cardwright_state::ClassId;
use cardwright_state::position::MAX_COLUMNS;
use cardwright_state::val::{Kind, Val};

/// The highest column that `from_column` may name.
const MOST_COLUMNS: usize = MAX_COLUMNS - 1;

type OptVal = Option<Val>;

/// `keep` and `drop` of a relation.
pub(super) fn keep_or_drop(
    host: &mut Host,
    of: Val,
    keeps: bool,
    by: &[(FilterArg, OptionalVal)],
) -> HostResult<LuaVal> {
    let mut all = Vec::with_capacity(by.len());
    for (by, why) in by {
        match by {
            FilterArg::Nothing => break,
            FilterArg::Value(by) => {
                filter_or_set(host, by.0)?;
                all.push((by.0, why.map(|why| why.0)));
            }
            FilterArg::Function(_) => {
                return Err("`keep` and `drop` of a relation take filters and sets, not functions".into());
            }
        }
    }
    if all.is_empty() {
        return Err("the filter is nil".into());
    }
    check_relation(host, of)?;
    host.new_relation(Relation::Filtered { of, keeps, by: all }).map(LuaVal)
}

/// Checks that a handle is a relation of this step, without `from_column`.
fn check_relation(host: &Host, relation: Val) -> HostResult<()> {
    match RelationHandle::from_val(relation) {
        (_, column) if column > 0 => Err("`from_column` comes last: `from_column(1, keep(near(1), …))`".into()),
        (RelationHandle::Elsewhere(places), _) => host.spaces(places).map(drop),
        (RelationHandle::Index(at), _) => host.relation(at).map(drop),
    }
}

/// Checks that a handle is a filter or a set of this step.
fn filter_or_set(host: &Host, by: Val) -> HostResult<()> {
    match by.kind() {
        Kind::Relation => Err("a relation is neither a filter nor a set: use it as a column of `offer`".into()),
        _ => super::filters::within(host, by).map(drop),
    }
}

/// Reads an optional argument that is a filter or a set of spaces.
pub(super) fn filter_or_spaces(host: &Host, name: &str, by: OptionalVal) -> HostResult<OptVal> {
    let Some(LuaVal(by)) = by else { return Ok(None) };
    let fits = filter_or_set(host, by).and_then(|()| match by.kind() {
        Kind::Filter => Ok(()),
        _ => host.spaces(by).map(drop),
    });
    fits.map(|()| Some(by)).map_err(|cause| format!("`{name}`: {cause}"))
}

/// Reads a number of steps; `None` for no limit.
pub(super) fn steps(host: &Host, n: OptionalVal) -> HostResult<Option<i64>> {
    let Some(LuaVal(n)) = n else { return Ok(None) };
    match n.kind() {
        Kind::Number if n.0 >= 0 => Ok(Some(n.0)),
        Kind::Number => Err(format!("{} is not a number of steps: give 0 or more, or nil for no limit", n.0)),
        _ => Err(format!("expected a number of steps, got {}", host.describe(n))),
    }
}

/// The entries of `by_type`, narrower classes first. Fails if two classes overlap and neither contains the other.
fn sorted_classes(host: &Host, classes: &[Val], relations: &[Val]) -> HostResult<Vec<(ClassId, Val)>> {
    let mut of = Vec::with_capacity(classes.len());
    for (class, relation) in classes.iter().zip(relations) {
        match relation.kind() {
            Kind::Relation => check_relation(host, *relation)?,
            _ => {
                host.set(*relation).map_err(|_| {
                    format!("`by_type` takes a relation or a set for each class, not {}", host.describe(*relation))
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
                    "`by_type` has both `{}` and `{}`, which share pieces, and neither contains the other: use classes that do not overlap",
                    id(narrow),
                    id(wide)
                ));
            }
        }
    }
    Ok(of)
}

fn reason(host: &Host, why: OptionalVal) -> HostResult<OptVal> {
    why.map(|why| host.index(why.0, Kind::Reason).map(|_| why.0)).transpose()
}

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Relations");
    api.add(
        "near(n: number?, to: (Filter | Set)?, through: (Filter | Set)?, over: (LinkKind | Set)?, why: Reason?): Relation",
        "A column of `offer`: the spaces at most `n` steps from the value in the column before it, without \
         that value's own space. Without `n` there is no limit. Columns of numbers and words are skipped: in \
         `offer(it, stacks, numbers(1, 3), near(1))` the steps start at the stack. `to` keeps only spaces that \
         pass. `through` and `over` work as in `within`. `why` is the reason that `why not` gives for the \
         other spaces of `to`. Make it once, at the top of a file.",
        |host, (n, to, through, over, why): (OptionalVal, OptionalVal, OptionalVal, OptionalVal, OptionalVal)| {
            let (to, through) = (filter_or_spaces(host, "to", to)?, filter_or_spaces(host, "through", through)?);
            let (steps, over) = (steps(host, n)?, over_of(host, over)?);
            let why = reason(host, why)?;
            host.new_relation(Relation::Near { steps, to, through, over, why }).map(LuaVal)
        },
    )?;
    api.add_query(
        "elsewhere(places: Places): Relation",
        "A column of `offer`: these places, without the place of the value in the column before it: `offer(it, \
         stacks, elsewhere(PROVINCES))`. A value that lies nowhere, such as a class in supply, gets all of \
         them.",
        |host, places: LuaVal| {
            if !matches!(places.0.kind(), Kind::Set | Kind::SpaceKind | Kind::Space) {
                host.spaces(places.0)?;
            }
            Ok(LuaVal(RelationHandle::Elsewhere(places.0).to_val(0)))
        },
    )?;
    api.add(
        "at_same_place(set: Set): Relation",
        "A column of `offer`: the stacks (or spaces) of `set` at the same place as the value in the column \
         before it. An example is a load and its carrier.",
        |host, set: LuaVal| {
            host.set(set.0)?;
            host.new_relation(Relation::SamePlace(set.0)).map(LuaVal)
        },
    )?;
    api.document(
        "by_type(relations: {[Class]: Relation | Set}, why: Reason?): Relation",
        "A column of `offer` that depends on the class of the piece in the column before it: `by_type { \
         [TRUCK] = near(2), [FOOT] = near(1) }`. A set applies to every piece of its class. If one class lies \
         within another, the narrower one applies. A piece of no listed class has no row; `why` is the reason \
         that `why not` gives for it.",
    );
    api.add(
        "as_many(class: Class?, filter: Filter?, why: Reason?): Relation",
        "A column of `offer`: the numbers from 1 to a count. With a class, the engine counts its pieces at the \
         place of the value in the column before it; a filter limits the count to stacks that pass. Without a \
         class, the count is the size of the stack in that column. A count of 0 gives no row; `why` is the \
         reason that `why not` gives.",
        |host, (class, by, why): (OptionalVal, OptionalVal, OptionalVal)| {
            let class = class.map(|class| host.class(class.0)).transpose()?;
            if let Some(by) = by {
                filter_or_set(host, by.0)?;
            }
            if class.is_none() && by.is_some() {
                return Err("`as_many` takes a filter only with a class: give the class first".into());
            }
            let why = reason(host, why)?;
            host.new_relation(Relation::AsMany { class, by: by.map(|by| by.0), why }).map(LuaVal)
        },
    )?;
    api.add_query(
        "from_column(number: number, relation: Relation): Relation",
        "A relation that starts from an earlier column than the one before it. Columns are counted from 1 \
         after the head: `offer(it, carriers, near(2), from_column(1, at_same_place(loads)))`.",
        |host, (number, relation): (usize, LuaVal)| {
            if !(1..=MOST_COLUMNS).contains(&number) {
                return Err(format!("there is no column {number}: columns are numbered from 1 to {MOST_COLUMNS}"));
            }
            if relation.0.kind() != Kind::Relation {
                return Err(format!("expected a relation, got {}", host.describe(relation.0)));
            }
            check_relation(host, relation.0)?;
            Ok(LuaVal(RelationHandle::from_val(relation.0).0.to_val(number as u64)))
        },
    )?;
    api.add_private("by_type", |host, (classes, relations, why): (OneOrMany, OneOrMany, OptionalVal)| {
        let of = sorted_classes(host, &classes.0, &relations.0)?;
        let why = reason(host, why)?;
        host.new_relation(Relation::ByType(of, why)).map(LuaVal)
    })?;
    Ok(())
}
