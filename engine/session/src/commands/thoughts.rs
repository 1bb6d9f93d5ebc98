//! `thoughts`: shows what a bot that searches thought of its answers.

use crate::command::{Access, Command, Group};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_table::{Viewer, label};

pub(crate) const COMMAND: Command = Command {
    details: "Shows the five answers that the bot tried most: how often, and what they were worth on average, from 0 (lost) to 1 (won). Only in an open game, because a bot's hand shows in its answers.",
    ..Command::new("thoughts", "what the bot thought at its last answer", Group::Look, Access::Everyone, run)
};

fn run(session: &mut Session, viewer: Viewer, _: &str) -> Reply {
    if !viewer.sees_all() {
        return Reply::refused("only in an open game: what a bot thought shows its hand (`open on`)");
    }
    let Some((side, found)) = &session.bots.last_search else {
        return Reply::text("no bot has searched yet: `seat SIDE ai` gives a side to one");
    };
    let board = session.table.board();
    let head = format!("{}, {} decisions played", board.sides[side.index()].name, found.decisions);
    let late = if found.ran_out_of_time { ", then the time was over" } else { "" };
    let line = |tried: &cardwright_search::Candidate| {
        format!("  {:>6}x  {:.2}  {}", tried.visits, tried.worth, label::row_text(board, viewer, &tried.row))
    };
    Reply::lines([head + late].into_iter().chain(found.candidates.iter().map(line)))
}
