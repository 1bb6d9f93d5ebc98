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
    /// One (type, face, marks) combination: what alike pieces share.
    StateId,
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
