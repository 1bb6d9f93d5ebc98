//! Items in position notation. An item is about one place, or about each space of a kind if it begins with the plural
//! of the kind (`countries: bank 1`).

use super::NotationItem;
use crate::hints;
use crate::line_part::{LinePart, Mistake};
use crate::report::Mismatch;
use cardwright_state::Position;
use cardwright_state::board::{Board, SubjectKind};
use cardwright_state::notation::{self, Item as StateItem, Statement};
use cardwright_state::val::{Kind, PlainValue};

/// Parses a part as notation. `head` is the place in front of the colon, or empty.
pub(super) fn read(board: &Board, head: &str, part: &LinePart) -> Result<Vec<StateItem>, Mistake> {
    notation::read(board, &with_head(head, part)).map_err(|errors| match errors.first() {
        None => part.mistake("this is not position notation"),
        Some(error) => {
            let head_length = with_head(head, part).len() - part.text.len();
            let (from, to) = (error.span.start.checked_sub(head_length), error.span.end.saturating_sub(head_length));
            // For an error in the head, the message marks everything after the head.
            let wrong_part = from.map_or_else(|| part.clone(), |from| part.slice(from, to));
            let help = hints::item(board, part, &wrong_part.text);
            wrong_part.unknown(error.message.clone(), &error.candidates).with_help(help)
        }
    })
}

/// The text of a part with its head in front.
pub(super) fn with_head(head: &str, part: &LinePart) -> String {
    if head.is_empty() { part.text.clone() } else { format!("{head}: {}", part.text) }
}

/// The places that a head names: the head itself, or each space of the kind if the head is the plural of a kind.
pub(super) fn places_of_head(board: &Board, head: &LinePart) -> Vec<String> {
    // If a space and a plural have the same id, the head means the space.
    let plural = board.find_of_kind(Kind::SpaceKind, &head.text).filter(|_| board.space(&head.text).is_none());
    match plural.and_then(|v| v.index(Kind::SpaceKind)) {
        Some(kind) => board.space_kinds[kind].members.iter().map(|s| board.spaces[s].id.clone()).collect(),
        None => vec![head.text.clone()],
    }
}

fn notation_items(head: &str, part: &LinePart, items: Vec<StateItem>) -> impl Iterator<Item = NotationItem> {
    items.into_iter().map(move |item| NotationItem {
        part: part.clone(),
        text: with_head(head, part),
        statement: item.statement,
    })
}

/// Parses one item and collects its mistakes.
pub(super) fn item(board: &Board, part: &LinePart, mistakes: &mut Vec<Mistake>) -> Vec<NotationItem> {
    item_without(board, part, &[], mistakes)
}

/// Parses one item without the elements that begin at these offsets, because they are no notation: the caller has read
/// them as figures.
pub(super) fn item_without(
    board: &Board,
    part: &LinePart,
    skipped: &[usize],
    mistakes: &mut Vec<Mistake>,
) -> Vec<NotationItem> {
    let mut out = Vec::new();
    let mut add = |head: &str, element: &LinePart| match read(board, head, element) {
        Ok(items) => out.extend(notation_items(head, element, items)),
        Err(mistake) => {
            // Another space of the plural may have reported the same mistake already.
            if !mistakes.iter().any(|earlier| (earlier.line, earlier.at) == (mistake.line, mistake.at)) {
                mistakes.push(mistake);
            }
        }
    };
    match part.head() {
        Some((head, body)) if board.pile(&head.text).is_none() => {
            let places = places_of_head(board, &head);
            if places.iter().any(|p| board.space(p).is_none()) || body.is_empty() {
                add("", part);
                return out;
            }
            for place in places {
                for element in body.elements().into_iter().filter(|element| !skipped.contains(&element.at)) {
                    add(&place, &element);
                }
            }
        }
        _ => add("", part),
    }
    out
}

/// Parses a `setup` line and collects its mistakes.
pub(crate) fn setup(board: &Board, line: &LinePart, mistakes: &mut Vec<Mistake>) -> Vec<NotationItem> {
    let mut out: Vec<NotationItem> = Vec::new();
    for part in line.split(';').into_iter().filter(|p| !p.is_empty()) {
        for notation_item in item(board, &part, mistakes) {
            match (&notation_item.statement, out.last_mut().map(|previous| &mut previous.statement)) {
                // `turn a; in b` gives two items. They become one list of open steps.
                (Statement::Turn(inner), Some(Statement::Turn(outer))) if part.text.starts_with("in ") => {
                    outer.extend(inner.clone())
                }
                _ => out.push(notation_item),
            }
        }
    }
    out
}

/// Parses the arguments of a step.
pub(crate) fn arguments(board: &Board, step: &LinePart, args: &[LinePart]) -> Result<Vec<PlainValue>, Mistake> {
    let Some(last) = args.last() else { return Ok(Vec::new()) };
    let words: Vec<&str> = std::iter::once(step).chain(args).map(|word| word.text.as_str()).collect();
    let whole = LinePart { text: format!("turn {}", words.join(" ")), ..step.clone() };
    let at_words = |mistake| Mistake { at: step.at, length: last.at + last.text.len() - step.at, ..mistake };
    match read(board, "", &whole).map_err(at_words)?.pop().map(|item| item.statement) {
        Some(Statement::Turn(steps)) => Ok(steps.into_iter().next().map(|(_, args)| args).unwrap_or_default()),
        _ => Err(at_words(whole.mistake("these are not arguments of a step"))),
    }
}

/// Returns how the position differs from an item in notation, or `None` if the item holds.
pub(super) fn compare_notation(board: &Board, position: &Position, item: &NotationItem) -> Option<Mismatch> {
    if let Statement::Track { track, subject, n } = &item.statement {
        let def = &board.tracks[track.index()];
        let found = position.track(board, *track, *subject);
        let subject_text = match def.on {
            SubjectKind::Game => String::new(),
            SubjectKind::Card => format!("card {}: ", board.cards[*subject].id),
            SubjectKind::Side => format!("{} ", board.sides[*subject].id),
            SubjectKind::Spaces(_) => format!("{}: ", board.spaces[*subject].id),
            SubjectKind::Links(_) => format!("link {}: ", board.links[*subject].id),
        };
        let head = format!("{subject_text}{}", def.id);
        return Mismatch::unless_equal(format!("{head} {n}"), format!("{head} {found}"));
    }
    let wanted = StateItem { span: 0..0, statement: item.statement.clone() };
    let (_, expected, found) = notation::compare(board, position, &[wanted]).pop()?;
    match &item.statement {
        Statement::Fact { .. } | Statement::Option { .. } | Statement::Chance { .. } => {
            Some(Mismatch { expected: item.text.clone(), found, changed: false })
        }
        _ => Mismatch::unless_equal(expected, found),
    }
}
