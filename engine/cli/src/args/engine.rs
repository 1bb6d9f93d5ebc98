//! Arguments of `engine`.

use super::packs::PackArgs;
use clap::Args;

/// Let a program play a game, over lines of JSON on standard input and output
///
/// docs/protocol.md describes the lines. To let a program play one seat of a game, use `play --seat SIDE=cmd:COMMAND`.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  echo '{\"new\": {\"seed\": 1}}' | cardwright engine GAME")]
pub(crate) struct Engine {
    /// The game's id
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}
