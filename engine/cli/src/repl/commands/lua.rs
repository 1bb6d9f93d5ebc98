//! `lua`: an expression that asks the rules.

use super::{Command, Completes, For, InBrowser};
use crate::repl::session::Session;
use cardwright_script::LOOKS_ONLY;

pub(super) const COMMAND: Command = Command {
    name: "lua",
    also: &[],
    takes: "EXPRESSION",
    does: "ask the rules anything that changes nothing",
    of: For::Rules,
    in_browser: InBrowser::DeskAside,
    more: "For example `lua value(TRACK)`. What the rules' own functions return; lists and sets by their ids.",
    example: None,
    run,
    completes: Completes::Nothing,
};

fn run(session: &mut Session, expression: &str) {
    if expression.is_empty() {
        return session.refuse("`lua` takes an expression");
    }
    if session.is_secret() {
        return session.refuse("`lua` sees all that is hidden: it is for games begun with `--open`");
    }
    match session.table.evaluate(expression) {
        Ok(value) => session.say(value),
        Err(error) if error == LOOKS_ONLY => session.refuse(format!("{error}; `adjust` changes the table")),
        Err(error) => session.refuse(error),
    }
}
