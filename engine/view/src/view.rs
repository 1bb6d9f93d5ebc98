//! The table as one pair of eyes sees it.

use crate::cards::{SeenPile, piles};
use crate::choice::{Besides, Choice, besides, choice};
use crate::eyes::Eyes;
use crate::facts::InForce;
use crate::history;
use crate::kept::Kept;
use crate::legend::{Legend, Side};
use crate::pieces::{Pieces, pieces};
use cardwright_state::board::On;
use cardwright_state::notation::option_text;
use cardwright_state::position::Placed;
use cardwright_state::val::Plain;
use cardwright_state::{CardId, OptionId, SideId, SpaceId, board};
use cardwright_table::Table;
use cardwright_table::label::{self, Audience};
use serde::Serialize;
use std::sync::Arc;

/// All that varies, by ids and words, in board order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct View {
    /// What the ids stand for. It is no part of what is written: it stays the same from view to view.
    #[serde(skip)]
    pub legend: Arc<Legend>,
    /// The id of the side whose eyes these are; none for what all may see, and for those who see all.
    pub reader: Option<String>,
    /// Whether these eyes see all.
    pub is_open: bool,
    /// The name of the scenario.
    pub scenario: String,
    /// The event the game is at.
    pub event: usize,
    /// Who won and why, once the game is over.
    pub result: Option<String>,
    /// The places in which the game ended, the first first: who won, alone or together, and with what number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<SeenPlace>,
    /// The heading that the log is at, if the game has any.
    pub chapter: Option<String>,
    /// The open steps with what they are of, outermost first: `red-turn`, `stir port`.
    pub steps: Vec<String>,
    /// What is asked; nothing once the game is over.
    pub choice: Option<Choice>,
    /// What sides may do before the pending answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub besides: Vec<Besides>,
    /// What is kept of the game.
    pub game: Kept,
    /// The sides in play.
    pub sides: Vec<SeenSide>,
    /// The spaces.
    pub spaces: Vec<SeenSpace>,
    /// The links.
    pub links: Vec<SeenLink>,
    /// The piles, the reader's own first.
    pub piles: Vec<SeenPile>,
    /// The cards of which some fact is seen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<KeptCard>,
    /// The effects in force.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub in_force: Vec<InForce>,
    /// The options.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<SeenOption>,
}

/// A side, who sits there, and what is kept of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeenSide {
    /// Its id.
    pub id: String,
    /// Who answers for it: `human`, `random`, `non-player`.
    pub seat: &'static str,
    /// The other sides that whoever answers for it answers for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<String>,
    /// What is kept of it.
    #[serde(flatten)]
    pub kept: Kept,
}

/// A place of the order in which a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeenPlace {
    /// The ids of who is on it.
    pub sides: Vec<String>,
    /// What they have come to, where that is counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<i64>,
}

/// A space, what lies there, and what is kept of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeenSpace {
    /// Its id.
    pub id: String,
    /// What lies there, in board order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Pieces>,
    /// What is kept of it.
    #[serde(flatten)]
    pub kept: Kept,
}

/// A link and what is kept of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeenLink {
    /// Its id.
    pub id: String,
    /// What is kept of it.
    #[serde(flatten)]
    pub kept: Kept,
}

/// A card and what is kept of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct KeptCard {
    /// Its id.
    pub id: String,
    /// Its id and its first title.
    pub name: String,
    /// What is kept of it.
    #[serde(flatten)]
    pub kept: Kept,
}

/// An option of the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeenOption {
    /// Its id.
    pub id: String,
    /// Its value as written.
    pub value: String,
    /// Whether that is its default.
    pub is_default: bool,
}

impl View {
    /// A table as it is now, with what the rules' figures come to.
    pub fn of(table: &mut Table, audience: Audience) -> View {
        let figured = table.figures();
        View::at(table, &Eyes::at(table, &figured, audience))
    }

    /// What some eyes see at a table; without the figures, where the eyes know none.
    pub fn at(table: &Table, eyes: &Eyes<'_>) -> View {
        View::by(table, eyes, Arc::new(Legend::of(table.program())))
    }

    /// The same by whoever has the words of the table's rules at hand.
    pub fn by(table: &Table, eyes: &Eyes<'_>, legend: Arc<Legend>) -> View {
        let board = eyes.board;
        let scenario = eyes.content.scenario(&table.scenario).map_or(&table.scenario, |scenario| &scenario.name);
        View {
            legend,
            reader: eyes.side().map(|side| eyes.side_id(side)),
            is_open: eyes.audience == Audience::Open,
            scenario: scenario.clone(),
            event: table.here(),
            result: table.result(),
            places: places(eyes),
            chapter: history::chapter(table, eyes.audience),
            steps: steps(eyes),
            choice: choice(table, eyes.audience),
            besides: besides(table),
            game: Kept::of(eyes, On::Game, 0),
            sides: sides(table, eyes),
            spaces: spaces(eyes),
            links: links(eyes),
            piles: piles(eyes),
            cards: (0..board.cards.len()).filter_map(|at| card(eyes, at)).collect(),
            in_force: eyes.in_force(),
            options: board
                .options
                .iter()
                .enumerate()
                .map(|(o, of)| option(of, eyes.position.option(OptionId::new(o))))
                .collect(),
        }
    }

    /// A space by its id.
    pub fn space(&self, id: &str) -> Option<&SeenSpace> {
        self.spaces.iter().find(|space| space.id == id)
    }
    /// The piles whose cards are in play.
    pub fn piles_in_play(&self) -> impl Iterator<Item = &SeenPile> {
        self.piles.iter().filter(|pile| pile.in_play)
    }
    /// The spaces of a kind, in board order.
    pub fn spaces_of<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a SeenSpace> {
        self.legend.spaces.iter().zip(&self.spaces).filter(move |(space, _)| space.kind == kind).map(|(_, seen)| seen)
    }
    /// The sides in play, as the game has them, with what is seen of them.
    pub fn sides_in_play(&self) -> impl Iterator<Item = (&Side, &SeenSide)> {
        let mut seen = self.sides.iter().peekable();
        self.legend.sides.iter().filter_map(move |side| Some((side, seen.next_if(|seen| seen.id == side.id)?)))
    }
    /// The sides that rules play, by name.
    pub fn by_rules(&self) -> impl Iterator<Item = &str> {
        let rules = cardwright_table::Seat::NonPlayer.word();
        self.sides_in_play().filter(move |(_, seen)| seen.seat == rules).map(|(s, _)| s.name.as_str())
    }
}

fn steps(eyes: &Eyes<'_>) -> Vec<String> {
    let step = |frame: &cardwright_state::position::Frame| {
        let mut text = eyes.board.steps[frame.step.at()].clone();
        for arg in &frame.args {
            if matches!(arg, Plain::Val(_) | Plain::Truth(_)) {
                text.push(' ');
                text.push_str(&eyes.audience.plain(eyes.board, eyes.position, arg));
            }
        }
        text
    };
    eyes.position.open_steps().iter().map(step).collect()
}

fn places(eyes: &Eyes<'_>) -> Vec<SeenPlace> {
    let seen = |place: &Placed| SeenPlace {
        sides: place.sides.iter().map(|side| eyes.side_id(side)).collect(),
        number: place.number,
    };
    eyes.position.outcome().map(|outcome| outcome.places.iter().map(seen).collect()).unwrap_or_default()
}

fn sides(table: &Table, eyes: &Eyes<'_>) -> Vec<SeenSide> {
    let (board, position) = (eyes.board, eyes.position);
    let seen = |side: SideId| SeenSide {
        id: eyes.side_id(side),
        seat: table.seats[side.at()].word(),
        with: position.seat_of(board, side).iter().filter(|other| *other != side).map(|it| eyes.side_id(it)).collect(),
        kept: Kept::of(eyes, On::Side, side.at()),
    };
    position.sides_in_play(board).iter().map(seen).collect()
}

fn spaces(eyes: &Eyes<'_>) -> Vec<SeenSpace> {
    let seen = |(at, space): (usize, &board::Space)| SeenSpace {
        id: space.id.clone(),
        pieces: pieces(eyes, SpaceId::new(at)),
        kept: Kept::of(eyes, On::spaces(space.kind), at),
    };
    eyes.board.spaces.iter().enumerate().map(seen).collect()
}

fn links(eyes: &Eyes<'_>) -> Vec<SeenLink> {
    let seen = |(at, link): (usize, &board::Link)| SeenLink {
        id: link.id.clone(),
        kept: Kept::of(eyes, On::Links(link.kind), at),
    };
    eyes.board.links.iter().enumerate().map(seen).collect()
}

fn card(eyes: &Eyes<'_>, at: usize) -> Option<KeptCard> {
    let kept = Kept::of(eyes, On::Card, at);
    let name = || label::card_name(eyes.board, CardId::new(at), Audience::Public);
    (kept != Kept::default()).then(|| KeptCard { id: eyes.board.cards[at].id.clone(), name: name(), kept })
}

fn option(option: &board::GameOption, value: i64) -> SeenOption {
    SeenOption { id: option.id.clone(), value: option_text(&option.of, value), is_default: value == option.default }
}
