//! TOML into checked definitions: packs are opened, layered, and walked as a whole.
//!
//! [`Content::load`] gives a finished [`cardwright_state::Board`] with everything the script host
//! needs besides, or every problem at once, each with its place and its cure ([`Diagnostic`]).
//!
//! Deliberately absent: Lua, the clock, watching, and any game's name. Effects of cards are kept
//! with their places ([`EffectUse`]) for the script host, which knows the verbs.

mod beside;
mod build;
mod called;
mod cited;
mod clipped;
mod confined;
mod content;
mod definitions;
mod diagnostic;
mod embedded;
mod field;
mod files;
mod form;
mod ident;
mod knob;
mod layer;
mod located;
mod manifest;
mod near;
mod pack;
mod parse;
mod plain;
mod problems;
mod shape;
pub mod sketch;
mod source;
mod test_files;
mod together;
mod unclosed;
mod walk;
mod whence;

pub use beside::Beside;
pub use build::{DeclaredField, Held, InfoFields, MayBe};
pub use called::{Called, Column};
pub use cited::{Cited, bracketed, is_note};
pub use clipped::{LONGEST_TOLD, clipped};
pub use confined::{Confined, ToWrite, read_named};
pub use content::{CardEffect, Content, GameInfo, PackInfo, ScenarioName, check_all, games, scripts, whence};
pub use definitions::{Provenance, Rename, RuleSection, Scenario};
pub use diagnostic::{Diagnostic, Severity, render};
pub use embedded::{Embedded, embedded_files};
pub use field::{Datum, EffectUse};
pub use files::{FILES, FileForm, entry_keys};
pub use form::{Form, Holds, Key, More, Need, When};
pub use ident::{as_id, is_id};
pub use knob::{Knob, UnknownKnob, in_force, quoted};
pub use located::{Located, Raw, Table};
pub use manifest::Replaced;
pub use near::{did_you_mean, listed, unknown};
pub use pack::{Pack, PackSource, is_file_wanted};
pub use plain::is_text;
pub use source::SourceFile;
pub use test_files::TEST_FILES;
pub use walk::{FoundFile, files_below};
pub use whence::{Origin, Whence};
