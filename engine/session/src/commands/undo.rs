//! `undo`: takes back the last line of a person.

use crate::command::{Access, Command, Group};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_table::Viewer;

pub(crate) const COMMAND: Command = Command {
    args: "[N]",
    details: "`undo 1` takes back only the last answer of the line, `undo 3` the last three answers. Undo does not go back past dice, draws or another player's turn, unless the game was begun with --open. A line that had dice or draws in it is taken back up to these. If one person plays alone against Non-players, and no side holds anything hidden from that person, undo also takes back the actions of the Non-players: they come out the same again.",
    ..Command::new("undo", "take back the last line, or its last N answers", Group::Travel, Access::Players, run)
};

fn run(session: &mut Session, viewer: Viewer, count: &str) -> Reply {
    session.travel("undo", viewer, count, |table, unit| match viewer.is_host() {
        true => table.undo_last(unit),
        false => table.undo_by(viewer.answers_for(), unit),
    })
}
