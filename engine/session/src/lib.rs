//! A running game and every command on it, implemented once for the prompt and the browser.
//!
//! A command takes the [`Session`], the [`Viewer`] who typed the command and its arguments, and returns a [`Reply`].
//! The crate `cli` renders a reply as text, and `web` sends it as JSON.
//!
//! This crate must not print, open sockets, or know widths, colours and pages.

mod bots;
mod command;
mod command_help;
mod complete;
mod files;
mod line;
pub mod odds;
mod odds_reply;
mod play;
mod programs;
mod questions;
mod reload;
mod reply;
mod review;
mod rule_watcher;
pub mod rulebook;
mod session;
mod standing;
mod thinker;
mod travel;

pub use bots::{BotStep, Bots, Progress};
pub use cardwright_table::Viewer;
pub use command::{
    Access, COMMANDS, Command, Completion, CompletionContext, Cost, Places, command, command_or_prefix,
    nearest_command, outdated_name,
};
pub use command_help::{CommandHelp, Group};
pub use complete::{Completed, CompletedWord, complete, word_start};
pub use files::home;
pub use line::{Typed, is_command, parse};
pub use programs::OnFailure;
pub use questions::{LONGEST_WORD, describe};
pub use reload::{ReloadMode, ReloadOutcome, ReloadProblem};
pub use reply::{
    FileReply, LegalReply, ManualOutcomes, MovedReply, NextReply, NotesReply, PlayedReply, PreviewReply, PrintedSpace,
    Problem, RefusedReply, ReplacedAnswer, Reply, ShowReply, ShownPart, StandingRows, Unfinished, WhyReason, WhyReply,
};
pub use rule_watcher::{FileChange, Loaded, RuleWatcher, load};
pub use session::{DrawnTable, Place, Session, hides_hands};
