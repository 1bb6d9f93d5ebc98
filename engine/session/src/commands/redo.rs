//! `redo`: goes forward again along the branch that was played last.

use crate::command::{Access, Command, Group};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_table::Viewer;

pub(crate) const COMMAND: Command = Command {
    args: "[N]",
    ..Command::new("redo", "go forward again over a line, or over N answers", Group::Travel, Access::Players, run)
};

fn run(session: &mut Session, viewer: Viewer, count: &str) -> Reply {
    session.travel("redo", viewer, count, |table, unit| match viewer.is_host() {
        true => table.redo_next(unit),
        false => table.redo_by(viewer.answers_for(), unit),
    })
}
