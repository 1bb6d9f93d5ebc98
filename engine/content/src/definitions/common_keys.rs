//! The keys that every entry may have, whatever its kind.

use crate::table_schema::{Key, ValueType, keys, required};

/// The id of an entry.
pub(crate) const ID: Key = required(
    "id",
    "The id for scripts, other entries and typed commands: lower-case words and digits joined by `-`. Scripts write `PORT_SOL` for `port-sol`. No two entries of the same kind may share an id.",
    ValueType::Id,
    "\"port-sol\"",
);

/// The keys that all entries have.
pub(crate) static ENTRY: [Key; 6] = keys! {
    /// The source of the data: `rulebook`, `public:<name>`, `reconstructed` (rebuilt from what is known) or `own`.
    "source" = optional(Source, "that of the file's `[meta]`", "\"own\"");
    /// A remark on the source.
    "source_note" = optional(Text, "", "\"read off the printed map\"");
    /// The rule that defines the entry: its number in `rules.toml`, with or without the code of the game. A `;`
    /// separates several.
    "rule" = optional(Text, "", "\"FY 2\"");
    /// Earlier ids of the entry. Records and saved positions that use them still load.
    "was" = optional(List(&Id), "", "[\"old-name\"]");
    /// In a later pack: removes the entry with this id from the game.
    "remove" = optional(Boolean, "`false`", "true");
    /// In a later pack: changes the entry with this id, even if all keys of a new entry are given.
    "patch" = optional(Boolean, "`false`", "true");
};
