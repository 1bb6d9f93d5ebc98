//! `hash`: shows the hashes of this position.

use crate::command::{Access, Command, Group};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_table::Viewer;

pub(crate) const COMMAND: Command =
    Command::new("hash", "the hashes of this position", Group::Rules, Access::Players, run);

fn run(session: &mut Session, viewer: Viewer, _: &str) -> Reply {
    if session.is_secret(viewer) {
        return Reply::refused(
            "a hash lets you test guesses at what is hidden: hashes are shown in open games (`open on`)",
        );
    }
    let (board, full) = (session.table.board_hash(), session.table.hash());
    Reply::lines([format!("board  {board}"), format!("full   {full}")])
}
