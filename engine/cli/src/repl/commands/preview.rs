//! `preview`: what would come of a line; how that is found and told is `repl/preview.rs`.

use super::{Command, Completes, For, InBrowser};
use crate::repl::session::Session;

pub(super) const COMMAND: Command = Command {
    name: "preview",
    also: &[],
    takes: "LINE",
    does: "what would come of a line, without playing it",
    of: For::Looking,
    in_browser: InBrowser::Nobody,
    more: "Who comes and goes, turns, pays; what happens on the way; who is asked then. It stops before dice, draws and what \
             is hidden from you, unless `dice` gives the outcomes. A line that says too little shows what has come of it so \
             far, and what may follow. It leaves no trace: not in the record, and redo stays.",
    example: None,
    run: Session::preview,
    completes: Completes::Words(|known, before| known.line(before)),
};
