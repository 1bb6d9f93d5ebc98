//! The log and the branches of a game, on a page.

use super::paint::{Page, counted, flow};
use cardwright_view::{Fork, Noted, Tells, Told, ToldLine};

/// How many lines of a set-up are shown before they are one that opens.
const FEW: usize = 3;

/// How far the rule of a heading goes.
const RULE: usize = 72;

/// Events, each with what followed below it: `12 red: stir port`. `whole`: all of the set-up too.
pub(crate) fn lines(page: Page, sides: &[&str], told: &[Told], whole: bool) -> Vec<String> {
    let mut out = Vec::new();
    for Told { event, side, text, automatic, lines, .. } in told {
        if let Some(text) = text {
            let text = match side {
                Some(side) => page.side(sides.iter().copied(), side, text),
                None => text.clone(),
            };
            let taken = if *automatic { page.dim(" (the default)") } else { String::new() };
            out.push(format!("{} {text}{taken}", page.dim(&format!("{event:>4}"))));
        }
        let set_up = lines.iter().take_while(|line| line.of == Tells::SetUp).count();
        let folded = if whole || set_up <= FEW { 0 } else { set_up };
        if folded > 0 {
            out.push(page.dim(&format!("       set-up: {} (`log set-up`)", counted(folded, "line"))));
        }
        out.extend(lines[folded..].iter().flat_map(|told| line(page, sides, told)));
    }
    out
}

/// A line set off by what it tells: headings stand out, deeds in the colour of their side, what came of them and why
/// further in.
fn line(page: Page, sides: &[&str], line: &ToldLine) -> Vec<String> {
    let (between, gap) = if line.of == Tells::Changed { (" · ", " · ") } else { (" ", " ") };
    let words: Vec<String> = line.text.split(between).map(str::to_owned).collect();
    let flowed = |lead: &str, indent: usize| flow(lead, indent, &words, gap, page.width);
    match line.of {
        Tells::Chapter => {
            let text = format!("     ── {} ", line.text);
            let rest = page.width.min(RULE).saturating_sub(text.chars().count());
            vec![page.bold(&format!("{text}{}", "─".repeat(rest)))]
        }
        Tells::Deed => {
            let side = line.side.as_deref();
            let paint = |text: String| side.map_or(text.clone(), |side| page.side(sides.iter().copied(), side, &text));
            flowed("      ", 7).into_iter().map(paint).collect()
        }
        Tells::Because => flowed("         why:", 14).into_iter().map(|text| page.dim(&text)).collect(),
        Tells::Note => flowed("        note", 14).into_iter().map(|text| page.bold(&text)).collect(),
        Tells::Over => flowed("    ", 5).into_iter().map(|text| page.bold(&text)).collect(),
        Tells::SetUp => flowed("      ", 7),
        Tells::Chance | Tells::Said => flowed("        ", 9),
        Tells::Changed => flowed("        →", 11),
    }
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

/// Every note, with its event; of those on other branches that is said.
pub(crate) fn notes(page: Page, noted: &[Noted]) -> Vec<String> {
    if noted.is_empty() {
        return vec!["nothing has been noted yet: `note TEXT` notes it at this event".into()];
    }
    let mut out = Vec::new();
    for Noted { event, text, notes, here } in noted {
        let branch = if *here { "" } else { " (on another branch)" };
        let text = text.as_deref().unwrap_or("the start");
        out.push(format!("{} {text}{}", page.dim(&format!("{event:>4}")), page.dim(branch)));
        for note in notes {
            let words: Vec<String> = note.split_whitespace().map(str::to_owned).collect();
            out.extend(flow("        note", 14, &words, " ", page.width).into_iter().map(|line| page.bold(&line)));
        }
    }
    out
}
