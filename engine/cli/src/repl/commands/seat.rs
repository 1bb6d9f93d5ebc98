//! `seat`: somebody else answers for a side.

use super::{Command, Completes, For, InBrowser, Known, owned};
use crate::failure::unknown;
use crate::repl::session::Session;
use crate::repl::session::people;
use cardwright_state::SideId;
use cardwright_state::board::Sides;
use cardwright_table::{Seat, label};

pub(super) const COMMAND: Command = Command {
    name: "seat",
    also: &[],
    takes: "SIDE human|random",
    does: "put somebody else on a seat",
    of: For::Sides,
    in_browser: InBrowser::Desk,
    more: "`seat SIDE human` takes over a bot's seat; `seat SIDE random` hands one to a bot. Which sides are played by rules is settled when a game begins.",
    example: None,
    run,
    completes: Completes::Words(offered),
};

fn run(session: &mut Session, words: &str) {
    let words: Vec<&str> = words.split_whitespace().collect();
    let board = session.table.board().clone();
    // Whom rules play is settled when a game begins.
    let kinds = [Seat::Human, Seat::Random].map(Seat::word);
    let [side, kind] = words[..] else {
        return session.refuse(format!(
            "`seat` takes a side and {}: `seat {} human`",
            kinds.join(" or "),
            board.sides[0].id
        ));
    };
    let Some(id) = board.side(side) else {
        let sides: Vec<&str> = board.sides.iter().map(|s| s.id.as_str()).collect();
        return session.refuse(unknown("side", side, sides));
    };
    let Some(seat) = Seat::parse(kind) else {
        return session.refuse(unknown("seat", kind, kinds));
    };
    if seat == Seat::Random && matches!(people(&session.table)[..], [last] if last.has(id)) {
        return session.refuse("somebody must stay: it is the last seat a person has");
    }
    let before = session.table.seats.clone();
    match session.table.seat(id, seat) {
        Ok(()) => {
            // Who sits on one side sits on all of that seat.
            let changed = |side: &SideId| before[side.at()] != session.table.seats[side.at()];
            let sides: Sides = (0..board.sides.len()).map(SideId::new).filter(changed).chain([id]).collect();
            let is = if sides.iter().count() > 1 { "are" } else { "is" };
            session.done(format!("{} {is} {} now", label::side_names(&board, sides), seat.word()));
        }
        Err(error) => session.answered(Err(error)),
    }
}

fn offered(known: &mut Known<'_, '_>, before: &str) -> Vec<String> {
    if before.is_empty() { known.sides() } else { owned(&[Seat::Human, Seat::Random].map(Seat::word)) }
}
