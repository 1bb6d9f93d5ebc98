//! `seed`: the seed of all chance, shown or set.

use super::{Command, Completes, For, InBrowser, adjust};
use crate::repl::session::Session;

pub(super) const COMMAND: Command = Command {
    name: "seed",
    also: &[],
    takes: "[N]",
    does: "the seed of all chance, or a new one from here on",
    of: For::Setting,
    in_browser: InBrowser::Desk,
    more: "",
    example: None,
    run,
    completes: Completes::Nothing,
};

fn run(session: &mut Session, n: &str) {
    if n.is_empty() && session.is_secret() {
        return session.refuse("the seed tells what every die and deck will give: it is for games begun with `--open`");
    }
    if n.is_empty() {
        let seed = session.table.position().seed();
        return session.say(format!("seed {seed}"));
    }
    match n.parse::<u64>() {
        Ok(seed) => (adjust::COMMAND.run)(session, &format!("seed {seed}")),
        Err(_) => session.refuse(format!("`seed` takes a number, not `{n}`")),
    }
}
