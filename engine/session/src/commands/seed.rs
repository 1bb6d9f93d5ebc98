//! `seed`: the seed of all chance, shown or set.

use super::adjust;
use crate::command::{Access, Command, Completion, Cost, Group, Places};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_table::Viewer;

pub(crate) const COMMAND: Command = Command {
    name: "seed",
    aliases: &[],
    former_name: None,
    args: "[N]",
    summary: "the seed of all chance, or a new one from here on",
    group: Group::Edit,
    access: Access::Host,
    places: Places::Both,
    cost: Cost::Instant,
    details: "",
    example: None,
    run,
    completion: Completion::None,
};

fn run(session: &mut Session, viewer: Viewer, n: &str) -> Reply {
    if n.is_empty() && session.is_secret(viewer) {
        return Reply::refused("the seed tells what every die and deck will give: it is for games begun with `--open`");
    }
    if n.is_empty() {
        return Reply::text(format!("seed {}", session.table.position().seed()));
    }
    match n.parse::<u64>() {
        Ok(seed) => adjust::run(session, viewer, &format!("seed {seed}")),
        Err(_) => Reply::refused(format!("`seed` takes a number, not `{n}`")),
    }
}
