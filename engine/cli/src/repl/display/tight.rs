//! How short things are said where a page is narrow: words are shortened at their end, never broken.

/// How short things are said where the page is narrow; each step holds for those after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tight {
    /// In full.
    Loose,
    /// Tracks are numbers.
    Numbers,
    /// Spaces have one name, pieces no commas.
    Names,
    /// Long words have four letters, sides, tracks and figures their short names.
    Long,
    /// All words have four letters.
    Four,
    /// Words have three letters.
    Three,
    /// Words of pieces have as many letters as tell them apart; a line below the table says which is which.
    Initials,
}

impl Tight {
    pub(crate) const ALL: [Tight; 7] =
        [Tight::Loose, Tight::Numbers, Tight::Names, Tight::Long, Tight::Four, Tight::Three, Tight::Initials];

    /// A text with its words as long as they may be.
    pub(crate) fn words(self, text: &str) -> String {
        let (longest, letters) = match self {
            Tight::Long => (6, 4),
            Tight::Four => (4, 4),
            Tight::Three | Tight::Initials => (3, 3),
            _ => return text.to_owned(),
        };
        each_word(text, |word| {
            let keep = if word.chars().count() > longest { letters } else { longest };
            word.chars().take(keep).collect()
        })
    }

    /// The title of a column that is no side's.
    pub(crate) fn title(self, text: &str) -> String {
        if self < Tight::Long { text.to_owned() } else { Tight::Three.words(text) }
    }
}

/// A text with each of its words made another.
pub(crate) fn each_word(text: &str, other: impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    for part in text.split_inclusive(|c: char| !c.is_alphabetic()) {
        let word = part.trim_end_matches(|c: char| !c.is_alphabetic());
        out.push_str(&other(word));
        out.push_str(&part[word.len()..]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_cut_at_their_end_and_figures_are_not() {
        assert_eq!(Tight::Names.words("guerrilla/active+moved"), "guerrilla/active+moved");
        assert_eq!(Tight::Long.words("guerrilla/active+moved"), "guer/active+moved");
        assert_eq!(Tight::Four.words("guerrilla(12-cash)"), "guer(12-cash)");
        assert_eq!(Tight::Three.words("base"), "bas");
    }
}
