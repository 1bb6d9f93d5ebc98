//! `seats`: who sits where.

use super::{Command, Completes, For};
use crate::repl::display::paint::pad;
use crate::repl::session::Session;

pub(super) const COMMAND: Command = Command {
    name: "seats",
    also: &[],
    takes: "",
    does: "who sits where",
    of: For::Sides,
    more: "",
    example: None,
    run,
    completes: Completes::Nothing,
};

fn run(session: &mut Session, _: &str) {
    let board = session.table.board().clone();
    let name = board.sides.iter().map(|s| s.name.chars().count()).max().unwrap_or(0);
    for (s, side) in board.sides.iter().enumerate() {
        let asked = session.table.asked().is_some_and(|a| a.at() == s);
        let mark = if asked { "▶" } else { " " };
        let text = format!(
            "{mark} {}  {}  {}",
            pad(&side.name, name),
            session.page.dim(&side.id),
            session.table.seats[s].word()
        );
        session.say(text);
    }
}
