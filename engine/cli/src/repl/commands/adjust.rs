//! `adjust`: pieces, tracks, facts and cards are set by hand.

use super::{Command, Completes, For, InBrowser};
use crate::repl::session::Session;
use cardwright_state::CardId;
use cardwright_state::board::On;
use cardwright_state::notation::{self, Says};
use cardwright_table::Reloaded;

pub(super) const COMMAND: Command = Command {
    name: "adjust",
    also: &[],
    takes: "NOTATION",
    does: "set pieces, tracks, facts, cards as you like",
    of: For::Setting,
    in_browser: InBrowser::Desk,
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
    if let Some(why) = of_the_card_in_play(session, text) {
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
    let (place, piece) = (&board.spaces[at.at()].id, board.text_of(state));
    let there = position.count_state(at, state);
    // Beside what is set elsewhere it may be so after all.
    (n != there && items.len() == 1).then(|| {
        format!("`{place}` is the supply of `{piece}`, {there} of them: what lies there is what lies nowhere else; set how many lie elsewhere (`SPACE: {n} {piece}`)")
    })
}

/// Why another card is not put in the place of the one that is being played, if that is asked for: what that led to has begun, and who
/// acts on it is settled. Where the line says which step is open, it is begun anew.
fn of_the_card_in_play(session: &Session, text: &str) -> Option<String> {
    let (board, position) = (session.table.board(), session.table.position());
    let items = notation::read(board, text).ok()?;
    if items.iter().any(|item| matches!(item.says, Says::Turn(_))) {
        return None;
    }
    let (card, event) = session.table.card_in_play()?;
    let mut altered = position.clone();
    notation::apply(board, &mut altered, &items).ok()?;
    if altered.card_at(card).pile == position.card_at(card).pile {
        return None;
    }
    let id = &board.cards[card.at()].id;
    let came = (0..board.cards.len()).map(CardId::new);
    let other = came
        .into_iter()
        .find(|other| {
            let (was, is) = (position.card_at(*other).pile, altered.card_at(*other).pile);
            was != is && is == position.card_at(card).pile
        })
        .map_or("ID".to_owned(), |other| board.cards[other.at()].id.clone());
    let back = session.table.nodes()[event].parent;
    let back = back.map_or("begin anew".to_owned(), |n| format!("`undo` or `goto {n}` leads to before it was drawn"));
    let step = position.open_steps().first().map_or("STEP", |frame| board.steps[frame.step.at()].as_str());
    Some(format!(
        "card `{id}` is being played, and what it led to has begun: `adjust` does not play another in its place; {back}, and `dice drawn:{other}` lets {other} come up there; to begin a step anew with it, say which: `{text}; turn {step} …`"
    ))
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
