//! `legal`: every legal row.

use super::{Command, Completes};
use crate::repl::display::rows;
use crate::repl::session::Session;
use cardwright_table::line;
use cardwright_view::choice;

pub(super) const COMMAND: Command = Command {
    name: "legal",
    also: &["l"],
    takes: "[WORDS]",
    does: "every legal row, or those that begin so",
    more: "",
    example: None,
    run,
    completes: Completes::Words(|known, before| known.line(before)),
};

fn run(session: &mut Session, begins: &str) {
    if let (Some(side), words) = line::sided(session.table.board(), begins)
        && session.table.asked() != Some(side)
    {
        return session.beside_rows(Some(side), words, usize::MAX);
    }
    match choice(&session.table, session.eyes()) {
        Some(choice) => {
            session.say(session.page.bold(&choice.text));
            session.say_all(rows::all(session.page, &choice, begins));
            if begins.is_empty() {
                session.beside_rows(None, "", usize::MAX);
            }
        }
        None => session.say("the game is over"),
    }
}
