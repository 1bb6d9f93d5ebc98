//! Arguments of `odds`.

use super::packs::PackArgs;
use super::values::{name_and_value, seed};
use clap::Args;

/// Show the possible results of a line and their probabilities
///
/// The command goes through all outcomes and gives exact fractions. If there are too many, it draws a sample and gives
/// intervals. Hidden information is averaged over the positions that the side to answer cannot tell apart.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cardwright odds GAME LINE                            from the start of a game
  cardwright odds GAME --resume FILE:12 LINE           from event 12 of a record
  cardwright odds GAME LINE --watch success,TRACK.PLACE
  cardwright odds GAME LINE / LINE                     two lines side by side, with averages
  cardwright odds GAME --position NOTATION LINE        from a position of your own")]
pub(crate) struct Odds {
    /// The game's id
    pub(crate) game: String,
    /// The line, as you would play it; separate several lines with ` / `
    #[arg(required = true, value_name = "LINE")]
    pub(crate) line: Vec<String>,
    /// What to show: a track, fact, figure, class of pieces or pile, with `.` and a place; or `success`, `won`, `then`. Repeat it or separate with commas. Default: everything that differs
    #[arg(long, value_name = "WHAT")]
    pub(crate) watch: Vec<String>,
    /// How far to follow the line: `question` (the next one), `end` (of the game), a scene such as a battle, a period, or a step of the rules. Default: to the end of the scene that the line begins, else to the next question
    #[arg(long, value_name = "WHERE")]
    pub(crate) to: Option<String>,
    /// How questions on the way are answered: with their defaults, or at random
    #[arg(long, value_name = "HOW")]
    pub(crate) by: Option<String>,
    /// The scenario. Default: `standard`, else the first
    #[arg(long, value_name = "ID", conflicts_with = "resume")]
    pub(crate) scenario: Option<String>,
    /// An option of the game; repeat for more
    #[arg(long, value_name = "NAME=VALUE", value_parser = name_and_value, conflicts_with = "resume")]
    pub(crate) option: Vec<(String, String)>,
    /// The seed of chance before the first choice
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true, default_value_t = 1)]
    pub(crate) seed: u64,
    /// A position in notation, on an empty board, instead of the scenario
    #[arg(long, value_name = "NOTATION", conflicts_with = "resume")]
    pub(crate) position: Option<String>,
    /// A record (a file, or an id that `play` lists), at its end or at an event
    #[arg(long, value_name = "FILE[:EVENT]")]
    pub(crate) resume: Option<String>,
    /// Open all hands; the line may include choices of other sides
    #[arg(long)]
    pub(crate) open: bool,
    /// Print JSON with exact fractions, shares and intervals
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}
