//! `hash`: the hashes of this position.

use super::{Command, Completes, For, InBrowser};
use crate::repl::session::Session;

pub(super) const COMMAND: Command = Command {
    name: "hash",
    also: &[],
    takes: "",
    does: "the hashes of this position",
    of: For::Rules,
    in_browser: InBrowser::Players,
    more: "",
    example: None,
    run,
    completes: Completes::Nothing,
};

fn run(session: &mut Session, _: &str) {
    if session.is_secret() {
        return session.refuse(
            "hashes tell of what is hidden, to one who tries what it may be: they are for games begun with `--open`",
        );
    }
    session.say(format!("board  {}", session.table.board_hash()));
    session.say(format!("full   {}", session.table.hash()));
}
