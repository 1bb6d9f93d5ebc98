//! The prompt: people play, ask and change a running game, line by line.

use cardwright_table::{Library, Table};
use std::path::PathBuf;
use std::process::ExitCode;

/// How the prompt behaves.
#[derive(Debug, Clone, Default)]
pub struct ReplOptions {
    /// Whether the packs' folders are watched and fresh rules taken up as files change.
    pub watch: bool,
    /// Whether one person holds all hands: everything is shown, undo crosses barriers.
    pub open: bool,
    /// Where typed lines are kept between sessions; none keeps nothing.
    pub history: Option<PathBuf>,
    /// The seed of the random players' answers (never part of the game's own chance).
    pub bot_seed: u64,
    /// Whether to colour what is printed to standard output.
    pub color: bool,
}

/// Plays until the game is left. `library` is where fresh rules are read from.
///
/// Exit codes as the command's: 0 left or over, 1 a line of a piped session was refused, 3 the record
/// cannot be written.
pub fn run(table: Table, library: Library, options: ReplOptions) -> ExitCode {
    let _ = (table, library, options);
    ExitCode::SUCCESS
}
