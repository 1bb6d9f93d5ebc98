//! What may be typed on: words of answers, through several choices of a line, commands, and what may follow these.

use crate::ask::MOST_WORDS;
use crate::download::FILES;
use crate::game::Game;
use crate::keeper::Command;
use crate::reader::{Reader, Role};
use crate::reply::Reply;
use cardwright_table::{Next, line};
use cardwright_view::Decisions;
use serde_json::{Value, json};

/// Commands that are about a line of play, and so are for whoever may play it.
const OF_A_LINE: [&str; 2] = ["why", "preview"];

impl Game {
    /// What may be typed on after a text that may end within a word.
    pub(crate) fn complete(&mut self, reader: Reader, text: &str) -> Reply {
        let begins = begun_at(text);
        let (before, begun) = (&text[..begins], text[begins..].to_lowercase());
        let mut whole = None;
        let mut words: Vec<Value> = match self.command_of(reader, before) {
            Some((command, rest)) => plain(self.after(reader, &command, rest)),
            None if reader.role == Role::Watcher || !self.may_ask(reader, before) => Vec::new(),
            None => {
                let table = self.keeper.table();
                let eyes = reader.audience(table);
                match table.next_words(&line::words(before), eyes, true) {
                    Next::Words(next) => plain(next),
                    Next::Whole(label, next) => {
                        whole = Some(label).filter(|_| begun.is_empty());
                        plain(next)
                    }
                    Next::Wrong(..) => Vec::new(),
                }
            }
        };
        if before.trim().is_empty() {
            let colon = if begun.starts_with(':') { ":" } else { "" };
            let commands = self.commands().into_iter().filter(|command| command.is_for(reader.role));
            words.extend(commands.map(|it| json!({ "word": format!("{colon}{}", it.name), "says": it.says })));
        }
        words.retain(|word| word["word"].as_str().is_some_and(|word| word.to_lowercase().starts_with(&begun)));
        words.truncate(MOST_WORDS);
        let reply = Reply::complete("").with("words", &words);
        if let Some(label) = whole { reply.with("whole", &label) } else { reply }
    }

    /// The command that a text begins with, if it does and this reader has it, and what follows.
    fn command_of<'t>(&self, reader: Reader, text: &'t str) -> Option<(Command, &'t str)> {
        let text = text.trim();
        let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let name = first.strip_prefix(':').unwrap_or(first).to_lowercase();
        if name == first.to_lowercase() && self.begins_a_row(reader, &name) {
            return None;
        }
        let command = self.commands().into_iter().find(|it| it.name == name && it.is_for(reader.role))?;
        Some((command, rest.trim()))
    }

    /// The words that may follow a command and some whole words after it.
    fn after(&mut self, reader: Reader, command: &Command, before: &str) -> Vec<String> {
        let is_of_a_line = OF_A_LINE.contains(&command.name.as_str());
        let line = before.strip_prefix("not ").unwrap_or(before);
        if (is_of_a_line && !self.may_ask(reader, line)) || (command.asks && !reader.is_asked(self.keeper.look())) {
            return Vec::new();
        }
        let first = |words: &[&str]| match before {
            "" => words.iter().map(|word| (*word).to_owned()).collect(),
            _ => Vec::new(),
        };
        match command.name.as_str() {
            "decisions" => first(&Decisions::ALL.map(|(word, _)| word)),
            "download" => first(&FILES),
            "help" => {
                let commands = self.commands();
                let own = commands.iter().filter(|it| it.is_for(reader.role));
                first(&own.map(|it| it.name.as_str()).collect::<Vec<_>>())
            }
            "log" => first(&["since", "set-up"]),
            name => match self.keeper.complete(reader, name, before) {
                Some(words) => words,
                None if is_of_a_line => self.line_goes_on(reader, line),
                None => Vec::new(),
            },
        }
    }

    fn line_goes_on(&mut self, reader: Reader, before: &str) -> Vec<String> {
        let table = self.keeper.table();
        let eyes = reader.audience(table);
        match table.next_words(&line::words(before), eyes, true) {
            Next::Words(next) | Next::Whole(_, next) => next,
            Next::Wrong(..) => Vec::new(),
        }
    }
}

/// Where the word begins that is being typed.
pub(crate) fn begun_at(text: &str) -> usize {
    text.char_indices().rfind(|(_, c)| c.is_whitespace() || *c == ',').map_or(0, |(at, c)| at + c.len_utf8())
}

fn plain(words: Vec<String>) -> Vec<Value> {
    words.into_iter().map(|word| json!({ "word": word })).collect()
}
