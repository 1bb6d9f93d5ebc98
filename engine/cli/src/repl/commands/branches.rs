//! `branches`: where the game forked.

use super::{Command, Completes, For, InBrowser};
use crate::repl::display::history;
use crate::repl::session::Session;

pub(super) const COMMAND: Command = Command {
    name: "branches",
    also: &[],
    takes: "",
    does: "where the game forked",
    of: For::Going,
    in_browser: InBrowser::Nobody,
    more: "",
    example: None,
    run,
    completes: Completes::Nothing,
};

fn run(session: &mut Session, _: &str) {
    let forks = cardwright_view::history::forks(&session.table, session.eyes());
    session.say_all(history::branches(session.page, &forks));
}
