//! Arguments of `sim` and `compare`.

use super::packs::PackArgs;
use super::values::{at_least_one, name_and_value, seed, whole_number};
use clap::{Args, Parser};
use std::path::PathBuf;

/// The scenario to simulate, as it is, and who plays it.
#[derive(Debug, Clone, Args)]
pub(crate) struct Scenario {
    /// The scenario. Default: `standard`, else the first
    #[arg(long, value_name = "ID")]
    pub(crate) scenario: Option<String>,
    /// An option of the game; repeat for more
    #[arg(long, value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub(crate) option: Vec<(String, String)>,
    /// Who plays a side: `random`, `ai` (40,000 decisions of search an answer), `ai:4000`, `cmd:COMMAND` for a program of
    /// yours, or `nonplayer` for the game's own rules; `all=ai:1000` sets every side. Default: `ai:500`, or `random` if
    /// the game has no figure that evaluates positions
    #[arg(long, value_name = "SIDE=WHO", value_parser = name_and_value)]
    pub(crate) seat: Vec<(String, String)>,
    /// Nobody plays this card or action while there is another choice; repeat for more
    #[arg(long, value_name = "CARD|ACTION")]
    pub(crate) without: Vec<String>,
}

/// Play a scenario as it is many times, with bots in all seats, and report who wins
///
/// Everything in a game follows from its number and the seed, so games of several machines (`--shard`) are together the
/// games of one run, and a game with a failure can be played again.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cardwright sim GAME                                    100 games between usual bots
  cardwright sim GAME --seat all=ai:4000 --until 3       until each share is known to 3 points
  cardwright sim GAME --games 1000 --out games.csv --cards cards.csv
                                                         a line for each game, and for each card
  cardwright sim GAME --games 4000 --shard 0/4 --out 0.csv
                                                         the first of four parts of a run

`cardwright report` makes a page of the files.")]
pub(crate) struct Sim {
    /// The game's id
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) scenario: Scenario,
    /// The number of games. Default: 100, or as many as --until needs
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) games: Option<u64>,
    /// The seed of the first game; each next game adds 1
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Stop when no share of wins is out by more than this many points of 100
    #[arg(long, value_name = "POINTS", value_parser = points)]
    pub(crate) until: Option<f64>,
    /// Play only every n-th game, from the i-th on
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub(crate) shard: Option<(u64, u64)>,
    /// Write a line for each game into this file, as CSV or JSON lines (`.csv`, `.jsonl`)
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Write a line for each card that a side had or played into this file
    #[arg(long, value_name = "FILE")]
    pub(crate) cards: Option<PathBuf>,
    /// The number of games at a time, at most four per core. Default: one per core
    #[arg(long, value_name = "N", value_parser = whole_number)]
    pub(crate) threads: Option<usize>,
    /// Print the summary as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Measure what a change does: play the same games with and without it
///
/// Both variants of a game have the same dice and the same order of cards, so most of the chance cancels out. The
/// comparison ends by itself when a share of wins differs for certain. Its intervals hold at whatever moment it ends.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cardwright compare GAME --b \"--option NAME=VALUE\"       an option
  cardwright compare GAME --b \"--pack my-pack\"            a pack
  cardwright compare GAME --a \"--seat us=ai:500\" --b \"--seat us=ai:4000\"
  cardwright compare GAME --without CARD                  nobody plays a card
  cardwright compare GAME --each-card                     all cards in turn
  cardwright compare GAME --sweep OPTION=3..6             each value against the first
  cardwright compare GAME --ladder 1000,4000,16000        how deep the game is")]
pub(crate) struct Compare {
    /// The game's id
    pub(crate) game: String,
    /// The arguments of one variant, in quotes: --pack, --scenario, --option, --seat, --without
    #[arg(long, value_name = "ARGS", default_value = "", allow_hyphen_values = true)]
    pub(crate) a: String,
    /// The arguments of the other variant
    #[arg(long, value_name = "ARGS", default_value = "", allow_hyphen_values = true)]
    pub(crate) b: String,
    #[command(flatten)]
    pub(crate) scenario: Scenario,
    /// Compare with games without each card in turn
    #[arg(long, conflicts_with_all = ["sweep", "ladder", "b", "without"])]
    pub(crate) each_card: bool,
    /// Compare the values of an option, each with the first: `NAME=3..6` or `NAME=a,b,c`
    #[arg(long, value_name = "OPTION=VALUES", value_parser = name_and_value, conflicts_with_all = ["ladder", "b", "without"])]
    pub(crate) sweep: Option<(String, String)>,
    /// Compare budgets of `ai`, each with the next, in every seat: `1000,4000,16000`
    #[arg(long, value_name = "BUDGETS", conflicts_with_all = ["b", "without"], value_delimiter = ',', value_parser = at_least_one)]
    pub(crate) ladder: Vec<u64>,
    /// The most pairs of games of a comparison
    #[arg(long, value_name = "N", value_parser = at_least_one, default_value_t = 400)]
    pub(crate) games: u64,
    /// Play all pairs, also when a share of wins differs for certain
    #[arg(long)]
    pub(crate) all_games: bool,
    /// The seed of the first pair; each next pair adds 1
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Write what was found into this file, as CSV or JSON lines (`.csv`, `.jsonl`)
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// The number of pairs at a time, at most four per core. Default: one per core
    #[arg(long, value_name = "N", value_parser = whole_number)]
    pub(crate) threads: Option<usize>,
    /// Print the findings as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// The arguments of a variant, in the texts of `--a` and `--b`.
#[derive(Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
pub(crate) struct Variant {
    #[command(flatten)]
    pub(crate) scenario: Scenario,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

fn points(text: &str) -> Result<f64, String> {
    let points = text.parse().ok().filter(|points| (0.1..=50.0).contains(points));
    points.ok_or("write a number of points from 0.1 to 50".into())
}

fn shard(text: &str) -> Result<(u64, u64), String> {
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    parts.filter(|(i, n)| i < n).ok_or("write it as I/N, with I from 0 to N - 1: `0/4` to `3/4` are four parts".into())
}
