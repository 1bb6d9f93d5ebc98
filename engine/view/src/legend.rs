//! The legend: names and properties for the ids in a view. The legend is the same for all viewers and changes only when
//! the rules are reloaded.

use cardwright_content::{Column, Datum};
use cardwright_script::Program;
use cardwright_state::board::{self, Board, PileOrder, SubjectKind};
use cardwright_state::{FactId, PileId, SpaceId, Val};
use cardwright_table::{Viewer, label};
use serde::Serialize;

/// The names and properties of everything that a game declares. Each list is in board order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
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
    /// The actions.
    pub actions: Vec<Action>,
}

/// An action of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    /// Kebab-case id of the action.
    pub id: String,
    /// The display name: `Rally`.
    pub name: String,
    /// The id of the pile whose card the action plays without naming the card.
    pub plays: Option<String>,
}

/// The subjects that have a track, fact or figure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// The game.
    Game,
    /// Each side.
    Side,
    /// Each space of these kinds.
    Spaces(Vec<String>),
    /// Each link, or each link of one kind.
    Links(Option<String>),
    /// Each card.
    Card,
}

/// A side of the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Side {
    /// Kebab-case id, unique among sides.
    pub id: String,
    /// The printed name.
    pub name: String,
    /// A short column heading for a narrow board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short: Option<String>,
    /// The coalition that the side wins and loses with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coalition: Option<String>,
}

/// A kind of space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpaceKind {
    /// Kebab-case id, unique among kinds of space.
    pub id: String,
    /// The plural: `provinces`.
    pub plural: String,
    /// The plural as a heading.
    pub title: String,
}

/// A space of the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Space {
    /// Kebab-case id, unique among spaces.
    pub id: String,
    /// The printed name.
    pub name: String,
    /// The id of the kind.
    pub kind: String,
    /// The place on a drawn map as x and y, each 0..=100 from the top left.
    pub xy: Option<(i32, i32)>,
    /// The ids of the adjacent spaces.
    pub next_to: Vec<String>,
    /// A short name for tight layouts.
    pub short: Option<String>,
    /// One text for each of [`Legend::columns`]. A text is empty if the space has no such field.
    pub printed: Vec<String>,
}

/// A connection of two spaces that the rules can name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// Kebab-case id, unique among links.
    pub id: String,
    /// The display name: the id, or the names of both ends.
    pub name: String,
    /// The id of the kind, if the link has a kind.
    pub kind: Option<String>,
    /// The ids of the two connected spaces.
    pub ends: [String; 2],
}

/// A type of piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PieceType {
    /// Kebab-case id, unique among types of piece.
    pub id: String,
    /// The printed name.
    pub name: String,
    /// The id of the side that owns these pieces.
    pub side: Option<String>,
    /// The faces, the default first. A type without faces has one empty face.
    pub faces: Vec<String>,
    /// The id of the space that holds the pieces that are not in play.
    pub supply: String,
    /// Every state of such a piece in notation: `guard`, `guard/worn`.
    pub texts: Vec<String>,
    /// The short name of each face on the board, or empty if the game declares none.
    pub shorts: Vec<String>,
    /// Each face in plain language: `damaged US Army unit`.
    pub words: Vec<String>,
    /// Whether the prompt shows the pieces when it draws the board before a question.
    pub at_prompt: bool,
}

/// A mark that pieces may carry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// Kebab-case id, unique among marks.
    pub id: String,
    /// The short name on the board.
    pub short: Option<String>,
}

/// A bounded number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Track {
    /// Kebab-case id, unique among tracks.
    pub id: String,
    /// The printed name.
    pub name: String,
    /// The subjects that have this track.
    pub subject: Subject,
    /// The lowest number.
    pub min: i64,
    /// The highest number.
    pub max: i64,
    /// The number at the start.
    pub start: i64,
    /// The named ranges.
    pub zones: Vec<Zone>,
    /// The limited supplies of counters that mark the numbers.
    pub counters: Vec<Counters>,
    /// A short column heading for a narrow board.
    pub short: Option<String>,
}

impl Track {
    /// Returns the name of the zone that contains a number.
    pub fn zone(&self, number: i64) -> Option<&str> {
        self.zones.iter().find(|zone| (zone.from..=zone.to).contains(&number)).map(|zone| zone.name.as_str())
    }
}

/// A named range of a track.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Zone {
    /// The name, with spaces in place of hyphens.
    pub name: String,
    /// The lowest number.
    pub from: i64,
    /// The highest number.
    pub to: i64,
}

/// A limited supply of counters that mark some numbers of a track.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counters {
    /// The numbers that such a counter shows.
    pub values: Vec<i64>,
    /// The number of counters.
    pub count: u32,
}

/// A declared variable of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// Kebab-case id, unique among facts.
    pub id: String,
    /// The subjects that have this fact.
    pub subject: Subject,
    /// Whether the game displays the fact on the board.
    pub shown: bool,
    /// The display name.
    pub title: String,
}

/// A value that the rules derive from the position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    /// The name in the scripts.
    pub id: String,
    /// The display name: `Total support`.
    pub title: String,
    /// One sentence from the script.
    pub doc: String,
    /// The subjects that have this figure.
    pub subject: Subject,
    /// A short column heading for a narrow board.
    pub short: Option<String>,
    /// Whether the game displays the figure on the table.
    pub shown: bool,
    /// Whether the figure is a warning. Warnings come first while they have a value.
    pub warns: bool,
    /// Whether the figure is a scene: while it has a value, displays may show it in place of the board.
    pub is_scene: bool,
}

/// A pile of cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pile {
    /// The id in notation: `display`, `red hand`.
    pub id: String,
    /// The id of the side that owns the pile.
    pub side: Option<String>,
    /// Whether the cards have an order.
    pub is_deck: bool,
    /// Whether the pile holds the cards that no set-up put into play.
    pub aside: bool,
    /// Whether the board shows the text of these cards to people.
    pub shows_card_text: bool,
}

impl Subject {
    fn new(board: &Board, on: SubjectKind) -> Subject {
        match on {
            SubjectKind::Game => Subject::Game,
            SubjectKind::Side => Subject::Side,
            SubjectKind::Card => Subject::Card,
            SubjectKind::Spaces(kinds) => {
                Subject::Spaces(kinds.iter().map(|kind| board.space_kinds[kind.index()].id.clone()).collect())
            }
            SubjectKind::Links(kind) => Subject::Links(kind.map(|kind| board.link_kinds[kind.index()].id.clone())),
        }
    }
    /// Whether spaces of this kind have the track, fact or figure.
    pub fn is_of_spaces(&self, kind: &str) -> bool {
        matches!(self, Subject::Spaces(kinds) if kinds.iter().any(|k| k == kind))
    }
    /// Whether links of this kind have the track, fact or figure.
    pub fn is_of_links(&self, kind: Option<&str>) -> bool {
        match self {
            Subject::Links(None) => true,
            Subject::Links(subject_kind) => subject_kind.as_deref() == kind,
            _ => false,
        }
    }
}

impl Legend {
    /// Builds the legend of a program.
    pub fn new(program: &Program) -> Legend {
        let board = &*program.board;
        let display_names = &program.content.display_names;
        Legend {
            game: board.game.clone(),
            name: board.name.clone(),
            sides: (board.sides.iter().zip(&display_names.sides))
                .map(|(s, short)| Side {
                    id: s.id.clone(),
                    name: s.name.clone(),
                    short: short.clone(),
                    coalition: s.coalition.clone(),
                })
                .collect(),
            kinds: (board.space_kinds.iter().enumerate())
                .map(|(index, kind)| SpaceKind {
                    id: kind.id.clone(),
                    plural: kind.plural.clone(),
                    title: kind_title(program, index),
                })
                .collect(),
            spaces: (0..board.spaces.len()).map(|index| Space::new(program, index)).collect(),
            links: (0..board.links.len()).map(|index| Link::new(board, index)).collect(),
            pieces: (0..board.piece_types.len()).map(|index| PieceType::new(program, index)).collect(),
            marks: (board.marks.iter().zip(&display_names.marks))
                .map(|(m, short)| Mark { id: m.id.clone(), short: short.clone() })
                .collect(),
            columns: display_names.columns.clone(),
            tracks: (board.tracks.iter().zip(&display_names.tracks))
                .map(|(track, short)| Track { short: short.clone(), ..Track::new(board, track) })
                .collect(),
            facts: (0..board.facts.len()).map(|index| Fact::new(program, index)).collect(),
            figures: program.figures.iter().map(|figure| Figure::new(board, figure)).collect(),
            piles: (0..board.piles.len()).map(|index| Pile::new(board, index)).collect(),
            actions: board.labels.actions.iter().map(Action::new).collect(),
        }
    }

    /// Whether the game declares short names of pieces.
    pub fn has_shorts(&self) -> bool {
        self.pieces.iter().any(|piece| !piece.shorts.is_empty())
    }

    /// Whether a space is the supply of some type of piece.
    pub fn is_supply(&self, space: &str) -> bool {
        self.pieces.iter().any(|piece| piece.supply == space)
    }

    /// Returns the ids of the sides.
    pub fn side_ids(&self) -> impl Iterator<Item = &str> {
        self.sides.iter().map(|side| side.id.as_str())
    }

    /// Returns the side with this id.
    pub fn side(&self, id: &str) -> Option<&Side> {
        self.sides.iter().find(|side| side.id == id)
    }

    /// Returns the tracks that spaces of a kind have.
    pub fn tracks_of_spaces<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Track> {
        self.tracks.iter().filter(move |track| track.subject.is_of_spaces(kind))
    }
}

impl Fact {
    fn new(program: &Program, index: usize) -> Fact {
        let fact = &program.board.facts[index];
        let name = program.content.display_names.fact(&program.board, FactId::new(index));
        Fact {
            id: fact.id.clone(),
            subject: Subject::new(&program.board, fact.on),
            shown: fact.is_shown,
            title: crate::title(&name),
        }
    }
}

impl Figure {
    fn new(board: &Board, figure: &cardwright_script::Figure) -> Figure {
        Figure {
            id: figure.name.clone(),
            title: crate::title(&figure.name),
            doc: figure.doc.clone(),
            subject: Subject::new(board, figure.on),
            short: figure.short.clone(),
            shown: figure.shown,
            warns: figure.warns,
            is_scene: !figure.during.is_empty() && figure.shown,
        }
    }
}

impl Pile {
    fn new(board: &Board, index: usize) -> Pile {
        let pile = &board.piles[index];
        Pile {
            aside: board.is_set_aside(PileId::new(index)),
            id: pile.id.clone(),
            side: pile.owner.map(|side| board.sides[side.index()].id.clone()),
            is_deck: pile.order == PileOrder::Deck,
            shows_card_text: pile.shows_card_text,
        }
    }
}

impl Action {
    fn new(action: &board::Label) -> Action {
        let name = label::label_without_subject(&action.label);
        // A label that needs a subject is replaced by the id.
        let is_complete = !name.is_empty() && !name.contains('…');
        let name = if is_complete { name } else { label::title(&action.id) };
        Action { id: action.id.clone(), name, plays: action.plays.clone() }
    }
}

/// Returns the heading for the spaces of a kind.
pub(crate) fn kind_title(program: &Program, kind: usize) -> String {
    let declared_title = program.content.display_names.kinds[kind].clone();
    declared_title.unwrap_or_else(|| crate::title(&program.board.space_kinds[kind].plural))
}

impl Space {
    pub(crate) fn new(program: &Program, index: usize) -> Space {
        let (board, content) = (&*program.board, &program.content);
        let (space, display_names) = (&board.spaces[index], &content.display_names);
        let info = content.info(Val::space(SpaceId::new(index)));
        let field = |column: &Column| info.and_then(|info| info.get(&column.field));
        let text = |column| field(column).map(|datum| column_text(board, datum)).unwrap_or_default();
        Space {
            short: display_names.spaces[index].clone(),
            printed: display_names.columns.iter().map(text).collect(),
            id: space.id.clone(),
            name: space.name.clone(),
            kind: board.space_kinds[space.kind.index()].id.clone(),
            xy: space.xy,
            next_to: space.adjacent.iter().map(|s| board.spaces[s].id.clone()).collect(),
        }
    }
}

/// Returns the text of a printed field for its column.
fn column_text(board: &Board, datum: &Datum) -> String {
    match datum {
        Datum::Number(n) => n.to_string(),
        Datum::Text(text) => text.clone(),
        Datum::Boolean(truth) => if *truth { "yes" } else { "" }.into(),
        Datum::Val(val) => label::value_text(board, &cardwright_state::Position::default(), Viewer::PUBLIC, *val),
        _ => String::new(),
    }
}

impl Link {
    /// Whether a space is one of the two ends.
    pub fn joins(&self, space: &str) -> bool {
        self.ends.iter().any(|end| end == space)
    }
    fn new(board: &Board, index: usize) -> Link {
        let link = &board.links[index];
        Link {
            id: link.id.clone(),
            name: label::link_name(board, index),
            kind: link.kind.map(|kind| board.link_kinds[kind.index()].id.clone()),
            ends: [link.a, link.b].map(|end| board.spaces[end.index()].id.clone()),
        }
    }
}

impl PieceType {
    fn new(program: &Program, index: usize) -> PieceType {
        let (board, display_names) = (&*program.board, &program.content.display_names);
        let piece_type = &board.piece_types[index];
        // The words of a piece leave out the name of its side, because the pieces are shown under that side.
        let owner = piece_type.owner.map(|side| board.sides[side.index()].name.as_str());
        let name_without_side =
            owner.and_then(|side| piece_type.name.strip_prefix(side)).map_or(piece_type.name.as_str(), str::trim_start);
        let words = |face: &String| match face.as_str() {
            "" => name_without_side.to_owned(),
            // Notation writes a named face without its type (`rebel`), so the words leave out the type too.
            face if piece_type.named_faces => crate::title(face),
            face => format!("{} {name_without_side}", face.replace('-', " ")),
        };
        let states = board.states.iter().filter(|state| state.piece_type.index() == index);
        PieceType {
            id: piece_type.id.clone(),
            name: piece_type.name.clone(),
            side: piece_type.owner.map(|side| board.sides[side.index()].id.clone()),
            faces: piece_type.faces.clone(),
            supply: board.spaces[piece_type.supply.index()].id.clone(),
            texts: states.map(|state| state.text.clone()).collect(),
            shorts: display_names.pieces[index].clone(),
            words: piece_type.faces.iter().map(words).collect(),
            at_prompt: display_names.pieces_at_prompt[index],
        }
    }
}

impl Track {
    fn new(board: &Board, track: &board::Track) -> Track {
        let zone =
            |z: &board::TrackZone| Zone { name: board.zones[z.zone.index()].replace('-', " "), from: z.from, to: z.to };
        Track {
            id: track.id.clone(),
            name: track.name.clone(),
            subject: Subject::new(board, track.on),
            min: track.min,
            max: track.max,
            start: track.start,
            zones: track.zones.iter().map(zone).collect(),
            counters: track.counters.iter().map(|c| Counters { values: c.values.clone(), count: c.count }).collect(),
            short: None,
        }
    }
}
