//! The file of a game: a header and one checksummed line per event, durable before the event is
//! shown as done. Every content it names is kept beside it, once, by hash.
//!
//! A line is a JSON object, a tab, and the first 8 hex digits of the BLAKE3 of the object's text.
//! Lines are appended and synced one by one; every other file here is written whole, aside, and renamed.

mod contents;
mod error;
mod line;
mod read;
mod recover;
mod whole;
mod write;

pub use contents::Contents;
pub use error::RecordError;
pub use line::line_of;
pub use read::{ReadRecord, bytes, parse, read};
pub use recover::{Recovered, Salvage, recover, salvage};
pub use whole::write_new;
pub(crate) use whole::write_own;
pub use write::Record;

use serde::{Deserialize, Serialize};

/// The version of the format this engine writes. In format 1 the hashes were of positions in words; they are read still
/// ([`crate::Table::is_at`]), and a record begun so goes on with those of today. Format 3 has notes: a record begun before becomes one of
/// format 3 with its first note, so that a program that knows of none says so at the first line.
pub const FORMAT: u32 = 3;

/// What a record begins with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The format's version.
    pub cardwright_record: u32,
    /// The engine that wrote it.
    pub engine: String,
    /// The game.
    pub game: String,
    /// The scenario.
    pub scenario: String,
    /// Options that differ from the scenario's.
    pub options: Vec<(String, String)>,
    /// The seed of all chance.
    pub seed: u64,
    /// Packs in layering order: id, version, hash.
    pub packs: Vec<(String, String, String)>,
    /// The hash of the content it began on.
    pub content: String,
    /// When the game began, as the command knew it: for listings only.
    #[serde(default)]
    pub began: String,
    /// The sides that were left to rules when it began.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nonplayers: Vec<String>,
    /// Chance given by hand before the first choice, as in [`Event::Answer`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<String>,
    /// Whether one person holds all hands: it goes on so.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    /// The full hash of the position after set-up.
    pub hash: String,
}

/// Something that happened at the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A side answered a choice with a row.
    Answer {
        /// The side.
        side: String,
        /// The row's text.
        row: String,
        /// Chance given by hand: faces, `card:` and `pick:` ids, in order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        given: Vec<String>,
        /// Whether it is a default, taken at a line's end: undo takes it back with the answer before it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        automatic: bool,
    },
    /// A side used what stood open for it beside the choice of another.
    Standing {
        /// The side.
        side: String,
        /// The row's text.
        row: String,
        /// Chance given by hand: faces, `card:` and `pick:` ids, in order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        given: Vec<String>,
    },
    /// The position was altered from outside.
    Adjust {
        /// In notation.
        text: String,
    },
    /// The game went (back) to the position after another event.
    Goto {
        /// That event; 0 is the start.
        to: usize,
    },
    /// Who sits where.
    Seats {
        /// Side and kind of seat.
        seats: Vec<(String, String)>,
    },
    /// A side gave up.
    Resign {
        /// The side.
        side: String,
    },
    /// The content changed.
    Content {
        /// The new content's hash.
        content: String,
        /// The position it took over, as the engine saves it.
        position: String,
    },
    /// Somebody's remark on the event it comes of. It leads nowhere.
    Note {
        /// What they wrote.
        text: String,
        /// The side in whose eyes it was written, where some see what others do not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
        /// Whether it is for who sees all alone.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        of_desk: bool,
    },
}

impl Event {
    /// Whether it leads to a position of its own, and so has a number that `goto` knows.
    pub fn leads(&self) -> bool {
        !matches!(self, Event::Goto { .. } | Event::Seats { .. } | Event::Note { .. })
    }
}

/// One line of a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its number, from 1.
    pub n: usize,
    /// The event in whose position it happened; 0 is the start.
    pub parent: usize,
    /// What happened.
    pub event: Event,
    /// The full hash it led to.
    pub hash: String,
}
