//! `rules`: a rule of the rule book, and where it is implemented and tested.

use super::{Command, Completes, For, InBrowser, Known};
use crate::repl::display::paint::flow;
use crate::repl::session::Session;
use crate::rulebook::Rulebook;
use cardwright_content::Cited;
use std::sync::PoisonError;

pub(super) const COMMAND: Command = Command {
    name: "rules",
    also: &["rule"],
    takes: "[CITATION]",
    does: "the rules of the rule book; or one, as it is cited, with the lines that implement and test it",
    of: For::Rules,
    in_browser: InBrowser::Players,
    more: "CITATION is what stands in square brackets after a reason or a text, or some words of a rule's number or title.",
    example: Some(|session| session.table.program().content.rules.first().map(|rule| format!("rules {}", rule.number))),
    run,
    completes: Completes::Words(words),
};

/// Of so many rules the places are told.
const MOST: usize = 3;

fn run(session: &mut Session, cite: &str) {
    let cite = cite.trim_start_matches('[').trim_end_matches(']').trim();
    let content = session.table.program().content.clone();
    let low = cite.to_lowercase();
    let found: Vec<usize> = match content.cited(cite) {
        Cited::Rule(at) => vec![at],
        _ => {
            let has = |text: &str| text.to_lowercase().contains(&low);
            let code = format!("{} ", content.rule_code);
            let all = content.rules.iter().enumerate();
            let all = all.filter(|(_, rule)| !cite.is_empty() || rule.section().is_none());
            all.filter(|(_, rule)| has(&format!("{code}{}", rule.number)) || has(&rule.title))
                .map(|(at, _)| at)
                .collect()
        }
    };
    if found.is_empty() {
        let why = if content.rules.is_empty() { "this game lists no rules" } else { "no rule is cited so" };
        return session.refuse(format!("{why}: `{cite}`; `rules` lists them"));
    }
    let book = (found.len() <= MOST).then(|| {
        let library = session.packs.lock().unwrap_or_else(PoisonError::into_inner);
        Rulebook::of(&content, &library, &session.table.board().game)
    });
    for at in found {
        let rule = &content.rules[at];
        let title: Vec<String> = rule.title.split_whitespace().map(str::to_owned).collect();
        let head = format!("{}  ", session.page.bold(&rule.number));
        session.say_all(flow(&head, 4, &title, " ", session.page.width));
        if let Some(book) = &book {
            session.say_all(book.rules[at].lines("nowhere"));
            let sentences = content.rules.iter().filter(|of| of.section() == Some(&rule.number));
            session.say_all(sentences.map(|of| format!("  {}  {}", of.number, of.title)).collect::<Vec<_>>());
        }
    }
}

fn words(known: &mut Known<'_, '_>, before: &str) -> Vec<String> {
    let next = |number: &str| number.strip_prefix(before)?.split_whitespace().next().map(str::to_owned);
    known.ahead.rules().iter().filter_map(|rule| next(&rule.number)).collect()
}
