//! How much of the table a page has room for: what goes first where it is short, and what only at last.

/// Lines of a page on which there is room for spaces with nothing on them.
pub(crate) const TALL: usize = 38;

/// What is left out of the table; each leaves out what those before it do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Brief {
    /// Nothing.
    Whole,
    /// Spaces with nothing on them stand on one line, supplies nowhere.
    Active,
    /// No rules are drawn.
    Unruled,
    /// Of cards that lie open for all to read the first alone says what it does.
    OneText,
    /// Tracks are numbers on a line.
    Numbers,
    /// Choices stand side by side.
    Gathered,
    /// Spaces of all kinds stand in one table; those of which less is kept than of others, on a line after it.
    Folded,
    /// Tracks at rest, facts, sums and piles nobody sees are left out; spaces without pieces stand on one line.
    Busy,
    /// The texts of a card stand one after the other; cards that say nothing, side by side.
    Joined,
    /// Pieces off the map are nowhere, and the texts of a card have the lines that are left.
    Least,
}

impl Brief {
    /// From the fullest to the briefest.
    pub(crate) const ALL: [Brief; 10] = [
        Brief::Whole,
        Brief::Active,
        Brief::Unruled,
        Brief::OneText,
        Brief::Numbers,
        Brief::Gathered,
        Brief::Folded,
        Brief::Busy,
        Brief::Joined,
        Brief::Least,
    ];

    /// Where a page of this height begins.
    pub(crate) fn first(height: usize) -> Brief {
        if height >= TALL { Brief::Whole } else { Brief::Active }
    }
}
