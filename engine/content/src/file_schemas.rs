//! The kinds of TOML files in a pack, each with the schema of its tables.

use crate::definitions::schemas::*;
use crate::layout_file::schemas::LAYOUT;
use crate::manifest::PACK;
use crate::table_schema::{Key, TableSchema, ValueType, optional, required};

/// A kind of TOML file.
#[derive(Debug)]
pub struct FileSchema {
    /// Name of the kind, in one word: `board`.
    pub kind: &'static str,
    /// Path of the file within a pack, with placeholders.
    pub path: &'static str,
    /// Paths of further files with the same keys.
    pub more_paths: &'static [&'static str],
    /// The keys of the file.
    pub schema: &'static TableSchema,
}

/// Every kind of TOML file, in the order of the reference (`docs/content.md`).
pub static FILE_SCHEMAS: [FileSchema; 7] = [
    FileSchema { kind: "pack", path: "pack.toml", more_paths: &[], schema: &PACK },
    FileSchema {
        kind: "board",
        path: "scenarios/<game>/board.toml",
        more_paths: &["scenarios/<game>/board/*.toml"],
        schema: &BOARD,
    },
    FileSchema { kind: "scenario", path: "scenarios/<game>/<scenario>.toml", more_paths: &[], schema: &SCENARIO },
    FileSchema { kind: "cards", path: "cards/<game>/**/*.toml", more_paths: &[], schema: &CARDS },
    FileSchema { kind: "text", path: "scripts/<game>/text.toml", more_paths: &[], schema: &TEXTS },
    FileSchema { kind: "rules", path: "scenarios/<game>/rules.toml", more_paths: &[], schema: &RULES },
    FileSchema { kind: "layout", path: "layouts/<game>/layout.toml", more_paths: &[], schema: &LAYOUT },
];

/// Returns the keys that every entry may have, whatever its kind.
pub fn common_keys() -> &'static [Key] {
    &ENTRY
}

/// `board.toml`.
pub(crate) static BOARD: TableSchema = TableSchema {
    subject: "board",
    doc: "The components of the game: sides, map, pieces, tracks, facts, dice, piles, options. Every folder with this file is a game. Large parts may move to files of their own, in any number, in the folder `board/` next to it; each needs a `[meta]`.",
    keys: &[&[
        required("meta", ValueType::Table(&META), "The game itself.", ""),
        optional("side", ValueType::Entries(&SIDE), "", "The parties of the game.", ""),
        optional(
            "period",
            ValueType::Entries(&PERIOD),
            "",
            "Parts of the game, such as turns; facts and marks may be reset at their end.",
            "",
        ),
        optional("kind", ValueType::Entries(&KIND), "", "Kinds of spaces.", ""),
        optional("space", ValueType::Entries(&SPACE), "", "Spaces.", ""),
        optional("link-kind", ValueType::Entries(&LINK_KIND), "", "Kinds of links.", ""),
        optional("link", ValueType::Entries(&LINK), "", "Connections of two spaces.", ""),
        optional("mark", ValueType::Entries(&MARK), "", "Temporary flags on pieces.", ""),
        optional(
            "pieces",
            ValueType::Table(&PIECE_DECLARATION),
            "`data` of pieces is not checked",
            "The declaration of the data on pieces.",
            "",
        ),
        optional("piece", ValueType::Entries(&PIECE), "", "Types of pieces.", ""),
        optional("class", ValueType::Entries(&CLASS), "", "Names for several types of pieces.", ""),
        optional("track", ValueType::Entries(&TRACK), "", "Numbers on the board.", ""),
        optional("fact", ValueType::Entries(&FACT), "", "Values that the rules remember.", ""),
        optional("die", ValueType::Entries(&DIE), "", "Dice.", ""),
        optional("pile", ValueType::Entries(&PILE), "", "Piles of cards.", ""),
        optional(
            "card",
            ValueType::Table(&CARD_DECLARATION),
            "cards have only an id",
            "The declaration of the fields of cards.",
            "",
        ),
        optional("option", ValueType::Entries(&OPTION), "", "Choices about the rules.", ""),
        optional(
            "seating",
            ValueType::Entries(&SEATING),
            "each side has a player of its own",
            "The sides of each player, by number of players.",
            "",
        ),
        optional("knob", ValueType::Entries(&KNOB), "", "Numbers of the rules that packs may change.", ""),
    ]],
    game_keys: &[],
    example: "",
};

/// A file of cards.
pub(crate) static CARDS: TableSchema = TableSchema {
    subject: "file of cards",
    doc: "The cards as printed, in any number of files.",
    keys: &[&[
        required("meta", ValueType::Table(&CARDS_META), "The game of the file.", ""),
        optional("card", ValueType::Entries(&CARD), "", "The cards.", ""),
    ]],
    game_keys: &[],
    example: "",
};

/// `rules.toml`.
pub(crate) static RULES: TableSchema = TableSchema {
    subject: "rules",
    doc: "The sections of the rulebook that comments, cards and tests can cite.",
    keys: &[&[
        optional("meta", ValueType::Table(&PLAIN_META), "", "The game of the file.", ""),
        optional("code", ValueType::Table(&CODE), "nothing can be cited", "The code of citations.", ""),
        optional("rule", ValueType::Entries(&RULE), "", "The sections.", ""),
    ]],
    game_keys: &[],
    example: "",
};

/// `text.toml`.
pub(crate) static TEXTS: TableSchema = TableSchema {
    subject: "texts",
    doc: "All texts of a game: labels of actions and words, prompts, log lines, reasons. Each is a table under its id: `[text.where-to]`.",
    keys: &[&[
        optional("meta", ValueType::Table(&PLAIN_META), "", "The game of the file.", ""),
        optional("action", ValueType::NamedEntries(&ACTION), "", "Labels of actions.", ""),
        optional("word", ValueType::NamedEntries(&WORD), "", "Labels of words.", ""),
        optional("text", ValueType::NamedEntries(&TEXT), "", "Prompts and lines of the log.", ""),
        optional("why", ValueType::NamedEntries(&WHY), "", "Reasons.", ""),
    ]],
    game_keys: &[],
    example: "",
};
