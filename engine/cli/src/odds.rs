//! Prints odds: a bar, a percentage and a fraction for each value.

use crate::repl::display::paint::{Page, clip, pad, width, wrap};
use cardwright_session::odds::{OddsLine, OddsReply, SummaryItem, Watched};
use cardwright_sim::odds::{Distribution, Mean, Probability};
use cardwright_view::watch_target::WatchedValue;

/// The width of a bar in terminal columns.
const BAR: usize = 20;
/// The most values that are listed for one watched quantity.
const MAX_VALUES: usize = 12;
/// The terminal columns that blanks and the percentage take in the text line of a value.
const ROW_OVERHEAD: usize = 11;
/// A value may take at least this many terminal columns, even on a narrow page.
const MIN_VALUE_ROOM: usize = 34;
/// The most characters of a fraction. Longer fractions are not shown.
const MAX_FRACTION: usize = 20;
/// The texts that fill 0, 1, 2 … 7 eighths of a terminal column.
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// Renders the odds of one line with bars, or of several lines side by side.
pub(crate) fn lines(page: Page, odds: &OddsReply) -> Vec<String> {
    match &odds.lines[..] {
        [line] => one_line(page, line, odds),
        lines => several_lines(page, lines, &odds.watched, &odds.who),
    }
}

/// Renders the odds of one line.
fn one_line(page: Page, line: &OddsLine, odds: &OddsReply) -> Vec<String> {
    let (watched, who) = (&odds.watched[..], &odds.who);
    if let Some(lines) = certain_result(page, line, odds) {
        return lines;
    }
    let mut out = summary(page, line);
    out.extend(introduction(page, line, watched, who));
    if watched.is_empty() {
        out.push("every outcome leads to the same result".into());
    }
    for (n, quantity) in watched.iter().enumerate() {
        if watched.get(n.wrapping_sub(1)).is_none_or(|previous| previous.kind != quantity.kind) {
            out.push(page.dim(&format!("— {}", quantity.kind)));
        }
        out.push(heading(page, &quantity.name, &now_and_mean(quantity)));
        out.extend(rows(page, &quantity.distributions[0]));
    }
    out
}

/// Renders what the game says first: `Portland taken 74.1 % · Western Invader loses 1.33`.
fn summary(page: Page, line: &OddsLine) -> Vec<String> {
    let about = if line.odds.is_exact { "" } else { "about " };
    let item = |item: &SummaryItem| match item {
        SummaryItem::Share { text, share } => format!("{text} {about}{}", percent(share)),
        SummaryItem::Rise { text, mean } => format!("{text} {about}{}", mean_text(*mean)),
    };
    let items: Vec<String> = line.summary.iter().map(item).collect();
    if items.is_empty() {
        return Vec::new();
    }
    hanging(&items.join(" · "), page).iter().map(|line| page.bold(line)).collect()
}

/// Renders the result of a line without chance; `None` if the line depends on chance.
fn certain_result(page: Page, line: &OddsLine, odds: &OddsReply) -> Option<Vec<String>> {
    if !is_certain(line, &odds.watched, 0) {
        return None;
    }
    let mut text = "this line does not depend on chance: `preview` with the line shows its result".to_owned();
    if let (true, Some(scene)) = (line.course.is_empty(), odds.scenes.first()) {
        text.push_str(&format!("; with `--to {scene}` the odds go on to the end of the {scene}"));
    }
    let mut out = hanging(&text, page);
    for quantity in &odds.watched {
        let value = quantity.distributions[0].values.first().map(|(value, _)| value.text.clone()).unwrap_or_default();
        out.push(format!("  {}: {value}", quantity.name));
    }
    Some(out)
}

/// Whether the result of line `n` depends neither on chance nor on hidden information.
fn is_certain(line: &OddsLine, watched: &[Watched], n: usize) -> bool {
    !line.odds.has_chance && watched.iter().all(|quantity| quantity.distributions[n].is_certain())
}

/// Renders the text lines before the values: the line, how its odds were computed, and a note on the values.
fn introduction(page: Page, line: &OddsLine, watched: &[Watched], who: &str) -> Vec<String> {
    let is_exact = watched.iter().all(|quantity| quantity.distributions.iter().all(Distribution::is_exact));
    let mut out = hanging(&format!("odds of {}: {}", line.text, method_text(line, is_exact, who)), page);
    if !line.course.is_empty() {
        out.extend(hanging(&line.course, page));
        return out;
    }
    // If chance decides what is asked next, the action may go on after that question. Then the values are not final.
    if watched.iter().any(|quantity| quantity.word == "then" && !quantity.is_certain()) {
        out.extend(hanging("values at the time of the next question, which `then` below shows", page));
    }
    out
}

/// Wraps a sentence with a hanging indent.
fn hanging(text: &str, page: Page) -> Vec<String> {
    let mut lines = wrap(text, 2, page.width);
    if let Some(first) = lines.first_mut() {
        *first = first.trim_start().to_owned();
    }
    lines
}

/// Says how the odds were computed: `exact`, or the kind of sample. `who` names the sides whose knowledge was used.
fn method_text(line: &OddsLine, is_exact: bool, who: &str) -> String {
    let (odds, n, drawn) = (&line.odds, line.odds.worlds.len(), line.odds.ends().count());
    match (odds.is_exact, odds.is_hidden && n > 1) {
        (true, false) => "exact".to_owned(),
        (true, true) if is_exact => format!("exact in each of {n} positions that {who} cannot tell from this one"),
        (true, true) => {
            format!("averaged over {n} positions that {who} cannot tell from this one; in brackets the 95 % interval")
        }
        (false, is_hidden) => {
            let why = if line.is_random { "" } else { "too many outcomes: " };
            let from = match is_hidden && n < drawn {
                true => format!(", from {n} positions that {who} cannot tell from this one"),
                false => String::new(),
            };
            format!("{why}sampled {drawn} times{from}; in brackets the 95 % interval")
        }
    }
}

/// Renders a name in bold, and a note if there is room.
fn heading(page: Page, name: &str, note: &str) -> String {
    let name = clip(name, page.width);
    let note = if width(&name) + width(note) <= page.width { page.dim(note) } else { String::new() };
    format!("{}{note}", page.bold(&name))
}

/// Renders the current value and the mean: `  (now 2; 3.5 on average)`.
fn now_and_mean(quantity: &Watched) -> String {
    let now = quantity.now.as_ref().map(|now| format!("now {}", now.text));
    let mean = quantity.means()[0].map(|mean| format!("{} on average", mean_text(mean)));
    let parts: Vec<String> = now.into_iter().chain(mean).collect();
    if parts.is_empty() { String::new() } else { format!("  ({})", parts.join("; ")) }
}

/// Renders one text line for each value: the value, its bar, percentage and fraction.
fn rows(page: Page, distribution: &Distribution<WatchedValue>) -> Vec<String> {
    let shown = likeliest(distribution);
    let details = shown.iter().map(|(_, share)| width(&detail(share))).max().unwrap_or(0);
    let max_value_width = page.width.saturating_sub(BAR + ROW_OVERHEAD + details).max(MIN_VALUE_ROOM);
    let values = shown.iter().map(|(value, _)| clip(&value.text, max_value_width)).collect::<Vec<_>>();
    let value_width = values.iter().map(|value| width(value)).max().unwrap_or(0);
    let mut out = Vec::new();
    for ((watched, share), value) in shown.iter().zip(&values) {
        let value = match watched.number {
            Some(_) => format!("{}{value}", " ".repeat(value_width - width(value))),
            None => pad(value, value_width),
        };
        let cells = pad(&bar(share.number()), BAR);
        let row = format!("  {value} {cells} {:>7}", percent(share));
        let detail = Some(detail(share)).filter(|detail| width(&row) + width(detail) <= page.width);
        out.push(clip(&format!("{row}{}", detail.unwrap_or_default()), page.width));
    }
    let omitted = distribution.values.len() - shown.len();
    if omitted > 0 {
        let omitted_share: f64 = 1.0 - shown.iter().map(|(_, share)| share.number()).sum::<f64>();
        out.push(page.dim(&format!("  … and {omitted} more, {} together", percent_of(omitted_share))));
    }
    out
}

/// Returns the [`MAX_VALUES`] likeliest values, in the order of the distribution.
fn likeliest(distribution: &Distribution<WatchedValue>) -> Vec<(&WatchedValue, Probability)> {
    let mut values: Vec<(usize, &WatchedValue, Probability)> =
        distribution.values.iter().enumerate().map(|(n, (value, share))| (n, value, *share)).collect();
    if values.len() > MAX_VALUES {
        values.sort_by(|(_, _, first), (_, _, second)| second.number().total_cmp(&first.number()));
        values.truncate(MAX_VALUES);
        values.sort_by_key(|(n, ..)| *n);
    }
    values.into_iter().map(|(_, value, share)| (value, share)).collect()
}

/// Draws a bar for a share: `████▌`. A positive share fills at least an eighth of a terminal column.
fn bar(share: f64) -> String {
    let eighths = ((share * (BAR * 8) as f64).round() as usize).clamp(usize::from(share > 0.0), BAR * 8);
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}

fn percent(share: &Probability) -> String {
    percent_of(share.number())
}

/// Returns a text such as `33.3 %`. A share that is almost 0 or 1 becomes `<0.1 %` or `>99.9 %`.
fn percent_of(share: f64) -> String {
    match share * 100.0 {
        percent if percent <= 0.0 => "0 %".into(),
        percent if percent < 0.05 => "<0.1 %".into(),
        percent if percent >= 100.0 => "100 %".into(),
        percent if percent >= 99.95 => ">99.9 %".into(),
        percent => format!("{percent:.1} %"),
    }
}

/// Renders the exact fraction, or the interval of a sample.
fn detail(share: &Probability) -> String {
    match share {
        Probability::Exact(weight) => {
            let text = weight.to_string();
            if text.len() > MAX_FRACTION || *weight.denom() == 1 { String::new() } else { format!("  {text}") }
        }
        Probability::Estimate { low, high, .. } => format!("  ({:.1}–{:.1} %)", low * 100.0, high * 100.0),
    }
}

fn mean_text(mean: Mean) -> String {
    match mean {
        Mean::Exact(ratio) if ratio.is_integer() => ratio.to_integer().to_string(),
        mean => format!("{:.2}", mean.number()),
    }
}

/// Renders the odds of several lines, each line in a column of its own.
fn several_lines(page: Page, lines: &[OddsLine], watched: &[Watched], who: &str) -> Vec<String> {
    let mut out = Vec::new();
    for (n, line) in lines.iter().enumerate() {
        let is_exact = watched.iter().all(|quantity| quantity.distributions[n].is_exact());
        let method = match is_certain(line, watched, n) {
            true => "does not depend on chance".into(),
            false => method_text(line, is_exact, who),
        };
        out.extend(hanging(&format!("{} {}: {method}", letter(n), line.text), page));
    }
    if watched.is_empty() {
        out.push("all outcomes lead to the same result".into());
    }
    let max_value_width = page.width.saturating_sub(2 + COLUMN * lines.len()).clamp(8, MIN_VALUE_ROOM + 2);
    for quantity in watched {
        let now = quantity.now.as_ref().map(|now| format!("  (now {})", now.text)).unwrap_or_default();
        out.push(heading(page, &quantity.name, &now));
        let mut values: Vec<&WatchedValue> =
            quantity.distributions.iter().flat_map(likeliest).map(|(value, _)| value).collect();
        values.sort();
        values.dedup();
        let text = |value: &WatchedValue| clip(&value.text, max_value_width - 1);
        let text_width = values.iter().map(|value| width(&text(value))).max().unwrap_or(0).max(width("on average")) + 1;
        out.push(page.dim(&format!("  {}{}", pad("", text_width), columns(lines.len(), letter))));
        for value in values {
            let share = |n: usize| {
                let found = quantity.distributions[n].values.iter().find(|(other, _)| other == value);
                found.map_or_else(|| "–".to_owned(), |(_, share)| percent(share))
            };
            out.push(format!("  {}{}", pad(&text(value), text_width), columns(lines.len(), share)));
        }
        let means = quantity.means();
        if means.iter().all(Option::is_some) {
            let mean = |n: usize| means[n].map(mean_text).unwrap_or_default();
            let difference_to_first = |n: usize| match (n, means[0], means[n]) {
                (1.., Some(first), Some(other)) => difference(first, other),
                _ => String::new(),
            };
            out.push(format!("  {}{}", pad("on average", text_width), columns(lines.len(), mean)));
            out.push(page.dim(&format!(
                "  {}{}",
                pad("more than A", text_width),
                columns(lines.len(), difference_to_first)
            )));
        }
    }
    out
}

/// The width of the column for each of several compared lines.
const COLUMN: usize = 10;

fn columns(n: usize, cell: impl Fn(usize) -> String) -> String {
    (0..n).map(|n| format!("{:>COLUMN$}", cell(n))).collect::<String>()
}

/// Returns the difference of two means as text, with its sign.
fn difference(first: Mean, other: Mean) -> String {
    let text = match (first, other) {
        (Mean::Exact(first), Mean::Exact(other)) => mean_text(Mean::Exact(other - first)),
        _ => format!("{:.2}", other.number() - first.number()),
    };
    if text.starts_with('-') || text == "0" { text } else { format!("+{text}") }
}

fn letter(n: usize) -> String {
    char::from(b'A' + (n % 26) as u8).to_string()
}

/// The most quantities in the summary of a preview.
const MAX_SUMMARIES: usize = 4;

/// Returns the odds of what changes on the board for a preview: for each quantity its name and its values (`0 1.7 %`,
/// `1 8.7 %`), and the number of quantities that are left out. Without a change on the board, other watched quantities
/// are returned.
pub(crate) fn short_summaries(odds: &OddsReply) -> (Vec<(&str, Vec<String>)>, usize) {
    let of_kinds = |kinds: &[&str]| odds.watched.iter().filter(|one| kinds.contains(&one.kind)).collect::<Vec<_>>();
    let by_importance: [&[&str]; 5] =
        [&["tracks", "pieces", "cards"], &["success"], &["figures"], &["facts"], &["the game"]];
    let chosen = by_importance.into_iter().map(of_kinds).find(|found| !found.is_empty()).unwrap_or_default();
    let on_board = of_kinds(&["tracks", "pieces", "cards", "facts"]).len();
    let shown = chosen.iter().take(MAX_SUMMARIES).map(|one| (one.name.as_str(), value_texts(one))).collect();
    (shown, on_board.max(chosen.len()) - chosen.len().min(MAX_SUMMARIES))
}

/// Returns the most probable values of a quantity, each with its probability.
fn value_texts(quantity: &Watched) -> Vec<String> {
    const MAX_PARTS: usize = 5;
    let distribution = &quantity.distributions[0];
    let mut values: Vec<(usize, &WatchedValue, Probability)> =
        distribution.values.iter().enumerate().map(|(n, (value, share))| (n, value, *share)).collect();
    values.sort_by(|(_, _, first), (_, _, second)| second.number().total_cmp(&first.number()));
    values.truncate(MAX_PARTS);
    values.sort_by_key(|(n, ..)| *n);
    let about = if distribution.is_exact() { "" } else { "about " };
    let mut parts: Vec<String> = values
        .into_iter()
        .map(|(_, value, share)| format!("{} {about}{}", clip(&value.text, MIN_VALUE_ROOM), percent(&share)))
        .collect();
    if distribution.values.len() > MAX_PARTS {
        parts.push("…".into());
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::{bar, percent_of};

    #[test]
    fn a_small_chance_is_not_shown_as_0_percent_nor_a_great_one_as_100_percent() {
        assert_eq!((bar(1.0).chars().count(), bar(0.0), bar(0.000_1)), (20, String::new(), "▏".to_owned()));
        assert_eq!(bar(0.5), "█".repeat(10));
        assert_eq!(bar(0.525), format!("{}▌", "█".repeat(10)));
        let texts = [0.0, 0.000_1, 1.0 / 3.0, 0.999_9, 1.0].map(percent_of);
        assert_eq!(texts, ["0 %", "<0.1 %", "33.3 %", ">99.9 %", "100 %"]);
    }
}
