//! The words that the log of a game may contain: the words of its content files and the engine's own words.

use cardwright_content::Content;
use cardwright_table::game_log;
use std::collections::BTreeSet;

/// The words of one game.
#[derive(Debug)]
pub(crate) struct LogVocabulary {
    words: BTreeSet<String>,
    /// All words in one string, separated by spaces.
    joined: String,
}

impl LogVocabulary {
    /// Collects every word of every content file, including comments. The names and texts of the game are among them.
    pub(crate) fn new(content: &Content) -> LogVocabulary {
        let texts = content.files.iter().map(|file| file.text.as_str()).chain(game_log::ENGINE_WORDS);
        let mut words = BTreeSet::new();
        for text in texts {
            words.extend(text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase));
        }
        let joined = words.iter().map(String::as_str).collect::<Vec<_>>().join(" ");
        LogVocabulary { words, joined }
    }

    /// Whether a log line could contain this word or part of a word.
    pub(crate) fn could_contain(&self, word: &str) -> bool {
        self.joined.contains(&word.to_lowercase())
    }

    /// All words, for suggestions.
    pub(crate) fn words(&self) -> Vec<String> {
        self.words.iter().cloned().collect()
    }
}
