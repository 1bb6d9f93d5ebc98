//! Which game is begun, or gone on with: `play` and `serve` are told it alike.

use super::{Under, pair, seed};
use clap::Args;
use std::path::PathBuf;

/// What a game begins with, or which record it goes on with.
#[derive(Debug, Clone, Args)]
pub(crate) struct Start {
    /// The game's id
    pub(crate) game: Option<String>,
    /// The scenario. Default: `standard`, else the first
    #[arg(long, value_name = "ID", conflicts_with = "resume")]
    pub(crate) scenario: Option<String>,
    /// An option of the game; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, conflicts_with = "resume")]
    pub(crate) option: Vec<(String, String)>,
    /// Who answers for a side (`human`, `random`, or `nonplayer`: the game's own rules); `all=random` is every side
    #[arg(long, value_name = "SIDE=WHO", value_parser = pair)]
    pub(crate) seat: Vec<(String, String)>,
    /// How many play, of the seatings that the game has: who answers for which sides. Default: the most
    #[arg(long, value_name = "N", conflicts_with = "resume")]
    pub(crate) players: Option<u32>,
    /// The seed of all chance. Default: a fresh one
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true, conflicts_with = "resume")]
    pub(crate) seed: Option<u64>,
    /// All hands are open to whoever plays, as where one person holds them all; undo takes back dice and cards too
    #[arg(long)]
    pub(crate) open: bool,
    /// Do not take up rules as their files change
    #[arg(long)]
    pub(crate) no_watch: bool,
    /// Keep the game in this file. Default: a new one in the data folder
    #[arg(long, value_name = "FILE", conflicts_with_all = ["no_record", "resume"])]
    pub(crate) record: Option<PathBuf>,
    /// Keep no record
    #[arg(long, conflicts_with = "resume")]
    pub(crate) no_record: bool,
    /// Go on with a recorded game: a file, `last`, or the id (or its beginning) that `play` lists
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    pub(crate) resume: Option<String>,
    /// Which rules to go on with if they changed since
    #[arg(long, value_enum, requires = "resume")]
    pub(crate) under: Option<Under>,
    /// Cut a damaged record down to its sound events first
    #[arg(long, requires = "resume")]
    pub(crate) recover: bool,
}
