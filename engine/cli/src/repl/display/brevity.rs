//! The levels of detail of the screen. A short page leaves more out.

/// The least height of a page that also shows empty spaces, in lines.
pub(crate) const TALL: usize = 38;

/// The lines of a usual report above the position, on a page of this height.
pub(crate) fn report_lines(height: usize) -> usize {
    (height / 6).min(4)
}

/// What the screen leaves out. Each level also leaves out all that the levels before it leave out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Brevity {
    /// Leaves out nothing.
    Full,
    /// Lists empty spaces on one line and hides supplies.
    HideEmptySpaces,
    /// Draws no ruled lines.
    NoRuledLines,
    /// Shows the text of the first face-up card only.
    OneCardText,
    /// Shows tracks as numbers in one text line.
    TracksAsNumbers,
    /// Lists the legal rows side by side.
    RowsSideBySide,
    /// Draws one text table for several kinds of spaces. Each kind with fewer columns has a text line below it.
    OneTable,
    /// Hides tracks at their start, facts, counts of cards, and the figures that are listed with the tracks. Lists
    /// spaces without pieces on one line.
    BusyOnly,
    /// Joins the texts of a card into one paragraph. Cards without text share a line.
    JoinedCardTexts,
    /// Hides pieces off the map. The card texts get the remaining lines.
    Minimal,
}

impl Brevity {
    /// All levels. The first level leaves out least.
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

    /// Returns the first level to try on a page of this height.
    pub(crate) fn first(height: usize) -> Brevity {
        if height >= TALL { Brevity::Full } else { Brevity::HideEmptySpaces }
    }
}
