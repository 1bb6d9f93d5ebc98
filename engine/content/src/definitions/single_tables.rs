//! Schemas of tables that occur once in a file: `[meta]` and `[code]`. Also the schema of rules.

use super::common_keys::ENTRY;
use crate::table_schema::{Key, TableSchema, ValueType, optional, required, required_in_new_entry};

/// The key for the game of a file.
const GAME: Key =
    required("game", ValueType::Line, "The id of the game. It must be the name of the folder.", "\"ferry\"");

/// The key for the source of all data in a file.
const SOURCE: Key = optional(
    "source",
    ValueType::Source,
    "",
    "The source of all data in the file, as `source` of an entry is for one entry.",
    "\"own\"",
);

/// `[meta]` of `board.toml`.
pub(crate) static META: TableSchema = TableSchema {
    subject: "[meta] of a board",
    doc: "The game itself.",
    keys: &[&[
        GAME,
        required_in_new_entry("name", ValueType::Line, "The printed name of the game.", "\"The Ferry\""),
        optional(
            "blank",
            ValueType::Text,
            "an empty board",
            "The position that rule tests call `blank`, in notation. It begins with the current step (`turn STEP`) and lists what the rules need on the board.",
            "\"turn crossing; purse 2\"",
        ),
        optional(
            "nonplayer",
            ValueType::IdOf("fact"),
            "none",
            "The fact that tells whether the rules play a side (Non-player). It needs `on = \"side\"` and `type = \"boolean\"`, all must see it, and no period may reset it.",
            "\"sleeps\"",
        ),
        optional(
            "in_play",
            ValueType::IdOf("fact"),
            "all sides are in play",
            "The fact that tells whether a side is in play; it needs the same keys as the fact of `nonplayer`. A side that is not in play has no seat, no line on the screen, no standing actions and no choices. The seating sets the fact when a game begins, then the scenario may change it.",
            "\"awake\"",
        ),
        SOURCE,
    ]],
    game_keys: &[],
    example: "[meta]\ngame = \"ferry\"\nname = \"The Ferry\"\nsource = \"own\"",
};

/// `[meta]` of a file of cards.
pub(crate) static CARDS_META: TableSchema = TableSchema {
    subject: "[meta] of a file of cards",
    doc: "The game of the file.",
    keys: &[&[GAME, SOURCE]],
    game_keys: &[],
    example: "[meta]\ngame = \"ferry\"\nsource = \"own\"",
};

/// `[meta]` of `rules.toml` and `text.toml`. These files may leave out the table.
pub(crate) static PLAIN_META: TableSchema = TableSchema {
    subject: "[meta] of a file",
    doc: "The game of the file. The table may be left out.",
    keys: &[&[
        Key { requirement: crate::table_schema::Requirement::Optional, default: "the name of its folder", ..GAME },
        SOURCE,
    ]],
    game_keys: &[],
    example: "[meta]\ngame = \"ferry\"",
};

/// `[meta]` of a scenario.
pub(crate) static SCENARIO_META: TableSchema = TableSchema {
    subject: "[meta] of a scenario",
    doc: "The scenario itself.",
    keys: &[&[
        required("id", ValueType::Id, "The id for `play --scenario` and for other scenarios.", "\"first-night\""),
        GAME,
        required_in_new_entry("name", ValueType::Line, "The printed name of the scenario.", "\"The First Night\""),
        optional("doc", ValueType::Text, "", "One paragraph about the scenario, for lists.", "\"Both sides begin with an empty purse.\""),
        optional(
            "extends",
            ValueType::IdOf("scenario"),
            "none",
            "Another scenario to start from. Its position and options are applied first, then those of this scenario, which may override them. At most 16 scenarios may extend each other.",
            "\"standard\"",
        ).with_context("id = \"late-start\""),
        optional(
            "first",
            ValueType::IdOf("step"),
            "the first step of the extended scenario",
            "The step that runs when the game begins: a name that a script gives to `step`. Required in a scenario that extends no other. For a scenario that begins in the middle of a game, a line `turn STEP` of the position names another step.",
            "\"set-up\"",
        ),
        optional(
            "position",
            ValueType::Text,
            "an empty board: all pieces in their supply, all cards in the home pile, tracks at their start",
            "The position, in the notation that `show notation` and `export` print: `PLACE: pieces and tracks`, `TRACK n`, `PILE: cards`. Line breaks or `;` separate the parts.",
            "\"port: 2 raft; purse 3\"",
        ),
        optional(
            "was",
            ValueType::List(&ValueType::Id),
            "",
            "Earlier ids of the scenario.",
            "[\"opening\"]",
        ),
        SOURCE,
        optional("remove", ValueType::Boolean, "`false`", "In a later pack: removes the scenario with this id from the game.", "true"),
        optional(
            "patch",
            ValueType::Boolean,
            "`false`",
            "In a later pack: changes the scenario with this id, even if all keys of a new scenario are given.",
            "true",
        ),
    ]],
    game_keys: &[],
    example: "[meta]\nid = \"standard\"\ngame = \"ferry\"\nname = \"The Standard Game\"\nfirst = \"set-up\"\nposition = \"\"\"\nport: 2 raft\npurse 3\n\"\"\"",
};

/// `[code]` of `rules.toml`.
pub(crate) static CODE: TableSchema = TableSchema {
    subject: "[code] of the rules",
    doc: "The code of citations. Comments, texts and tests cite rules as `[FY 2]`; `check` reports a citation of an unknown rule.",
    keys: &[&[
        required_in_new_entry("id", ValueType::Line, "The code, usually in capitals.", "\"FY\""),
        optional(
            "name",
            ValueType::Line,
            "",
            "The title of the rulebook, for readers.",
            "\"The Ferry, rules of play\"",
        ),
    ]],
    game_keys: &[],
    example: "[code]\nid = \"FY\"",
};

/// `[[rule]]`.
pub(crate) static RULE: TableSchema = TableSchema {
    subject: "rule",
    doc: "A section of the rulebook that code, cards and tests can cite. `cardwright rules GAME` prints which sections are implemented and tested.",
    keys: &[
        &[
            required(
                "number",
                ValueType::Line,
                "The number or heading as cited, without the code. `8.8.5/2` is a sentence of `8.8.5`.",
                "\"8.8.5/2\"",
            ),
            required_in_new_entry("title", ValueType::Line, "A title in your own words.", "\"Crossing the river\""),
        ],
        &ENTRY,
    ],
    game_keys: &[],
    example: "[[rule]]\nnumber = \"1\"\ntitle = \"Set-up\"\n\n[[rule]]\nnumber = \"2\"\ntitle = \"Crossing the river\"",
};
