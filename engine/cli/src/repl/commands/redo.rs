//! `redo`: forward again along the line last played.

use super::{Command, Completes, For, InBrowser};
use crate::repl::session::Session;

pub(super) const COMMAND: Command = Command {
    name: "redo",
    also: &[],
    takes: "",
    does: "go forward again",
    of: For::Going,
    in_browser: InBrowser::Nobody,
    more: "",
    example: None,
    run,
    completes: Completes::Nothing,
};

fn run(session: &mut Session, _: &str) {
    if session.looks_back_for("redo") {
        return;
    }
    let (from, asked) = (session.table.here(), session.table.asked());
    loop {
        match session.table.redo() {
            Ok(_) if session.is_bots_turn() => {}
            Ok(_) => break,
            Err(error) if session.table.here() == from => return session.answered(Err(error)),
            Err(_) => break,
        }
    }
    session.went(from, asked);
}
