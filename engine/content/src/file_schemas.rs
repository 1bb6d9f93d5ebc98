//! The kinds of TOML files in a pack, each with the schema of its tables.

use crate::definitions::schemas::*;
use crate::layout_file::schemas::LAYOUT;
use crate::manifest::PACK;
use crate::table_schema::{Key, TableSchema, schema};

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

schema! {
    /// The components of the game: sides, map, pieces, tracks, facts, dice, piles, options. Every folder with this file
    /// is a game. Large parts may move to files of their own, in any number, in the folder `board/` next to it; each
    /// needs a `[meta]`.
    pub(crate) static BOARD = "board";
    keys {
        /// The game itself.
        "meta" = required(Table(&META), "");
        /// The parties of the game.
        "side" = optional(Entries(&SIDE), "", "");
        /// Parts of the game, such as turns; facts and marks may be reset at their end.
        "period" = optional(Entries(&PERIOD), "", "");
        /// Kinds of spaces.
        "kind" = optional(Entries(&KIND), "", "");
        /// Spaces.
        "space" = optional(Entries(&SPACE), "", "");
        /// Kinds of links.
        "link-kind" = optional(Entries(&LINK_KIND), "", "");
        /// Connections of two spaces.
        "link" = optional(Entries(&LINK), "", "");
        /// Temporary flags on pieces.
        "mark" = optional(Entries(&MARK), "", "");
        /// The declaration of the data on pieces.
        "pieces" = optional(Table(&PIECE_DECLARATION), "`data` of pieces is not checked", "");
        /// Types of pieces.
        "piece" = optional(Entries(&PIECE), "", "");
        /// Names for several types of pieces.
        "class" = optional(Entries(&CLASS), "", "");
        /// Numbers on the board.
        "track" = optional(Entries(&TRACK), "", "");
        /// Values that the rules remember.
        "fact" = optional(Entries(&FACT), "", "");
        /// Dice.
        "die" = optional(Entries(&DIE), "", "");
        /// Piles of cards.
        "pile" = optional(Entries(&PILE), "", "");
        /// The declaration of the fields of cards.
        "card" = optional(Table(&CARD_DECLARATION), "cards have only an id", "");
        /// Choices about the rules.
        "option" = optional(Entries(&OPTION), "", "");
        /// The sides of each player, by number of players.
        "seating" = optional(Entries(&SEATING), "each side has a player of its own", "");
        /// Numbers of the rules that packs may change.
        "knob" = optional(Entries(&KNOB), "", "");
    }
}

schema! {
    /// The cards as printed, in any number of files.
    pub(crate) static CARDS = "file of cards";
    keys {
        /// The game of the file.
        "meta" = required(Table(&CARDS_META), "");
        /// The cards.
        "card" = optional(Entries(&CARD), "", "");
    }
}

schema! {
    /// The sections of the rulebook that comments, cards and tests can cite.
    pub(crate) static RULES = "rules";
    keys {
        /// The game of the file.
        "meta" = optional(Table(&PLAIN_META), "", "");
        /// The code of citations.
        "code" = optional(Table(&CODE), "nothing can be cited", "");
        /// The sections.
        "rule" = optional(Entries(&RULE), "", "");
    }
}

schema! {
    /// All texts of a game: labels of actions and words, prompts, log lines, reasons. Each is a table under its id:
    /// `[text.where-to]`.
    pub(crate) static TEXTS = "texts";
    keys {
        /// The game of the file.
        "meta" = optional(Table(&PLAIN_META), "", "");
        /// Labels of actions.
        "action" = optional(NamedEntries(&ACTION), "", "");
        /// Labels of words.
        "word" = optional(NamedEntries(&WORD), "", "");
        /// Prompts and lines of the log.
        "text" = optional(NamedEntries(&TEXT), "", "");
        /// Reasons.
        "why" = optional(NamedEntries(&WHY), "", "");
    }
}
