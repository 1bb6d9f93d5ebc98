//! `hash`: the hashes of this position.

use crate::command::{Access, Command, Completion, Cost, Group, Places};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_table::Viewer;

pub(crate) const COMMAND: Command = Command {
    name: "hash",
    aliases: &[],
    former_name: None,
    args: "",
    summary: "the hashes of this position",
    group: Group::Rules,
    access: Access::Players,
    places: Places::Both,
    cost: Cost::Instant,
    details: "",
    example: None,
    run,
    completion: Completion::None,
};

fn run(session: &mut Session, viewer: Viewer, _: &str) -> Reply {
    if session.is_secret(viewer) {
        return Reply::refused(
            "a hash lets you test guesses at what is hidden: hashes are shown in games begun with `--open`",
        );
    }
    let (board, full) = (session.table.board_hash(), session.table.hash());
    Reply::lines([format!("board  {board}"), format!("full   {full}")])
}
