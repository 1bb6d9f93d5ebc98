//! What happened, event by event, as one pair of eyes may read it.

use super::paint::{Page, counted};
use cardwright_script::Happening;
use cardwright_table::Table;
use cardwright_table::label::{self, Audience};

/// How much sides that rules play tell of themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Decisions {
    /// Nothing.
    Off,
    /// What they decide.
    #[default]
    Concise,
    /// What they weighed on the way too.
    Full,
}

impl Decisions {
    /// Every setting, by its word.
    pub(crate) const ALL: [(&str, Decisions); 3] =
        [("off", Decisions::Off), ("concise", Decisions::Concise), ("full", Decisions::Full)];

    /// Its word.
    pub(crate) fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, d)| *d == self).map_or("", |(word, _)| word)
    }
    fn shows(self, what: &Happening) -> bool {
        match self {
            Decisions::Off => !what.is_explanation(),
            Decisions::Concise => !what.is_weighed(),
            Decisions::Full => true,
        }
    }
}

/// The events after `from` on the way to here, with what happened with each.
pub(crate) fn since(table: &Table, from: usize, eyes: Audience, page: Page, decisions: Decisions) -> Vec<String> {
    let path = table.path();
    let known = path.iter().position(|n| *n == from).map_or(0, |at| at + 1);
    path[known..].iter().flat_map(|n| event(table, *n, eyes, page, decisions)).collect()
}

/// The last `n` events.
pub(crate) fn last(table: &Table, n: usize, eyes: Audience, page: Page, decisions: Decisions) -> Vec<String> {
    let path = table.path();
    let skip = path.len().saturating_sub(n);
    path[skip..].iter().flat_map(|n| event(table, *n, eyes, page, decisions)).collect()
}

/// One event: `12 red: stir port`, and below it what followed.
fn event(table: &Table, n: usize, eyes: Audience, page: Page, decisions: Decisions) -> Vec<String> {
    let node = &table.nodes()[n];
    let board = &node.program.board;
    let mut out = Vec::new();
    if let Some(text) = table.event_told(n, eyes) {
        let text = node.side.map_or(text.clone(), |side| {
            page.side(board.sides.iter().map(|s| s.id.as_str()), &board.sides[side.at()].id, &text)
        });
        let taken = if node.automatic { page.dim(" (the default)") } else { String::new() };
        out.push(format!("{} {text}{taken}", page.dim(&format!("{n:>4}"))));
    }
    let line = |h| format!("       {}", label::happening(board, eyes, h));
    out.extend(node.happenings.iter().filter(|h| decisions.shows(h)).map(line));
    out
}

/// Where the game forked: each event with several continuations, the present one marked.
pub(crate) fn branches(table: &Table, eyes: Audience, page: Page) -> Vec<String> {
    let nodes = table.nodes();
    let path = table.path();
    let children = |n: usize| -> Vec<usize> { (0..nodes.len()).filter(|c| nodes[*c].parent == Some(n)).collect() };
    let mut out = Vec::new();
    for n in 0..nodes.len() {
        let next = children(n);
        if next.len() < 2 {
            continue;
        }
        out.push(format!("after event {n}"));
        for child in next {
            let here = path.contains(&child);
            let (size, tip) = below(table, child);
            let text = table.event_told(child, eyes).unwrap_or_default();
            let mark = if here { "▶" } else { " " };
            let text = if here { page.bold(&text) } else { text };
            let end = if size > 1 { format!("  {} to {tip}", counted(size, "event")) } else { String::new() };
            out.push(format!("  {mark} {} {text}{}", page.dim(&format!("{child:>4}")), page.dim(&end)));
        }
    }
    if out.is_empty() {
        out.push("the game has one line so far; `undo` and another answer begin a branch".into());
    } else {
        out.push(page.dim("`goto N` goes to the position after event N"));
    }
    out
}

/// How many events an event leads to, itself included, and the last of them.
fn below(table: &Table, from: usize) -> (usize, usize) {
    let mut inside = vec![from];
    for (n, node) in table.nodes().iter().enumerate().skip(from + 1) {
        if node.parent.is_some_and(|p| inside.contains(&p)) {
            inside.push(n);
        }
    }
    (inside.len(), inside.last().copied().unwrap_or(from))
}
