//! Draws the log, the branches and the notes of a game as text lines.

use super::paint::{Page, flow};
use crate::out::counted;
use cardwright_view::{BranchedEvent, LogEntry, LogKind, LogLine, NotedEvent};

/// The most lines of a set-up that the log shows. A longer set-up is folded into one text line.
const MAX_SET_UP_LINES: usize = 3;

/// The most terminal columns of a heading with the ruled line after it.
const MAX_RULE: usize = 72;

/// Draws the log: each event (`12 red: stir port`) and the lines below the event. If `with_set_up`, shows a long set-up
/// in full.
pub(crate) fn lines(page: Page, sides: &[&str], entries: &[LogEntry], with_set_up: bool) -> Vec<String> {
    let mut out = Vec::new();
    for LogEntry { event, last, side, text, automatic, lines, .. } in entries {
        if let Some(text) = text {
            let text = match side {
                Some(side) => page.side(sides.iter().copied(), side, text),
                None => text.clone(),
            };
            let note = if *automatic { page.dim(" (the default)") } else { String::new() };
            let events = last.map_or(event.to_string(), |last| format!("{event}-{last}"));
            out.push(format!("{} {text}{note}", page.dim(&format!("{events:>4}"))));
        }
        let set_up_lines = lines.iter().take_while(|line| line.kind == LogKind::SetUp).count();
        let folded = if with_set_up || set_up_lines <= MAX_SET_UP_LINES { 0 } else { set_up_lines };
        if folded > 0 {
            out.push(page.dim(&format!("       set-up: {} (`log set-up`)", counted(folded, "line"))));
        }
        out.extend(lines[folded..].iter().flat_map(|entry| line(page, sides, entry)));
    }
    out
}

/// Returns the styled and indented text of a log line. Headings are bold, and actions have the colour of their side.
fn line(page: Page, sides: &[&str], line: &LogLine) -> Vec<String> {
    let separator = if line.kind == LogKind::Changed { " · " } else { " " };
    let parts: Vec<String> = line.text.split(separator).map(str::to_owned).collect();
    let flowed = |lead: &str, indent: usize| flow(lead, indent, &parts, separator, page.width);
    match line.kind {
        LogKind::Heading => {
            let text = format!("     ── {} ", line.text);
            let rule = page.width.min(MAX_RULE).saturating_sub(text.chars().count());
            vec![page.bold(&format!("{text}{}", "─".repeat(rule)))]
        }
        LogKind::Action => {
            let side = line.side.as_deref();
            let paint = |text: String| side.map_or(text.clone(), |side| page.side(sides.iter().copied(), side, &text));
            flowed("      ", 7).into_iter().map(paint).collect()
        }
        LogKind::Reason => flowed("         why:", 14).into_iter().map(|text| page.dim(&text)).collect(),
        LogKind::Note => flowed("        note", 14).into_iter().map(|text| page.bold(&text)).collect(),
        LogKind::Result => flowed("    ", 5).into_iter().map(|text| page.bold(&text)).collect(),
        LogKind::SetUp => flowed("      ", 7),
        LogKind::Chance | LogKind::Text => flowed("        ", 9),
        LogKind::Changed => flowed("        →", 11),
    }
}

/// Draws each event after which the game branches, with its branches. Marks the current branch.
pub(crate) fn branches(page: Page, branched_events: &[BranchedEvent]) -> Vec<String> {
    let mut out = Vec::new();
    for BranchedEvent { event, branches } in branched_events {
        out.push(format!("after event {event}"));
        for branch in branches {
            let arrow = if branch.here { "▶" } else { " " };
            let text = if branch.here { page.bold(&branch.text) } else { branch.text.clone() };
            let end = match branch.events {
                0 | 1 => String::new(),
                n => format!("  {} to {}", counted(n, "event"), branch.last),
            };
            out.push(format!("  {arrow} {} {text}{}", page.dim(&format!("{:>4}", branch.event)), page.dim(&end)));
        }
    }
    if out.is_empty() {
        out.push("the game has one line so far; `undo` and another answer begin a branch".into());
    } else {
        out.push(page.dim("`goto N` goes to the position after event N"));
    }
    out
}

/// Draws every note with its event. Says so if the event is on another branch.
pub(crate) fn notes(page: Page, noted: &[NotedEvent]) -> Vec<String> {
    if noted.is_empty() {
        return vec!["nothing has been noted yet: `note TEXT` notes it at this event".into()];
    }
    let mut out = Vec::new();
    for NotedEvent { event, text, notes, here } in noted {
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
