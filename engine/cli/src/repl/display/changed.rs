//! What differs, a line a thing.

use super::paint::Page;
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
