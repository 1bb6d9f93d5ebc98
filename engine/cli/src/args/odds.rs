//! What a line may come to.

use super::{PackArgs, pair, seed};
use clap::Args;

/// Tell what a line may come to, and how likely each of it is
///
/// All chance is gone through, in exact fractions; where that is too much, the line is drawn many times, and told with intervals.
/// What is hidden from the side that is asked is averaged over all that it cannot tell from the real position.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cardwright odds GAME LINE                            what differs, from the start of a game
  cardwright odds GAME --resume FILE:12 LINE           from event 12 of a recorded one
  cardwright odds GAME LINE --watch success,TRACK.PLACE
  cardwright odds GAME LINE / LINE                     side by side, with what is expected
  cardwright odds GAME --position NOTATION LINE        from a position of your own")]
pub(crate) struct Odds {
    /// The game's id
    pub(crate) game: String,
    /// The line, as it would be played; several with ` / ` between them
    #[arg(required = true, value_name = "LINE")]
    pub(crate) line: Vec<String>,
    /// What is to be looked at: a track, fact, figure, class of pieces or pile, with `.` and where; `success`, `won`, `then`. May be given several times, or parted by commas. Default: what differs
    #[arg(long, value_name = "WHAT")]
    pub(crate) watch: Vec<String>,
    /// The scenario. Default: `standard`, else the first
    #[arg(long, value_name = "ID", conflicts_with = "resume")]
    pub(crate) scenario: Option<String>,
    /// An option of the game; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, conflicts_with = "resume")]
    pub(crate) option: Vec<(String, String)>,
    /// The seed of what comes before the first choice
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true, default_value_t = 1)]
    pub(crate) seed: u64,
    /// A position in notation, on an empty board, instead of the scenario's
    #[arg(long, value_name = "NOTATION", conflicts_with = "resume")]
    pub(crate) position: Option<String>,
    /// A recorded game (a file, or the id that `play` lists), at its end or at an event of it
    #[arg(long, value_name = "FILE[:EVENT]")]
    pub(crate) resume: Option<String>,
    /// All hands are open, and the line may go on over the choices of any side
    #[arg(long)]
    pub(crate) open: bool,
    /// For programs: exact fractions, shares and intervals
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}
