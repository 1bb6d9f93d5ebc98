//! Even choices: what is picked from a set, from the log, what is forced, or the generator.

use super::{ChanceWanted, Fault, Forced, Happening, Host, HostResult};
use cardwright_state::notation;
use cardwright_state::position::Entry;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{CardId, chance};

impl Host {
    /// One member of a set, each as likely. Of one member there is no choice, and of none nothing.
    pub(crate) fn pick(&mut self, of: &[Val]) -> HostResult<Option<Val>> {
        self.may_change()?;
        if self.supposing > 0 {
            return Err("`suppose` may not pick".into());
        }
        let (first, rest) = match of {
            [] => return Ok(None),
            [first, rest @ ..] => (*first, rest),
        };
        if rest.is_empty() {
            return Ok(Some(first));
        }
        of.iter().try_for_each(|val| self.kept(*val).map(drop))?;
        if self.is_on_trial() {
            return Ok(Some(first));
        }
        let stream = chance::pick_stream(&self.board);
        let old = self.pos.taken(stream);
        if self.is_rerun()
            && let Some(entry) = self.logged()?
        {
            let Entry::Picked(what) = entry else { return Err(self.diverged("picked where it did not before")) };
            if !of.contains(&what) {
                return Err(self.diverged("no longer picks from what it did"));
            }
            self.change(|pos, board| pos.take(board, stream, 1))?;
            return Ok(Some(what));
        }
        let given = self.take_forced(|f| match f {
            Forced::Pick(word) => Some(word.clone()),
            Forced::Face(_) | Forced::FaceAt(_) | Forced::Card(_) | Forced::Drawn(_) => None,
        });
        let what = match given {
            Some(word) => notation::named_among(&self.board, of, &word)
                .ok_or_else(|| format!("`{word}` is not among what is picked from: {}", self.list_few(of)))?,
            None if self.given.only || self.asks_for(of) => {
                let own = chance::picked(&self.board, self.pos.seed(), old, of).unwrap_or(first);
                self.given.own = vec![Forced::Pick(notation::token(&self.board, own))];
                let message = format!("what is picked is not given: one of {}", self.list_few(of));
                self.fault = Some(Fault::Chance(message.clone(), ChanceWanted::Pick { of: of.to_vec() }));
                return Err(message);
            }
            None => chance::picked(&self.board, self.pos.seed(), old, of).unwrap_or(first),
        };
        self.pos.take(&self.board, stream, 1);
        self.barrier = true;
        self.log(Entry::Picked(what));
        if self.witness.watching {
            let lay = what.index(Kind::Card).map(|card| self.pos.card_at(CardId::new(card)).pile);
            let purpose = self.witness.purpose.take();
            let among = of.iter().map(|val| notation::token(&self.board, *val)).collect();
            self.tell(Happening::Picked { what, among, lay, purpose });
        }
        Ok(Some(what))
    }

    /// Whether people are asked for an even choice among these.
    fn asks_for(&self, of: &[Val]) -> bool {
        let cards = of.iter().any(|what| what.index(Kind::Card).is_some());
        if cards { self.given.asks.cards } else { self.given.asks.dice }
    }

    /// What may be picked, for a message: the first few.
    fn list_few(&self, of: &[Val]) -> String {
        const SHOWN: usize = 12;
        let mut parts: Vec<String> = of.iter().take(SHOWN).map(|v| notation::token(&self.board, *v)).collect();
        if of.len() > SHOWN {
            parts.push(format!("… ({} in all)", of.len()));
        }
        parts.join(", ")
    }
}
