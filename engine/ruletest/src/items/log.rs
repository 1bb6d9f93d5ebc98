//! What the log tells: its lines as they are read, and texts that scripts say by their keys.

use super::Item;
use crate::programs::Loaded;
use crate::text::{Mistake, Part};

/// What a line of the log is to say.
#[derive(Debug, Clone)]
pub(crate) enum LogSays {
    /// It holds a text, as read in a game whose log tells a story.
    Line(String),
    /// It is the text of this key, with these subjects, if any are named.
    Key { key: String, subjects: Vec<String> },
}

/// `log "TEXT"`, `told KEY [SUBJECT…]`.
pub(super) fn read(loaded: &Loaded, part: &Part, words: &[Part], lacks: bool) -> Result<Item, Mistake> {
    let text = part.text.clone();
    let rest = part.sub(words[0].at + words[0].text.len() - part.at, part.text.len()).trim();
    if words[0].text == "log" {
        let quoted = rest.text.strip_prefix('"').and_then(|t| t.strip_suffix('"')).filter(|t| !t.trim().is_empty());
        let Some(line) = quoted else { return Err(part.mistake("`log` takes a text in double quotes")) };
        return Ok(Item::Log { text, says: LogSays::Line(line.to_owned()), lacks });
    }
    let [key, subjects @ ..] = &words[1..] else {
        return Err(part.mistake("`told` takes the key of a text, and its subjects if you like"));
    };
    let board = &loaded.program.board;
    if !board.texts.iter().any(|text| text.id == key.text) {
        let known: Vec<String> = board.texts.iter().map(|text| text.id.clone()).collect();
        return Err(key.unknown(format!("no text has the key `{}`", key.text), &known));
    }
    if let Some(word) = subjects.iter().find(|word| !loaded.is_known(&word.text)) {
        return Err(word.unknown(format!("nothing is called `{}`", word.text), &loaded.words()));
    }
    let subjects = subjects.iter().map(|word| word.text.clone()).collect();
    Ok(Item::Log { text, says: LogSays::Key { key: key.text.clone(), subjects }, lacks })
}
