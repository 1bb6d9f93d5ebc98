//! What the log tells: its lines as they are read, and texts that scripts say by their keys.
//!
//! What could never be told is a mistake: that it was not told says nothing.

use super::Item;
use crate::programs::Loaded;
use crate::slips;
use crate::text::{Mistake, Part};
use cardwright_script::TextUse;
use cardwright_state::placeholders::needed;

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
    let says = if words[0].text == "log" { line(loaded, part, &rest)? } else { key(loaded, part, &words[1..])? };
    Ok(Item::Log { text, says, lacks })
}

/// A text in double quotes, of words that something in the game says.
fn line(loaded: &Loaded, part: &Part, rest: &Part) -> Result<LogSays, Mistake> {
    let quoted = rest.text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let Some(wanted) = quoted.filter(|text| !text.trim().is_empty()) else {
        let bare = rest.text.trim_matches(['"', '\'']);
        let cure = (!bare.is_empty()).then(|| format!("write `log \"{bare}\"`"));
        return Err(part.mistake("`log` takes a text in double quotes").cure(cure));
    };
    let spoken = loaded.spoken();
    let is_sign = |c: char| !c.is_alphanumeric();
    for word in wanted.split(is_sign).filter(|word| word.parse::<i64>().is_err() && !word.is_empty()) {
        if !spoken.could_say(word) {
            let at = rest.text.find(word).unwrap_or_default();
            let place = rest.sub(at, at + word.len());
            return Err(
                place.unknown(format!("the log never says `{word}`: no text and no name has it"), &spoken.words())
            );
        }
    }
    Ok(LogSays::Line(wanted.to_owned()))
}

/// The key of a text that scripts tell, and as many subjects as they give it.
fn key(loaded: &Loaded, part: &Part, words: &[Part]) -> Result<LogSays, Mistake> {
    let [key, subjects @ ..] = words else {
        return Err(part.mistake("`told` takes the key of a text, and its subjects if you like"));
    };
    let board = &loaded.program.board;
    let Some(text) = board.texts.iter().find(|text| text.id == key.text) else {
        let known: Vec<String> = board.texts.iter().map(|text| text.id.clone()).collect();
        let unknown = key.unknown(format!("no text has the key `{}`", key.text), &known);
        return Err(unknown.cured(slips::told(board, &key.text)));
    };
    if let Some(word) = subjects.iter().find(|word| !loaded.is_known(&word.text)) {
        return Err(word.unknown(format!("nothing is called `{}`", word.text), &loaded.words()));
    }
    let (name, given) = (&key.text, subjects.len());
    let counts = match loaded.use_of_text(name) {
        TextUse::Asked => {
            let cure = Some(format!("what is asked: `asks SIDE ~ {name}`"));
            return Err(key.mistake(format!("`{name}` is a question: it is asked, and never told")).cure(cure));
        }
        TextUse::Ends => {
            let cure = Some(format!("how the game ends: `ends SIDE ~ {name}`"));
            return Err(key.mistake(format!("`{name}` says how the game ends, and is told nowhere else")).cure(cure));
        }
        TextUse::With(counts) => counts.into_iter().collect(),
        TextUse::Unknown if given < needed(&text.say) => vec![needed(&text.say)],
        TextUse::Unknown => vec![given],
    };
    if given > 0 && !counts.contains(&given) {
        let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
        let message = format!("`{name}` is told with {} subjects, and {given} are named here", counts.join(" or "));
        let cure = Some(format!("name all of them in order, or none; it says: {}", text.say));
        return Err(part.mistake(message).cure(cure));
    }
    Ok(LogSays::Key { key: name.clone(), subjects: subjects.iter().map(|word| word.text.clone()).collect() })
}
