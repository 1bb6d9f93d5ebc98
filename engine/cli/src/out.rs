//! The one place that prints. A reader that went away (`| head`) is no error.

use cardwright_content::is_text;
use owo_colors::{OwoColorize, Stream};
use std::borrow::Cow;
use std::fmt::Display;
use std::io::{ErrorKind, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether something could not be written, for a reason other than a reader that went away.
static LOST: AtomicBool = AtomicBool::new(false);

/// What a pack, a record or a typed line smuggled in must not steer the terminal: of what is no text
/// only our own colours pass, and where there are none, none.
pub(crate) fn fit(text: &str, is_colored: bool) -> Cow<'_, str> {
    if text.chars().all(is_text) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let color = if is_colored { color_at(rest) } else { None };
        let (take, shown) = match color {
            Some(m) => (m + 1, &rest[..=m]),
            None if is_text(c) => (c.len_utf8(), &rest[..c.len_utf8()]),
            None => (c.len_utf8(), "?"),
        };
        out.push_str(shown);
        rest = &rest[take..];
    }
    out.into()
}

/// Where the `m` of a colour stands with which a text begins.
fn color_at(text: &str) -> Option<usize> {
    let numbers = text.strip_prefix("\u{1b}[")?;
    let end = numbers.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    numbers[end..].starts_with('m').then_some(end + 2)
}

fn write(to: &mut dyn Write, text: &str) {
    let done = to.write_all(text.as_bytes()).and_then(|()| to.flush());
    if done.is_err_and(|e| e.kind() != ErrorKind::BrokenPipe) {
        LOST.store(true, Ordering::Relaxed);
    }
}

/// Text to standard output, as it is.
pub(crate) fn text(text: &str) {
    write(&mut std::io::stdout().lock(), &fit(text, color()));
}

/// Has the terminal forget what has left its screen at the top.
pub(crate) fn clear_scrollback() {
    write(&mut std::io::stdout().lock(), "\u{1b}[3J");
}

/// A line to standard output.
pub(crate) fn line(line: impl Display) {
    text(&format!("{line}\n"));
}

/// A line to standard error: notices, questions, problems.
pub(crate) fn note(line: impl Display) {
    write(&mut std::io::stderr().lock(), &fit(&format!("{line}\n"), color_of_notes()));
}

/// Text to standard error without a line's end: questions and progress.
pub(crate) fn ask(text: &str) {
    write(&mut std::io::stderr().lock(), text);
}

/// Whether output was lost.
pub(crate) fn is_lost() -> bool {
    LOST.load(Ordering::Relaxed)
}

/// Whether standard output takes colour: a terminal, unless `NO_COLOR` or the like says otherwise.
pub(crate) fn color() -> bool {
    is_colored(Stream::Stdout)
}

/// Whether standard error takes colour.
pub(crate) fn color_of_notes() -> bool {
    is_colored(Stream::Stderr)
}

fn is_colored(stream: Stream) -> bool {
    "x".if_supports_color(stream, |x| x.bold()).to_string().len() > 1
}

/// Whether a person can be asked: both what is typed and what is told go through a terminal.
pub(crate) fn is_asking() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

/// Bold on standard output, where that shows.
pub(crate) fn bold(text: impl Display) -> String {
    let text = text.to_string();
    text.if_supports_color(Stream::Stdout, |t| t.bold()).to_string()
}

/// Dim on standard output, where that shows.
pub(crate) fn dim(text: impl Display) -> String {
    let text = text.to_string();
    text.if_supports_color(Stream::Stdout, |t| t.dimmed()).to_string()
}

/// How many columns the terminal has that standard output goes to; none where it goes to no terminal.
pub(crate) fn width() -> Option<usize> {
    // Narrower than this (some terminals say 0) columns would be cut to letters.
    comfy_table::Table::new().width().map(usize::from).filter(|columns| *columns >= 40)
}

/// A table without rules: columns two blanks apart.
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
    table.set_header(head.iter().map(|h| {
        let cell = comfy_table::Cell::new(h);
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

/// A value as JSON to standard output, for programs.
pub(crate) fn json(value: &serde_json::Value) {
    line(serde_json::to_string_pretty(value).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::fit;

    #[test]
    fn only_whole_colours_pass_and_a_long_text_takes_no_time() {
        assert_eq!(fit("\u{1b}[1;31mred\u{1b}[0m", true), "\u{1b}[1;31mred\u{1b}[0m");
        assert_eq!(fit("\u{1b}[1;31mred", false), "?[1;31mred");
        assert_eq!(fit("\u{1b}[2Jx\u{1b}[", true), "?[2Jx?[");
        let long = "a b ".repeat(300_000) + "\u{1b}";
        let began = std::time::Instant::now();
        assert!(fit(&long, true).ends_with("a b ?"));
        assert!(began.elapsed().as_secs() < 5, "it looks at each letter once");
    }
}
