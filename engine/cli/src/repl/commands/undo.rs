//! `undo`: back to the last choice of a person.

use super::{Command, Completes, For, InBrowser};
use crate::repl::session::Session;

pub(super) const COMMAND: Command = Command {
    name: "undo",
    also: &[],
    takes: "",
    does: "take back the last answer",
    of: For::Going,
    in_browser: InBrowser::Nobody,
    more: "Not across dice, draws or another side's turn, unless the game was begun with --open. Who plays alone against sides that rules \
           play takes back what these did too, where nothing is hidden but what nobody has seen: it comes out the same again.",
    example: None,
    run,
    completes: Completes::Nothing,
};

fn run(session: &mut Session, _: &str) {
    if session.is_laid_open() {
        return session.refuse("what was hidden has been shown since the game was over: it is taken back no more");
    }
    if session.looks_back_for("undo") {
        return;
    }
    let (from, asked, forced) = (session.table.here(), session.table.asked(), session.table.forced().len());
    loop {
        match session.table.undo() {
            // A bot would only answer again: back to a person's choice.
            Ok(_) if session.is_bots_turn() && session.table.nodes()[session.table.here()].parent.is_some() => {}
            Ok(_) => break,
            Err(error) if session.table.here() == from => return session.answered(Err(error)),
            Err(_) => break,
        }
    }
    session.went(from, asked);
    let now = session.table.forced_words();
    if now.len() > forced {
        session.say(format!("  the dice and cards given by hand wait again: {}", now.join(" ")));
    }
}
