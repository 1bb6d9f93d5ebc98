//! `download`: sends the record, the position or the board as a file.

use crate::command::{Access, Command, Completion, Group, Places, first_argument};
use crate::play::unknown;
use crate::reply::{FileReply, Reply};
use crate::session::Session;
use cardwright_table::{Viewer, saved_position};

pub(crate) const COMMAND: Command = Command {
    args: "record|position|board",
    places: Places::Browser,
    completion: Completion::Words(|_, before| first_argument(before, &FILES)),
    ..Command::new(
        "download",
        "the record, the position in notation, or the board as a picture, as a file",
        Group::Files,
        Access::Host,
        run,
    )
};

/// The files that can be downloaded.
const FILES: [&str; 3] = ["record", "position", "board"];

fn run(session: &mut Session, _: Viewer, file: &str) -> Reply {
    match file {
        "record" => record(session),
        "position" => {
            let text = saved_position(session.table.board(), session.table.position());
            let name = file_name(session, "txt");
            Reply::File(FileReply {
                name,
                media_type: "text/plain; charset=utf-8",
                path: None,
                bytes: text.into_bytes(),
            })
        }
        // The browser draws the board and fills the file.
        "board" => Reply::File(FileReply {
            name: file_name(session, "svg"),
            media_type: "image/svg+xml",
            path: None,
            bytes: vec![],
        }),
        "" => Reply::refused(format!("`download` takes one of {}", FILES.join(", "))),
        other => unknown("file", other, FILES),
    }
}

fn record(session: &Session) -> Reply {
    let Some(path) = session.table.record_path() else {
        return Reply::refused("this game is played without a record");
    };
    match std::fs::read(path) {
        Ok(bytes) => {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
            let name = name.unwrap_or_else(|| file_name(session, "cwr"));
            Reply::File(FileReply { name, media_type: "application/octet-stream", path: None, bytes })
        }
        Err(error) => Reply::refused(format!("cannot read {}: {error}", path.display())),
    }
}

/// Makes a file name with the game and the current event.
fn file_name(session: &Session, extension: &str) -> String {
    format!("{}-event-{}.{extension}", session.table.board().game, session.table.current_event())
}
