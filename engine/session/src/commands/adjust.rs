//! `adjust`: sets pieces, tracks, facts and cards by hand.

use crate::command::{Access, Command, Completion, Group};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_state::board::SubjectKind;
use cardwright_state::notation::{self, Statement};
use cardwright_state::val::PlainValue;
use cardwright_state::{CardId, StepId};
use cardwright_table::{Reloaded, Viewer};

pub(crate) const COMMAND: Command = Command {
    args: "NOTATION",
    details: "Takes the notation of positions: `SPACE: 2 PIECE, TRACK 1`, `TRACK 4`, `PILE: CARD CARD`, separated by `;`. \
              It is recorded. It can be undone, unless it names cards while somebody holds hidden cards.",
    example: Some(example),
    completion: Completion::Words(|known, _| known.things.to_vec()),
    ..Command::new("adjust", "set pieces, tracks, facts, cards as you like", Group::Edit, Access::Host, run)
};

pub(crate) fn run(session: &mut Session, viewer: Viewer, text: &str) -> Reply {
    if text.is_empty() {
        return Reply::refused("`adjust` takes notation: `SPACE: 2 PIECE`, `TRACK 3` (`show notation` has examples)");
    }
    let refusal = supply_refusal(session, text)
        .or_else(|| missing_arguments_refusal(session, text))
        .or_else(|| card_in_play_refusal(session, text));
    if let Some(why) = refusal {
        return Reply::refused(why);
    }
    // The outcome of an adjustment has the type of a reload, because both run the open steps again.
    match session.table.adjust(text) {
        Ok(Reloaded::SameChoice) => Reply::done("set"),
        Ok(Reloaded::StepStart(step)) => {
            Reply::done(format!("set; the answers so far do not go on from there: back at the start of `{step}`"))
        }
        Err(error) => session.refuse(viewer, error),
    }
}

/// Refuses an adjustment that sets the number of pieces in their supply, because the supply holds the pieces that lie
/// nowhere else.
fn supply_refusal(session: &Session, text: &str) -> Option<String> {
    let (board, position) = (session.table.board(), session.table.position());
    let items = notation::read(board, text).ok()?;
    let (space, state, n) = items.iter().find_map(|item| match item.statement {
        Statement::Pieces { at, state, n, .. } if board.is_in_supply(at, state) => Some((at, state, n)),
        _ => None,
    })?;
    let (place, piece) = (&board.spaces[space.index()].id, board.state_text(state));
    let current = position.count_state(space, state);
    // Other items of the line may move pieces so that the supply holds the number that the player typed.
    (n != current && items.len() == 1).then(|| {
        format!(
            "`{place}` is the supply of `{piece}`, {current} of them: it holds what lies nowhere else; set how many \
             lie elsewhere (`SPACE: {n} {piece}`)"
        )
    })
}

/// Refuses an adjustment that names a step without all of its arguments, because the script would get nil for the others.
fn missing_arguments_refusal(session: &Session, text: &str) -> Option<String> {
    let board = session.table.board();
    let items = notation::read(board, text).ok()?;
    let steps = items.iter().filter_map(|item| match &item.statement {
        Statement::Turn(steps) => Some(steps),
        _ => None,
    });
    let missing = |(step, given): &(StepId, Vec<PlainValue>)| {
        let id = &board.labels[*step];
        let arguments = &session.table.program().steps.iter().find(|step| step.id == *id)?.arguments;
        let names = arguments.iter().filter(|name| *name != "...").skip(given.len()).cloned().collect::<Vec<_>>();
        (!names.is_empty()).then_some((id, names))
    };
    let (id, names) = steps.flatten().find_map(missing)?;
    Some(format!(
        "the step `{id}` needs a value for {}: type it after the step (`turn {id} …`), or `nil` for none; `show notation` \
         writes the open steps with their values",
        names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
    ))
}

/// Refuses an adjustment that replaces the card in play, because the effects of the card have begun. An adjustment that
/// also names the open step is allowed, because that step then begins anew.
fn card_in_play_refusal(session: &Session, text: &str) -> Option<String> {
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
    let id = &board.cards[card.index()].id;
    let replaces_card = |other: &CardId| {
        let (old_pile, new_pile) = (position.card_location(*other).pile, altered.card_location(*other).pile);
        old_pile != new_pile && new_pile == position.card_location(card).pile
    };
    let other = (0..board.cards.len()).map(CardId::new).find(replaces_card);
    let other = other.map_or("ID".to_owned(), |other| board.cards[other.index()].id.clone());
    let back = session.table.nodes()[event].parent;
    let back = back.map_or("begin anew".to_owned(), |n| {
        format!("`undo` or `goto {n}` goes back to the position before it was drawn")
    });
    let step = position.open_steps().first().map_or("STEP …".to_owned(), |frame| {
        let args = frame.args.iter().map(|arg| format!(" {}", notation::plain_text(board, arg)));
        format!("{}{}", board.labels[frame.step], args.collect::<String>())
    });
    Some(format!(
        "card `{id}` is in play, and its effects have begun: `adjust` does not replace it; {back}, and `dice \
         drawn:{other}` lets {other} come up there; to begin a step anew with it, name the step: `{text}; turn {step}`"
    ))
}

/// Makes an example line with names of the game in play.
fn example(session: &Session) -> Option<String> {
    let board = session.table.board();
    let is_supply = |space: &usize| board.piece_types.iter().any(|piece_type| piece_type.supply.index() == *space);
    let space = (0..board.spaces.len()).find(|space| !is_supply(space)).map(|space| &board.spaces[space])?;
    let piece = &board.states.first()?.text;
    let mut example = format!("adjust {}: 2 {piece}", space.id);
    if let Some(track) = board.tracks.iter().find(|track| track.on.includes(SubjectKind::spaces(space.kind))) {
        example.push_str(&format!(", {} {}", track.id, track.max.min(1)));
    }
    if let Some(track) = board.tracks.iter().find(|track| track.on == SubjectKind::Game) {
        example.push_str(&format!("; {} {}", track.id, track.max.min(2)));
    }
    Some(example)
}
