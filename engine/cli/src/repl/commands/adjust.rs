//! `adjust`: pieces, tracks, facts and cards are set by hand.

use super::{Command, Completes, For};
use crate::repl::session::Session;
use cardwright_state::board::On;
use cardwright_state::notation::{self, Says};
use cardwright_table::Reloaded;

pub(super) const COMMAND: Command = Command {
    name: "adjust",
    also: &[],
    takes: "NOTATION",
    does: "set pieces, tracks, facts, cards as you like",
    of: For::Setting,
    more: "In the notation of positions: `SPACE: 2 PIECE, TRACK 1`, `TRACK 4`, `PILE: CARD CARD`, parted by `;`. It is recorded and can be undone.",
    example: Some(example),
    run,
    completes: Completes::Words(|known, _| known.things.to_vec()),
};

fn run(session: &mut Session, text: &str) {
    if text.is_empty() {
        return session.refuse("`adjust` takes notation: `SPACE: 2 PIECE`, `TRACK 3` (`show notation` has examples)");
    }
    if let Some(why) = of_a_supply(session, text) {
        return session.refuse(why);
    }
    match session.table.adjust(text) {
        Ok(Reloaded::Same) => session.done("set"),
        Ok(Reloaded::StepStart(step)) => {
            session.done(format!("set; what was begun does not go on from there: back at the start of `{step}`"));
        }
        Err(error) => session.answered(Err(error)),
    }
}

/// Why a number of pieces in their supply cannot be set, if that is asked for: what lies there is what lies nowhere else.
fn of_a_supply(session: &Session, text: &str) -> Option<String> {
    let (board, position) = (session.table.board(), session.table.position());
    let items = notation::read(board, text).ok()?;
    let (at, state, n) = items.iter().find_map(|item| match item.says {
        Says::Pieces { at, state, n, .. } if board.is_spare(at, state) => Some((at, state, n)),
        _ => None,
    })?;
    let (place, piece) = (&board.spaces[at.at()].id, &board.states[state.at()].text);
    let there = position.count_state(board, at, state);
    // Beside what is set elsewhere it may be so after all.
    (n != there && items.len() == 1).then(|| {
        format!("`{place}` is the supply of `{piece}`, {there} of them: what lies there is what lies nowhere else; set how many lie elsewhere (`SPACE: {n} {piece}`)")
    })
}

/// What can be set, with names of the game in play.
fn example(session: &Session) -> Option<String> {
    let board = session.table.board();
    let is_supply = |s: &usize| board.types.iter().any(|t| t.supply.at() == *s);
    let at = (0..board.spaces.len()).find(|s| !is_supply(s))?;
    let piece = &board.states.first()?.text;
    let mut example = format!("adjust {}: 2 {piece}", board.spaces[at].id);
    if let Some(track) = board.tracks.iter().find(|t| t.on.is_for(On::spaces(board.spaces[at].kind))) {
        example.push_str(&format!(", {} {}", track.id, track.max.min(1)));
    }
    if let Some(track) = board.tracks.iter().find(|t| t.on == On::Game) {
        example.push_str(&format!("; {} {}", track.id, track.max.min(2)));
    }
    Some(example)
}
