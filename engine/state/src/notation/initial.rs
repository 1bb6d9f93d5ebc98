//! The `initial` lines of saved positions: the values that tracks, facts and options had at the start of the game.
//!
//! The other lines of a saved position give only what differs from these values. With the `initial` lines a position
//! stays the same when it is read on a board with other starts and defaults.

use super::fact_and_option_text::option_text;
use super::lex::{Fragment, NotationError, Result, items};
use super::read::{FormerBoard, INITIAL, Reader, Statement};
use crate::board::{Board, SubjectKind};
use crate::fact::FactValue;
use crate::ids::*;
use crate::position::Position;
use std::fmt::Write as _;

/// Writes the start of each track, the default of each fact and option, the columns of each fact that has rows, and the
/// pile of the cards that are not listed.
pub(super) fn initial_values(board: &Board, position: &Position, out: &mut String) {
    for track in &board.tracks {
        let _ = writeln!(out, "{INITIAL} track {} {}", track.id, track.start);
    }
    for fact in board.facts.iter().filter(|fact| !fact.fact_type.holds_many()) {
        let value = FactValue::initial(fact).text(|thing| board.text(thing), " ");
        let _ = writeln!(out, "{INITIAL} fact {} {value}", fact.id);
    }
    for (f, fact) in board.facts.iter().enumerate().filter(|(_, fact)| !fact.columns.list.is_empty()) {
        let fact_id = FactId::new(f);
        let has_rows = |subject| {
            !position.rows(board, fact_id, subject).is_empty() || position.journal_changes_fact(board, fact_id, subject)
        };
        if (0..board.subject_count(fact.on)).any(has_rows) {
            let _ = writeln!(out, "{INITIAL} columns {} {}", fact.id, fact.columns.ids().join(" "));
        }
    }
    for option in &board.options {
        let _ = writeln!(out, "{INITIAL} option {} {}", option.id, option_text(&option.option_type, option.default));
    }
    if board.is_set_aside(board.home) {
        let _ = writeln!(out, "{INITIAL} pile {}", board.piles[board.home.index()].id);
    }
}

/// What an `initial` line sets.
enum Initial {
    Track(TrackId, i64),
    Fact(FactId, FactValue),
    Option(Statement),
    Pile(PileId),
    /// Nothing: the columns of the rows are the same now.
    Columns,
}

/// Sets the values of the `initial` lines. Ignores tracks, facts, options and piles that the board does not have.
///
/// # Errors
/// Fails for values that the board does not allow.
pub(super) fn set_initial_values(
    board: &Board,
    position: &mut Position,
    text: &str,
) -> std::result::Result<(), Vec<NotationError>> {
    let former = FormerBoard::new(board, text);
    let mut errors = Vec::new();
    for words in items(text).into_iter().map(|item| item.words()).filter(|words| words[0].text == INITIAL) {
        let unknown = || Err(words[0].error("unknown id", vec![]));
        match former.read(|reader| reader.initial(&words).transpose().unwrap_or_else(unknown)) {
            Ok(initial) => set(board, position, initial),
            Err(_) if matches!(Reader { board }.initial(&words), Ok(None)) => {}
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

fn set(board: &Board, position: &mut Position, initial: Initial) {
    // Spaces and links of other kinds have a slot too, which is not used.
    let has_value = |on: SubjectKind, subject: usize| match on {
        SubjectKind::Spaces(_) => on.includes(SubjectKind::spaces(board.spaces[subject].kind)),
        SubjectKind::Links(_) => on.includes(board.on_link(LinkId::new(subject))),
        SubjectKind::Game | SubjectKind::Side | SubjectKind::Card => true,
    };
    let subjects = |on: SubjectKind| (0..board.subject_count(on)).filter(move |subject| has_value(on, *subject));
    match initial {
        Initial::Track(track, n) => {
            subjects(board.tracks[track.index()].on).for_each(|subject| position.set_track(board, track, subject, n));
        }
        Initial::Fact(fact, value) => {
            subjects(board.facts[fact.index()].on).for_each(|subject| position.set_fact(board, fact, subject, &value));
        }
        Initial::Option(Statement::Option { option, value }) => position.set_option(option, value),
        Initial::Pile(pile) if pile != board.home => {
            for card in (0..board.cards.len()).map(CardId::new) {
                position.move_card(board, card, position.location_in(board, pile, false));
            }
        }
        Initial::Option(_) | Initial::Pile(_) | Initial::Columns => {}
    }
}

impl<'a> Reader<'a> {
    /// Reads an `initial` line. `None` if the board does not have the thing.
    fn initial(&self, words: &[Fragment<'a>]) -> Result<Option<Initial>> {
        let board = self.board;
        let [_, kind, id, ref value @ ..] = *words else { return Err(words[0].error("a value is missing", vec![])) };
        Ok(match kind.text {
            "track" => match board.tracks.iter().position(|track| track.id == id.text) {
                None => None,
                Some(track) => {
                    Some(Initial::Track(TrackId::new(track), self.track_value(&board.tracks[track], "", &words[2..])?))
                }
            },
            "fact" => match board.facts.iter().position(|fact| fact.id == id.text) {
                None => None,
                Some(fact) => Some(Initial::Fact(FactId::new(fact), self.fact_value(fact, id, value)?)),
            },
            // With other columns, the cells of the rows would be read as values of the wrong columns.
            "columns" => match board.facts.iter().find(|fact| fact.id == id.text) {
                None => None,
                Some(fact) if fact.columns.ids().iter().eq(value.iter().map(|word| &word.text)) => {
                    Some(Initial::Columns)
                }
                Some(fact) => {
                    let now = fact.columns.ids().join(" ");
                    let then = value.iter().map(|word| word.text).collect::<Vec<_>>().join(" ");
                    let side = if fact.on == SubjectKind::Side { "SIDE " } else { "" };
                    let message = format!(
                        "the columns of `{0}` are `{now}` now, and this position has rows of `{then}`: give `{0}` these \
                         columns back, or first drop its rows under the old rules, with `adjust {side}{0}: none`",
                        fact.id
                    );
                    return Err(id.error(message, vec![]));
                }
            },
            "option" if board.options.iter().any(|option| option.id == id.text) => {
                Some(Initial::Option(self.option(&words[1..])?))
            }
            "pile" => {
                let name = words[2..].iter().map(|word| word.text).collect::<Vec<_>>().join(" ");
                board.pile(&name).map(Initial::Pile)
            }
            _ => None,
        })
    }
}
