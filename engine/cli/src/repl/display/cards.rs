//! Hands, displays and decks, on the table and whole.

use super::brief::Brief;
use super::look::Look;
use super::paint::{clip, counted, flow, width, wrap};
use cardwright_view::{Run, Says as Printed, SeenCard, SeenPile};

/// Most cards a pile lists in the compact view.
const FEW: usize = 8;

/// The compact view: hands and the first display with titles, the rest by ids or counts. A tall page
/// has titles for all.
pub(crate) fn piles(look: &Look) -> Vec<String> {
    let mut out = Vec::new();
    let mut rest = Vec::new();
    let mut displays = 0;
    let mut is_told = false;
    // Beside cards that lie there to be read, others are told by their ids.
    let reads = look.legend().piles.iter().any(|pile| pile.read);
    for pile in look.view.piles_in_play().filter(|pile| pile.count > 0) {
        let name = &pile.name;
        if is_read(pile) {
            if !std::mem::replace(&mut is_told, true) {
                out.extend(read(look));
            }
            continue;
        }
        let listed = !pile.is_deck && pile.count <= FEW && pile.is_seen();
        displays += usize::from(pile.side.is_none() && listed);
        let is_display = displays == 1 && !reads || look.brief < Brief::Active;
        if listed && (pile.side.is_some() || is_display) {
            // On a short page the side that is asked reads most.
            let asked = look.view.choice.as_ref().map(|choice| choice.side.as_str());
            let is_terse = look.brief >= Brief::Busy && pile.side.as_deref() != asked;
            let said = |card: &SeenCard| if is_terse { card.name.clone() } else { short(look, card) };
            let cards: Vec<String> = pile.cards().map(said).collect();
            out.extend(flow(&look.page.bold(name), width(name) + 2, &cards, " · ", look.page.width));
        } else if listed && look.texts == usize::MAX {
            let ids: Vec<&str> = pile.cards().map(|card| card.id.as_str()).collect();
            rest.push(format!("{name}: {}", ids.join(" ")));
        } else if !listed && look.brief < Brief::Busy {
            // Which cards these are can be seen, but not here.
            let where_all =
                if pile.is_seen() && !pile.is_deck { format!(" (`show {}`)", pile.id) } else { String::new() };
            rest.push(format!("{name} {}{where_all}", counted(pile.count, "card")));
        }
    }
    if !rest.is_empty() {
        out.extend(flow("", 0, &rest, " · ", look.page.width).into_iter().map(|l| look.page.dim(&l)));
    }
    out
}

/// Whether a pile lies there for all to read, and these eyes do.
fn is_read(pile: &SeenPile) -> bool {
    pile.read && (1..=FEW).contains(&pile.count) && pile.is_seen()
}

/// Whether some piles would be told of by their number of cards alone.
pub(crate) fn any_unseen(look: &Look) -> bool {
    let is_told = |pile: &SeenPile| {
        let listed = !pile.is_deck && pile.is_seen();
        !is_read(pile) && pile.count > 0 && (!listed || look.texts < usize::MAX && pile.side.is_none())
    };
    look.view.piles_in_play().any(is_told)
}

/// How much a card that lies there for all to read says.
enum Says {
    Nothing,
    /// Its texts one after the other, on so many lines.
    Joined(usize),
    All,
}

impl Says {
    fn of(look: &Look, is_first: bool) -> Says {
        match look.brief {
            Brief::Whole | Brief::Active | Brief::Unruled => Says::All,
            _ if !is_first => Says::Nothing,
            Brief::OneText | Brief::Numbers | Brief::Gathered | Brief::Folded | Brief::Busy => Says::All,
            Brief::Joined | Brief::Least => Says::Joined(look.texts),
        }
    }

    /// The texts as they fit, indented.
    fn lines(&self, texts: &[String], room: usize) -> Vec<String> {
        let room = room.saturating_sub(4);
        let lines: Vec<String> = match self {
            Says::Nothing => Vec::new(),
            Says::Joined(most) => {
                let mut lines = wrap(&texts.join(" · "), 0, room);
                if lines.len() > *most {
                    lines.truncate(*most);
                    let last = lines.pop().map(|last| clip(&format!("{last} …"), room));
                    lines.extend(last);
                }
                lines
            }
            Says::All => texts.iter().flat_map(|t| wrap(t, 0, room)).collect(),
        };
        lines.into_iter().map(|l| format!("    {l}")).collect()
    }
}

/// The cards that lie there for all to read, of piles in order, with the name of the pile and what stands on them.
fn open_cards<'a>(look: &Look<'a>) -> Vec<(&'a str, &'a SeenCard, &'a Printed)> {
    let piles = look.view.piles_in_play().filter(|pile| is_read(pile));
    let cards = piles.flat_map(|pile| pile.cards().map(|card| (pile.name.as_str(), card)));
    cards.filter_map(|(pile, card)| Some((pile, card, card.says.as_ref()?))).collect()
}

/// The lines that the texts of the card in play have.
pub(crate) fn lines_of_texts(look: &Look) -> usize {
    let first = open_cards(look).into_iter().next();
    first.map_or(0, |(_, _, printed)| Says::of(look, true).lines(&printed.texts, look.page.width).len())
}

/// The cards that lie there for all to read and whose texts are not told in full, by id.
pub(crate) fn unread(look: &Look) -> Vec<String> {
    let is_cut = |(i, (_, _, printed)): &(usize, (&str, &SeenCard, &Printed))| {
        let told = Says::of(look, *i == 0).lines(&printed.texts, look.page.width);
        told.last().is_some_and(|l| l.ends_with('…')) || (told.is_empty() && !printed.texts.is_empty())
    };
    open_cards(look).into_iter().enumerate().filter(is_cut).map(|(_, (_, card, _))| card.id.clone()).collect()
}

/// The cards that lie there for all to read, the first before all: titles, whose turn is when, what they say.
fn read(look: &Look) -> Vec<String> {
    let title = |pile: &str, card: &SeenCard| format!("{}  {}", look.page.bold(pile), card.name);
    let cards = open_cards(look);
    if look.brief >= Brief::Joined {
        let titles: Vec<String> = cards.iter().map(|(pile, card, _)| title(pile, card)).collect();
        let mut out = if titles.is_empty() { Vec::new() } else { flow("", 0, &titles, " · ", look.page.width) };
        if let Some((_, _, printed)) = cards.first() {
            out.extend(Says::of(look, true).lines(&printed.texts, look.page.width));
        }
        return out;
    }
    let mut out = Vec::new();
    for (i, (pile, card, says)) in cards.iter().enumerate() {
        let mut printed = says.sides.join(", ");
        let others = says.notes.join(", ");
        if look.brief < Brief::Active && !others.is_empty() {
            printed = if printed.is_empty() { others } else { format!("{printed} · {others}") };
        }
        let mut title = title(pile, card);
        if width(&title) + 2 + width(&printed) <= look.page.width {
            title = format!("{title}  {}", look.page.dim(&printed)).trim_end().to_owned();
            out.push(title);
        } else {
            out.push(title);
            let lines = wrap(&printed, 0, look.page.width.saturating_sub(4));
            out.extend(lines.iter().map(|l| format!("    {}", look.page.dim(l))));
        }
        out.extend(Says::of(look, i == 0).lines(&says.texts, look.page.width));
    }
    out
}

/// `07 Smoke (points 2)`: a card's id, title and figures, as the reader uses it.
fn short(look: &Look, card: &SeenCard) -> String {
    if card.numbers.is_empty() {
        return card.name.clone();
    }
    format!("{} {}", card.name, look.page.dim(&format!("({})", card.numbers.join(", "))))
}

/// Every pile, with every card these eyes may see.
pub(crate) fn all(look: &Look) -> Vec<String> {
    look.view.piles_in_play().flat_map(|pile| one(look, pile)).collect()
}

/// The hands these eyes may see.
pub(crate) fn hands(look: &Look) -> Vec<String> {
    let owned = look.view.piles_in_play().filter(|pile| pile.side.is_some());
    let out: Vec<String> = owned.flat_map(|pile| one(look, pile)).collect();
    if out.is_empty() { vec!["no side holds cards in this game".into()] } else { out }
}

/// One pile, a card to a line.
pub(crate) fn one(look: &Look, pile: &SeenPile) -> Vec<String> {
    let count = look.page.dim(&counted(pile.count, "card"));
    let mut out = vec![format!("{}  {count}", look.page.bold(&pile.name))];
    for Run { is_shuffled, cards } in pile.runs.iter().flatten() {
        for (at, card) in cards.iter().enumerate() {
            let noted = *is_shuffled && pile.is_deck && at == 0;
            let note = if noted { look.page.dim("  in an order nobody knows") } else { String::new() };
            out.push(format!("  {}{note}", short(look, card)));
        }
    }
    out
}
