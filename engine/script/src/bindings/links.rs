//! Adjacency, links and distances.

use super::filters::filter_dense;
use super::{Api, LuaVal, OptionalVal};
use crate::host::{Host, HostResult, LinkSelection, PLAIN, SetValue};
use cardwright_state::board::Board;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{LinkId, LinkKindId, Set, SpaceId};
use std::borrow::Cow;

/// Reads the `over` or `kind` argument of a script: nil, a link kind, `PLAIN`, or a set of links.
pub(super) fn link_selection(host: &Host, val: OptionalVal) -> HostResult<LinkSelection> {
    let Some(LuaVal(val)) = val else { return Ok(LinkSelection::All) };
    if val == PLAIN {
        return Ok(LinkSelection::Plain);
    }
    if val.kind() == Kind::LinkKind {
        return Ok(LinkSelection::Kind(LinkKindId::new(host.index(val, Kind::LinkKind)?)));
    }
    match host.set(val) {
        Ok(SetValue::Dense(Kind::Link, links)) => Ok(LinkSelection::Links(links)),
        Ok(SetValue::List(from, to)) if from == to => Ok(LinkSelection::Links(Set::EMPTY)),
        _ => Err(format!("expected a kind of links or a set of links, got {}", host.describe(val)).into()),
    }
}

/// Returns the spaces at most `steps` steps away from `from`, including `from`. There is no limit if `steps` is `None`.
/// A path continues only from spaces that pass the filter `through`.
pub(super) fn spaces_within(
    host: &Host,
    from: Set,
    steps: Option<i64>,
    through: Option<Val>,
    over: &LinkSelection,
) -> HostResult<Set> {
    let (mut reached, mut frontier, mut steps_left) = (from.clone(), from, steps.unwrap_or(i64::MAX));
    while !frontier.is_empty() && steps_left > 0 {
        let newly_reached = over.adjacent_to_any(&host.board, &frontier).minus(&reached);
        reached = reached.or(&newly_reached);
        frontier = match through {
            Some(through) => filter_dense(host, Kind::Space, &newly_reached, through)?,
            None => newly_reached,
        };
        steps_left -= 1;
    }
    Ok(reached)
}

impl LinkSelection {
    /// Returns the selected links. They do not show all adjacent spaces, because spaces can be adjacent without a link.
    fn links(&self, board: &Board) -> Set {
        match self {
            LinkSelection::Plain => Set::EMPTY,
            LinkSelection::All => (0..board.links.len()).collect(),
            LinkSelection::Kind(kind) => board.link_kinds[kind.index()].members.clone(),
            LinkSelection::Links(links) => links.clone(),
        }
    }

    /// Returns the spaces next to a space over the selected links.
    fn adjacent_spaces<'b>(&self, board: &'b Board, space: usize) -> Cow<'b, Set> {
        let def = &board.spaces[space];
        match self {
            LinkSelection::Plain => Cow::Borrowed(&def.plain),
            LinkSelection::All => Cow::Borrowed(&def.adjacent),
            LinkSelection::Kind(kind) => Cow::Borrowed(&def.adjacent_by[kind.index()]),
            LinkSelection::Links(links) => {
                let origin = SpaceId::new(space);
                let used = def.links.and(links);
                let ends = used.iter().filter_map(|link| board.links[link].other(origin));
                Cow::Owned(ends.map(SpaceId::index).collect())
            }
        }
    }

    /// Returns the spaces next to any space of a set over the selected links.
    fn adjacent_to_any(&self, board: &Board, spaces: &Set) -> Set {
        let mut adjacent = Set::EMPTY;
        spaces.iter().for_each(|space| adjacent.add_all(&self.adjacent_spaces(board, space)));
        adjacent
    }
}

fn link_id(host: &Host, val: LuaVal) -> HostResult<LinkId> {
    Ok(LinkId::new(host.index(val.0, Kind::Link)?))
}

fn new_space_set(host: &mut Host, set: Set) -> LuaVal {
    LuaVal(host.new_set(SetValue::Dense(Kind::Space, set)))
}

#[expect(clippy::too_many_lines, reason = "a list of functions")]
pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Links");
    api.add(
        "adjacent(place: Places, over: LinkKind | Set?): Set",
        "The spaces next to a space, or next to any space of a set. `over` limits this to links of one kind, \
         to a set of links, or with `PLAIN` to the neighbours that `adjacent` lists of the content name.",
        |host, (place, over): (LuaVal, OptionalVal)| {
            let (places, over) = (host.spaces(place.0)?, link_selection(host, over)?);
            let adjacent = over.adjacent_to_any(&host.board, &places);
            Ok(new_space_set(host, adjacent))
        },
    )?;
    api.add(
        "links(place: Places?, kind: LinkKind?): Set",
        "The links that end at a space or in a set of spaces (nil: all links). `kind` keeps only links of that \
         kind. A link kind by itself is the set of all its links.",
        |host, (place, kind): (OptionalVal, OptionalVal)| {
            let mut links = link_selection(host, kind)?.links(&host.board);
            if let Some(place) = place {
                let spaces = host.spaces(place.0)?;
                let ending_here = spaces
                    .iter()
                    .fold(Set::EMPTY, |ending_here, space| ending_here.or(&host.board.spaces[space].links));
                links = links.and(&ending_here);
            }
            Ok(LuaVal(host.new_set(SetValue::Dense(Kind::Link, links))))
        },
    )?;
    api.add(
        "ends(link: Link): (Space, Space)",
        "The two ends of a link, in the order of the content.",
        |host, link: LuaVal| {
            let def = &host.board.links[link_id(host, link)?.index()];
            Ok((LuaVal(Val::space(def.a)), LuaVal(Val::space(def.b))))
        },
    )?;
    api.add(
        "other_end(link: Link, space: Space): Space",
        "The other end of a link.",
        |host, (link, space): (LuaVal, LuaVal)| {
            let (id, from) = (link_id(host, link)?, host.space(space.0)?);
            let other = host.board.links[id.index()].other(from);
            other.map(|space| LuaVal(Val::space(space))).ok_or_else(|| {
                format!("`{}` is not an end of {}", host.board.text(space.0), host.describe(link.0)).into()
            })
        },
    )?;
    api.add(
        "link_between(a: Space, b: Space, kind: LinkKind?): Link?",
        "The first link between two spaces, or nil. Neighbours need not have a link. `kind` keeps only links \
         of that kind.",
        |host, (a, b, kind): (LuaVal, LuaVal, OptionalVal)| {
            let (a, b) = (host.space(a.0)?, host.space(b.0)?);
            let candidates = link_selection(host, kind)?.links(&host.board).and(&host.board.spaces[a.index()].links);
            let found = candidates.iter().find(|index| host.board.links[*index].other(a) == Some(b));
            Ok(found.map(|index| LuaVal(Val::link(LinkId::new(index)))))
        },
    )?;
    api.add(
        "within(from: Places, n: number?, through: (Filter | Set)?, over: (LinkKind | Set)?): Set",
        "The spaces within `n` steps of a space or a set, including the start. Without `n` there is no limit. \
         Each step goes to an adjacent space. With `through`, a path goes on only from spaces that pass, but \
         it may end in any. For a column of `offer`, use `near`.",
        |host, (from, n, through, over): (LuaVal, OptionalVal, OptionalVal, OptionalVal)| {
            let (from, over, steps) =
                (host.spaces(from.0)?, link_selection(host, over)?, super::relations::read_steps(host, n)?);
            let through = super::relations::read_filter_or_spaces(host, "through", through)?;
            let reached = spaces_within(host, from, steps, through, &over)?;
            Ok(new_space_set(host, reached))
        },
    )?;
    Ok(())
}
