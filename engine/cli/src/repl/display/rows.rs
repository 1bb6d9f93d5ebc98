//! The legal rows, numbered, with what to type and what it means.

use super::paint::{Page, clip, counted, flow, pad, width};
use cardwright_view::{Choice, Row};

/// Most rows listed one by one, and how many may always be.
const MOST: usize = 20;
const FEWEST: usize = 8;

/// The question, what may be done `besides`, and its rows: one by one if they are few, else by their first word;
/// side by side where there is no `room` (lines but for the question, a hint, and the line that is typed).
pub(crate) fn rows(page: Page, choice: &Choice, besides: &str, room: usize) -> Vec<String> {
    let out = listed(page, choice, besides, room.clamp(FEWEST, MOST));
    if out.len() > room.saturating_add(2) { fewest(page, choice, besides, room) } else { out }
}

/// As few lines as `rows` takes: with enough room a line each, else side by side.
pub(crate) fn fewest(page: Page, choice: &Choice, besides: &str, room: usize) -> Vec<String> {
    let out = listed(page, choice, besides, FEWEST);
    if out.len() <= room.saturating_add(2) {
        return out;
    }
    let gathered = gathered(page, choice, besides);
    if gathered.len() < out.len() { gathered } else { out }
}

fn listed(page: Page, choice: &Choice, besides: &str, most: usize) -> Vec<String> {
    /// Columns in which it says something.
    const WORTH_IT: usize = 30;
    let mut question = question(page, choice);
    let room = page.width.saturating_sub(width(&question) + 3);
    let mut out = Vec::new();
    if !besides.is_empty() && room >= width(besides).min(WORTH_IT) {
        question = format!("{question}   {}", page.dim(&clip(besides, room)));
        out.push(question);
    } else {
        out.push(question);
        out.extend((!besides.is_empty()).then(|| page.dim(&clip(besides, page.width))));
    }
    let numbered: Vec<(usize, &Row)> = choice.rows.iter().enumerate().collect();
    if numbered.len() <= most {
        out.extend(list(page, 0, &numbered, choice.default));
    } else {
        out.extend(groups(page, 0, choice, most));
    }
    out
}

/// `Red acts (8 ways)`.
pub(crate) fn question(page: Page, choice: &Choice) -> String {
    format!("{} {}", page.bold(&choice.text), page.dim(&format!("({})", ways(choice))))
}

/// The rows of a choice, as they are spoken of: `them`, or `it`.
pub(crate) fn them(choice: &Choice) -> &'static str {
    if choice.rows.len() == 1 { "it" } else { "them" }
}

/// `12 ways`, `12 ways, 3 unwise`.
fn ways(choice: &Choice) -> String {
    let all = counted(choice.rows.len(), "way");
    match choice.rows.iter().filter(|row| row.unwise).count() {
        0 => all,
        unwise => format!("{all}, {unwise} unwise"),
    }
}

/// Rows that stand open besides, numbered after so many others: each that begins with some words, if these are no more than so
/// many; else gathered by their first word.
pub(crate) fn beside(page: Page, before: usize, choice: &Choice, begins: &str, most: usize) -> Vec<String> {
    match begins.trim() {
        "" if choice.rows.len() > most => groups(page, before, choice, most),
        begins => list(page, before, &beginning(choice, begins), None),
    }
}

/// Every row whose text begins with some words.
pub(crate) fn all(page: Page, choice: &Choice, begins: &str) -> Vec<String> {
    list(page, 0, &beginning(choice, begins), choice.default)
}

/// The rows whose text begins with some words, with their places.
pub(crate) fn beginning<'a>(choice: &'a Choice, begins: &str) -> Vec<(usize, &'a Row)> {
    let begins = begins.trim().to_lowercase();
    choice.rows.iter().enumerate().filter(|(_, row)| row.text.to_lowercase().starts_with(&begins)).collect()
}

/// `  #3  stir hills   Stir up The Hills`.
fn list(page: Page, before: usize, rows: &[(usize, &Row)], default: Option<usize>) -> Vec<String> {
    let numbered = |i: usize| format!("#{}", before + i + 1);
    let number = rows.iter().map(|(i, _)| numbered(*i).len()).max().unwrap_or(2);
    let text = rows.iter().map(|(_, r)| width(&r.text)).max().unwrap_or(0).min(40);
    let line = |(i, row): &(usize, &Row), to: usize| {
        let enter = match (default == Some(*i), row.unwise) {
            (true, _) => "  [Enter]",
            (false, true) => "  ! unwise",
            (false, false) => "",
        };
        let room = to.saturating_sub(number + text.max(width(&row.text)) + 6 + enter.len());
        format!(
            "  {}  {}  {}{}",
            page.dim(&pad(&numbered(*i), number)),
            page.typed(&pad(&row.text, text)),
            if row.label == row.text { String::new() } else { clip(&row.label, room) },
            page.bold(enter)
        )
        .trim_end()
        .to_owned()
    };
    let one: Vec<String> = rows.iter().map(|r| line(r, page.width)).collect();
    let longest = one.iter().map(|l| width(l)).max().unwrap_or(0);
    if rows.len() < 8 || longest * 2 + 2 > page.width {
        return one;
    }
    let half = rows.len().div_ceil(2);
    (0..half)
        .map(|i| format!("{}{}", pad(&one[i], longest + 2), one.get(half + i).map_or("", String::as_str)))
        .collect()
}

/// The first words of the rows, each with its rows.
fn heads(choice: &Choice) -> Vec<(&str, Vec<usize>)> {
    let mut heads: Vec<(&str, Vec<usize>)> = Vec::new();
    for (i, row) in choice.rows.iter().enumerate() {
        let head = row.text.split(' ').next().unwrap_or_default();
        match heads.iter_mut().find(|(h, _)| *h == head) {
            Some((_, rows)) => rows.push(i),
            None => heads.push((head, vec![i])),
        }
    }
    heads
}

/// `#4-13` for rows that stand together, `#4…13` for others.
fn numbers(before: usize, rows: &[usize]) -> String {
    let number = |row: &usize| before + row + 1;
    match (rows.first(), rows.last()) {
        (Some(a), Some(b)) if a != b && b - a + 1 == rows.len() => format!("#{}-{}", number(a), number(b)),
        (Some(a), Some(b)) if a != b => format!("#{}…{}", number(a), number(b)),
        (Some(a), _) => format!("#{}", number(a)),
        _ => String::new(),
    }
}

/// Side by side: `#1 pass · #4-13 rally … · #14-18 construct …`.
fn gathered(page: Page, choice: &Choice, besides: &str) -> Vec<String> {
    const MANY: usize = 40;
    let heads = heads(choice);
    let part = |(head, rows): &(&str, Vec<usize>)| {
        let enter =
            if choice.default.is_some_and(|d| rows.contains(&d)) { page.bold(" [Enter]") } else { String::new() };
        match rows[..] {
            [one] => format!("{} {}{enter}", page.dim(&numbers(0, rows)), page.typed(&choice.rows[one].text)),
            _ => format!("{} …{enter}", page.typed(head)),
        }
    };
    let mut parts: Vec<String> = heads.iter().take(MANY).map(part).collect();
    if heads.len() > MANY {
        parts.push("…".into());
    }
    let ways = format!("({}: `legal`)", ways(choice));
    let asked = format!("{} {}", page.bold(&choice.text), page.dim(&ways));
    parts[0] = format!("{asked}  {}", parts[0]);
    let flowed = |parts: &[String]| flow("", 0, parts, " · ", page.width - 2);
    let mut lines = flowed(&parts);
    if !besides.is_empty() {
        let alone = lines.len();
        parts.push(page.dim(&clip(besides, page.width * 2 / 3)));
        lines = flowed(&parts);
        if lines.len() > alone {
            parts.pop();
            parts.push(page.dim("besides …"));
            lines = flowed(&parts);
        }
    }
    lines.into_iter().enumerate().map(|(i, l)| if i == 0 { l } else { format!("  {l}") }).collect()
}

/// Rows gathered by their first word: `#4-13  march …  guard guard/worn`.
fn groups(page: Page, before: usize, choice: &Choice, most: usize) -> Vec<String> {
    let heads = heads(choice);
    if heads.len() > most {
        let some: Vec<(usize, &Row)> = choice.rows.iter().enumerate().take(most - 1).collect();
        let mut out = list(page, before, &some, choice.default);
        out.push(more(page, choice.rows.len() - some.len()));
        return out;
    }
    let number = heads.iter().map(|(_, r)| width(&numbers(before, r))).max().unwrap_or(0);
    let head = heads.iter().map(|(h, r)| width(h) + if r.len() > 1 { 2 } else { 0 }).max().unwrap_or(0);
    let mut out = Vec::new();
    for (h, rows) in &heads {
        let room = page.width.saturating_sub(number + head + 8);
        let says = match rows[..] {
            [one] => {
                let row = &choice.rows[one];
                if row.text == *h {
                    row.label.clone()
                } else {
                    format!("{}  {}", row.text[h.len()..].trim(), row.label)
                }
            }
            _ => nexts(choice, h, rows),
        };
        let typed = if rows.len() > 1 { format!("{h} …") } else { (*h).to_owned() };
        out.push(format!(
            "  {}  {}  {}",
            page.dim(&pad(&numbers(before, rows), number)),
            page.typed(&pad(&typed, head)),
            clip(&says, room)
        ));
    }
    out.push(page.dim("  `legal` lists all · `legal WORD` one group · Tab or `?`: what may follow"));
    out
}

/// The distinct second words of some rows, as who reads calls them: of pieces that rules have marked without the marks.
fn nexts(choice: &Choice, head: &str, rows: &[usize]) -> String {
    let mut out: Vec<&str> = Vec::new();
    for row in rows {
        let next = choice.rows[*row].text[head.len()..].trim_start().split(' ').next().unwrap_or_default();
        let next = without_marks(next);
        if !next.is_empty() && !out.contains(&next) {
            out.push(next);
        }
    }
    out.join(" ")
}

/// `guard` for `guard+moved`.
fn without_marks(word: &str) -> &str {
    match word.split_once('+') {
        Some((piece, marks)) if !piece.is_empty() && !marks.contains('(') => piece,
        _ => word,
    }
}

fn more(page: Page, n: usize) -> String {
    page.dim(&format!("  … {n} more: `legal` lists all"))
}
