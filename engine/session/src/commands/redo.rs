//! `redo`: goes forward again along the branch that was played last.

use crate::command::{Access, Command, Group};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_table::Viewer;

pub(crate) const COMMAND: Command = Command::new("redo", "go forward again", Group::Travel, Access::Players, run);

fn run(session: &mut Session, viewer: Viewer, _: &str) -> Reply {
    if let Some(refused) = session.refuse_while_looking_back("redo") {
        return refused;
    }
    session.travel(viewer, false, |table| match viewer.is_host() {
        true => table.redo(),
        false => table.redo_by(viewer.answers_for()),
    })
}
