//! Sides, spaces and their kinds, links between spaces.

use super::{Board, Kinds, On};
use crate::ids::*;
use crate::set::Set;

/// A side of the rules.
#[derive(Debug, Clone)]
pub struct Side {
    /// Its id.
    pub id: String,
    /// Its printed name.
    pub name: String,
    /// The name of those with whom it gives up, if it is of any.
    pub coalition: Option<String>,
}

/// A kind of spaces.
#[derive(Debug, Clone)]
pub struct SpaceKind {
    /// Its id.
    pub id: String,
    /// The id of the set of all its spaces.
    pub plural: String,
    /// Its spaces.
    pub members: Set,
}

/// A place of the board.
#[derive(Debug, Clone)]
pub struct Space {
    /// Its id.
    pub id: String,
    /// Its printed name.
    pub name: String,
    /// Its kind.
    pub kind: KindId,
    /// Where a map drawing puts it, 0..=100 from the top left.
    pub xy: Option<(i32, i32)>,
    /// Other ids people may type.
    pub aka: Vec<String>,
    /// Neighbours, by links of any kind or none.
    pub adjacent: Set,
    /// Neighbours by links of each kind, in the order of [`Board::link_kinds`].
    pub adjacent_by: Vec<Set>,
    /// The links that end here.
    pub links: Set,
}

/// A kind of links.
#[derive(Debug, Clone)]
pub struct LinkKind {
    /// Its id.
    pub id: String,
    /// Its links.
    pub members: Set,
}

/// A connection of two spaces that the rules can name: a road, a rail, a strait.
#[derive(Debug, Clone)]
pub struct Link {
    /// Its id: its own, or its two ends' in order (`hills--port`).
    pub id: String,
    /// Its kind, if it is of any.
    pub kind: Option<LinkKindId>,
    /// One end.
    pub a: SpaceId,
    /// The other end.
    pub b: SpaceId,
}

impl Link {
    /// The end that is not `from`, if `from` is an end at all.
    #[inline]
    pub fn other(&self, from: SpaceId) -> Option<SpaceId> {
        match from {
            _ if from == self.a => Some(self.b),
            _ if from == self.b => Some(self.a),
            _ => None,
        }
    }
}

impl Board {
    /// What spaces and kinds know of the links.
    pub(super) fn derive_links(&mut self) {
        for space in &mut self.spaces {
            space.adjacent_by = vec![Set::EMPTY; self.link_kinds.len()];
        }
        for (index, link) in self.links.iter().enumerate().take(crate::set::CAPACITY) {
            if let Some(kind) = link.kind {
                self.link_kinds[kind.at()].members.insert(index);
            }
            for (from, to) in [(link.a, link.b), (link.b, link.a)] {
                let Some(space) = self.spaces.get_mut(from.at()).filter(|_| to.at() < crate::set::CAPACITY) else {
                    continue;
                };
                space.links.insert(index);
                space.adjacent.insert(to.at());
                if let Some(kind) = link.kind {
                    space.adjacent_by[kind.at()].insert(to.at());
                }
            }
        }
    }
    /// The spaces of some kinds.
    pub fn spaces_of(&self, kinds: Kinds) -> Set {
        kinds.iter().fold(Set::EMPTY, |all, kind| all.or(self.kinds[kind.at()].members))
    }
    /// What facts and tracks of a link are kept on.
    pub fn on_link(&self, link: LinkId) -> On {
        On::Links(self.links[link.at()].kind)
    }
}
