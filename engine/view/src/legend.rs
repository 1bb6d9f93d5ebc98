//! What the ids of a view stand for: the same for all eyes, and for as long as the rules are the same.

use cardwright_script::Program;
use cardwright_state::board::{self, Board, On, PileOrder};
use cardwright_table::label;
use serde::Serialize;

/// The words of a game, in board order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct Legend {
    pub game: String,
    pub name: String,
    pub sides: Vec<Side>,
    pub kinds: Vec<SpaceKind>,
    pub spaces: Vec<Space>,
    pub links: Vec<Link>,
    pub pieces: Vec<PieceType>,
    pub tracks: Vec<Track>,
    pub facts: Vec<Fact>,
    pub figures: Vec<Figure>,
    pub piles: Vec<Pile>,
}

/// Of what a track, fact or figure is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// One for the game.
    Game,
    /// One per side.
    Side,
    /// One per space of these kinds.
    Spaces(Vec<String>),
    /// One per link: of this kind, or of all kinds.
    Links(Option<String>),
    /// One per card.
    Card,
}

/// A side of the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Side {
    /// Its id.
    pub id: String,
    /// Its printed name.
    pub name: String,
}

/// A kind of spaces.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SpaceKind {
    /// Its id.
    pub id: String,
    /// What all its spaces together are called.
    pub plural: String,
}

/// A place of the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Space {
    /// Its id.
    pub id: String,
    /// Its printed name.
    pub name: String,
    /// The id of its kind.
    pub kind: String,
    /// Where a map drawing puts it, 0..=100 from the top left.
    pub xy: Option<(i32, i32)>,
    /// The ids of its neighbours.
    pub next_to: Vec<String>,
}

/// A connection of two spaces that the rules can name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Link {
    /// Its id.
    pub id: String,
    /// In plain language: its id, or the names of its ends.
    pub name: String,
    /// The id of its kind, if it is of any.
    pub kind: Option<String>,
    /// The ids of the two spaces.
    pub ends: [String; 2],
}

/// A type of pieces.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PieceType {
    /// Its id.
    pub id: String,
    /// Its printed name.
    pub name: String,
    /// The id of the side whose it is.
    pub side: Option<String>,
    /// Its faces, the default first; a single empty one if it has none.
    pub faces: Vec<String>,
    /// The id of the space where those not in play lie.
    pub supply: String,
    /// Every way a piece of it may be written in notation.
    pub texts: Vec<String>,
}

/// A bounded number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Track {
    /// Its id.
    pub id: String,
    /// Its printed name.
    pub name: String,
    /// What it is kept for.
    pub of: Subject,
    /// Lowest number.
    pub min: i64,
    /// Highest number.
    pub max: i64,
    /// Where it starts.
    pub start: i64,
    /// Its zones.
    pub zones: Vec<Zone>,
    /// The counters that limit it, for a mark.
    pub counters: Vec<Counters>,
}

impl Track {
    /// The name of the zone that a number is in.
    pub fn zone(&self, number: i64) -> Option<&str> {
        self.zones.iter().find(|zone| (zone.from..=zone.to).contains(&number)).map(|zone| zone.name.as_str())
    }
}

/// A named range of a track.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Zone {
    /// Its name.
    pub name: String,
    /// Lowest number in it.
    pub from: i64,
    /// Highest number in it.
    pub to: i64,
}

/// Counters that show some numbers of a mark.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Counters {
    /// The numbers this counter shows.
    pub values: Vec<i64>,
    /// How many counters there are.
    pub count: u32,
}

/// A declared value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fact {
    /// Its id.
    pub id: String,
    /// What it is kept for.
    pub of: Subject,
    /// Whether it stands on the board as people see it.
    pub shown: bool,
}

/// Something that the rules work out from a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Figure {
    /// Its name.
    pub id: String,
    /// What it is called on the table: `Total support`.
    pub title: String,
    /// What it is.
    pub doc: String,
    /// What it is worked out for.
    pub of: Subject,
}

/// A pile of cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pile {
    /// As notation writes it: `display`, `red hand`.
    pub id: String,
    /// The id of the side whose it is.
    pub side: Option<String>,
    /// Whether it is in an order.
    pub is_deck: bool,
    /// Whether what its cards say stands on the board as people see it.
    pub read: bool,
}

impl Subject {
    fn new(board: &Board, on: On) -> Subject {
        match on {
            On::Game => Subject::Game,
            On::Side => Subject::Side,
            On::Card => Subject::Card,
            On::Spaces(kinds) => Subject::Spaces(kinds.iter().map(|kind| board.kinds[kind.at()].id.clone()).collect()),
            On::Links(kind) => Subject::Links(kind.map(|kind| board.link_kinds[kind.at()].id.clone())),
        }
    }
    /// Whether spaces of a kind have it.
    pub fn is_of_spaces(&self, kind: &str) -> bool {
        matches!(self, Subject::Spaces(kinds) if kinds.iter().any(|k| k == kind))
    }
    /// Whether links of a kind have it.
    pub fn is_of_links(&self, kind: Option<&str>) -> bool {
        match self {
            Subject::Links(None) => true,
            Subject::Links(of) => of.as_deref() == kind,
            _ => false,
        }
    }
}

impl Legend {
    /// The words of a program.
    pub fn of(program: &Program) -> Legend {
        let board = &*program.board;
        let side = |side: cardwright_state::SideId| board.sides[side.at()].id.clone();
        Legend {
            game: board.game.clone(),
            name: board.name.clone(),
            sides: board.sides.iter().map(|s| Side { id: s.id.clone(), name: s.name.clone() }).collect(),
            kinds: board.kinds.iter().map(|k| SpaceKind { id: k.id.clone(), plural: k.plural.clone() }).collect(),
            spaces: board.spaces.iter().map(|s| Space::of(board, s)).collect(),
            links: (0..board.links.len()).map(|at| Link::of(board, at)).collect(),
            pieces: (0..board.types.len()).map(|at| PieceType::of(board, at)).collect(),
            tracks: board.tracks.iter().map(|track| Track::of(board, track)).collect(),
            facts: board
                .facts
                .iter()
                .map(|f| Fact { id: f.id.clone(), of: Subject::new(board, f.on), shown: f.shown })
                .collect(),
            figures: program
                .figures
                .iter()
                .map(|f| Figure {
                    id: f.name.clone(),
                    title: crate::title(&f.name),
                    doc: f.doc.clone(),
                    of: Subject::new(board, f.on),
                })
                .collect(),
            piles: board
                .piles
                .iter()
                .map(|p| Pile {
                    id: p.id.clone(),
                    side: p.owner.map(side),
                    is_deck: p.order == PileOrder::Deck,
                    read: p.read,
                })
                .collect(),
        }
    }

    /// The ids of spaces where some type's pieces lie that are not in play.
    pub fn is_supply(&self, space: &str) -> bool {
        self.pieces.iter().any(|piece| piece.supply == space)
    }

    /// The ids of the sides.
    pub fn side_ids(&self) -> impl Iterator<Item = &str> {
        self.sides.iter().map(|side| side.id.as_str())
    }

    /// A side by its id.
    pub fn side(&self, id: &str) -> Option<&Side> {
        self.sides.iter().find(|side| side.id == id)
    }

    /// The tracks that spaces of a kind have.
    pub fn tracks_of_spaces<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Track> {
        self.tracks.iter().filter(move |track| track.of.is_of_spaces(kind))
    }
}

impl Space {
    fn of(board: &Board, space: &board::Space) -> Space {
        Space {
            id: space.id.clone(),
            name: space.name.clone(),
            kind: board.kinds[space.kind.at()].id.clone(),
            xy: space.xy,
            next_to: space.adjacent.iter().map(|s| board.spaces[s].id.clone()).collect(),
        }
    }
}

impl Link {
    fn of(board: &Board, at: usize) -> Link {
        let link = &board.links[at];
        Link {
            id: link.id.clone(),
            name: label::link_name(board, at),
            kind: link.kind.map(|kind| board.link_kinds[kind.at()].id.clone()),
            ends: [link.a, link.b].map(|end| board.spaces[end.at()].id.clone()),
        }
    }
}

impl PieceType {
    fn of(board: &Board, at: usize) -> PieceType {
        let of = &board.types[at];
        let states = board.states.iter().filter(|state| state.of.at() == at);
        PieceType {
            id: of.id.clone(),
            name: of.name.clone(),
            side: of.owner.map(|side| board.sides[side.at()].id.clone()),
            faces: of.faces.clone(),
            supply: board.spaces[of.supply.at()].id.clone(),
            texts: states.map(|state| state.text.clone()).collect(),
        }
    }
}

impl Track {
    fn of(board: &Board, track: &board::Track) -> Track {
        let zone = |z: &board::TrackZone| Zone { name: board.zones[z.zone.at()].clone(), from: z.from, to: z.to };
        Track {
            id: track.id.clone(),
            name: track.name.clone(),
            of: Subject::new(board, track.on),
            min: track.min,
            max: track.max,
            start: track.start,
            zones: track.zones.iter().map(zone).collect(),
            counters: track.counters.iter().map(|c| Counters { values: c.values.clone(), count: c.count }).collect(),
        }
    }
}
