//! What is tried by random play, by faults and by counting.

use super::{PackArgs, at_least_one, pair, seed, whole_number};
use clap::Args;
use std::path::PathBuf;

/// Play random games and look for faults
#[derive(Debug, Args)]
pub(crate) struct Fuzz {
    /// The game's id. Default: all
    pub(crate) game: Option<String>,
    /// How many games. Default: 100, or as many as --seconds gives time for
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) games: Option<u64>,
    /// Begin games for this long
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) seconds: Option<u64>,
    /// The seed of the first game; the others count up from it
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The scenario. Default: all in turn
    #[arg(long, value_name = "ID")]
    pub(crate) scenario: Option<String>,
    /// Hold an option to one value; may be given several times. Default: over the games every pair of values
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair)]
    pub(crate) option: Vec<(String, String)>,
    /// Leave a side to the game's own rules in every game (`SIDE=nonplayer`); may be given several times. Default: over the
    /// games each, if the game has such rules
    #[arg(long, value_name = "SIDE=nonplayer", value_parser = pair)]
    pub(crate) seat: Vec<(String, String)>,
    /// Play each game again, moved to a fresh VM at every decision, to the same hashes
    #[arg(long)]
    pub(crate) double_run: bool,
    /// How many games at once. Default: one per core
    #[arg(long, value_name = "N", value_parser = whole_number)]
    pub(crate) threads: Option<usize>,
    /// Keep the records of failed games in this folder. Default: the data folder
    #[arg(long, value_name = "DIR")]
    pub(crate) keep: Option<PathBuf>,
    /// Fail unless each game's digest is that of its line `GAME GAMES SEED DIGEST` in this file
    ///
    /// A digest is one hash for every position of all games. It is the same on every machine and with any number of
    /// threads, and another as soon as a rule does something else. Options held to a value belong to the games: give
    /// the same ones again.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scenario", "seconds"])]
    pub(crate) expect_digest: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Play the golden games again, and show where one goes otherwise than kept
///
/// Golden games are random games of a scenario, written down answer by answer in
/// `tests/golden/<game>/<scenario>.golden` of a pack. They stay as they are while the rules do. A file by another name
/// says in its head what is played: `scenario standard`, `set players 2`; `--refresh` writes the games below it.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cardwright golden                       has my change altered anything else?
  cardwright golden GAME --refresh        it has, and that is meant: write the files anew
  cardwright golden GAME --pack DIR       what a pack makes of the games kept by those below it")]
pub(crate) struct Golden {
    /// The game's id. Default: all
    pub(crate) game: Option<String>,
    /// Write what differs or is missing, into the last pack given (without one, into the checkout)
    #[arg(long)]
    pub(crate) refresh: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Plant faults one at a time, and see whether `check` or a rule test notices
///
/// Mutation testing: are my tests any good? A fault is a slip of the pen: `<` for `<=`, a filter, a `need` or a line left out,
/// a number one off, a member of a list dropped, one id for another. It is planted in memory, nothing is written. A fault
/// that survives shows where a test is missing, or changes nothing: the latter are listed in `tests/mutants/<game>.toml` of a pack.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cardwright mutate GAME                                 100 faults anywhere in the game
  cardwright mutate GAME --under scripts/GAME/verbs --all    every fault in these files
  cardwright mutate GAME --under cards/GAME/a.toml:12 --all  every fault in one line
  cardwright mutate GAME --seed 2 --least 95             fail if fewer than 95 in a hundred are noticed")]
pub(crate) struct Mutate {
    /// The game's id
    pub(crate) game: String,
    /// Only in this file, folder or line (FILE:LINE) of the packs; may be given several times
    #[arg(long, value_name = "PATH")]
    pub(crate) under: Vec<String>,
    /// Not in this one; may be given several times
    #[arg(long, value_name = "PATH")]
    pub(crate) except: Vec<String>,
    /// Only faults of this kind (`comparison`, `filter` …); may be given several times
    #[arg(long, value_name = "KIND")]
    pub(crate) kind: Vec<String>,
    /// Decides which faults are drawn; the kinds take turns
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true, default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many
    #[arg(long, value_name = "N", value_parser = at_least_one, default_value_t = 100)]
    pub(crate) count: u64,
    /// Every fault there is
    #[arg(long, conflicts_with = "count")]
    pub(crate) all: bool,
    /// Fail unless so many in a hundred are noticed
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u16).range(0..=100))]
    pub(crate) least: Option<u16>,
    /// For programs: every fault with its place and what became of it
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Count the ways to go on from a position, answer by answer, with all chance gone through
///
/// nodes: sequences of answers and of what came out after each. ways: the same with every die told apart.
/// chance: nodes whose last answer asked for dice or cards. boards: different positions at their ends.
/// over: nodes at which the game is over.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cardwright perft GAME                        all named positions, compared with the counts kept
  cardwright perft GAME POSITION --depth 3     one of them
  cardwright perft GAME POSITION --divide      by first answer: where do the counts differ?

Named positions and their counts are in `tests/perft/<game>.toml` of the packs.")]
pub(crate) struct Perft {
    /// The game's id
    pub(crate) game: String,
    /// A named position, or one in notation. Default: all named ones
    pub(crate) position: Option<String>,
    /// How many answers deep. Default: as deep as counts are kept, else 2
    #[arg(long, value_name = "N", value_parser = whole_number)]
    pub(crate) depth: Option<usize>,
    /// By first answer
    #[arg(long, requires = "position")]
    pub(crate) divide: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Measure a game: how fast it plays at random, what a decision, a position and an event cost
///
/// Games are played on one thread, interpreted as at the table and as native code as in long simulations. What is counted
/// (decisions, host calls, rows, bytes) is the same on every machine; what is timed hangs on the machine and its load.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cardwright bench GAME                        100 games of its first scenario
  cardwright bench GAME --pack my-pack         with a pack over it: what does the pack cost?
  cardwright bench GAME --json                 for programs, every prompt with the most rows it had
  valgrind --tool=callgrind cardwright bench GAME --plain --games 60
                                               instructions; less those of --games 30: a decision's")]
pub(crate) struct Bench {
    /// The game's id
    pub(crate) game: String,
    /// The scenario. Default: `standard`, else the first
    #[arg(long, value_name = "ID")]
    pub(crate) scenario: Option<String>,
    /// How many games
    #[arg(long, value_name = "N", value_parser = at_least_one, default_value_t = 100)]
    pub(crate) games: u64,
    /// The seed of the first game; the others count up from it
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true, default_value_t = 1)]
    pub(crate) seed: u64,
    /// An option of the scenario; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair)]
    pub(crate) option: Vec<(String, String)>,
    /// Play the games once, interpreted, and do nothing else: for profilers, and to count instructions
    #[arg(long, conflicts_with = "json")]
    pub(crate) plain: bool,
    /// For programs
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}
