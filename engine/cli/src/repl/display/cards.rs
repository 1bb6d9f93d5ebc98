//! Hands, displays and decks: faces for those who may see them, numbers of cards for the rest.

use super::Look;
use super::paint::{counted, flow, width, wrap};
use cardwright_content::Datum;
use cardwright_state::board::PileOrder;
use cardwright_state::{CardId, PileId, SideId, Val};
use cardwright_table::label::{self, Audience};

/// Most cards a pile lists in the compact view.
const FEW: usize = 8;

/// Whether these eyes see the faces of a pile.
pub(crate) fn sees(look: &Look, pile: PileId) -> bool {
    look.eyes.sees_pile(look.board, pile)
}

/// Piles that are in play, their own first: all but the home of unused cards.
fn in_play(look: &Look) -> Vec<PileId> {
    let mut piles: Vec<PileId> =
        (0..look.board.piles.len()).map(PileId::new).filter(|p| *p != look.board.home).collect();
    let rank = |p: &PileId| {
        let pile = &look.board.piles[p.at()];
        let own = look.side().is_some() && pile.owner == look.side();
        (!own, pile.owner.is_none(), p.at())
    };
    piles.sort_by_key(rank);
    piles
}

/// `Your hand`, `Red hand`, `display`.
fn pile_name(look: &Look, pile: PileId) -> String {
    let def = &look.board.piles[pile.at()];
    match def.owner {
        Some(owner) if look.side() == Some(owner) => format!("your {}", def.def),
        Some(owner) => format!("{} {}", look.board.sides[owner.at()].name, def.def),
        None => def.id.clone(),
    }
}

/// The compact view: hands and the first display with titles, the rest by ids or counts. A tall page
/// has titles for all.
pub(crate) fn piles(look: &Look) -> Vec<String> {
    let mut out = Vec::new();
    let mut rest = Vec::new();
    let mut displays = 0;
    for pile in in_play(look) {
        let def = &look.board.piles[pile.at()];
        let cards = || look.position.pile(pile).iter().map(CardId::new);
        let n = cards().count();
        if n == 0 {
            continue;
        }
        let name = pile_name(look, pile);
        if def.read && n <= FEW && sees(look, pile) {
            for card in cards() {
                let title = format!("{}  {}", look.page.bold(&name), label::card_name(look.board, card, look.eyes));
                out.push(title);
                out.extend(says(look, card));
            }
            continue;
        }
        let listed = def.order == PileOrder::Set && n <= FEW && sees(look, pile);
        displays += usize::from(def.owner.is_none() && listed);
        if listed && (def.owner.is_some() || displays == 1 || look.page.height >= super::board::TALL) {
            let cards: Vec<String> = cards().map(|c| short(look, c, def.owner)).collect();
            out.extend(flow(&look.page.bold(&name), width(&name) + 2, &cards, " · ", look.page.width));
        } else if listed {
            let ids: Vec<&str> = cards().map(|c| look.board.cards[c.at()].id.as_str()).collect();
            rest.push(format!("{name}: {}", ids.join(" ")));
        } else {
            rest.push(format!("{name} {}", counted(n, "card")));
        }
    }
    if !rest.is_empty() {
        out.extend(flow("", 0, &rest, " · ", look.page.width).into_iter().map(|l| look.page.dim(&l)));
    }
    out
}

/// What stands on a card but its title: names in one line, then each text. What the game keeps off this view is left
/// to `show CARD`.
fn says(look: &Look, card: CardId) -> Vec<String> {
    let Some(Datum::Table(fields)) = look.content.info(Val::card(card)) else { return Vec::new() };
    let name = |val: &Val| label::name(look.board, look.position, look.eyes, *val);
    let mut names = Vec::new();
    let mut texts = Vec::new();
    for (key, value) in fields.iter().filter(|(key, _)| !look.content.unshown.contains(key)) {
        match value {
            Datum::Val(val) => names.push(name(val)),
            Datum::Truth(true) => names.push(key.replace('_', " ")),
            Datum::Text(text) if !matches!(key.as_str(), "id" | "title" | "name") => {
                let lead = if key == "text" { String::new() } else { format!("{}: ", key.replace('_', " ")) };
                texts.extend(wrap(&format!("{lead}{text}"), 4, look.page.width.saturating_sub(4)));
            }
            _ => {}
        }
    }
    let mut out = wrap(&names.join(", "), 4, look.page.width.saturating_sub(4));
    out.append(&mut texts);
    out.into_iter().map(|line| format!("    {}", line.trim_start())).collect()
}

/// `07 Smoke (points 2)`: a card's id, title and figures, as the reader uses it.
pub(crate) fn short(look: &Look, card: CardId, owner: Option<SideId>) -> String {
    let eyes = match (look.eyes, owner) {
        (Audience::Open, Some(side)) => Audience::Side(side),
        (eyes, _) => eyes,
    };
    let name = label::card_name(look.board, card, eyes);
    let half = match eyes {
        Audience::Side(side) => half(look, card, side),
        _ => None,
    };
    match half.map(figures).filter(|f| !f.is_empty()) {
        Some(figures) => format!("{name} {}", look.page.dim(&format!("({})", figures.join(", ")))),
        None => name,
    }
}

/// A side's half of a card, if cards have halves.
pub(crate) fn half<'a>(look: &Look<'a>, card: CardId, side: SideId) -> Option<&'a Datum> {
    look.content.info(Val::card(card))?.get(&look.board.sides[side.at()].id.replace('-', "_"))
}

/// `points 2`: the numbers printed on a half.
fn figures(half: &Datum) -> Vec<String> {
    let Datum::Table(entries) = half else { return Vec::new() };
    let number = |(key, value): &(String, Datum)| match value {
        Datum::Number(n) => Some(format!("{} {n}", key.replace('_', "-"))),
        _ => None,
    };
    entries.iter().filter_map(number).collect()
}

/// Every pile, with every card these eyes may see.
pub(crate) fn all(look: &Look) -> Vec<String> {
    let mut out = Vec::new();
    for pile in in_play(look) {
        out.extend(one(look, pile));
    }
    out
}

/// The hands these eyes may see.
pub(crate) fn hands(look: &Look) -> Vec<String> {
    let owned = in_play(look).into_iter().filter(|p| look.board.piles[p.at()].owner.is_some());
    let out: Vec<String> = owned.flat_map(|p| one(look, p)).collect();
    if out.is_empty() { vec!["no side holds cards in this game".into()] } else { out }
}

/// One pile, a card to a line.
pub(crate) fn one(look: &Look, pile: PileId) -> Vec<String> {
    let def = &look.board.piles[pile.at()];
    let n = look.position.pile(pile).len();
    let mut out = vec![format!("{}  {}", look.page.bold(&pile_name(look, pile)), look.page.dim(&counted(n, "card")))];
    if !sees(look, pile) {
        return out;
    }
    for (cards, open) in look.position.segments(pile) {
        let shuffled = if open && def.order == PileOrder::Deck {
            look.page.dim("  in an order nobody knows")
        } else {
            String::new()
        };
        for card in &cards {
            let note = if card == &cards[0] { shuffled.as_str() } else { "" };
            out.push(format!("  {}{note}", short(look, *card, def.owner)));
        }
    }
    out
}
