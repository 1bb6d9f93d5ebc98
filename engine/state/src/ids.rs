//! Typed small indices into a [`crate::Board`]. They live as long as one content; nothing
//! written to a file or hashed holds one.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $name(pub u16);
        impl $name {
            /// The index as a `usize`, for lookups.
            #[inline]
            pub const fn at(self) -> usize { self.0 as usize }
            /// From an index known to be small.
            #[inline]
            pub const fn new(index: usize) -> Self { Self(index as u16) }
        }
    )*};
}

ids! {
    /// A side of the rules.
    SideId,
    /// A kind of spaces.
    KindId,
    /// A space, off-map boxes included.
    SpaceId,
    /// A link between two spaces.
    LinkId,
    /// A kind of links.
    LinkKindId,
    /// A type of pieces.
    TypeId,
    /// A named selection of piece states: a type, a face, a group, all of a side.
    ClassId,
    /// A mark that tells pieces of one type apart.
    MarkId,
    /// A track's definition; its numbers are per subject.
    TrackId,
    /// A zone's name.
    ZoneId,
    /// A fact's definition.
    FactId,
    /// A period of the game's own (a turn, a season).
    PeriodId,
    /// A kind of die.
    DieId,
    /// A pile of cards (an instance: one per side where the definition says so).
    PileId,
    /// A card.
    CardId,
    /// A word that rows may use.
    WordId,
    /// An action.
    ActionId,
    /// A step of the sequence of play.
    StepId,
    /// A text key: prompts and log lines.
    TextId,
    /// A reason of legality.
    ReasonId,
    /// An effect that may be in force.
    EffectId,
    /// An option of the game.
    OptionId,
}

/// What alike pieces share: type, face, marks, what is held, and the values that marks bear.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct StateId {
    /// The plain state: all but the values, as an index of [`crate::Board::states`].
    plain: u16,
    /// The values of its type's marks, packed as [`crate::board::Mark`] says; 0 if it bears none.
    values: u16,
}

impl StateId {
    /// The plain state of this index, without values.
    #[inline]
    pub const fn new(plain: usize) -> StateId {
        StateId { plain: plain as u16, values: 0 }
    }
    /// The same with these values.
    #[inline]
    #[must_use]
    pub(crate) const fn bearing(self, values: u16) -> StateId {
        StateId { plain: self.plain, values }
    }
    /// The index of the plain state, for lookups.
    #[inline]
    pub const fn at(self) -> usize {
        self.plain as usize
    }
    /// The values, packed.
    #[inline]
    pub(crate) const fn values(self) -> u16 {
        self.values
    }
    /// In one number, so that states in order are numbers in order.
    #[inline]
    pub(crate) const fn packed(self) -> u32 {
        (self.plain as u32) << 16 | self.values as u32
    }
    /// From [`StateId::packed`].
    #[inline]
    pub(crate) const fn unpacked(packed: u32) -> StateId {
        StateId { plain: (packed >> 16) as u16, values: packed as u16 }
    }
}
