//! `seed`: shows or sets the seed of all chance.

use super::adjust;
use crate::command::{Access, Command, Group};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_table::Viewer;

pub(crate) const COMMAND: Command = Command {
    args: "[N]",
    ..Command::new("seed", "the seed of all chance, or a new one from here on", Group::Edit, Access::Host, run)
};

fn run(session: &mut Session, viewer: Viewer, n: &str) -> Reply {
    if n.is_empty() && session.is_secret(viewer) {
        return Reply::refused("`open on` shows the seed: it tells what every die and deck will give");
    }
    if n.is_empty() {
        return Reply::text(format!("seed {}", session.table.position().seed()));
    }
    match n.parse::<u64>() {
        Ok(seed) => adjust::run(session, viewer, &format!("seed {seed}")),
        Err(_) => Reply::refused(format!("`seed` takes a number, not `{n}`")),
    }
}
