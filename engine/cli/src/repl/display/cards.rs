//! Draws hands, decks and displays (visible piles of no side): short text lines for the screen, and full lists for
//! `show`.

use super::brevity::Brevity;
use super::draw_context::DrawContext;
use super::paint::{clip, flow, width, wrap};
use crate::out::counted;
use cardwright_view::{CardText, PileSegment, SeenCard, SeenPile};

/// The most cards that the screen lists of a pile.
const MAX_LISTED: usize = 8;

/// Draws the piles for the screen. Lists titles for hands and the first display, and ids or counts for other piles. A
/// tall page lists titles for all.
pub(crate) fn piles(context: &DrawContext) -> Vec<String> {
    let mut out = Vec::new();
    let mut short_parts = Vec::new();
    let mut displays = 0;
    let mut has_drawn_open_cards = false;
    // If some piles show card texts, other displays list ids only.
    let shows_texts = context.legend().piles.iter().any(|pile| pile.shows_card_text);
    for pile in context.view.piles_in_play().filter(|pile| pile.count > 0) {
        let name = &pile.name;
        if is_open_pile(pile) {
            if !std::mem::replace(&mut has_drawn_open_cards, true) {
                out.extend(open_card_lines(context));
            }
            continue;
        }
        let is_listed = !pile.is_deck && pile.count <= MAX_LISTED && pile.is_seen();
        displays += usize::from(pile.side.is_none() && is_listed);
        let is_display = displays == 1 && !shows_texts || context.brevity < Brevity::HideEmptySpaces;
        if is_listed && (pile.side.is_some() || is_display) {
            // On a short page only the cards of the side to move have numbers.
            let asked = context.view.choice.as_ref().map(|choice| choice.side.as_str());
            let is_terse = context.brevity >= Brevity::BusyOnly && pile.side.as_deref() != asked;
            let text = |card: &SeenCard| if is_terse { card.name.clone() } else { with_numbers(context, card) };
            let cards: Vec<String> = pile.cards().map(text).collect();
            out.extend(flow(&context.page.bold(name), width(name) + 2, &cards, " · ", context.page.width));
        } else if is_listed && context.card_text_lines == usize::MAX {
            let ids: Vec<&str> = pile.cards().map(|card| card.id.as_str()).collect();
            short_parts.push(format!("{name}: {}", ids.join(" ")));
        } else if !is_listed && context.brevity < Brevity::BusyOnly {
            // The viewer may see these cards, but there are too many, so the text names the command that lists them.
            let command =
                if pile.is_seen() && !pile.is_deck { format!(" (`show {}`)", pile.id) } else { String::new() };
            short_parts.push(format!("{name} {}{command}", counted(pile.count, "card")));
        }
    }
    if !short_parts.is_empty() {
        let lines = flow("", 0, &short_parts, " · ", context.page.width);
        out.extend(lines.into_iter().map(|line| context.page.dim(&line)));
    }
    out
}

/// Whether the screen shows the card texts of a pile.
fn is_open_pile(pile: &SeenPile) -> bool {
    pile.shows_card_text && (1..=MAX_LISTED).contains(&pile.count) && pile.is_seen()
}

/// Whether `Brevity::BusyOnly` hides any pile.
pub(crate) fn omits_piles(context: &DrawContext) -> bool {
    let is_hidden = |pile: &SeenPile| {
        let is_listed = !pile.is_deck && pile.is_seen();
        !is_open_pile(pile)
            && pile.count > 0
            && (!is_listed || context.card_text_lines < usize::MAX && pile.side.is_none())
    };
    context.view.piles_in_play().any(is_hidden)
}

/// How much text the screen shows of a face-up card.
enum TextAmount {
    /// No text.
    Nothing,
    /// All texts in one paragraph of at most this many lines.
    Joined(usize),
    /// All texts, each with lines of its own.
    All,
}

impl TextAmount {
    fn new(context: &DrawContext, is_first: bool) -> TextAmount {
        match context.brevity {
            Brevity::Full | Brevity::HideEmptySpaces | Brevity::NoRuledLines => TextAmount::All,
            _ if !is_first => TextAmount::Nothing,
            Brevity::OneCardText
            | Brevity::TracksAsNumbers
            | Brevity::RowsSideBySide
            | Brevity::OneTable
            | Brevity::BusyOnly => TextAmount::All,
            Brevity::JoinedCardTexts | Brevity::Minimal => TextAmount::Joined(context.card_text_lines),
        }
    }

    /// Returns the indented lines of the texts.
    fn lines(&self, texts: &[String], room: usize) -> Vec<String> {
        let room = room.saturating_sub(4);
        let lines: Vec<String> = match self {
            TextAmount::Nothing => Vec::new(),
            TextAmount::Joined(max_lines) => {
                let mut lines = wrap(&texts.join(" · "), 0, room);
                if lines.len() > *max_lines {
                    lines.truncate(*max_lines);
                    let last = lines.pop().map(|last| clip(&format!("{last} …"), room));
                    lines.extend(last);
                }
                lines
            }
            TextAmount::All => texts.iter().flat_map(|text| wrap(text, 0, room)).collect(),
        };
        lines.into_iter().map(|line| format!("    {line}")).collect()
    }
}

/// Returns the face-up cards, pile by pile, each with the name of its pile and its text. The card that the open steps
/// resolve comes first.
fn open_cards<'a>(context: &DrawContext<'a>) -> Vec<(&'a str, &'a SeenCard, &'a CardText)> {
    let piles = context.view.piles_in_play().filter(|pile| is_open_pile(pile));
    let cards = piles.flat_map(|pile| pile.cards().map(|card| (pile.name.as_str(), card)));
    let mut cards: Vec<_> = cards.filter_map(|(pile, card)| Some((pile, card, card.text.as_ref()?))).collect();
    cards.sort_by_key(|(_, card, _)| !is_resolved(context, card));
    cards
}

/// Whether the open steps resolve a card. Its text is never left out.
fn is_resolved(context: &DrawContext, card: &SeenCard) -> bool {
    context.view.resolved_card.as_ref() == Some(&card.id)
}

/// Draws the title and the text of the card that the open steps resolve.
pub(crate) fn resolved_card(context: &DrawContext) -> Vec<String> {
    let cards = open_cards(context);
    let Some((_, card, text)) = cards.first().filter(|(_, card, _)| is_resolved(context, card)) else {
        return Vec::new();
    };
    let text = format!("{}: {}", context.page.bold(&card.name), text.texts.join(" · "));
    wrap(&text, 4, context.page.width)
}

/// Returns the number of lines that the texts of the first face-up card take.
pub(crate) fn card_text_lines(context: &DrawContext) -> usize {
    let first = open_cards(context).into_iter().next();
    first.map_or(0, |(_, _, text)| TextAmount::new(context, true).lines(&text.texts, context.page.width).len())
}

/// Returns the ids of face-up cards whose texts are cut or hidden.
pub(crate) fn omitted_card_texts(context: &DrawContext) -> Vec<String> {
    let is_cut = |(index, (_, _, text)): &(usize, (&str, &SeenCard, &CardText))| {
        let lines = TextAmount::new(context, *index == 0).lines(&text.texts, context.page.width);
        lines.last().is_some_and(|line| line.ends_with('…')) || (lines.is_empty() && !text.texts.is_empty())
    };
    open_cards(context).into_iter().enumerate().filter(is_cut).map(|(_, (_, card, _))| card.id.clone()).collect()
}

/// Draws the face-up cards with their titles, sides, notes and texts. The first card gets the most room.
fn open_card_lines(context: &DrawContext) -> Vec<String> {
    let title = |pile: &str, card: &SeenCard| format!("{}  {}", context.page.bold(pile), card.name);
    let cards = open_cards(context);
    if context.brevity >= Brevity::JoinedCardTexts {
        let titles: Vec<String> = cards.iter().map(|(pile, card, _)| title(pile, card)).collect();
        let mut out = if titles.is_empty() { Vec::new() } else { flow("", 0, &titles, " · ", context.page.width) };
        if let Some((_, _, text)) = cards.first() {
            out.extend(TextAmount::new(context, true).lines(&text.texts, context.page.width));
        }
        return out;
    }
    let mut out = Vec::new();
    for (index, (pile, card, text)) in cards.iter().enumerate() {
        let mut printed = text.sides.join(", ");
        let notes = text.notes.join(", ");
        if context.brevity < Brevity::HideEmptySpaces && !notes.is_empty() {
            printed = if printed.is_empty() { notes } else { format!("{printed} · {notes}") };
        }
        let mut title = title(pile, card);
        if width(&title) + 2 + width(&printed) <= context.page.width {
            title = format!("{title}  {}", context.page.dim(&printed)).trim_end().to_owned();
            out.push(title);
        } else {
            out.push(title);
            let lines = wrap(&printed, 0, context.page.width.saturating_sub(4));
            out.extend(lines.iter().map(|line| format!("    {}", context.page.dim(line))));
        }
        out.extend(TextAmount::new(context, index == 0).lines(&text.texts, context.page.width));
    }
    out
}

/// Returns the id, title and numbers of a card: `07 Smoke (points 2)`.
fn with_numbers(context: &DrawContext, card: &SeenCard) -> String {
    if card.numbers.is_empty() {
        return card.name.clone();
    }
    format!("{} {}", card.name, context.page.dim(&format!("({})", card.numbers.join(", "))))
}

/// Lists every pile, with all cards that the viewer may see.
pub(crate) fn all(context: &DrawContext) -> Vec<String> {
    context.view.piles_in_play().flat_map(|shown| pile(context, shown)).collect()
}

/// Lists the hands, with all cards that the viewer may see.
pub(crate) fn hands(context: &DrawContext) -> Vec<String> {
    let owned = context.view.piles_in_play().filter(|pile| pile.side.is_some());
    let out: Vec<String> = owned.flat_map(|hand| pile(context, hand)).collect();
    if out.is_empty() { vec!["no side holds cards in this game".into()] } else { out }
}

/// Lists one pile, with a text line for each card.
pub(crate) fn pile(context: &DrawContext, pile: &SeenPile) -> Vec<String> {
    let count = context.page.dim(&counted(pile.count, "card"));
    let mut out = vec![format!("{}  {count}", context.page.bold(&pile.name))];
    for PileSegment { is_shuffled, cards } in pile.segments.iter().flatten() {
        for (index, card) in cards.iter().enumerate() {
            let is_first_shuffled = *is_shuffled && pile.is_deck && index == 0;
            let note = if is_first_shuffled { context.page.dim("  in an order nobody knows") } else { String::new() };
            out.push(format!("  {}{note}", with_numbers(context, card)));
        }
    }
    out
}
