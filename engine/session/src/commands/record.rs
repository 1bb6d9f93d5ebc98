//! `record`: where the record is, or goes on with it in another file.

use crate::command::{Access, Command, Completion, Cost, Group, Place, Places};
use crate::files::free_path;
use crate::reply::Reply;
use crate::session::Session;
use cardwright_table::Viewer;

pub(crate) const COMMAND: Command = Command {
    name: "record",
    aliases: &[],
    former_name: None,
    args: "[FILE]",
    summary: "where the record is, or go on with all of it in another file",
    group: Group::Files,
    access: Access::Host,
    places: Places::Both,
    cost: Cost::Instant,
    details: "At the prompt, when the disk is full or the folder is gone: everything played so far is written to FILE, and play goes on there.",
    example: None,
    run,
    completion: Completion::Files,
};

fn run(session: &mut Session, _: Viewer, file: &str) -> Reply {
    if session.place == Place::Browser && !file.is_empty() {
        return Reply::refused("`record` takes no file here: it says where the record is");
    }
    let Some(now) = session.table.record_path().map(ToOwned::to_owned) else {
        let keep = if session.place == Place::Prompt { ": `save FILE` keeps the position" } else { "" };
        return Reply::refused(format!("this game is played without a record{keep}"));
    };
    let now = now.display();
    if file.is_empty() {
        return match session.table.record_path().is_some_and(|path| path.is_file()) {
            true => Reply::text(format!("record: {now}")),
            false => Reply::refused(format!("{now} is gone: all of the record is in memory as long as the game runs")),
        };
    }
    // The folder is made if need be: a record moves when its folder is gone, and play must go on.
    let path = match free_path(file, "record") {
        Ok(path) => path,
        Err(why) => return Reply::refused(why),
    };
    match session.table.move_record(&path) {
        Ok(()) => Reply::done(format!("all of the record is in {}, and the game goes on there", path.display())),
        Err(error) => Reply::refused(format!("{error}; the record is still {now}")),
    }
}
