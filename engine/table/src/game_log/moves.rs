//! The moves that people repeat with the pieces of the printed game: the net changes of each turn, and the difference
//! between two events.

use super::changes;
use super::event_text::event_text;
use crate::Viewer;
use crate::label::card_name;
use cardwright_script::{GameEvent, LogAction, Program, is_logged};
use cardwright_state::{Difference, Kind, Position, SideId, diff};

/// The net changes of a turn. A piece that moved and came back is not listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moves {
    /// The side that acted, if a side did.
    pub side: Option<SideId>,
    /// The heading. `None` for changes before any heading.
    pub heading: Option<String>,
    /// One line for each change: pieces, tracks, displayed facts and active effects.
    pub lines: Vec<String>,
}

/// Sums up the changes of each turn. A turn begins with a heading, or with a log action of another side than the side
/// of the turn before it.
pub fn moves<'a>(
    program: &Program,
    viewer: Viewer,
    game_events: impl IntoIterator<Item = &'a GameEvent>,
) -> Vec<Moves> {
    let mut turns = vec![Turn::default()];
    for event in game_events {
        let side = match event {
            GameEvent::Heading(line, _) => {
                line.subjects.iter().find_map(|subject| subject.index(Kind::Side)).map(SideId::new)
            }
            GameEvent::Action(LogAction::Played(side, _)) => Some(*side),
            GameEvent::Action(LogAction::Named(line, _)) => {
                line.subjects.first().and_then(|subject| subject.index(Kind::Side)).map(SideId::new)
            }
            GameEvent::Changed(differences) => {
                if let Some(turn) = turns.last_mut() {
                    differences.iter().for_each(|difference| turn.add(difference));
                }
                continue;
            }
            _ => continue,
        };
        let heading = matches!(event, GameEvent::Heading(..)).then(|| event_text(program, viewer, event));
        let is_same_turn = turns.last().is_some_and(|turn| heading.is_none() && (side.is_none() || turn.side == side));
        if !is_same_turn {
            let side_name = side.map(|side| program.board.sides[side.index()].name.clone());
            turns.push(Turn { side, heading: heading.or(side_name), ..Turn::default() });
        }
    }
    let to_moves = |turn: Turn| {
        let lines = changes::change_parts(&program.board, viewer, &turn.net);
        Moves { side: turn.side, heading: turn.heading, lines }
    };
    turns.into_iter().map(to_moves).filter(|turn| !turn.lines.is_empty()).collect()
}

/// Lists the changes from one position to another of the same content, as far as the viewer may see them.
pub fn moves_between(program: &Program, viewer: Viewer, from: &Position, to: &Position) -> Vec<String> {
    let board = &program.board;
    let differences = diff(board, from, to);
    let logged: Vec<Difference> =
        differences.iter().filter(|difference| is_logged(board, difference)).cloned().collect();
    let mut lines = changes::change_parts(board, viewer, &logged);
    let cards = differences.iter().filter_map(|difference| match difference {
        Difference::Card { card, from, to } if viewer.sees_pile(board, *from) || viewer.sees_pile(board, *to) => {
            let name = card_name(board, *card, viewer);
            Some(format!("{name}: {} → {}", board.piles[from.index()].id, board.piles[to.index()].id))
        }
        _ => None,
    });
    lines.extend(cards);
    lines
}

/// A turn with its differences.
#[derive(Debug, Default)]
struct Turn {
    side: Option<SideId>,
    heading: Option<String>,
    /// The net changes.
    net: Vec<Difference>,
}

impl Turn {
    /// Adds a later difference. If the same track, fact or kind of piece changed before, merges the two: the result has
    /// the first old value and the last new value.
    fn add(&mut self, later: &Difference) {
        let earlier = self.net.iter_mut().find(|earlier| is_same_subject(earlier, later));
        match (earlier, later) {
            (Some(Difference::Pieces { new: net, .. }), Difference::Pieces { old, new, .. }) => {
                // Add the change instead of taking the new count: a change without a log event may lie between the two.
                *net = (i64::from(*net) + i64::from(*new) - i64::from(*old)).try_into().unwrap_or(*new);
            }
            (Some(Difference::Track { new: net, .. }), Difference::Track { new, .. }) => *net = *new,
            (Some(Difference::Fact { new: net, .. }), Difference::Fact { new, .. }) => *net = new.clone(),
            _ => self.net.push(later.clone()),
        }
        self.net.retain(|difference| match difference {
            Difference::Pieces { old, new, .. } => old != new,
            Difference::Track { old, new, .. } => old != new,
            Difference::Fact { old, new, .. } => old != new,
            _ => true,
        });
    }
}

/// Whether two differences concern the same pieces in the same place, the same track or the same fact.
fn is_same_subject(a: &Difference, b: &Difference) -> bool {
    match (a, b) {
        (Difference::Pieces { at, state, .. }, Difference::Pieces { at: place, state: other, .. }) => {
            at == place && state == other
        }
        (Difference::Track { track, subject, .. }, Difference::Track { track: other, subject: other_subject, .. }) => {
            track == other && subject == other_subject
        }
        (Difference::Fact { fact, subject, .. }, Difference::Fact { fact: other, subject: other_subject, .. }) => {
            fact == other && subject == other_subject
        }
        _ => false,
    }
}
