//! `note`: a remark that stays in the record with its event.

use super::{Command, Completes, For, InBrowser};
use crate::repl::display::history;
use crate::repl::session::Session;

pub(super) const COMMAND: Command = Command {
    name: "note",
    also: &[],
    takes: "[TEXT]",
    does: "note something at this event; alone: all notes",
    of: For::Looking,
    in_browser: InBrowser::Nobody,
    more: "Kept in the record with the event the game is at, or that is looked back at. It changes nothing, and `undo` leaves it where \
           it is. `log` and `cardwright replay` show it. In a game with hidden hands the others read it when the game is over.",
    example: None,
    run,
    completes: Completes::Nothing,
};

fn run(session: &mut Session, text: &str) {
    if text.is_empty() {
        let noted = cardwright_view::history::noted(&session.table, session.eyes());
        return session.say_all(history::notes(session.page, &noted));
    }
    let by = match session.eyes() {
        eyes if session.is_secret() => eyes.sides().first(),
        _ => None,
    };
    match session.table.note(text, by) {
        Ok(()) => session.done(format!("noted at event {}", session.table.here())),
        Err(error) => session.answered(Err(error)),
    }
}
