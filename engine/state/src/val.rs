//! Values that scripts and the engine exchange: integers and typed handles. Both are one number.
//!
//! A handle is `kind << 48 | payload`. It is below 2^53, so a Lua number holds it exactly. Its kind allows type checks.

use crate::ids::*;

/// What a value is: a number, or a handle of this kind of thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Kind {
    Number = 0,
    Side = 1,
    Space = 2,
    Class = 3,
    State = 4,
    Stack = 5,
    Card = 6,
    Pile = 7,
    Track = 8,
    Fact = 9,
    Die = 10,
    Word = 11,
    Action = 12,
    Step = 13,
    Set = 14,
    Filter = 15,
    Reason = 16,
    Text = 17,
    Zone = 18,
    Period = 19,
    Mark = 20,
    Effect = 21,
    Relation = 22,
    SpaceKind = 23,
    Link = 24,
    LinkKind = 25,
    Amount = 26,
    FactRow = 27,
}

impl Kind {
    /// Every kind, in numeric order.
    pub const ALL: [Kind; 28] = [
        Kind::Number,
        Kind::Side,
        Kind::Space,
        Kind::Class,
        Kind::State,
        Kind::Stack,
        Kind::Card,
        Kind::Pile,
        Kind::Track,
        Kind::Fact,
        Kind::Die,
        Kind::Word,
        Kind::Action,
        Kind::Step,
        Kind::Set,
        Kind::Filter,
        Kind::Reason,
        Kind::Text,
        Kind::Zone,
        Kind::Period,
        Kind::Mark,
        Kind::Effect,
        Kind::Relation,
        Kind::SpaceKind,
        Kind::Link,
        Kind::LinkKind,
        Kind::Amount,
        Kind::FactRow,
    ];

    /// The name of the kind in messages.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Number => "number",
            Kind::Side => "side",
            Kind::Space => "space",
            Kind::Class => "piece class",
            Kind::State => "piece",
            Kind::Stack => "stack",
            Kind::Card => "card",
            Kind::Pile => "pile",
            Kind::Track => "track",
            Kind::Fact => "fact",
            Kind::Die => "die",
            Kind::Word => "word",
            Kind::Action => "action",
            Kind::Step => "step",
            Kind::Set => "set",
            Kind::Filter => "filter",
            Kind::Reason => "reason",
            Kind::Text => "text",
            Kind::Zone => "zone",
            Kind::Period => "period",
            Kind::Mark => "mark",
            Kind::Effect => "effect",
            Kind::Relation => "relation",
            Kind::SpaceKind => "kind of spaces",
            Kind::Link => "link",
            Kind::LinkKind => "kind of links",
            Kind::Amount => "amount",
            Kind::FactRow => "fact row",
        }
    }
}

const KIND_SHIFT: u32 = 48;
/// Numbers in scripts are strictly between `-LIMIT` and `LIMIT`.
pub const LIMIT: i64 = 1 << 47;
const PAYLOAD_MASK: i64 = (1 << KIND_SHIFT) - 1;

/// An integer or a handle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Val(pub i64);

impl Val {
    /// A handle of `kind`.
    #[inline]
    pub const fn handle(kind: Kind, payload: u64) -> Self {
        Val(((kind as i64) << KIND_SHIFT) | payload as i64)
    }
    /// An integer between `-LIMIT` and `LIMIT`.
    #[inline]
    pub const fn number(n: i64) -> Self {
        Val(n)
    }
    /// The range of all values of a kind. It includes the first value of the pair and ends before the second.
    pub const fn bounds(kind: Kind) -> (Val, Val) {
        match kind {
            Kind::Number => (Val(1 - LIMIT), Val(LIMIT)),
            _ => (Val::handle(kind, 0), Val(Val::handle(kind, PAYLOAD_MASK as u64).0 + 1)),
        }
    }
    /// The kind of the value.
    #[inline]
    pub fn kind(self) -> Kind {
        if self.0 < (1 << KIND_SHIFT) {
            return Kind::Number;
        }
        Kind::ALL.get((self.0 >> KIND_SHIFT) as usize).copied().unwrap_or(Kind::Number)
    }
    /// The index in a handle. For a piece it is the packed state, for a stack the packed space and state.
    #[inline]
    pub const fn payload(self) -> u64 {
        (self.0 & PAYLOAD_MASK) as u64
    }
    /// The index, if the value is a handle of this kind.
    #[inline]
    pub fn index(self, kind: Kind) -> Option<usize> {
        (kind != Kind::Number && self.0 >> KIND_SHIFT == kind as i64).then(|| self.payload() as usize)
    }
    /// A handle of a stack: the pieces of one state at one space.
    #[inline]
    pub const fn stack(space: SpaceId, state: StateId) -> Self {
        Val::handle(Kind::Stack, ((space.0 as u64) << 32) | state.packed() as u64)
    }
    /// The space and state of a stack handle.
    #[inline]
    pub const fn stack_parts(self) -> (SpaceId, StateId) {
        (SpaceId((self.payload() >> 32) as u16), StateId::unpacked(self.payload() as u32))
    }
    /// A handle of a piece state, without a space.
    #[inline]
    pub const fn state(state: StateId) -> Self {
        Val::handle(Kind::State, state.packed() as u64)
    }
    /// The state of a handle of [`Kind::State`].
    #[inline]
    pub const fn state_part(self) -> StateId {
        StateId::unpacked(self.payload() as u32)
    }
    /// A handle of a space.
    #[inline]
    pub const fn space(id: SpaceId) -> Self {
        Val::handle(Kind::Space, id.0 as u64)
    }
    /// A handle of a link.
    #[inline]
    pub const fn link(id: LinkId) -> Self {
        Val::handle(Kind::Link, id.0 as u64)
    }
    /// A handle of a card.
    #[inline]
    pub const fn card(id: CardId) -> Self {
        Val::handle(Kind::Card, id.0 as u64)
    }
    /// A handle of a side.
    #[inline]
    pub const fn side(id: SideId) -> Self {
        Val::handle(Kind::Side, id.0 as u64)
    }
    /// A handle of a word.
    #[inline]
    pub const fn word(id: WordId) -> Self {
        Val::handle(Kind::Word, id.0 as u64)
    }
    /// A handle of an effect.
    #[inline]
    pub const fn effect(id: EffectId) -> Self {
        Val::handle(Kind::Effect, id.0 as u64)
    }
    /// A handle of a period.
    #[inline]
    pub const fn period(id: PeriodId) -> Self {
        Val::handle(Kind::Period, id.0 as u64)
    }
    /// A handle of an action.
    #[inline]
    pub const fn action(id: ActionId) -> Self {
        Val::handle(Kind::Action, id.0 as u64)
    }
}

/// A plain value: a value that a step takes as an argument or returns. A position can store it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub enum PlainValue {
    /// No value.
    #[default]
    Nil,
    /// `true` or `false`.
    Boolean(bool),
    /// A number or handle, but never a set, filter or relation, which are temporary.
    Val(Val),
    /// An ordered list of numbers and handles.
    List(Vec<Val>),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bounds_of_a_kind_hold_its_values_and_no_others() {
        for kind in Kind::ALL {
            let (first, past) = Val::bounds(kind);
            assert_eq!((first.kind(), Val(past.0 - 1).kind()), (kind, kind), "{kind:?}");
            assert!(past.kind() != kind || kind == Kind::Number, "{kind:?}");
        }
        assert!(Val::bounds(Kind::Number).1 < Val::bounds(Kind::Side).0);
    }
}
