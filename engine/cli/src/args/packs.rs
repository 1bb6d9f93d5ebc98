//! The arguments that every command has: which packs to use.

use clap::Args;
use std::path::PathBuf;

/// The pack options. They are allowed before and after the command, and add up. Global arguments of clap would drop the first ones.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Packs")]
pub(crate) struct PackArgs {
    /// The base pack: a folder with the structure of the repository. Default: the checkout you are in, else the built-in pack
    #[arg(long, value_name = "DIR", display_order = 1000)]
    pub(crate) base: Option<PathBuf>,
    /// A pack over the base; repeat for more, each over the ones before. Default: the pack you are in, if any
    #[arg(long, value_name = "DIR", display_order = 1001)]
    pub(crate) pack: Vec<PathBuf>,
}
