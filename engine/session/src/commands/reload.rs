//! `reload`: reads the packs again.

use crate::command::{Access, Command, Completion, Cost, Group, Places};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_table::Viewer;

pub(crate) const COMMAND: Command = Command {
    name: "reload",
    aliases: &[],
    former_name: None,
    args: "",
    summary: "read the packs again, now",
    group: Group::Rules,
    access: Access::Host,
    places: Places::Both,
    cost: Cost::Instant,
    details: "The game goes on at the same choice with the new rules, or at the start of the innermost step that still agrees.",
    example: None,
    run,
    completion: Completion::None,
};

fn run(session: &mut Session, _: Viewer, _: &str) -> Reply {
    session.reload()
}
