//! `save`: writes a copy of the record, or the position in notation, to a file.

use crate::command::{Access, Command, Completion, Group, Places};
use crate::files::{new_file, write};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_content::shell_word;
use cardwright_table::{Viewer, saved_position};
use std::path::Path;

pub(crate) const COMMAND: Command = Command {
    args: "FILE",
    places: Places::Prompt,
    details: "A file ending in .cwr is a copy of the record with its rules, to be resumed or sent. Any other file gets the position in notation, hidden cards too, for `load`: in a game that hides something only if it is an open one (`open on`).",
    completion: Completion::Files,
    ..Command::new(
        "save",
        "a copy of the record (FILE.cwr), or the position in notation",
        Group::Files,
        Access::Host,
        run,
    )
};

fn run(session: &mut Session, viewer: Viewer, file: &str) -> Reply {
    // A player who types `save 3` may mean to save points or resources in the game.
    if !file.is_empty() && file.bytes().all(|letter| letter.is_ascii_digit()) {
        return Reply::refused(format!(
            "`save` writes a file: type `save ./{file}` for a file of that name; `legal` lists what may be done in the game"
        ));
    }
    let path = match new_file(file, "save") {
        Ok(path) => path,
        Err(why) => return Reply::refused(why),
    };
    let is_record = |record: &Path| path.extension().is_some() && path.extension() == record.extension();
    if session.table.record_path().is_none() && path.extension().is_some_and(|extension| extension == "cwr") {
        return Reply::refused(format!(
            "{} would be a record, and this game keeps none: begin a game without `--no-record` to keep one; a file with \
             another ending gets the position",
            path.display()
        ));
    }
    if session.table.record_path().is_some_and(is_record) {
        return match session.table.copy_record(&path) {
            Ok(()) => Reply::done(format!(
                "the record is in {}; `cardwright play --resume {}` goes on with it",
                path.display(),
                shell_word(&path)
            )),
            Err(error) => Reply::refused(error.to_string()),
        };
    }
    if session.is_secret(viewer) {
        return Reply::refused(
            "the position in notation tells all that is hidden, the seed too: it is written in open games \
             (`open on`); a copy of the record, FILE.cwr, can be resumed by everybody",
        );
    }
    let text = saved_position(session.table.board(), session.table.position());
    write(&path, &text, "the position, hidden cards too, is").map_or_else(Reply::refused, Reply::done)
}
