//! Definitions of sides, spaces, and links between spaces.

use crate::ids::*;
use crate::set::Set;

/// A side in the rules.
#[derive(Debug, Clone)]
pub struct Side {
    /// Kebab-case id, unique among sides.
    pub id: String,
    /// Display name.
    pub name: String,
    /// The coalition whose sides resign together, if it belongs to one.
    pub coalition: Option<String>,
}

/// A kind of spaces.
#[derive(Debug, Clone)]
pub struct SpaceKind {
    /// Kebab-case id, unique among kinds of spaces.
    pub id: String,
    /// The plural, for example `countries`: the id of the set of all spaces of the kind.
    pub plural: String,
    /// Its spaces.
    pub members: Set,
}

/// A space on or off the map.
#[derive(Debug, Clone)]
pub struct Space {
    /// Kebab-case id, unique among spaces.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Its kind.
    pub kind: SpaceKindId,
    /// Coordinates on a drawn map: 0 to 100 from the top left.
    pub xy: Option<(i32, i32)>,
    /// Other ids that people may type.
    pub aka: Vec<String>,
    /// The neighbours: the spaces with a link to this space, and `plain`.
    pub adjacent: Set,
    /// The neighbours that the content lists without a link (`adjacent = […]` of either space).
    pub plain: Set,
    /// The neighbours through links of one kind, for each kind in [`super::Board::link_kinds`].
    pub adjacent_by: Vec<Set>,
    /// The links that end at this space.
    pub links: Set,
}

/// A kind of links.
#[derive(Debug, Clone)]
pub struct LinkKind {
    /// Kebab-case id, unique among kinds of links.
    pub id: String,
    /// Its links.
    pub members: Set,
}

/// A connection of two spaces that the rules can name: a road, a rail, a strait.
#[derive(Debug, Clone)]
pub struct Link {
    /// The declared id, or the ids of both ends in order (`hills--port`).
    pub id: String,
    /// Its printed name, if it has one.
    pub name: Option<String>,
    /// Its kind, if it has one.
    pub kind: Option<LinkKindId>,
    /// One end.
    pub a: SpaceId,
    /// The other end.
    pub b: SpaceId,
}

impl Link {
    /// Returns the other end, or `None` if `from` is not an end.
    #[inline]
    pub fn other(&self, from: SpaceId) -> Option<SpaceId> {
        match from {
            _ if from == self.a => Some(self.b),
            _ if from == self.b => Some(self.a),
            _ => None,
        }
    }
}
