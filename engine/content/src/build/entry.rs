//! What every entry may say, whatever it declares.

use crate::form::{Holds, Key, always, may};

/// The id that an entry declares.
pub(crate) const ID: Key = always(
    "id",
    Holds::Id,
    "What scripts, other entries and whoever types call it: lower-case words and digits joined by `-`. In scripts `port-sol` is `PORT_SOL`. Ids of one game share one scope.",
    "\"port-sol\"",
);

/// Keys that all entries have.
pub(crate) static ENTRY: [Key; 6] = [
    may(
        "source",
        Holds::Source,
        "that of the file's `[meta]`",
        "Where the figures come from: `rulebook`, `public:<name>`, `reconstructed` (made anew from what is known) or `own`.",
        "\"own\"",
    ),
    may("source_note", Holds::Text, "", "What else is to be said of the source.", "\"read off the printed map\""),
    may(
        "rule",
        Holds::Text,
        "",
        "The rule it stands in, by its number in `rules.toml`, with the code of the game or without; several parted by `;`.",
        "\"FY 2\"",
    ),
    may(
        "was",
        Holds::List(&Holds::Id),
        "",
        "Ids that it had in earlier versions of its pack: records and saved positions that use them still read.",
        "[\"old-name\"]",
    ),
    may("remove", Holds::Truth, "`false`", "In a later pack: takes the entry of this id out of the game.", "true"),
    may(
        "patch",
        Holds::Truth,
        "`false`",
        "In a later pack: says that an entry which reads like a whole new one is to change the one of this id.",
        "true",
    ),
];
