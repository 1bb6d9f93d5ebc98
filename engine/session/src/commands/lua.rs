//! `lua`: evaluates a Lua expression in the VM of the rules.

use crate::command::{Access, Command, Cost, Group};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_script::READ_ONLY_EXPRESSION;
use cardwright_table::Viewer;

pub(crate) const COMMAND: Command = Command {
    args: "EXPRESSION",
    cost: Cost::Worker,
    details: "For example `lua value(TRACK)`: what a function of the rules returns. Lists and sets are shown by their ids.",
    ..Command::new("lua", "evaluate an expression that changes nothing", Group::Rules, Access::Host, run)
};

fn run(session: &mut Session, viewer: Viewer, expression: &str) -> Reply {
    if expression.is_empty() {
        return Reply::refused("`lua` takes an expression");
    }
    if session.is_secret(viewer) {
        return Reply::refused("`lua` sees all that is hidden: it is for open games (`open on`)");
    }
    match session.table.evaluate(expression) {
        Ok(value) => Reply::lines(value.lines().map(str::to_owned)),
        Err(error) if error == READ_ONLY_EXPRESSION => Reply::refused(format!("{error}; `adjust` changes the table")),
        Err(error) => Reply::refused(error),
    }
}
