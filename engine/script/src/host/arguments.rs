//! Arguments of host calls: handles checked for their kind, with messages that name what came.

use super::limits::LONGEST_LIST;
use super::{Fault, Host, HostResult};
use cardwright_state::board::{FactType, On};
use cardwright_state::val::{Kind, Plain, Val};
use cardwright_state::{ClassId, FactId, FactValue, PileId, SideId, SpaceId, StateId, TrackId};

/// What the handle of `HAND` has over that of the first side's hand, that a hand without a side is noticed.
const OF_NO_SIDE: u64 = 1 << 32;

/// A change, roll or draw while a rule is only asked.
const ONLY_ASKED: &str = "an offer is only asked: it may change nothing (`suppose` takes its changes back)";
/// The same where the outcome of a trial is asked for.
const ONLY_JUDGED: &str = "the outcome of a trial is only asked for: it may change nothing";

impl Host {
    /// What a value is, for messages.
    pub(crate) fn describe(&self, val: Val) -> String {
        match val.kind() {
            kind @ (Kind::Set | Kind::Filter | Kind::Relation) => format!("a {}", kind.word()),
            Kind::Pile if self.of_no_side(val).is_some() => "a pile that is kept per side".into(),
            kind if !self.board.knows(val) => format!("a {} that does not exist ({})", kind.word(), val.0),
            Kind::Number => format!("the number {}", val.0),
            kind => format!("the {} `{}`", kind.word(), self.board.text(val)),
        }
    }
    #[inline(always)]
    pub(crate) fn index(&self, val: Val, kind: Kind) -> HostResult<usize> {
        let found = match val.index(kind) {
            Some(at) if !matches!(kind, Kind::Stack | Kind::State) => (at < self.board.many(kind)).then_some(at),
            Some(at) => self.board.knows(val).then_some(at),
            None => None,
        };
        match found {
            Some(at) => Ok(at),
            None => Err(self.expected(kind, val)),
        }
    }
    #[cold]
    fn expected(&self, kind: Kind, val: Val) -> String {
        format!("expected a {}, got {}", kind.word(), self.describe(val))
    }
    /// A value that is to be kept (in a row, a fact, an argument of a step): a number or a handle of
    /// something there is.
    #[inline]
    pub(crate) fn kept(&self, val: Val) -> HostResult<Val> {
        if self.board.knows(val) { Ok(val) } else { Err(format!("{} is no value to keep", self.describe(val))) }
    }
    /// The same for plain values.
    pub(crate) fn kept_plain(&self, values: &[Plain]) -> HostResult<()> {
        for value in values {
            match value {
                Plain::Nil | Plain::Truth(_) => {}
                Plain::Val(val) => drop(self.kept(*val)?),
                Plain::List(list) if list.len() > LONGEST_LIST => {
                    return Err(format!("a list of {} values; at most {LONGEST_LIST} are kept", list.len()));
                }
                Plain::List(list) => list.iter().try_for_each(|val| self.kept(*val).map(drop))?,
            }
        }
        Ok(())
    }
    #[inline]
    pub(crate) fn space(&self, val: Val) -> HostResult<SpaceId> {
        Ok(SpaceId::new(self.index(val, Kind::Space)?))
    }
    /// A class argument: a class, a side (all its pieces) or a state.
    #[inline(always)]
    pub(crate) fn class(&self, val: Val) -> HostResult<ClassId> {
        match val.kind() {
            Kind::Class => Ok(ClassId::new(self.index(val, Kind::Class)?)),
            Kind::Side => Ok(self.board.class_of_side(SideId::new(self.index(val, Kind::Side)?))),
            _ => Err(format!("expected a piece class, got {}", self.describe(val))),
        }
    }
    /// The default state of a class: its face unmarked.
    pub(crate) fn state(&self, val: Val) -> HostResult<StateId> {
        if val.kind() == Kind::State {
            self.index(val, Kind::State)?;
            return Ok(val.state_part());
        }
        if val.kind() == Kind::Stack {
            self.index(val, Kind::Stack)?;
            return Ok(val.stack_parts().1);
        }
        let class = &self.board.classes[self.class(val)?.at()];
        let of = class.of.ok_or_else(|| format!("`{}` is a group: name one type of pieces", class.id))?;
        Ok(self.board.state_of(of, class.face.unwrap_or(0), 0))
    }
    /// Which of the counters that pieces like this may hold is meant.
    pub(crate) fn holds(&self, state: StateId, what: Val) -> HostResult<usize> {
        let class = &self.board.classes[self.class(what)?.at()];
        let of = &self.board.types[self.board.states[state.at()].of.at()];
        let which = of.holds.iter().position(|held| class.of == Some(*held));
        which.ok_or_else(|| format!("`{}` holds no `{}`", of.id, class.id))
    }
    /// The slot of a track or scalar fact on a subject.
    #[inline]
    pub(crate) fn subject(&self, on: On, subject: Val, id: &str) -> HostResult<usize> {
        let found = match on {
            On::Game => (subject == Val(0)).then_some(0),
            On::Side => subject.index(Kind::Side).filter(|at| *at < self.board.sides.len()),
            On::Spaces(_) => subject.index(Kind::Space).filter(|at| *at < self.board.spaces.len()),
            On::Links(_) | On::Card => None,
        };
        match found {
            Some(at) => Ok(at),
            None => self.other_subject(on, subject, id),
        }
    }
    /// The same for what is changed: what is put on a space for which nothing is kept would be neither printed nor hashed.
    pub(crate) fn kept_on(&self, on: On, subject: Val, id: &str) -> HostResult<usize> {
        let at = self.subject(on, subject, id)?;
        if matches!(on, On::Spaces(_)) && !on.is_for(On::spaces(self.board.spaces[at].kind)) {
            return Err(format!("`{id}` is not kept for {}", self.describe(subject)));
        }
        Ok(at)
    }
    #[inline(never)]
    fn other_subject(&self, on: On, subject: Val, id: &str) -> HostResult<usize> {
        // What is left out comes as nought.
        if subject == Val(0)
            && let Some(word) = on.word()
        {
            let name = crate::globals::lua_name(id).to_uppercase();
            let ask = if self.board.tracks.iter().any(|track| track.id == id) { "value" } else { "get" };
            return Err(format!("`{id}` is kept per {word}, and no {word} is given: `{ask}({name}, {word})`"));
        }
        match on {
            On::Game => Err(format!("`{id}` is kept for the whole game, not for {}", self.describe(subject))),
            On::Side => self.index(subject, Kind::Side).map_err(|e| format!("`{id}` is kept per side: {e}")),
            On::Spaces(_) => match subject.kind() {
                Kind::Stack => self.index(subject, Kind::Stack).map(|_| subject.stack_parts().0.at()),
                _ => self.index(subject, Kind::Space).map_err(|e| format!("`{id}` is kept per space: {e}")),
            },
            On::Links(kind) => {
                let link = self.index(subject, Kind::Link).map_err(|e| format!("`{id}` is kept per link: {e}"))?;
                if kind.is_some_and(|kind| self.board.links[link].kind != Some(kind)) {
                    return Err(format!("`{id}` is not kept for {}", self.describe(subject)));
                }
                Ok(link)
            }
            On::Card => self.index(subject, Kind::Card).map_err(|e| format!("`{id}` is kept per card: {e}")),
        }
    }
    #[inline]
    pub(crate) fn track(&self, track: Val) -> HostResult<TrackId> {
        Ok(TrackId::new(self.index(track, Kind::Track)?))
    }
    #[inline]
    pub(crate) fn fact(&self, fact: Val) -> HostResult<FactId> {
        Ok(FactId::new(self.index(fact, Kind::Fact)?))
    }
    /// A pile argument; for one kept per side, `side` says whose.
    pub(crate) fn pile(&self, val: Val, side: Option<Val>) -> HostResult<PileId> {
        let of_no_side = self.of_no_side(val);
        let first = match of_no_side {
            Some(first) => first,
            None => PileId::new(self.index(val, Kind::Pile)?),
        };
        let Some(side) = side else {
            if of_no_side.is_none() {
                return Ok(first);
            }
            let def = &self.board.piles[first.at()].def;
            let name = crate::globals::lua_name(def).to_uppercase();
            return Err(format!("`{def}` is kept per side: say `pile({name}, side)`"));
        };
        let side = SideId::new(self.index(side, Kind::Side)?);
        let def = &self.board.piles[first.at()].def;
        let found = self.board.piles.iter().position(|p| p.def == *def && p.owner == Some(side));
        found.map(PileId::new).ok_or_else(|| format!("`{def}` is not kept per side"))
    }

    /// What a constant holds that names piles kept per side: the piles of no side in particular, which are no pile yet.
    pub(crate) fn per_side(&self, pile: Val) -> Val {
        let is_kept_per_side = self.board.piles.get(pile.payload() as usize).is_some_and(|pile| pile.owner.is_some());
        if is_kept_per_side { Val::handle(Kind::Pile, OF_NO_SIDE | pile.payload()) } else { pile }
    }

    /// The first of the piles that [`Host::per_side`] names.
    fn of_no_side(&self, val: Val) -> Option<PileId> {
        let at = val.index(Kind::Pile)? as u64;
        let first = (at & !OF_NO_SIDE) as usize;
        (at & OF_NO_SIDE != 0 && first < self.board.piles.len()).then(|| PileId::new(first))
    }

    /// Refuses changes while a rule is only asked.
    #[inline]
    pub(crate) fn may_change(&mut self) -> HostResult<()> {
        if self.supposing > 0 {
            return Ok(());
        }
        if self.is_loading() {
            return Err("nothing may change while scripts load".into());
        }
        if self.probing > 0 || self.is_asking() {
            return Err(self.only_asked());
        }
        Ok(())
    }

    /// Notes that a rule tried to do what may not be done while it is only asked.
    #[cold]
    pub(crate) fn only_asked(&mut self) -> String {
        self.fault = Some(Fault::OnlyAsked);
        if self.is_judged() { ONLY_JUDGED.into() } else { ONLY_ASKED.into() }
    }

    /// The raw number a scalar fact stores for a value.
    pub(crate) fn fact_value(&self, holds: FactType, value: &Plain, id: &str) -> HostResult<FactValue> {
        match (holds, value) {
            (FactType::Truth, Plain::Truth(t)) => Ok(FactValue::Truth(*t)),
            (FactType::Number, Plain::Val(v)) if v.kind() == Kind::Number && self.board.knows(*v) => {
                Ok(FactValue::Number(v.0))
            }
            (FactType::Id(_), Plain::Nil) => Ok(FactValue::Id(None)),
            (FactType::Id(kind), Plain::Val(v)) if v.kind() == kind && self.board.knows(*v) => {
                Ok(FactValue::Id(Some(*v)))
            }
            _ => Err(format!("`{id}` cannot hold this value")),
        }
    }
}
