//! What differs: a line a thing, or what is new in few lines.

use super::paint::{Page, flow};
use cardwright_view::{Changed, Number, Part};

/// `The Hills: guard comes · Unrest 0 → 2`.
pub(crate) fn line(page: Page, changed: &Changed) -> String {
    let parts: Vec<String> = changed.parts.iter().map(|part| text(page, part)).collect();
    format!("{}{}", changed.lead, parts.join(" · "))
}

fn text(page: Page, part: &Part) -> String {
    match part {
        Part::Text(text) => text.clone(),
        Part::Track { name, was, is } => format!("{name} {} → {}", number(page, was), number(page, is)),
    }
}

fn number(page: Page, number: &Number) -> String {
    match &number.zone {
        Some(zone) => page.named(zone, &format!("{} {zone}", number.value)),
        None => number.value.to_string(),
    }
}

/// `  now  hills: 2 open, unrest 2 · points 2`; no line where nothing is new.
pub(crate) fn now(page: Page, news: &[String]) -> Vec<String> {
    if news.is_empty() {
        return Vec::new();
    }
    let words: Vec<String> = news.join(" · ").split(' ').map(str::to_owned).collect();
    flow("  now", 7, &words, " ", page.width).into_iter().map(|line| page.dim(&line)).collect()
}
