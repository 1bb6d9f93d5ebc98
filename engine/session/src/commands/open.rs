//! `open`: makes the running game an open one.

use crate::command::{Access, Command, Completion, Group, Places, first_argument};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_table::Viewer;

pub(crate) const COMMAND: Command = Command {
    args: "on",
    details: "In an open game all hands are shown, and `undo` and `goto` also go back over dice, cards and answers of other sides, as in a game that was begun or resumed with --open. It stays open until you leave it. People at one keyboard who hide cards from each other cannot open their game.",
    places: Places::Prompt,
    completion: Completion::Words(|_, before| first_argument(before, &["on"])),
    ..Command::new("open", "show all hands, and let undo and goto cross dice", Group::Seats, Access::Host, run)
};

fn run(session: &mut Session, _: Viewer, word: &str) -> Reply {
    if word != "on" {
        let is = if session.table.open { "is" } else { "is not" };
        return Reply::refused(format!("`open` takes `on`; this game {is} open"));
    }
    if session.is_keyboard_shared() {
        return Reply::refused("the players at this keyboard hide something from each other: `open on` would show it");
    }
    session.table.open = true;
    Reply::done("the game is open: all hands are shown, and `undo` and `goto` may cross dice; `show` draws the table")
}
