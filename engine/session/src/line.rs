//! Decides whether a typed line is a line of play, a question, or a command.

use crate::command::{Command, command, command_or_prefix, nearest_command};

/// A typed line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Typed<'a> {
    /// An empty line.
    Nothing,
    /// A question that begins or ends with `?`: which words may follow these words?
    Ask(&'a str),
    /// A command, with its arguments.
    Command(&'static Command, &'a str),
    /// A line of play.
    Play(&'a str),
    /// A word after a colon, if no command has this name. Also the name of the command that is most like the word.
    Unknown(&'a str, Option<&'static str>),
}

/// Reads a line. `rows` holds the words of each legal row, because a word without a colon is a command only while no
/// row begins with the word.
pub fn parse<'a>(line: &'a str, rows: &[Vec<String>]) -> Typed<'a> {
    let line = line.trim();
    if line.is_empty() {
        return Typed::Nothing;
    }
    if let Some(rest) = line.strip_prefix('?') {
        return Typed::Ask(rest.trim());
    }
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    if let Some(word) = first.strip_prefix(':') {
        return match command_or_prefix(word) {
            Some(command) => Typed::Command(command, rest),
            None => Typed::Unknown(word, nearest_command(word)),
        };
    }
    if let Some(words) = line.strip_suffix('?') {
        return Typed::Ask(words.trim());
    }
    let first = first.to_lowercase();
    match command(&first) {
        Some(command) if !begins_row(rows, &first, rest) => Typed::Command(command, rest),
        _ => Typed::Play(line),
    }
}

/// Whether the line `first rest`, whose first word is the name of a command, begins a row. It does in three cases:
///
/// - `first` is the whole first word of a row: `log` begins `log timber`.
/// - The line has one word, and a row begins with it: `seat` begins `seattle 1`.
/// - The second word of the line continues the row: `seat 2` begins `seattle 2`, and `log timber` begins `log-timber`.
///
/// `seat us random` does not begin the row `seattle 1`.
fn begins_row(rows: &[Vec<String>], first: &str, rest: &str) -> bool {
    let Some(second) = rest.split_whitespace().next().map(str::to_lowercase) else {
        return rows.iter().filter_map(|row| row.first()).any(|word| word.to_lowercase().starts_with(first));
    };
    let hyphenated = format!("{first}-{second}");
    rows.iter().any(|row| {
        let word = row.first().map(|word| word.to_lowercase()).unwrap_or_default();
        let is_next = || row.get(1).is_some_and(|next| next.to_lowercase() == second);
        word == first || word.starts_with(&hyphenated) || word.starts_with(first) && is_next()
    })
}

/// Whether a word is the whole name of a command.
pub fn is_command(word: &str) -> bool {
    command(&word.to_lowercase()).is_some()
}

#[cfg(test)]
mod tests {
    use super::{Typed, parse};
    use crate::command::command;

    fn typed<'a>(name: &str, rest: &'a str) -> Typed<'a> {
        Typed::Command(command(name).expect("there is such a command"), rest)
    }

    fn rows(texts: &[&str]) -> Vec<Vec<String>> {
        texts.iter().map(|text| text.split(' ').map(str::to_owned).collect()).collect()
    }

    #[test]
    fn a_bare_word_is_a_command_only_while_no_row_begins_with_it() {
        let plain = rows(&["stir hills", "end-turn"]);
        assert_eq!(parse("undo", &plain), typed("undo", ""));
        assert_eq!(parse("log 3", &plain), typed("log", "3"));
        let shadowed = rows(&["log timber", "end-turn"]);
        assert_eq!(parse("log timber", &shadowed), Typed::Play("log timber"));
        assert_eq!(parse(":log 3", &shadowed), typed("log", "3"));
        let longer = rows(&["seattle 1", "seattle 2", "log-timber port"]);
        assert_eq!(parse("seat us random", &longer), typed("seat", "us random"));
        assert_eq!(parse("seat 2", &longer), Typed::Play("seat 2"), "`seat 2` begins the row `seattle 2`");
        assert_eq!(parse("seat", &longer), Typed::Play("seat"), "`seat` begins the row `seattle 1`");
        assert_eq!(parse("log timber port", &longer), Typed::Play("log timber port"), "a blank may stand for a hyphen");
        assert_eq!(parse("log 3", &longer), typed("log", "3"));
    }

    #[test]
    fn after_a_colon_a_unique_prefix_is_enough_and_a_typo_gets_a_suggestion() {
        assert_eq!(parse(":und", &[]), typed("undo", ""));
        assert_eq!(parse(":unddo", &[]), Typed::Unknown("unddo", Some("undo")));
        assert_eq!(parse(":", &[]), Typed::Unknown("", None));
        assert_eq!(parse(":re x", &[]), Typed::Unknown("re", None));
    }

    #[test]
    fn a_question_mark_at_the_beginning_or_end_asks() {
        assert_eq!(parse("?", &[]), Typed::Ask(""));
        assert_eq!(parse("stir ?", &rows(&["stir hills"])), Typed::Ask("stir"));
        assert_eq!(parse("  ", &[]), Typed::Nothing);
        assert_eq!(parse("#3", &[]), Typed::Play("#3"));
    }
}
