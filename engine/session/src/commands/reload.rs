//! `reload`: reads the packs again and takes up changed rules.

use crate::command::{Access, Command, Group};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_table::Viewer;

pub(crate) const COMMAND: Command = Command {
    details: "The game goes on at the same choice with the new rules, or at the start of the innermost step that still agrees.",
    ..Command::new("reload", "read the packs again, now", Group::Rules, Access::Host, run)
};

fn run(session: &mut Session, _: Viewer, _: &str) -> Reply {
    session.reload()
}
