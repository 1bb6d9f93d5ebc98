//! The levels of detail of the screen. A short page leaves more out.

/// From this many lines on, a page also shows empty spaces.
pub(crate) const TALL: usize = 38;

/// What the screen leaves out. Each level also leaves out what the levels before it do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Brevity {
    /// Leaves out nothing.
    Full,
    /// Lists empty spaces on one line and hides supplies.
    HideEmptySpaces,
    /// Draws no ruled lines.
    NoRuledLines,
    /// Shows the text of one open card only, the first.
    OneCardText,
    /// Draws tracks as numbers on a line.
    TracksAsNumbers,
    /// Lists the legal rows side by side.
    RowsSideBySide,
    /// Draws one table for all kinds of spaces. Kinds with fewer columns follow on a line each.
    OneTable,
    /// Hides tracks at rest, facts, sums and unseen piles. Lists spaces without pieces on one line.
    BusyOnly,
    /// Joins the texts of a card into one paragraph. Cards without text share a line.
    JoinedCardTexts,
    /// Hides pieces off the map. The card texts get the remaining lines.
    Minimal,
}

impl Brevity {
    /// All levels, the fullest first.
    pub(crate) const ALL: [Brevity; 10] = [
        Brevity::Full,
        Brevity::HideEmptySpaces,
        Brevity::NoRuledLines,
        Brevity::OneCardText,
        Brevity::TracksAsNumbers,
        Brevity::RowsSideBySide,
        Brevity::OneTable,
        Brevity::BusyOnly,
        Brevity::JoinedCardTexts,
        Brevity::Minimal,
    ];

    /// The first level to try on a page of this height.
    pub(crate) fn first(height: usize) -> Brevity {
        if height >= TALL { Brevity::Full } else { Brevity::HideEmptySpaces }
    }
}
