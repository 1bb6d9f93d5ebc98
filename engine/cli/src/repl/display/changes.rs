//! Text lines about changes of the position: a line for each changed thing, or a summary after an answer.

use super::paint::{Page, flow};
use cardwright_view::{ChangePart, SubjectChanges, TrackNumber};

/// Returns the changes of one thing: `The Hills: guard comes · Unrest 0 → 2`.
pub(crate) fn line(page: Page, changes: &SubjectChanges) -> String {
    let parts: Vec<String> = changes.parts.iter().map(|part| text(page, part)).collect();
    format!("{}{}", changes.lead, parts.join(" · "))
}

fn text(page: Page, part: &ChangePart) -> String {
    match part {
        ChangePart::Text(text) => text.clone(),
        ChangePart::Track { name, was, is } => format!("{name} {} → {}", number(page, was), number(page, is)),
    }
}

fn number(page: Page, number: &TrackNumber) -> String {
    match &number.zone {
        Some(zone) => page.named(zone, &format!("{} {zone}", number.value)),
        None => number.value.to_string(),
    }
}

/// Returns a summary of changes: `  now  hills: 2 open, unrest 2 · points 2`. Returns no line without changes.
pub(crate) fn now(page: Page, changed: &[String]) -> Vec<String> {
    if changed.is_empty() {
        return Vec::new();
    }
    let words: Vec<String> = changed.join(" · ").split(' ').map(str::to_owned).collect();
    flow("  now", 7, &words, " ", page.width).into_iter().map(|line| page.dim(&line)).collect()
}
