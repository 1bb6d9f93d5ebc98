//! Bots: players that are not people. A bot sees only the legal rows and what its side may see.
//!
//! Each kind of bot is one file of `kinds/` with the name of the kind. The build script finds the file.
//! This crate depends on no other crate of the engine, so a bot cannot reach past its [`Observation`].

use std::fmt;

// The generated file declares the modules of `kinds/` and the constant `KINDS`.
include!(concat!(env!("OUT_DIR"), "/kinds.rs"));

pub use random::RandomBot;

/// The kind of bot that answers at random.
pub const RANDOM: BotKind = BotKind(&random::KIND);

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
    /// Creates a bot whose answers depend only on the seed and the observations.
    start: fn(u64) -> Box<dyn Bot>,
}

/// A kind of bot.
#[derive(Clone, Copy)]
pub struct BotKind(&'static Kind);

impl BotKind {
    /// The name of the kind.
    pub fn name(self) -> &'static str {
        self.0.name
    }
    /// Creates a bot of this kind. Its answers depend only on the seed and the observations. They do not use the game's
    /// own chance.
    pub fn start(self, seed: u64) -> Box<dyn Bot> {
        (self.0.start)(seed)
    }
    /// Finds the kind with this name.
    pub fn named(name: &str) -> Option<BotKind> {
        KINDS.iter().find(|kind| kind.name() == name).copied()
    }
}

impl PartialEq for BotKind {
    fn eq(&self, other: &BotKind) -> bool {
        self.name() == other.name()
    }
}

impl Eq for BotKind {}

impl fmt::Debug for BotKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
