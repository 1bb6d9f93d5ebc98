//! `branches`: shows where the game branched.

use crate::command::{Access, Command, Group};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_table::Viewer;
use cardwright_view::history;

pub(crate) const COMMAND: Command =
    Command::new("branches", "where the game branched", Group::Travel, Access::Players, run);

fn run(session: &mut Session, viewer: Viewer, _: &str) -> Reply {
    let (tree, branched_events) =
        (history::tree(&session.table, viewer), history::branched_events(&session.table, viewer));
    Reply::Branches { tree, branched_events }
}
