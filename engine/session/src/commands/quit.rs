//! `quit`: leaves the game.

use crate::command::{Access, Command, Group, Places};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_table::Viewer;

pub(crate) const COMMAND: Command = Command {
    aliases: &["exit", "q"],
    places: Places::Prompt,
    details: "At a terminal it asks once before you leave a game that is not recorded.",
    ..Command::new("quit", "leave; the record stays", Group::Rules, Access::Everyone, run)
};

fn run(session: &mut Session, _: Viewer, _: &str) -> Reply {
    let table = &session.table;
    match table.record_path().is_none() && table.current_event() > 0 && !table.is_over() {
        true => Reply::Confirm {
            text: "this game is not recorded: `quit` once more leaves it for good, `:record FILE` keeps it".to_owned(),
            line: "quit".to_owned(),
        },
        false => Reply::Quit,
    }
}
