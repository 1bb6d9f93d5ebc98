//! `goto`: goes to the position after any event.

use crate::command::{Access, Command, Group};
use crate::reply::{MovedReply, Reply};
use crate::session::Session;
use cardwright_table::Viewer;

pub(crate) const COMMAND: Command = Command {
    args: "N",
    details: "A player cannot go to an event if that takes back somebody else's answer. Once the game is over it shows the table after event N, and the game stays over: Enter shows the next event, and `goto end` returns. `show`, `log`, `why` and `note` are then about the event that is looked at. All hands are shown, and nothing is taken back any more. In a game begun with --open an answer goes on from there.",
    ..Command::new(
        "goto",
        "go to the position after event N, on any branch; once the game is over: look back at it",
        Group::Travel,
        Access::Players,
        run,
    )
};

fn run(session: &mut Session, viewer: Viewer, n: &str) -> Reply {
    let is_review = session.table.is_over() || session.table.is_looking_back();
    if n == "end" && is_review {
        return Reply::LookAt { event: session.table.current_event() };
    }
    let Ok(event) = n.parse::<usize>() else {
        let last = session.table.nodes().len() - 1;
        return Reply::refused(format!("`goto` takes the number of an event, 0 to {last}; `log` shows them"));
    };
    if is_review {
        return Reply::LookAt { event };
    }
    let from = session.table.shown_event();
    let result = match viewer.is_host() {
        true => session.table.goto(event),
        false => session.table.goto_by(event, viewer.answers_for()),
    };
    match result {
        Ok(()) => Reply::Moved(MovedReply { is_far: true, ..session.moved(viewer, from) }),
        Err(error) => session.refuse(viewer, error),
    }
}
