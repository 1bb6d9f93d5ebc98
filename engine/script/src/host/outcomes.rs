//! Chance: from the log, what is forced, or the generator.

use super::{Fault, Happening, Host, HostResult};
use cardwright_state::board::PileOrder;
use cardwright_state::faces::Target;
use cardwright_state::position::Entry;
use cardwright_state::{CardId, DieId, Kind, PileId, SideId, Trails, Val, chance};
use std::collections::VecDeque;
use std::sync::Arc;

/// An outcome that a roll or draw asks for and nobody has given: see [`crate::Vm::forced_only`]. It says
/// all that can come out, so that chance can be gone through outcome by outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChanceWanted {
    /// Faces of dice.
    Dice {
        /// Which die.
        die: DieId,
        /// How many have no face yet.
        n: u32,
        /// For a check: what succeeds. Nothing but the number of successes is told to the script.
        check: Option<Target>,
        /// For a roll that is read die by die, while chance is gone through: all that the rule can make of it. Else empty.
        readings: Vec<Reading>,
    },
    /// The top card of a pile.
    Card {
        /// The pile.
        pile: PileId,
        /// The cards it may be, each as likely: those of the top segment, two or more, in board order. Where it is asked for
        /// ([`Asks`]): all that may lie there by what anybody has seen.
        open: Vec<CardId>,
    },
    /// An even choice.
    Pick {
        /// What is picked from: two things or more, each as likely.
        of: Vec<Val>,
    },
}

/// One thing that a rule can make of a roll that it reads die by die.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// Faces that come to it.
    pub faces: Vec<i64>,
    /// How many orders of faces do, each face of a die told apart.
    pub ways: u128,
    /// How many dice meet their target.
    pub met: u32,
}

/// Outcomes to use instead of the generator's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Forced {
    /// A face of a die.
    Face(i64),
    /// The face of this number on whichever die is rolled: 4 for the fourth.
    FaceAt(u32),
    /// A card to be drawn.
    Card(CardId),
    /// A card that was drawn from a pile on the table, which lies otherwise than the program's. By what anybody has seen it may
    /// have lain there; then it changes places with one that the program has there.
    Drawn(CardId),
    /// What an even choice comes to: its id, or its token (`notation::token`) where that is not enough.
    Pick(String),
}

/// Which chance is asked for, rather than left to the generator: what people roll, and draw from piles that all lie on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Asks {
    /// Dice, and even choices.
    pub dice: bool,
    /// Cards that somebody sees once they are drawn, and even choices among cards.
    pub cards: bool,
}

/// Outcomes given by hand.
#[derive(Debug, Default)]
pub(crate) struct Given {
    /// Which others are asked for.
    pub(crate) asks: Asks,
    /// What the generator would have for the outcome that is asked for.
    pub(crate) own: Vec<Forced>,
    /// What can be known of the cards, and how many of the moves told are in it.
    pub(crate) known: Option<(Arc<Trails>, usize)>,
    /// Whether a card given by hand has changed places with another.
    pub(crate) has_exchanged: bool,
    /// What can be made of the roll that comes, if it is read die by die.
    pub(crate) readings: Vec<Reading>,
    /// Those that wait.
    pub(crate) forced: VecDeque<Forced>,
    /// Those that were used, in their order.
    pub(crate) used: Vec<Forced>,
    /// Whether every outcome must be given.
    pub(crate) only: bool,
}

impl Host {
    /// Whether a roll of so many dice that comes now would be asked for, so that its readings are of use.
    pub(crate) fn is_roll_open(&self, n: i64) -> bool {
        let is_given =
            || self.given.forced.iter().any(|outcome| matches!(outcome, Forced::Face(_) | Forced::FaceAt(_)));
        n > 0 && self.given.only && !self.is_on_trial() && !is_given()
    }

    /// Faces of `n` dice: from the log, what is forced, or the generator.
    pub(crate) fn roll(&mut self, die: DieId, n: u32, check: Option<Target>) -> HostResult<Vec<i64>> {
        self.may_change()?;
        if self.supposing > 0 {
            return Err("`suppose` may not roll dice".into());
        }
        if self.is_on_trial() {
            let faces = self.faces_on_trial(die, n)?;
            return Ok(match check {
                Some(target) => vec![met(&target, &faces)],
                None => faces,
            });
        }
        let stream = chance::die_stream(die);
        let old = self.pos.taken(stream);
        if self.is_rerun()
            && let Some(entry) = self.logged()?
        {
            let Entry::Chance(faces) = entry else { return Err(self.diverged("rolled where it did not before")) };
            if check.is_none() && !self.may_have_shown(die, &faces) {
                return Err(self.diverged("rolled another die than before"));
            }
            if n > 0 {
                self.change(|pos, board| pos.take(board, stream, n))?;
            }
            return Ok(faces);
        }
        self.counts.dice += n as usize;
        let mut faces = Vec::with_capacity(n as usize);
        for i in 0..n {
            let given = self.take_forced(|f| match f {
                Forced::Face(_) | Forced::FaceAt(_) => Some(f.clone()),
                Forced::Card(_) | Forced::Drawn(_) | Forced::Pick(_) => None,
            });
            let face = match given {
                Some(given) => self.face_given(die, &given)?,
                None if self.given.only || self.given.asks.dice => {
                    let own = |at| {
                        let face = self.dice.face(&self.board, self.pos.seed(), die, old + at);
                        Forced::Face(self.board.dice[die.at()].faces[face])
                    };
                    self.given.own = (i..n).map(own).collect();
                    let id = &self.board.dice[die.at()].id;
                    let message = format!("die {} of {n} (`{id}`) has no outcome given", i + 1);
                    let readings = std::mem::take(&mut self.given.readings);
                    let wanted = ChanceWanted::Dice { die, n: n - i, check, readings };
                    self.fault = Some(Fault::Chance(message.clone(), wanted));
                    return Err(message);
                }
                None => {
                    let face = self.dice.face(&self.board, self.pos.seed(), die, old + i);
                    self.board.dice[die.at()].faces[face]
                }
            };
            faces.push(face);
        }
        if n > 0 {
            self.pos.take(&self.board, stream, n);
            self.barrier = true;
        }
        let dice = faces.clone();
        if let Some(target) = &check {
            faces = vec![met(target, &faces)];
        }
        self.log(Entry::Chance(faces.clone()));
        if self.witness.watching && n > 0 {
            let purpose = self.witness.purpose.take();
            self.tell(Happening::Rolled { die, faces: dice, check: check.map(|c| (c, n)), purpose });
        }
        Ok(faces)
    }

    /// The face of a die that was given by hand.
    fn face_given(&mut self, die: DieId, given: &Forced) -> HostResult<i64> {
        let of = &self.board.dice[die.at()];
        let found = match given {
            Forced::Face(face) => of.faces.contains(face).then_some(*face),
            Forced::FaceAt(number) => of.at(*number),
            Forced::Card(_) | Forced::Drawn(_) | Forced::Pick(_) => None,
        };
        let Some(face) = found else {
            let word = match given {
                Forced::FaceAt(number) => format!("#{number}, but {} of them", of.faces.len()),
                Forced::Face(face) if of.is_of_words() || Val(*face).kind() != Kind::Number => {
                    format!("{}: it has {}", self.board.face_word(*face), self.board.words_of(of).join(", "))
                }
                Forced::Face(face) => face.to_string(),
                Forced::Card(_) | Forced::Drawn(_) | Forced::Pick(_) => "that is no face".to_owned(),
            };
            return Err(format!("the die `{}` has no face {word}", of.id));
        };
        if let Some(used) = self.given.used.last_mut() {
            *used = Forced::Face(face); // What came up is noted, not how it was told.
        }
        Ok(face)
    }

    /// Whether a die may have come to these faces, as the log has them. Of numbers any may: it may have had others then.
    fn may_have_shown(&self, die: DieId, faces: &[i64]) -> bool {
        let of = &self.board.dice[die.at()];
        let is_plain = |face: &i64| Val(*face).kind() == Kind::Number && !of.is_of_words();
        faces.iter().all(|face| is_plain(face) || of.faces.contains(face))
    }

    /// Draws the top card of a pile to another. Which card of an unordered segment is the chance.
    pub(crate) fn draw(&mut self, from: PileId, to: PileId) -> HostResult<Option<CardId>> {
        self.may_change()?;
        if self.supposing > 0 {
            return Err("`suppose` may not draw cards".into());
        }
        let at = self.pos.slot_in(&self.board, to, true);
        if self.is_rerun()
            && let Some(entry) = self.logged()?
        {
            let Entry::Drawn(card) = entry else { return Err(self.diverged("drew where it did not before")) };
            if let Some(card) = card {
                self.change(|pos, board| pos.move_card(board, card, at))?;
            }
            return Ok(card);
        }
        let card = self.top_card(from, to)?;
        if let Some(card) = card {
            self.pos.move_card(&self.board, card, at);
            self.barrier = true;
            if self.witness.watching {
                self.tell(Happening::Drawn { card, from, to });
            }
        }
        self.log(Entry::Drawn(card));
        Ok(card)
    }

    /// Takes the first forced outcome of one kind; those of the others wait.
    pub(super) fn take_forced<T>(&mut self, of: impl Fn(&Forced) -> Option<T>) -> Option<T> {
        let (at, outcome) = self.given.forced.iter().enumerate().find_map(|(at, f)| Some((at, of(f)?)))?;
        self.given.used.extend(self.given.forced.remove(at));
        Some(outcome)
    }

    fn top_card(&mut self, pile: PileId, to: PileId) -> HostResult<Option<CardId>> {
        let Some((_, high)) = self.pos.ranks(pile) else { return Ok(None) };
        let cards = self.pos.pile(pile);
        let mut segment = Vec::with_capacity(cards.len());
        segment.extend(cards.iter().map(CardId::new).filter(|c| self.pos.card_at(*c).rank == high));
        self.first_of(pile, &segment, Some(to))
    }

    /// The top card of a segment of a pile: given, or of the generator. `to`: where it goes, if it does.
    fn first_of(&mut self, pile: PileId, segment: &[CardId], to: Option<PileId>) -> HostResult<Option<CardId>> {
        if self.is_on_trial() {
            let [known] = segment[..] else {
                return Err(format!(
                    "nobody knows the top card of `{}`: on trial it cannot be drawn",
                    self.board.piles[pile.at()].id
                ));
            };
            self.reveal_on_trial();
            return Ok(Some(known));
        }
        let shows = to.is_none_or(|to| self.somebody_sees(to));
        let given = |host: &Host| host.given.forced.iter().find(|f| is_card(f, shows)).cloned();
        if let [known] = segment[..] {
            let by_hand = shows && (self.given.asks.cards || matches!(given(self), Some(Forced::Drawn(_))));
            if !by_hand || self.may_lie_there(segment).len() < 2 {
                return Ok(Some(known)); // No chance: nothing is asked of what is forced.
            }
        }
        let given = self.take_forced(|f| is_card(f, shows).then(|| f.clone()));
        match given {
            Some(Forced::Drawn(card)) => {
                self.lay_there(pile, segment, card)?;
                return Ok(Some(card));
            }
            Some(Forced::Card(card)) => {
                if !segment.contains(&card) {
                    return Err(format!(
                        "card `{}` cannot be on top of `{}`",
                        self.board.cards[card.at()].id,
                        self.board.piles[pile.at()].id
                    ));
                }
                return Ok(Some(card));
            }
            _ => {}
        }
        let shuffle = self.pos.shuffle_of(&self.board, pile, segment);
        let asked = shows && self.given.asks.cards;
        if self.given.only || asked {
            let message = format!("the card drawn from `{}` is not given", self.board.piles[pile.at()].id);
            let open = if self.given.only { segment.to_vec() } else { self.may_lie_there(segment) };
            let own = self.shuffles.top_of(&self.board, self.pos.seed(), pile, shuffle, segment);
            self.given.own = own.map(Forced::Drawn).into_iter().collect();
            self.fault = Some(Fault::Chance(message.clone(), ChanceWanted::Card { pile, open }));
            return Err(message);
        }
        Ok(self.shuffles.top_of(&self.board, self.pos.seed(), pile, shuffle, segment))
    }

    /// Looks at the top `n` cards of a deck. Each whose place was open becomes a segment of its own;
    /// which card that is, is the chance, logged like a draw. Who looked is told to whoever watches.
    pub(crate) fn peek(&mut self, pile: PileId, n: usize, side: Option<SideId>) -> HostResult<Vec<CardId>> {
        self.may_change()?;
        if self.supposing > 0 {
            return Err("`suppose` may not look at cards".into());
        }
        if self.board.piles[pile.at()].order != PileOrder::Deck {
            return Err(format!("`{}` has no order: `cards` has what lies in it", self.board.piles[pile.at()].id));
        }
        let mut seen: Vec<CardId> = Vec::new();
        while seen.len() < n {
            // Those seen are segments of their own: the next one lies right under them.
            let Some((segment, _)) = self.pos.segments(pile).into_iter().nth(seen.len()) else { break };
            if let [known] = segment[..] {
                seen.push(known);
                continue;
            }
            let logged = if self.is_rerun() { self.logged()? } else { None };
            let card = match logged {
                Some(Entry::Drawn(Some(card))) if segment.contains(&card) => card,
                Some(_) => return Err(self.diverged("looked at a card where it did not before")),
                None => {
                    let Some(card) = self.first_of(pile, &segment, None)? else { break };
                    self.barrier = true;
                    self.log(Entry::Drawn(Some(card)));
                    card
                }
            };
            self.change(|pos, board| pos.make_known(board, card))?;
            seen.push(card);
        }
        if !self.is_rerun() && side.is_some() && !seen.is_empty() {
            self.barrier = true; // That side knows now, though the rules may have known before.
        }
        if self.witness.watching && !self.is_rerun() && !seen.is_empty() {
            self.tell(Happening::Peeked { pile, cards: seen.clone(), side });
        }
        Ok(seen)
    }

    /// Shuffles the whole pile.
    pub(crate) fn shuffle(&mut self, pile: PileId) -> HostResult<()> {
        self.change(|pos, board| pos.shuffle(board, pile))?;
        if self.witness.watching && !self.is_rerun() {
            self.tell(Happening::Shuffled(pile));
        }
        Ok(())
    }

    /// Lays a deck on top of another as it lies: known cards stay known, open segments open.
    pub(crate) fn lay_on(&mut self, from: PileId, to: PileId) -> HostResult<()> {
        self.change(|pos, board| pos.lay_on(board, from, to))
    }
}

/// How many faces are what a check wants.
fn met(target: &Target, faces: &[i64]) -> i64 {
    faces.iter().filter(|face| target.is_met(**face)).count() as i64
}

/// Whether an outcome is a card for a draw: one off the table only for a draw that somebody sees.
fn is_card(outcome: &Forced, shows: bool) -> bool {
    match outcome {
        Forced::Card(_) => true,
        Forced::Drawn(_) => shows,
        Forced::Face(_) | Forced::FaceAt(_) | Forced::Pick(_) => false,
    }
}
