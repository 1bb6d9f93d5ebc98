//! `redo`: forward again along the line last played.

use crate::command::{Access, Command, Completion, Cost, Group, Places};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_table::Viewer;

pub(crate) const COMMAND: Command = Command {
    name: "redo",
    aliases: &[],
    former_name: None,
    args: "",
    summary: "go forward again",
    group: Group::Travel,
    access: Access::Players,
    places: Places::Both,
    cost: Cost::Instant,
    details: "",
    example: None,
    run,
    completion: Completion::None,
};

fn run(session: &mut Session, viewer: Viewer, _: &str) -> Reply {
    if let Some(refused) = session.travel_refused("redo") {
        return refused;
    }
    session.travel(viewer, false, |table| match viewer.is_host() {
        true => table.redo(),
        false => table.redo_by(viewer.answers_for()),
    })
}
