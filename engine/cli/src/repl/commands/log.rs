//! `log`: the last events and what came of them, or those since one last answered.

use super::{Command, Completes, For, InBrowser, Known, owned};
use crate::repl::session::Session;
use cardwright_view::{Decisions, Told, history};

pub(super) const COMMAND: Command = Command {
    name: "log",
    also: &[],
    takes: "[N | since | set-up]",
    does: "the last N events (20) and what came of them; those since your last answer; how the game was set up",
    of: For::Looking,
    in_browser: InBrowser::Nobody,
    more: "",
    example: None,
    run,
    completes: Completes::Words(words),
};

fn run(session: &mut Session, n: &str) {
    if n == "set-up" {
        let told = history::set_up(&session.table, session.eyes());
        return session.tell(&[told], true);
    }
    if n == "since" {
        return since(session);
    }
    let n = match n.parse::<usize>() {
        Ok(n) => n,
        Err(_) if n.is_empty() => 20,
        Err(_) => return session.refuse(format!("`log` takes a number of events, `since` or `set-up`, not `{n}`")),
    };
    let told = history::last(&session.table, n, session.eyes(), decisions(session));
    if told.iter().all(Told::is_silent) {
        return session.say("nothing has happened yet");
    }
    session.tell(&told, false);
}

/// The last answer of whoever is asked, or of whoever looks, and what came after it.
fn since(session: &mut Session) {
    let eyes = session.eyes();
    let asked = session.table.asked();
    // Of several sides that one player answers for, the one that is asked.
    let own = asked.filter(|side| eyes.sides().has(*side));
    let Some(side) = own.or_else(|| eyes.sides().first()).or(asked) else {
        return session.refuse("nobody is asked, and all hands are open: `log N` tells the last N events");
    };
    match history::since_answer(&session.table, side, eyes, decisions(session)) {
        Some(told) => session.tell(&told, false),
        None => {
            let name = session.table.board().sides[side.at()].name.clone();
            session.say(format!("{name} has not answered yet: `log` tells the last events"));
        }
    }
}

/// Who asks for the log asks what happened.
fn decisions(session: &Session) -> Decisions {
    match session.decisions {
        Decisions::Off => Decisions::Concise,
        other => other,
    }
}

fn words(_: &mut Known<'_, '_>, before: &str) -> Vec<String> {
    if before.is_empty() { owned(&["since", "set-up"]) } else { Vec::new() }
}
