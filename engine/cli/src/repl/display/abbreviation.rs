//! Levels of abbreviation for narrow pages. Words are cut at their end and never wrapped.

/// How texts in a table are shortened. Each level also does what the levels before it do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Abbreviation {
    /// Full texts.
    None,
    /// Tracks are numbers instead of bars.
    TracksAsNumbers,
    /// One name per space, no commas between pieces.
    ShortNames,
    /// Four letters for long words; short names for sides, tracks and figures.
    LongWords,
    /// At most four letters per word.
    FourLetters,
    /// At most three letters per word.
    ThreeLetters,
    /// Pieces have the fewest letters that tell them apart. A line below the table explains them.
    Initials,
}

impl Abbreviation {
    pub(crate) const ALL: [Abbreviation; 7] = [
        Abbreviation::None,
        Abbreviation::TracksAsNumbers,
        Abbreviation::ShortNames,
        Abbreviation::LongWords,
        Abbreviation::FourLetters,
        Abbreviation::ThreeLetters,
        Abbreviation::Initials,
    ];

    /// Cuts each word of a text to the length of this level.
    pub(crate) fn words(self, text: &str) -> String {
        let (longest, letters) = match self {
            Abbreviation::LongWords => (6, 4),
            Abbreviation::FourLetters => (4, 4),
            Abbreviation::ThreeLetters | Abbreviation::Initials => (3, 3),
            _ => return text.to_owned(),
        };
        map_words(text, |word| {
            let kept = if word.chars().count() > longest { letters } else { longest };
            word.chars().take(kept).collect()
        })
    }

    /// Shortens a column title that is not the name of a side.
    pub(crate) fn title(self, text: &str) -> String {
        if self < Abbreviation::LongWords { text.to_owned() } else { Abbreviation::ThreeLetters.words(text) }
    }
}

/// Replaces each word of a text and keeps all other characters.
pub(crate) fn map_words(text: &str, replace: impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    for part in text.split_inclusive(|c: char| !c.is_alphabetic()) {
        let word = part.trim_end_matches(|c: char| !c.is_alphabetic());
        out.push_str(&replace(word));
        out.push_str(&part[word.len()..]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_cut_at_their_end_and_figures_are_not() {
        assert_eq!(Abbreviation::ShortNames.words("guerrilla/active+moved"), "guerrilla/active+moved");
        assert_eq!(Abbreviation::LongWords.words("guerrilla/active+moved"), "guer/active+moved");
        assert_eq!(Abbreviation::FourLetters.words("guerrilla(12-cash)"), "guer(12-cash)");
        assert_eq!(Abbreviation::ThreeLetters.words("base"), "bas");
    }
}
