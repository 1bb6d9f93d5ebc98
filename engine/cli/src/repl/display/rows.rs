//! Draws the legal rows of a choice, each with its number, the text to type and a description.

use super::paint::{Page, clip, flow, pad, width, wrap};
use crate::out::counted;
use cardwright_view::{Choice, Row};

/// If there are more legal rows than this, they are grouped even on a long page.
const MAX_LINES: usize = 20;
/// Up to this many legal rows have a text line each, unless the page is too short for the lines.
const MIN_LINES: usize = 8;
/// Fewer legal rows are never put into two columns.
const MIN_IN_COLUMNS: usize = 8;

/// Draws the question, the text line about standing actions, and the legal rows. Few legal rows have a text line each;
/// more are grouped by their first word. If that needs more than `room` lines, the legal rows are put side by side.
/// `room` does not count the lines of the question, the hint and the prompt.
pub(crate) fn rows(page: Page, choice: &Choice, standing: &str, room: usize) -> Vec<String> {
    // The two lines that are added to `room` below are the question and the hint.
    let out = question_and_rows(page, choice, standing, room.clamp(MIN_LINES, MAX_LINES));
    if out.len() > room.saturating_add(2) { fewest_lines(page, choice, standing, room) } else { out }
}

/// Draws the same as [`rows`] in as few text lines as possible.
pub(crate) fn fewest_lines(page: Page, choice: &Choice, standing: &str, room: usize) -> Vec<String> {
    let out = question_and_rows(page, choice, standing, MIN_LINES);
    if out.len() <= room.saturating_add(2) {
        return out;
    }
    let paragraph = paragraph(page, choice, standing);
    if paragraph.len() < out.len() { paragraph } else { out }
}

fn question_and_rows(page: Page, choice: &Choice, standing: &str, max_lines: usize) -> Vec<String> {
    /// The least width for the text about standing actions after the question.
    const MIN_STANDING: usize = 30;
    let mut question = question(page, choice);
    // Three blanks separate the question from the text about standing actions.
    let standing_width = page.width.saturating_sub(width(&question) + 3);
    let mut out = Vec::new();
    if !standing.is_empty() && standing_width >= width(standing).min(MIN_STANDING) {
        question = format!("{question}   {}", page.dim(&clip(standing, standing_width)));
        out.push(question);
    } else {
        out.push(question);
        out.extend((!standing.is_empty()).then(|| page.dim(&clip(standing, page.width))));
    }
    let numbered: Vec<(usize, &Row)> = choice.rows.iter().enumerate().collect();
    if numbered.len() <= max_lines {
        out.extend(list(page, 0, &numbered, choice.default));
    } else {
        out.extend(groups(page, 0, choice, max_lines));
    }
    out
}

/// Draws the question: `Red acts (8 ways)`.
pub(crate) fn question(page: Page, choice: &Choice) -> String {
    format!("{} {}", page.bold(&choice.text), page.dim(&format!("({})", count_text(choice))))
}

/// Returns the pronoun for the rows of a choice in a message: `it` or `them`.
pub(crate) fn pronoun(choice: &Choice) -> &'static str {
    if choice.rows.len() == 1 { "it" } else { "them" }
}

/// Returns the number of rows: `12 ways`, or `12 ways, 3 unwise` if some rows are discouraged.
fn count_text(choice: &Choice) -> String {
    let count = counted(choice.rows.len(), "way");
    match choice.rows.iter().filter(|row| row.discouraged).count() {
        0 => count,
        discouraged => format!("{count}, {discouraged} unwise"),
    }
}

/// Draws the rows of standing actions that start with `prefix`. The pending choice has the first `offset` row numbers,
/// and these rows have the next numbers. Without a prefix, more than `max_lines` rows are grouped by their first word.
pub(crate) fn standing_rows(page: Page, offset: usize, choice: &Choice, prefix: &str, max_lines: usize) -> Vec<String> {
    match prefix.trim() {
        "" if choice.rows.len() > max_lines => groups(page, offset, choice, max_lines),
        prefix => list(page, offset, &with_prefix(choice, prefix), None),
    }
}

/// Draws every row whose text starts with `prefix`.
pub(crate) fn all(page: Page, choice: &Choice, prefix: &str) -> Vec<String> {
    list(page, 0, &with_prefix(choice, prefix), choice.default)
}

/// Returns the rows whose text starts with `prefix`, with their indexes.
fn with_prefix<'a>(choice: &'a Choice, prefix: &str) -> Vec<(usize, &'a Row)> {
    let prefix = prefix.trim().to_lowercase();
    choice.rows.iter().enumerate().filter(|(_, row)| row.text.to_lowercase().starts_with(&prefix)).collect()
}

/// Returns the reason why the rules discourage rows, if all discouraged rows have the same reason.
fn shared_reason<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Option<&'a str> {
    let mut reasons = rows.into_iter().filter(|row| row.discouraged).map(|row| row.why_discouraged.as_str());
    let first = reasons.next().filter(|reason| !reason.is_empty())?;
    reasons.all(|reason| reason == first).then_some(first)
}

/// Draws the shared reason of discouraged rows, to go below the rows.
fn reason_lines(page: Page, reason: Option<&str>) -> Vec<String> {
    let lines = reason.map_or(Vec::new(), |reason| wrap(&format!("! {reason}"), 2, page.width));
    lines.iter().map(|line| page.bold(line)).collect()
}

/// Draws a text line for each row: `  #3  stir hills   Stir up The Hills`. `offset` is added to the numbers of the
/// rows. Many short lines form two columns. The reason for discouraged rows comes below the rows if they share it, and
/// behind the row if there are few rows.
fn list(page: Page, offset: usize, rows: &[(usize, &Row)], default: Option<usize>) -> Vec<String> {
    let number = |i: usize| format!("#{}", offset + i + 1);
    let number_width = rows.iter().map(|(i, _)| number(*i).len()).max().unwrap_or(2);
    let text_width = rows.iter().map(|(_, row)| width(row.words())).max().unwrap_or(0).min(40);
    let discouraged = || rows.iter().map(|(_, row)| *row).filter(|row| row.discouraged);
    let width_with_reason = |row: &Row| {
        let text_and_label = text_width.max(width(row.words())) + width(&row.label);
        number_width + text_and_label + 6 + width(&row.why_discouraged) + width("  ! ")
    };
    let fits_behind = |row: &Row| rows.len() < MIN_IN_COLUMNS && width_with_reason(row) <= page.width;
    let shared =
        shared_reason(discouraged()).filter(|_| discouraged().nth(1).is_some() || !discouraged().all(fits_behind));
    let suffix = |i: usize, row: &Row| match (default == Some(i), row.discouraged) {
        (true, _) => "  [Enter]".to_owned(),
        (false, true) if shared.is_none() && !row.why_discouraged.is_empty() && fits_behind(row) => {
            format!("  ! {}", row.why_discouraged)
        }
        (false, true) => "  ! unwise".to_owned(),
        (false, false) => String::new(),
    };
    let line = |(i, row): &(usize, &Row)| {
        let suffix = suffix(*i, row);
        // Six blanks: two before each of the number, the text and the description.
        let room = page.width.saturating_sub(number_width + text_width.max(width(row.words())) + 6 + suffix.len());
        format!(
            "  {}  {}  {}{}",
            page.dim(&pad(&number(*i), number_width)),
            page.typed(&pad(row.words(), text_width)),
            if row.label == row.text { String::new() } else { clip(&row.label, room) },
            page.bold(&suffix)
        )
        .trim_end()
        .to_owned()
    };
    let mut lines = in_columns(page, number_width, rows.iter().map(line).collect());
    lines.extend(reason_lines(page, shared));
    lines
}

/// Breaks lines that are too long, or puts many short lines into two columns.
fn in_columns(page: Page, number_width: usize, lines: Vec<String>) -> Vec<String> {
    let longest = lines.iter().map(|line| width(line)).max().unwrap_or(0);
    if longest > page.width {
        let indent = number_width + 4;
        return lines
            .iter()
            .flat_map(|line| flow("  ", indent, &[line.trim_start().to_owned()], " ", page.width))
            .collect();
    }
    if lines.len() < MIN_IN_COLUMNS || longest * 2 + 2 > page.width {
        return lines;
    }
    let half = lines.len().div_ceil(2);
    (0..half)
        .map(|i| format!("{}{}", pad(&lines[i], longest + 2), lines.get(half + i).map_or("", String::as_str)))
        .collect()
}

/// Returns the first words of the rows, each with the indexes of its rows.
fn first_words(choice: &Choice) -> Vec<(&str, Vec<usize>)> {
    let mut words: Vec<(&str, Vec<usize>)> = Vec::new();
    for (i, row) in choice.rows.iter().enumerate() {
        let first = row.words().split(' ').next().unwrap_or_default();
        match words.iter_mut().find(|(word, _)| *word == first) {
            Some((_, rows)) => rows.push(i),
            None => words.push((first, vec![i])),
        }
    }
    words
}

/// Returns the numbers of rows: `#4-13` for consecutive rows, `#4…13` for others.
fn numbers(offset: usize, rows: &[usize]) -> String {
    let number = |row: &usize| offset + row + 1;
    match (rows.first(), rows.last()) {
        (Some(first), Some(last)) if first != last && last - first + 1 == rows.len() => {
            format!("#{}-{}", number(first), number(last))
        }
        (Some(first), Some(last)) if first != last => format!("#{}…{}", number(first), number(last)),
        (Some(first), _) => format!("#{}", number(first)),
        _ => String::new(),
    }
}

/// Draws the rows side by side: `#1 pass · rally … · construct …`.
fn paragraph(page: Page, choice: &Choice, standing: &str) -> Vec<String> {
    const MAX_WORDS: usize = 40;
    let words = first_words(choice);
    let part = |(word, rows): &(&str, Vec<usize>)| {
        let has_default = choice.default.is_some_and(|default| rows.contains(&default));
        let enter = if has_default { page.bold(" [Enter]") } else { String::new() };
        match rows[..] {
            [row] => format!("{} {}{enter}", page.dim(&numbers(0, rows)), page.typed(choice.rows[row].words())),
            _ => format!("{} …{enter}", page.typed(word)),
        }
    };
    let mut parts: Vec<String> = words.iter().take(MAX_WORDS).map(part).collect();
    if words.len() > MAX_WORDS {
        parts.push("…".into());
    }
    let count = format!("({}: `legal`)", count_text(choice));
    let question = format!("{} {}", page.bold(&choice.text), page.dim(&count));
    parts[0] = format!("{question}  {}", parts[0]);
    let flowed = |parts: &[String]| flow("", 0, parts, " · ", page.width - 2);
    let mut lines = flowed(&parts);
    if !standing.is_empty() {
        let lines_before = lines.len();
        parts.push(page.dim(&clip(standing, page.width * 2 / 3)));
        lines = flowed(&parts);
        if lines.len() > lines_before {
            parts.pop();
            parts.push(page.dim("besides …"));
            lines = flowed(&parts);
        }
    }
    lines.into_iter().enumerate().map(|(i, line)| if i == 0 { line } else { format!("  {line}") }).collect()
}

/// Draws the rows grouped by their first word: `#4-13  march …  guard guard/worn`.
fn groups(page: Page, offset: usize, choice: &Choice, max_lines: usize) -> Vec<String> {
    let words = first_words(choice);
    let grouped = words.iter().filter(|(_, rows)| rows.len() > 1).flat_map(|(_, rows)| rows);
    let reason = reason_lines(page, shared_reason(grouped.map(|row| &choice.rows[*row])));
    let max_lines = max_lines - reason.len();
    if words.len() > max_lines {
        let shown: Vec<(usize, &Row)> = choice.rows.iter().enumerate().take(max_lines - 1).collect();
        let mut out = list(page, offset, &shown, choice.default);
        out.push(hint_for_more(page, choice.rows.len() - shown.len()));
        return out;
    }
    let number_width = words.iter().map(|(_, rows)| width(&numbers(offset, rows))).max().unwrap_or(0);
    let word_width = |(word, rows): &(&str, Vec<usize>)| width(word) + if rows.len() > 1 { 2 } else { 0 };
    let typed_width = words.iter().map(word_width).max().unwrap_or(0);
    let mut out = Vec::new();
    for (word, rows) in &words {
        let room = page.width.saturating_sub(number_width + typed_width + 8);
        let description = match rows[..] {
            [index] => {
                let row = &choice.rows[index];
                let description = format!("{}  {}", row.words()[word.len()..].trim(), row.label);
                let description = description.trim_start();
                let reason = match row.why_discouraged.as_str() {
                    reason if width(description) + width(reason) + 4 <= room => reason,
                    _ => "unwise",
                };
                if row.discouraged { format!("{description}  ! {reason}") } else { description.to_owned() }
            }
            _ => second_words(choice, word, rows),
        };
        let typed = if rows.len() > 1 { format!("{word} …") } else { (*word).to_owned() };
        out.push(format!(
            "  {}  {}  {}",
            page.dim(&pad(&numbers(offset, rows), number_width)),
            page.typed(&pad(&typed, typed_width)),
            clip(&description, room)
        ));
    }
    out.extend(reason);
    out.push(page.dim("  `legal` lists all · `legal WORD` one group · Tab or `?`: what may follow"));
    out
}

/// Returns the distinct second words of some rows. Leaves out the marks of pieces.
fn second_words(choice: &Choice, first: &str, rows: &[usize]) -> String {
    let mut out: Vec<&str> = Vec::new();
    for row in rows {
        let second = choice.rows[*row].words()[first.len()..].trim_start().split(' ').next().unwrap_or_default();
        let second = without_marks(second);
        if !second.is_empty() && !out.contains(&second) {
            out.push(second);
        }
    }
    out.join(" ")
}

/// Removes the marks of a piece: `guard` for `guard+moved`.
fn without_marks(word: &str) -> &str {
    match word.split_once('+') {
        Some((piece, marks)) if !piece.is_empty() && !marks.contains('(') => piece,
        _ => word,
    }
}

fn hint_for_more(page: Page, n: usize) -> String {
    page.dim(&format!("  … {n} more: `legal` lists all"))
}
