//! What a typed line is: play, a question, or a command; and doing it.

use super::commands::{self, Command};
use super::session::{Flow, Session};

/// What a typed line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Typed<'a> {
    /// Nothing.
    Nothing,
    /// `?`: what may come after these words.
    Ask(&'a str),
    /// A command, with what follows it.
    Command(&'static Command, &'a str),
    /// A line of play.
    Play(&'a str),
    /// `:` and a word that is no command, with the nearest.
    Unknown(&'a str, Option<&'static str>),
}

/// Reads a line; `rows` are the words of the legal rows.
pub(crate) fn read<'a>(line: &'a str, rows: &[Vec<String>]) -> Typed<'a> {
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
        return match commands::named(word) {
            Some(command) => Typed::Command(command, rest),
            None => Typed::Unknown(word, commands::nearest(word)),
        };
    }
    if let Some(words) = line.strip_suffix('?') {
        return Typed::Ask(words.trim());
    }
    let low = first.to_lowercase();
    match commands::exact(&low) {
        Some(command) if !is_row(rows, &low, rest) => Typed::Command(command, rest),
        _ => Typed::Play(line),
    }
}

/// Whether a line that begins with the name of a command begins a row all the same: with its whole word, or cut short and alone, or
/// with the next part of the name after it or the next word of the row. `seat us random` is no beginning of Seattle.
fn is_row(rows: &[Vec<String>], first: &str, rest: &str) -> bool {
    let Some(second) = rest.split_whitespace().next().map(str::to_lowercase) else {
        return rows.iter().filter_map(|row| row.first()).any(|word| word.to_lowercase().starts_with(first));
    };
    let together = format!("{first}-{second}");
    rows.iter().any(|row| {
        let word = row.first().map(|word| word.to_lowercase()).unwrap_or_default();
        let is_next = || row.get(1).is_some_and(|next| next.to_lowercase() == second);
        word == first || word.starts_with(&together) || word.starts_with(first) && is_next()
    })
}

/// Whether a word, all of it, is a command.
pub(crate) fn is_command(word: &str) -> bool {
    commands::exact(&word.to_lowercase()).is_some()
}

impl Session {
    /// Takes a line.
    pub(crate) fn handle(&mut self, line: &str) -> Flow {
        let asked = self.table.request().map(|request| request.text(self.table.board(), self.eyes()));
        if !self.freshen(line) {
            return Flow::Go;
        }
        let now = self.table.request().map(|request| request.text(self.table.board(), self.eyes()));
        if asked.is_some() && asked != now {
            self.say("what was asked for is another with the new rules: your line was not taken");
            return Flow::Go;
        }
        if now.is_some() {
            return self.told(line);
        }
        let words = self.table.row_words().to_vec();
        match read(line, &words) {
            Typed::Nothing | Typed::Play(_) if self.gives_away() => {}
            Typed::Nothing => self.enter(),
            Typed::Ask(words) => {
                self.reads_on = true;
                self.ask(words);
            }
            Typed::Play(line) => self.play(line),
            Typed::Unknown(word, near) => {
                let hint = near.map_or("`:help` lists them".to_owned(), |n| format!("did you mean `:{n}`?"));
                self.refuse(format!("there is no command `:{word}`; {hint}"));
            }
            Typed::Command(command, rest) => {
                self.reads_on = matches!(command.of, commands::For::Looking | commands::For::Rules);
                command.run(self, rest);
            }
        }
        if self.leaves { Flow::Quit } else { Flow::Go }
    }
}

#[cfg(test)]
mod tests {
    use super::{Typed, read};
    use crate::repl::commands::exact;

    fn command<'a>(name: &str, rest: &'a str) -> Typed<'a> {
        Typed::Command(exact(name).expect("there is such a command"), rest)
    }

    fn rows(texts: &[&str]) -> Vec<Vec<String>> {
        texts.iter().map(|t| t.split(' ').map(str::to_owned).collect()).collect()
    }

    #[test]
    fn a_bare_word_is_a_command_only_while_no_row_begins_with_it() {
        let plain = rows(&["stir hills", "end-turn"]);
        assert_eq!(read("undo", &plain), command("undo", ""));
        assert_eq!(read("log 3", &plain), command("log", "3"));
        let shadowed = rows(&["log timber", "end-turn"]);
        assert_eq!(read("log timber", &shadowed), Typed::Play("log timber"));
        assert_eq!(read(":log 3", &shadowed), command("log", "3"));
        let begins = rows(&["seattle 1", "seattle 2", "log-timber port"]);
        assert_eq!(read("seat us random", &begins), command("seat", "us random"));
        assert_eq!(read("seat 2", &begins), Typed::Play("seat 2"), "and with the next word of one");
        assert_eq!(read("seat", &begins), Typed::Play("seat"), "alone it is the beginning of a row");
        assert_eq!(
            read("log timber port", &begins),
            Typed::Play("log timber port"),
            "the name may be parted by a blank"
        );
        assert_eq!(read("log 3", &begins), command("log", "3"));
    }

    #[test]
    fn after_a_colon_a_unique_beginning_does_and_others_are_suggested() {
        assert_eq!(read(":und", &[]), command("undo", ""));
        assert_eq!(read(":unddo", &[]), Typed::Unknown("unddo", Some("undo")));
        assert_eq!(read(":", &[]), Typed::Unknown("", None));
        assert_eq!(read(":se x", &[]), Typed::Unknown("se", None));
    }

    #[test]
    fn a_question_mark_asks_wherever_it_stands() {
        assert_eq!(read("?", &[]), Typed::Ask(""));
        assert_eq!(read("stir ?", &rows(&["stir hills"])), Typed::Ask("stir"));
        assert_eq!(read("  ", &[]), Typed::Nothing);
        assert_eq!(read("#3", &[]), Typed::Play("#3"));
    }
}
