//! The text of one log event. It names a card only to viewers who saw the card where it lay.

use super::changes;
use crate::Viewer;
use crate::label::{card_name, fill, name_to, private_row_text, row_text, title};
use cardwright_script::{FigureValue, GameEvent, LogAction, Program};
use cardwright_state::board::Board;
use cardwright_state::position::TextLine;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{CardId, PileId, SideId, view};

/// The engine's own words in log lines of any game, separated by blanks. Rule tests accept these words in expected log
/// lines, in addition to the words of the game.
pub const ENGINE_WORDS: [&str; 2] = [
    "no longer in force there card none yes for weighed rolled or more times",
    "a card from to the top cards of looked at by picked is shuffled",
];

/// Renders a log line of a script. `piles` has one entry for each subject: if the subject is a card, the pile in which
/// it lay when the script wrote the line. The same for a row whose key has a card.
fn script_line(board: &Board, viewer: Viewer, text_line: &TextLine, piles: &[Option<PileId>]) -> String {
    let pile_of = |card| {
        let index = text_line.subjects.iter().position(|subject| board.cards_named_by(*subject).contains(&card))?;
        piles.get(index).copied().flatten()
    };
    let sees_card = |card| pile_of(card).is_some_and(|pile| viewer.sees_pile(board, pile));
    fill(board, viewer, &sees_card, &board.labels[text_line.text].template, &text_line.subjects)
}

/// Renders what a roll or pick is for: ` for the attack`. Empty without a label.
fn roll_label(board: &Board, viewer: Viewer, label: Option<&TextLine>) -> String {
    let sees_card = |_| viewer.sees_all();
    let text = |label: &TextLine| fill(board, viewer, &sees_card, &board.labels[label.text].template, &label.subjects);
    label.map_or(String::new(), |label| format!(" for {}", text(label)))
}

/// Renders a figure with a new value: `Port Control none → Red`. Empty if the viewer may not read the figure, or if the
/// value is a number, a card or several values.
fn figure_change(
    program: &Program,
    viewer: Viewer,
    figure_and_subject: (usize, usize),
    was: &FigureValue,
    is: &FigureValue,
) -> String {
    let (board, (figure, subject)) = (&program.board, figure_and_subject);
    let figure = &program.figures[figure];
    if !viewer.sees_all() && !figure.is_for(viewer.sides(), subject) {
        return String::new();
    }
    let word = |value: &FigureValue| match value {
        FigureValue::Nothing | FigureValue::Boolean(false) => Some("none".to_owned()),
        FigureValue::Boolean(true) => Some("yes".to_owned()),
        FigureValue::Value(val) if val.index(Kind::Card).is_none() => {
            Some(name_to(board, viewer, &|_| viewer.sees_all(), *val))
        }
        _ => None,
    };
    let (Some(was), Some(is)) = (word(was), word(is)) else { return String::new() };
    format!("{}{} {was} → {is}", changes::owner_prefix(board, figure.on, subject), title(&figure.name))
}

fn pile_name(program: &Program, pile: PileId) -> String {
    program.content.display_names.pile(&program.board, pile)
}

/// Renders an event as one line of the log. Empty if the viewer may not read it.
pub fn event_text(program: &Program, viewer: Viewer, event: &GameEvent) -> String {
    let board = &program.board;
    match event {
        GameEvent::Heading(text_line, places) => script_line(board, viewer, text_line, places),
        GameEvent::Action(LogAction::Named(text_line, places)) => script_line(board, viewer, text_line, places),
        GameEvent::Action(LogAction::Played(side, played)) => {
            let text = match view::is_private(board, played) && !viewer.may_read(*side) {
                true => private_row_text(board, played),
                false => row_text(board, viewer.as_reader(*side), played),
            };
            format!("{}: {text}", board.sides[side.index()].name)
        }
        GameEvent::Changed(differences) => changes::change_lines(board, viewer, differences).join(" · "),
        GameEvent::FigureChanged { figure, subject, old: was, new: is } => {
            figure_change(program, viewer, (*figure, *subject), was, is)
        }
        GameEvent::LogLine(text_line, places) => script_line(board, viewer, text_line, places),
        GameEvent::Decision { line: text_line, places, is_detail: false, .. } => {
            script_line(board, viewer, text_line, places)
        }
        GameEvent::Decision { line: text_line, places, .. } => {
            format!("weighed: {}", script_line(board, viewer, text_line, places))
        }
        GameEvent::Rolled { die, faces, check, label } => {
            let die = &board.dice[die.index()];
            let face_text = |face| name_to(board, viewer, &|_| false, Val(face));
            let texts: Vec<String> = faces.iter().map(|face| face_text(*face)).collect();
            // Face names may contain spaces, so a comma separates them.
            let (faces, count) = match die.has_words() {
                true => (texts.join(", "), if texts.len() == 1 { String::new() } else { format!("{} ", texts.len()) }),
                false => (texts.join(" "), String::new()),
            };
            let name = &die.name;
            let purpose = roll_label(board, viewer, label.as_deref());
            match check {
                Some((target, n)) if label.is_some() => {
                    format!("rolled {n} {name}{purpose}, {}: {faces}", target.text_with(&face_text))
                }
                Some((target, n)) => format!("rolled {n} {name} for {}: {faces}", target.text_with(&face_text)),
                None => format!("rolled {count}{name}{purpose}: {faces}"),
            }
        }
        GameEvent::Drawn { card, from, to } => {
            let sees_card = viewer.sees_pile(board, *from) || viewer.sees_pile(board, *to);
            let owner = [to, from].iter().find_map(|pile| board.piles[pile.index()].owner);
            let viewer = owner.map_or(viewer, |side| viewer.as_reader(side));
            let card = if sees_card { card_name(board, *card, viewer) } else { "a card".into() };
            format!("{card}: from {} to {}", pile_name(program, *from), pile_name(program, *to))
        }
        GameEvent::Peeked { pile, cards, side } => peek_text(program, viewer, (*pile, cards), *side),
        GameEvent::Picked { picked, pile, label, .. } => {
            let sees_card = |_| pile.is_some_and(|pile| viewer.sees_pile(board, pile));
            let picked = name_to(board, viewer, &sees_card, *picked);
            match label {
                Some(_) => format!("picked{}: {picked}", roll_label(board, viewer, label.as_deref())),
                None => format!("picked {picked}"),
            }
        }
        GameEvent::Shuffled(pile) => format!("{} is shuffled", pile_name(program, *pile)),
    }
}

fn peek_text(program: &Program, viewer: Viewer, (pile, cards): (PileId, &[CardId]), side: Option<SideId>) -> String {
    let board = &program.board;
    let cards_text = match cards.len() {
        1 => "the top card".to_owned(),
        n => format!("the top {n} cards"),
    };
    let by_side = side.map_or(String::new(), |side| format!(" by {}", board.sides[side.index()].name));
    let sees_cards = side.is_some_and(|side| viewer.may_read(side)) || viewer.sees_all();
    let names: Vec<String> = cards.iter().map(|card| card_name(board, *card, viewer)).collect();
    let names = if sees_cards { format!(": {}", names.join(", ")) } else { String::new() };
    format!("{cards_text} of {}: looked at{by_side}{names}", pile_name(program, pile))
}
