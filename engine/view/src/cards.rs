//! Piles of cards: hands, displays and decks. A viewer who may see a pile gets its cards. Any other viewer gets only
//! the number of cards. In some games a card has halves, one for each side.

use crate::attributes::Attributes;
use crate::view_context::ViewContext;
use cardwright_content::{Datum, with_current_options};
use cardwright_state::board::{Pile, PileOrder, SubjectKind, Visibility};
use cardwright_state::{CardId, Kind, PileId, SideId, Val};
use cardwright_table::{Viewer, label};
use serde::Serialize;

/// A pile of cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeenPile {
    /// The id in notation: `display`, `red hand`.
    pub id: String,
    /// The name for this viewer: `your hand`, `Red hand`, `display`.
    pub name: String,
    /// The id of the side that owns the pile.
    pub side: Option<String>,
    /// Whether the cards have an order.
    pub is_deck: bool,
    /// Whether the cards are in play. A home pile without order is not in play: it holds the cards that set-up did not
    /// move elsewhere.
    pub in_play: bool,
    /// Whether the board shows the text of these cards to people.
    pub shows_card_text: bool,
    /// The number of cards.
    pub count: usize,
    /// The cards from the top, or `None` if the viewer may not see the faces.
    pub segments: Option<Vec<PileSegment>>,
}

/// A run of cards in a pile. Either the order of the cards is known, or they were shuffled together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PileSegment {
    /// Whether the order within the segment is unknown.
    pub is_shuffled: bool,
    /// The cards, in board order if they are shuffled.
    pub cards: Vec<SeenCard>,
}

/// A card whose face the viewer sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeenCard {
    /// The id of the card.
    pub id: String,
    /// The id, then the title of the viewer's half.
    pub name: String,
    /// The numbers on the viewer's half of the card and the spaces that the card names: `points 2`, `Port`. A viewer
    /// without a side gets the numbers of every half. A card without halves lists its own numbers, names and flags.
    /// Before them stand the card's tracks that are not at their start, and its facts that the game displays.
    pub numbers: Vec<String>,
    /// The printed text, if the board shows the text of the pile's cards. For a card in a hand, the text of the half
    /// alone.
    pub text: Option<CardText>,
}

/// The printed text of a card without its title. Fields that the game hides from the board are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct CardText {
    /// The names of the sides that the card mentions, in the order of the card's fields.
    pub sides: Vec<String>,
    /// The names of the other things that the card mentions, and its flags. A card without halves lists its numbers
    /// first.
    pub notes: Vec<String>,
    /// The texts, each after the name of its field: `shaded: Draw a card`. The name `text` is left out.
    pub texts: Vec<String>,
}

impl SeenPile {
    /// Whether the viewer sees the faces of the cards.
    pub fn is_seen(&self) -> bool {
        self.segments.is_some()
    }
    /// Returns the cards from the top, or nothing if the viewer may not see them.
    pub fn cards(&self) -> impl Iterator<Item = &SeenCard> {
        self.segments.iter().flatten().flat_map(|segment| &segment.cards)
    }
}

/// Returns all piles to show: first the piles of the viewer's sides, then those of other sides, then the common piles.
pub(crate) fn piles(context: &ViewContext<'_>) -> Vec<SeenPile> {
    let board = context.board;
    let mut piles: Vec<PileId> = (0..board.piles.len()).map(PileId::new).collect();
    let rank = |pile_id: &PileId| {
        let pile = &board.piles[pile_id.index()];
        let is_own = pile.owner.is_some_and(|owner| context.viewer.sides().has(owner));
        (!is_own, pile.owner.is_none(), pile_id.index())
    };
    piles.sort_by_key(rank);
    // For a side that is not in play, only piles that everybody sees and that hold cards are shown.
    piles.retain(|pile_id| {
        let pile = &board.piles[pile_id.index()];
        let lies_open = || pile.visibility == Visibility::All && !context.position.pile(*pile_id).is_empty();
        pile.owner.is_none_or(|side| context.position.is_in_play(board, side)) || lies_open()
    });
    piles.into_iter().map(|pile_id| pile(context, pile_id)).collect()
}

pub(crate) fn pile(context: &ViewContext<'_>, pile_id: PileId) -> SeenPile {
    let def = &context.board.piles[pile_id.index()];
    let is_hand = def.owner.is_some() && def.order == PileOrder::Set;
    let card = |card: &CardId| seen_card(context, *card, def, is_hand);
    let segment = |(cards, is_shuffled): (Vec<CardId>, bool)| PileSegment {
        is_shuffled,
        cards: cards.iter().map(card).collect(),
    };
    SeenPile {
        id: def.id.clone(),
        name: name(context, pile_id),
        side: def.owner.map(|side| context.side_id(side)),
        is_deck: def.order == PileOrder::Deck,
        in_play: !context.board.is_set_aside(pile_id),
        shows_card_text: def.shows_card_text,
        count: context.position.pile(pile_id).len(),
        segments: context
            .sees_pile(pile_id)
            .then(|| context.position.segments(pile_id).into_iter().map(segment).collect()),
    }
}

fn name(context: &ViewContext<'_>, pile: PileId) -> String {
    let def = &context.board.piles[pile.index()];
    match def.owner {
        // `def.def` is the id of the declaration: `hand`.
        Some(owner) if context.viewer.sides() == owner.into() => format!("your {}", def.def),
        _ => context.content.display_names.pile(context.board, pile),
    }
}

/// Builds one card. A viewer who sees everything gets the half of the side that owns the pile. If no side owns the
/// pile, this viewer gets the half of the side that is asked.
fn seen_card(context: &ViewContext<'_>, card: CardId, pile: &Pile, is_hand: bool) -> SeenCard {
    let shows_text = pile.shows_card_text;
    let reader = pile.owner.or(context.asked).map_or(context.viewer, |side| context.viewer.as_reader(side));
    let half = reader.only_side().and_then(|side| side_half(context, card, side));
    let printed = match half {
        Some(half) => [half_numbers(half), named_spaces(context, card)].concat(),
        None if has_no_halves(context, card) && shows_text => Vec::new(), // The notes of `text` list the numbers.
        None if has_no_halves(context, card) => {
            [whole_card_numbers(context, card), card_text(context, card).notes].concat()
        }
        None if reader.is_public() => all_halves(context, card),
        None => Vec::new(),
    };
    SeenCard {
        id: context.board.cards[card.index()].id.clone(),
        name: label::card_name(context.board, card, reader),
        numbers: [state_words(context, card), printed].concat(),
        text: if shows_text {
            let mut text = card_text(context, card);
            if has_no_halves(context, card) {
                text.notes.splice(..0, whole_card_numbers(context, card));
            }
            Some(text)
        } else {
            // `numbers` has the other fields of a card in a hand. Notes stay in the details.
            let printed = half.or_else(|| context.content.info(Val::card(card))).filter(|_| is_hand);
            printed
                .map(|printed| CardText { texts: texts(context, printed, |key| key != "note"), ..CardText::default() })
        },
    }
}

/// A side's half of a card, if cards have halves.
fn side_half<'a>(context: &ViewContext<'a>, card: CardId, side: SideId) -> Option<&'a Datum> {
    context.content.info(Val::card(card))?.get(&context.board.sides[side.index()].id.replace('-', "_"))
}

/// Describes all halves of a card, for a viewer without a side: `Red: Drought, points 2`.
fn all_halves(context: &ViewContext<'_>, card: CardId) -> Vec<String> {
    let id = &context.board.cards[card.index()].id;
    let half_text = |side_index: usize| {
        let side = SideId::new(side_index);
        let half = side_half(context, card, side)?;
        let name = label::card_name(context.board, card, Viewer::side(side));
        let title = name.strip_prefix(id.as_str()).unwrap_or(&name).trim().to_owned();
        let parts = [vec![title], half_numbers(half)].concat();
        Some(format!("{}: {}", context.board.sides[side_index].name, parts.join(", ")))
    };
    let halves: Vec<String> = (0..context.board.sides.len()).filter_map(half_text).collect();
    if halves.is_empty() { halves } else { [halves, named_spaces(context, card)].concat() }
}

fn has_no_halves(context: &ViewContext<'_>, card: CardId) -> bool {
    (0..context.board.sides.len()).all(|side| side_half(context, card, SideId::new(side)).is_none())
}

/// Returns the tracks of a card that are not at their start and its displayed facts: `profit 4`, `two payments left`.
fn state_words(context: &ViewContext<'_>, card: CardId) -> Vec<String> {
    let mut attributes = Attributes::new(context, SubjectKind::Card, card.index());
    attributes.drop_tracks_at_start(context.board);
    attributes.words()
}

/// Returns the numbers printed on a card without halves: `points 2`. The number that is the card's id is left out.
fn whole_card_numbers(context: &ViewContext<'_>, card: CardId) -> Vec<String> {
    let Some(Datum::Table(fields)) = context.content.info(Val::card(card)) else { return Vec::new() };
    let id = context.board.cards[card.index()].id.parse::<i64>().ok();
    let shown_fields = fields.iter().filter(|(key, value)| {
        let is_card_id = matches!(value, Datum::Number(n) if Some(*n) == id);
        !context.content.omitted_card_fields.contains(key) && !is_card_id
    });
    shown_fields.filter_map(number).collect()
}

/// Returns the numbers printed on one half of a card: `points 2`.
fn half_numbers(half: &Datum) -> Vec<String> {
    let Datum::Table(entries) = half else { return Vec::new() };
    entries.iter().filter_map(number).collect()
}

fn number((key, value): &(String, Datum)) -> Option<String> {
    match value {
        Datum::Number(n) => Some(format!("{} {n}", key.replace('_', "-"))),
        _ => None,
    }
}

/// Returns the names of the spaces that a card mentions outside its halves.
fn named_spaces(context: &ViewContext<'_>, card: CardId) -> Vec<String> {
    let Some(Datum::Table(fields)) = context.content.info(Val::card(card)) else { return Vec::new() };
    let shown_fields = fields.iter().filter(|(key, _)| !context.content.omitted_card_fields.contains(key));
    let spaces = shown_fields.filter_map(|(_, value)| match value {
        Datum::Val(val) if val.kind() == Kind::Space => Some(context.name(*val)),
        _ => None,
    });
    spaces.collect()
}

fn card_text(context: &ViewContext<'_>, card: CardId) -> CardText {
    let omitted = &context.content.omitted_card_fields;
    let fields = match context.content.info(Val::card(card)) {
        Some(Datum::Table(fields)) => fields.as_slice(),
        _ => &[],
    };
    let shown_fields = || fields.iter().filter(|(key, _)| !omitted.contains(key));
    let names = |wants_sides: bool| {
        let name = |(key, value): &(String, Datum)| match value {
            Datum::Val(val) if (val.kind() == Kind::Side) == wants_sides => Some(context.name(*val)),
            Datum::Boolean(true) if !wants_sides => Some(key.replace('_', " ")),
            _ => None,
        };
        shown_fields().filter_map(name).collect()
    };
    let texts =
        context.content.info(Val::card(card)).map(|printed| texts(context, printed, |_| true)).unwrap_or_default();
    CardText { sides: names(true), notes: names(false), texts }
}

/// Returns the texts printed on a card or on one half of it, each after the name of its field. `is_wanted` chooses among
/// the fields.
fn texts(context: &ViewContext<'_>, printed: &Datum, is_wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let Datum::Table(fields) = printed else { return Vec::new() };
    let text = |(key, value): &(String, Datum)| match value {
        Datum::Text(text) if !matches!(key.as_str(), "id" | "title" | "name") => {
            let lead = if key == "text" { String::new() } else { format!("{}: ", key.replace('_', " ")) };
            Some(format!("{lead}{}", with_current_options(text, context.board, context.position)))
        }
        _ => None,
    };
    let omitted = &context.content.omitted_card_fields;
    fields.iter().filter(|(key, _)| !omitted.contains(key) && is_wanted(key)).filter_map(text).collect()
}
