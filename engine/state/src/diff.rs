//! The differences between two positions of the same board, as data. Other crates write them as text.
//!
//! The diff ignores the inputs of open steps and the journal. It also ignores the ranks of cards, the numbers that
//! order a deck, if the order itself is the same.

use crate::board::{Board, PileOrder};
use crate::fact::FactValue;
use crate::ids::*;
use crate::position::{ActiveEffect, Frame, Outcome, Position, StackChange};
use crate::val::PlainValue;

/// One difference between two positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// The number of pieces of a state at a space, also in supplies (see [`Board::is_in_supply`]). Held counters are
    /// part of the state of the piece that holds them.
    Pieces {
        /// The space.
        at: SpaceId,
        /// The state of the pieces.
        state: StateId,
        /// The number before.
        old: u32,
        /// The number after.
        new: u32,
    },
    /// The number of a track.
    Track {
        /// The track.
        track: TrackId,
        /// The index of the side, space or link. 0 for the game.
        subject: usize,
        /// The number before.
        old: i64,
        /// The number after.
        new: i64,
    },
    /// The value of a fact.
    Fact {
        /// The fact.
        fact: FactId,
        /// The index of the side, space, link or card. 0 for the game.
        subject: usize,
        /// The value before.
        old: FactValue,
        /// The value after.
        new: FactValue,
    },
    /// A card is in another pile.
    Card {
        /// The card.
        card: CardId,
        /// The pile before.
        from: PileId,
        /// The pile after.
        to: PileId,
    },
    /// A pile has other cards, or a deck has another order or other cards at known places.
    Pile(PileId),
    /// An effect became active.
    Activated(ActiveEffect),
    /// An effect is no longer active.
    Deactivated(ActiveEffect),
    /// The value of an option.
    Option {
        /// The option.
        option: OptionId,
        /// The value before.
        old: i64,
        /// The value after.
        new: i64,
    },
    /// The open steps or their arguments, outermost first.
    Steps {
        /// The steps before.
        old: Vec<(StepId, Vec<PlainValue>)>,
        /// The steps after.
        new: Vec<(StepId, Vec<PlainValue>)>,
    },
    /// The number of outcomes that a chance stream has given.
    Chance {
        /// The index of the stream: dice in the order of the board, then piles, then picks.
        stream: u16,
        /// The number before.
        old: u32,
        /// The number after.
        new: u32,
    },
    /// The seed of future chance.
    Seed {
        /// The value before.
        old: u64,
        /// The value after.
        new: u64,
    },
    /// The result of the game.
    Outcome {
        /// The result before. `None` while the game was running.
        old: Option<Outcome>,
        /// The result after. `None` while the game is running.
        new: Option<Outcome>,
    },
}

/// Returns all differences, in this order: pieces by space, tracks, facts, cards, piles, active effects, options, open
/// steps, the result, chance. Each group is in the order of the board.
pub fn diff(board: &Board, before: &Position, after: &Position) -> Vec<Difference> {
    let comparison = Comparison { board, before, after };
    let mut out = Vec::new();
    comparison.pieces(&mut out);
    comparison.tracks(&mut out);
    comparison.facts(&mut out);
    comparison.cards(&mut out);
    comparison.active_effects(&mut out);
    comparison.options(&mut out);
    comparison.steps(&mut out);
    comparison.chance(&mut out);
    out
}

struct Comparison<'a> {
    board: &'a Board,
    before: &'a Position,
    after: &'a Position,
}

impl Comparison<'_> {
    fn pieces(&self, out: &mut Vec<Difference>) {
        for StackChange { space, state, old, new } in self.before.counts().changed_counts(self.after.counts()) {
            out.push(Difference::Pieces { at: space, state, old: old.into(), new: new.into() });
        }
    }

    fn tracks(&self, out: &mut Vec<Difference>) {
        for track in (0..self.board.tracks.len()).map(TrackId::new) {
            let [before, after] = [self.before, self.after].map(|p| p.track_by_subject(self.board, track));
            for (subject, (old, new)) in before.iter().zip(after).enumerate().filter(|(_, (old, new))| old != new) {
                out.push(Difference::Track { track, subject, old: *old, new: *new });
            }
        }
    }

    fn facts(&self, out: &mut Vec<Difference>) {
        for (f, def) in self.board.facts.iter().enumerate() {
            let fact = FactId::new(f);
            for subject in 0..self.board.subject_count(def.on) {
                let value = |position: &Position| position.fact(self.board, fact, subject);
                let (old, new) = (value(self.before), value(self.after));
                if old != new {
                    out.push(Difference::Fact { fact, subject, old, new });
                }
            }
        }
    }

    fn cards(&self, out: &mut Vec<Difference>) {
        for card in (0..self.board.cards.len()).map(CardId::new) {
            let (from, to) = (self.before.card_location(card).pile, self.after.card_location(card).pile);
            if from != to {
                out.push(Difference::Card { card, from, to });
            }
        }
        for (p, def) in self.board.piles.iter().enumerate() {
            let pile = PileId::new(p);
            let is_same = match def.order {
                PileOrder::Set => self.before.pile(pile) == self.after.pile(pile),
                PileOrder::Deck => deck_order(self.before, pile) == deck_order(self.after, pile),
            };
            if !is_same {
                out.push(Difference::Pile(pile));
            }
        }
    }

    fn active_effects(&self, out: &mut Vec<Difference>) {
        let (before, after) = (self.before.active_effects(), self.after.active_effects());
        let (mut deactivated, mut activated) = (missing_in(before, after), missing_in(after, before));
        // Effects apply in the order of activation. So if the effects that are active in both positions have another
        // order, all of them from the first difference on count as deactivated and activated again.
        let indices_without = |effects: &[ActiveEffect], excluded: &[usize]| -> Vec<usize> {
            (0..effects.len()).filter(|index| !excluded.contains(index)).collect()
        };
        let (old, new) = (indices_without(before, &deactivated), indices_without(after, &activated));
        let same_count = old.iter().zip(&new).take_while(|(was, is)| before[**was] == after[**is]).count();
        deactivated.extend(&old[same_count..]);
        activated.extend(&new[same_count..]);
        out.extend(activated.into_iter().map(|index| Difference::Activated(after[index])));
        out.extend(deactivated.into_iter().map(|index| Difference::Deactivated(before[index])));
    }

    fn options(&self, out: &mut Vec<Difference>) {
        for option in (0..self.board.options.len()).map(OptionId::new) {
            let (old, new) = (self.before.option(option), self.after.option(option));
            if old != new {
                out.push(Difference::Option { option, old, new });
            }
        }
    }

    fn steps(&self, out: &mut Vec<Difference>) {
        let open = |position: &Position| -> Vec<(StepId, Vec<PlainValue>)> {
            position.open_steps().iter().map(|Frame { step, args, .. }| (*step, args.clone())).collect()
        };
        let (old, new) = (open(self.before), open(self.after));
        if old != new {
            out.push(Difference::Steps { old, new });
        }
        let (old, new) = (self.before.outcome(), self.after.outcome());
        if old != new {
            out.push(Difference::Outcome { old: old.cloned(), new: new.cloned() });
        }
    }

    fn chance(&self, out: &mut Vec<Difference>) {
        for (stream, (old, new)) in self.before.chance_counts().iter().zip(self.after.chance_counts()).enumerate() {
            if old != new {
                out.push(Difference::Chance { stream: stream as u16, old: *old, new: *new });
            }
        }
        let (old, new) = (self.before.seed(), self.after.seed());
        if old != new {
            out.push(Difference::Seed { old, new });
        }
    }
}

/// The segments of a deck from the top, each with the number of the shuffle that decides its order. `None` for a card
/// at a known place.
fn deck_order(position: &Position, deck: PileId) -> Vec<(Vec<CardId>, Option<u32>)> {
    let segments = position.segments(deck).into_iter();
    segments
        .map(|(cards, is_open)| (is_open.then(|| position.card_location(cards[0]).shuffle), cards))
        .map(|(shuffle, cards)| (cards, shuffle))
        .collect()
}

/// Returns the indices in `effects` of the effects that `others` lacks. If `others` has an effect less often, the last
/// occurrences are missing.
fn missing_in(effects: &[ActiveEffect], others: &[ActiveEffect]) -> Vec<usize> {
    let occurrences =
        |list: &[ActiveEffect], effect: &ActiveEffect| list.iter().filter(|other| *other == effect).count();
    let is_missing = |index: &usize| {
        let effect = &effects[*index];
        occurrences(&effects[..=*index], effect) > occurrences(others, effect)
    };
    (0..effects.len()).filter(is_missing).collect()
}
