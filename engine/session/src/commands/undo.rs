//! `undo`: takes back the last answer of a person.

use crate::command::{Access, Command, Group};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_table::Viewer;

pub(crate) const COMMAND: Command = Command {
    details: "Not across dice, draws or another player's turn, unless the game was begun with --open. A person who plays alone against sides that rules play takes back their actions too, where nothing is hidden except what nobody has seen: they come out the same again.",
    ..Command::new("undo", "take back the last answer", Group::Travel, Access::Players, run)
};

fn run(session: &mut Session, viewer: Viewer, _: &str) -> Reply {
    if let Some(refused) = session.travel_refused("undo") {
        return refused;
    }
    session.travel(viewer, true, |table| match viewer.is_host() {
        true => table.undo(),
        false => table.undo_by(viewer.answers_for()),
    })
}
