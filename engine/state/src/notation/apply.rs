//! Setting items of notation on a position.

use super::lex::NotationError;
use super::read::{Item, Statement};
use crate::board::{Board, PileOrder};
use crate::ids::*;
use crate::position::{CardLocation, Frame, Position};
use crate::val::PlainValue;
use std::ops::Range;

pub(super) struct Setter<'a> {
    pub(super) board: &'a Board,
    pub(super) position: &'a mut Position,
    pub(super) errors: &'a mut Vec<NotationError>,
}

impl Setter<'_> {
    pub(super) fn set_items(&mut self, items: &[Item]) {
        // First remove pieces, then add them. So the order of the items does not matter.
        for item in items {
            if let Statement::Empty(space) = item.statement {
                let states: Vec<StateId> = self.position.pieces_at(space).map(|(state, _)| state).collect();
                states.into_iter().for_each(|state| self.set_pieces(space, state, 0, false, &item.span));
            }
        }
        for is_increase in [false, true] {
            for item in items {
                if let Statement::Pieces { at, state, n, .. } = item.statement {
                    self.set_pieces(at, state, n, is_increase, &item.span);
                }
            }
        }
        self.set_cards(items);
        // The other items cannot fail, but undoing the journal would not take back all of their changes. So they are
        // set only if nothing failed before.
        if self.errors.is_empty() {
            items.iter().for_each(|item| self.set_other(item));
        }
    }

    fn fail(&mut self, span: &Range<usize>, message: String) {
        self.errors.push(NotationError { span: span.clone(), message, candidates: vec![] });
    }

    /// Sets the number of pieces of a state at a space to `n`, if `n` is more than now (`is_increase`) or less than now
    /// (not `is_increase`). Does nothing otherwise.
    fn set_pieces(&mut self, space: SpaceId, state: StateId, n: u32, is_increase: bool, span: &Range<usize>) {
        let board = self.board;
        let def = &board.states[state.index()];
        let piece_type = &board.piece_types[def.piece_type.index()];
        let supply_state = board.state_of(def.piece_type, 0, 0);
        if board.is_in_supply(space, state) {
            return;
        }
        let current = self.position.count_state(space, state);
        if is_increase && n > current {
            let available = self.position.count_state(piece_type.supply, supply_state);
            if available < n - current {
                let message = format!("only {available} more `{}` in supply; {} wanted", piece_type.id, n - current);
                return self.fail(span, message);
            }
            for (held, per_piece) in piece_type.holds.iter().zip(&def.held) {
                let available = self.position.supply_count(board, *held);
                let more = u32::from(*per_piece) * (n - current);
                if available < more {
                    let held_id = &board.piece_types[held.index()].id;
                    let message = format!("only {available} more `{held_id}` in supply; {more} wanted");
                    return self.fail(span, message);
                }
            }
            self.position.move_pieces(board, supply_state, n - current, piece_type.supply, space);
            self.position.turn_pieces(board, n - current, space, supply_state, state);
        } else if !is_increase && n < current {
            self.position.turn_pieces(board, current - n, space, state, supply_state);
            self.position.move_pieces(board, supply_state, current - n, space, piece_type.supply);
        }
    }

    fn set_cards(&mut self, items: &[Item]) {
        let board = self.board;
        let mut all_listed = crate::set::Set::EMPTY;
        for item in items {
            let Statement::Pile { pile, segments } = &item.statement else { continue };
            let listed: Vec<CardId> = segments.iter().flat_map(|s| s.cards.iter().copied()).collect();
            for card in &listed {
                if all_listed.has(card.index()) {
                    self.fail(&item.span, format!("card `{}` is in two places", board.cards[card.index()].id));
                }
                all_listed.insert(card.index());
            }
            for card in self.position.pile(*pile).iter().map(CardId::new).collect::<Vec<_>>() {
                if !listed.contains(&card) && *pile != board.home {
                    self.position.move_card(board, card, self.position.location_in(board, board.home, false));
                }
            }
        }
        for item in items {
            let Statement::Pile { pile, segments } = &item.statement else { continue };
            let is_deck = board.piles[pile.index()].order == PileOrder::Deck;
            let home_segments = if is_deck && *pile == board.home { self.position.segments(*pile) } else { Vec::new() };
            // Each known card and each open segment has one rank. The ranks count down to 0 from the top.
            let mut rank = segments.iter().map(|s| if s.open { 1 } else { s.cards.len() as i32 }).sum::<i32>();
            let mut lowest = rank;
            for segment in segments {
                let shuffle = match segment.shuffle {
                    _ if !is_deck => 0,
                    0 if segment.open && segment.cards.len() > 1 => self.position.next_shuffle(board, *pile),
                    shuffle => shuffle,
                };
                for (i, card) in segment.cards.iter().enumerate() {
                    if is_deck && (i == 0 || !segment.open) {
                        rank -= 1;
                    }
                    let rank = match (is_deck, segment.rank) {
                        (false, _) => 0,
                        (true, Some(written)) => written,
                        (true, None) => rank,
                    };
                    self.position.move_card(board, *card, CardLocation { pile: *pile, rank, shuffle });
                    lowest = lowest.min(rank);
                }
            }
            // Cards of the home deck that no item lists stay in their order, below the listed cards.
            for (cards, _) in home_segments {
                let unlisted: Vec<CardId> = cards.into_iter().filter(|card| !all_listed.has(card.index())).collect();
                lowest -= i32::from(!unlisted.is_empty());
                for card in unlisted {
                    let location = CardLocation { rank: lowest, ..self.position.card_location(card) };
                    self.position.move_card(board, card, location);
                }
            }
        }
    }

    fn set_other(&mut self, item: &Item) {
        let board = self.board;
        match &item.statement {
            Statement::Turn(steps) => {
                let start = self.position.journal.len() as u32;
                let frame = |(step, args): &(StepId, Vec<PlainValue>)| Frame::new(*step, args.clone(), start);
                self.position.stack = steps.iter().map(frame).collect();
            }
            // Printed counters of a track do not limit notation. They limit only increases in play, so a position may
            // use more counters than exist, and notation must be able to write every position.
            Statement::Track { track, subject, n } => self.position.set_track(board, *track, *subject, *n),
            Statement::Fact { fact, subject, value } => self.position.set_fact(board, *fact, *subject, value),
            Statement::Option { option, value } => self.position.set_option(*option, *value),
            Statement::ActiveEffect { effect } => self.position.activate(board, *effect),
            Statement::Ended { outcome } => self.position.end(board, outcome.clone()),
            Statement::Seed(seed) => self.position.reseed(*seed),
            Statement::Chance { stream, n } => self.position.set_chance_count(board, *stream, *n),
            Statement::Pieces { .. } | Statement::Empty(_) | Statement::Pile { .. } => {}
        }
    }
}
