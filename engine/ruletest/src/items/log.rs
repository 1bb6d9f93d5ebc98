//! `log "TEXT"` and `logged KEY [SUBJECT…]`: lines of the log, by their words or by the key of their text.
//!
//! A text that can never be logged is a mistake, because `no logged …` would always hold.

use super::{Item, LogCheck};
use crate::hints;
use crate::line_part::{LinePart, Mistake};
use crate::programs::LoadedGame;
use cardwright_script::TextUse;
use cardwright_state::placeholders::highest_required;

/// Parses `log "TEXT"` or `logged KEY [SUBJECT…]`.
pub(super) fn read(
    loaded: &LoadedGame,
    part: &LinePart,
    words: &[LinePart],
    is_negated: bool,
) -> Result<Item, Mistake> {
    let text = part.text.clone();
    let after_word = part.slice(words[0].at + words[0].text.len() - part.at, part.text.len()).trim();
    let check = if words[0].text == "log" { line(loaded, part, &after_word)? } else { key(loaded, part, &words[1..])? };
    Ok(Item::Log { text, check, is_negated })
}

/// Parses a text in double quotes. Each of its words must occur in the game.
fn line(loaded: &LoadedGame, part: &LinePart, quotation: &LinePart) -> Result<LogCheck, Mistake> {
    let quoted = quotation.text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let Some(wanted) = quoted.filter(|text| !text.trim().is_empty()) else {
        let bare = quotation.text.trim_matches(['"', '\'']);
        let help = (!bare.is_empty()).then(|| format!("write `log \"{bare}\"`"));
        return Err(part.mistake("`log` takes a text in double quotes").or_help(help));
    };
    let log_vocabulary = loaded.log_vocabulary();
    let is_separator = |c: char| !c.is_alphanumeric();
    for word in wanted.split(is_separator).filter(|word| word.parse::<i64>().is_err() && !word.is_empty()) {
        if !log_vocabulary.could_contain(word) {
            let offset = quotation.text.find(word).unwrap_or_default();
            let word_part = quotation.slice(offset, offset + word.len());
            return Err(word_part.unknown(
                format!("the log never contains `{word}`: no text and no name has this word"),
                &log_vocabulary.words(),
            ));
        }
    }
    Ok(LogCheck::Line(wanted.to_owned()))
}

/// Parses the key of a text that scripts log, and as many subjects as the scripts pass with the text.
fn key(loaded: &LoadedGame, part: &LinePart, words: &[LinePart]) -> Result<LogCheck, Mistake> {
    let [key, subjects @ ..] = words else {
        return Err(part.mistake("`logged` takes the key of a text and optionally its subjects"));
    };
    let board = &loaded.program.board;
    let Some(text) = board.labels.texts.iter().find(|text| text.id == key.text) else {
        let valid: Vec<String> = board.labels.texts.iter().map(|text| text.id.clone()).collect();
        let unknown = key.unknown(format!("no text has the key `{}`", key.text), &valid);
        return Err(unknown.with_help(hints::logged_key(board, &key.text)));
    };
    if let Some(word) = subjects.iter().find(|word| !loaded.is_row_word(&word.text)) {
        return Err(word.unknown(format!("nothing is called `{}`", word.text), &loaded.words()));
    }
    let (name, subject_count) = (&key.text, subjects.len());
    let counts = match loaded.use_of_text(name) {
        TextUse::Prompt => {
            let help = Some(format!("for a question write `asks SIDE ~ {name}`"));
            return Err(key.mistake(format!("`{name}` is a question and is never logged")).or_help(help));
        }
        TextUse::WinText => {
            let help = Some(format!("for the end of the game write `ends SIDE ~ {name}`"));
            return Err(key
                .mistake(format!("`{name}` is a reason for the end of the game and is never logged"))
                .or_help(help));
        }
        TextUse::Logged(counts) => counts.into_iter().collect(),
        TextUse::Unknown if subject_count < highest_required(&text.template) => vec![highest_required(&text.template)],
        TextUse::Unknown => vec![subject_count],
    };
    if subject_count > 0 && !counts.contains(&subject_count) {
        let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
        let message = format!("`{name}` is logged with {} subjects, not with {subject_count}", counts.join(" or "));
        let help = Some(format!("give all subjects in order, or none; the text is: {}", text.template));
        return Err(part.mistake(message).or_help(help));
    }
    Ok(LogCheck::Key { key: name.clone(), subjects: subjects.iter().map(|word| word.text.clone()).collect() })
}
