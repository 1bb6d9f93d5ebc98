//! The text of one log event. A card is named only to those who saw it where it lay.

use super::changes;
use crate::Viewer;
use crate::label::{card_name, fill, name_to, row, title};
use cardwright_script::{FigureValue, GameEvent, LogAction, Program};
use cardwright_state::PileId;
use cardwright_state::board::Board;
use cardwright_state::position::TextLine;
use cardwright_state::val::{Kind, Val};

/// The engine's own words in log lines, in any game.
pub const ENGINE_WORDS: [&str; 2] = [
    "no longer in force there card none yes for weighed rolled or more times",
    "a card from to the top cards of looked at by picked is shuffled",
];

/// A log line of a script. Its cards are named to those who saw them where they lay.
fn script_line(board: &Board, viewer: Viewer, text_line: &TextLine, places: &[Option<PileId>]) -> String {
    let place = |card| {
        let at = text_line.subjects.iter().position(|v| *v == Val::card(card))?;
        places.get(at).copied().flatten()
    };
    let sees = |card| place(card).is_some_and(|pile| viewer.sees_pile(board, pile));
    fill(board, viewer, &sees, &board.texts[text_line.text.at()].template, &text_line.subjects)
}

/// The text for what the chance decides: ` for the attack`.
fn roll_label(board: &Board, viewer: Viewer, label: Option<&TextLine>) -> String {
    let sees = |_| viewer.sees_all();
    let text = |label: &TextLine| fill(board, viewer, &sees, &board.texts[label.text.at()].template, &label.subjects);
    label.map_or(String::new(), |label| format!(" for {}", text(label)))
}

/// `Port Control none → Red`: a figure with a new value. Empty if the viewer may not read it, or if the value is no
/// single word.
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

/// The name of a pile.
fn pile_name(program: &Program, at: PileId) -> String {
    program.content.display_names.pile(&program.board, at)
}

/// The text of an event, as one line of the log.
pub fn event_text(program: &Program, viewer: Viewer, event: &GameEvent) -> String {
    let board = &program.board;
    match event {
        GameEvent::Heading(text_line, places) => script_line(board, viewer, text_line, places),
        GameEvent::Action(LogAction::Named(text_line, places)) => script_line(board, viewer, text_line, places),
        GameEvent::Action(LogAction::Played(side, played)) => {
            format!("{}: {}", board.sides[side.at()].name, row(board, viewer.as_reader(*side), played))
        }
        GameEvent::Changed(differences) => changes::change_lines(board, viewer, differences).join(" · "),
        GameEvent::FigureChanged { figure, subject, was, is } => {
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
            let die = &board.dice[die.at()];
            let say = |face| name_to(board, viewer, &|_| false, Val(face));
            let shown: Vec<String> = faces.iter().map(|face| say(*face)).collect();
            // Face names may contain spaces, so a comma separates them.
            let (faces, many) = match die.has_words() {
                true => (shown.join(", "), if shown.len() == 1 { String::new() } else { format!("{} ", shown.len()) }),
                false => (shown.join(" "), String::new()),
            };
            let name = &die.name;
            let purpose = roll_label(board, viewer, label.as_deref());
            match check {
                Some((target, n)) if label.is_some() => {
                    format!("rolled {n} {name}{purpose}, {}: {faces}", target.text_with(&say))
                }
                Some((target, n)) => format!("rolled {n} {name} for {}: {faces}", target.text_with(&say)),
                None => format!("rolled {many}{name}{purpose}: {faces}"),
            }
        }
        GameEvent::Drawn { card, from, to } => {
            let seen = viewer.sees_pile(board, *from) || viewer.sees_pile(board, *to);
            let reader = [to, from].iter().find_map(|pile| board.piles[pile.at()].owner);
            let viewer = reader.map_or(viewer, |side| viewer.as_reader(side));
            let card = if seen { card_name(board, *card, viewer) } else { "a card".into() };
            format!("{card}: from {} to {}", pile_name(program, *from), pile_name(program, *to))
        }
        GameEvent::Peeked { pile, cards, side } => {
            let cards_text = match cards.len() {
                1 => "the top card".to_owned(),
                n => format!("the top {n} cards"),
            };
            let by = side.map_or(String::new(), |s| format!(" by {}", board.sides[s.at()].name));
            let looker = side.is_some_and(|s| viewer.may_read(s)) || viewer.sees_all();
            let names: Vec<String> = cards.iter().map(|c| card_name(board, *c, viewer)).collect();
            let names = if looker { format!(": {}", names.join(", ")) } else { String::new() };
            format!("{cards_text} of {}: looked at{by}{names}", self::pile_name(program, *pile))
        }
        GameEvent::Picked { picked, pile: source, label, .. } => {
            let sees = |_| source.is_some_and(|pile| viewer.sees_pile(board, pile));
            let picked = name_to(board, viewer, &sees, *picked);
            match label {
                Some(_) => format!("picked{}: {picked}", roll_label(board, viewer, label.as_deref())),
                None => format!("picked {picked}"),
            }
        }
        GameEvent::Shuffled(pile) => format!("{} is shuffled", self::pile_name(program, *pile)),
    }
}
