//! `save`: a copy of the record, or the position in words, in a file.

use super::{Command, Completes, For, InBrowser};
use crate::repl::files::{new_file, write};
use crate::repl::session::Session;
use cardwright_state::notation;
use std::path::Path;

pub(super) const COMMAND: Command = Command {
    name: "save",
    also: &[],
    takes: "FILE",
    does: "a copy of the record (FILE.cwr), or the position in words",
    of: For::Files,
    in_browser: InBrowser::Nobody,
    more: "A file ending in .cwr is a copy of the record with its rules, to be resumed or sent. Any other file gets the position in words, hidden cards too, for `load`: in a game that hides something only if it was begun with `--open`.",
    example: None,
    run,
    completes: Completes::Files,
};

fn run(session: &mut Session, file: &str) {
    // Games have things to save too: points, resources.
    if !file.is_empty() && file.bytes().all(|letter| letter.is_ascii_digit()) {
        return session.refuse(format!(
            "`save` writes a file: `save ./{file}`, if that is what it is to be called; `legal` lists what may be done in the game"
        ));
    }
    let Some(path) = new_file(session, file, "save") else { return };
    let is_record = |r: &Path| path.extension().is_some() && path.extension() == r.extension();
    if session.table.record_path().is_some_and(is_record) {
        return match session.table.copy_record(&path) {
            Ok(()) => session.done(format!(
                "the record is in {0}, to be resumed with `cardwright play --resume {0}`",
                path.display()
            )),
            Err(error) => session.refuse(error.to_string()),
        };
    }
    if session.is_secret() {
        return session.refuse(
            "the position in words tells all that is hidden, the seed too: it is written in games begun with `--open`; a copy of the record, FILE.cwr, is to be resumed by all",
        );
    }
    let text = notation::print_save(session.table.board(), session.table.position());
    write(session, &path, &text, "the position, hidden cards too, is");
}
