//! What lies next to what, over which links, and how far one comes.

use super::filters::dense;
use super::{Api, Opt, V};
use crate::host::{Host, HostResult, Over, SetValue};
use cardwright_state::board::Board;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{LinkId, LinkKindId, Set, SpaceId};

/// Over what one goes, as a script says it.
pub(super) fn over_of(host: &Host, val: Opt) -> HostResult<Over> {
    let Some(V(val)) = val else { return Ok(Over::All) };
    if val.kind() == Kind::LinkKind {
        return Ok(Over::Kind(LinkKindId::new(host.index(val, Kind::LinkKind)?)));
    }
    match host.set(val) {
        Ok(SetValue::Dense(Kind::Link, links)) => Ok(Over::Links(links)),
        Ok(SetValue::List(a, b)) if a == b => Ok(Over::Links(Set::EMPTY)),
        _ => Err(format!("expected a kind of links or a set of links, got {}", host.describe(val))),
    }
}

/// Where one comes from some spaces, these included: so many steps, or as far as it goes, and on from where `through` holds.
pub(super) fn spaces_within(
    host: &Host,
    from: Set,
    steps: Option<i64>,
    through: Option<Val>,
    over: Over,
) -> HostResult<Set> {
    let (mut reached, mut edge, mut left) = (from, from, steps.unwrap_or(i64::MAX));
    while !edge.is_empty() && left > 0 {
        let new = over.next_to_any(&host.board, edge).minus(reached);
        reached = reached.or(new);
        edge = match through {
            Some(through) => dense(host, Kind::Space, new, through)?,
            None => new,
        };
        left -= 1;
    }
    Ok(reached)
}

impl Over {
    /// The links that are meant; what is next to each other without a link has none.
    fn links(self, board: &Board) -> Set {
        match self {
            Over::All => (0..board.links.len()).collect(),
            Over::Kind(kind) => board.link_kinds[kind.at()].members,
            Over::Links(links) => links,
        }
    }
    fn next_to(self, board: &Board, space: usize) -> Set {
        let def = &board.spaces[space];
        match self {
            Over::All => def.adjacent,
            Over::Kind(kind) => def.adjacent_by[kind.at()],
            Over::Links(links) => {
                let here = SpaceId::new(space);
                def.links.and(links).iter().filter_map(|l| board.links[l].other(here)).map(SpaceId::at).collect()
            }
        }
    }
    fn next_to_any(self, board: &Board, spaces: Set) -> Set {
        spaces.iter().fold(Set::EMPTY, |all, space| all.or(self.next_to(board, space)))
    }
}

fn link(host: &Host, val: V) -> HostResult<LinkId> {
    Ok(LinkId::new(host.index(val.0, Kind::Link)?))
}

fn spaces_of(host: &mut Host, set: Set) -> V {
    V(host.new_set(SetValue::Dense(Kind::Space, set)))
}

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Links");
    api.add(
        "adjacent(place: Places, over: LinkKind | Set?): Set",
        "The spaces next to a space, or to any space of a set: over everything, over links of a kind, or over a set of links.",
        |host, (place, over): (V, Opt)| {
            let (places, over) = (host.spaces(place.0)?, over_of(host, over)?);
            let found = over.next_to_any(&host.board, places);
            Ok(spaces_of(host, found))
        },
    )?;
    api.add(
        "links(place: Places?, kind: LinkKind?): Set",
        "The links that end at a space or in a set of spaces (nil: all links), of a kind if one is given. A kind by itself stands for the set of all its links.",
        |host, (place, kind): (Opt, Opt)| {
            let mut found = over_of(host, kind)?.links(&host.board);
            if let Some(place) = place {
                let here = host.spaces(place.0)?.iter();
                found = found.and(here.fold(Set::EMPTY, |all, s| all.or(host.board.spaces[s].links)));
            }
            Ok(V(host.new_set(SetValue::Dense(Kind::Link, found))))
        },
    )?;
    api.add(
        "ends(link: Link): (Space, Space)",
        "The two ends of a link, as the content names them.",
        |host, of: V| {
            let def = &host.board.links[link(host, of)?.at()];
            Ok((V(Val::space(def.a)), V(Val::space(def.b))))
        },
    )?;
    api.add(
        "other_end(link: Link, space: Space): Space",
        "The end of a link that is not this one.",
        |host, (of, space): (V, V)| {
            let (id, from) = (link(host, of)?, host.space(space.0)?);
            let other = host.board.links[id.at()].other(from);
            other
                .map(|s| V(Val::space(s)))
                .ok_or_else(|| format!("`{}` is no end of {}", host.board.text(space.0), host.describe(of.0)))
        },
    )?;
    api.add(
        "link_between(a: Space, b: Space, kind: LinkKind?): Link?",
        "The first link between two spaces (of a kind), or nil: neighbours need not have one.",
        |host, (a, b, kind): (V, V, Opt)| {
            let (a, b) = (host.space(a.0)?, host.space(b.0)?);
            let among = over_of(host, kind)?.links(&host.board).and(host.board.spaces[a.at()].links);
            let found = among.iter().find(|l| host.board.links[*l].other(a) == Some(b));
            Ok(found.map(|l| V(Val::link(LinkId::new(l)))))
        },
    )?;
    api.add(
        "within(from: Places, n: number?, through: (Filter | Set)?, over: (LinkKind | Set)?): Set",
        "Where one comes from a space (or a set) in `n` steps at most, itself included; without `n`, as far as it goes. One goes on to what is adjacent, and on from there wherever `through` holds: where it does not, one still arrives, but goes no farther. As a column of `offer`: see `near`.",
        |host, (from, n, through, over): (V, Opt, Opt, Opt)| {
            let (from, over, steps) = (host.spaces(from.0)?, over_of(host, over)?, super::relations::steps(host, n)?);
            let through = super::relations::filter_or_spaces(host, "through", through)?;
            let reached = spaces_within(host, from, steps, through, over)?;
            Ok(spaces_of(host, reached))
        },
    )?;
    Ok(())
}
