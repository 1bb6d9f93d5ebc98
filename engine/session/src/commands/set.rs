//! `set`: changes a setting of the prompt.

use crate::command::{Access, Command, Completion, Group, Places, owned};
use crate::play::unknown;
use crate::reply::Reply;
use crate::session::{DrawnTable, Session};
use cardwright_table::Viewer;

pub(crate) const COMMAND: Command = Command {
    args: "[table full|changed|none]",
    details: "How much of the table the prompt draws before a new question. full: all of it; changed: the spaces, sides, tracks and cards that have changed since; none: nothing. Without a word it shows the setting. `show` draws all of it at any time.",
    places: Places::Prompt,
    completion: Completion::Words(|_, before| match before {
        "" => owned(&["table"]),
        "table" => owned(&DrawnTable::ALL.map(|(word, _)| word)),
        _ => Vec::new(),
    }),
    ..Command::new("set", "how much of the table is drawn after an answer", Group::Look, Access::Host, run)
};

fn run(session: &mut Session, _: Viewer, words: &str) -> Reply {
    let (setting, word) = words.split_once(' ').unwrap_or((words, ""));
    if !matches!(setting, "" | "table") {
        return unknown("setting", setting, ["table"]);
    }
    let words = DrawnTable::ALL.map(|(word, _)| word);
    match DrawnTable::ALL.into_iter().find(|(name, _)| *name == word) {
        Some((_, drawn)) => {
            session.drawn_table = drawn;
            Reply::done(format!("table {word}"))
        }
        None if word.is_empty() => {
            let now = DrawnTable::ALL.into_iter().find(|(_, drawn)| *drawn == session.drawn_table);
            Reply::text(format!("table {}; `set table` takes {}", now.map_or("", |(word, _)| word), words.join(", ")))
        }
        None => unknown("amount", word, words),
    }
}
