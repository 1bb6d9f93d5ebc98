//! Odds as lines of text: small bars with the share of each value, in per cent and as a fraction.

use super::{Line, Watched};
use crate::repl::display::paint::{Page, clip, pad, width, wrap};
use cardwright_sim::odds::{Level, Share, Spread};
use cardwright_view::watch::Comes;

/// Cells of a bar.
const BAR: usize = 20;
/// Values of one thing that are told one by one.
const MOST: usize = 12;
/// Columns of a row but for its value, its bar and what stands after the per cent.
const BESIDE_BAR: usize = 11;
/// Columns that a value may have beside a bar, however little room there is.
const LONGEST: usize = 34;
/// Longest fraction that is told.
const FRACTION: usize = 20;
/// Parts of a cell, least first.
const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// The odds of one line.
pub(crate) fn of_line(page: Page, line: &Line, watched: &[Watched], who: &str) -> Vec<String> {
    if let Some(lines) = certain(page, line, watched) {
        return lines;
    }
    let mut out = head(page, line, watched, who);
    if watched.is_empty() {
        out.push("chance comes into it, but whatever comes out, the same comes of it".into());
    }
    for (n, one) in watched.iter().enumerate() {
        if watched.get(n.wrapping_sub(1)).is_none_or(|before| before.kind != one.kind) {
            out.push(page.dim(&format!("— {}", one.kind)));
        }
        out.push(named(page, &one.name, &beside(one)));
        out.extend(rows(page, &one.spreads[0]));
    }
    out
}

/// What is told of a line into which chance does not come.
fn certain(page: Page, line: &Line, watched: &[Watched]) -> Option<Vec<String>> {
    if !is_certain(line, watched, 0) {
        return None;
    }
    let told = "chance does not come into it: `preview` with the line tells what it brings";
    let mut out = hung(told, page);
    for one in watched {
        let comes = one.spreads[0].shares.first().map(|(value, _)| value.text.clone()).unwrap_or_default();
        out.push(format!("  {}: {comes}", one.name));
    }
    Some(out)
}

/// Whether chance does not come into a line, nor what is hidden.
fn is_certain(line: &Line, watched: &[Watched], n: usize) -> bool {
    !line.odds.has_chance && watched.iter().all(|one| one.spreads[n].is_certain())
}

fn head(page: Page, line: &Line, watched: &[Watched], who: &str) -> Vec<String> {
    let is_exact = watched.iter().all(|one| one.spreads.iter().all(Spread::is_exact));
    let mut out = hung(&format!("odds of {}: {}", line.text, how(line, is_exact, who)), page);
    // Where the next question hangs on chance, what was begun may well go on: nobody takes this for its end.
    if watched.iter().any(|one| one.word == "then" && !one.is_certain()) {
        out.extend(hung("each as it stands when the next question is asked; `then` below says which", page));
    }
    out
}

/// A sentence whose further lines stand in a little.
fn hung(text: &str, page: Page) -> Vec<String> {
    let mut lines = wrap(text, 2, page.width);
    if let Some(first) = lines.first_mut() {
        *first = first.trim_start().to_owned();
    }
    lines
}

/// How they were had: `exact`, or about, with what it rests on.
pub(crate) fn how(line: &Line, is_exact: bool, who: &str) -> String {
    let (odds, n) = (&line.odds, line.odds.worlds.len());
    match (odds.is_exact, odds.is_hidden && n > 1) {
        (true, false) => "exact".to_owned(),
        (true, true) if is_exact => format!("exact in each of {n} positions that {who} cannot tell from this one"),
        (true, true) => {
            format!("averaged over {n} positions that {who} cannot tell from this one; in brackets the 95 % interval")
        }
        (false, false) => format!("too much to go through: drawn {n} times; in brackets the 95 % interval"),
        (false, true) => format!(
            "too much to go through: drawn {n} times, each from a position that {who} cannot tell from this one; in brackets the 95 % interval"
        ),
    }
}

/// A name, and what stands beside it if there is room.
fn named(page: Page, name: &str, beside: &str) -> String {
    let name = clip(name, page.width);
    let beside = if width(&name) + width(beside) <= page.width { page.dim(beside) } else { String::new() };
    format!("{}{beside}", page.bold(&name))
}

/// What stands beside a name: what it is now, and what is expected.
fn beside(one: &Watched) -> String {
    let now = one.now.as_ref().map(|now| format!("now {}", now.text));
    let mean = one.means()[0].map(|mean| format!("{} on average", level(mean)));
    let told: Vec<String> = now.into_iter().chain(mean).collect();
    if told.is_empty() { String::new() } else { format!("  ({})", told.join("; ")) }
}

/// Each value with its bar.
fn rows(page: Page, spread: &Spread<Comes>) -> Vec<String> {
    let shown = foremost(spread);
    let beside = shown.iter().map(|(_, share)| width(&detail(share))).max().unwrap_or(0);
    let room = page.width.saturating_sub(BAR + BESIDE_BAR + beside).max(LONGEST);
    let values = shown.iter().map(|(value, _)| clip(&value.text, room)).collect::<Vec<_>>();
    let wide = values.iter().map(|value| width(value)).max().unwrap_or(0);
    let mut out = Vec::new();
    for ((comes, share), value) in shown.iter().zip(&values) {
        let value = match comes.number {
            Some(_) => format!("{}{value}", " ".repeat(wide - width(value))),
            None => pad(value, wide),
        };
        let cells = pad(&bar(share.number()), BAR);
        let told = format!("  {value} {cells} {:>7}", percent(share));
        let detail = Some(detail(share)).filter(|detail| width(&told) + width(detail) <= page.width);
        out.push(clip(&format!("{told}{}", detail.unwrap_or_default()), page.width));
    }
    let left = spread.shares.len() - shown.len();
    if left > 0 {
        let rest: f64 = 1.0 - shown.iter().map(|(_, share)| share.number()).sum::<f64>();
        out.push(page.dim(&format!("  … and {left} more, {} together", percent_of(rest))));
    }
    out
}

/// The values that are told: the likeliest, in their own order.
fn foremost(spread: &Spread<Comes>) -> Vec<(&Comes, Share)> {
    let mut found: Vec<(usize, &Comes, Share)> =
        spread.shares.iter().enumerate().map(|(n, (value, share))| (n, value, *share)).collect();
    if found.len() > MOST {
        found.sort_by(|(_, _, one), (_, _, other)| other.number().total_cmp(&one.number()));
        found.truncate(MOST);
        found.sort_by_key(|(n, ..)| *n);
    }
    found.into_iter().map(|(_, value, share)| (value, share)).collect()
}

/// `████▌`: so much of a bar; what can be at all has at least its least part.
fn bar(share: f64) -> String {
    let eighths = ((share * (BAR * 8) as f64).round() as usize).clamp(usize::from(share > 0.0), BAR * 8);
    format!("{}{}", "█".repeat(eighths / 8), PARTS[eighths % 8])
}

fn percent(share: &Share) -> String {
    percent_of(share.number())
}

/// `33.3 %`; what is hardly ever or nearly always is not rounded to never or always.
fn percent_of(share: f64) -> String {
    match share * 100.0 {
        none if none <= 0.0 => "0 %".into(),
        little if little < 0.05 => "<0.1 %".into(),
        all if all >= 100.0 => "100 %".into(),
        much if much >= 99.95 => ">99.9 %".into(),
        other => format!("{other:.1} %"),
    }
}

/// The fraction, or the interval.
fn detail(share: &Share) -> String {
    match share {
        Share::Exact(weight) => {
            let text = weight.to_string();
            if text.len() > FRACTION || *weight.denom() == 1 { String::new() } else { format!("  {text}") }
        }
        Share::About { low, high, .. } => format!("  ({:.1}–{:.1} %)", low * 100.0, high * 100.0),
    }
}

/// A number that is expected on average.
pub(crate) fn level(level: Level) -> String {
    match level {
        Level::Exact(ratio) if ratio.is_integer() => ratio.to_integer().to_string(),
        level => format!("{:.2}", level.number()),
    }
}

/// Several lines side by side.
pub(crate) fn of_lines(page: Page, lines: &[Line], watched: &[Watched], who: &str) -> Vec<String> {
    let mut out = Vec::new();
    for (n, line) in lines.iter().enumerate() {
        let is_exact = watched.iter().all(|one| one.spreads[n].is_exact());
        let how =
            if is_certain(line, watched, n) { "chance does not come into it".into() } else { how(line, is_exact, who) };
        out.extend(hung(&format!("{} {}: {how}", letter(n), line.text), page));
    }
    if watched.is_empty() {
        out.push("nothing differs, whatever comes out".into());
    }
    let room = page.width.saturating_sub(2 + COLUMN * lines.len()).clamp(8, LONGEST + 2);
    for one in watched {
        let now = one.now.as_ref().map(|now| format!("  (now {})", now.text)).unwrap_or_default();
        out.push(named(page, &one.name, &now));
        let mut values: Vec<&Comes> = one.spreads.iter().flat_map(foremost).map(|(value, _)| value).collect();
        values.sort();
        values.dedup();
        let text = |value: &Comes| clip(&value.text, room - 1);
        let wide = values.iter().map(|value| width(&text(value))).max().unwrap_or(0).max(width("on average")) + 1;
        out.push(page.dim(&format!("  {}{}", pad("", wide), columns(lines.len(), letter))));
        for value in values {
            let share = |n: usize| {
                let found = one.spreads[n].shares.iter().find(|(other, _)| other == value);
                found.map_or_else(|| "–".to_owned(), |(_, share)| percent(share))
            };
            out.push(format!("  {}{}", pad(&text(value), wide), columns(lines.len(), share)));
        }
        let means = one.means();
        if means.iter().all(Option::is_some) {
            let mean = |n: usize| means[n].map(level).unwrap_or_default();
            let against = |n: usize| match (n, means[0], means[n]) {
                (1.., Some(first), Some(other)) => difference(first, other),
                _ => String::new(),
            };
            out.push(format!("  {}{}", pad("on average", wide), columns(lines.len(), mean)));
            out.push(page.dim(&format!("  {}{}", pad("more than A", wide), columns(lines.len(), against))));
        }
    }
    out
}

/// Columns that each line has.
const COLUMN: usize = 10;

fn columns(n: usize, cell: impl Fn(usize) -> String) -> String {
    (0..n).map(|n| format!("{:>COLUMN$}", cell(n))).collect::<String>()
}

/// How much more one is than another.
pub(crate) fn difference(first: Level, other: Level) -> String {
    let more = match (first, other) {
        (Level::Exact(first), Level::Exact(other)) => level(Level::Exact(other - first)),
        _ => format!("{:.2}", other.number() - first.number()),
    };
    if more.starts_with('-') || more == "0" { more } else { format!("+{more}") }
}

pub(crate) fn letter(n: usize) -> String {
    char::from(b'A' + (n % 26) as u8).to_string()
}

/// The odds of one thing in a line: `Crisis: 0 1.7 % · 1 8.7 % …`; what the line does to the table before how many dice did well.
pub(crate) fn in_a_line(line: &Line, watched: &[Watched]) -> Option<(String, Vec<String>)> {
    line.odds.worlds.first()?;
    let foremost_of = |kind: &str| watched.iter().find(|one| one.kind == kind);
    let one =
        ["tracks", "pieces", "cards", "success", "figures", "facts", "the game"].into_iter().find_map(foremost_of)?;
    const FEW: usize = 5;
    let spread = &one.spreads[0];
    let mut shares: Vec<(usize, &Comes, Share)> =
        spread.shares.iter().enumerate().map(|(n, (value, share))| (n, value, *share)).collect();
    shares.sort_by(|(_, _, one), (_, _, other)| other.number().total_cmp(&one.number()));
    shares.truncate(FEW);
    shares.sort_by_key(|(n, ..)| *n);
    let about = if spread.is_exact() { "" } else { "about " };
    let mut parts: Vec<String> = shares
        .into_iter()
        .map(|(_, value, share)| format!("{} {about}{}", clip(&value.text, LONGEST), percent(&share)))
        .collect();
    if spread.shares.len() > FEW {
        parts.push("…".into());
    }
    Some((one.name.clone(), parts))
}

#[cfg(test)]
mod tests {
    use super::{bar, percent_of};

    #[test]
    fn bars_and_per_cent_do_not_round_to_never_or_always() {
        assert_eq!((bar(1.0).chars().count(), bar(0.0), bar(0.000_1)), (20, String::new(), "▏".to_owned()));
        assert_eq!(bar(0.5), "█".repeat(10));
        assert_eq!(bar(0.525), format!("{}▌", "█".repeat(10)));
        let told = [0.0, 0.000_1, 1.0 / 3.0, 0.999_9, 1.0].map(percent_of);
        assert_eq!(told, ["0 %", "<0.1 %", "33.3 %", ">99.9 %", "100 %"]);
    }
}
