//! A running game: who sits where, what is asked, every answer checked, undo and branches, `why`,
//! records and reload. The facade that the command, bots and simulation use.
//!
//! Deliberately absent: printing, listening, and any game's name.

mod ahead;
mod check;
mod game;
pub mod given;
pub mod label;
mod ledger;
pub mod library;
pub mod line;
mod outside;
mod preview;
pub mod record;
mod reload;
mod request;
mod sight;
mod standing;
pub mod story;
mod table;
mod timeline;
mod venture;
pub mod watch;
mod why;

pub use ahead::Next;
pub use check::{Checked, check};
pub use game::{Fork, Game};
pub use library::Library;
pub use line::{LineError, Matching, Narrowing};
pub use preview::{Preview, Refused, Then, WouldAnswer};
pub use record::{Event, Header, ReadRecord, Record, RecordError};
pub use reload::{ProgramFor, ReloadError, Reloaded, ReplayError, lacks};
pub use request::Request;
pub use table::{Copied, Node, Note, PlayError, Played, Prompt, RowView, Seat, SetUp, StartError, Table, read_option};
pub use venture::{Came, Ended, Ending, Failed, Ground, Line};
pub use why::{Explanation, NoRows, OfRow, WhyNot};
