//! Random picks from a set. The pick comes from the log, from a forced outcome, or from the generator.

use super::{ChanceRequest, ForcedOutcome, GameEvent, Host, HostResult, StopCause};
use cardwright_state::notation;
use cardwright_state::position::StepInput;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{CardId, chance};

impl Host {
    /// Picks a member of a set, all with equal probability. None for an empty set.
    pub(crate) fn pick(&mut self, candidates: &[Val]) -> HostResult<Option<Val>> {
        self.check_may_change()?;
        if self.suppose_depth > 0 {
            return Err("`suppose` may not pick".into());
        }
        let (first, rest) = match candidates {
            [] => return Ok(None),
            [first, rest @ ..] => (*first, rest),
        };
        if rest.is_empty() {
            return Ok(Some(first));
        }
        candidates.iter().try_for_each(|val| self.check_storable(*val).map(drop))?;
        if self.is_on_trial() {
            return Ok(Some(first));
        }
        let stream = chance::pick_stream(&self.board);
        let old = self.pos.chance_count(stream);
        if self.is_replaying()
            && let Some(entry) = self.logged()?
        {
            let StepInput::Picked(picked) = entry else { return Err(self.diverged("picked where it did not before")) };
            if !candidates.contains(&picked) {
                return Err(self.diverged("no longer has the logged pick among its candidates"));
            }
            self.change(|pos, board| pos.advance_chance(board, stream, 1))?;
            return Ok(Some(picked));
        }
        let forced = self.take_forced(|f| match f {
            ForcedOutcome::Pick(word) => Some(word.clone()),
            ForcedOutcome::Face(_)
            | ForcedOutcome::FaceAt(_)
            | ForcedOutcome::Card(_)
            | ForcedOutcome::TableCard(_) => None,
        });
        let picked = match forced {
            Some(word) => notation::find_named(&self.board, candidates, &word)
                .ok_or_else(|| format!("`{word}` is not among the candidates: {}", self.list_some(candidates)))?,
            None if self.outcomes.must_be_forced || self.is_manual(candidates) => {
                let own = chance::pick(&self.board, self.pos.seed(), old, candidates).unwrap_or(first);
                self.outcomes.generated = vec![ForcedOutcome::Pick(notation::token(&self.board, own))];
                let message = format!("the pick has no outcome given: one of {}", self.list_some(candidates));
                self.stop_cause =
                    Some(StopCause::Chance(message.clone(), ChanceRequest::Pick { candidates: candidates.to_vec() }));
                return Err(message);
            }
            None => chance::pick(&self.board, self.pos.seed(), old, candidates).unwrap_or(first),
        };
        self.pos.advance_chance(&self.board, stream, 1);
        self.barrier = true;
        self.log(StepInput::Picked(picked));
        if self.recorder.is_recording {
            let pile = picked.index(Kind::Card).map(|card| self.pos.card_location(CardId::new(card)).pile);
            let label = self.recorder.roll_label.take();
            let candidates = candidates.iter().map(|val| notation::token(&self.board, *val)).collect();
            self.record(GameEvent::Picked { picked, candidates, pile, label });
        }
        Ok(Some(picked))
    }

    /// Whether people supply picks among these things.
    fn is_manual(&self, candidates: &[Val]) -> bool {
        let cards = candidates.iter().any(|thing| thing.index(Kind::Card).is_some());
        if cards { self.outcomes.manual.cards } else { self.outcomes.manual.dice }
    }

    /// The first few candidates, for a message.
    fn list_some(&self, candidates: &[Val]) -> String {
        const SHOWN: usize = 12;
        let mut parts: Vec<String> = candidates.iter().take(SHOWN).map(|v| notation::token(&self.board, *v)).collect();
        if candidates.len() > SHOWN {
            parts.push(format!("… ({} in all)", candidates.len()));
        }
        parts.join(", ")
    }
}
