//! `log`: the last events and what came of them.

use super::{Command, Completes, For};
use crate::repl::session::Session;
use cardwright_view::{Decisions, Told, history};

pub(super) const COMMAND: Command = Command {
    name: "log",
    also: &[],
    takes: "[N | set-up]",
    does: "the last N events (20) and what came of them; how the game was set up",
    of: For::Looking,
    more: "",
    example: None,
    run,
    completes: Completes::Nothing,
};

fn run(session: &mut Session, n: &str) {
    if n == "set-up" {
        let told = history::first(&session.table, session.eyes());
        return session.tell(&[told], true);
    }
    let n = match n.parse::<usize>() {
        Ok(n) => n,
        Err(_) if n.is_empty() => 20,
        Err(_) => return session.refuse(format!("`log` takes a number of events, or `set-up`, not `{n}`")),
    };
    let decisions = match session.decisions {
        Decisions::Off => Decisions::Concise, // Who asks for the log asks what happened.
        other => other,
    };
    let told = history::last(&session.table, n, session.eyes(), decisions);
    if told.iter().all(Told::is_silent) {
        return session.say("nothing has happened yet");
    }
    session.tell(&told, false);
}
