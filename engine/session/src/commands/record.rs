//! `record`: says where the record is, or copies it to another file in which the game goes on.

use crate::command::{Access, Command, Completion, Group, Place};
use crate::files::free_path;
use crate::reply::Reply;
use crate::session::Session;
use cardwright_table::Viewer;

pub(crate) const COMMAND: Command = Command {
    args: "[FILE]",
    details: "At the prompt, when the disk is full or the folder is gone: everything played so far is written to FILE, and play goes on there.",
    completion: Completion::Files,
    ..Command::new(
        "record",
        "where the record is, or go on with all of it in another file",
        Group::Files,
        Access::Host,
        run,
    )
};

fn run(session: &mut Session, _: Viewer, file: &str) -> Reply {
    if session.place == Place::Browser && !file.is_empty() {
        return Reply::refused("`record` takes no file here: it says where the record is");
    }
    let Some(current) = session.table.record_path().map(ToOwned::to_owned) else {
        let hint = if session.place == Place::Prompt { ": `save FILE` keeps the position" } else { "" };
        return Reply::refused(format!("this game is played without a record{hint}"));
    };
    let current = current.display();
    if file.is_empty() {
        return match session.table.record_path().is_some_and(|path| path.is_file()) {
            true => Reply::text(format!("record: {current}")),
            false => {
                Reply::refused(format!("{current} is gone: all of the record is in memory as long as the game runs"))
            }
        };
    }
    // `move_record` makes a missing folder, so this does not check that the folder exists.
    let path = match free_path(file, "record") {
        Ok(path) => path,
        Err(why) => return Reply::refused(why),
    };
    match session.table.move_record(&path) {
        Ok(()) => Reply::done(format!("all of the record is in {}, and the game goes on there", path.display())),
        Err(error) => Reply::refused(format!("{error}; the record is still {current}")),
    }
}
