//! What differs between two positions of one board, as data: those who tell of it have their own words.
//!
//! Left out are what open steps have been told and the journal, and the numbers by which the cards of a deck are told
//! apart where their order is the same.

use crate::board::{Board, PileOrder};
use crate::fact::FactValue;
use crate::ids::*;
use crate::position::{Frame, InForce, Outcome, Position, Recounted};
use crate::val::Plain;

/// Something that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// More or fewer pieces of a state lie at a place. What is left in a supply counts too (see [`Board::is_spare`]);
    /// counters beneath other pieces are part of the state of those.
    Pieces {
        /// Where.
        at: SpaceId,
        /// Which.
        state: StateId,
        /// How many lay there.
        was: u32,
        /// How many lie there.
        is: u32,
    },
    /// A track stands elsewhere.
    Track {
        /// Which.
        track: TrackId,
        /// Of which side, space or link; 0 for the game.
        subject: usize,
        /// Where it stood.
        was: i64,
        /// Where it stands.
        is: i64,
    },
    /// A fact says something else.
    Fact {
        /// Which.
        fact: FactId,
        /// Of which side, space, link or card; 0 for the game.
        subject: usize,
        /// What it said.
        was: FactValue,
        /// What it says.
        is: FactValue,
    },
    /// A card lies in another pile.
    Card {
        /// Which.
        card: CardId,
        /// Where it lay.
        from: PileId,
        /// Where it lies.
        to: PileId,
    },
    /// A pile has other cards than it had, or a deck has them in another order, or more or less of it is known.
    Pile(PileId),
    /// An effect has come into force.
    InForce(InForce),
    /// An effect is in force no longer.
    Lifted(InForce),
    /// An option has another value.
    Option {
        /// Which.
        option: OptionId,
        /// What it was.
        was: i64,
        /// What it is.
        is: i64,
    },
    /// Other steps are open, or with other arguments; outermost first.
    Steps {
        /// Those that were.
        was: Vec<(StepId, Vec<Plain>)>,
        /// Those that are.
        is: Vec<(StepId, Vec<Plain>)>,
    },
    /// More or fewer outcomes were taken from a chance stream.
    Chance {
        /// The stream: dice in board order, then piles, then picks.
        stream: u16,
        /// How many had been taken.
        was: u32,
        /// How many have been.
        is: u32,
    },
    /// What is still to come by chance hangs on another seed.
    Seed {
        /// What it was.
        was: u64,
        /// What it is.
        is: u64,
    },
    /// The game has ended, has ended otherwise, or goes on again.
    Outcome {
        /// How it had ended.
        was: Option<Outcome>,
        /// How it has.
        is: Option<Outcome>,
    },
}

/// All that differs, in this order: pieces by place, tracks, facts, cards, piles, effects in force, options, open steps,
/// the outcome, chance; each in the order of the board.
pub fn diff(board: &Board, before: &Position, after: &Position) -> Vec<Difference> {
    let two = Two { board, before, after };
    let mut out = Vec::new();
    two.pieces(&mut out);
    two.tracks(&mut out);
    two.facts(&mut out);
    two.cards(&mut out);
    two.in_force(&mut out);
    two.options(&mut out);
    two.steps(&mut out);
    two.chance(&mut out);
    out
}

struct Two<'a> {
    board: &'a Board,
    before: &'a Position,
    after: &'a Position,
}

impl Two<'_> {
    fn pieces(&self, out: &mut Vec<Difference>) {
        for Recounted { at, state, was, is } in self.before.counts().differing(self.after.counts()) {
            out.push(Difference::Pieces { at, state, was: was.into(), is: is.into() });
        }
    }

    fn tracks(&self, out: &mut Vec<Difference>) {
        for track in (0..self.board.tracks.len()).map(TrackId::new) {
            let [before, after] = [self.before, self.after].map(|p| p.track_by_subject(self.board, track));
            for (subject, (was, is)) in before.iter().zip(after).enumerate().filter(|(_, (was, is))| was != is) {
                out.push(Difference::Track { track, subject, was: *was, is: *is });
            }
        }
    }

    fn facts(&self, out: &mut Vec<Difference>) {
        for (f, def) in self.board.facts.iter().enumerate() {
            let fact = FactId::new(f);
            for subject in 0..self.board.subjects(def.on) {
                let value = |position: &Position| position.fact(self.board, fact, subject);
                let (was, is) = (value(self.before), value(self.after));
                if was != is {
                    out.push(Difference::Fact { fact, subject, was, is });
                }
            }
        }
    }

    fn cards(&self, out: &mut Vec<Difference>) {
        for card in (0..self.board.cards.len()).map(CardId::new) {
            let (from, to) = (self.before.card_at(card).pile, self.after.card_at(card).pile);
            if from != to {
                out.push(Difference::Card { card, from, to });
            }
        }
        for (p, def) in self.board.piles.iter().enumerate() {
            let pile = PileId::new(p);
            let same = match def.order {
                PileOrder::Set => self.before.pile(pile) == self.after.pile(pile),
                PileOrder::Deck => order(self.before, pile) == order(self.after, pile),
            };
            if !same {
                out.push(Difference::Pile(pile));
            }
        }
    }

    fn in_force(&self, out: &mut Vec<Difference>) {
        let (before, after) = (self.before.effects_in_force(), self.after.effects_in_force());
        let (mut lifted, mut new) = (lacking(before, after), lacking(after, before));
        // Those that stay answer in the order in which they came: from where that is another, they came anew.
        let stay = |all: &[InForce], gone: &[usize]| -> Vec<usize> {
            (0..all.len()).filter(|at| !gone.contains(at)).collect()
        };
        let (was, is) = (stay(before, &lifted), stay(after, &new));
        let same = was.iter().zip(&is).take_while(|(was, is)| before[**was] == after[**is]).count();
        lifted.extend(&was[same..]);
        new.extend(&is[same..]);
        out.extend(new.into_iter().map(|at| Difference::InForce(after[at])));
        out.extend(lifted.into_iter().map(|at| Difference::Lifted(before[at])));
    }

    fn options(&self, out: &mut Vec<Difference>) {
        for option in (0..self.board.options.len()).map(OptionId::new) {
            let (was, is) = (self.before.option(option), self.after.option(option));
            if was != is {
                out.push(Difference::Option { option, was, is });
            }
        }
    }

    fn steps(&self, out: &mut Vec<Difference>) {
        let open = |position: &Position| -> Vec<(StepId, Vec<Plain>)> {
            position.open_steps().iter().map(|Frame { step, args, .. }| (*step, args.clone())).collect()
        };
        let (was, is) = (open(self.before), open(self.after));
        if was != is {
            out.push(Difference::Steps { was, is });
        }
        let (was, is) = (self.before.outcome(), self.after.outcome());
        if was != is {
            out.push(Difference::Outcome { was: was.cloned(), is: is.cloned() });
        }
    }

    fn chance(&self, out: &mut Vec<Difference>) {
        for (stream, (was, is)) in self.before.all_taken().iter().zip(self.after.all_taken()).enumerate() {
            if was != is {
                out.push(Difference::Chance { stream: stream as u16, was: *was, is: *is });
            }
        }
        let (was, is) = (self.before.seed(), self.after.seed());
        if was != is {
            out.push(Difference::Seed { was, is });
        }
    }
}

/// The segments of a deck from the top, each with the shuffle that its order hangs on, if it is open.
fn order(position: &Position, deck: PileId) -> Vec<(Vec<CardId>, Option<u32>)> {
    let segments = position.segments(deck).into_iter();
    segments
        .map(|(cards, open)| (open.then(|| position.card_at(cards[0]).shuffle), cards))
        .map(|(s, c)| (c, s))
        .collect()
}

/// Where those of `these` stand that `others` do not have as often.
fn lacking(these: &[InForce], others: &[InForce]) -> Vec<usize> {
    let often = |all: &[InForce], one: &InForce| all.iter().filter(|other| *other == one).count();
    (0..these.len()).filter(|at| often(&these[..=*at], &these[*at]) > often(others, &these[*at])).collect()
}
