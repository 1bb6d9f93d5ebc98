//! `whatif`: lines side by side, with the odds and the mean of each.

use crate::command::{Access, Command, Completion, Cost, Group, Known, Places};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_table::Viewer;

pub(crate) const COMMAND: Command = Command {
    name: "whatif",
    aliases: &[],
    former_name: None,
    args: "LINE / LINE [--watch WHAT]",
    summary: "lines side by side: the odds of each, and its mean",
    group: Group::Look,
    access: Access::Asked,
    places: Places::Both,
    cost: Cost::Worker,
    details: "Up to four lines with ` / ` between them. The last row of a number says how much more it is on average than after the first line. `--watch` works as for `odds`.",
    example: None,
    run,
    completion: Completion::Words(words),
};

fn run(session: &mut Session, viewer: Viewer, text: &str) -> Reply {
    session.odds_command(viewer, text, "whatif")
}

/// The words that may follow in the last of the lines.
fn words(known: &mut Known<'_, '_>, before: &str) -> Vec<String> {
    let all: Vec<&str> = before.split_whitespace().collect();
    let from = all.iter().rposition(|word| *word == "/").map_or(0, |at| at + 1);
    known.line(&all[from..].join(" "))
}
