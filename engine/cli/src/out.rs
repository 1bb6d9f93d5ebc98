//! Prints all output of the program. A closed pipe, as in `cardwright list | head`, is not an error.

use cardwright_content::is_text_char;
use owo_colors::{OwoColorize, Stream};
use std::borrow::Cow;
use std::fmt::Display;
use std::io::{ErrorKind, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether a write failed, for a reason other than a closed pipe.
static WRITE_FAILED: AtomicBool = AtomicBool::new(false);

/// Replaces control characters by `?`, so that text from packs, records and players cannot control the terminal. Keeps
/// colour codes if `is_colored`.
pub(crate) fn sanitize(text: &str, is_colored: bool) -> Cow<'_, str> {
    if text.chars().all(is_text_char) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let color = if is_colored { color_end(rest) } else { None };
        let (len, shown) = match color {
            Some(end) => (end + 1, &rest[..=end]),
            None if is_text_char(c) => (c.len_utf8(), &rest[..c.len_utf8()]),
            None => (c.len_utf8(), "?"),
        };
        out.push_str(shown);
        rest = &rest[len..];
    }
    out.into()
}

/// Returns the index of the final `m` of a colour code at the start of a text.
fn color_end(text: &str) -> Option<usize> {
    let numbers = text.strip_prefix("\u{1b}[")?;
    let end = numbers.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    // `numbers` begins after the two bytes of the prefix.
    numbers[end..].starts_with('m').then_some(end + 2)
}

fn write(to: &mut dyn Write, text: &str) {
    let result = to.write_all(text.as_bytes()).and_then(|()| to.flush());
    let failed = result.err().filter(|error| error.kind() != ErrorKind::BrokenPipe);
    if let Some(error) = failed
        && !WRITE_FAILED.swap(true, Ordering::Relaxed)
    {
        let _ = writeln!(std::io::stderr(), "error: cannot write output: {error}");
    }
}

/// Prints a text to standard output.
pub(crate) fn text(text: &str) {
    write(&mut std::io::stdout().lock(), &sanitize(text, color()));
}

/// Clears the scrollback of the terminal.
pub(crate) fn clear_scrollback() {
    write(&mut std::io::stdout().lock(), "\u{1b}[3J");
}

/// Prints a line to standard output.
pub(crate) fn line(line: impl Display) {
    text(&format!("{line}\n"));
}

/// Prints a line to standard error, for notices and problems.
pub(crate) fn note(line: impl Display) {
    write(&mut std::io::stderr().lock(), &sanitize(&format!("{line}\n"), color_of_notes()));
}

/// Prints a text without a newline to standard error, for questions and progress.
pub(crate) fn note_text(text: &str) {
    write(&mut std::io::stderr().lock(), text);
}

/// Whether writing output failed.
pub(crate) fn has_failed() -> bool {
    WRITE_FAILED.load(Ordering::Relaxed)
}

/// Whether standard output shows colour. A terminal does, unless `NO_COLOR` or a similar variable is set.
pub(crate) fn color() -> bool {
    is_colored(Stream::Stdout)
}

/// Whether standard error shows colour.
pub(crate) fn color_of_notes() -> bool {
    is_colored(Stream::Stderr)
}

fn is_colored(stream: Stream) -> bool {
    "x".if_supports_color(stream, |x| x.bold()).to_string().len() > 1
}

/// Whether the program can ask questions, because standard input and standard error are terminals.
pub(crate) fn is_interactive() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

/// Makes text for standard output bold, if standard output shows colour.
pub(crate) fn bold(text: impl Display) -> String {
    let text = text.to_string();
    text.if_supports_color(Stream::Stdout, |t| t.bold()).to_string()
}

/// Returns the width of the terminal, or `None` if standard output is not a terminal or is narrower than 40 columns.
pub(crate) fn width() -> Option<usize> {
    // Some terminals report a width of 0. On a very narrow terminal each column of a text table would be one letter
    // wide. In both cases the text is not wrapped.
    comfy_table::Table::new().width().map(usize::from).filter(|columns| *columns >= 40)
}

/// Returns a number with its noun: `1 card`, `2 cards`.
pub(crate) fn counted(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// Prints a text table without ruled lines. Two spaces separate its columns.
pub(crate) fn table(head: &[&str], rows: Vec<Vec<String>>) {
    if rows.is_empty() {
        return;
    }
    let mut table = comfy_table::Table::new();
    table.load_preset(comfy_table::presets::NOTHING);
    table.set_content_arrangement(if width().is_some() {
        comfy_table::ContentArrangement::Dynamic
    } else {
        comfy_table::ContentArrangement::Disabled
    });
    table.set_header(head.iter().map(|title| {
        let cell = comfy_table::Cell::new(title);
        if color() { cell.add_attribute(comfy_table::Attribute::Bold) } else { cell }
    }));
    table.add_rows(rows);
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    for row in table.lines() {
        line(row.trim_end());
    }
}

/// Prints a value as JSON to standard output.
pub(crate) fn json(value: &impl serde::Serialize) {
    line(serde_json::to_string_pretty(value).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::sanitize;

    #[test]
    fn sanitize_keeps_only_complete_colour_codes_and_takes_linear_time() {
        assert_eq!(sanitize("\u{1b}[1;31mred\u{1b}[0m", true), "\u{1b}[1;31mred\u{1b}[0m");
        assert_eq!(sanitize("\u{1b}[1;31mred", false), "?[1;31mred");
        assert_eq!(sanitize("\u{1b}[2Jx\u{1b}[", true), "?[2Jx?[");
        let long = "a b ".repeat(300_000) + "\u{1b}";
        let start = std::time::Instant::now();
        assert!(sanitize(&long, true).ends_with("a b ?"));
        assert!(start.elapsed().as_secs() < 5, "sanitize must pass over the text once");
    }
}
