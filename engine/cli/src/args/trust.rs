//! Arguments of `fuzz`, `golden`, `mutate`, `perft` and `bench`.

use super::packs::PackArgs;
use super::values::{at_least_one, name_and_value, seed, whole_number};
use clap::Args;
use std::path::PathBuf;

/// Play random games and report errors
#[derive(Debug, Args)]
pub(crate) struct Fuzz {
    /// The game's id. Default: all
    pub(crate) game: Option<String>,
    /// The number of games. Default: 100, or as many as --seconds allows
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) games: Option<u64>,
    /// Start games for this many seconds
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) seconds: Option<u64>,
    /// The seed of the first game; each next game adds 1
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The scenario. Default: all, in turn
    #[arg(long, value_name = "ID")]
    pub(crate) scenario: Option<String>,
    /// Fix an option to one value; repeat for more. Default: the games cover every pair of values
    #[arg(long, value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub(crate) option: Vec<(String, String)>,
    /// Let the game's own rules play a side in every game (`SIDE=nonplayer`); repeat for more. Default: the games cover all
    /// sides that have such rules
    #[arg(long, value_name = "SIDE=nonplayer", value_parser = name_and_value)]
    pub(crate) seat: Vec<(String, String)>,
    /// Play each scenario as written, with its own options and seats, so that the wins are those of the scenario
    ///
    /// --option and --seat still apply. Without --as-is the games cover all values of the options, and all sides that
    /// the game's own rules can play.
    #[arg(long, conflicts_with = "expect_digest")]
    pub(crate) as_is: bool,
    /// Print the results as JSON: a list with an object for each game
    #[arg(long)]
    pub(crate) json: bool,
    /// In every second game, let the sides also use standing actions: what they may do while another side is asked
    #[arg(long, conflicts_with = "expect_digest")]
    pub(crate) besides: bool,
    /// Replay each game with a new VM at every decision, and compare the hashes
    #[arg(long)]
    pub(crate) double_run: bool,
    /// The number of games at a time, at most four per core. Default: one per core
    #[arg(long, value_name = "N", value_parser = whole_number)]
    pub(crate) threads: Option<usize>,
    /// The folder for records of failed games. Default: the data folder
    #[arg(long, value_name = "DIR")]
    pub(crate) keep: Option<PathBuf>,
    /// Fail unless the digest of each game equals its line `GAME GAMES SEED DIGEST` in this file
    ///
    /// A digest is one hash over all positions of all games. It does not depend on the machine or the number of threads,
    /// and it changes with any change of behaviour in the rules. It depends on the options, so compare games with the
    /// same ones.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scenario", "seconds"])]
    pub(crate) expect_digest: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

impl Fuzz {
    /// The arguments for random games of one game.
    pub(crate) fn of_game(game: &str, games: u64, packs: &PackArgs) -> Fuzz {
        Fuzz {
            game: Some(game.to_owned()),
            games: Some(games),
            seconds: None,
            seed: 1,
            scenario: None,
            option: Vec::new(),
            seat: Vec::new(),
            as_is: false,
            json: false,
            besides: false,
            double_run: false,
            threads: None,
            keep: None,
            expect_digest: None,
            packs: packs.clone(),
        }
    }
}

/// Replay the golden games, and show the first difference of each
///
/// A golden game is a random game of a scenario, stored answer by answer in `tests/golden/<game>/<scenario>.golden` of a
/// pack. It changes only if the rules change. An empty file with the name of another scenario, or a file with a header such
/// as `scenario standard` and `set players 2`, asks for one more game; `--refresh` writes it into the file.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cardwright golden                       check that a change has no side effects
  cardwright golden GAME --refresh        accept an intended change: write the files again
  cardwright golden GAME --pack DIR       show how a pack changes the golden games of the base")]
pub(crate) struct Golden {
    /// The game's id. Default: all
    pub(crate) game: Option<String>,
    /// Write golden games that differ or are missing, into the last --pack or else the checkout
    #[arg(long)]
    pub(crate) refresh: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Mutation testing: plant one fault at a time, and see whether `check` or a rule test fails
///
/// A fault is a small error: `<` instead of `<=`, a missing filter, `need` or line, a number off by one, a missing list
/// member, or a wrong id. Faults are planted in memory; no file changes. A fault that survives shows a missing test, or
/// changes nothing. List faults that change nothing in `tests/mutants/<game>.toml` of a pack.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cardwright mutate GAME                                 100 faults anywhere in the game
  cardwright mutate GAME --under scripts/GAME/verbs --all    every fault in these files
  cardwright mutate GAME --under cards/GAME/a.toml:12 --all  every fault in one line
  cardwright mutate GAME --seed 2 --least 95             fail if tests catch fewer than 95 %")]
pub(crate) struct Mutate {
    /// The game's id
    pub(crate) game: String,
    /// Plant faults only in this file, folder or line (FILE:LINE) of the packs; repeat for more
    #[arg(long, value_name = "PATH")]
    pub(crate) under: Vec<String>,
    /// Plant no faults here; repeat for more
    #[arg(long, value_name = "PATH")]
    pub(crate) except: Vec<String>,
    /// Plant only faults of this kind (`comparison`, `filter` …); repeat for more
    #[arg(long, value_name = "KIND")]
    pub(crate) kind: Vec<String>,
    /// The seed for the choice of faults; all kinds get a similar number
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The number of faults
    #[arg(long, value_name = "N", value_parser = at_least_one, default_value_t = 100)]
    pub(crate) count: u64,
    /// Plant every possible fault
    #[arg(long, conflicts_with = "count")]
    pub(crate) all: bool,
    /// Fail if a smaller share of faults is caught
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u16).range(0..=100))]
    pub(crate) least: Option<u16>,
    /// Print JSON: every fault with its place and result
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Count all continuations of a position to a number of answers, through all outcomes of chance
///
/// nodes: sequences of answers and outcomes. ways: the same, but with distinguishable dice. chance: nodes whose last
/// answer needed dice or cards. boards: distinct positions at the end. over: nodes at which the game is over.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cardwright perft GAME                        compare all named positions with their stored counts
  cardwright perft GAME POSITION --depth 3     count one position
  cardwright perft GAME POSITION --divide      counts by first answer, to find a difference

Named positions and their counts are in `tests/perft/<game>.toml` of the packs.")]
pub(crate) struct Perft {
    /// The game's id
    pub(crate) game: String,
    /// A named position, or a position in notation. Default: all named positions
    pub(crate) position: Option<String>,
    /// The number of answers. Default: the depth of the stored counts, else 2
    #[arg(long, value_name = "N", value_parser = whole_number)]
    pub(crate) depth: Option<usize>,
    /// Show counts by first answer
    #[arg(long, requires = "position")]
    pub(crate) divide: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Measure random games: speed, and the cost of a decision, a position and an event
///
/// Games run on one thread: interpreted, as at the table, and in a build with the feature `jit` also as native code.
/// Counts (decisions, host calls, rows, bytes) are the same on every machine. Times depend on the machine and its load.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cardwright bench GAME                        100 games of the default scenario
  cardwright bench GAME --pack my-pack         with a pack, to measure its cost
  cardwright bench GAME --json                 as JSON, with the largest choice of every prompt
  valgrind --tool=callgrind cardwright bench GAME --plain --games 60
                                               counts instructions; run it with --games 30 too,
                                               and divide the difference by the decisions")]
pub(crate) struct Bench {
    /// The game's id
    pub(crate) game: String,
    /// The scenario. Default: `standard`, else the first
    #[arg(long, value_name = "ID")]
    pub(crate) scenario: Option<String>,
    /// The number of games
    #[arg(long, value_name = "N", value_parser = at_least_one, default_value_t = 100)]
    pub(crate) games: u64,
    /// The seed of the first game; each next game adds 1
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true, default_value_t = 1)]
    pub(crate) seed: u64,
    /// An option of the scenario; repeat for more
    #[arg(long, value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub(crate) option: Vec<(String, String)>,
    /// Only play the games once, interpreted: for profilers and instruction counts
    #[arg(long, conflicts_with = "json")]
    pub(crate) plain: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}
