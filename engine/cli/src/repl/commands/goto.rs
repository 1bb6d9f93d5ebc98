//! `goto`: to the position after any event.

use super::{Command, Completes, For, InBrowser};
use crate::repl::session::Session;

pub(super) const COMMAND: Command = Command {
    name: "goto",
    also: &[],
    takes: "N",
    does: "go to the position after event N, on any branch; once the game is over: look back at it",
    of: For::Going,
    in_browser: InBrowser::Nobody,
    more: "Once the game is over it shows the table as it was after event N, and the game stays over: Enter shows the event after it, and \
           `goto end` returns. `show`, `log`, `why` and `note` are of what is looked at, and what was hidden is \
           shown: from then on nothing is taken back. In a game begun with --open an answer goes on from there.",
    example: None,
    run,
    completes: Completes::Nothing,
};

fn run(session: &mut Session, n: &str) {
    if n == "end" && (session.table.is_over() || session.table.is_looking_back()) {
        return session.look_at(session.table.now());
    }
    let Ok(n) = n.parse::<usize>() else {
        return session.refuse(format!(
            "`goto` takes the number of an event, 0 to {}; `log` shows them",
            session.table.nodes().len() - 1
        ));
    };
    if session.table.is_over() || session.table.is_looking_back() {
        return session.look_at(n);
    }
    let from = session.table.here();
    match session.table.goto(n) {
        Ok(()) => {
            session.went(from, None);
            session.redraw();
        }
        Err(error) => session.answered(Err(error)),
    }
}
