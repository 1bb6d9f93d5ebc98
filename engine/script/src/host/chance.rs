//! Chance: rolls, draws of cards, and looks at cards. Each outcome comes from the stored inputs of a replay, from a
//! forced outcome, or from the generator.
//!
//! A *segment* is a run of cards in a pile: either one card, or several cards whose order is not determined yet.

use super::{ChanceRequest, ForcedOutcome, GameEvent, Host, HostResult, StopCause};
use cardwright_state::board::PileOrder;
use cardwright_state::die_faces::Target;
use cardwright_state::position::StepInput;
use cardwright_state::{CardId, DieId, Kind, PileId, SideId, Val, chance};

impl Host {
    /// Whether a roll of `n` dice would now stop the script because the outcome is missing. Only then does the request
    /// for the outcome need the readings of the roll.
    pub(crate) fn needs_dice_readings(&self, n: i64) -> bool {
        let is_forced = || {
            self.chance
                .outcomes
                .forced
                .iter()
                .any(|outcome| matches!(outcome, ForcedOutcome::Face(_) | ForcedOutcome::FaceAt(_)))
        };
        n > 0 && self.chance.outcomes.must_be_forced && !self.is_on_trial() && !is_forced()
    }

    /// Rolls `n` dice. The faces come from the stored inputs of a replay, from forced outcomes, or from the generator.
    pub(crate) fn roll(&mut self, die: DieId, n: u32, check: Option<Target>) -> HostResult<Vec<i64>> {
        self.check_may_change()?;
        if self.depths.suppose > 0 {
            return Err("`suppose` may not roll dice".into());
        }
        if self.is_on_trial() {
            let faces = self.faces_on_trial(die, n)?;
            return Ok(match check {
                Some(target) => vec![success_count(&target, &faces)],
                None => faces,
            });
        }
        let stream = chance::die_stream(die);
        let first_count = self.pos.chance_count(stream);
        if self.is_replaying()
            && let Some(entry) = self.next_logged_input()?
        {
            let StepInput::Chance(faces) = entry else { return Err(self.diverged("rolled where it did not before")) };
            if check.is_none() && !self.has_faces(die, &faces) {
                return Err(self.diverged("rolled another die than before"));
            }
            if n > 0 {
                self.change(|pos, board| pos.advance_chance(board, stream, n))?;
            }
            return Ok(faces);
        }
        self.limits.counts.dice += n as usize;
        let mut faces = self.new_faces(die, n, first_count, check.as_ref())?;
        if n > 0 {
            self.pos.advance_chance(&self.board, stream, n);
            self.chance.barrier = true;
        }
        let rolled_faces = faces.clone();
        if let Some(target) = &check {
            faces = vec![success_count(target, &faces)];
        }
        self.log(StepInput::Chance(faces.clone()));
        if n == 0 {
            self.drop_roll_label();
        } else if self.recorder.is_recording {
            let label = self.recorder.roll_label.take();
            self.record(GameEvent::Rolled { die, faces: rolled_faces, check: check.map(|target| (target, n)), label });
        }
        Ok(faces)
    }

    /// Returns the faces of a new roll, forced or generated. `first_count` is the number of earlier rolls of the die.
    fn new_faces(&mut self, die: DieId, n: u32, first_count: u32, check: Option<&Target>) -> HostResult<Vec<i64>> {
        let mut faces = Vec::with_capacity(n as usize);
        for index in 0..n {
            let forced = self.take_forced(|outcome| match outcome {
                ForcedOutcome::Face(_) | ForcedOutcome::FaceAt(_) => Some(outcome.clone()),
                ForcedOutcome::Card(_) | ForcedOutcome::TableCard(_) | ForcedOutcome::Pick(_) => None,
            });
            let face = match forced {
                Some(forced) => self.forced_face(die, &forced)?,
                None if self.chance.outcomes.must_be_forced || self.chance.outcomes.manual.dice => {
                    let generate = |offset| {
                        let face = self.chance.dice.face(&self.board, self.pos.seed(), die, first_count + offset);
                        ForcedOutcome::Face(self.board.dice[die.index()].faces[face])
                    };
                    self.chance.outcomes.generated = (index..n).map(generate).collect();
                    let id = &self.board.dice[die.index()].id;
                    let message = format!("die {} of {n} (`{id}`) has no outcome given", index + 1);
                    let readings = std::mem::take(&mut self.chance.outcomes.readings);
                    let request = ChanceRequest::Dice { die, n: n - index, check: check.cloned(), readings };
                    return Err(self.stop(StopCause::Chance(message, request)));
                }
                None => {
                    let face = self.chance.dice.face(&self.board, self.pos.seed(), die, first_count + index);
                    self.board.dice[die.index()].faces[face]
                }
            };
            faces.push(face);
        }
        Ok(faces)
    }

    /// Returns the face of a die for a forced outcome.
    fn forced_face(&mut self, die: DieId, forced: &ForcedOutcome) -> HostResult<i64> {
        let die_def = &self.board.dice[die.index()];
        let known_face = match forced {
            ForcedOutcome::Face(face) => die_def.faces.contains(face).then_some(*face),
            ForcedOutcome::FaceAt(number) => die_def.face_at(*number),
            ForcedOutcome::Card(_) | ForcedOutcome::TableCard(_) | ForcedOutcome::Pick(_) => None,
        };
        let Some(face) = known_face else {
            let description = match forced {
                ForcedOutcome::FaceAt(number) => format!("#{number}, but {} of them", die_def.faces.len()),
                ForcedOutcome::Face(face) if die_def.has_words() || Val(*face).kind() != Kind::Number => {
                    format!("{}: it has {}", self.board.face_text(*face), self.board.face_texts(die_def).join(", "))
                }
                ForcedOutcome::Face(face) => face.to_string(),
                ForcedOutcome::Card(_) | ForcedOutcome::TableCard(_) | ForcedOutcome::Pick(_) => {
                    "that is no face".to_owned()
                }
            };
            return Err(format!("the die `{}` has no face {description}", die_def.id).into());
        };
        if let Some(used) = self.chance.outcomes.used.last_mut() {
            *used = ForcedOutcome::Face(face); // Store the face itself, not its number.
        }
        Ok(face)
    }

    /// Whether a die may have shown the stored faces. On a die of numbers, every number is accepted, because a reload
    /// may have changed the faces.
    fn has_faces(&self, die: DieId, faces: &[i64]) -> bool {
        let die_def = &self.board.dice[die.index()];
        let is_number = |face: &i64| Val(*face).kind() == Kind::Number && !die_def.has_words();
        faces.iter().all(|face| is_number(face) || die_def.faces.contains(face))
    }

    /// Draws the top card of a pile to another pile. If the order of the top cards is unknown, chance decides which
    /// card is on top.
    pub(crate) fn draw(&mut self, from: PileId, to: PileId) -> HostResult<Option<CardId>> {
        self.check_may_change()?;
        if self.depths.suppose > 0 {
            return Err("`suppose` may not draw cards".into());
        }
        let location = self.pos.location_in(&self.board, to, true);
        if self.is_replaying()
            && let Some(entry) = self.next_logged_input()?
        {
            let StepInput::Drawn(card) = entry else { return Err(self.diverged("drew where it did not before")) };
            if let Some(card) = card {
                self.change(|pos, board| pos.move_card(board, card, location))?;
            }
            return Ok(card);
        }
        let card = self.find_top_card(from, to)?;
        if let Some(card) = card {
            self.pos.move_card(&self.board, card, location);
            self.chance.barrier = true;
            if self.recorder.is_recording {
                self.record(GameEvent::Drawn { card, from, to });
            }
        }
        self.log(StepInput::Drawn(card));
        Ok(card)
    }

    /// Takes the first forced outcome that matches, and leaves the others.
    pub(super) fn take_forced<T>(&mut self, matching: impl Fn(&ForcedOutcome) -> Option<T>) -> Option<T> {
        let (index, matched) = self
            .chance
            .outcomes
            .forced
            .iter()
            .enumerate()
            .find_map(|(index, outcome)| Some((index, matching(outcome)?)))?;
        self.chance.outcomes.used.extend(self.chance.outcomes.forced.remove(index));
        Some(matched)
    }

    /// Returns the top card of a pile that is drawn to the pile `to`. `None` if the pile is empty.
    fn find_top_card(&mut self, pile: PileId, to: PileId) -> HostResult<Option<CardId>> {
        let Some((_, top_rank)) = self.pos.ranks(pile) else { return Ok(None) };
        let cards = self.pos.pile(pile);
        let mut segment = Vec::with_capacity(cards.len());
        segment.extend(cards.iter().map(CardId::new).filter(|card| self.pos.card_location(*card).rank == top_rank));
        self.pick_top(pile, &segment, Some(to))
    }

    /// Returns the top card of a segment of a pile. The card is forced or comes from the generator. `to` is the pile to
    /// which the card moves, if it moves.
    fn pick_top(&mut self, pile: PileId, segment: &[CardId], to: Option<PileId>) -> HostResult<Option<CardId>> {
        if self.is_on_trial() {
            let [known] = segment[..] else {
                if let Some(trial) = self.trials.last_mut() {
                    trial.needs_unknown_card = true;
                }
                return Err(format!(
                    "the top card of `{}` is unknown: a trial cannot draw it",
                    self.board.piles[pile.index()].id
                )
                .into());
            };
            self.reveal_on_trial();
            return Ok(Some(known));
        }
        let is_seen = to.is_none_or(|to| self.is_visible_to_any(to));
        let next_forced =
            |host: &Host| host.chance.outcomes.forced.iter().find(|outcome| is_card(outcome, is_seen)).cloned();
        if let [known] = segment[..] {
            let is_manual_draw = is_seen
                && (self.chance.outcomes.manual.cards
                    || matches!(next_forced(self), Some(ForcedOutcome::TableCard(_))));
            if !is_manual_draw || self.possible_cards(segment).len() < 2 {
                return Ok(Some(known)); // The card is certain, so it needs no forced outcome.
            }
        }
        let next_forced = self.take_forced(|outcome| is_card(outcome, is_seen).then(|| outcome.clone()));
        match next_forced {
            Some(ForcedOutcome::TableCard(card)) => {
                self.place_table_card(pile, segment, card)?;
                return Ok(Some(card));
            }
            Some(ForcedOutcome::Card(card)) => {
                if !segment.contains(&card) {
                    return Err(format!(
                        "card `{}` cannot be on top of `{}`",
                        self.board.cards[card.index()].id,
                        self.board.piles[pile.index()].id
                    )
                    .into());
                }
                return Ok(Some(card));
            }
            _ => {}
        }
        let shuffle = self.pos.shuffle_of(&self.board, pile, segment);
        let must_ask = is_seen && self.chance.outcomes.manual.cards;
        if self.chance.outcomes.must_be_forced || must_ask {
            let message = format!("the card drawn from `{}` is not given", self.board.piles[pile.index()].id);
            let candidates =
                if self.chance.outcomes.must_be_forced { segment.to_vec() } else { self.possible_cards(segment) };
            let generated = self.chance.shuffles.top_card(&self.board, self.pos.seed(), pile, shuffle, segment);
            self.chance.outcomes.generated = generated.map(ForcedOutcome::TableCard).into_iter().collect();
            return Err(self.stop(StopCause::Chance(message, ChanceRequest::Card { pile, candidates })));
        }
        Ok(self.chance.shuffles.top_card(&self.board, self.pos.seed(), pile, shuffle, segment))
    }

    /// Looks at the top `n` cards of a deck. If the order of the cards is unknown, chance decides which card is next.
    /// The chosen card becomes a segment of its own, and the inputs of the step store it as a draw. `side` is the side
    /// that looks.
    pub(crate) fn peek(&mut self, pile: PileId, n: usize, side: Option<SideId>) -> HostResult<Vec<CardId>> {
        self.check_may_change()?;
        if self.depths.suppose > 0 {
            return Err("`suppose` may not look at cards".into());
        }
        if self.board.piles[pile.index()].order != PileOrder::Deck {
            return Err(
                format!("`{}` has no order: use `cards` for its cards", self.board.piles[pile.index()].id).into()
            );
        }
        let mut seen: Vec<CardId> = Vec::new();
        while seen.len() < n {
            // Each seen card is a segment of its own, so the next segment lies right under the seen cards.
            let Some((segment, _)) = self.pos.segments(pile).into_iter().nth(seen.len()) else { break };
            if let [known] = segment[..] {
                seen.push(known);
                continue;
            }
            let logged = if self.is_replaying() { self.next_logged_input()? } else { None };
            let card = match logged {
                Some(StepInput::Drawn(Some(card))) if segment.contains(&card) => card,
                Some(_) => return Err(self.diverged("looked at a card where it did not before")),
                None => {
                    let Some(card) = self.pick_top(pile, &segment, None)? else { break };
                    self.chance.barrier = true;
                    self.log(StepInput::Drawn(Some(card)));
                    card
                }
            };
            self.change(|pos, board| pos.make_known(board, card))?;
            seen.push(card);
        }
        if !self.is_replaying() && side.is_some() && !seen.is_empty() {
            self.chance.barrier = true; // The side has new information, even if the rules knew the cards before.
        }
        if self.recorder.is_recording && !self.is_replaying() && !seen.is_empty() {
            self.record(GameEvent::Peeked { pile, cards: seen.clone(), side });
        }
        Ok(seen)
    }

    /// Shuffles the whole pile.
    pub(crate) fn shuffle(&mut self, pile: PileId) -> HostResult<()> {
        self.change(|pos, board| pos.shuffle(board, pile))?;
        if self.recorder.is_recording && !self.is_replaying() {
            self.record(GameEvent::Shuffled(pile));
        }
        Ok(())
    }

    /// Puts a deck on top of another deck, in its order. Known cards stay known, and unknown cards stay unknown.
    pub(crate) fn lay_on(&mut self, from: PileId, to: PileId) -> HostResult<()> {
        self.change(|pos, board| pos.lay_on(board, from, to))
    }
}

/// Returns the number of faces that meet the target of a check.
fn success_count(target: &Target, faces: &[i64]) -> i64 {
    faces.iter().filter(|face| target.is_met(**face)).count() as i64
}

/// Whether an outcome is a card for a draw. A card from the physical table counts only if somebody sees the draw.
fn is_card(outcome: &ForcedOutcome, is_seen: bool) -> bool {
    match outcome {
        ForcedOutcome::Card(_) => true,
        ForcedOutcome::TableCard(_) => is_seen,
        ForcedOutcome::Face(_) | ForcedOutcome::FaceAt(_) | ForcedOutcome::Pick(_) => false,
    }
}
