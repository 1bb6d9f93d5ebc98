//! Schemas of tables that occur once in a file: `[meta]` and `[code]`. Also the schema of rules.

use super::common_keys::ENTRY;
use crate::table_schema::{Key, ValueType, optional, required, schema};

/// The key for the game of a file.
const GAME: Key =
    required("game", "The id of the game. It must be the name of the folder.", ValueType::Line, "\"ferry\"");

/// The key for the source of all data in a file.
const SOURCE: Key = optional(
    "source",
    "The source of all data in the file, as `source` of an entry is for one entry.",
    ValueType::Source,
    "",
    "\"own\"",
);

schema! {
    /// The game itself.
    pub(crate) static META = "[meta] of a board";
    keys {
        "game" = shared(GAME);
        /// The printed name of the game.
        "name" = required_in_new_entry(Line, "\"The Ferry\"");
        /// The position that rule tests call `blank`, in notation. It begins with the current step (`turn STEP`) and
        /// lists what the rules need on the board.
        "blank" = optional(Text, "an empty board", "\"turn crossing; purse 2\"");
        /// The fact that tells whether the rules play a side (Non-player). It needs `on = "side"` and `type =
        /// "boolean"`, all must see it, and no period may reset it.
        "nonplayer" = optional(IdOf("fact"), "none", "\"sleeps\"");
        /// The fact that tells whether a side is in play; it needs the same keys as the fact of `nonplayer`. A side
        /// that is not in play has no seat, no line on the screen, no standing actions and no choices. The seating sets
        /// the fact when a game begins, then the scenario may change it.
        "in_play" = optional(IdOf("fact"), "all sides are in play", "\"awake\"");
        /// What `ledger` shows if the player names nothing: tracks, types of pieces and classes.
        "ledger" = optional(
            List(&AnyOf(&[IdOf("track"), IdOf("piece"), IdOf("class")])),
            "the player must name something",
            "[\"purse\"]"
        );
        "source" = shared(SOURCE);
    }
    example "[meta]\ngame = \"ferry\"\nname = \"The Ferry\"\nsource = \"own\""
}

schema! {
    /// The game of the file.
    pub(crate) static CARDS_META = "[meta] of a file of cards";
    keys {
        "game" = shared(GAME);
        "source" = shared(SOURCE);
    }
    example "[meta]\ngame = \"ferry\"\nsource = \"own\""
}

schema! {
    /// The game of the file. The table may be left out.
    pub(crate) static PLAIN_META = "[meta] of a file";
    keys {
        /// The id of the game. It must be the name of the folder.
        "game" = optional(Line, "the name of its folder", "\"ferry\"");
        "source" = shared(SOURCE);
    }
    example "[meta]\ngame = \"ferry\""
}

schema! {
    /// The scenario itself.
    pub(crate) static SCENARIO_META = "[meta] of a scenario";
    keys {
        /// The id for `play --scenario` and for other scenarios.
        "id" = required(Id, "\"first-night\"");
        "game" = shared(GAME);
        /// The printed name of the scenario.
        "name" = required_in_new_entry(Line, "\"The First Night\"");
        /// One paragraph about the scenario, for lists.
        "doc" = optional(Text, "", "\"Both sides begin with an empty purse.\"");
        /// Another scenario to start from. Its position and options are applied first, then those of this scenario,
        /// which may override them. At most 16 scenarios may extend each other.
        "extends" = optional(IdOf("scenario"), "none", "\"standard\"").with_context("id = \"late-start\"");
        /// The step that runs when the game begins: a name that a script gives to `step`. Required in a scenario that
        /// extends no other. For a scenario that begins in the middle of a game, a line `turn STEP` of the position
        /// names another step.
        "first" = optional(IdOf("step"), "the first step of the extended scenario", "\"set-up\"");
        /// The position, in the notation that `show notation` and `export` print: `PLACE: pieces and tracks`, `TRACK
        /// n`, `PILE: cards`. Line breaks or `;` separate the parts.
        "position" = optional(
            Text,
            "an empty board: all pieces in their supply, all cards in the home pile, tracks at their start",
            "\"port: 2 raft; purse 3\"",
        );
        /// Earlier ids of the scenario.
        "was" = optional(List(&Id), "", "[\"opening\"]");
        "source" = shared(SOURCE);
        /// In a later pack: removes the scenario with this id from the game.
        "remove" = optional(Boolean, "`false`", "true");
        /// In a later pack: changes the scenario with this id, even if all keys of a new scenario are given.
        "patch" = optional(Boolean, "`false`", "true");
    }
    example "[meta]\nid = \"standard\"\ngame = \"ferry\"\nname = \"The Standard Game\"\nfirst = \"set-up\"\nposition = \"\"\"\nport: 2 raft\npurse 3\n\"\"\""
}

schema! {
    /// The code of citations. Comments, texts and tests cite rules as `[FY 2]`; `check` reports a citation of an
    /// unknown rule.
    pub(crate) static CODE = "[code] of the rules";
    keys {
        /// The code, usually in capitals.
        "id" = required_in_new_entry(Line, "\"FY\"");
        /// The title of the rulebook, for readers.
        "name" = optional(Line, "", "\"The Ferry, rules of play\"");
    }
    example "[code]\nid = \"FY\""
}

schema! {
    /// A section of the rulebook that code, cards and tests can cite. `cardwright rules GAME` prints which sections are
    /// implemented and tested.
    pub(crate) static RULE = "rule";
    keys {
        /// The number or heading as cited, without the code. `8.8.5/2` is a sentence of `8.8.5`.
        "number" = required(Line, "\"8.8.5/2\"");
        /// A title in your own words.
        "title" = required_in_new_entry(Line, "\"Crossing the river\"");
    } + ENTRY
    example "[[rule]]\nnumber = \"1\"\ntitle = \"Set-up\"\n\n[[rule]]\nnumber = \"2\"\ntitle = \"Crossing the river\""
}
