//! `quit`: leaves the game.

use super::{Command, Completes, For};
use crate::repl::session::Session;

pub(super) const COMMAND: Command = Command {
    name: "quit",
    also: &["exit", "q"],
    takes: "",
    does: "leave; the record stays",
    of: For::Rules,
    more: "",
    example: None,
    run,
    completes: Completes::Nothing,
};

fn run(session: &mut Session, _: &str) {
    session.leaves = true;
}
