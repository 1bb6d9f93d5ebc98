//! Arguments of `export-board` and `layout`.

use super::packs::PackArgs;
use super::values::seed;
use clap::Args;
use std::path::PathBuf;

/// Write a picture of a game's board, at its opening or at an event of a record
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cardwright export-board GAME map.svg                        the opening, as everyone sees it
  cardwright export-board GAME --seat SIDE map.svg            with the cards that a side sees
  cardwright export-board GAME --at my-game:120 --open map.svg")]
pub(crate) struct ExportBoard {
    /// The game's id
    pub(crate) game: String,
    #[cfg_attr(feature = "png", doc = "The file to write, `.svg` or `.png`; `-` is the terminal")]
    #[cfg_attr(not(feature = "png"), doc = "The file to write, an `.svg`; `-` is the terminal")]
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Write SVG, regardless of the file name
    #[arg(long, conflicts_with = "png")]
    pub(crate) svg: bool,
    /// Write PNG, regardless of the file name
    #[arg(long, hide = cfg!(not(feature = "png")))]
    pub(crate) png: bool,
    /// A record and an event of it (default: the last event). Without this option: the opening
    #[arg(long, value_name = "RECORD[:EVENT]", conflicts_with_all = ["scenario", "seed"])]
    pub(crate) at: Option<String>,
    /// Show what this side sees. Default: what everyone sees
    #[arg(long, value_name = "SIDE", conflicts_with = "open")]
    pub(crate) seat: Option<String>,
    /// Show everything
    #[arg(long)]
    pub(crate) open: bool,
    /// The scenario to draw. Default: `standard`, else the first
    #[arg(long, value_name = "ID")]
    pub(crate) scenario: Option<String>,
    /// The seed of the opening
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Use the automatic layout even if a pack has a layout file
    #[arg(long)]
    pub(crate) automatic: bool,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Write the files of the base pack into a new folder, to read and to search
#[derive(Debug, Args)]
pub(crate) struct ExportBase {
    /// The folder to make
    pub(crate) dir: PathBuf,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}

/// Print the automatic layout of a game's board, as a `layout.toml` to start from
#[derive(Debug, Args)]
pub(crate) struct Layout {
    /// The game's id
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) packs: PackArgs,
}
