//! `reload`: reads the packs again and takes up changed rules.

use crate::command::{Access, Command, Group};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_table::Viewer;

pub(crate) const COMMAND: Command = Command {
    details: "The game goes on with the new rules at the same choice. If an earlier answer is no longer legal, it goes on at the start of the innermost step whose earlier answers are all legal.",
    ..Command::new("reload", "read the packs again, now", Group::Rules, Access::Host, run)
};

fn run(session: &mut Session, _: Viewer, _: &str) -> Reply {
    session.reload()
}
