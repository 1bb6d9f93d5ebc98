//! Checks the arguments of host calls. Converts handles to ids, and returns errors for handles of the wrong kind.

use super::limits::MAX_LIST_LENGTH;
use super::{Host, HostError, HostResult, StopCause};
use cardwright_state::board::{FactType, SubjectKind};
use cardwright_state::val::{Kind, PlainValue, Val};
use cardwright_state::{ClassId, FactId, FactValue, PileId, SideId, SpaceId, StateId, TrackId};

/// The bit that marks the constant of piles that exist once per side (`HAND`). Such a constant is no pile by itself.
const PER_SIDE_FLAG: u64 = 1 << 32;

/// The error for a change, roll or draw in an offer.
const READ_ONLY_OFFER: &str = "an offer may change nothing (`suppose` undoes its changes)";
/// The error for a change, roll or draw while scripts read the outcome of a trial.
const READ_ONLY_OUTCOME: &str = "a function that reads the outcome of a trial may change nothing";

impl Host {
    /// Describes a value, for messages.
    pub(crate) fn describe(&self, val: Val) -> String {
        match val.kind() {
            kind @ (Kind::Set | Kind::Filter | Kind::Relation) => format!("a {}", kind.word()),
            Kind::Pile if self.first_per_side(val).is_some() => "a pile that is kept per side".into(),
            kind if !self.board.is_valid(val) => format!("a {} that does not exist ({})", kind.word(), val.0),
            Kind::Number => format!("the number {}", val.0),
            kind => format!("the {} `{}`", kind.word(), self.board.text(val)),
        }
    }

    /// Returns the index of a thing of a kind. Fails for another kind and for a thing that does not exist.
    #[inline(always)]
    pub(crate) fn index(&self, val: Val, kind: Kind) -> HostResult<usize> {
        let valid_index = match val.index(kind) {
            Some(index) if !matches!(kind, Kind::Stack | Kind::State | Kind::FactRow) => {
                (index < self.board.count_of(kind)).then_some(index)
            }
            Some(index) => self.board.is_valid(val).then_some(index),
            None => None,
        };
        match valid_index {
            Some(index) => Ok(index),
            None => Err(self.expected(kind, val)),
        }
    }
    #[cold]
    fn expected(&self, kind: Kind, val: Val) -> HostError {
        format!("expected a {}, got {}", kind.word(), self.describe(val)).into()
    }
    /// Checks that a value may be stored in a row, a fact or an argument of a step: a number or a valid handle.
    #[inline]
    pub(crate) fn check_storable(&self, val: Val) -> HostResult<Val> {
        if self.board.is_valid(val) { Ok(val) } else { Err(format!("{} cannot be stored", self.describe(val)).into()) }
    }
    /// Checks that plain values may be stored.
    pub(crate) fn check_storable_all(&self, values: &[PlainValue]) -> HostResult<()> {
        for value in values {
            match value {
                PlainValue::Nil | PlainValue::Boolean(_) => {}
                PlainValue::Val(val) => drop(self.check_storable(*val)?),
                PlainValue::List(list) if list.len() > MAX_LIST_LENGTH => {
                    return Err(
                        format!("a list of {} values; at most {MAX_LIST_LENGTH} can be stored", list.len()).into()
                    );
                }
                PlainValue::List(list) => list.iter().try_for_each(|val| self.check_storable(*val).map(drop))?,
            }
        }
        Ok(())
    }
    #[inline]
    pub(crate) fn space(&self, val: Val) -> HostResult<SpaceId> {
        Ok(SpaceId::new(self.index(val, Kind::Space)?))
    }
    /// Reads a class argument: a class, or a side (the class of all its pieces).
    #[inline(always)]
    pub(crate) fn class(&self, val: Val) -> HostResult<ClassId> {
        match val.kind() {
            Kind::Class => Ok(ClassId::new(self.index(val, Kind::Class)?)),
            Kind::Side => Ok(self.board.class_of_side(SideId::new(self.index(val, Kind::Side)?))),
            _ => Err(format!("expected a piece class, got {}", self.describe(val)).into()),
        }
    }
    /// Reads a piece state: a state, the state of a stack, or the unmarked state of a class.
    pub(crate) fn state(&self, val: Val) -> HostResult<StateId> {
        if val.kind() == Kind::State {
            self.index(val, Kind::State)?;
            return Ok(val.state_part());
        }
        if val.kind() == Kind::Stack {
            self.index(val, Kind::Stack)?;
            return Ok(val.stack_parts().1);
        }
        let class = &self.board.classes[self.class(val)?.index()];
        let piece_type =
            class.piece_type.ok_or_else(|| format!("`{}` is a group: name one type of pieces", class.id))?;
        Ok(self.board.state_of(piece_type, class.face.unwrap_or(0), 0))
    }
    /// Returns the index of a counter type among the types that pieces of this state may hold.
    pub(crate) fn held_index(&self, state: StateId, counter: Val) -> HostResult<usize> {
        let class = &self.board.classes[self.class(counter)?.index()];
        let piece_type = &self.board.piece_types[self.board.states[state.index()].piece_type.index()];
        let index = piece_type.holds.iter().position(|held| class.piece_type == Some(*held));
        index.ok_or_else(|| format!("`{}` holds no `{}`", piece_type.id, class.id).into())
    }
    /// Returns the index of the subject, such as a side or a space, for which a track or fact is kept. `id` names the
    /// track or fact.
    #[inline]
    pub(crate) fn subject(&self, on: SubjectKind, subject: Val, id: &str) -> HostResult<usize> {
        let subject_index = match on {
            SubjectKind::Game => (subject == Val(0)).then_some(0),
            SubjectKind::Side => subject.index(Kind::Side).filter(|index| *index < self.board.sides.len()),
            SubjectKind::Spaces(_) => subject.index(Kind::Space).filter(|index| *index < self.board.spaces.len()),
            SubjectKind::Links(_) | SubjectKind::Card => None,
        };
        match subject_index {
            Some(index) => Ok(index),
            None => self.find_subject(on, subject, id),
        }
    }
    /// Returns the same index as [`Host::subject`], for a change. Fails for a space for which the track or fact is not
    /// kept, because notation and hashes would miss the change.
    pub(crate) fn subject_to_change(&self, on: SubjectKind, subject: Val, id: &str) -> HostResult<usize> {
        let index = self.subject(on, subject, id)?;
        if matches!(on, SubjectKind::Spaces(_)) && !on.includes(SubjectKind::spaces(self.board.spaces[index].kind)) {
            return Err(format!("`{id}` is not kept for {}", self.describe(subject)).into());
        }
        Ok(index)
    }
    #[inline(never)]
    fn find_subject(&self, on: SubjectKind, subject: Val, id: &str) -> HostResult<usize> {
        // A missing argument arrives as 0.
        if subject == Val(0)
            && let Some(word) = on.subject_word()
        {
            let name = crate::globals::lua_name(id).to_uppercase();
            let function = if self.board.tracks.iter().any(|track| track.id == id) { "value" } else { "get" };
            return Err(
                format!("`{id}` is kept per {word}, and no {word} is given: `{function}({name}, {word})`").into()
            );
        }
        match on {
            SubjectKind::Game => {
                Err(format!("`{id}` is kept for the whole game, not for {}", self.describe(subject)).into())
            }
            SubjectKind::Side => {
                self.index(subject, Kind::Side).map_err(|e| format!("`{id}` is kept per side: {e}").into())
            }
            SubjectKind::Spaces(_) => match subject.kind() {
                Kind::Stack => self.index(subject, Kind::Stack).map(|_| subject.stack_parts().0.index()),
                _ => self.index(subject, Kind::Space).map_err(|e| format!("`{id}` is kept per space: {e}").into()),
            },
            SubjectKind::Links(kind) => {
                let link = self.index(subject, Kind::Link).map_err(|e| format!("`{id}` is kept per link: {e}"))?;
                if kind.is_some_and(|kind| self.board.links[link].kind != Some(kind)) {
                    return Err(format!("`{id}` is not kept for {}", self.describe(subject)).into());
                }
                Ok(link)
            }
            SubjectKind::Card => {
                self.index(subject, Kind::Card).map_err(|e| format!("`{id}` is kept per card: {e}").into())
            }
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
    /// Reads a pile argument. For the constant of piles that exist once per side, `side` selects the pile.
    pub(crate) fn pile(&self, val: Val, side: Option<Val>) -> HostResult<PileId> {
        let first_per_side = self.first_per_side(val);
        let first = match first_per_side {
            Some(first) => first,
            None => PileId::new(self.index(val, Kind::Pile)?),
        };
        let Some(side) = side else {
            if first_per_side.is_none() {
                return Ok(first);
            }
            let def = &self.board.piles[first.index()].def;
            let name = crate::globals::lua_name(def).to_uppercase();
            return Err(format!("`{def}` is a pile of each side: write `pile({name}, side)`").into());
        };
        let side = SideId::new(self.index(side, Kind::Side)?);
        let def = &self.board.piles[first.index()].def;
        let own_pile = self.board.piles.iter().position(|pile| pile.def == *def && pile.owner == Some(side));
        own_pile.map(PileId::new).ok_or_else(|| format!("`{def}` is not kept per side").into())
    }

    /// Returns the value of a pile's constant. Marks the constant of piles that exist once per side.
    pub(crate) fn per_side(&self, pile: Val) -> Val {
        let is_kept_per_side = self.board.piles.get(pile.payload() as usize).is_some_and(|pile| pile.owner.is_some());
        if is_kept_per_side { Val::handle(Kind::Pile, PER_SIDE_FLAG | pile.payload()) } else { pile }
    }

    /// Returns the first of the piles of a constant that [`Host::per_side`] marked.
    fn first_per_side(&self, val: Val) -> Option<PileId> {
        let pile_bits = val.index(Kind::Pile)? as u64;
        let first = (pile_bits & !PER_SIDE_FLAG) as usize;
        (pile_bits & PER_SIDE_FLAG != 0 && first < self.board.piles.len()).then(|| PileId::new(first))
    }

    /// Fails if scripts may change nothing now, because they load or because a read-only call runs.
    #[inline]
    pub(crate) fn check_may_change(&mut self) -> HostResult<()> {
        if self.depths.suppose > 0 {
            return Ok(());
        }
        if self.is_loading() {
            return Err("nothing may change while scripts load".into());
        }
        if self.depths.read_only > 0 || self.is_asking() {
            return Err(self.read_only_error());
        }
        Ok(())
    }

    /// Stops the script because of a change in a read-only call, and returns the error.
    #[cold]
    pub(crate) fn read_only_error(&mut self) -> HostError {
        let message = if self.is_trial_played() { READ_ONLY_OUTCOME } else { READ_ONLY_OFFER };
        self.stop(StopCause::ReadOnly(message))
    }

    /// Converts a value of a script to the stored form of a fact's value.
    pub(crate) fn fact_value(&self, fact_type: FactType, value: &PlainValue, id: &str) -> HostResult<FactValue> {
        match (fact_type, value) {
            (FactType::Boolean, PlainValue::Boolean(boolean)) => Ok(FactValue::Boolean(*boolean)),
            (FactType::Number, PlainValue::Val(val)) if val.kind() == Kind::Number && self.board.is_valid(*val) => {
                Ok(FactValue::Number(val.0))
            }
            (FactType::Id(_), PlainValue::Nil) => Ok(FactValue::Id(None)),
            (FactType::Id(kind), PlainValue::Val(val)) if val.kind() == kind && self.board.is_valid(*val) => {
                Ok(FactValue::Id(Some(*val)))
            }
            _ => Err(format!("`{id}` cannot hold this value").into()),
        }
    }
}
