//! Arguments of `report`.

use clap::Args;
use std::path::PathBuf;

/// Make a page from result files of `sim` and `compare`
///
/// The page shows who wins, how long games last, how they end, what cards are worth, and what a comparison found.
/// All files must be of one run. Shards of a run are added up.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cardwright report games.csv cards.csv --out page.html
  cardwright report shard*.csv comparison.jsonl > page.html")]
pub(crate) struct Report {
    /// The result files: games, cards and comparisons, CSV or JSON lines
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Write the page to this file, which may be an earlier page. Default: print it
    #[arg(long, value_name = "PAGE")]
    pub(crate) out: Option<PathBuf>,
}
