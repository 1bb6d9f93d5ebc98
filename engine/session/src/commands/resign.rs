//! `resign`: gives the game up for a side.

use crate::command::{Access, Command, Completion, Group, owned};
use crate::play::unknown;
use crate::reply::Reply;
use crate::session::Session;
use cardwright_state::SideId;
use cardwright_table::{Seat, Viewer, label};

pub(crate) const COMMAND: Command = Command {
    args: "[SIDE] [yes]",
    details: "`resign` names what giving up means, and `resign SIDE yes` does it. You can only give up sides that you play. It cannot be undone.",
    completion: Completion::Words(|known, before| if before.is_empty() { known.sides() } else { owned(&["yes"]) }),
    ..Command::new("resign", "give up; it asks for confirmation", Group::Seats, Access::Players, run)
};

fn run(session: &mut Session, viewer: Viewer, words: &str) -> Reply {
    if session.table.is_over() {
        return Reply::refused("the game is over");
    }
    let words: Vec<&str> = words.split_whitespace().collect();
    let (side, is_sure) = match words[..] {
        [] => (None, false),
        ["yes"] => (None, true),
        [side] => (Some(side), false),
        [side, "yes"] => (Some(side), true),
        _ => return Reply::refused("`resign` takes a side that you play, and `yes` to confirm"),
    };
    let board = session.table.board().clone();
    let side = match side {
        Some(name) => match board.side(name) {
            Some(side) => side,
            None => return unknown("side", name, board.sides.iter().map(|side| side.id.as_str())),
        },
        None => match own_side(session, viewer) {
            Some(side) => side,
            None => return Reply::refused("you play no side: a player of the side resigns"),
        },
    };
    let name = session.name(side).to_owned();
    if !plays(session, viewer, side) {
        return Reply::refused(format!("you do not play {name}: a side is given up by its own player"));
    }
    if !is_sure {
        let sides = label::side_names(&board, session.table.losing_sides(side));
        return Reply::Confirm {
            text: format!("{sides} would give up, the game would be over, and nobody could take it back"),
            line: format!("resign {} yes", board.sides[side.index()].id),
        };
    }
    match session.table.resign(side) {
        Ok(()) => Reply::done(format!("{name} has resigned")),
        Err(error) => session.refuse(viewer, error),
    }
}

/// Whether a viewer is the person who plays a side.
fn plays(session: &Session, viewer: Viewer, side: SideId) -> bool {
    viewer.answers_for().has(side) && session.table.seats[side.index()] == Seat::Human
}

/// Returns the side to move if the viewer plays it, and else the first side that the viewer plays.
fn own_side(session: &Session, viewer: Viewer) -> Option<SideId> {
    let asked = session.table.asked().filter(|side| plays(session, viewer, *side));
    asked.or_else(|| viewer.answers_for().iter().find(|side| plays(session, viewer, *side)))
}
