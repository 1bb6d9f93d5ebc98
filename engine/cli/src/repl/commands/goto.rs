//! `goto`: to the position after any event.

use super::{Command, Completes, For};
use crate::repl::session::Session;

pub(super) const COMMAND: Command = Command {
    name: "goto",
    also: &[],
    takes: "N",
    does: "go to the position after event N, on any branch",
    of: For::Going,
    more: "",
    example: None,
    run,
    completes: Completes::Nothing,
};

fn run(session: &mut Session, n: &str) {
    let Ok(n) = n.parse::<usize>() else {
        return session.refuse(format!(
            "`goto` takes the number of an event, 0 to {}; `log` shows them",
            session.table.nodes().len() - 1
        ));
    };
    let from = session.table.here();
    match session.table.goto(n) {
        Ok(()) => {
            session.went(from, None);
            session.redraw();
        }
        Err(error) => session.answered(Err(error)),
    }
}
