//! Random picks from a set. The pick comes from the stored inputs of a replay, from a forced outcome, or from the
//! generator.

use super::{ChanceRequest, ForcedOutcome, GameEvent, Host, HostResult, StopCause};
use cardwright_state::chance;
use cardwright_state::notation;
use cardwright_state::position::StepInput;
use cardwright_state::val::{Kind, Val};

impl Host {
    /// Picks a member of a set. All members have equal probability. Returns `None` for an empty set.
    pub(crate) fn pick(&mut self, candidates: &[Val]) -> HostResult<Option<Val>> {
        self.check_may_change()?;
        if self.depths.suppose > 0 {
            return Err("`suppose` may not pick".into());
        }
        let first = match candidates {
            [first, _, ..] => *first,
            _ => {
                self.drop_roll_label(); // The log shows no pick among one candidate or none.
                return Ok(candidates.first().copied());
            }
        };
        candidates.iter().try_for_each(|candidate| self.check_storable(*candidate).map(drop))?;
        if self.is_on_trial() {
            return Ok(Some(first));
        }
        let stream = chance::pick_stream(&self.board);
        let pick_count = self.pos.chance_count(stream);
        if self.is_replaying()
            && let Some(entry) = self.next_logged_input()?
        {
            let StepInput::Picked(picked) = entry else { return Err(self.diverged("picked where it did not before")) };
            if !candidates.contains(&picked) {
                return Err(self.diverged("no longer has the logged pick among its candidates"));
            }
            self.change(|pos, board| pos.advance_chance(board, stream, 1))?;
            return Ok(Some(picked));
        }
        let forced = self.take_forced(|outcome| match outcome {
            ForcedOutcome::Pick(word) => Some(word.clone()),
            ForcedOutcome::Face(_)
            | ForcedOutcome::FaceAt(_)
            | ForcedOutcome::Card(_)
            | ForcedOutcome::TableCard(_) => None,
        });
        let picked = match forced {
            Some(word) => notation::find_named(&self.board, candidates, &word)
                .ok_or_else(|| format!("`{word}` is not among the candidates: {}", self.list_some(candidates)))?,
            None if self.chance.outcomes.must_be_forced || self.is_manual(candidates) => {
                let generated = chance::pick(&self.board, self.pos.seed(), pick_count, candidates).unwrap_or(first);
                self.chance.outcomes.generated = vec![ForcedOutcome::Pick(notation::token(&self.board, generated))];
                let message = format!("the pick has no outcome given: one of {}", self.list_some(candidates));
                let request = ChanceRequest::Pick { candidates: candidates.to_vec() };
                return Err(self.stop(StopCause::Chance(message, request)));
            }
            None => chance::pick(&self.board, self.pos.seed(), pick_count, candidates).unwrap_or(first),
        };
        self.pos.advance_chance(&self.board, stream, 1);
        self.chance.barrier = true;
        self.log(StepInput::Picked(picked));
        if self.recorder.is_recording {
            let pile = self.board.cards_named_by(picked).first().map(|card| self.pos.card_location(*card).pile);
            let label = self.recorder.roll_label.take();
            let candidates = candidates.iter().map(|candidate| notation::token(&self.board, *candidate)).collect();
            self.record(GameEvent::Picked { picked, candidates, pile, label });
        }
        Ok(Some(picked))
    }

    /// Whether people supply picks among the candidates.
    fn is_manual(&self, candidates: &[Val]) -> bool {
        let has_cards = candidates.iter().any(|thing| thing.index(Kind::Card).is_some());
        if has_cards { self.chance.outcomes.manual.cards } else { self.chance.outcomes.manual.dice }
    }

    /// Returns the first few candidates as text, for a message.
    fn list_some(&self, candidates: &[Val]) -> String {
        const MAX_LISTED: usize = 12;
        let mut parts: Vec<String> =
            candidates.iter().take(MAX_LISTED).map(|candidate| notation::token(&self.board, *candidate)).collect();
        if candidates.len() > MAX_LISTED {
            parts.push(format!("… ({} in all)", candidates.len()));
        }
        parts.join(", ")
    }
}
