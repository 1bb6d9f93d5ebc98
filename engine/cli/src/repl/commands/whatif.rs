//! `whatif`: lines side by side: the odds of each, and what is expected; how that is found and told is `repl/odds.rs`.

use super::{Command, Completes, For, InBrowser, Known};
use crate::repl::session::Session;

pub(super) const COMMAND: Command = Command {
    name: "whatif",
    also: &[],
    takes: "LINE / LINE [--watch WHAT]",
    does: "lines side by side: the odds of each, and what is expected",
    of: For::Looking,
    in_browser: InBrowser::AskedAside,
    more: "Up to four lines with ` / ` between them. The last row of a number says how much more is expected of it on average than after the \
             first line. `--watch` is as for `odds`.",
    example: None,
    run: Session::whatif,
    completes: Completes::Words(words),
};

/// What may follow in the last of the lines.
fn words(known: &mut Known<'_, '_>, before: &str) -> Vec<String> {
    let all: Vec<&str> = before.split_whitespace().collect();
    let from = all.iter().rposition(|word| *word == "/").map_or(0, |at| at + 1);
    known.line(&all[from..].join(" "))
}
