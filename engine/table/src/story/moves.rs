//! What somebody moves on a physical table: turn by turn what came of it all in all, and what differs between two events.

use super::changes;
use super::words::happening;
use crate::label::{Audience, card_name};
use cardwright_script::{Deed, Happening, Program, is_told};
use cardwright_state::{Difference, Kind, Position, SideId, diff};

/// What a turn moved, all in all: what went to and fro is not in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moves {
    /// Whose deeds they are, where they are a side's.
    pub side: Option<SideId>,
    /// Its heading; none of what comes of the answer before any.
    pub head: Option<String>,
    /// One line each: pieces from where to where, tracks, what is shown of facts, effects in force.
    pub lines: Vec<String>,
}

/// What happened as moves, turn by turn: a turn begins with a heading, or where rules play another side.
pub fn moves<'a>(
    program: &Program,
    audience: Audience,
    happenings: impl IntoIterator<Item = &'a Happening>,
) -> Vec<Moves> {
    let mut turns = vec![Turn::default()];
    for what in happenings {
        let side = match what {
            Happening::Chapter(said, _) => said.subjects.iter().find_map(|of| of.index(Kind::Side)).map(SideId::new),
            Happening::Deed(Deed::Played(side, _)) => Some(*side),
            Happening::Deed(Deed::Named(said, _)) => {
                said.subjects.first().and_then(|of| of.index(Kind::Side)).map(SideId::new)
            }
            Happening::Changed(differences) => {
                if let Some(turn) = turns.last_mut() {
                    differences.iter().for_each(|difference| turn.add(difference));
                }
                continue;
            }
            _ => continue,
        };
        let head = matches!(what, Happening::Chapter(..)).then(|| happening(program, audience, what));
        let is_same = turns.last().is_some_and(|turn| head.is_none() && (side.is_none() || turn.side == side));
        if !is_same {
            let named = side.map(|side| program.board.sides[side.at()].name.clone());
            turns.push(Turn { side, head: head.or(named), net: Vec::new() });
        }
    }
    let told = |turn: Turn| {
        let lines = changes::parts(&program.board, audience, &turn.net);
        Moves { side: turn.side, head: turn.head, lines }
    };
    turns.into_iter().map(told).filter(|turn| !turn.lines.is_empty()).collect()
}

/// What is moved to come from one position to another of the same content: what lies on the table, and cards that these eyes see.
pub fn moved_between(program: &Program, audience: Audience, from: &Position, to: &Position) -> Vec<String> {
    let board = &program.board;
    let all = diff(board, from, to);
    let told: Vec<Difference> = all.iter().filter(|difference| is_told(board, difference)).cloned().collect();
    let mut lines = changes::parts(board, audience, &told);
    let cards = all.iter().filter_map(|difference| match difference {
        Difference::Card { card, from, to } if audience.sees_pile(board, *from) || audience.sees_pile(board, *to) => {
            let name = card_name(board, *card, audience);
            Some(format!("{name}: {} → {}", board.piles[from.at()].id, board.piles[to.at()].id))
        }
        _ => None,
    });
    lines.extend(cards);
    lines
}

/// A turn, and what differs by it.
#[derive(Debug, Default)]
struct Turn {
    side: Option<SideId>,
    head: Option<String>,
    net: Vec<Difference>,
}

impl Turn {
    /// Adds what came later: of one thing that changed twice, how it was first and is last.
    fn add(&mut self, later: &Difference) {
        let earlier = self.net.iter_mut().find(|earlier| is_of(earlier, later));
        match (earlier, later) {
            (Some(Difference::Pieces { is, .. }), Difference::Pieces { was: before, is: now, .. }) => {
                // Between the two it may have changed untold.
                *is = (i64::from(*is) + i64::from(*now) - i64::from(*before)).try_into().unwrap_or(*now);
            }
            (Some(Difference::Track { is, .. }), Difference::Track { is: now, .. }) => *is = *now,
            (Some(Difference::Fact { is, .. }), Difference::Fact { is: now, .. }) => *is = now.clone(),
            _ => self.net.push(later.clone()),
        }
        self.net.retain(|difference| match difference {
            Difference::Pieces { was, is, .. } => was != is,
            Difference::Track { was, is, .. } => was != is,
            Difference::Fact { was, is, .. } => was != is,
            _ => true,
        });
    }
}

/// Whether two differences are of the same thing.
fn is_of(a: &Difference, b: &Difference) -> bool {
    match (a, b) {
        (Difference::Pieces { at, state, .. }, Difference::Pieces { at: place, state: other, .. }) => {
            at == place && state == other
        }
        (Difference::Track { track, subject, .. }, Difference::Track { track: other, subject: of, .. }) => {
            track == other && subject == of
        }
        (Difference::Fact { fact, subject, .. }, Difference::Fact { fact: other, subject: of, .. }) => {
            fact == other && subject == of
        }
        _ => false,
    }
}
