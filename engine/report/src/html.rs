//! Pieces of HTML: escaped texts, numbers, tables.

use crate::read::cut;
use cardwright_statistics::Share;

/// The longest text of a file that is shown in one piece.
const MOST_CHARS: usize = 80;

/// Escapes a text, and cuts a very long one.
pub(crate) fn text(text: &str) -> String {
    long_text(text, MOST_CHARS)
}

/// Escapes a text, and cuts it after some characters.
pub(crate) fn long_text(text: &str, most_chars: usize) -> String {
    let shown = cut(text, most_chars);
    let mut html = String::with_capacity(shown.len());
    for c in shown.chars() {
        match c {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            // Marks of direction would reorder the text around them.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {}
            c if c.is_control() => html.push(' '),
            c => html.push(c),
        }
    }
    if shown.len() < text.len() {
        html.push('…');
    }
    html
}

/// A whole number with commas: `4,000`.
pub(crate) fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with its noun: `1 game`, `4,000 games`.
pub(crate) fn counted(n: u64, noun: &str) -> String {
    format!("{} {noun}{}", count(n), if n == 1 { "" } else { "s" })
}

/// A number, with decimals only if it has some.
pub(crate) fn number(number: f64) -> String {
    let sign = if number < 0.0 { "−" } else { "" };
    let size = number.abs();
    match size {
        _ if size.fract() == 0.0 => format!("{sign}{}", count(size as u64)),
        _ if size < 10.0 => format!("{sign}{size:.2}"),
        _ => format!("{sign}{size:.1}"),
    }
}

/// A number with a sign: `+1.25`.
pub(crate) fn signed(value: f64) -> String {
    format!("{}{}", if value > 0.0 { "+" } else { "" }, number(value))
}

/// A share as a percentage: `62.3 %`.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1}\u{a0}%", share * 100.0)
}

/// An interval of percentages: `60.8–63.8`.
pub(crate) fn interval(share: &Share) -> String {
    let (low, high) = share.interval();
    format!("{:.1}–{:.1}", low * 100.0, high * 100.0)
}

/// A table. The cells of the first `text_columns` columns are texts, the others numbers. All cells are HTML.
pub(crate) fn table(text_columns: usize, head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut html = format!("<div class=scroll><table class=t{text_columns}><thead><tr>");
    head.iter().for_each(|cell| html.extend(["<th>", cell]));
    html.push_str("</thead><tbody>");
    for row in rows {
        html.push_str("\n<tr>");
        row.iter().for_each(|cell| html.extend(["<td>", cell]));
    }
    html.push_str("</tbody></table></div>\n");
    html
}

/// A list of facts: terms and HTML.
pub(crate) fn facts(facts: &[(&str, String)]) -> String {
    let facts = facts.iter().filter(|(_, fact)| !fact.is_empty());
    format!("<dl>{}</dl>\n", facts.map(|(term, fact)| format!("\n<dt>{term}<dd>{fact}")).collect::<String>())
}

/// A command or an id.
pub(crate) fn code(code: &str) -> String {
    format!("<code>{}</code>", long_text(code, 400))
}
