//! `note`: a remark that stays in the record with its event.

use crate::command::{Access, Command, Completion, Cost, Group, Places};
use crate::reply::{Notes, Reply};
use crate::session::Session;
use cardwright_table::Viewer;
use cardwright_view::history;

pub(crate) const COMMAND: Command = Command {
    name: "note",
    aliases: &[],
    former_name: None,
    args: "[TEXT]",
    summary: "note something at this event; without TEXT: all notes",
    group: Group::Look,
    access: Access::Players,
    places: Places::Both,
    cost: Cost::Instant,
    details: "The note is kept in the record with the event that the game is at, or that is looked back at. It changes nothing, and `undo` leaves it where it is. `log` and `cardwright replay` show it. In a game with hidden hands, the other players read it when the game is over.",
    example: None,
    run,
    completion: Completion::None,
};

fn run(session: &mut Session, viewer: Viewer, text: &str) -> Reply {
    if text.is_empty() {
        return Reply::Notes(Notes { notes: history::noted(&session.table, viewer) });
    }
    let is_over = session.table.is_over() || session.table.is_looking_back();
    let is_closed = !session.table.open && !is_over;
    // A player's note is for that player; so is one at a keyboard that players share, where something is hidden.
    let is_own = if viewer.is_host() { session.is_secret(viewer) } else { is_closed };
    let is_hosts = is_closed && viewer.is_host() && viewer.sees_all();
    let done = match is_hosts {
        true => session.table.note_for_admin(text),
        false => session.table.note(text, viewer.sides().first().filter(|_| is_own)),
    };
    match done {
        Ok(()) if is_own || is_hosts => {
            let who = if is_hosts { "you alone read it" } else { "you and the host read it" };
            Reply::done(format!("noted at event {}: until the game is over {who}", session.table.here()))
        }
        Ok(()) => Reply::done(format!("noted at event {}", session.table.here())),
        Err(error) => session.refuse(viewer, error),
    }
}
