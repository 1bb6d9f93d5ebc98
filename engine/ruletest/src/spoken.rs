//! The words that a log may say: those of the content, and the engine's own.

use cardwright_content::Content;
use cardwright_table::story;
use std::collections::BTreeSet;

/// All of them.
#[derive(Debug)]
pub(crate) struct Spoken {
    words: BTreeSet<String>,
    /// The words, parted by blanks.
    all: String,
}

impl Spoken {
    /// Every word that stands in a file of the content counts, its comments' too: what names and texts are made of is all
    /// among them.
    pub(crate) fn of(content: &Content) -> Spoken {
        let texts = content.files.iter().map(|file| file.text.as_str()).chain(story::OWN_WORDS);
        let mut words = BTreeSet::new();
        for text in texts {
            words.extend(text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase));
        }
        let all = words.iter().map(String::as_str).collect::<Vec<_>>().join(" ");
        Spoken { words, all }
    }

    /// Whether a line could hold the word, or what is written of it.
    pub(crate) fn could_say(&self, word: &str) -> bool {
        self.all.contains(&word.to_lowercase())
    }

    /// The words.
    pub(crate) fn words(&self) -> Vec<String> {
        self.words.iter().cloned().collect()
    }
}
