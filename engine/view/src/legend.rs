//! What the ids of a view stand for: the same for all eyes, and for as long as the rules are the same.

use cardwright_content::Datum;
use cardwright_script::Program;
use cardwright_state::board::{self, Board, On, PileOrder};
use cardwright_state::{PileId, SpaceId, Val};
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
    pub marks: Vec<Mark>,
    pub columns: Vec<Column>,
    pub tracks: Vec<Track>,
    pub facts: Vec<Fact>,
    pub figures: Vec<Figure>,
    pub piles: Vec<Pile>,
    /// What may be done, as it is called without what it is done to.
    pub actions: Vec<Action>,
}

/// An action, or another word that answers begin with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Action {
    /// Its id.
    pub id: String,
    /// What it is called: `Rally`.
    pub name: String,
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
    /// What heads its column where the board is narrow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short: Option<String>,
    /// The coalition that it wins and loses with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coalition: Option<String>,
}

/// A kind of spaces.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SpaceKind {
    /// Its id.
    pub id: String,
    /// What all its spaces together are called.
    pub plural: String,
    /// That as a heading.
    pub title: String,
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
    /// What it is called where its name is too long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short: Option<String>,
    /// What stands in the columns of [`Legend::columns`]; empty where it has no such field.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub printed: Vec<String>,
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
    /// What each face is called on the board; empty where the game declares nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shorts: Vec<String>,
    /// Each face in words: `damaged US Army unit`.
    pub words: Vec<String>,
}

/// A mark that pieces may bear.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Mark {
    /// Its id.
    pub id: String,
    /// What it is called on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short: Option<String>,
}

/// Something printed on spaces that is worth a column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Column {
    /// The field, as in Lua.
    pub field: String,
    /// What heads the column.
    pub title: String,
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
    /// What heads its column where the board is narrow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short: Option<String>,
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
    /// What it is called on the table.
    pub title: String,
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
    /// What heads its column where the board is narrow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short: Option<String>,
    /// Whether it stands on the table as people see it.
    pub shown: bool,
    /// Whether it stands before all else while it says something.
    pub warns: bool,
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
    /// Whether cards lie there that no set-up took: they are not in play.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub aside: bool,
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
        let called = &program.content.called;
        let side = |side: cardwright_state::SideId| board.sides[side.at()].id.clone();
        Legend {
            game: board.game.clone(),
            name: board.name.clone(),
            sides: (board.sides.iter().zip(&called.sides))
                .map(|(s, short)| Side {
                    id: s.id.clone(),
                    name: s.name.clone(),
                    short: short.clone(),
                    coalition: s.coalition.clone(),
                })
                .collect(),
            kinds: (board.kinds.iter().enumerate())
                .map(|(at, k)| SpaceKind { id: k.id.clone(), plural: k.plural.clone(), title: kind_title(program, at) })
                .collect(),
            spaces: (0..board.spaces.len()).map(|at| Space::of(program, at)).collect(),
            links: (0..board.links.len()).map(|at| Link::of(board, at)).collect(),
            pieces: (0..board.types.len()).map(|at| PieceType::of(program, at)).collect(),
            marks: (board.marks.iter().zip(&called.marks))
                .map(|(m, short)| Mark { id: m.id.clone(), short: short.clone() })
                .collect(),
            columns: (called.columns.iter())
                .map(|c| Column { field: c.field.clone(), title: c.title.clone() })
                .collect(),
            tracks: (board.tracks.iter().zip(&called.tracks))
                .map(|(track, short)| Track { short: short.clone(), ..Track::of(board, track) })
                .collect(),
            facts: board
                .facts
                .iter()
                .enumerate()
                .map(|(at, f)| Fact {
                    id: f.id.clone(),
                    of: Subject::new(board, f.on),
                    shown: f.shown,
                    title: crate::title(&called.fact(board, cardwright_state::FactId::new(at))),
                })
                .collect(),
            figures: program
                .figures
                .iter()
                .map(|f| Figure {
                    id: f.name.clone(),
                    title: crate::title(&f.name),
                    doc: f.doc.clone(),
                    of: Subject::new(board, f.on),
                    short: f.short.clone(),
                    shown: f.shown,
                    warns: f.warns,
                })
                .collect(),
            piles: board
                .piles
                .iter()
                .enumerate()
                .map(|(at, p)| Pile {
                    aside: board.is_aside(PileId::new(at)),
                    id: p.id.clone(),
                    side: p.owner.map(side),
                    is_deck: p.order == PileOrder::Deck,
                    read: p.read,
                })
                .collect(),
            actions: (board.actions.iter())
                .map(|action| {
                    let name = label::alone(&action.label);
                    // What is nothing without its columns is called by its id.
                    let is_whole = !name.is_empty() && !name.contains('…');
                    Action { id: action.id.clone(), name: if is_whole { name } else { label::title(&action.id) } }
                })
                .collect(),
        }
    }

    /// Whether the game declares short names of pieces.
    pub fn has_shorts(&self) -> bool {
        self.pieces.iter().any(|piece| !piece.shorts.is_empty())
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

/// What heads the spaces of a kind.
pub(crate) fn kind_title(program: &Program, kind: usize) -> String {
    let called = program.content.called.kinds[kind].clone();
    called.unwrap_or_else(|| crate::title(&program.board.kinds[kind].plural))
}

impl Space {
    pub(crate) fn of(program: &Program, at: usize) -> Space {
        let (board, content) = (&*program.board, &program.content);
        let (space, called) = (&board.spaces[at], &content.called);
        let info = content.info(Val::space(SpaceId::new(at)));
        let field = |column: &cardwright_content::Column| info.and_then(|info| info.get(&column.field));
        let text = |column| field(column).map(|datum| printed(board, datum)).unwrap_or_default();
        Space {
            short: called.spaces[at].clone(),
            printed: called.columns.iter().map(text).collect(),
            id: space.id.clone(),
            name: space.name.clone(),
            kind: board.kinds[space.kind.at()].id.clone(),
            xy: space.xy,
            next_to: space.adjacent.iter().map(|s| board.spaces[s].id.clone()).collect(),
        }
    }
}

/// What a column says of a space.
fn printed(board: &Board, datum: &Datum) -> String {
    match datum {
        Datum::Number(n) => n.to_string(),
        Datum::Text(text) => text.clone(),
        Datum::Truth(truth) => if *truth { "yes" } else { "" }.into(),
        Datum::Val(val) => label::name(board, &cardwright_state::Position::default(), label::Audience::Public, *val),
        _ => String::new(),
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
    fn of(program: &Program, at: usize) -> PieceType {
        let (board, called) = (&*program.board, &program.content.called);
        let of = &board.types[at];
        // What stands in a side's column need not be called after it.
        let owner = of.owner.map(|side| board.sides[side.at()].name.as_str());
        let own = owner.and_then(|side| of.name.strip_prefix(side)).map_or(of.name.as_str(), str::trim_start);
        let words = |face: &String| match face.as_str() {
            "" => own.to_owned(),
            face if of.named_faces => crate::title(face),
            face => format!("{} {own}", face.replace('-', " ")),
        };
        let states = board.states.iter().filter(|state| state.of.at() == at);
        PieceType {
            id: of.id.clone(),
            name: of.name.clone(),
            side: of.owner.map(|side| board.sides[side.at()].id.clone()),
            faces: of.faces.clone(),
            supply: board.spaces[of.supply.at()].id.clone(),
            texts: states.map(|state| state.text.clone()).collect(),
            shorts: called.pieces[at].clone(),
            words: of.faces.iter().map(words).collect(),
        }
    }
}

impl Track {
    fn of(board: &Board, track: &board::Track) -> Track {
        let zone =
            |z: &board::TrackZone| Zone { name: board.zones[z.zone.at()].replace('-', " "), from: z.from, to: z.to };
        Track {
            id: track.id.clone(),
            name: track.name.clone(),
            of: Subject::new(board, track.on),
            min: track.min,
            max: track.max,
            start: track.start,
            zones: track.zones.iter().map(zone).collect(),
            counters: track.counters.iter().map(|c| Counters { values: c.values.clone(), count: c.count }).collect(),
            short: None,
        }
    }
}
