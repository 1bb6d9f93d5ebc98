//! The last line of a short screen: what the screen left out, and the commands that show it.

use super::brevity::Brevity;
use super::draw_context::DrawContext;
use super::paint::flow;
use super::{cards, facts, panel, tracks};

/// Returns a hint that begins ``left out: supplies (`show board`)``, or no line if the screen is complete.
pub(crate) fn hint(context: &DrawContext) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    if context.brevity >= Brevity::HideEmptySpaces && panel::omits_supplies(context) {
        parts.push("supplies (`show board`)".into());
    }
    if context.brevity >= Brevity::BusyOnly {
        let full = &DrawContext { brevity: Brevity::Full, ..*context };
        if tracks::omits_any(context) {
            parts.push("`show tracks`".into());
        }
        if cards::omits_piles(context) {
            parts.push("`show cards`".into());
        }
        if !facts::lines(full).is_empty() {
            parts.push("`show facts`".into());
        }
    }
    let cards: Vec<String> = cards::omitted_card_texts(context).iter().map(|card| format!("`show {card}`")).collect();
    if !cards.is_empty() {
        parts.push(format!("text ({})", cards.join(" ")));
    }
    if parts.is_empty() {
        return Vec::new();
    }
    let lines = flow("left out:", 10, &parts, ", ", context.page.width);
    lines.into_iter().map(|line| context.page.dim(&line)).collect()
}
