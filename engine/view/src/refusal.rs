//! Why a typed line does not fit: the word that does not fit, the reason, and the word that the player may have meant.

use cardwright_content::did_you_mean;
use cardwright_state::SideId;
use cardwright_table::{ActionWithoutRows, Explanation, LineError, Table, WhyNot, line};
use serde::Serialize;

/// A typed word that fits no legal row, with everything that helps to find the cause.
#[derive(Debug)]
pub struct Mismatch<'a> {
    /// The parser's error.
    pub error: &'a LineError,
    /// The rest of the line, beginning with the words for the choice that `error` is about.
    pub rest: &'a str,
    /// The side that is asked at that choice.
    pub asked: Option<SideId>,
    /// The result of `why not` for `rest`.
    pub why: Option<WhyNot>,
    /// The command whose name is spelled most like the word.
    pub command: Option<&'a str>,
    /// Whether the whole line may have been meant as `command`.
    pub may_be_command: bool,
    /// The number of answers that the line gave before `rest`.
    pub answers_before: usize,
}

/// A word that does not fit, with the cause and the words that would fit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// The word.
    pub word: String,
    /// The words that would fit.
    pub expected: Vec<String>,
    /// The cause.
    #[serde(rename = "because")]
    pub cause: RefusalCause,
}

/// The cause of a refusal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RefusalCause {
    /// The word is a typo. Holds the word that the player probably meant.
    #[serde(rename = "slip")]
    Typo(String),
    /// The word is left over, because another side is asked next. Holds that side's name.
    LeftOver(String),
    /// The word is left over, because the next question expects an action.
    #[serde(rename = "beyond")]
    ActionExpected,
    /// A rule forbids the answer.
    Rule(Reason),
    /// The pieces that the line names are not there. Holds the message.
    #[serde(rename = "absent")]
    MissingPieces(String),
    /// Nothing has this name. Holds the action that is spelled most like the name.
    #[serde(rename = "unknown")]
    UnknownName(String),
    /// The word fits several things.
    #[serde(rename = "shared")]
    Ambiguous,
    /// A number is expected here.
    #[serde(rename = "how-many")]
    NumberExpected,
    /// The word is left over, because all pieces of one type have their places and the next question is about another
    /// type. Holds the finished type, then the other type.
    #[serde(rename = "past")]
    OtherType(String, String),
    /// The word may be a command. Holds its name.
    Command(String),
    /// The cause is not known.
    Nothing,
}

/// The reason of a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// The text.
    #[serde(rename = "says")]
    pub text: String,
    /// The rule number that the reason cites, or empty.
    pub rule: String,
    /// The things that the rule excludes, if the player did not type them. Example: the spaces in which a typed action
    /// is not legal.
    #[serde(rename = "of", skip_serializing_if = "Vec::is_empty")]
    pub subjects: Vec<String>,
}

impl Reason {
    /// Converts an explanation. If another action is still being played, the reason says so instead.
    pub fn new(explanation: &Explanation) -> Reason {
        match &explanation.blocking_action {
            Some(action) => {
                Reason { text: format!("`{action}` is still being played"), rule: String::new(), subjects: Vec::new() }
            }
            None => Reason { text: explanation.text.clone(), rule: explanation.rule.clone(), subjects: Vec::new() },
        }
    }
    /// Returns the text with its rule number: `no open band there [DM 2.1]`.
    pub fn words(&self) -> String {
        let rule = if self.rule.is_empty() { String::new() } else { format!(" [{}]", self.rule) };
        format!("{}{rule}", self.text)
    }
}

/// Describes what a rule excludes: `not seattle`, `march river: not port, hills`, or `not at all` for a whole action.
pub fn excluded_text(explanation: &Explanation) -> String {
    match explanation.row_text() {
        _ if explanation.excluded.is_empty() => "not at all".to_owned(),
        Some(row) => format!("{row}: not {}", line::list_some(&explanation.excluded)),
        None => format!("not {}", line::list_some(&explanation.excluded)),
    }
}

impl Refusal {
    /// Finds the cause of a mismatch.
    pub fn new(table: &Table, mismatch: &Mismatch<'_>) -> Refusal {
        let LineError { word, expected, .. } = mismatch.error;
        Refusal { word: word.clone(), expected: expected.clone(), cause: find_cause(table, mismatch) }
    }

    /// Returns the message for the player.
    pub fn words(&self) -> String {
        let (word, expected) = (&self.word, legal_words(&self.expected));
        match &self.cause {
            RefusalCause::Ambiguous => format!("which `{word}`? {}", line::list_some(&self.expected)),
            RefusalCause::Typo(near) => format!("`{word}` does not fit here; did you mean `{near}`?"),
            RefusalCause::LeftOver(name) => format!("`{word}` is left over: it is {name}'s choice now"),
            RefusalCause::ActionExpected => {
                format!("`{word}` is left over: the next word must be an action; {expected}")
            }
            RefusalCause::Rule(reason) => {
                let subjects = if reason.subjects.is_empty() {
                    String::new()
                } else {
                    format!(", for {}", line::list_some(&reason.subjects))
                };
                format!("not `{word}`{subjects}: {}; {expected}", reason.words())
            }
            RefusalCause::MissingPieces(message) => message.clone(),
            RefusalCause::UnknownName(action) => {
                format!(
                    "nothing is called `{word}`; did you mean `{action}`? `why {action}` says why it is not legal now"
                )
            }
            RefusalCause::NumberExpected => match line::misspelt_number(word) {
                Some(number) => format!("how many? `{word}` is no number here, write `{number}`; {expected}"),
                None => format!("how many? `{word}` is no number; {expected}"),
            },
            RefusalCause::OtherType(finished, asked) => format!(
                "`{word}` is left over: all {finished} have their places, and the question is about {asked}; name them to go on"
            ),
            RefusalCause::Command(name) => format!("`{word}` is not legal here; did you mean the command `{name}`?"),
            RefusalCause::Nothing => format!("`{word}` does not fit here: {expected}"),
        }
    }
}

fn find_cause(table: &Table, mismatch: &Mismatch<'_>) -> RefusalCause {
    let LineError { word, expected, nearest, .. } = mismatch.error;
    if mismatch.error.is_ambiguous {
        return RefusalCause::Ambiguous;
    }
    if let Some((finished, asked)) = mismatch.error.finished_and_asked_types.as_deref() {
        return RefusalCause::OtherType(finished.clone(), asked.clone());
    }
    if let Some(WhyNot::Message(message)) = &mismatch.why {
        return RefusalCause::MissingPieces(message.clone());
    }
    let is_action =
        |word: &String| table.board().labels.actions.iter().any(|action| action.id.eq_ignore_ascii_case(word));
    // If the question asks for a number, a reason about other words is about a later question.
    let number_is_expected =
        !expected.is_empty() && expected.iter().all(|legal| line::takes_numbers(legal)) && !is_action(word);
    let is_relevant = |reason: &&Explanation| match (line::is_number(word), number_is_expected) {
        (true, _) => reason.excluded.iter().any(|excluded| line::words(excluded).contains(&word.as_str())),
        (false, true) => reason.action.is_none() && excludes(reason, word),
        (false, false) => is_about(reason, word),
    };
    let reason = match &mismatch.why {
        Some(WhyNot::Excluded(reasons)) => reasons.iter().find(is_relevant),
        _ => None,
    };
    // A word that the game knows and that a reason mentions is no typo.
    let is_known = reason.is_some() && table.game().is_known_word(word);
    if let Some(near) = nearest.clone().filter(|_| !is_known) {
        return RefusalCause::Typo(near);
    }
    if expected.is_empty() {
        let name = mismatch.asked.map(|side| table.board().sides[side.index()].name.clone());
        return RefusalCause::LeftOver(name.unwrap_or_default());
    }
    let is_first_word = mismatch.rest.split_whitespace().next() == Some(word);
    if is_first_word
        && mismatch.answers_before > 0
        && table.game().is_known_word(word)
        && !is_action(word)
        && expected.iter().any(is_action)
    {
        return RefusalCause::ActionExpected;
    }
    if let Some(reason) = reason {
        let subjects = if excludes(reason, word) { Vec::new() } else { reason.excluded.clone() };
        return RefusalCause::Rule(Reason { subjects, ..Reason::new(reason) });
    }
    let amount_is_expected = expected.iter().any(|legal| line::amount_of(legal).is_some());
    let may_be_typo = !amount_is_expected && !table.game().is_known_word(word) && line::misspelt_number(word).is_none();
    if number_is_expected && !line::is_number(word) && !may_be_typo && mismatch.error.index > 0 {
        return RefusalCause::NumberExpected;
    }
    if let Some(action) = nearest_action(table, mismatch).filter(|_| is_first_word && !table.game().is_known_word(word))
    {
        return RefusalCause::UnknownName(action);
    }
    match mismatch.command.filter(|_| mismatch.may_be_command && is_first_word) {
        Some(name) => RefusalCause::Command(name.to_owned()),
        None => RefusalCause::Nothing,
    }
}

/// Returns the action that is spelled most like a mistyped word, whether or not the action is legal. Returns `None` if
/// the command is spelled more like the word, or if several actions could begin with the word.
fn nearest_action(table: &Table, mismatch: &Mismatch<'_>) -> Option<String> {
    let word = &mismatch.error.word;
    let actions: Vec<String> = table.board().labels.actions.iter().map(|action| action.id.clone()).collect();
    if actions.iter().filter(|action| line::may_begin(action, word)).count() > 1 {
        return None; // Example: `end` could begin `end-turn` and `end-phase`.
    }
    let action = line::nearest(word, &actions)?;
    let nearest = did_you_mean(word, std::iter::once(action.as_str()).chain(mismatch.command));
    (nearest == Some(&action)).then_some(action)
}

/// Whether a reason is about this word of the typed line, and not about another word. An exact reason excluded just the
/// words that the player asked about.
fn is_about(reason: &Explanation, word: &str) -> bool {
    let is_action = reason.action.as_deref().is_some_and(|action| line::may_be(action, word));
    reason.is_exact || reason.excluded.is_empty() || is_action || excludes(reason, word)
}

/// Whether a word names one of the excluded things.
fn excludes(reason: &Explanation, word: &str) -> bool {
    reason
        .excluded
        .iter()
        .any(|excluded| line::words(excluded).iter().any(|excluded_word| line::may_be(excluded_word, word)))
}

/// Returns a note that the earlier answers of a line stand, although a later answer failed.
pub fn kept_answers_note(answered: usize) -> String {
    match answered {
        0 => String::new(),
        1 => " (the answer before it stands)".to_owned(),
        n => format!(" (the {n} answers before it stand)"),
    }
}

/// Returns the note of [`kept_answers_note`] for a preview.
pub fn would_keep_answers_note(answered: usize) -> String {
    match answered {
        0 => String::new(),
        1 => " (the answer before it would stand)".to_owned(),
        n => format!(" (the {n} answers before it would stand)"),
    }
}

/// Returns the message for an action without legal rows.
pub fn not_offered_text(action: &ActionWithoutRows, expected: &[String]) -> String {
    let id = &action.id;
    match action.was_asked {
        true => format!("`{id}` is not offered here: the rules offer it, but it has no legal row now"),
        false => format!("`{id}` is not offered here: the rules do not offer it now; {}", legal_words(expected)),
    }
}

/// Returns the message for a word about which `why not` found no rule: an unknown word, or a word that does not go with
/// the words before it.
pub fn mismatch_text(before: &str, word: &str, is_known: bool, expected: &[String], nearest: Option<&str>) -> String {
    let place = if before.is_empty() { "here".to_owned() } else { format!("after `{before}`") };
    let is_known = is_known || expected.iter().all(|word| line::amount_of(word).is_some());
    match (is_known, nearest) {
        (false, Some(nearest)) => format!("nothing is called `{word}` {place}; did you mean `{nearest}`?"),
        (false, None) => format!("nothing is called `{word}` {place}; {}", legal_words(expected)),
        (true, _) if before.is_empty() => format!("`{word}` is not offered here; {}", legal_words(expected)),
        (true, _) => format!("`{word}` does not go with `{before}`: {}", legal_words(expected)),
    }
}

/// Lists the words that would be legal. A long list is shortened.
pub fn legal_words(words: &[String]) -> String {
    const MOST: usize = 8;
    match words {
        [] => "nothing is legal here".into(),
        [word] if let Some(amount) = line::amount_of(word) => format!("legal: {}", amount.words()),
        [word] => format!("only {word} is legal"),
        [first, .., last] if words.len() > 4 && are_consecutive_numbers(words) => format!("legal: {first} to {last}"),
        _ if words.len() > MOST => format!("legal: {}, … ({} in all: `?`)", words[..MOST].join(", "), words.len()),
        _ => format!("legal: {}", words.join(", ")),
    }
}

fn are_consecutive_numbers(words: &[String]) -> bool {
    let numbers: Option<Vec<i64>> =
        words.iter().map(|word| word.parse().ok().filter(|n: &i64| n.to_string() == *word)).collect();
    numbers.is_some_and(|numbers| numbers.windows(2).all(|pair| pair[1] == pair[0].saturating_add(1)))
}
