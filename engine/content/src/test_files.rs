//! The TOML files beside the rule tests. Whoever counts or plants faults reads them by itself; here stands what they may
//! say, for the reference and for editors. A test holds every file there is, and the examples, to both.

use crate::files::FileForm;
use crate::form::{Form, Holds, always, may};

/// Every kind of TOML file among the tests of a pack.
pub static TEST_FILES: [FileForm; 2] = [
    FileForm { kind: "perft", path: "tests/perft/<game>.toml", more: &[], form: &PERFT },
    FileForm { kind: "mutants", path: "tests/mutants/<game>.toml", more: &[], form: &MUTANTS },
];

const COUNT: Holds = Holds::Number(0, i64::MAX);

static PERFT: Form = Form {
    of: "file of positions",
    doc: "Positions from which `cardwright perft GAME` counts the ways to go on, with the counts they are known to have. One of a later pack stands for one of the same id.",
    keys: &[&[may("position", Holds::Entries(&POSITION), "", "Positions.", "")]],
    more: &[],
    example: "",
};

static POSITION: Form = Form {
    of: "position",
    doc: "A position to count from, small enough to find by hand what changed.",
    keys: &[&[
        always("id", Holds::Id, "What `perft GAME POSITION` calls it.", "\"first-night\""),
        always("doc", Holds::Text, "What it is there for.", "\"One raft, one coin.\""),
        always(
            "position",
            Holds::Text,
            "Notation, on an empty board: what is not said has its first value, and all cards are home.",
            "\"turn crossing; purse 1\"",
        ),
        may(
            "levels",
            Holds::List(&Holds::Table(&LEVEL)),
            "nothing is compared",
            "The counts of one answer, of two, and so on, as far as they are known.",
            "[{ nodes = 2, ways = 2, chance = 0, boards = 2, over = 0 }]",
        ),
    ]],
    more: &[],
    example: "[[position]]\nid = \"first-night\"\ndoc = \"One raft, one coin.\"\nposition = \"turn crossing; purse 1\"\nlevels = [{ nodes = 2, ways = 2, chance = 0, boards = 2, over = 0 }]",
};

static LEVEL: Form = Form {
    of: "level",
    doc: "What was counted of so many answers.",
    keys: &[&[
        always("nodes", COUNT, "Paths of so many answers, with what came up.", "2"),
        always("ways", COUNT, "The same with every die told apart: two dice with six faces are 36.", "2"),
        always("chance", COUNT, "Of the nodes, those whose last answer asked something of chance.", "0"),
        always("boards", COUNT, "Different boards at their ends.", "2"),
        always("over", COUNT, "Of the nodes, those at which the game is over.", "0"),
        may("dead_ends", COUNT, "0", "Paths left out, as nobody has a row after their last answer.", "1"),
    ]],
    more: &[],
    example: "nodes = 2\nways = 2\nchance = 0\nboards = 2\nover = 0",
};

static MUTANTS: Form = Form {
    of: "list of faults",
    doc: "Faults that change no game, which `cardwright mutate GAME` neither plants nor counts. An entry that fits no fault any more is told.",
    keys: &[&[may("equivalent", Holds::Entries(&EQUIVALENT), "", "Faults that change nothing.", "")]],
    more: &[],
    example: "",
};

static EQUIVALENT: Form = Form {
    of: "fault",
    doc: "One fault, or several alike: what is left out fits everything.",
    keys: &[&[
        always("file", Holds::Text, "The file, or a folder.", "\"scenarios/ferry/board.toml\""),
        always("why", Holds::Text, "Why nothing comes of it.", "\"where a place is drawn\""),
        may("line", Holds::Text, "any", "What the line says on which the fault begins.", "\"x = 40\""),
        may("key", Holds::Text, "any", "In TOML: the key whose value it is.", "\"x\""),
        may("kind", Holds::Text, "any", "The kind of fault, as `mutate` tells it.", "\"number\""),
        may("was", Holds::Text, "any", "What stood there.", "\"40\""),
        may("becomes", Holds::Text, "any", "What stands there with the fault.", "\"41\""),
    ]],
    more: &[],
    example: "[[equivalent]]\nfile = \"scenarios/ferry/board.toml\"\nkey = \"x\"\nwhy = \"where a place is drawn\"",
};
