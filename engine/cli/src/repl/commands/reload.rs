//! `reload`: the packs are read again; how that goes is `repl/renew.rs`.

use super::{Command, Completes, For, InBrowser};
use crate::repl::session::Session;

pub(super) const COMMAND: Command = Command {
    name: "reload",
    also: &[],
    takes: "",
    does: "read the packs again, now",
    of: For::Rules,
    in_browser: InBrowser::Nobody,
    more: "",
    example: None,
    run,
    completes: Completes::Nothing,
};

fn run(session: &mut Session, _: &str) {
    session.reload();
}
