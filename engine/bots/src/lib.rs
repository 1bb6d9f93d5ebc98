//! Bots: players that are not people. A bot sees only the legal rows and what its side may see.
//!
//! Each kind of bot is one file of `kinds/` with the name of the kind. The build script finds the file.
//! This crate depends on no other crate of the engine, so a bot cannot reach past its [`Observation`].

use std::fmt;

// The generated file declares the modules of `kinds/` and the constant `KINDS`.
include!(concat!(env!("OUT_DIR"), "/kinds.rs"));

pub use random::RandomBot;

/// The kind of bot that answers at random.
pub const RANDOM: BotKind = BotKind(&random::KIND, Effort::USUAL);

/// The pending choice as the player of the side to move sees it. Each method builds its text when it is called.
pub trait Observation {
    /// The id of the side to move.
    fn side(&self) -> &str;
    /// The position in notation, without what the side may not know.
    fn view(&self) -> String;
    /// The question, in plain language.
    fn prompt(&self) -> String;
    /// The number of rows.
    fn rows(&self) -> usize;
    /// A row as players type it. Empty if there is no such row.
    fn row(&self, index: usize) -> String;
    /// The amounts of a row, in the order of its columns. The text of the row shows each as `2..30`.
    fn amounts(&self, index: usize) -> Vec<Bounds>;
    /// A row in plain language. Empty if there is no such row.
    fn label(&self, index: usize) -> String;
    /// The index of the default row, if there is one. A typed line that ends before this choice answers with that row.
    fn default_row(&self) -> Option<usize>;
    /// The indexes of the rows that the rules discourage, in ascending order. Such rows are legal, but nearly always
    /// mistakes.
    fn discouraged(&self) -> &[usize];
    /// The log of the game so far.
    fn log(&self) -> Vec<String>;
}

/// An amount of a row: the bot gives one of the numbers from `min` to `max`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// The least number.
    pub min: i64,
    /// The greatest number. It is a whole number of steps above `min`.
    pub max: i64,
    /// The distance between two neighbouring numbers.
    pub step: i64,
    /// The number that a rule deems likely.
    pub likely: Option<i64>,
}

/// A player that is not a person.
pub trait Bot: fmt::Debug + Send {
    /// Returns the index of the row to answer with. An index past the last row counts as the last.
    fn choose(&mut self, observation: &dyn Observation) -> usize;
    /// Returns the number for an amount of the chosen row. Without a better idea, a bot gives the likely or the least.
    fn number(&mut self, _observation: &dyn Observation, amount: &Bounds) -> i64 {
        amount.likely.unwrap_or(amount.min)
    }
}

/// The declaration of a kind of bot, in its file of `kinds/`.
pub struct Kind {
    /// The name of the kind at the prompt, in `--seat` and in records.
    name: &'static str,
    /// How bots of this kind answer.
    answers: Answers,
}

/// How a kind of bot answers.
enum Answers {
    /// At once: a bot whose answers depend only on the seed and the observations.
    AtOnce(fn(u64) -> Box<dyn Bot>),
    /// By a search, which the engine makes: it needs positions of the game, and a bot sees none.
    BySearch,
}

/// How much a bot searches for one answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// The most decisions that are played in searching.
    pub decisions: u64,
    /// The most milliseconds. `None` without a clock: the search then repeats exactly.
    pub millis: Option<u64>,
}

impl Effort {
    /// The effort of a bot that is named without one.
    pub const USUAL: Effort = Effort { decisions: 40_000, millis: Some(1000) };
    const MOST_DECISIONS: u64 = 1_000_000_000;
    const MOST_SECONDS: u64 = 600;

    /// Reads `20000` (decisions) or `2s` (seconds).
    fn parse(text: &str) -> Option<Effort> {
        let within = |text: &str, most: u64| text.parse().ok().filter(|n| (1..=most).contains(n));
        match text.strip_suffix('s') {
            Some(seconds) => {
                let millis = within(seconds, Effort::MOST_SECONDS)? * 1000;
                Some(Effort { decisions: Effort::MOST_DECISIONS, millis: Some(millis) })
            }
            None => Some(Effort { decisions: within(text, Effort::MOST_DECISIONS)?, millis: None }),
        }
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.millis {
            None => write!(f, "{}", self.decisions),
            Some(millis) => write!(f, "{}s", millis / 1000),
        }
    }
}

/// A kind of bot, and how much it searches if it does.
#[derive(Clone, Copy)]
pub struct BotKind(&'static Kind, Effort);

impl BotKind {
    /// The name of the kind.
    pub fn name(self) -> &'static str {
        self.0.name
    }
    /// Creates a bot of this kind. Its answers depend only on the seed and the observations. They do not use the game's
    /// own chance. `None` if bots of this kind search.
    pub fn start(self, seed: u64) -> Option<Box<dyn Bot>> {
        match self.0.answers {
            Answers::AtOnce(start) => Some(start(seed)),
            Answers::BySearch => None,
        }
    }
    /// The bot that searches, with this effort.
    pub fn searching(effort: Effort) -> BotKind {
        BotKind(&ai::KIND, effort)
    }
    /// How much the bot searches.
    pub fn effort(self) -> Effort {
        self.1
    }
    /// Finds the kind with this name. The name of a kind that searches may end in its effort: `ai:20000`, `ai:2s`.
    pub fn named(name: &str) -> Option<BotKind> {
        let (name, effort) = match name.split_once(':') {
            None => (name, None),
            Some((name, effort)) => (name, Some(Effort::parse(effort)?)),
        };
        let kind = KINDS.iter().find(|kind| kind.name() == name)?;
        let searches = matches!(kind.0.answers, Answers::BySearch);
        (searches || effort.is_none()).then_some(BotKind(kind.0, effort.unwrap_or(Effort::USUAL)))
    }
}

impl PartialEq for BotKind {
    fn eq(&self, other: &BotKind) -> bool {
        self.name() == other.name() && self.1 == other.1
    }
}

impl Eq for BotKind {}

impl fmt::Display for BotKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 == Effort::USUAL {
            true => f.write_str(self.name()),
            false => write!(f, "{}:{}", self.name(), self.1),
        }
    }
}

impl fmt::Debug for BotKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::BotKind;

    #[test]
    fn the_name_of_a_kind_that_searches_may_end_in_its_effort() {
        let text = |name: &str| BotKind::named(name).map(|kind| kind.to_string());
        for name in ["random", "ai", "ai:2s", "ai:500", "ai:40000"] {
            assert_eq!(text(name).as_deref(), Some(name));
        }
        for name in ["ai:", "ai:0", "ai:-1", "ai:0s", "ai:1e9", "ai:601s", "ai:1000000001", "random:5", "AI"] {
            assert_eq!(text(name), None, "{name}");
        }
    }
}
