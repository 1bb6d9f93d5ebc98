//! Piles: hands, displays and decks. Faces for those who may see them, numbers of cards for the rest.

use crate::eyes::Eyes;
use cardwright_content::{Datum, in_force};
use cardwright_state::board::Visibility;
use cardwright_state::{CardId, Kind, PileId, SideId, Val};
use cardwright_table::label::{self, Audience};
use serde::Serialize;

/// A pile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeenPile {
    /// As notation writes it: `display`, `red hand`.
    pub id: String,
    /// What these eyes call it: `your hand`, `Red hand`, `display`.
    pub name: String,
    /// The id of the side whose it is.
    pub side: Option<String>,
    /// Whether it is in an order.
    pub is_deck: bool,
    /// Whether its cards are in play: all but those that no set-up took from a home that has no order.
    pub in_play: bool,
    /// Whether what its cards say stands on the board as people see it.
    pub read: bool,
    /// How many cards lie in it.
    pub count: usize,
    /// Its cards, the uppermost first; none where these eyes do not see their faces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runs: Option<Vec<Run>>,
}

/// Cards that lie together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Run {
    /// Whether nobody knows in which order.
    pub is_shuffled: bool,
    /// The cards, in board order.
    pub cards: Vec<SeenCard>,
}

/// A card whose face is seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeenCard {
    /// Its id.
    pub id: String,
    /// Its id and the title of the reader's half.
    pub name: String,
    /// The numbers on the reader's half, and the spaces that the card names: `points 2`, `Port`. For who has none, every half. Of a
    /// card without halves its own numbers, what it names and what holds of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<String>,
    /// What stands on it, where it lies to be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub says: Option<Says>,
}

/// What stands on a card but its title, without the fields that the game leaves to who asks for the card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Says {
    /// Its sides by name, in order.
    pub sides: Vec<String>,
    /// The other things it names, and what holds of it; before them the numbers of a card without halves.
    pub notes: Vec<String>,
    /// Its texts, each with its name but the one that is just its text.
    pub texts: Vec<String>,
}

impl SeenPile {
    /// Whether these eyes see its cards.
    pub fn is_seen(&self) -> bool {
        self.runs.is_some()
    }
    /// Its cards, the uppermost first; nothing where these eyes do not see them.
    pub fn cards(&self) -> impl Iterator<Item = &SeenCard> {
        self.runs.iter().flatten().flat_map(|run| &run.cards)
    }
}

/// The piles, of the reader first, then of other sides.
pub(crate) fn piles(eyes: &Eyes<'_>) -> Vec<SeenPile> {
    let board = eyes.board;
    let mut piles: Vec<PileId> = (0..board.piles.len()).map(PileId::new).collect();
    let rank = |p: &PileId| {
        let pile = &board.piles[p.at()];
        let own = pile.owner.is_some_and(|owner| eyes.audience.sides().has(owner));
        (!own, pile.owner.is_none(), p.at())
    };
    piles.sort_by_key(rank);
    // Who is not in play has no hand, and no deck: of its piles only cards that lie open are there to be seen.
    piles.retain(|p| {
        let pile = &board.piles[p.at()];
        let lies_open = || pile.visibility == Visibility::All && !eyes.position.pile(*p).is_empty();
        pile.owner.is_none_or(|side| eyes.position.is_in_play(board, side)) || lies_open()
    });
    piles.into_iter().map(|at| pile(eyes, at)).collect()
}

/// One pile.
pub(crate) fn pile(eyes: &Eyes<'_>, at: PileId) -> SeenPile {
    let def = &eyes.board.piles[at.at()];
    let card = |card: &CardId| seen(eyes, *card, def.owner, def.read);
    let run = |(cards, open): (Vec<CardId>, bool)| Run { is_shuffled: open, cards: cards.iter().map(card).collect() };
    SeenPile {
        id: def.id.clone(),
        name: name(eyes, at),
        side: def.owner.map(|side| eyes.side_id(side)),
        is_deck: def.order == cardwright_state::board::PileOrder::Deck,
        in_play: !eyes.board.is_aside(at),
        read: def.read,
        count: eyes.position.pile(at).len(),
        runs: eyes.sees_pile(at).then(|| eyes.position.segments(at).into_iter().map(run).collect()),
    }
}

fn name(eyes: &Eyes<'_>, pile: PileId) -> String {
    let def = &eyes.board.piles[pile.at()];
    match def.owner {
        Some(owner) if eyes.audience.sides() == owner.into() => format!("your {}", def.def),
        _ => eyes.content.called.pile(eyes.board, pile),
    }
}

/// A card as its reader uses it: who sees all reads the half of whose pile it lies in, and elsewhere that of the side asked.
fn seen(eyes: &Eyes<'_>, card: CardId, owner: Option<SideId>, read: bool) -> SeenCard {
    let reader = match (eyes.audience, owner.or(eyes.asked)) {
        (Audience::Open, Some(side)) => Audience::Side(side),
        (audience, _) => audience,
    };
    let half = match reader {
        Audience::Side(side) => half(eyes, card, side),
        Audience::Seat(_) | Audience::Public | Audience::Open => None,
    };
    SeenCard {
        id: eyes.board.cards[card.at()].id.clone(),
        name: label::card_name(eyes.board, card, reader),
        numbers: match half {
            Some(half) => [numbers(half), named(eyes, card)].concat(),
            None if is_whole(eyes, card) && read => Vec::new(), // They stand among its notes.
            None if is_whole(eyes, card) => [whole(eyes, card), says(eyes, card).notes].concat(),
            None if reader == Audience::Public => halves(eyes, card),
            None => Vec::new(),
        },
        says: read.then(|| {
            let mut says = says(eyes, card);
            if is_whole(eyes, card) {
                says.notes.splice(..0, whole(eyes, card));
            }
            says
        }),
    }
}

/// A side's half of a card, if cards have halves.
fn half<'a>(eyes: &Eyes<'a>, card: CardId, side: SideId) -> Option<&'a Datum> {
    eyes.content.info(Val::card(card))?.get(&eyes.board.sides[side.at()].id.replace('-', "_"))
}

/// What stands on every half of a card, for who reads none of them as their own: `Red: Drought, points 2`.
fn halves(eyes: &Eyes<'_>, card: CardId) -> Vec<String> {
    let id = &eyes.board.cards[card.at()].id;
    let printed = |at: usize| {
        let side = SideId::new(at);
        let half = half(eyes, card, side)?;
        let name = label::card_name(eyes.board, card, Audience::Side(side));
        let title = name.strip_prefix(id.as_str()).unwrap_or(&name).trim().to_owned();
        let parts = [vec![title], numbers(half)].concat();
        Some(format!("{}: {}", eyes.board.sides[at].name, parts.join(", ")))
    };
    let all: Vec<String> = (0..eyes.board.sides.len()).filter_map(printed).collect();
    if all.is_empty() { all } else { [all, named(eyes, card)].concat() }
}

/// Whether a card has no halves.
fn is_whole(eyes: &Eyes<'_>, card: CardId) -> bool {
    (0..eyes.board.sides.len()).all(|at| half(eyes, card, SideId::new(at)).is_none())
}

/// `points 2`: the numbers printed on a card without halves, but for the one that its id is.
fn whole(eyes: &Eyes<'_>, card: CardId) -> Vec<String> {
    let Some(Datum::Table(fields)) = eyes.content.info(Val::card(card)) else { return Vec::new() };
    let id = eyes.board.cards[card.at()].id.parse::<i64>().ok();
    let told = fields.iter().filter(|(key, value)| {
        let is_its_id = matches!(value, Datum::Number(n) if Some(*n) == id);
        !eyes.content.unshown.contains(key) && !is_its_id
    });
    told.filter_map(number).collect()
}

/// `points 2`: the numbers printed on a half.
fn numbers(half: &Datum) -> Vec<String> {
    let Datum::Table(entries) = half else { return Vec::new() };
    entries.iter().filter_map(number).collect()
}

fn number((key, value): &(String, Datum)) -> Option<String> {
    match value {
        Datum::Number(n) => Some(format!("{} {n}", key.replace('_', "-"))),
        _ => None,
    }
}

/// The spaces that a card names, beside its halves.
fn named(eyes: &Eyes<'_>, card: CardId) -> Vec<String> {
    let Some(Datum::Table(fields)) = eyes.content.info(Val::card(card)) else { return Vec::new() };
    let told = fields.iter().filter(|(key, _)| !eyes.content.unshown.contains(key));
    let spaces = told.filter_map(|(_, value)| match value {
        Datum::Val(val) if val.kind() == Kind::Space => Some(eyes.name(*val)),
        _ => None,
    });
    spaces.collect()
}

fn says(eyes: &Eyes<'_>, card: CardId) -> Says {
    let unshown = &eyes.content.unshown;
    let fields = match eyes.content.info(Val::card(card)) {
        Some(Datum::Table(fields)) => fields.as_slice(),
        _ => &[],
    };
    let told = || fields.iter().filter(|(key, _)| !unshown.contains(key));
    let names = |sides: bool| {
        let name = |(key, value): &(String, Datum)| match value {
            Datum::Val(val) if (val.kind() == Kind::Side) == sides => Some(eyes.name(*val)),
            Datum::Truth(true) if !sides => Some(key.replace('_', " ")),
            _ => None,
        };
        told().filter_map(name).collect()
    };
    let text = |(key, value): &(String, Datum)| match value {
        Datum::Text(text) if !matches!(key.as_str(), "id" | "title" | "name") => {
            let lead = if key == "text" { String::new() } else { format!("{}: ", key.replace('_', " ")) };
            Some(format!("{lead}{}", in_force(text, eyes.board, eyes.position)))
        }
        _ => None,
    };
    Says { sides: names(true), notes: names(false), texts: told().filter_map(text).collect() }
}
