//! `seat`: puts a person or a bot on a seat.

use crate::command::{Access, Command, Completion, CompletionContext, Group, owned};
use crate::play::unknown;
use crate::reply::Reply;
use crate::session::{Place, Session};
use cardwright_state::SideId;
use cardwright_state::board::Sides;
use cardwright_table::{Seat, Viewer, label};

pub(crate) const COMMAND: Command = Command {
    args: "SIDE|all human|BOT|cmd:COMMAND",
    details: "`seat SIDE human` takes over the seat of a bot; `seat SIDE random` hands a seat to the bot of that kind. `seat all random` hands over every seat: the bots play on to the end. At the prompt, `seat SIDE cmd:COMMAND` starts a program that answers. The Non-players are chosen when a game begins; `seat` does not change them.",
    completion: Completion::Words(words),
    ..Command::new("seat", "put somebody else on a seat", Group::Seats, Access::Host, run)
};

/// The word for all sides that are not played by rules.
const ALL: &str = "all";

/// The beginning of a seat that starts a program.
const PROGRAM: &str = "cmd:";

fn run(session: &mut Session, viewer: Viewer, words: &str) -> Reply {
    let board = session.table.board().clone();
    let kinds = Seat::names_in_play();
    let parts = words.trim().split_once(char::is_whitespace);
    // Only the command of a program may have several words.
    let is_whole = |kind: &str| kind.starts_with(PROGRAM) || !kind.contains(char::is_whitespace);
    let Some((side, kind)) = parts.map(|(side, kind)| (side, kind.trim())).filter(|(_, kind)| is_whole(kind)) else {
        return Reply::refused(format!(
            "`seat` takes a side and {}: `seat {} human`",
            kinds.join(" or "),
            board.sides[0].id
        ));
    };
    let named: Vec<SideId> = match (board.side(side), side) {
        (Some(id), _) => vec![id],
        (None, ALL) => {
            let changes = |side: &SideId| matches!(session.table.seats[side.index()], Seat::Human | Seat::Bot(_));
            (0..board.sides.len()).map(SideId::new).filter(changes).collect()
        }
        (None, _) => return unknown("side", side, board.sides.iter().map(|side| side.id.as_str()).chain([ALL])),
    };
    if kind.starts_with(PROGRAM) && session.place != Place::Prompt {
        return Reply::refused("a program is started only at the prompt, or by `--seat` of the command");
    }
    let Some(seat) = Seat::parse_local(kind) else { return unknown("seat", kind, kinds) };
    let is_last = |id: &SideId| matches!(session.table.human_seats()[..], [last] if last.has(*id));
    if seat.is_bot() && side != ALL && named.iter().any(is_last) {
        return Reply::refused(format!(
            "`{side}` is the last seat that a person has; `seat all {kind}` leaves the whole game to bots"
        ));
    }
    let before = session.table.seats.clone();
    for id in &named {
        if let Err(error) = session.table.seat(*id, seat) {
            return session.refuse(viewer, error);
        }
    }
    // A seat may have several sides. The reply names every side whose player changed.
    let changed = |side: &SideId| before[side.index()] != session.table.seats[side.index()];
    let sides: Sides = (0..board.sides.len()).map(SideId::new).filter(changed).chain(named).collect();
    let is = if sides.len() > 1 { "are" } else { "is" };
    Reply::done(format!("{} {is} {} now", label::side_names(&board, sides), seat.name()))
}

fn words(known: &mut CompletionContext<'_, '_>, before: &str) -> Vec<String> {
    if before.is_empty() {
        known.sides().into_iter().chain([ALL.to_owned()]).collect()
    } else {
        owned(&Seat::names_in_play())
    }
}
