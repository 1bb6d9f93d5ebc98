//! Schemas of the TOML files among the tests of a pack.
//!
//! Other crates read these files. The reference (`docs/content.md`) and editors use the schemas. A test checks all
//! existing files against the schemas.

use crate::file_schemas::FileSchema;
use crate::table_schema::{TableSchema, ValueType, optional, required};

/// Every kind of TOML file among the tests of a pack.
pub static TEST_FILE_SCHEMAS: [FileSchema; 2] = [
    FileSchema { kind: "perft", path: "tests/perft/<game>.toml", more_paths: &[], schema: &PERFT },
    FileSchema { kind: "mutants", path: "tests/mutants/<game>.toml", more_paths: &[], schema: &MUTANTS },
];

const COUNT: ValueType = ValueType::Number(0, i64::MAX);

static PERFT: TableSchema = TableSchema {
    subject: "file of positions",
    doc: "Positions from which `cardwright perft GAME` counts all continuations, with the expected counts. A position of a later pack replaces one with the same id.",
    keys: &[&[optional("position", ValueType::Entries(&POSITION), "", "Positions.", "")]],
    game_keys: &[],
    example: "",
};

static POSITION: TableSchema = TableSchema {
    subject: "position",
    doc: "A position to count from. Keep it small, to find the cause of a changed count by hand.",
    keys: &[&[
        required("id", ValueType::Id, "The id for `perft GAME POSITION`.", "\"first-night\""),
        required("doc", ValueType::Text, "The purpose of the position.", "\"One raft, one coin.\""),
        required(
            "position",
            ValueType::Text,
            "The position in notation, on an empty board: everything else has its start value, and all cards are in the home pile.",
            "\"turn crossing; purse 1\"",
        ),
        optional(
            "levels",
            ValueType::List(&ValueType::Table(&LEVEL)),
            "nothing is compared",
            "The expected counts after one answer, two answers, and so on.",
            "[{ nodes = 2, ways = 2, chance = 0, boards = 2, over = 0 }]",
        ),
    ]],
    game_keys: &[],
    example: "[[position]]\nid = \"first-night\"\ndoc = \"One raft, one coin.\"\nposition = \"turn crossing; purse 1\"\nlevels = [{ nodes = 2, ways = 2, chance = 0, boards = 2, over = 0 }]",
};

static LEVEL: TableSchema = TableSchema {
    subject: "level",
    doc: "The counts after one number of answers.",
    keys: &[&[
        required("nodes", COUNT, "The number of paths, counting different dice and card results separately.", "2"),
        required("ways", COUNT, "The number of paths if all dice are distinct: two dice with six faces count 36.", "2"),
        required("chance", COUNT, "The nodes whose last answer used chance.", "0"),
        required("boards", COUNT, "The number of different boards at the ends of the paths.", "2"),
        required("over", COUNT, "The nodes at which the game is over.", "0"),
        optional("dead_ends", COUNT, "0", "Paths left out because nobody has a legal move after the last answer.", "1"),
    ]],
    game_keys: &[],
    example: "nodes = 2\nways = 2\nchance = 0\nboards = 2\nover = 0",
};

static MUTANTS: TableSchema = TableSchema {
    subject: "list of faults",
    doc: "Faults that do not change the game. `cardwright mutate GAME` neither plants nor counts them. It reports entries that match no fault.",
    keys: &[&[optional("equivalent", ValueType::Entries(&EQUIVALENT), "", "Faults that change nothing.", "")]],
    game_keys: &[],
    example: "",
};

static EQUIVALENT: TableSchema = TableSchema {
    subject: "fault",
    doc: "One fault or several similar ones. A key that is left out matches everything.",
    keys: &[&[
        required("file", ValueType::Text, "The file, or a folder.", "\"scenarios/ferry/board.toml\""),
        required("why", ValueType::Text, "Why the fault has no effect.", "\"where a place is drawn\""),
        optional("line", ValueType::Text, "any", "The text of the line where the fault begins.", "\"x = 40\""),
        optional("key", ValueType::Text, "any", "In TOML: the key of the changed value.", "\"x\""),
        optional("kind", ValueType::Text, "any", "The kind of fault, as `mutate` prints it.", "\"number\""),
        optional("was", ValueType::Text, "any", "The original text.", "\"40\""),
        optional("becomes", ValueType::Text, "any", "The text with the fault.", "\"41\""),
    ]],
    game_keys: &[],
    example: "[[equivalent]]\nfile = \"scenarios/ferry/board.toml\"\nkey = \"x\"\nwhy = \"where a place is drawn\"",
};
