//! `whatif`: compares lines side by side, with the odds and the mean of each line.

use crate::command::{Access, Command, Completion, CompletionContext, Cost, Group};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_table::Viewer;

pub(crate) const COMMAND: Command = Command {
    args: "LINE / LINE [--watch WHAT]",
    cost: Cost::Worker,
    details: "Up to four lines with ` / ` between them. The last row of a number says how much more it is on average than after the first line. `--watch` works as for `odds`.",
    completion: Completion::Words(words),
    ..Command::new("whatif", "lines side by side: the odds of each, and its mean", Group::Look, Access::SideToMove, run)
};

fn run(session: &mut Session, viewer: Viewer, text: &str) -> Reply {
    session.odds_command(viewer, text, "whatif")
}

/// Returns the words that may follow in the last line, which begins after the last `/`.
fn words(known: &mut CompletionContext<'_, '_>, before: &str) -> Vec<String> {
    let words: Vec<&str> = before.split_whitespace().collect();
    let start = words.iter().rposition(|word| *word == "/").map_or(0, |slash| slash + 1);
    known.line(&words[start..].join(" "))
}
