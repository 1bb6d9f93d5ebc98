//! `decisions`: how much sides that rules play tell of themselves.

use super::{Command, Completes, For, InBrowser, Known, owned};
use crate::failure::unknown;
use crate::repl::session::Session;
use cardwright_view::Decisions;

pub(super) const COMMAND: Command = Command {
    name: "decisions",
    also: &[],
    takes: "[off|concise|full]",
    does: "how much sides played by rules tell of themselves",
    of: For::Sides,
    in_browser: InBrowser::Nobody,
    more: "off: nothing; concise: what they do and by which rule; full: what they weighed on the way too. Alone it says which it is. `log` always tells at least what they do.",
    example: None,
    run,
    completes: Completes::Words(words),
};

fn run(session: &mut Session, word: &str) {
    if word.is_empty() {
        return session.say(format!("decisions {}", session.decisions.word()));
    }
    match Decisions::ALL.iter().find(|(w, _)| *w == word) {
        Some((_, decisions)) => {
            session.decisions = *decisions;
            session.done(format!("decisions {word}"));
        }
        None => {
            let words = Decisions::ALL.map(|(word, _)| word);
            session.refuse(unknown("setting", word, words));
        }
    }
}

fn words(_: &mut Known<'_, '_>, before: &str) -> Vec<String> {
    if before.is_empty() { owned(&Decisions::ALL.map(|(word, _)| word)) } else { Vec::new() }
}
