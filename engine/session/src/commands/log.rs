//! `log`: the last events, those since the viewer last answered, or the set-up.

use crate::command::{Access, Command, Completion, Cost, Group, Place, Places, first_argument};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_table::Viewer;
use cardwright_view::{Decisions, LogEntry, history};

pub(crate) const COMMAND: Command = Command {
    name: "log",
    aliases: &[],
    former_name: None,
    args: "[N | since | set-up]",
    summary: "the last N events (20); those since your last answer; how the game was set up",
    group: Group::Look,
    access: Access::Everyone,
    places: Places::Both,
    cost: Cost::Instant,
    details: "",
    example: None,
    run,
    completion: Completion::Words(|_, before| first_argument(before, &["since", "set-up"])),
};

/// Events shown where no number is given.
const USUAL: usize = 20;
/// The most events that are shown at once in the browser.
const MOST: usize = 200;

fn run(session: &mut Session, viewer: Viewer, which: &str) -> Reply {
    match which {
        "set-up" => return Reply::Log { log: vec![history::set_up(&session.table, viewer)], in_full: true },
        "since" => return since(session, viewer),
        _ => {}
    }
    let n = match which.parse::<usize>() {
        Ok(n) if session.place == Place::Browser => n.min(MOST),
        Ok(n) => n,
        Err(_) if which.is_empty() => USUAL,
        Err(_) => {
            return Reply::refused(format!("`log` takes a number of events, `since` or `set-up`, not `{which}`"));
        }
    };
    let log = history::last(&session.table, n, viewer, decisions(session, viewer));
    match log.iter().all(LogEntry::is_empty) {
        true => Reply::text("nothing has happened yet"),
        false => Reply::Log { log, in_full: false },
    }
}

/// The last answer of the side to move, or of the viewer, and what came after it.
fn since(session: &mut Session, viewer: Viewer) -> Reply {
    let asked = session.table.asked();
    let sides = viewer.sides();
    let own = asked.filter(|side| sides.has(*side)).or_else(|| sides.first());
    let Some(side) = own.or(asked.filter(|_| viewer.is_player())) else {
        return Reply::refused("nobody is to move, and all hands are open: `log N` shows the last N events");
    };
    match history::since_answer(&session.table, side, viewer, decisions(session, viewer)) {
        Some(log) => Reply::Log { log, in_full: false },
        None => Reply::text(format!("{} has not answered yet: `log` shows the last events", session.name(side))),
    }
}

/// Asking for the log always shows at least what sides that rules play did.
fn decisions(session: &Session, viewer: Viewer) -> Decisions {
    match session.decisions_for(viewer) {
        Decisions::Off => Decisions::Concise,
        other => other,
    }
}
