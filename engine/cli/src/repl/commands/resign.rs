//! `resign`: a side gives up.

use super::{Command, Completes, For, InBrowser};
use crate::failure::unknown;
use crate::repl::session::Session;
use crate::repl::session::people;

pub(super) const COMMAND: Command = Command {
    name: "resign",
    also: &[],
    takes: "[SIDE]",
    does: "give up",
    of: For::Sides,
    in_browser: InBrowser::Nobody,
    more: "",
    example: None,
    run,
    completes: Completes::Words(|known, _| known.sides()),
};

fn run(session: &mut Session, side: &str) {
    let board = session.table.board().clone();
    let own = people(&session.table);
    let id = match board.side(side) {
        Some(id) => id,
        None if !side.is_empty() => {
            let sides: Vec<&str> = board.sides.iter().map(|s| s.id.as_str()).collect();
            return session.refuse(unknown("side", side, sides));
        }
        None => match (session.table.asked(), &own[..]) {
            (Some(asked), [one]) if !one.has(asked) => one.first().unwrap_or(asked),
            (Some(asked), _) => asked,
            _ => return session.refuse("the game is over"),
        },
    };
    let done = session.table.resign(id);
    session.answered(done);
}
