//! The keys that every entry may have, whatever its kind, and keys and types that several kinds share.

use crate::table_schema::{Key, ValueType, keys, optional, required, words};
use cardwright_state::board::Visibility;
use cardwright_state::val;
use std::ops::RangeInclusive;

/// The id of an entry.
pub(crate) const ID: Key = required(
    "id",
    "The id for scripts, other entries and typed commands: lower-case words and digits joined by `-`. Scripts write `PORT_SOL` for `port-sol`. No two entries of the same kind may share an id.",
    ValueType::Id,
    "\"port-sol\"",
);

/// The numbers that a position can store.
pub(super) const ANY_NUMBER: RangeInclusive<i64> = 1 - val::LIMIT..=val::LIMIT - 1;
/// The words in TOML for each audience.
pub(super) const VISIBILITIES: [(&str, Visibility); 3] =
    [("all", Visibility::All), ("owner", Visibility::Owner), ("none", Visibility::None)];

/// The type of a value that may be any number of [`ANY_NUMBER`].
pub(super) const NUMBER: ValueType = ValueType::Number(1 - val::LIMIT, val::LIMIT - 1);
/// The allowed values of the key `on` of tracks and facts.
pub(super) const ON: [ValueType; 4] = [
    ValueType::Choice(&["game", "side", "link", "card"]),
    ValueType::IdOf("kind"),
    ValueType::IdOf("link-kind"),
    ValueType::List(&ValueType::IdOf("kind")),
];
pub(super) const AUDIENCE: Key = optional(
    "audience",
    "Who may see it: `all`, only the `owner` (with `on = \"side\"`), or `none`.",
    ValueType::Choice(&const { words(&VISIBILITIES) }),
    "`\"all\"`",
    "\"all\"",
);
pub(super) const UNTIL: Key = optional(
    "until",
    "The period at whose end it is reset automatically. A script ends a period with `end_period`.",
    ValueType::IdOf("period"),
    "it is never reset",
    "\"night\"",
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
