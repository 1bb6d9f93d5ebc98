//! Colours and widths of texts. Colour only repeats what a word or sign says, so output without colour is complete.

use owo_colors::{OwoColorize, Style};
use std::borrow::Cow;
use textwrap::core::Fragment;
use textwrap::wrap_algorithms::wrap_first_fit;

/// The size of the terminal or pipe, and whether it shows colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Page {
    /// The width in terminal columns.
    pub(crate) width: usize,
    /// The height in lines.
    pub(crate) height: usize,
    /// Whether to use colour.
    pub(crate) color: bool,
}

/// The colours for sides whose id is not a colour.
const PALETTE: [&str; 6] = ["yellow", "cyan", "green", "magenta", "blue", "white"];

impl Page {
    /// Makes a page of at least 40 columns and 10 lines.
    pub(crate) fn new(width: usize, height: usize, color: bool) -> Page {
        Page { width: width.max(40), height: height.max(10), color }
    }
    fn with(self, text: &str, style: Style) -> String {
        if self.color && !text.is_empty() { text.style(style).to_string() } else { text.to_owned() }
    }
    pub(crate) fn bold(self, text: &str) -> String {
        self.with(text, Style::new().bold())
    }
    pub(crate) fn dim(self, text: &str) -> String {
        self.with(text, Style::new().dimmed())
    }
    /// Styles the sign of an error or refusal.
    pub(crate) fn bad(self, text: &str) -> String {
        self.with(text, Style::new().red().bold())
    }
    /// Styles the sign of success.
    pub(crate) fn good(self, text: &str) -> String {
        self.with(text, Style::new().green())
    }
    /// Styles text that the player can type.
    pub(crate) fn typed(self, text: &str) -> String {
        self.with(text, Style::new().cyan())
    }
    /// Styles text in the named colour (`red`), or bold if `color` is not the name of a colour.
    pub(crate) fn named(self, color: &str, text: &str) -> String {
        let style = Style::new();
        let style = match color {
            "red" => style.red(),
            "yellow" => style.yellow(),
            "green" => style.green(),
            "cyan" => style.cyan(),
            "blue" => style.blue(),
            "magenta" => style.magenta(),
            "white" => style.white(),
            _ => style.bold(),
        };
        self.with(text, style)
    }
    /// Styles text in the colour of a side.
    pub(crate) fn side<'a>(self, sides: impl Iterator<Item = &'a str>, side: &str, text: &str) -> String {
        let style = match side_color(sides, side) {
            "yellow" => Style::new().yellow(),
            "cyan" => Style::new().cyan(),
            "green" => Style::new().green(),
            "magenta" => Style::new().magenta(),
            "blue" => Style::new().blue(),
            "red" => Style::new().red(),
            _ => Style::new().white(),
        };
        self.with(text, style.bold())
    }
}

/// Returns the colour of a side: its id if the id is a colour, else a colour from the palette.
pub(crate) fn side_color<'a>(mut sides: impl Iterator<Item = &'a str>, side: &str) -> &'static str {
    let known = ["red", "blue", "green", "yellow", "white"];
    let own = known.iter().find(|color| **color == side);
    let index = sides.position(|other| other == side).unwrap_or(0);
    own.copied().unwrap_or(PALETTE[index % PALETTE.len()])
}

/// Returns the width of a text in terminal columns. Colour codes take no columns.
pub(crate) fn width(text: &str) -> usize {
    textwrap::core::display_width(text)
}

/// Pads a text with blanks to a width.
pub(crate) fn pad(text: &str, target_width: usize) -> String {
    format!("{text}{}", " ".repeat(target_width.saturating_sub(width(text))))
}

/// Cuts a text without colour to a width and marks the cut with `…`.
pub(crate) fn clip(text: &str, max_width: usize) -> String {
    if width(text) <= max_width {
        return text.to_owned();
    }
    let mut out = String::new();
    for c in text.chars() {
        if width(&out) + 2 > max_width {
            break;
        }
        out.push(c);
    }
    out.push('…');
    out
}

/// A text that stays on one line, and the gap after the text.
#[derive(Debug)]
struct Piece<'a> {
    text: Cow<'a, str>,
    gap: &'a str,
}

impl Fragment for Piece<'_> {
    fn width(&self) -> f64 {
        width(&self.text) as f64
    }
    fn whitespace_width(&self) -> f64 {
        width(self.gap) as f64
    }
    fn penalty_width(&self) -> f64 {
        0.0
    }
}

/// Puts parts into text lines of at most `max_width` columns, after a heading and with `gap` between parts. Lines break
/// between parts; a part longer than a line breaks between words. Later lines are indented.
pub(crate) fn flow(head: &str, indent: usize, parts: &[String], gap: &str, max_width: usize) -> Vec<String> {
    let first_room = max_width.saturating_sub(width(head).max(indent));
    let later_room = max_width.saturating_sub(indent);
    let mut pieces: Vec<Piece<'_>> = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        if width(part) <= if i == 0 { first_room } else { later_room } {
            pieces.push(Piece { text: part.into(), gap });
            continue;
        }
        pieces.extend(styled_words(part).into_iter().map(|text| Piece { text: text.into(), gap: " " }));
        if let Some(last) = pieces.last_mut() {
            last.gap = gap;
        }
    }
    let line = |(n, line): (usize, &&[Piece<'_>])| {
        let mut out = if n == 0 { pad(head, indent) } else { " ".repeat(indent) };
        for (i, piece) in line.iter().enumerate() {
            out.push_str(if i == 0 { "" } else { line[i - 1].gap });
            out.push_str(&piece.text);
        }
        out.truncate(out.trim_end().len());
        out
    };
    wrap_first_fit(&pieces, &[first_room as f64, later_room as f64]).iter().enumerate().map(line).collect()
}

/// Splits a text at its blanks. A style that was on at a blank ends before it and begins again after it.
fn styled_words(text: &str) -> Vec<String> {
    const RESET: &str = "\u{1b}[0m";
    let mut style = String::new();
    let styled_word = |word: &str| {
        let start = style.clone();
        for code in word.split_inclusive('m').filter_map(|part| part.rfind('\u{1b}').map(|at| &part[at..])) {
            if code == RESET {
                style.clear();
            } else {
                style.push_str(code);
            }
        }
        format!("{start}{word}{}", if style.is_empty() { "" } else { RESET })
    };
    text.split(' ').map(styled_word).collect()
}

/// Wraps a text between words, with an indent on every line.
pub(crate) fn wrap(text: &str, indent: usize, max_width: usize) -> Vec<String> {
    let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    flow("", indent, &words, " ", max_width)
}

/// Puts two blocks of text lines side by side.
pub(crate) fn side_by_side(left: &[String], right: &[String], gap: usize) -> Vec<String> {
    let column = left.iter().map(|line| width(line)).max().unwrap_or(0) + gap;
    let line = |i: usize| {
        let right = right.get(i).map_or("", String::as_str);
        format!("{}{right}", pad(left.get(i).map_or("", String::as_str), column)).trim_end().to_owned()
    };
    (0..left.len().max(right.len())).map(line).collect()
}

/// Makes the first letter a capital.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|c| c.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_takes_no_room() {
        let page = Page { width: 80, height: 24, color: true };
        assert_eq!(width(&page.bad("Port")), 4);
        assert_eq!(width(&pad(&page.dim("ab"), 5)), 5);
    }

    #[test]
    fn parts_wrap_with_a_hanging_indent() {
        let parts: Vec<String> = ["aaaa", "bbbb", "cccc"].map(String::from).to_vec();
        assert_eq!(flow("x", 2, &parts, " ", 11), ["x aaaa bbbb", "  cccc"]);
        let long = ["a bb ccc dddd".to_owned(), "e".to_owned()];
        assert_eq!(flow("x", 2, &long, " · ", 10), ["x a bb ccc", "  dddd · e"]);
        assert_eq!(clip("abcdef", 4), "abc…");
    }

    #[test]
    fn a_long_part_with_colour_breaks_between_words() {
        let page = Page { width: 80, height: 24, color: true };
        let part = format!("{} {}", page.bold("which mine"), page.typed("san francisco"));
        let lines = flow("", 2, &[part, "x".to_owned()], " · ", 14);
        let typed = |word: &str| format!("  {}", page.typed(word));
        let first = format!("  {} {}", page.bold("which"), page.bold("mine"));
        assert_eq!(lines, [first, typed("san"), typed("francisco"), "  x".to_owned()]);
    }
}
