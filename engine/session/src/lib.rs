//! A running game and every command on it, implemented once for the prompt and the browser.
//!
//! A command takes the [`Session`], the [`Viewer`] who typed the command and its arguments, and returns a [`Reply`].
//! The crate `cli` renders a reply as text, and `web` sends it as JSON.
//!
//! This crate must not print, open sockets, or know widths, colours and pages.

mod bots;
mod command;
mod complete;
mod files;
mod line;
pub mod odds;
mod play;
mod questions;
mod reload;
mod reply;
mod review;
pub mod rulebook;
mod session;
mod standing;
mod travel;

pub use bots::{BotStep, Bots};
pub use cardwright_table::Viewer;
pub use command::{
    Access, COMMANDS, Command, CommandHelp, Completion, CompletionContext, Cost, Group, Place, Places, command,
    command_or_prefix, nearest_command, outdated_name,
};
pub use complete::{Completed, CompletedWord, complete, word_start};
pub use files::home;
pub use line::{Typed, is_command, parse};
pub use play::LONGEST_WORD;
pub use questions::describe;
pub use reload::{FileChange, Loaded, ReloadMode, ReloadOutcome, ReloadProblem, RuleWatcher, load};
pub use reply::{
    FileReply, LegalReply, ManualOutcomes, MovedReply, NextReply, NotesReply, PlayedReply, PreviewReply, PrintedSpace,
    Problem, RefusedReply, ReplacedAnswer, Reply, ShowReply, ShownPart, StandingRows, Unfinished, WhyReason, WhyReply,
};
pub use session::{Session, hides_hands};
