//! `note`: writes a note for the current event into the record, or lists the notes.

use crate::command::{Access, Command, Group};
use crate::reply::{NotesReply, Reply};
use crate::session::Session;
use cardwright_table::Viewer;
use cardwright_view::history;

pub(crate) const COMMAND: Command = Command {
    args: "[TEXT]",
    details: "The note is kept in the record with the current event, or the event that you look back at. It changes nothing, and `undo` leaves it where it is. `log` and `cardwright replay` show it. In a game with hidden hands, the other players read it when the game is over.",
    ..Command::new("note", "note something at this event; without TEXT: all notes", Group::Look, Access::Players, run)
};

fn run(session: &mut Session, viewer: Viewer, text: &str) -> Reply {
    if text.is_empty() {
        return Reply::Notes(NotesReply { notes: history::noted(&session.table, viewer) });
    }
    let is_over = session.table.is_over() || session.table.is_looking_back();
    let is_closed = !session.table.open && !is_over;
    // Until the game is over, the other players may not read a player's note. At the prompt this holds only for a game
    // that hides something.
    let is_for_player = if viewer.is_host() { session.is_secret(viewer) } else { is_closed };
    let is_for_host = is_closed && viewer.is_host() && viewer.sees_all();
    let result = match is_for_host {
        true => session.table.note_for_admin(text),
        false => session.table.note(text, viewer.sides().first().filter(|_| is_for_player)),
    };
    match result {
        Ok(()) if is_for_player || is_for_host => {
            let who = if is_for_host { "you alone read it" } else { "you and the host read it" };
            Reply::done(format!("noted at event {}: until the game is over {who}", session.table.shown_event()))
        }
        Ok(()) => Reply::done(format!("noted at event {}", session.table.shown_event())),
        Err(error) => session.refuse(viewer, error),
    }
}
