//! `rules`: lists the rules of the rulebook, and the lines that implement and test a rule.

use crate::command::{Access, Command, Completion, CompletionContext, Group};
use crate::reply::Reply;
use crate::rulebook::{Rulebook, find_rules};
use crate::session::Session;
use cardwright_table::Viewer;
use std::sync::PoisonError;

pub(crate) const COMMAND: Command = Command {
    aliases: &["rule"],
    args: "[CITATION]",
    details: "CITATION is what stands in square brackets after a reason or a text, or some words of the number or title of a rule.",
    example: Some(|session| session.table.program().content.rules.first().map(|rule| format!("rules {}", rule.number))),
    completion: Completion::Words(words),
    ..Command::new(
        "rules",
        "the rules of the rulebook; or one, with the lines that implement and test it",
        Group::Rules,
        Access::Players,
        run,
    )
};

/// The most matching rules for which `rules` shows the lines that implement and test them. For a single one it also
/// shows what these lines say.
const MOST_WITH_PLACES: usize = 3;

fn run(session: &mut Session, _: Viewer, cite: &str) -> Reply {
    let content = session.table.program().content.clone();
    let found = find_rules(&content, cite);
    if found.is_empty() {
        let why = if content.rules.is_empty() {
            "this game lists no rules"
        } else {
            "no rule has this in its number or title"
        };
        return Reply::refused(format!("{why}: `{cite}`; `rules` lists them"));
    }
    let book = (found.len() <= MOST_WITH_PLACES).then(|| {
        let library = session.library.lock().unwrap_or_else(PoisonError::into_inner);
        Rulebook::new(&content, &library, &session.table.board().game)
    });
    let mut lines = Vec::new();
    for index in &found {
        match &book {
            Some(book) => lines.extend(book.rule_lines(&content, *index, found.len() == 1)),
            None => lines.push(format!("{}  {}", content.rules[*index].number, content.rules[*index].title)),
        }
    }
    Reply::Text { lines }
}

fn words(known: &mut CompletionContext<'_, '_>, before: &str) -> Vec<String> {
    let next = |number: &str| number.strip_prefix(before)?.split_whitespace().next().map(str::to_owned);
    known.completer.rules().iter().filter_map(|rule| next(&rule.number)).collect()
}
