//! `seats`: who plays which sides.

use crate::command::{Access, Command, Completion, Cost, Group, Places};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_table::{Viewer, label};

pub(crate) const COMMAND: Command = Command {
    name: "seats",
    aliases: &[],
    former_name: None,
    args: "",
    summary: "who plays which sides",
    group: Group::Seats,
    access: Access::Players,
    places: Places::Both,
    cost: Cost::Instant,
    details: "",
    example: None,
    run,
    completion: Completion::None,
};

fn run(session: &mut Session, _: Viewer, _: &str) -> Reply {
    let board = session.table.board().clone();
    let seats = session.table.position().seats(&board);
    let names: Vec<String> = seats.iter().map(|seat| label::side_names(&board, *seat)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let line = |(seat, name): (&cardwright_state::board::Sides, &String)| {
        let mark = if session.table.asked().is_some_and(|asked| seat.has(asked)) { "▶" } else { " " };
        let ids: Vec<&str> = seat.iter().map(|side| board.sides[side.at()].id.as_str()).collect();
        // Rules may play one side of a seat, and a person the others.
        let mut who: Vec<&str> = seat.iter().map(|side| session.table.seats[side.at()].name()).collect();
        who.dedup();
        format!("{mark} {name:width$}  {}  {}", ids.join(", "), who.join(", "))
    };
    Reply::lines(seats.iter().zip(&names).map(line).collect::<Vec<_>>())
}
