//! A line that does not fit: which word, why not by which rule, and what was perhaps meant.

use cardwright_content::did_you_mean;
use cardwright_state::SideId;
use cardwright_table::{Explanation, LineError, NoRows, Table, WhyNot, line};
use serde::Serialize;

/// A word that fits nothing, and what is known of it.
#[derive(Debug)]
pub struct Misfit<'a> {
    /// What the line's words came to.
    pub error: &'a LineError,
    /// What is left of the line from the choice on that the word is for.
    pub rest: &'a str,
    /// Who is asked there.
    pub asked: Option<SideId>,
    /// What `why` says of it.
    pub why: Option<WhyNot>,
    /// The word of whoever reads lines that is nearest to it: a command.
    pub command: Option<&'a str>,
    /// Whether it may have been meant so.
    pub alone: bool,
    /// Answers of the line that came before.
    pub after: usize,
}

/// Why a word does not fit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// The word.
    pub word: String,
    /// What would fit.
    pub expected: Vec<String>,
    /// What is known of it.
    pub because: Because,
}

/// What is known of a word that does not fit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Because {
    /// A slip: this was meant.
    Slip(String),
    /// It is left over: it is the choice of another side, by name.
    LeftOver(String),
    /// It is left over: the next question is which action, and it is none.
    Beyond,
    /// A rule forbids it.
    Rule(Reason),
    /// The units that the line names are not where it names them: this says so.
    Absent(String),
    /// No such thing is known; this action is nearest.
    Unknown(String),
    /// Things of several kinds are called so, or several begin so: what would fit says them.
    Shared,
    /// How many is what is asked where it stands.
    HowMany,
    /// It is left over: all pieces that the line was about, so called, have their places, and those asked about now are not named.
    Past(String, String),
    /// It may be a command.
    Command(String),
    /// Nothing.
    Nothing,
}

/// A reason of legality.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// What it says.
    pub says: String,
    /// The rule it cites.
    pub rule: String,
    /// What it is of, where that is not what was typed: the spaces that keep an action from being taken.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub of: Vec<String>,
}

impl Reason {
    /// The reason of an explanation: of an action that is not asked for while another is being played, that this is so.
    pub fn of(explanation: &Explanation) -> Reason {
        match &explanation.within {
            Some(action) => {
                Reason { says: format!("`{action}` is still being played"), rule: String::new(), of: Vec::new() }
            }
            None => Reason { says: explanation.says.clone(), rule: explanation.rule.clone(), of: Vec::new() },
        }
    }
    /// With its rule: `no open band there [DM 2.1]`.
    pub fn words(&self) -> String {
        let rule = if self.rule.is_empty() { String::new() } else { format!(" [{}]", self.rule) };
        format!("{}{rule}", self.says)
    }
}

/// Of what a reason speaks: `not seattle`, `march river: not port, hills`; `not at all` of a whole action.
pub fn fell(explanation: &Explanation) -> String {
    match explanation.of() {
        _ if explanation.fell.is_empty() => "not at all".to_owned(),
        Some(row) => format!("{row}: not {}", line::some_of(&explanation.fell)),
        None => format!("not {}", line::some_of(&explanation.fell)),
    }
}

impl Refusal {
    /// What is known of a word that does not fit.
    pub fn of(table: &Table, it: &Misfit<'_>) -> Refusal {
        let LineError { word, expected, .. } = it.error;
        Refusal { word: word.clone(), expected: expected.clone(), because: because(table, it) }
    }

    /// What is told of it.
    pub fn words(&self) -> String {
        let (word, expected) = (&self.word, some(&self.expected));
        match &self.because {
            Because::Shared => format!("which `{word}`? {}", line::some_of(&self.expected)),
            Because::Slip(near) => format!("`{word}` does not fit here; did you mean `{near}`?"),
            Because::LeftOver(name) => format!("`{word}` is left over: it is {name}'s choice now"),
            Because::Beyond => format!("`{word}` is left over: what comes next is an action; {expected}"),
            Because::Rule(reason) => {
                let of =
                    if reason.of.is_empty() { String::new() } else { format!(", for {}", line::some_of(&reason.of)) };
                format!("not `{word}`{of}: {}; {expected}", reason.words())
            }
            Because::Absent(says) => says.clone(),
            Because::Unknown(action) => {
                format!("nothing is called `{word}`; did you mean `{action}`? `why {action}` says why not now")
            }
            Because::HowMany => format!("how many? `{word}` stands where a number is asked; {expected}"),
            Because::Past(done, asked) => format!(
                "`{word}` is left over: no more {done} are asked about now, but {asked}; a line goes on with them where it names them"
            ),
            Because::Command(name) => format!("`{word}` is not legal here; did you mean the command `{name}`?"),
            Because::Nothing => format!("`{word}` does not fit here: {expected}"),
        }
    }
}

fn because(table: &Table, it: &Misfit<'_>) -> Because {
    let LineError { word, expected, nearest, .. } = it.error;
    if it.error.is_shared {
        return Because::Shared;
    }
    if let Some((done, asked)) = it.error.past.as_deref() {
        return Because::Past(done.clone(), asked.clone());
    }
    if let Some(WhyNot::Absent(says)) = &it.why {
        return Because::Absent(says.clone());
    }
    let is_action = |word: &String| table.board().actions.iter().any(|action| action.id.eq_ignore_ascii_case(word));
    // Where a number is asked, what an action says of other words comes later.
    let counts = !expected.is_empty() && expected.iter().all(|it| line::is_number(it)) && !is_action(word);
    let is_of_it = |reason: &&Explanation| match (line::is_number(word), counts) {
        (true, _) => reason.fell.iter().any(|fell| line::words(fell).contains(&word.as_str())),
        (false, true) => reason.action.is_none() && names(reason, word),
        (false, false) => speaks_of(reason, word),
    };
    let reason = match &it.why {
        Some(WhyNot::Because(reasons)) => reasons.iter().find(is_of_it),
        _ => None,
    };
    // A word that means something here is not misspelt.
    let is_known = reason.is_some() && table.knows(word);
    if let Some(near) = nearest.clone().filter(|_| !is_known) {
        return Because::Slip(near);
    }
    if expected.is_empty() {
        let name = it.asked.map(|side| table.board().sides[side.at()].name.clone());
        return Because::LeftOver(name.unwrap_or_default());
    }
    let begins = it.rest.split_whitespace().next() == Some(word);
    if begins && it.after > 0 && table.knows(word) && !is_action(word) && expected.iter().any(is_action) {
        return Because::Beyond;
    }
    if let Some(reason) = reason {
        let of = if names(reason, word) { Vec::new() } else { reason.fell.clone() };
        return Because::Rule(Reason { of, ..Reason::of(reason) });
    }
    if counts && !line::is_number(word) && table.knows(word) && it.error.at > 0 {
        return Because::HowMany;
    }
    if let Some(action) = nearest_action(table, it).filter(|_| begins && !table.knows(word)) {
        return Because::Unknown(action);
    }
    match it.command.filter(|_| it.alone && begins) {
        Some(name) => Because::Command(name.to_owned()),
        None => Because::Nothing,
    }
}

/// The action nearest to a mistyped word, legal or not; none where a command is nearer, or several begin so.
fn nearest_action(table: &Table, it: &Misfit<'_>) -> Option<String> {
    let word = &it.error.word;
    let actions: Vec<String> = table.board().actions.iter().map(|a| a.id.clone()).collect();
    if actions.iter().filter(|action| line::may_begin(action, word)).count() > 1 {
        return None; // `end` of several: which is nearest says nothing.
    }
    let near = line::nearest(word, &actions)?;
    let nearer = did_you_mean(word, std::iter::once(near.as_str()).chain(it.command));
    (nearer == Some(&near)).then_some(near)
}

/// Whether a reason is about a word, rather than about others on its line.
fn speaks_of(reason: &Explanation, word: &str) -> bool {
    let is_action = reason.action.as_deref().is_some_and(|action| line::may_be(action, word));
    reason.is_exact || reason.fell.is_empty() || is_action || names(reason, word)
}

/// Whether a word names what fell out.
fn names(reason: &Explanation, word: &str) -> bool {
    reason.fell.iter().any(|fell| line::words(fell).iter().any(|of| line::may_be(of, word)))
}

/// What became of the answers of a line before one that did not go through.
pub fn stand(answered: usize) -> String {
    match answered {
        0 => String::new(),
        1 => " (the answer before it stands)".to_owned(),
        n => format!(" (the {n} answers before it stand)"),
    }
}

/// What would become of them if the line were played.
pub fn would_stand(answered: usize) -> String {
    match answered {
        0 => String::new(),
        1 => " (the answer before it would stand)".to_owned(),
        n => format!(" (the {n} answers before it would stand)"),
    }
}

/// What is said of an action none of whose rows is offered.
pub fn not_offered(it: &NoRows, expected: &[String]) -> String {
    let id = &it.id;
    match it.was_asked {
        true => format!("`{id}` is not offered here: the rules ask for it, and there is nothing for it now"),
        false => format!("`{id}` is not offered here: the rules do not ask for it now; {}", some(expected)),
    }
}

/// What is said of a word of which no rule speaks: one that nobody knows, or that does not go with the words before it.
pub fn unfit(before: &str, word: &str, known: bool, expected: &[String], nearest: Option<&str>) -> String {
    let here = if before.is_empty() { "here".to_owned() } else { format!("after `{before}`") };
    match (known, nearest) {
        (false, Some(near)) => format!("nothing is called `{word}` {here}; did you mean `{near}`?"),
        (false, None) => format!("nothing is called `{word}` {here}; {}", some(expected)),
        (true, _) if before.is_empty() => format!("`{word}` is not offered here; {}", some(expected)),
        (true, _) => format!("`{word}` does not go with `{before}`: {}", some(expected)),
    }
}

/// Some of many words that would be legal, the rest as `…`.
pub fn some(words: &[String]) -> String {
    const MOST: usize = 8;
    match words {
        [] => "nothing is legal here".into(),
        [one] => format!("only {one} is legal"),
        [first, .., last] if words.len() > 4 && are_in_a_row(words) => format!("legal: {first} to {last}"),
        _ if words.len() > MOST => format!("legal: {}, … ({} in all: `?`)", words[..MOST].join(", "), words.len()),
        _ => format!("legal: {}", words.join(", ")),
    }
}

/// Whether they are numbers of which each is the next after the one before.
fn are_in_a_row(words: &[String]) -> bool {
    let numbers: Option<Vec<i64>> =
        words.iter().map(|word| word.parse().ok().filter(|n: &i64| n.to_string() == *word)).collect();
    numbers.is_some_and(|all| all.windows(2).all(|two| two[1] == two[0].saturating_add(1)))
}
