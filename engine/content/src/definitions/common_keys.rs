//! The keys that every entry may have, whatever its kind.

use crate::table_schema::{Key, ValueType, optional, required};

/// The id of an entry.
pub(crate) const ID: Key = required(
    "id",
    ValueType::Id,
    "The id for scripts, other entries and typed commands: lower-case words and digits joined by `-`. Scripts write `PORT_SOL` for `port-sol`. No two entries of the same kind may share an id.",
    "\"port-sol\"",
);

/// The keys that all entries have.
pub(crate) static ENTRY: [Key; 6] = [
    optional(
        "source",
        ValueType::Source,
        "that of the file's `[meta]`",
        "The source of the data: `rulebook`, `public:<name>`, `reconstructed` (rebuilt from what is known) or `own`.",
        "\"own\"",
    ),
    optional("source_note", ValueType::Text, "", "A remark on the source.", "\"read off the printed map\""),
    optional(
        "rule",
        ValueType::Text,
        "",
        "The rule that defines the entry: its number in `rules.toml`, with or without the code of the game. A `;` separates several.",
        "\"FY 2\"",
    ),
    optional(
        "was",
        ValueType::List(&ValueType::Id),
        "",
        "Earlier ids of the entry. Records and saved positions that use them still load.",
        "[\"old-name\"]",
    ),
    optional(
        "remove",
        ValueType::Boolean,
        "`false`",
        "In a later pack: removes the entry with this id from the game.",
        "true",
    ),
    optional(
        "patch",
        ValueType::Boolean,
        "`false`",
        "In a later pack: changes the entry with this id, even if all keys of a new entry are given.",
        "true",
    ),
];
