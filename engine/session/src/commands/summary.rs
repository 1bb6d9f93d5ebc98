//! `summary`: shows the game so far in numbers.

use crate::command::{Access, Command, Group};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_table::Viewer;

pub(crate) const COMMAND: Command = Command {
    details: "Actions are counted by side. Pieces came to the map, or left it for the supply or a box. Each chart has a column for each heading of the log (a card, a round); its numbers are the figures of the game, and the tracks of the game and its sides.",
    ..Command::new(
        "summary",
        "what each side did, gained and lost so far, and how its numbers went",
        Group::Look,
        Access::Players,
        run,
    )
};

fn run(session: &mut Session, viewer: Viewer, _: &str) -> Reply {
    Reply::Summary { summary: Box::new(cardwright_view::summary(&session.table, viewer)) }
}
