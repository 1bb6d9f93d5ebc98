//! The board as a picture.

use super::{PackArgs, seed};
use clap::Args;
use std::path::PathBuf;

/// Write a picture of a game's board: at its opening, or at an event of a record
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cardwright export-board GAME map.svg                        as the game begins, as all may see it
  cardwright export-board GAME --seat SIDE map.svg            with the cards that a side sees
  cardwright export-board GAME --at my-game:120 --open map.svg")]
pub(crate) struct ExportBoard {
    /// The game's id
    pub(crate) game: String,
    #[cfg_attr(feature = "png", doc = "The file, `.svg` or `.png`; `-` is the terminal")]
    #[cfg_attr(not(feature = "png"), doc = "The file, an `.svg`; `-` is the terminal")]
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// SVG, whatever the file is called
    #[arg(long, conflicts_with = "png")]
    pub(crate) svg: bool,
    /// PNG, whatever the file is called
    #[arg(long, hide = cfg!(not(feature = "png")))]
    pub(crate) png: bool,
    /// A record, and the event that it is drawn at (without one: its last). Default: the opening
    #[arg(long, value_name = "RECORD[:EVENT]", conflicts_with_all = ["scenario", "seed"])]
    pub(crate) at: Option<String>,
    /// The side as which it is seen. Default: what all may see
    #[arg(long, value_name = "SIDE", conflicts_with = "open")]
    pub(crate) seat: Option<String>,
    /// Everything is seen
    #[arg(long)]
    pub(crate) open: bool,
    /// The scenario whose opening is drawn. Default: `standard`, else the first
    #[arg(long, value_name = "ID")]
    pub(crate) scenario: Option<String>,
    /// The seed of the opening
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The layout that is worked out from the board, whatever packs say
    #[arg(long)]
    pub(crate) automatic: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Print the layout that is worked out from a game's board, as a `layout.toml` to begin with
#[derive(Debug, Args)]
pub(crate) struct Layout {
    /// The game's id
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}
