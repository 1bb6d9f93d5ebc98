//! The state of a game as one viewer may see it.

use crate::attributes::Attributes;
use crate::cards::{SeenPile, piles};
use crate::choice::{Choice, StandingActions, choice, choice_with_reasons, standing_actions};
use crate::facts::ActiveEffect;
use crate::history;
use crate::legend::{Legend, Side};
use crate::pieces::{Pieces, pieces};
use crate::view_context::ViewContext;
use cardwright_state::board::SubjectKind;
use cardwright_state::notation::option_text;
use cardwright_state::position::{FinalPlace, Frame, StepInput};
use cardwright_state::val::PlainValue;
use cardwright_state::view::PRIVATE;
use cardwright_state::{CardId, Kind, OptionId, SideId, SpaceId, board};
use cardwright_table::Table;
use cardwright_table::{Viewer, label};
use serde::Serialize;
use std::borrow::Cow;
use std::sync::Arc;

/// The current state of a game, as ids and texts. Lists are in board order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct View {
    /// Names for the ids. It is not serialised, because it stays the same from view to view.
    #[serde(skip)]
    pub legend: Arc<Legend>,
    /// The id of the viewer's side; `None` for the public and for a viewer who sees everything.
    pub side: Option<String>,
    /// Whether the viewer sees everything.
    pub is_open: bool,
    /// The name of the scenario.
    pub scenario: String,
    /// The number of the current event.
    pub event: usize,
    /// The winner and the reason, once the game is over.
    pub result: Option<String>,
    /// The final ranking, first place first.
    pub places: Vec<SeenPlace>,
    /// The current heading of the log, if the game has headings.
    pub heading: Option<String>,
    /// The open steps with their arguments, outermost first: `red-turn`, `stir port`.
    pub steps: Vec<String>,
    /// The face-up card that the innermost open step with such a card resolves: the step got the card or drew it.
    #[serde(skip)]
    pub resolved_card: Option<String>,
    /// The pending choice; `None` once the game is over.
    pub choice: Option<Choice>,
    /// The actions that sides may take before the pending answer.
    pub standing_actions: Vec<StandingActions>,
    /// The tracks, facts and figures of the game.
    pub game: Attributes,
    /// The sides in play.
    pub sides: Vec<SeenSide>,
    /// The spaces.
    pub spaces: Vec<SeenSpace>,
    /// The links.
    pub links: Vec<SeenLink>,
    /// The piles, the viewer's own first.
    pub piles: Vec<SeenPile>,
    /// The cards with a fact that the viewer may see.
    pub cards: Vec<CardAttributes>,
    /// The active effects.
    pub active_effects: Vec<ActiveEffect>,
    /// The options.
    pub options: Vec<SeenOption>,
}

/// A side with its seat and attributes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeenSide {
    /// Kebab-case id of the side.
    pub id: String,
    /// Who answers for the side: `human`, `random`, `nonplayer`.
    pub seat: String,
    /// The ids of the other sides at the same seat.
    pub same_seat: Vec<String>,
    /// The tracks, facts and figures of the side.
    pub attributes: Attributes,
}

/// A place in the final ranking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeenPlace {
    /// The ids of the sides that share the place.
    pub sides: Vec<String>,
    /// The score of these sides, if the game has scores.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<i64>,
}

/// A space with its pieces and attributes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeenSpace {
    /// Kebab-case id of the space.
    pub id: String,
    /// The pieces in the space, in board order.
    pub pieces: Vec<Pieces>,
    /// The tracks, facts and figures of the space.
    pub attributes: Attributes,
}

/// A link with its attributes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeenLink {
    /// Kebab-case id of the link.
    pub id: String,
    /// The tracks, facts and figures of the link.
    pub attributes: Attributes,
}

/// A card with its attributes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CardAttributes {
    /// The id of the card.
    pub id: String,
    /// The id, then the first title.
    pub name: String,
    /// The facts of the card.
    pub attributes: Attributes,
}

/// An option of the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeenOption {
    /// Kebab-case id of the option.
    pub id: String,
    /// The value as content writes it.
    pub value: String,
    /// Whether the value is the default.
    pub is_default: bool,
}

impl View {
    /// Builds the current view of a table, with the values of its figures and the reasons for discouraged rows.
    pub fn new(table: &mut Table, viewer: Viewer) -> View {
        let figure_values = table.figures();
        let choice = choice_with_reasons(table, viewer);
        View { choice, ..View::from_context(table, &ViewContext::new(table, &figure_values, viewer)) }
    }

    /// Builds the view for a context. The view has figures only if the context has their values.
    pub fn from_context(table: &Table, context: &ViewContext<'_>) -> View {
        View::with_legend(table, context, Arc::new(Legend::new(table.program())))
    }

    /// Builds the view as [`Self::from_context`] does, but with a legend that the caller built before.
    pub fn with_legend(table: &Table, context: &ViewContext<'_>, legend: Arc<Legend>) -> View {
        let board = context.board;
        let scenario = context.content.scenario(&table.scenario).map_or(&table.scenario, |scenario| &scenario.name);
        View {
            legend,
            side: context.side().map(|side| context.side_id(side)),
            is_open: context.viewer.sees_all(),
            scenario: scenario.clone(),
            event: table.shown_event(),
            result: table.result(),
            places: places(context),
            heading: history::heading(table, context.viewer),
            steps: steps(context),
            resolved_card: resolved_card(context),
            choice: choice(table, context.viewer),
            standing_actions: standing_actions(table),
            game: Attributes::new(context, SubjectKind::Game, 0),
            sides: sides(table, context),
            spaces: spaces(context),
            links: links(context),
            piles: piles(context),
            cards: (0..board.cards.len()).filter_map(|index| card(context, index)).collect(),
            active_effects: context.active_effects(),
            options: board
                .options
                .iter()
                .enumerate()
                .map(|(index, game_option)| option(game_option, context.position.option(OptionId::new(index))))
                .collect(),
        }
    }

    /// Returns the space with this id.
    pub fn space(&self, id: &str) -> Option<&SeenSpace> {
        self.spaces.iter().find(|space| space.id == id)
    }
    /// Returns the piles whose cards are in play.
    pub fn piles_in_play(&self) -> impl Iterator<Item = &SeenPile> {
        self.piles.iter().filter(|pile| pile.in_play)
    }
    /// Returns the spaces of a kind, in board order.
    pub fn spaces_of<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a SeenSpace> {
        self.legend.spaces.iter().zip(&self.spaces).filter(move |(space, _)| space.kind == kind).map(|(_, seen)| seen)
    }
    /// Returns the sides in play, each with its entry in the legend.
    pub fn sides_in_play(&self) -> impl Iterator<Item = (&Side, &SeenSide)> {
        let mut seen = self.sides.iter().peekable();
        self.legend.sides.iter().filter_map(move |side| Some((side, seen.next_if(|seen| seen.id == side.id)?)))
    }
    /// Returns the view without the pieces that the prompt does not show before a question.
    pub fn at_prompt(&self) -> Cow<'_, View> {
        let hidden: Vec<&str> =
            self.legend.pieces.iter().filter(|piece| !piece.at_prompt).map(|piece| piece.id.as_str()).collect();
        let mut view = Cow::Borrowed(self);
        if !hidden.is_empty() {
            for space in &mut view.to_mut().spaces {
                space.pieces.retain(|stack| !hidden.contains(&stack.piece.as_str()));
            }
        }
        view
    }
    /// Returns the names of the Non-players: the sides that the rules play.
    pub fn nonplayer_names(&self) -> impl Iterator<Item = &str> {
        let non_player = cardwright_table::Seat::NonPlayer.name();
        self.sides_in_play().filter(move |(_, seen)| seen.seat == non_player).map(|(side, _)| side.name.as_str())
    }
}

fn steps(context: &ViewContext<'_>) -> Vec<String> {
    let readable = context.viewer.readable_steps(context.board, context.position);
    let step = |(depth, frame): (usize, &cardwright_state::position::Frame)| {
        let mut text = context.board.labels[frame.step].clone();
        for arg in &frame.args {
            if matches!(arg, PlainValue::Val(_) | PlainValue::Boolean(_)) {
                text.push(' ');
                text.push_str(&match depth < readable {
                    true => context.viewer.plain_text(context.board, context.position, arg),
                    false => PRIVATE.to_owned(),
                });
            }
        }
        text
    };
    context.position.open_steps().iter().enumerate().map(step).collect()
}

/// Returns the id of the card that an open step got as an argument or drew, if its text lies face up.
fn resolved_card(context: &ViewContext<'_>) -> Option<String> {
    let (board, position) = (context.board, context.position);
    let readable = context.viewer.readable_steps(board, position);
    let cards = |frame: &Frame| {
        let of_arg = |arg: &PlainValue| match arg {
            PlainValue::Val(val) => val.index(Kind::Card).map(CardId::new),
            _ => None,
        };
        let drawn = |input: &StepInput| if let StepInput::Drawn(card) = input { *card } else { None };
        let drawn = frame.log.iter().rev().filter_map(drawn);
        frame.args.iter().filter_map(of_arg).chain(drawn).collect::<Vec<_>>()
    };
    let is_face_up = |card: &CardId| {
        let pile = position.card_location(*card).pile;
        board.piles[pile.index()].shows_card_text && context.sees_pile(pile)
    };
    let card = position.open_steps()[..readable].iter().rev().flat_map(cards).find(is_face_up)?;
    Some(board.cards[card.index()].id.clone())
}

fn places(context: &ViewContext<'_>) -> Vec<SeenPlace> {
    let seen = |place: &FinalPlace| SeenPlace {
        sides: place.sides.iter().map(|side| context.side_id(side)).collect(),
        number: place.score,
    };
    context.position.outcome().map(|outcome| outcome.places.iter().map(seen).collect()).unwrap_or_default()
}

fn sides(table: &Table, context: &ViewContext<'_>) -> Vec<SeenSide> {
    let (board, position) = (context.board, context.position);
    let seen = |side: SideId| SeenSide {
        id: context.side_id(side),
        seat: table.seats[side.index()].name(),
        same_seat: position
            .seat_of(board, side)
            .iter()
            .filter(|other| *other != side)
            .map(|it| context.side_id(it))
            .collect(),
        attributes: Attributes::new(context, SubjectKind::Side, side.index()),
    };
    position.sides_in_play(board).iter().map(seen).collect()
}

fn spaces(context: &ViewContext<'_>) -> Vec<SeenSpace> {
    let seen = |(index, space): (usize, &board::Space)| SeenSpace {
        id: space.id.clone(),
        pieces: pieces(context, SpaceId::new(index)),
        attributes: Attributes::new(context, SubjectKind::spaces(space.kind), index),
    };
    context.board.spaces.iter().enumerate().map(seen).collect()
}

fn links(context: &ViewContext<'_>) -> Vec<SeenLink> {
    let seen = |(index, link): (usize, &board::Link)| SeenLink {
        id: link.id.clone(),
        attributes: Attributes::new(context, SubjectKind::Links(link.kind), index),
    };
    context.board.links.iter().enumerate().map(seen).collect()
}

fn card(context: &ViewContext<'_>, index: usize) -> Option<CardAttributes> {
    let mut attributes = Attributes::new(context, SubjectKind::Card, index);
    attributes.drop_tracks_at_start(context.board);
    (attributes != Attributes::default()).then(|| CardAttributes {
        id: context.board.cards[index].id.clone(),
        name: label::card_name(context.board, CardId::new(index), Viewer::PUBLIC),
        attributes,
    })
}

fn option(option: &board::GameOption, value: i64) -> SeenOption {
    SeenOption {
        id: option.id.clone(),
        value: option_text(&option.option_type, value),
        is_default: value == option.default,
    }
}
