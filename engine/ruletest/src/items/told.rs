//! Notation as `setup` and `expect` lines say it, of one place or of each space of a plural.

use super::Told;
use super::comparing::differ;
use crate::report::Mismatch;
use crate::slips;
use crate::text::{Mistake, Part};
use cardwright_state::Position;
use cardwright_state::board::{Board, On};
use cardwright_state::notation::{self, Item as Said, Says};
use cardwright_state::val::{Kind, Plain};

/// Reads a part as notation, after a head that stands elsewhere or nowhere.
pub(super) fn read(board: &Board, head: &str, part: &Part) -> Result<Vec<Said>, Mistake> {
    notation::read(board, &after(head, part)).map_err(|errors| match errors.first() {
        None => part.mistake("this is no notation"),
        Some(error) => {
            let before = after(head, part).len() - part.text.len();
            let (from, to) = (error.span.start.checked_sub(before), error.span.end.saturating_sub(before));
            // What is wrong with the head is told of all that stands after it.
            let wrong = from.map_or_else(|| part.clone(), |from| part.sub(from, to));
            let cure = slips::item(board, part, &wrong.text);
            wrong.unknown(error.message.clone(), &error.candidates).cured(cure)
        }
    })
}

/// A part with its head.
pub(super) fn after(head: &str, part: &Part) -> String {
    if head.is_empty() { part.text.clone() } else { format!("{head}: {}", part.text) }
}

/// The places a head names: itself, or each space of a plural.
pub(super) fn heads(board: &Board, head: &Part) -> Vec<String> {
    // What a single space is called is meant where both are.
    let plural = board.find_as(Kind::SpaceKind, &head.text).filter(|_| board.space(&head.text).is_none());
    match plural.and_then(|v| v.index(Kind::SpaceKind)) {
        Some(kind) => board.kinds[kind].members.iter().map(|s| board.spaces[s].id.clone()).collect(),
        None => vec![head.text.clone()],
    }
}

fn with_words(head: &str, part: &Part, said: Vec<Said>) -> impl Iterator<Item = Told> {
    said.into_iter().map(move |s| Told { part: part.clone(), text: after(head, part), says: s.says })
}

/// What one item of notation says; mistakes are gathered.
pub(super) fn item(board: &Board, part: &Part, mistakes: &mut Vec<Mistake>) -> Vec<Told> {
    item_but(board, part, &[], mistakes)
}

/// The same without the elements that begin at these places.
pub(super) fn item_but(board: &Board, part: &Part, left_out: &[usize], mistakes: &mut Vec<Mistake>) -> Vec<Told> {
    let mut out = Vec::new();
    let mut add = |head: &str, of: &Part| match read(board, head, of) {
        Ok(said) => out.extend(with_words(head, of, said)),
        Err(new) if mistakes.iter().any(|old| (old.line, old.at) == (new.line, new.at)) => {} // The next space of a plural.
        Err(mistake) => mistakes.push(mistake),
    };
    match part.head() {
        Some((head, body)) if board.pile(&head.text).is_none() => {
            let places = heads(board, &head);
            if places.iter().any(|p| board.space(p).is_none()) || body.is_empty() {
                add("", part);
                return out;
            }
            for place in places {
                for element in body.elements().into_iter().filter(|element| !left_out.contains(&element.at)) {
                    add(&place, &element);
                }
            }
        }
        _ => add("", part),
    }
    out
}

/// Reads a `setup` line; mistakes are gathered.
pub(crate) fn setup(board: &Board, line: &Part, mistakes: &mut Vec<Mistake>) -> Vec<Told> {
    let mut out: Vec<Told> = Vec::new();
    for part in line.split(';').into_iter().filter(|p| !p.is_empty()) {
        for it in item(board, &part, mistakes) {
            match (&it.says, out.last_mut().map(|t| &mut t.says)) {
                (Says::Turn(inner), Some(Says::Turn(outer))) if part.text.starts_with("in ") => {
                    outer.extend(inner.clone())
                }
                _ => out.push(it),
            }
        }
    }
    out
}

/// What a step is begun with.
pub(crate) fn arguments(board: &Board, step: &Part, args: &[Part]) -> Result<Vec<Plain>, Mistake> {
    let Some(last) = args.last() else { return Ok(Vec::new()) };
    let words: Vec<&str> = std::iter::once(step).chain(args).map(|word| word.text.as_str()).collect();
    let whole = Part { text: format!("turn {}", words.join(" ")), ..step.clone() };
    let placed = |mistake| Mistake { at: step.at, length: last.at + last.text.len() - step.at, ..mistake };
    match read(board, "", &whole).map_err(placed)?.pop().map(|said| said.says) {
        Some(Says::Turn(steps)) => Ok(steps.into_iter().next().map(|(_, args)| args).unwrap_or_default()),
        _ => Err(placed(whole.mistake("this is nothing that a step is begun with"))),
    }
}

pub(super) fn compare_told(board: &Board, position: &Position, told: &Told) -> Option<Mismatch> {
    if let Says::Track { track, subject, n } = &told.says {
        let def = &board.tracks[track.at()];
        let found = position.track(board, *track, *subject);
        let on = match def.on {
            On::Game | On::Card => String::new(),
            On::Side => format!("{} ", board.sides[*subject].id),
            On::Spaces(_) => format!("{}: ", board.spaces[*subject].id),
            On::Links(_) => format!("link {}: ", board.links[*subject].id),
        };
        return differ(format!("{on}{} {n}", def.id), format!("{on}{} {found}", def.id));
    }
    let item = Said { span: 0..0, says: told.says.clone() };
    let (_, expected, found) = notation::compare(board, position, &[item]).pop()?;
    match &told.says {
        Says::Fact { .. } | Says::Option { .. } | Says::Chance { .. } => {
            Some(Mismatch { expected: told.text.clone(), found, changed: false })
        }
        _ => differ(expected, found),
    }
}
