//! `record`: says where the record is, or copies it to another file in which the game goes on.

use crate::command::{Access, Command, Completion, Group};
use crate::files::free_path;
use crate::reply::Reply;
use crate::session::{Place, Session};
use cardwright_table::Viewer;
use std::path::Path;

pub(crate) const COMMAND: Command = Command {
    args: "[FILE]",
    details: "When the disk is full, or another program changed or removed the record: everything played so far is written to FILE, and play goes on there. In the browser FILE is a name without a folder.",
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
    let Some(current) = session.table.record_path().map(ToOwned::to_owned) else {
        let hint = if session.place == Place::Prompt { ": `save FILE` keeps the position" } else { "" };
        return Reply::refused(format!("this game is played without a record{hint}"));
    };
    if file.is_empty() {
        return match current.is_file() {
            true => Reply::text(format!("record: {}", current.display())),
            false => Reply::refused(format!(
                "{} is gone: all of the record is in memory as long as the game runs; `:record FILE` writes it",
                current.display()
            )),
        };
    }
    // `move_record` makes a missing folder, so this does not check that the folder exists.
    let path = match session.place {
        Place::Prompt => free_path(file, "record"),
        Place::Browser if Path::new(file).file_name() == Some(file.as_ref()) => {
            Ok(current.with_file_name(format!("{}.cwr", file.strip_suffix(".cwr").unwrap_or(file))))
        }
        Place::Browser => {
            Err("here FILE is a name without a folder: the file is written next to the record".to_owned())
        }
    };
    let path = match path {
        Ok(path) => path,
        Err(why) => return Reply::refused(why),
    };
    match session.table.move_record(&path) {
        Ok(()) => Reply::done(format!("all of the record is in {}, and the game goes on there", path.display())),
        Err(error) => Reply::refused(format!("{error}; the record is still {}", current.display())),
    }
}
