//! Adjacency, links and distances.

use super::filters::filter_dense;
use super::{Api, LuaVal, OptionalVal};
use crate::host::{Host, HostResult, LinkSelection, SetValue};
use cardwright_state::board::Board;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{LinkId, LinkKindId, Set, SpaceId};

/// Reads the `over` or `kind` argument of a script: nil, a link kind, or a set of links.
pub(super) fn over_of(host: &Host, val: OptionalVal) -> HostResult<LinkSelection> {
    let Some(LuaVal(val)) = val else { return Ok(LinkSelection::All) };
    if val.kind() == Kind::LinkKind {
        return Ok(LinkSelection::Kind(LinkKindId::new(host.index(val, Kind::LinkKind)?)));
    }
    match host.set(val) {
        Ok(SetValue::Dense(Kind::Link, links)) => Ok(LinkSelection::Links(links)),
        Ok(SetValue::List(a, b)) if a == b => Ok(LinkSelection::Links(Set::EMPTY)),
        _ => Err(format!("expected a kind of links or a set of links, got {}", host.describe(val))),
    }
}

/// The spaces within `steps` of `from`, including `from`; without a limit if `steps` is `None`. A path goes on only
/// from spaces that pass `through`.
pub(super) fn spaces_within(
    host: &Host,
    from: Set,
    steps: Option<i64>,
    through: Option<Val>,
    over: LinkSelection,
) -> HostResult<Set> {
    let (mut reached, mut edge, mut left) = (from, from, steps.unwrap_or(i64::MAX));
    while !edge.is_empty() && left > 0 {
        let new = over.next_to_any(&host.board, edge).minus(reached);
        reached = reached.or(new);
        edge = match through {
            Some(through) => filter_dense(host, Kind::Space, new, through)?,
            None => new,
        };
        left -= 1;
    }
    Ok(reached)
}

impl LinkSelection {
    /// The selected links. Spaces can be adjacent without a link.
    fn links(self, board: &Board) -> Set {
        match self {
            LinkSelection::All => (0..board.links.len()).collect(),
            LinkSelection::Kind(kind) => board.link_kinds[kind.at()].members,
            LinkSelection::Links(links) => links,
        }
    }
    fn next_to(self, board: &Board, space: usize) -> Set {
        let def = &board.spaces[space];
        match self {
            LinkSelection::All => def.adjacent,
            LinkSelection::Kind(kind) => def.adjacent_by[kind.at()],
            LinkSelection::Links(links) => {
                let here = SpaceId::new(space);
                def.links.and(links).iter().filter_map(|l| board.links[l].other(here)).map(SpaceId::at).collect()
            }
        }
    }
    fn next_to_any(self, board: &Board, spaces: Set) -> Set {
        spaces.iter().fold(Set::EMPTY, |all, space| all.or(self.next_to(board, space)))
    }
}

fn link(host: &Host, val: LuaVal) -> HostResult<LinkId> {
    Ok(LinkId::new(host.index(val.0, Kind::Link)?))
}

fn spaces_of(host: &mut Host, set: Set) -> LuaVal {
    LuaVal(host.new_set(SetValue::Dense(Kind::Space, set)))
}

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Links");
    api.add(
        "adjacent(place: Places, over: LinkKind | Set?): Set",
        "The spaces next to a space, or next to any space of a set. `over` limits this to links of one kind, \
         or to a set of links.",
        |host, (place, over): (LuaVal, OptionalVal)| {
            let (places, over) = (host.spaces(place.0)?, over_of(host, over)?);
            let found = over.next_to_any(&host.board, places);
            Ok(spaces_of(host, found))
        },
    )?;
    api.add(
        "links(place: Places?, kind: LinkKind?): Set",
        "The links that end at a space or in a set of spaces (nil: all links). `kind` keeps only links of that \
         kind. A link kind by itself is the set of all its links.",
        |host, (place, kind): (OptionalVal, OptionalVal)| {
            let mut found = over_of(host, kind)?.links(&host.board);
            if let Some(place) = place {
                let here = host.spaces(place.0)?.iter();
                found = found.and(here.fold(Set::EMPTY, |all, s| all.or(host.board.spaces[s].links)));
            }
            Ok(LuaVal(host.new_set(SetValue::Dense(Kind::Link, found))))
        },
    )?;
    api.add(
        "ends(link: Link): (Space, Space)",
        "The two ends of a link, in the order of the content.",
        |host, of: LuaVal| {
            let def = &host.board.links[link(host, of)?.at()];
            Ok((LuaVal(Val::space(def.a)), LuaVal(Val::space(def.b))))
        },
    )?;
    api.add(
        "other_end(link: Link, space: Space): Space",
        "The other end of a link.",
        |host, (of, space): (LuaVal, LuaVal)| {
            let (id, from) = (link(host, of)?, host.space(space.0)?);
            let other = host.board.links[id.at()].other(from);
            other
                .map(|s| LuaVal(Val::space(s)))
                .ok_or_else(|| format!("`{}` is not an end of {}", host.board.text(space.0), host.describe(of.0)))
        },
    )?;
    api.add(
        "link_between(a: Space, b: Space, kind: LinkKind?): Link?",
        "The first link between two spaces, or nil. Neighbours need not have a link. `kind` keeps only links \
         of that kind.",
        |host, (a, b, kind): (LuaVal, LuaVal, OptionalVal)| {
            let (a, b) = (host.space(a.0)?, host.space(b.0)?);
            let among = over_of(host, kind)?.links(&host.board).and(host.board.spaces[a.at()].links);
            let found = among.iter().find(|l| host.board.links[*l].other(a) == Some(b));
            Ok(found.map(|l| LuaVal(Val::link(LinkId::new(l)))))
        },
    )?;
    api.add(
        "within(from: Places, n: number?, through: (Filter | Set)?, over: (LinkKind | Set)?): Set",
        "The spaces within `n` steps of a space or a set, including the start. Without `n` there is no limit. \
         Each step goes to an adjacent space. With `through`, a path goes on only from spaces that pass, but \
         it may end in any. For a column of `offer`, use `near`.",
        |host, (from, n, through, over): (LuaVal, OptionalVal, OptionalVal, OptionalVal)| {
            let (from, over, steps) = (host.spaces(from.0)?, over_of(host, over)?, super::relations::steps(host, n)?);
            let through = super::relations::filter_or_spaces(host, "through", through)?;
            let reached = spaces_within(host, from, steps, through, over)?;
            Ok(spaces_of(host, reached))
        },
    )?;
    Ok(())
}
