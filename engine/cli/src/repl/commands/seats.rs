//! `seats`: who sits where.

use super::{Command, Completes, For, InBrowser};
use crate::repl::display::paint::pad;
use crate::repl::session::Session;
use cardwright_table::label;

pub(super) const COMMAND: Command = Command {
    name: "seats",
    also: &[],
    takes: "",
    does: "who sits where",
    of: For::Sides,
    in_browser: InBrowser::Players,
    more: "",
    example: None,
    run,
    completes: Completes::Nothing,
};

fn run(session: &mut Session, _: &str) {
    let board = session.table.board().clone();
    let seats = session.table.position().seats(&board);
    let names: Vec<String> = seats.iter().map(|seat| label::side_names(&board, *seat)).collect();
    let name = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    for (seat, named) in seats.iter().zip(names) {
        let mark = if session.table.asked().is_some_and(|asked| seat.has(asked)) { "▶" } else { " " };
        let ids: Vec<&str> = seat.iter().map(|side| board.sides[side.at()].id.as_str()).collect();
        // Rules may play one side of a seat, and a person the others.
        let mut who: Vec<&str> = seat.iter().map(|side| session.table.seats[side.at()].word()).collect();
        who.dedup();
        let text = format!("{mark} {}  {}  {}", pad(&named, name), session.page.dim(&ids.join(", ")), who.join(", "));
        session.say(text);
    }
}
