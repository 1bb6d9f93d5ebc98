//! `rules`: the rules of the rulebook, and where each is implemented and tested.

use crate::command::{Access, Command, Completion, Cost, Group, Known, Places};
use crate::reply::Reply;
use crate::rulebook::Rulebook;
use crate::session::Session;
use cardwright_content::CitationTarget;
use cardwright_table::Viewer;
use std::sync::PoisonError;

pub(crate) const COMMAND: Command = Command {
    name: "rules",
    aliases: &["rule"],
    former_name: None,
    args: "[CITATION]",
    summary: "the rules of the rulebook; or one, with the lines that implement and test it",
    group: Group::Rules,
    access: Access::Players,
    places: Places::Both,
    cost: Cost::Instant,
    details: "CITATION is what stands in square brackets after a reason or a text, or some words of the number or title of a rule.",
    example: Some(|session| session.table.program().content.rules.first().map(|rule| format!("rules {}", rule.number))),
    run,
    completion: Completion::Words(words),
};

/// The places are shown of so many rules at most.
const MOST_WITH_PLACES: usize = 3;

fn run(session: &mut Session, _: Viewer, cite: &str) -> Reply {
    let cite = cite.trim_start_matches('[').trim_end_matches(']').trim();
    let content = session.table.program().content.clone();
    let low = cite.to_lowercase();
    let found: Vec<usize> = match content.resolve_citation(cite) {
        CitationTarget::Rule(at) => vec![at],
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
        return Reply::refused(format!("{why}: `{cite}`; `rules` lists them"));
    }
    let book = (found.len() <= MOST_WITH_PLACES).then(|| {
        let library = session.library.lock().unwrap_or_else(PoisonError::into_inner);
        Rulebook::new(&content, &library, &session.table.board().game)
    });
    let mut lines = Vec::new();
    for at in found {
        let rule = &content.rules[at];
        lines.push(format!("{}  {}", rule.number, rule.title));
        if let Some(book) = &book {
            lines.extend(book.rules[at].lines("nowhere"));
            let sentences = content.rules.iter().filter(|sentence| sentence.section() == Some(&rule.number));
            lines.extend(sentences.map(|sentence| format!("  {}  {}", sentence.number, sentence.title)));
        }
    }
    Reply::Text { lines }
}

fn words(known: &mut Known<'_, '_>, before: &str) -> Vec<String> {
    let next = |number: &str| number.strip_prefix(before)?.split_whitespace().next().map(str::to_owned);
    known.ahead.rules().iter().filter_map(|rule| next(&rule.number)).collect()
}
