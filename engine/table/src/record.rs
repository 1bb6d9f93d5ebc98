//! The record of a game: a file with a header and one checksummed line for each event. An event is on disk before it
//! counts as done. Every content that the record names is stored next to the record, in a file named by its hash.
//!
//! A line is a JSON object, a tab, and the first 8 hex digits of the BLAKE3 hash of the object's text. Lines are
//! appended and synced one by one. Every other file is written under a temporary name, then renamed.

mod atomic_file;
mod contents;
mod error;
mod line;
mod read;
mod recover;
mod write;

pub(crate) use atomic_file::write_private;
pub use atomic_file::{replace_name, write_new};
pub use contents::Contents;
pub use error::RecordError;
pub use line::line_of;
pub use read::{ReadRecord, bytes, parse, read};
pub use recover::{Recovered, Salvage, recover, recovery_hint, salvage};
pub use write::Record;

use serde::{Deserialize, Serialize};

/// The format that this engine writes and reads.
pub const FORMAT: u32 = 3;

/// The first line of a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format.
    pub cardwright_record: u32,
    /// The version of the engine that wrote the record.
    pub engine: String,
    /// The id of the game.
    pub game: String,
    /// The id of the scenario.
    pub scenario: String,
    /// Options that differ from the scenario's, as id and value.
    pub options: Vec<(String, String)>,
    /// The seed of all chance.
    pub seed: u64,
    /// The packs in layering order: id, version, hash.
    pub packs: Vec<(String, String, String)>,
    /// The hash of the content at the start.
    pub content: String,
    /// The date of the start, for listings only.
    #[serde(default)]
    pub began: String,
    /// The sides that the rules played at the start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nonplayers: Vec<String>,
    /// The chance outcomes that a person gave before the first choice, written like those of [`Event::Answer`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<String>,
    /// Whether one person plays with all hands open.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    /// The full hash of the position after the set-up.
    pub hash: String,
}

/// An event at the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A side answered a choice with a row.
    Answer {
        /// The id of the side.
        side: String,
        /// The words of the row.
        row: String,
        /// The chance outcomes that a person gave: faces, `card:` and `pick:` ids, in order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        given: Vec<String>,
        /// Whether this is a default that the engine filled in at the end of a line. Undo takes it back together with
        /// the answer before it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        automatic: bool,
    },
    /// A side took a standing action before a choice was answered.
    Standing {
        /// The id of the side.
        side: String,
        /// The words of the row.
        row: String,
        /// The chance outcomes that a person gave: faces, `card:` and `pick:` ids, in order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        given: Vec<String>,
    },
    /// Somebody changed the position by hand.
    Adjust {
        /// The changes, in notation.
        text: String,
    },
    /// The game went to the position after another event.
    Goto {
        /// The line of that event. 0 is the start.
        to: usize,
    },
    /// The seats were assigned.
    Seats {
        /// Each side with its kind of seat.
        seats: Vec<(String, String)>,
    },
    /// A side gave up.
    Resign {
        /// The id of the side.
        side: String,
    },
    /// The content changed.
    Content {
        /// The hash of the new content.
        content: String,
        /// The position that the new content takes over, in the notation of saved positions.
        position: String,
    },
    /// A note on the parent event. It does not change the position.
    Note {
        /// The text.
        text: String,
        /// The side that wrote the note and may read it. `None` if everybody may read it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
        /// Whether only a viewer who sees everything may read it.
        #[serde(rename = "of_desk", default, skip_serializing_if = "std::ops::Not::not")]
        admin_only: bool,
    },
}

impl Event {
    /// Whether the event leads to a new position, and so has a number for `goto`.
    pub fn changes_position(&self) -> bool {
        !matches!(self, Event::Goto { .. } | Event::Seats { .. } | Event::Note { .. })
    }
}

/// One line of a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The number of the line, from 1.
    pub n: usize,
    /// The line of the event before this event. 0 is the start.
    pub parent: usize,
    /// The event.
    pub event: Event,
    /// The full hash after the event.
    pub hash: String,
}

/// Whether a text has the form of a content hash: 64 hexadecimal digits. A foreign record could name a path instead.
fn is_content_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns a content hash in hexadecimal digits, as records write it.
pub fn hex(hash: &[u8]) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}
