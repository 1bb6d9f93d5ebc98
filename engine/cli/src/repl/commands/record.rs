//! `record`: where the record is, and going on with it in another file.

use super::{Command, Completes, For, InBrowser};
use crate::repl::files::free_path;
use crate::repl::session::Session;

pub(super) const COMMAND: Command = Command {
    name: "record",
    also: &[],
    takes: "[FILE]",
    does: "where the record is, or go on with all of it in another file",
    of: For::Files,
    in_browser: InBrowser::Nobody,
    more: "When its disk is full or its folder gone: everything played so far is written to FILE, and play goes on there.",
    example: None,
    run,
    completes: Completes::Files,
};

fn run(session: &mut Session, file: &str) {
    let Some(now) = session.table.record_path().map(|p| p.display().to_string()) else {
        return session.refuse("this game is played without a record: `save FILE` keeps the position");
    };
    if file.is_empty() {
        return session.say(format!("record: {now}"));
    }
    // Its folder is made if need be: a record moves when the old folder is gone, and play must go on.
    let Some(path) = free_path(session, file, "record") else { return };
    match session.table.move_record(&path) {
        Ok(()) => session.done(format!("all of the record is in {}, and the game goes on there", path.display())),
        Err(error) => session.refuse(format!("{error}; the record is still {now}")),
    }
}
