//! `seats`: shows who plays which sides.

use crate::command::{Access, Command, Group};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_table::{Viewer, label};

pub(crate) const COMMAND: Command = Command::new("seats", "who plays which sides", Group::Seats, Access::Players, run);

fn run(session: &mut Session, _: Viewer, _: &str) -> Reply {
    let board = session.table.board().clone();
    let seats = session.table.position().seats(&board);
    let names: Vec<String> = seats.iter().map(|seat| label::side_names(&board, *seat)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let line = |(seat, name): (&cardwright_state::board::Sides, &String)| {
        let arrow = if session.table.asked().is_some_and(|asked| seat.has(asked)) { "▶" } else { " " };
        let ids: Vec<&str> = seat.iter().map(|side| board.sides[side.index()].id.as_str()).collect();
        // Rules may play one side of a seat, and a person the others.
        let mut players: Vec<String> = seat.iter().map(|side| session.table.seats[side.index()].name()).collect();
        players.dedup();
        format!("{arrow} {name:width$}  {}  {}", ids.join(", "), players.join(", "))
    };
    Reply::lines(seats.iter().zip(&names).map(line).collect::<Vec<_>>())
}
