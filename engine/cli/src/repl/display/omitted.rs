//! The last line of a short screen: commands that show what the screen left out.

use super::brevity::Brevity;
use super::draw_context::DrawContext;
use super::paint::flow;
use super::{cards, facts, panel, sectors, tracks};

/// Returns a hint that begins ``left out: `show board` ``, or no line if the screen is complete.
pub(crate) fn hint(context: &DrawContext) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    if context.brevity >= Brevity::HideEmptySpaces && panel::omits_supplies(context) {
        parts.push("board".into());
    }
    // A map with many spaces hides empty spaces, so the hint names a command that lists a kind of spaces.
    let kind = context.legend().kinds.iter().find(|kind| context.view.spaces_of(&kind.id).nth(1).is_some());
    parts.extend(kind.filter(|_| sectors::is_large_map(context)).map(|kind| kind.plural.clone()));
    if context.brevity >= Brevity::BusyOnly {
        let full = &DrawContext { brevity: Brevity::Full, ..*context };
        if tracks::omits_any(context) {
            parts.push("tracks".into());
        }
        if cards::omits_piles(context) {
            parts.push("cards".into());
        }
        if !facts::lines(full).is_empty() {
            parts.push("facts".into());
        }
    }
    parts.extend(cards::omitted_card_texts(context));
    if parts.is_empty() {
        return Vec::new();
    }
    let parts: Vec<String> = parts.iter().map(|part| format!("`show {part}`")).collect();
    let lines = flow("left out:", 10, &parts, " ", context.page.width);
    lines.into_iter().map(|line| context.page.dim(&line)).collect()
}
