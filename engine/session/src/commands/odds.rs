//! `odds`: shows every result that a line may lead to, and how likely the result is.

use crate::command::{Access, Command, Completion, Cost, Group};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_table::Viewer;

pub(crate) const COMMAND: Command = Command {
    args: "LINE [--watch WHAT]",
    cost: Cost::Worker,
    details: "Exact fractions, with small bars: every outcome of chance is tried, and nothing is played. Where there are too many \
              outcomes, it samples them and adds 95 % intervals. `--watch` names what to watch: `crisis.nicaragua`, a \
              figure, fact, class of pieces or pile with its place, `success` (dice that meet their target), `won`, \
              `then`; separate several with commas. Without `--watch` it shows what differs. Where something is hidden \
              from you, the odds are averaged over the positions that you cannot tell from this one. A choice of another \
              side ends the line. At the prompt Ctrl-C stops it.",
    completion: Completion::Words(|known, before| known.line(before)),
    ..Command::new(
        "odds",
        "every result that a line may lead to, and how likely it is",
        Group::Look,
        Access::SideToMove,
        run,
    )
};

fn run(session: &mut Session, viewer: Viewer, text: &str) -> Reply {
    session.odds_command(viewer, text, "odds")
}
