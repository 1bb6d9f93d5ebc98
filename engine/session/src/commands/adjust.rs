//! `adjust`: sets pieces, tracks, facts and cards by hand.

use crate::command::{Access, Command, Completion, Cost, Group, Places};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_state::CardId;
use cardwright_state::board::SubjectKind;
use cardwright_state::notation::{self, Statement};
use cardwright_table::{Reloaded, Viewer};

pub(crate) const COMMAND: Command = Command {
    name: "adjust",
    aliases: &[],
    former_name: None,
    args: "NOTATION",
    summary: "set pieces, tracks, facts, cards as you like",
    group: Group::Edit,
    access: Access::Host,
    places: Places::Both,
    cost: Cost::Instant,
    details: "Takes the notation of positions: `SPACE: 2 PIECE, TRACK 1`, `TRACK 4`, `PILE: CARD CARD`, separated by `;`. \
              It is recorded and can be undone.",
    example: Some(example),
    run,
    completion: Completion::Words(|known, _| known.things.to_vec()),
};

pub(crate) fn run(session: &mut Session, viewer: Viewer, text: &str) -> Reply {
    if text.is_empty() {
        return Reply::refused("`adjust` takes notation: `SPACE: 2 PIECE`, `TRACK 3` (`show notation` has examples)");
    }
    if let Some(why) = sets_a_supply(session, text).or_else(|| replaces_the_card_in_play(session, text)) {
        return Reply::refused(why);
    }
    match session.table.adjust(text) {
        Ok(Reloaded::Same) => Reply::done("set"),
        Ok(Reloaded::StepStart(step)) => {
            Reply::done(format!("set; the answers so far do not go on from there: back at the start of `{step}`"))
        }
        Err(error) => session.refuse(viewer, error),
    }
}

/// Why a number of pieces in their supply cannot be set: the supply holds what lies nowhere else.
fn sets_a_supply(session: &Session, text: &str) -> Option<String> {
    let (board, position) = (session.table.board(), session.table.position());
    let items = notation::read(board, text).ok()?;
    let (at, state, n) = items.iter().find_map(|item| match item.statement {
        Statement::Pieces { at, state, n, .. } if board.is_in_supply(at, state) => Some((at, state, n)),
        _ => None,
    })?;
    let (place, piece) = (&board.spaces[at.at()].id, board.state_text(state));
    let there = position.count_state(at, state);
    // With other items in the line the number may come out right.
    (n != there && items.len() == 1).then(|| {
        format!(
            "`{place}` is the supply of `{piece}`, {there} of them: it holds what lies nowhere else; set how many lie \
             elsewhere (`SPACE: {n} {piece}`)"
        )
    })
}

/// Why another card does not take the place of the one in play: its effects have begun, and who acts on it is settled.
/// Where the line names the open step, that step begins anew.
fn replaces_the_card_in_play(session: &Session, text: &str) -> Option<String> {
    let (board, position) = (session.table.board(), session.table.position());
    let items = notation::read(board, text).ok()?;
    if items.iter().any(|item| matches!(item.statement, Statement::Turn(_))) {
        return None;
    }
    let (card, event) = session.table.card_in_play()?;
    let mut altered = position.clone();
    notation::apply(board, &mut altered, &items).ok()?;
    if altered.card_location(card).pile == position.card_location(card).pile {
        return None;
    }
    let id = &board.cards[card.at()].id;
    let takes_its_place = |other: &CardId| {
        let (was, is) = (position.card_location(*other).pile, altered.card_location(*other).pile);
        was != is && is == position.card_location(card).pile
    };
    let other = (0..board.cards.len()).map(CardId::new).find(takes_its_place);
    let other = other.map_or("ID".to_owned(), |other| board.cards[other.at()].id.clone());
    let back = session.table.nodes()[event].parent;
    let back = back.map_or("begin anew".to_owned(), |n| format!("`undo` or `goto {n}` leads to before it was drawn"));
    let step = position.open_steps().first().map_or("STEP", |frame| board.steps[frame.step.at()].as_str());
    Some(format!(
        "card `{id}` is in play, and its effects have begun: `adjust` does not replace it; {back}, and `dice \
         drawn:{other}` lets {other} come up there; to begin a step anew with it, name the step: `{text}; turn {step} …`"
    ))
}

/// What can be set, with names of the game in play.
fn example(session: &Session) -> Option<String> {
    let board = session.table.board();
    let is_supply = |s: &usize| board.types.iter().any(|t| t.supply.at() == *s);
    let at = (0..board.spaces.len()).find(|s| !is_supply(s))?;
    let piece = &board.states.first()?.text;
    let mut example = format!("adjust {}: 2 {piece}", board.spaces[at].id);
    if let Some(track) = board.tracks.iter().find(|t| t.on.includes(SubjectKind::spaces(board.spaces[at].kind))) {
        example.push_str(&format!(", {} {}", track.id, track.max.min(1)));
    }
    if let Some(track) = board.tracks.iter().find(|t| t.on == SubjectKind::Game) {
        example.push_str(&format!("; {} {}", track.id, track.max.min(2)));
    }
    Some(example)
}
