//! Bots: players that are not people. A bot sees what its side's player would see, and the legal rows; no more.
//!
//! Each kind of bot is one file of `kinds/`, named after it. The build script finds the file; nothing else names it.
//! This crate depends on no other crate of the engine, so a bot cannot reach past its [`Observation`].

use std::fmt;

// The modules, and `KINDS`.
include!(concat!(env!("OUT_DIR"), "/kinds.rs"));

pub use random::RandomBot;

/// The kind of bot that answers at random.
pub const RANDOM: BotKind = BotKind(&random::KIND);

/// The pending choice as the player of the side to move sees it. Texts are made when they are asked for.
pub trait Observation {
    /// The id of the side to move.
    fn side(&self) -> &str;
    /// The position in notation, without what the side may not know.
    fn view(&self) -> String;
    /// The question, in plain language.
    fn prompt(&self) -> String;
    /// The number of rows.
    fn rows(&self) -> usize;
    /// A row as it is typed; empty if there is no such row.
    fn row(&self, index: usize) -> String;
    /// A row in plain language; empty if there is no such row.
    fn label(&self, index: usize) -> String;
    /// The default row, if there is one: the row taken when a typed line ends without answering this choice.
    fn default_row(&self) -> Option<usize>;
    /// The indexes of rows that the rules discourage, ascending: legal, but a bad idea while there is another.
    fn discouraged(&self) -> &[usize];
    /// The log of the game so far.
    fn log(&self) -> Vec<String>;
}

/// A player that is not a person.
pub trait Bot: fmt::Debug + Send {
    /// The index of the row to answer with. An index past the last row counts as the last.
    fn choose(&mut self, observation: &dyn Observation) -> usize;
}

/// What one file of `kinds/` declares.
pub struct Kind {
    /// The word that names it at the prompt, in `--seat` and in records.
    name: &'static str,
    /// What it does, in one line.
    summary: &'static str,
    /// Makes a bot whose answers follow from the seed.
    start: fn(u64) -> Box<dyn Bot>,
}

/// A kind of bot.
#[derive(Clone, Copy)]
pub struct BotKind(&'static Kind);

impl BotKind {
    /// The word that names it.
    pub fn name(self) -> &'static str {
        self.0.name
    }
    /// What it does, in one line.
    pub fn summary(self) -> &'static str {
        self.0.summary
    }
    /// Makes a bot of this kind. Its answers follow from the seed, and never touch the game's own chance.
    pub fn start(self, seed: u64) -> Box<dyn Bot> {
        (self.0.start)(seed)
    }
    /// The kind of this name.
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
