//! `undo`: takes back the last answer of a person.

use crate::command::{Access, Command, Group};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_table::Viewer;

pub(crate) const COMMAND: Command = Command {
    details: "Undo does not go back past dice, draws or another player's turn, unless the game was begun with --open. If one person plays alone against Non-players, and no side holds anything hidden from that person, undo also takes back the actions of the Non-players: they come out the same again.",
    ..Command::new("undo", "take back the last answer", Group::Travel, Access::Players, run)
};

fn run(session: &mut Session, viewer: Viewer, _: &str) -> Reply {
    if let Some(refused) = session.refuse_while_looking_back("undo") {
        return refused;
    }
    session.travel(viewer, true, |table| match viewer.is_host() {
        true => table.undo(),
        false => table.undo_by(viewer.answers_for()),
    })
}
