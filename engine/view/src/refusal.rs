//! Why a typed line does not fit: the word, the reason, and the word that the player may have meant.

use cardwright_content::did_you_mean;
use cardwright_state::SideId;
use cardwright_table::{ActionWithoutRows, Explanation, LineError, Table, WhyNot, line};
use serde::Serialize;

/// A word that fits nothing, with what is known about it.
#[derive(Debug)]
pub struct Mismatch<'a> {
    /// The parser's error.
    pub error: &'a LineError,
    /// The rest of the line, from the words of this choice on.
    pub rest: &'a str,
    /// The side that is asked there.
    pub asked: Option<SideId>,
    /// The answer of `why not` for the rest.
    pub why: Option<WhyNot>,
    /// The nearest command.
    pub command: Option<&'a str>,
    /// Whether the line may have been meant as that command.
    pub alone: bool,
    /// The number of answers that the line gave before.
    pub after: usize,
}

/// Why a word does not fit.
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
    /// A typo; holds the word that was meant.
    #[serde(rename = "slip")]
    Typo(String),
    /// The word is left over, because another side is asked next. Holds that side's name.
    LeftOver(String),
    /// The word is left over, because the next question expects an action.
    #[serde(rename = "beyond")]
    ActionExpected,
    /// A rule forbids it.
    Rule(Reason),
    /// The pieces that the line names are not there. Holds the message.
    #[serde(rename = "absent")]
    MissingPieces(String),
    /// Nothing has this name. Holds the nearest action.
    #[serde(rename = "unknown")]
    UnknownName(String),
    /// The word is ambiguous: it fits several things.
    #[serde(rename = "shared")]
    Ambiguous,
    /// A number is expected here.
    #[serde(rename = "how-many")]
    NumberExpected,
    /// The word is left over, because all pieces of the first type have their places. The next question is about the
    /// second type.
    #[serde(rename = "past")]
    OtherType(String, String),
    /// The word may be a command. Holds its name.
    Command(String),
    /// Nothing more is known.
    Nothing,
}

/// The reason of a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// The text.
    #[serde(rename = "says")]
    pub text: String,
    /// The rule that it cites.
    pub rule: String,
    /// The things that the rule excludes, if the player did not type them: for example the spaces that block an
    /// action.
    #[serde(rename = "of", skip_serializing_if = "Vec::is_empty")]
    pub subjects: Vec<String>,
}

impl Reason {
    /// The reason of an explanation. If another action is still being played, the reason says so.
    pub fn new(explanation: &Explanation) -> Reason {
        match &explanation.within {
            Some(action) => {
                Reason { text: format!("`{action}` is still being played"), rule: String::new(), subjects: Vec::new() }
            }
            None => Reason { text: explanation.text.clone(), rule: explanation.rule.clone(), subjects: Vec::new() },
        }
    }
    /// The text with its rule: `no open band there [DM 2.1]`.
    pub fn words(&self) -> String {
        let rule = if self.rule.is_empty() { String::new() } else { format!(" [{}]", self.rule) };
        format!("{}{rule}", self.text)
    }
}

/// What a rule excludes: `not seattle`, `march river: not port, hills`; `not at all` for a whole action.
pub fn excluded_text(explanation: &Explanation) -> String {
    match explanation.row_text() {
        _ if explanation.excluded.is_empty() => "not at all".to_owned(),
        Some(row) => format!("{row}: not {}", line::list_some(&explanation.excluded)),
        None => format!("not {}", line::list_some(&explanation.excluded)),
    }
}

impl Refusal {
    /// Finds the cause of a mismatch.
    pub fn new(table: &Table, it: &Mismatch<'_>) -> Refusal {
        let LineError { word, expected, .. } = it.error;
        Refusal { word: word.clone(), expected: expected.clone(), cause: find_cause(table, it) }
    }

    /// The message.
    pub fn words(&self) -> String {
        let (word, expected) = (&self.word, legal_words(&self.expected));
        match &self.cause {
            RefusalCause::Ambiguous => format!("which `{word}`? {}", line::list_some(&self.expected)),
            RefusalCause::Typo(near) => format!("`{word}` does not fit here; did you mean `{near}`?"),
            RefusalCause::LeftOver(name) => format!("`{word}` is left over: it is {name}'s choice now"),
            RefusalCause::ActionExpected => format!("`{word}` is left over: what comes next is an action; {expected}"),
            RefusalCause::Rule(reason) => {
                let of = if reason.subjects.is_empty() {
                    String::new()
                } else {
                    format!(", for {}", line::list_some(&reason.subjects))
                };
                format!("not `{word}`{of}: {}; {expected}", reason.words())
            }
            RefusalCause::MissingPieces(message) => message.clone(),
            RefusalCause::UnknownName(action) => {
                format!(
                    "nothing is called `{word}`; did you mean `{action}`? `why {action}` says why it is not legal now"
                )
            }
            RefusalCause::NumberExpected => format!("how many? `{word}` is no number; {expected}"),
            RefusalCause::OtherType(done, asked) => format!(
                "`{word}` is left over: all {done} have their places, and the question is about {asked}; name them to go on"
            ),
            RefusalCause::Command(name) => format!("`{word}` is not legal here; did you mean the command `{name}`?"),
            RefusalCause::Nothing => format!("`{word}` does not fit here: {expected}"),
        }
    }
}

fn find_cause(table: &Table, it: &Mismatch<'_>) -> RefusalCause {
    let LineError { word, expected, nearest, .. } = it.error;
    if it.error.is_ambiguous {
        return RefusalCause::Ambiguous;
    }
    if let Some((done, asked)) = it.error.finished_type.as_deref() {
        return RefusalCause::OtherType(done.clone(), asked.clone());
    }
    if let Some(WhyNot::Absent(message)) = &it.why {
        return RefusalCause::MissingPieces(message.clone());
    }
    let is_action = |word: &String| table.board().actions.iter().any(|action| action.id.eq_ignore_ascii_case(word));
    // Where a number is asked, reasons about other words matter only later.
    let counts = !expected.is_empty() && expected.iter().all(|it| line::is_number(it)) && !is_action(word);
    let is_of_it = |reason: &&Explanation| match (line::is_number(word), counts) {
        (true, _) => reason.excluded.iter().any(|excluded| line::words(excluded).contains(&word.as_str())),
        (false, true) => reason.action.is_none() && excludes(reason, word),
        (false, false) => is_about(reason, word),
    };
    let reason = match &it.why {
        Some(WhyNot::Because(reasons)) => reasons.iter().find(is_of_it),
        _ => None,
    };
    // A word that means something here is no typo.
    let is_known = reason.is_some() && table.is_known_word(word);
    if let Some(near) = nearest.clone().filter(|_| !is_known) {
        return RefusalCause::Typo(near);
    }
    if expected.is_empty() {
        let name = it.asked.map(|side| table.board().sides[side.at()].name.clone());
        return RefusalCause::LeftOver(name.unwrap_or_default());
    }
    let begins = it.rest.split_whitespace().next() == Some(word);
    if begins && it.after > 0 && table.is_known_word(word) && !is_action(word) && expected.iter().any(is_action) {
        return RefusalCause::ActionExpected;
    }
    if let Some(reason) = reason {
        let subjects = if excludes(reason, word) { Vec::new() } else { reason.excluded.clone() };
        return RefusalCause::Rule(Reason { subjects, ..Reason::new(reason) });
    }
    if counts && !line::is_number(word) && table.is_known_word(word) && it.error.at > 0 {
        return RefusalCause::NumberExpected;
    }
    if let Some(action) = nearest_action(table, it).filter(|_| begins && !table.is_known_word(word)) {
        return RefusalCause::UnknownName(action);
    }
    match it.command.filter(|_| it.alone && begins) {
        Some(name) => RefusalCause::Command(name.to_owned()),
        None => RefusalCause::Nothing,
    }
}

/// The action nearest to a mistyped word, legal or not. `None` if a command is nearer or the word is ambiguous.
fn nearest_action(table: &Table, it: &Mismatch<'_>) -> Option<String> {
    let word = &it.error.word;
    let actions: Vec<String> = table.board().actions.iter().map(|a| a.id.clone()).collect();
    if actions.iter().filter(|action| line::may_begin(action, word)).count() > 1 {
        return None; // `end` could begin several actions.
    }
    let near = line::nearest(word, &actions)?;
    let nearer = did_you_mean(word, std::iter::once(near.as_str()).chain(it.command));
    (nearer == Some(&near)).then_some(near)
}

/// Whether a reason is about a word, and not about others on its line.
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

/// A note about the earlier answers of a line of which one answer failed.
pub fn kept_answers_note(answered: usize) -> String {
    match answered {
        0 => String::new(),
        1 => " (the answer before it stands)".to_owned(),
        n => format!(" (the {n} answers before it stand)"),
    }
}

/// The same note for a preview.
pub fn would_keep_answers_note(answered: usize) -> String {
    match answered {
        0 => String::new(),
        1 => " (the answer before it would stand)".to_owned(),
        n => format!(" (the {n} answers before it would stand)"),
    }
}

/// The message for an action without legal rows.
pub fn not_offered_text(it: &ActionWithoutRows, expected: &[String]) -> String {
    let id = &it.id;
    match it.was_asked {
        true => format!("`{id}` is not offered here: the rules offer it, but it has no legal row now"),
        false => format!("`{id}` is not offered here: the rules do not offer it now; {}", legal_words(expected)),
    }
}

/// The message for a word that no rule mentions: an unknown word, or one that does not go with the words before it.
pub fn mismatch_text(before: &str, word: &str, known: bool, expected: &[String], nearest: Option<&str>) -> String {
    let here = if before.is_empty() { "here".to_owned() } else { format!("after `{before}`") };
    match (known, nearest) {
        (false, Some(near)) => format!("nothing is called `{word}` {here}; did you mean `{near}`?"),
        (false, None) => format!("nothing is called `{word}` {here}; {}", legal_words(expected)),
        (true, _) if before.is_empty() => format!("`{word}` is not offered here; {}", legal_words(expected)),
        (true, _) => format!("`{word}` does not go with `{before}`: {}", legal_words(expected)),
    }
}

/// The words that would be legal, shortened if there are many.
pub fn legal_words(words: &[String]) -> String {
    const MOST: usize = 8;
    match words {
        [] => "nothing is legal here".into(),
        [one] => format!("only {one} is legal"),
        [first, .., last] if words.len() > 4 && are_in_a_row(words) => format!("legal: {first} to {last}"),
        _ if words.len() > MOST => format!("legal: {}, … ({} in all: `?`)", words[..MOST].join(", "), words.len()),
        _ => format!("legal: {}", words.join(", ")),
    }
}

/// Whether the words are consecutive numbers.
fn are_in_a_row(words: &[String]) -> bool {
    let numbers: Option<Vec<i64>> =
        words.iter().map(|word| word.parse().ok().filter(|n: &i64| n.to_string() == *word)).collect();
    numbers.is_some_and(|all| all.windows(2).all(|two| two[1] == two[0].saturating_add(1)))
}
