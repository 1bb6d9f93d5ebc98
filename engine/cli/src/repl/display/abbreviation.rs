//! Levels of abbreviation for narrow pages. A word is cut at its end and never wrapped.

/// How the texts in a text table are shortened. Each level also shortens all that the levels before it shorten.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Abbreviation {
    /// Texts are not shortened.
    None,
    /// Tracks are numbers instead of bars.
    TracksAsNumbers,
    /// A space has either its short name or its id, and no commas separate pieces.
    ShortNames,
    /// Words of more than six letters are cut to four. Sides, tracks and figures have short names.
    LongWords,
    /// Every word has at most four letters.
    FourLetters,
    /// Every word has at most three letters.
    ThreeLetters,
    /// Pieces have the fewest letters that distinguish them. A line below the text table explains the letters.
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
        // Words of more than `longest` letters are cut to `letters`.
        let (longest, letters) = match self {
            Abbreviation::LongWords => (6, 4),
            Abbreviation::FourLetters => (4, 4),
            Abbreviation::ThreeLetters | Abbreviation::Initials => (3, 3),
            _ => return text.to_owned(),
        };
        map_words(text, |word| {
            let length = if word.chars().count() > longest { letters } else { longest };
            word.chars().take(length).collect()
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
    fn words_are_cut_at_their_end_and_numbers_are_kept() {
        assert_eq!(Abbreviation::ShortNames.words("guerrilla/active+moved"), "guerrilla/active+moved");
        assert_eq!(Abbreviation::LongWords.words("guerrilla/active+moved"), "guer/active+moved");
        assert_eq!(Abbreviation::FourLetters.words("guerrilla(12-cash)"), "guer(12-cash)");
        assert_eq!(Abbreviation::ThreeLetters.words("base"), "bas");
    }
}
