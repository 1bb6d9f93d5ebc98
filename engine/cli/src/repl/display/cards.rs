//! Hands, displays and decks: faces for those who may see them, numbers of cards for the rest.

use super::Look;
use super::brief::Brief;
use super::paint::{clip, counted, flow, width, wrap};
use cardwright_content::Datum;
use cardwright_state::board::PileOrder;
use cardwright_state::{CardId, Kind, PileId, SideId, Val};
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
    let mut is_told = false;
    // Beside cards that lie there to be read, others are told by their ids.
    let reads = look.board.piles.iter().any(|p| p.read);
    for pile in in_play(look) {
        let def = &look.board.piles[pile.at()];
        let cards = || look.position.pile(pile).iter().map(CardId::new);
        let n = cards().count();
        if n == 0 {
            continue;
        }
        let name = pile_name(look, pile);
        if is_read(look, pile) {
            if !std::mem::replace(&mut is_told, true) {
                out.extend(read(look));
            }
            continue;
        }
        let listed = def.order == PileOrder::Set && n <= FEW && sees(look, pile);
        displays += usize::from(def.owner.is_none() && listed);
        let is_display = displays == 1 && !reads || look.brief < Brief::Active;
        if listed && (def.owner.is_some() || is_display) {
            let cards: Vec<String> = cards().map(|c| short(look, c, def.owner)).collect();
            out.extend(flow(&look.page.bold(&name), width(&name) + 2, &cards, " · ", look.page.width));
        } else if listed {
            let ids: Vec<&str> = cards().map(|c| look.board.cards[c.at()].id.as_str()).collect();
            rest.push(format!("{name}: {}", ids.join(" ")));
        } else if look.brief < Brief::Busy {
            rest.push(format!("{name} {}", counted(n, "card")));
        }
    }
    if !rest.is_empty() {
        out.extend(flow("", 0, &rest, " · ", look.page.width).into_iter().map(|l| look.page.dim(&l)));
    }
    out
}

/// Whether a pile lies there for all to read, and these eyes do.
fn is_read(look: &Look, pile: PileId) -> bool {
    let n = look.position.pile(pile).len();
    look.board.piles[pile.at()].read && (1..=FEW).contains(&n) && sees(look, pile)
}

/// Whether some piles would be told of by their number of cards alone.
pub(crate) fn any_unseen(look: &Look) -> bool {
    let is_told = |pile: &PileId| {
        let listed = look.board.piles[pile.at()].order == PileOrder::Set && sees(look, *pile);
        !is_read(look, *pile) && !look.position.pile(*pile).is_empty() && !listed
    };
    in_play(look).iter().any(is_told)
}

/// How much a card that lies there for all to read says.
enum Says {
    Nothing,
    /// Its texts on a line together.
    Line,
    /// Each text on a line.
    Clipped,
    All,
}

impl Says {
    fn of(look: &Look, is_first: bool) -> Says {
        match look.brief {
            Brief::Whole | Brief::Active | Brief::Unruled => Says::All,
            _ if !is_first => Says::Nothing,
            Brief::OneText | Brief::Numbers => Says::All,
            Brief::Clipped | Brief::Gathered | Brief::Busy => Says::Clipped,
            Brief::Least => Says::Line,
        }
    }

    /// The texts as they fit, indented.
    fn lines(&self, texts: &[String], room: usize) -> Vec<String> {
        let room = room.saturating_sub(4);
        let lines: Vec<String> = match self {
            Says::Nothing => Vec::new(),
            Says::Line if texts.is_empty() => Vec::new(),
            Says::Line => {
                let each = (room + 3) / texts.len() - 3;
                let spare: usize = texts.iter().map(|t| each.saturating_sub(width(t))).sum();
                let parts: Vec<String> = texts.iter().map(|t| clip(t, each + spare)).collect();
                vec![clip(&parts.join(" · "), room)]
            }
            Says::Clipped => texts.iter().map(|t| clip(t, room)).collect(),
            Says::All => texts.iter().flat_map(|t| wrap(t, 0, room)).collect(),
        };
        lines.into_iter().map(|l| format!("    {l}")).collect()
    }
}

/// The cards that lie there for all to read, of piles in order, with the name of the pile.
fn open_cards(look: &Look) -> Vec<(String, CardId)> {
    let piles = in_play(look).into_iter().filter(|p| is_read(look, *p));
    piles.flat_map(|p| look.position.pile(p).iter().map(move |c| (pile_name(look, p), CardId::new(c)))).collect()
}

/// The cards that lie there for all to read and whose texts are not told in full, by id.
pub(crate) fn unread(look: &Look) -> Vec<String> {
    let is_cut = |(i, (_, card)): &(usize, (String, CardId))| {
        let texts = texts(look, *card);
        let told = Says::of(look, *i == 0).lines(&texts, look.page.width);
        told.iter().any(|l| l.ends_with('…') || l.contains("… · ")) || (told.is_empty() && !texts.is_empty())
    };
    open_cards(look)
        .into_iter()
        .enumerate()
        .filter(is_cut)
        .map(|(_, (_, c))| look.board.cards[c.at()].id.clone())
        .collect()
}

/// The cards that lie there for all to read, the first before all: titles, whose turn is when, what they say.
fn read(look: &Look) -> Vec<String> {
    let title = |pile: &str, card: CardId| {
        format!("{}  {}", look.page.bold(pile), label::card_name(look.board, card, look.eyes))
    };
    let cards = open_cards(look);
    if look.brief >= Brief::Least {
        let titles: Vec<String> = cards.iter().map(|(pile, card)| title(pile, *card)).collect();
        let mut out = if titles.is_empty() { Vec::new() } else { flow("", 0, &titles, " · ", look.page.width) };
        if let Some((_, first)) = cards.first() {
            out.extend(Says::of(look, true).lines(&texts(look, *first), look.page.width));
        }
        return out;
    }
    let mut out = Vec::new();
    for (i, (pile, card)) in cards.iter().enumerate() {
        let mut printed = names(look, *card, true).join(", ");
        let others = names(look, *card, false).join(", ");
        if look.brief < Brief::Active && !others.is_empty() {
            printed = if printed.is_empty() { others } else { format!("{printed} · {others}") };
        }
        let mut title = title(pile, *card);
        if width(&title) + 2 + width(&printed) <= look.page.width {
            title = format!("{title}  {}", look.page.dim(&printed)).trim_end().to_owned();
            out.push(title);
        } else {
            out.push(title);
            let lines = wrap(&printed, 0, look.page.width.saturating_sub(4));
            out.extend(lines.iter().map(|l| format!("    {}", look.page.dim(l))));
        }
        out.extend(Says::of(look, i == 0).lines(&texts(look, *card), look.page.width));
    }
    out
}

/// The fields of a card but for those that the game leaves to `show CARD`.
fn told<'a>(look: &Look<'a>, card: CardId) -> impl Iterator<Item = &'a (String, Datum)> {
    let unshown = &look.content.unshown;
    let fields = match look.content.info(Val::card(card)) {
        Some(Datum::Table(fields)) => fields.as_slice(),
        _ => &[],
    };
    fields.iter().filter(move |(key, _)| !unshown.contains(key))
}

/// What stands on a card but its title and its texts: its sides in order, or else the other things, and what holds
/// of it.
fn names(look: &Look, card: CardId, sides: bool) -> Vec<String> {
    let name = |(key, value): &(String, Datum)| match value {
        Datum::Val(val) if (val.kind() == Kind::Side) == sides => {
            Some(label::name(look.board, look.position, look.eyes, *val))
        }
        Datum::Truth(true) if !sides => Some(key.replace('_', " ")),
        _ => None,
    };
    told(look, card).filter_map(name).collect()
}

/// The texts of a card, each named but the one that is just its text.
fn texts(look: &Look, card: CardId) -> Vec<String> {
    let text = |(key, value): &(String, Datum)| match value {
        Datum::Text(text) if !matches!(key.as_str(), "id" | "title" | "name") => {
            let lead = if key == "text" { String::new() } else { format!("{}: ", key.replace('_', " ")) };
            Some(format!("{lead}{text}"))
        }
        _ => None,
    };
    told(look, card).filter_map(text).collect()
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
