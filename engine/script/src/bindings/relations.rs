//! Relations: columns of a row whose values depend on an earlier column.

mod resolve;
mod rows;

pub(super) use rows::offer;

use super::links::link_selection;
use super::{Api, LuaVal, OptionalVal};
use crate::host::{Host, HostResult, Relation, RelationHandle};
use crate::lua_ffi::{FilterArg, OneOrMany};
use cardwright_state::ClassId;
use cardwright_state::val::{Kind, Val};

/// The error for a `keep` or `drop` of an amount.
const NARROWED_AMOUNT: &str = "`keep` and `drop` do not narrow an amount: give it other bounds";

/// An optional value, without the wrapper for Lua.
type OptVal = Option<Val>;

/// Makes the relation that `keep` or `drop` returns if it narrows a relation. `filters` holds each filter with its
/// reason.
pub(super) fn keep_or_drop(
    host: &mut Host,
    relation: Val,
    keeps: bool,
    filters: &[(FilterArg, OptionalVal)],
) -> HostResult<LuaVal> {
    let mut checked = Vec::with_capacity(filters.len());
    for (filter, why) in filters {
        match filter {
            FilterArg::Nothing => break,
            FilterArg::Value(filter) => {
                check_filter_or_set(host, filter.0)?;
                checked.push((filter.0, why.map(|why| why.0)));
            }
            FilterArg::Function(_) => {
                return Err("`keep` and `drop` of a relation take filters and sets, not functions".into());
            }
        }
    }
    if checked.is_empty() {
        return Err("the filter is nil".into());
    }
    check_relation(host, relation)?;
    if matches!(RelationHandle::from_val(relation), RelationHandle::Amount(_)) {
        return Err(NARROWED_AMOUNT.into());
    }
    host.new_relation(Relation::Filtered { relation, keeps, filters: checked }).map(LuaVal)
}

/// Checks that a handle is a relation of this step.
fn check_relation(host: &Host, relation: Val) -> HostResult<()> {
    match RelationHandle::from_val(relation) {
        RelationHandle::Elsewhere(places) => host.spaces(places).map(drop),
        RelationHandle::Index(at) => host.relation(at).map(drop),
        RelationHandle::Amount(at) => host.amount(at).map(drop),
    }
}

/// Checks that a handle is a filter or a set of this step.
fn check_filter_or_set(host: &Host, filter: Val) -> HostResult<()> {
    match filter.kind() {
        Kind::Relation => Err("a relation is neither a filter nor a set: use it as a column of `offer`".into()),
        _ => super::filters::nested_filter_count(host, filter).map(drop),
    }
}

/// Reads an optional argument that is a filter or a set of spaces.
pub(super) fn read_filter_or_spaces(host: &Host, name: &str, filter: OptionalVal) -> HostResult<OptVal> {
    let Some(LuaVal(filter)) = filter else { return Ok(None) };
    let check = check_filter_or_set(host, filter).and_then(|()| match filter.kind() {
        Kind::Filter => Ok(()),
        _ => host.spaces(filter).map(drop),
    });
    check.map(|()| Some(filter)).map_err(|cause| format!("`{name}`: {cause}").into())
}

/// Reads an argument that is a number of steps. Returns `None` if there is no limit.
pub(super) fn read_steps(host: &Host, n: OptionalVal) -> HostResult<Option<i64>> {
    let Some(LuaVal(n)) = n else { return Ok(None) };
    match n.kind() {
        Kind::Number if n.0 >= 0 => Ok(Some(n.0)),
        Kind::Number => Err(format!("{} is not a number of steps: give 0 or more, or nil for no limit", n.0).into()),
        _ => Err(format!("expected a number of steps, got {}", host.describe(n)).into()),
    }
}

/// Returns the entries of `by_type`, narrower classes first. Fails if two classes overlap and neither contains the
/// other.
fn sorted_classes(host: &Host, classes: &[Val], relations: &[Val]) -> HostResult<Vec<(ClassId, Val)>> {
    let mut entries = Vec::with_capacity(classes.len());
    for (class, relation) in classes.iter().zip(relations) {
        match relation.kind() {
            Kind::Relation => check_relation(host, *relation)?,
            _ => {
                host.set(*relation).map_err(|_| {
                    format!("`by_type` takes a relation or a set for each class, not {}", host.describe(*relation))
                })?;
            }
        }
        entries.push((host.class(*class)?, *relation));
    }
    let states = |class: ClassId| &host.board.classes[class.index()].states;
    entries.sort_by_key(|(class, _)| (states(*class).len(), class.index()));
    for (index, (narrow, _)) in entries.iter().enumerate() {
        for (wide, _) in &entries[index + 1..] {
            let common_count =
                states(*narrow).iter().filter(|state| states(*wide).binary_search(state).is_ok()).count();
            if common_count > 0 && (common_count < states(*narrow).len() || common_count == states(*wide).len()) {
                let id = |class: &ClassId| &host.board.classes[class.index()].id;
                return Err(format!(
                    "`by_type` has both `{}` and `{}`, which share pieces, and neither contains the other: use classes that do not overlap",
                    id(narrow),
                    id(wide)
                ).into());
            }
        }
    }
    Ok(entries)
}

fn read_reason(host: &Host, why: OptionalVal) -> HostResult<OptVal> {
    why.map(|why| host.index(why.0, Kind::Reason).map(|_| why.0)).transpose()
}

#[expect(clippy::too_many_lines, reason = "a list of functions")]
pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Relations");
    api.add(
        "near(n: number?, to: (Filter | Set)?, through: (Filter | Set)?, over: (LinkKind | Set)?, why: Reason?): Relation",
        "A column of `offer`: the spaces at most `n` steps from the value in the column before it, without \
         that value's own space. Without `n` there is no limit. Columns of numbers and words are skipped: in \
         `offer(it, stacks, numbers(1, 3), near(1))` the steps start at the stack. `to` keeps only spaces that \
         pass. `through` and `over` work as in `within`. `why` is the reason that `why not` gives for the \
         other spaces of `to`. Create the relation once, at the top of a file.",
        |host, (n, to, through, over, why): (OptionalVal, OptionalVal, OptionalVal, OptionalVal, OptionalVal)| {
            let (to, through) = (read_filter_or_spaces(host, "to", to)?, read_filter_or_spaces(host, "through", through)?);
            let (steps, over) = (read_steps(host, n)?, link_selection(host, over)?);
            let why = read_reason(host, why)?;
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
            Ok(LuaVal(RelationHandle::Elsewhere(places.0).to_val()))
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
        |host, (class, filter, why): (OptionalVal, OptionalVal, OptionalVal)| {
            let class = class.map(|class| host.class(class.0)).transpose()?;
            if let Some(filter) = filter {
                check_filter_or_set(host, filter.0)?;
            }
            if class.is_none() && filter.is_some() {
                return Err("`as_many` takes a filter only with a class: give the class first".into());
            }
            let why = read_reason(host, why)?;
            host.new_relation(Relation::AsMany { class, filter: filter.map(|filter| filter.0), why }).map(LuaVal)
        },
    )?;
    api.add(
        "amount(min: number, max: number, step: number?, likely: number?): Relation",
        "A column of `offer` or `choose`: a number from `min` to `max` that the player types. It makes one row, \
         which keeps the bounds: `bid 2..30`. The answer keeps the number, and the script gets the number. \
         With `step`, the numbers are `min`, `min + step` and so on. If `min` is above `max` there is no row; if \
         only one number is possible, the row has it. `likely` is a number between the bounds that a rule deems \
         likely: random players give it half the time, and otherwise any number with equal chance. The bounds \
         lie between -1000000 and 1000000.",
        |host, (min, max, step, likely): (i64, i64, Option<i64>, Option<i64>)| {
            host.new_amount(min, max, step.unwrap_or(1), likely).map(LuaVal)
        },
    )?;
    api.add_private("by_type", |host, (classes, relations, why): (OneOrMany, OneOrMany, OptionalVal)| {
        let entries = sorted_classes(host, &classes.0, &relations.0)?;
        let why = read_reason(host, why)?;
        host.new_relation(Relation::ByType(entries, why)).map(LuaVal)
    })?;
    Ok(())
}
