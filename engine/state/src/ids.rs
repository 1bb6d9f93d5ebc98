//! Typed indices into a [`crate::Board`]. They are valid for one loaded content only, so files and hashes never contain
//! them.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $name(pub u16);
        impl $name {
            /// The index as a `usize`, for lookups.
            #[inline]
            pub const fn index(self) -> usize { self.0 as usize }
            /// The id for an index, which must fit into 16 bits.
            #[inline]
            pub const fn new(index: usize) -> Self { Self(index as u16) }
        }
    )*};
}

ids! {
    /// A side in the rules.
    SideId,
    /// A kind of spaces.
    SpaceKindId,
    /// A space, including off-map boxes.
    SpaceId,
    /// A link between two spaces.
    LinkId,
    /// A kind of links.
    LinkKindId,
    /// A type of pieces.
    PieceTypeId,
    /// A named set of piece states: those of a piece type, a face, a declared group, or a side.
    ClassId,
    /// A mark that pieces can have.
    MarkId,
    /// A track. It has one number for each subject, for example for each side.
    TrackId,
    /// A named range of track numbers.
    ZoneId,
    /// A fact. It has one value for each subject, for example for each side.
    FactId,
    /// A period that the game declares (a turn, a season).
    PeriodId,
    /// A kind of die.
    DieId,
    /// A pile of cards. A definition may produce one per side.
    PileId,
    /// A card.
    CardId,
    /// A word that rows may use.
    WordId,
    /// An action.
    ActionId,
    /// A step of the sequence of play.
    StepId,
    /// The template of a prompt or log line.
    TextId,
    /// A reason why a move is not legal or is discouraged.
    ReasonId,
    /// An effect, which can be active for a side.
    EffectId,
    /// An option of the game.
    OptionId,
}

/// The state of a piece: type, face, marks, held counters and mark values. Pieces with the same state at one space
/// form a stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct StateId {
    /// The plain state (everything except mark values): an index of [`crate::Board::states`].
    plain: u16,
    /// The packed mark values. 0 if there are none. Only `board::mark_values` knows the packing.
    values: u16,
}

impl StateId {
    /// The plain state with this index, without mark values.
    #[inline]
    pub const fn new(plain: usize) -> StateId {
        StateId { plain: plain as u16, values: 0 }
    }
    /// The state with these packed mark values.
    #[inline]
    #[must_use]
    pub(crate) const fn with_values(self, values: u16) -> StateId {
        StateId { plain: self.plain, values }
    }
    /// The index of the plain state, for lookups.
    #[inline]
    pub const fn index(self) -> usize {
        self.plain as usize
    }
    /// The packed mark values.
    #[inline]
    pub(crate) const fn values(self) -> u16 {
        self.values
    }
    /// The state as one number. The order of the numbers is the order of the states.
    #[inline]
    pub(crate) const fn packed(self) -> u32 {
        (self.plain as u32) << 16 | self.values as u32
    }
    /// The inverse of [`StateId::packed`].
    #[inline]
    pub(crate) const fn unpacked(packed: u32) -> StateId {
        StateId { plain: (packed >> 16) as u16, values: packed as u16 }
    }
}
