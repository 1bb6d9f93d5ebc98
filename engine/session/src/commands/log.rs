//! `log`: shows the last events, the events since the viewer last answered, or the set-up.

use crate::command::{Access, Command, Completion, Group, first_argument};
use crate::reply::Reply;
use crate::session::{Place, Session};
use cardwright_table::Viewer;
use cardwright_view::{Decisions, LogEntry, history};

pub(crate) const COMMAND: Command = Command {
    args: "[N | since | set-up]",
    completion: Completion::Words(|_, before| first_argument(before, &["since", "set-up"])),
    ..Command::new(
        "log",
        "the last N events (20); those since your last answer; how the game was set up",
        Group::Look,
        Access::Everyone,
        run,
    )
};

/// How many events `log` shows without a number.
const USUAL_EVENTS: usize = 20;
/// The most events that `log` shows at once in the browser.
const MOST_EVENTS: usize = 200;

fn run(session: &mut Session, viewer: Viewer, text: &str) -> Reply {
    match text {
        "set-up" => return Reply::Log { log: vec![history::set_up(&session.table, viewer)], in_full: true },
        "since" => return since(session, viewer),
        _ => {}
    }
    let n = match text.parse::<usize>() {
        Ok(n) if session.place == Place::Browser => n.min(MOST_EVENTS),
        Ok(n) => n,
        Err(_) if text.is_empty() => USUAL_EVENTS,
        Err(_) => {
            return Reply::refused(format!("`log` takes a number of events, `since` or `set-up`, not `{text}`"));
        }
    };
    let log = history::last(&session.table, n, viewer, decisions(session, viewer));
    match log.iter().all(LogEntry::is_empty) {
        true => Reply::text("nothing has happened yet"),
        false => Reply::Log { log, in_full: false },
    }
}

/// Shows the last answer of the side to move, or of the viewer, and the events after it.
fn since(session: &mut Session, viewer: Viewer) -> Reply {
    let asked = session.table.asked();
    let sides = viewer.sides();
    let own_side = asked.filter(|side| sides.has(*side)).or_else(|| sides.first());
    let Some(side) = own_side.or(asked.filter(|_| viewer.is_player())) else {
        return Reply::refused("nobody is to move, and all hands are open: `log N` shows the last N events");
    };
    match history::since_answer(&session.table, side, viewer, decisions(session, viewer)) {
        Some(log) => Reply::Log { log, in_full: false },
        None => Reply::text(format!("{} has not answered yet: `log` shows the last events", session.name(side))),
    }
}

/// Returns how much to report of sides that rules play. `log` always reports at least what they did.
fn decisions(session: &Session, viewer: Viewer) -> Decisions {
    match session.decisions_for(viewer) {
        Decisions::Off => Decisions::Concise,
        other => other,
    }
}
