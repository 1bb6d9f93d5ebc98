//! Cards in the slots of a pile: their faces if the view shows them, or else a back and a number.

use crate::geometry::inset;
use crate::scene::{Anchor, GroupKind, Node, rect_node, text_node};
use crate::text_width::{fit_size, text_width, wrap_text};
use crate::tracks_and_piles::PileSlots;
use cardwright_content::layout_file::Rect;
use cardwright_view::{SeenCard, SeenPile, View};

/// Draws a pile and its cards.
pub(super) fn pile_cards(slots: &PileSlots, view: &View) -> Vec<Node> {
    let Some(pile) = view.piles.iter().find(|pile| pile.id == slots.pile) else { return Vec::new() };
    let faces = face_up_cards(pile);
    // `hit` is the style of invisible areas that react to the pointer.
    let mut pile_nodes = vec![rect_node(slots.area, 8.0, "hit")];
    if faces.is_empty() && pile.count > 0 {
        pile_nodes.extend(card_back(slots.slot(0), pile.count));
    }
    let count_text = match pile.count {
        1 => "1 card".to_owned(),
        count => format!("{count} cards"),
    };
    let hidden = if pile.is_seen() || pile.count == 0 { "" } else { ", face down" };
    let label = format!("{}: {count_text}{hidden}", cardwright_view::title(&pile.name));
    let mut nodes = vec![Node::Group {
        kind: GroupKind::Pile,
        id: pile.id.clone(),
        label,
        space: None,
        words: Vec::new(),
        nodes: pile_nodes,
    }];
    let shown = faces.len().min(slots.slots); // `slots.slots` is the number of cards side by side.
    let not_shown = pile.count.saturating_sub(shown);
    for (index, card) in faces.iter().take(shown).enumerate() {
        // The last card shows how many cards lie below it.
        let beneath = if index + 1 == shown { not_shown } else { 0 };
        nodes.push(card_face(card, slots.slot(index), beneath));
    }
    nodes
}

/// Returns the cards to show face up. In a deck, this is at most the top card, if the viewer knows which card it is.
fn face_up_cards(pile: &SeenPile) -> Vec<&SeenCard> {
    let segments = pile.segments.as_deref().unwrap_or_default();
    match (pile.is_deck, segments.first()) {
        (true, Some(segment)) if segment.is_shuffled && segment.cards.len() > 1 => Vec::new(),
        (true, Some(segment)) => segment.cards.iter().take(1).collect(),
        _ => pile.cards().collect(),
    }
}

/// Draws the back of the top card, with the number of cards in the pile.
fn card_back(slot: Rect, count: usize) -> Vec<Node> {
    let [x, y, w, h] = slot;
    let mut nodes = Vec::new();
    for step in (1..=count.min(4) - 1).rev() {
        let offset = 2.0 * step as f64;
        nodes.push(rect_node([x + offset, y + offset, w - 6.0, h - 6.0], 6.0, "back"));
    }
    let top = [x, y, w - 6.0, h - 6.0];
    let [x, y, w, h] = top;
    nodes.push(rect_node(top, 6.0, "back"));
    nodes.push(rect_node(inset(top, (w.min(h) * 0.09).clamp(2.0, 8.0).round()), 4.0, "back-line"));
    let size = (h * 0.42).min(w * 0.42).min(34.0);
    nodes.push(text_node(
        [x + w / 2.0, (y + h / 2.0 + size * 0.36).round()],
        size,
        count.to_string(),
        Anchor::Middle,
        true,
        "light",
    ));
    nodes
}

/// Draws the face of a card: its id, its title, and the number of cards below the card.
fn card_face(card: &SeenCard, slot: Rect, beneath: usize) -> Node {
    let [x, y, w, h] = slot;
    let mut nodes = Vec::new();
    if beneath > 0 {
        nodes.push(rect_node([x + 3.0, y + 3.0, w - 3.0, h - 3.0], 6.0, "card"));
    }
    let (w, h) = if beneath > 0 { (w - 4.0, h - 4.0) } else { (w, h) };
    nodes.push(rect_node([x, y, w, h], 6.0, "card"));
    let title = card.name.strip_prefix(card.id.as_str()).unwrap_or(&card.name).trim();
    let size = (h * 0.19).clamp(7.5, 15.0).min(w * 0.17);
    let header_height = (size * 1.35).round();
    nodes.push(rect_node([x + 1.0, y + 1.0, w - 2.0, header_height], 5.0, "card-top"));
    let id_size = fit_size(&card.id, size * 0.95, true, w * 0.5);
    nodes.push(text_node(
        [x + 5.0, (y + header_height * 0.76).round()],
        id_size,
        card.id.as_str(),
        Anchor::Start,
        true,
        "ink",
    ));
    if beneath > 0 {
        let count_text = format!("+{beneath}");
        nodes.push(text_node(
            [x + w - 5.0, (y + header_height * 0.76).round()],
            id_size,
            count_text,
            Anchor::End,
            true,
            "quiet",
        ));
    }
    let longest = title.split_whitespace().map(|word| text_width(word, size, false)).fold(0.0, f64::max);
    let size = if longest > w - 8.0 { (size * (w - 8.0) / longest).max(size * 0.6) } else { size };
    let lines = (((h - header_height) / (size * 1.12)) as usize).max(1);
    for (line, text) in wrap_text(title, size, false, w - 8.0, lines).into_iter().enumerate() {
        let baseline = (y + header_height + size * (1.0 + 1.12 * line as f64)).round();
        nodes.push(text_node([x + w / 2.0, baseline], size, text, Anchor::Middle, false, "ink"));
    }
    Node::Group {
        kind: GroupKind::Card,
        id: card.id.clone(),
        label: card.name.clone(),
        space: None,
        words: Vec::new(),
        nodes,
    }
}
