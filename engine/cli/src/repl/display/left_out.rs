//! The last line of a short screen: the commands that show what it leaves out.

use super::brief::Brief;
use super::look::Look;
use super::paint::flow;
use super::{cards, facts, panel, sectors, tracks};

/// The commands that show what this look leaves out: a line, if there is anything.
pub(crate) fn left_out(look: &Look) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    if look.brief >= Brief::Active && panel::leaves_supplies(look) {
        parts.push("board".into());
    }
    // Of a map with many spaces only those are told that hold something: how the rest is asked for.
    let group = look.legend().kinds.iter().find(|kind| look.view.spaces_of(&kind.id).nth(1).is_some());
    parts.extend(group.filter(|_| sectors::are_many(look)).map(|kind| kind.plural.clone()));
    if look.brief >= Brief::Busy {
        let whole = &Look { brief: Brief::Whole, ..*look };
        if tracks::leaves_any(look) {
            parts.push("tracks".into());
        }
        if cards::any_unseen(look) {
            parts.push("cards".into());
        }
        if !facts::standing(whole).is_empty() {
            parts.push("facts".into());
        }
    }
    parts.extend(cards::unread(look));
    if parts.is_empty() {
        return Vec::new();
    }
    let parts: Vec<String> = parts.iter().map(|part| format!("`show {part}`")).collect();
    let lines = flow("left out:", 10, &parts, " ", look.page.width);
    lines.into_iter().map(|l| look.page.dim(&l)).collect()
}
