//! Schemas of the TOML files among the tests of a pack.
//!
//! Other crates read these files. The reference (`docs/content.md`) and editors use the schemas. A test checks all
//! existing files against the schemas.

use crate::file_schemas::FileSchema;
use crate::table_schema::{ValueType, schema};

/// Every kind of TOML file among the tests of a pack.
pub static TEST_FILE_SCHEMAS: [FileSchema; 2] = [
    FileSchema { kind: "perft", path: "tests/perft/<game>.toml", more_paths: &[], schema: &PERFT },
    FileSchema { kind: "mutants", path: "tests/mutants/<game>.toml", more_paths: &[], schema: &MUTANTS },
];

const COUNT: ValueType = ValueType::Number(0, i64::MAX);

schema! {
    /// Positions from which `cardwright perft GAME` counts all continuations, with the expected counts. A position of a
    /// later pack replaces one with the same id.
    static PERFT = "file of positions";
    keys {
        /// Positions.
        "position" = optional(Entries(&POSITION), "", "");
    }
}

schema! {
    /// A position to count from. Keep it small, to find the cause of a changed count by hand.
    static POSITION = "position";
    keys {
        /// The id for `perft GAME POSITION`.
        "id" = required(Id, "\"first-night\"");
        /// The purpose of the position.
        "doc" = required(Text, "\"One raft, one coin.\"");
        /// The position in notation, on an empty board: everything else has its start value, and all cards are in the
        /// home pile.
        "position" = required(Text, "\"turn crossing; purse 1\"");
        /// The expected counts after one answer, two answers, and so on.
        "levels" = optional(
            List(&Table(&LEVEL)),
            "nothing is compared",
            "[{ nodes = 2, ways = 2, chance = 0, boards = 2, over = 0 }]",
        );
    }
    example "[[position]]\nid = \"first-night\"\ndoc = \"One raft, one coin.\"\nposition = \"turn crossing; purse 1\"\nlevels = [{ nodes = 2, ways = 2, chance = 0, boards = 2, over = 0 }]"
}

schema! {
    /// The counts after one number of answers.
    static LEVEL = "level";
    keys {
        /// The number of paths, counting different dice and card results separately.
        "nodes" = required(COUNT, "2");
        /// The number of paths if all dice are distinct: two dice with six faces count 36.
        "ways" = required(COUNT, "2");
        /// The nodes whose last answer used chance.
        "chance" = required(COUNT, "0");
        /// The number of different boards at the ends of the paths.
        "boards" = required(COUNT, "2");
        /// The nodes at which the game is over.
        "over" = required(COUNT, "0");
        /// Paths left out because nobody has a legal move after the last answer.
        "dead_ends" = optional(COUNT, "0", "1");
    }
    example "nodes = 2\nways = 2\nchance = 0\nboards = 2\nover = 0"
}

schema! {
    /// Faults that do not change the game. `cardwright mutate GAME` neither plants nor counts them. It reports entries
    /// that match no fault.
    static MUTANTS = "list of faults";
    keys {
        /// Faults that change nothing.
        "equivalent" = optional(Entries(&EQUIVALENT), "", "");
    }
}

schema! {
    /// One fault or several similar ones. A key that is left out matches everything.
    static EQUIVALENT = "fault";
    keys {
        /// The file, or a folder.
        "file" = required(Text, "\"scenarios/ferry/board.toml\"");
        /// Why the fault has no effect.
        "why" = required(Text, "\"where a place is drawn\"");
        /// The text of the line where the fault begins.
        "line" = optional(Text, "any", "\"x = 40\"");
        /// In TOML: the key of the changed value.
        "key" = optional(Text, "any", "\"x\"");
        /// The kind of fault, as `mutate` prints it.
        "kind" = optional(Text, "any", "\"number\"");
        /// The original text.
        "was" = optional(Text, "any", "\"40\"");
        /// The text with the fault.
        "becomes" = optional(Text, "any", "\"41\"");
    }
    example "[[equivalent]]\nfile = \"scenarios/ferry/board.toml\"\nkey = \"x\"\nwhy = \"where a place is drawn\""
}
