//! `log`: the last events and what came of them.

use super::{Command, Completes};
use crate::repl::display::history::{self, Decisions};
use crate::repl::session::Session;

pub(super) const COMMAND: Command = Command {
    name: "log",
    also: &[],
    takes: "[N]",
    does: "the last N events (20) and what came of them",
    more: "",
    example: None,
    run,
    completes: Completes::Nothing,
};

fn run(session: &mut Session, n: &str) {
    let n = match n.parse::<usize>() {
        Ok(n) => n,
        Err(_) if n.is_empty() => 20,
        Err(_) => return session.refuse(format!("`log` takes a number of events, not `{n}`")),
    };
    let decisions = match session.decisions {
        Decisions::Off => Decisions::Concise, // Who asks for the log asks what happened.
        other => other,
    };
    let lines = history::last(&session.table, n, session.eyes(), session.page, decisions);
    if lines.is_empty() {
        return session.say("nothing has happened yet");
    }
    session.say_all(lines);
}
