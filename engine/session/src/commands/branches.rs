//! `branches`: where the game branched.

use crate::command::{Access, Command, Completion, Cost, Group, Places};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_table::Viewer;
use cardwright_view::history;

pub(crate) const COMMAND: Command = Command {
    name: "branches",
    aliases: &[],
    former_name: None,
    args: "",
    summary: "where the game branched",
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
    let (tree, forks) = (history::tree(&session.table, viewer), history::forks(&session.table, viewer));
    Reply::Branches { tree, forks }
}
