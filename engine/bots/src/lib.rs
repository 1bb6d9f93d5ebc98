//! Bots: players that are not people. A bot sees only the legal rows and what its side may see.
//!
//! Each kind of bot is one file of `kinds/` with the name of the kind. The build script finds the file.
//! This crate depends on no other crate of the engine, so a bot cannot reach past its [`Observation`].

use std::fmt;
use std::time::Duration;

// The generated file declares the modules of `kinds/` and the constant `KINDS`.
include!(concat!(env!("OUT_DIR"), "/kinds.rs"));

pub use random::RandomBot;

/// The kind of bot that answers at random.
pub const RANDOM: BotKind = BotKind(&random::KIND, Effort::USUAL, "");

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
    /// By a program outside, which the engine starts.
    ByProgram,
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
    /// The effort of a program that is named without a time.
    const TIME_OF_PROGRAMS: Effort = Effort { decisions: 0, millis: Some(5000) };
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

/// A kind of bot, how much it searches if it does, and the command that starts it if it is a program.
#[derive(Clone, Copy)]
pub struct BotKind(&'static Kind, Effort, &'static str);

impl BotKind {
    /// The name of the kind.
    pub fn name(self) -> &'static str {
        self.0.name
    }
    /// Creates a bot of this kind. Its answers depend only on the seed and the observations. They do not use the game's
    /// own chance. `None` if bots of this kind search, or are programs.
    pub fn start(self, seed: u64) -> Option<Box<dyn Bot>> {
        match self.0.answers {
            Answers::AtOnce(start) => Some(start(seed)),
            Answers::BySearch | Answers::ByProgram => None,
        }
    }
    /// The bot that searches, with this effort.
    pub fn searching(effort: Effort) -> BotKind {
        BotKind(&ai::KIND, effort, "")
    }
    /// Whether bots of this kind search.
    pub fn searches(self) -> bool {
        matches!(self.0.answers, Answers::BySearch)
    }
    /// Whether bots of this kind are programs outside.
    pub fn is_program(self) -> bool {
        matches!(self.0.answers, Answers::ByProgram)
    }
    /// The command of a program that answers, and its time for an answer. `None` for other kinds.
    pub fn program(self) -> Option<(&'static str, Duration)> {
        self.is_program().then_some((self.2, Duration::from_millis(self.1.millis.unwrap_or_default())))
    }
    /// The kind as a person types it: the name, and for a program its command.
    pub fn typed(self) -> String {
        match self.program() {
            Some((command, _)) if self.1 == Effort::TIME_OF_PROGRAMS => format!("{}:{command}", self.name()),
            Some((command, _)) => format!("{}:{}:{command}", self.name(), self.1),
            None => self.to_string(),
        }
    }
    /// How much the bot searches.
    pub fn effort(self) -> Effort {
        self.1
    }
    /// Reads `cmd:COMMAND` or `cmd:10s:COMMAND` (the time for an answer). Only for words that somebody typed at this
    /// machine, because a bot of this kind starts a program.
    pub fn with_program(name: &str) -> Option<BotKind> {
        let kind = KINDS.iter().find(|kind| kind.is_program())?;
        let rest = name.strip_prefix(kind.name())?.strip_prefix(':')?;
        let is_time = |text: &str| text.strip_suffix('s').is_some_and(|n| n.bytes().all(|byte| byte.is_ascii_digit()));
        let (limit, command) = match rest.split_once(':').filter(|(limit, _)| is_time(limit)) {
            Some((limit, command)) => (Effort::parse(limit)?, command),
            None => (Effort::TIME_OF_PROGRAMS, rest),
        };
        // A kind is copied to many places. A process reads only a few commands, so they may stay in memory to its end.
        let command = command.trim().to_owned().leak();
        (!command.is_empty()).then_some(BotKind(kind.0, limit, command))
    }
    /// Finds the kind with this name. The name of a kind that searches may end in its effort: `ai:20000`, `ai:2s`. Never
    /// finds a program: see [`BotKind::with_program`].
    pub fn named(name: &str) -> Option<BotKind> {
        let (name, effort) = match name.split_once(':') {
            None => (name, None),
            Some((name, effort)) => (name, Some(Effort::parse(effort)?)),
        };
        let kind = KINDS.iter().find(|kind| kind.name() == name)?;
        let named = BotKind(kind.0, effort.unwrap_or(Effort::USUAL), "");
        (!named.is_program() && (named.searches() || effort.is_none())).then_some(named)
    }
}

impl PartialEq for BotKind {
    fn eq(&self, other: &BotKind) -> bool {
        self.name() == other.name() && self.1 == other.1 && self.2 == other.2
    }
}

impl Eq for BotKind {}

impl fmt::Display for BotKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Records store this text. They do not store commands, so that no record can start a program.
        match self.is_program() || self.1 == Effort::USUAL {
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
    use std::time::Duration;

    #[test]
    fn the_name_of_a_kind_that_searches_may_end_in_its_effort() {
        let text = |name: &str| BotKind::named(name).map(|kind| kind.to_string());
        for name in ["random", "ai", "ai:2s", "ai:500", "ai:40000"] {
            assert_eq!(text(name).as_deref(), Some(name));
        }
        for name in
            ["ai:", "ai:0", "ai:-1", "ai:0s", "ai:1e9", "ai:601s", "ai:1000000001", "random:5", "AI", "cmd", "cmd:x"]
        {
            assert_eq!(text(name), None, "{name}");
        }
    }

    #[test]
    fn a_program_has_a_command_and_a_time_and_its_text_shows_neither() {
        let program = |name: &str| BotKind::with_program(name).and_then(BotKind::program);
        assert_eq!(program("cmd:python3 a.py"), Some(("python3 a.py", Duration::from_secs(5))));
        assert_eq!(program("cmd:10s: python3 a.py"), Some(("python3 a.py", Duration::from_secs(10))));
        assert_eq!(program("cmd:c:/bots/a.exe"), Some(("c:/bots/a.exe", Duration::from_secs(5))));
        assert!(
            ["cmd", "cmd:", "cmd: ", "cmd:5s:", "cmd:0s:a", "ai", "cmdx:a"].iter().all(|name| program(name).is_none())
        );
        assert_eq!(BotKind::with_program("cmd:secret").map(|kind| kind.to_string()), Some("cmd".to_owned()));
    }
}
