//! Arguments that `play` and `serve` share: the game to start or the record to resume.

use super::values::{name_and_value, on_failure, seed};
use cardwright_bots::KINDS;
use cardwright_session::OnFailure;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Which rules to use for a record if the rules have changed since.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RulesChoice {
    /// Continue from the current position with the current rules
    Current,
    /// Continue with the recorded rules
    Recorded,
    /// Replay with the current rules up to the first difference, into a new record
    Branch,
}

fn seat_help() -> String {
    let word = |name: &str| match name {
        "ai" => "`ai` (thinks for a second at most; `ai:3s`; `ai:500` for so many decisions), ".to_owned(),
        name => format!("`{name}`, "),
    };
    let bots: String = KINDS.iter().filter(|kind| !kind.is_program()).map(|kind| word(kind.name())).collect();
    format!(
        "Who plays a side: `human`, {bots}`cmd:COMMAND` for a program of yours, or `nonplayer` for the game's own rules; `all=random` sets every side"
    )
}

/// The set-up of a new game, or the record to resume.
#[derive(Debug, Clone, Args)]
pub(crate) struct StartArgs {
    /// The game's id
    pub(crate) game: Option<String>,
    /// The scenario. Default: `standard`, else the first
    #[arg(long, value_name = "ID", conflicts_with = "resume")]
    pub(crate) scenario: Option<String>,
    /// An option of the game; repeat for more
    #[arg(long, value_name = "NAME=VALUE", value_parser = name_and_value, conflicts_with = "resume")]
    pub(crate) option: Vec<(String, String)>,
    #[arg(long, value_name = "SIDE=WHO", value_parser = name_and_value, help = seat_help())]
    pub(crate) seat: Vec<(String, String)>,
    /// If a program (`cmd:COMMAND`) is slow, ends, or answers wrongly: `stop` (a person takes the seat), `random` (that bot plays on) or `forfeit` (the side resigns)
    #[arg(long, value_name = "WHAT", default_value = "stop", value_parser = on_failure)]
    pub(crate) on_failure: OnFailure,
    /// The number of players, which decides the sides of each player. Default: the largest number that the game supports
    #[arg(long, value_name = "N", conflicts_with = "resume")]
    pub(crate) players: Option<u32>,
    /// The seed of all chance. Default: random
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true, conflicts_with = "resume")]
    pub(crate) seed: Option<u64>,
    /// Open all hands, as for one person with all sides; undo also takes back dice and cards
    #[arg(long)]
    pub(crate) open: bool,
    /// Do not reload rules when their files change
    #[arg(long)]
    pub(crate) no_watch: bool,
    /// Record the game in this file. Default: a new file in the data folder
    #[arg(long, value_name = "FILE", conflicts_with_all = ["no_record", "resume"])]
    pub(crate) record: Option<PathBuf>,
    /// Do not record the game
    #[arg(long, conflicts_with = "resume")]
    pub(crate) no_record: bool,
    /// Continue a recorded game: a file, `last`, or an id that `play` lists, or its beginning
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    pub(crate) resume: Option<String>,
    /// The rules to continue with, if they have changed
    #[arg(long, value_enum, requires = "resume")]
    pub(crate) under: Option<RulesChoice>,
    /// First repair a damaged record: keep only its sound events
    #[arg(long, requires = "resume")]
    pub(crate) recover: bool,
}
