//! `quit`: leaves the game.

use super::{Command, Completes, For, InBrowser};
use crate::repl::session::Session;

pub(super) const COMMAND: Command = Command {
    name: "quit",
    also: &["exit", "q"],
    takes: "",
    does: "leave; the record stays",
    of: For::Rules,
    in_browser: InBrowser::Nobody,
    more: "At a terminal it asks once before a game is left that no record keeps.",
    example: None,
    run,
    completes: Completes::Nothing,
};

fn run(session: &mut Session, _: &str) {
    let (table, now) = (&session.table, session.table.now());
    let is_lost = table.record_path().is_none() && now > 0 && !table.is_over();
    // One letter may have been meant for a pager that was there before.
    if session.typing && is_lost && session.asked_to_leave != Some(now) {
        session.asked_to_leave = Some(now);
        return session
            .say("no record is kept of this game: `quit` once more leaves it for good, `:record FILE` keeps it");
    }
    session.leaves = true;
}
