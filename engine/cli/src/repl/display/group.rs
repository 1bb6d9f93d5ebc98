//! `show GROUP` at the prompt: every space of a kind, or with the same printed on it: what lies there, what stands on it, where it leads.

use super::board::space_name;
use super::columns::{self, At, Of, spaces};
use super::look::Look;
use super::paint::{Page, counted, flow, pad, width};
use super::pieces::with_owners;
use super::tight::Tight;
use cardwright_view::{Group, Printed, Space, Value};

/// The group's heading, then its spaces, each with what is `printed` on it.
pub(crate) fn group(look: &Look, group: &Group, printed: &dyn Fn(&str) -> Vec<Printed>) -> Vec<String> {
    let page = look.page;
    let word = group.words.first().map_or("", String::as_str);
    let count = counted(group.spaces.len(), "space");
    let mut out = vec![format!("{}  {}", page.bold(&group.title), page.dim(&format!("{word} · {count}")))];
    let own: Vec<At> = spaces(look).filter(|at| group.spaces.contains(&at.space.id)).collect();
    let name = |at: &At| space_name(at.space, Tight::Loose);
    let column = own.iter().map(|at| width(&name(at))).max().unwrap_or(0).min(page.width / 3) + 2;
    for at in own {
        let mut parts = vec![with_owners(look.legend(), at.seen, |_| true)];
        let kept = columns::all(look).into_iter().filter(|of| matches!(of, Of::Track(_) | Of::Fact(_) | Of::Figure(_)));
        parts.extend(kept.filter_map(|of| of.titled_cell(look, at, Tight::Numbers)));
        parts.extend(words(&printed(&at.space.id)).into_iter().map(|text| page.dim(&text)));
        parts.retain(|part| !part.is_empty());
        let near = near(look, at.space);
        out.extend(entry(&pad(&name(&at), column), column, &parts, &near, page));
    }
    out
}

/// A name, what is said of it, and where it leads.
fn entry(name: &str, column: usize, said: &[String], near: &[String], page: Page) -> Vec<String> {
    let after = |n: usize, all: &[String], sign: &'static str| if n + 1 < all.len() { sign } else { "" };
    let mut parts: Vec<String> =
        said.iter().enumerate().map(|(n, part)| format!("{part}{}", after(n, said, " ·"))).collect();
    let leads = near.iter().enumerate().map(|(n, to)| {
        let arrow = if n == 0 { "→ " } else { "" };
        page.dim(&format!("{arrow}{to}{}", after(n, near, ",")))
    });
    parts.extend(leads);
    if parts.is_empty() {
        return vec![name.trim_end().to_owned()];
    }
    flow(name, column, &parts, " ", page.width)
}

/// The neighbours by their short names, and by links the other ends.
fn near(look: &Look, of: &Space) -> Vec<String> {
    let legend = look.legend();
    let ends = |id: &String| legend.links.iter().any(|link| link.ends.contains(&of.id) && link.ends.contains(id));
    let others = legend.spaces.iter().filter(|space| space.id != of.id);
    let near = others.filter(|space| of.next_to.contains(&space.id) || ends(&space.id));
    near.map(|space| space.short.clone().unwrap_or_else(|| space.name.clone())).collect()
}

/// What is printed on a space, shortly: `oil`, `city`, `population 3`.
fn words(printed: &[Printed]) -> Vec<String> {
    let is_told = |key: &str| matches!(key, "id" | "name" | "short" | "x" | "y" | "kind" | "adjacent");
    let word = |Printed { key, value, .. }: &Printed| match value {
        Value::Truth(true) => Some(key.clone()),
        Value::Number(_) | Value::Id(_) | Value::Ids(_) => Some(format!("{key} {}", value.text())),
        Value::Text(text) => Some(format!("{key} {text}")),
        _ => None,
    };
    printed.iter().filter(|field| !is_told(&field.key)).filter_map(word).collect()
}
