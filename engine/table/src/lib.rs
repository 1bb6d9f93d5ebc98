//! A running game: seats, pending choices, checked answers, undo and branches, `why`, records and reload. The command,
//! the browser table and simulations use a game through [`Table`].
//!
//! This crate must not print, listen on the network, or know any game by name.

mod adjustments;
mod chance_prompt;
mod check;
mod completion;
mod explore_line;
mod former_ids;
mod game;
pub mod game_log;
pub mod label;
pub mod library;
pub mod line;
mod node;
mod observation;
pub mod outcome_words;
mod play_error;
mod preview;
mod reach;
pub mod record;
mod record_keeper;
mod reload;
mod seat;
mod standing_actions;
mod table;
mod timeline;
mod viewer;
pub mod watch;
mod why;

pub use chance_prompt::ChancePrompt;
pub use check::{CheckReport, check};
pub use completion::NextWords;
pub use explore_line::{
    BranchPoint, Destination, EndReason, ExploredLine, LineOutcome, Policy, RuleFailed, Scene, StepOutcome,
};
pub use former_ids::FormerIds;
pub use game::{Fork, Game, Prompt, RowView};
pub use library::Library;
pub use line::{LineError, Matching, RowMatch};
pub use node::{Node, Note};
pub use play_error::PlayError;
pub use preview::{Preview, PreviewAnswer, PreviewEnd, RefusedLine};
pub use record::{Event, Header, ReadRecord, Record, RecordError};
pub use reload::{ProgramFor, ReloadError, Reloaded, ReplayError, missing_definition, saved_position};
pub use seat::Seat;
pub use table::{Played, SetUp, StartError, Table, TableCopy, read_option};
pub use timeline::Unit;
pub use viewer::Viewer;
pub use why::{ActionWithoutRows, ExcludedRow, Explanation, WhyNot};
