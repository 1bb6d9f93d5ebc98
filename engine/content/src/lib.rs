//! Reads packs of TOML files into checked definitions.
//!
//! [`Content::load`] returns a finished [`cardwright_state::Board`] and all other data that the script host needs. If
//! anything is wrong, it returns every problem at once, each with its place and a fix ([`Diagnostic`]).
//!
//! This crate knows no Lua, no clock, no file watching and no particular game. It does not check the effects of cards
//! ([`EffectUse`]), because only the script host knows the verbs.

mod citations;
mod confined_folder;
mod content;
mod definitions;
mod deprecated;
mod diagnostic;
mod did_you_mean;
mod display_names;
mod embedded;
mod field;
mod file_schemas;
mod folder_walk;
mod ident;
mod knob;
mod layers;
pub mod layout_file;
mod located;
mod manifest;
mod pack;
mod pack_compatibility;
mod pack_files;
mod parse;
mod picture;
mod problems;
mod provenance;
mod scenario;
mod shell_word;
mod source_file;
mod table_reader;
mod table_schema;
mod test_file_schemas;
mod text_chars;
mod truncate;
mod unclosed_delimiter;
mod zip_file;

pub use citations::{CitationTarget, RuleSection, bracketed, is_note};
pub use confined_folder::{ConfinedFolder, FileWrite, read_text_file};
pub use content::{CardEffect, Content, GameInfo, PackInfo, ScenarioInfo, check_all, games, provenance, scripts};
pub use definitions::{DeclaredField, DeclaredType, InfoFields, InfoType};
pub use diagnostic::{Diagnostic, Severity, render};
pub use did_you_mean::{did_you_mean, quoted_list, unknown_name};
pub use display_names::{Column, DisplayNames};
pub use embedded::{EmbeddedFolders, embedded_files};
pub use field::{Datum, EffectUse};
pub use file_schemas::{FILE_SCHEMAS, FileSchema, common_keys};
pub use folder_walk::{FoundFile, files_below};
pub use ident::{is_id, suggest_id};
pub use knob::{Knob, UnknownKnob, insert_knobs, with_current_options};
pub use located::{Located, Table, TomlValue};
pub use manifest::{Credits, Dependency, ReplacedScript};
pub use pack::{Pack, PackSource, game_of, is_file_wanted};
pub use pack_files::PackFiles;
pub use parse::{entries_of, is_toml_value, quoted_text};
pub use provenance::{DataSource, Origin, Provenance};
pub use scenario::Scenario;
pub use shell_word::shell_word;
pub use source_file::SourceFile;
pub use table_schema::{GameKeys, Key, KeyCondition, Requirement, TableSchema, ValueType};
pub use test_file_schemas::TEST_FILE_SCHEMAS;
pub use text_chars::is_text_char;
pub use truncate::{MAX_SHOWN_CHARS, truncated};
pub use zip_file::{is_zip, write_zip};
