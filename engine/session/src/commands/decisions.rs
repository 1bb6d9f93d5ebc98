//! `decisions`: sets how much detail the log reports about the decisions of Non-players.

use crate::command::{Access, Command, Completion, Group, first_argument};
use crate::play::unknown;
use crate::reply::Reply;
use crate::session::Session;
use cardwright_table::Viewer;
use cardwright_view::Decisions;

pub(crate) const COMMAND: Command = Command {
    args: "[off|concise|full]",
    details: "off: nothing; concise: what they do and by which rule; full: also what they considered. Without an argument it shows the setting. `log` always reports at least what they do.",
    completion: Completion::Words(|_, before| first_argument(before, &Decisions::ALL.map(|(word, _)| word))),
    ..Command::new("decisions", "how much the log reports of sides that rules play", Group::Seats, Access::Host, run)
};

fn run(session: &mut Session, _: Viewer, word: &str) -> Reply {
    if word.is_empty() {
        return Reply::text(format!("decisions {}", session.decisions.word()));
    }
    match Decisions::ALL.iter().find(|(name, _)| *name == word) {
        Some((_, decisions)) => {
            session.decisions = *decisions;
            Reply::done(format!("decisions {word}"))
        }
        None => unknown("setting", word, Decisions::ALL.map(|(word, _)| word)),
    }
}
