//! The log and the branches of a game, on a page.

use super::paint::{Page, counted};
use cardwright_view::{Fork, Told};

/// Events, each with what followed below it: `12 red: stir port`.
pub(crate) fn lines(page: Page, sides: &[&str], told: &[Told]) -> Vec<String> {
    let mut out = Vec::new();
    for Told { event, side, text, automatic, lines } in told {
        if let Some(text) = text {
            let text = match side {
                Some(side) => page.side(sides.iter().copied(), side, text),
                None => text.clone(),
            };
            let taken = if *automatic { page.dim(" (the default)") } else { String::new() };
            out.push(format!("{} {text}{taken}", page.dim(&format!("{event:>4}"))));
        }
        out.extend(lines.iter().map(|line| format!("       {line}")));
    }
    out
}

/// Where the game forked, the present way marked.
pub(crate) fn branches(page: Page, forks: &[Fork]) -> Vec<String> {
    let mut out = Vec::new();
    for Fork { event, ways } in forks {
        out.push(format!("after event {event}"));
        for way in ways {
            let mark = if way.here { "▶" } else { " " };
            let text = if way.here { page.bold(&way.text) } else { way.text.clone() };
            let end = match way.events {
                0 | 1 => String::new(),
                n => format!("  {} to {}", counted(n, "event"), way.last),
            };
            out.push(format!("  {mark} {} {text}{}", page.dim(&format!("{:>4}", way.event)), page.dim(&end)));
        }
    }
    if out.is_empty() {
        out.push("the game has one line so far; `undo` and another answer begin a branch".into());
    } else {
        out.push(page.dim("`goto N` goes to the position after event N"));
    }
    out
}
