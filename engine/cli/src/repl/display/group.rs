//! Draws the reply to `show GROUP`: every space of a kind or with the same printed field, with pieces, values and
//! neighbours.

use super::abbreviation::Abbreviation;
use super::board::space_name;
use super::columns::{self, SpaceEntry, TableColumn, spaces};
use super::draw_context::DrawContext;
use super::paint::{Page, flow, pad, width};
use super::pieces::with_owners;
use crate::out::counted;
use cardwright_view::{Group, Printed, Space, Value};

/// Draws the heading of the group and its spaces. `printed` has the printed fields of each space by its id.
pub(crate) fn group(context: &DrawContext, group: &Group, printed: &[(String, Vec<Printed>)]) -> Vec<String> {
    let page = context.page;
    let word = group.words.first().map_or("", String::as_str);
    let count = counted(group.spaces.len(), "space");
    let mut out = vec![format!("{}  {}", page.bold(&group.title), page.dim(&format!("{word} · {count}")))];
    let members: Vec<SpaceEntry> = spaces(context).filter(|entry| group.spaces.contains(&entry.space.id)).collect();
    let name = |entry: &SpaceEntry| space_name(entry.space, Abbreviation::None);
    let indent = members.iter().map(|entry| width(&name(entry))).max().unwrap_or(0).min(page.width / 3) + 2;
    for entry in members {
        let mut parts = vec![with_owners(context.legend(), entry.seen, |_| true)];
        let values = columns::all(context)
            .into_iter()
            .filter(|column| matches!(column, TableColumn::Track(_) | TableColumn::Fact(_) | TableColumn::Figure(_)));
        parts.extend(values.filter_map(|column| column.titled_cell(context, entry, Abbreviation::TracksAsNumbers)));
        let printed = printed.iter().filter(|(id, _)| *id == entry.space.id);
        parts.extend(printed.flat_map(|(_, fields)| field_texts(fields)).map(|text| page.dim(&text)));
        parts.retain(|part| !part.is_empty());
        let neighbours = neighbours(context, entry.space);
        out.extend(paragraph(&pad(&name(&entry), indent), indent, &parts, &neighbours, page));
    }
    out
}

/// Lays out a space's name, the texts about the space and its neighbours, with a hanging indent.
fn paragraph(name: &str, indent: usize, texts: &[String], neighbours: &[String], page: Page) -> Vec<String> {
    let separator = |n: usize, list: &[String], sign: &'static str| if n + 1 < list.len() { sign } else { "" };
    let mut parts: Vec<String> =
        texts.iter().enumerate().map(|(n, part)| format!("{part}{}", separator(n, texts, " ·"))).collect();
    let neighbours = neighbours.iter().enumerate().map(|(n, neighbour)| {
        let arrow = if n == 0 { "→ " } else { "" };
        page.dim(&format!("{arrow}{neighbour}{}", separator(n, neighbours, ",")))
    });
    parts.extend(neighbours);
    if parts.is_empty() {
        return vec![name.trim_end().to_owned()];
    }
    flow(name, indent, &parts, " ", page.width)
}

/// Returns the short names of adjacent spaces and of the other ends of links.
fn neighbours(context: &DrawContext, space: &Space) -> Vec<String> {
    let legend = context.legend();
    let is_linked =
        |id: &String| legend.links.iter().any(|link| link.ends.contains(&space.id) && link.ends.contains(id));
    let others = legend.spaces.iter().filter(|other| other.id != space.id);
    let neighbours = others.filter(|other| space.next_to.contains(&other.id) || is_linked(&other.id));
    neighbours.map(|other| other.short.clone().unwrap_or_else(|| other.name.clone())).collect()
}

/// Returns short texts for the printed fields of a space: `oil`, `city`, `population 3`.
fn field_texts(printed: &[Printed]) -> Vec<String> {
    let is_shown_elsewhere = |key: &str| matches!(key, "id" | "name" | "short" | "x" | "y" | "kind" | "adjacent");
    let word = |Printed { key, value, .. }: &Printed| match value {
        Value::Boolean(true) => Some(key.clone()),
        Value::Number(_) | Value::Id(_) | Value::Ids(_) => Some(format!("{key} {}", value.text())),
        Value::Text(text) => Some(format!("{key} {text}")),
        _ => None,
    };
    printed.iter().filter(|field| !is_shown_elsewhere(&field.key)).filter_map(word).collect()
}
