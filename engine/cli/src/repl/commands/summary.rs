//! `summary`: the game so far in figures.

use super::{Command, Completes, For, InBrowser};
use crate::repl::display::course;
use crate::repl::session::Session;

pub(super) const COMMAND: Command = Command {
    name: "summary",
    also: &[],
    takes: "",
    does: "what each side did, gained and lost so far, and how its numbers went",
    of: For::Looking,
    in_browser: InBrowser::Players,
    more: "Deeds are actions; pieces came to the map or left it, for the supply or a box beside it. Each chart has a column a heading of the log (a card, a round); \
           its numbers are the figures that the game tells, and the tracks of the game and its sides.",
    example: None,
    run,
    completes: Completes::Nothing,
};

fn run(session: &mut Session, _: &str) {
    let summary = cardwright_view::summary(&session.table, session.eyes());
    let lines = course::summary(session.page, &summary);
    match lines.is_empty() {
        true => session.say("nothing has been done yet"),
        false => session.say_all(lines),
    }
}
