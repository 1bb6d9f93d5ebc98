//! `odds`: what a line may come to, and how likely each of it is; how that is found and told is `repl/odds.rs`.

use super::{Command, Completes, For, InBrowser};
use crate::repl::session::Session;

pub(super) const COMMAND: Command = Command {
    name: "odds",
    also: &[],
    takes: "LINE [--watch WHAT]",
    does: "what a line may come to, and how likely each of it is",
    of: For::Looking,
    in_browser: InBrowser::AskedAside,
    more: "Exact fractions, with small bars: all chance is gone through, and nothing is played. Where that is too much it is drawn many times, and told with \
             intervals. `--watch` names what is to be looked at: `crisis.nicaragua`, a figure, fact, class of pieces or pile with its place, `success` (dice that \
             meet their target), `won`, `then`; several with commas. Without it: what differs. Where something is hidden from you it is averaged over the \
             positions that you cannot tell from this one. A choice of another side ends the line. Ctrl-C leaves.",
    example: None,
    run: Session::odds,
    completes: Completes::Words(|known, before| known.line(before)),
};
