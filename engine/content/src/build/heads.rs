//! What stands once in a game: `[meta]` of its board, `[code]` of its rules; and the rules.

use super::entry::ENTRY;
use crate::form::{Form, Holds, Key, always, may, needed};

/// The game that a file is of.
const GAME: Key = always("game", Holds::Line, "The game that the file is of: the name of its folder.", "\"ferry\"");

/// Where the figures of a whole file come from.
const SOURCE: Key = may(
    "source",
    Holds::Source,
    "",
    "Where the figures of the file come from, as `source` of an entry says it of one.",
    "\"own\"",
);

/// `[meta]` of `board.toml`.
pub(crate) static META: Form = Form {
    of: "[meta] of a board",
    doc: "The game itself.",
    keys: &[&[
        GAME,
        needed("name", Holds::Line, "The printed name of the game.", "\"The Ferry\""),
        may(
            "blank",
            Holds::Text,
            "an empty board",
            "The position that rule tests call `blank`, in notation: it begins with the step that is open (`turn STEP`), and says what must lie on the board for the rules to work at all.",
            "\"turn crossing; purse 2\"",
        ),
        may(
            "nonplayer",
            Holds::Of("fact"),
            "no side is",
            "The fact that says of a side that rules play it: one `on = \"side\"`, of `type = \"truth\"`, that all see and that ends with no period.",
            "\"sleeps\"",
        ),
        may(
            "in_play",
            Holds::Of("fact"),
            "all sides are",
            "The fact that says of a side that it is in play, of the same sort: a side of which it does not hold has no seat, no line on the screen and no standing actions, and nothing may be asked of it. Seatings set it as a game begins, then the scenario's own words.",
            "\"awake\"",
        ),
        SOURCE,
    ]],
    more: &[],
    example: "[meta]\ngame = \"ferry\"\nname = \"The Ferry\"\nsource = \"own\"",
};

/// `[meta]` of a file of cards.
pub(crate) static CARDS_META: Form = Form {
    of: "[meta] of a file of cards",
    doc: "What the file is of.",
    keys: &[&[GAME, SOURCE]],
    more: &[],
    example: "[meta]\ngame = \"ferry\"\nsource = \"own\"",
};

/// `[meta]` of `rules.toml` and `text.toml`, which may be left out.
pub(crate) static PLAIN_META: Form = Form {
    of: "[meta] of a file",
    doc: "What the file is of; it may be left out.",
    keys: &[&[Key { need: crate::form::Need::Never, default: "the name of its folder", ..GAME }, SOURCE]],
    more: &[],
    example: "[meta]\ngame = \"ferry\"",
};

/// `[meta]` of a scenario.
pub(crate) static SCENARIO_META: Form = Form {
    of: "[meta] of a scenario",
    doc: "The scenario itself.",
    keys: &[&[
        always("id", Holds::Id, "What `play --scenario` and other scenarios call it.", "\"first-night\""),
        GAME,
        needed("name", Holds::Line, "Its printed name.", "\"The First Night\""),
        may("doc", Holds::Text, "", "One paragraph about it, for lists.", "\"Both sides begin with an empty purse.\""),
        may(
            "extends",
            Holds::Of("scenario"),
            "none",
            "The scenario it begins from: that one's position and options come first, this one's after them, and replace what was said of the same thing. Up to 16 deep.",
            "\"standard\"",
        )
        .beside("id = \"late-start\""),
        may(
            "first",
            Holds::Of("step"),
            "that of the scenario it extends",
            "The step that runs once as the game begins: a name that a script gives to `step`. What it does with `next` and `act` is the game from there on. A scenario that extends none must say it. A line `turn STEP` of the position names another, for a scenario that begins in the middle.",
            "\"set-up\"",
        ),
        may(
            "position",
            Holds::Text,
            "an empty board: all pieces in their supply, all cards in the pile that is home, tracks at their start",
            "What lies on the board, in notation, as `show notation` and `export` write it: `PLACE: pieces and tracks`, `TRACK n`, `PILE: cards`, parted by lines or `;`.",
            "\"port: 2 raft; purse 3\"",
        ),
        may(
            "was",
            Holds::List(&Holds::Id),
            "",
            "Ids that it had in earlier versions of its pack.",
            "[\"opening\"]",
        ),
        SOURCE,
        may("remove", Holds::Truth, "`false`", "In a later pack: takes the scenario of this id out of the game.", "true"),
        may(
            "patch",
            Holds::Truth,
            "`false`",
            "In a later pack: says that this changes the scenario of this id, though it reads like a whole new one.",
            "true",
        ),
    ]],
    more: &[],
    example: "[meta]\nid = \"standard\"\ngame = \"ferry\"\nname = \"The Standard Game\"\nfirst = \"set-up\"\nposition = \"\"\"\nport: 2 raft\npurse 3\n\"\"\"",
};

/// `[code]` of `rules.toml`.
pub(crate) static CODE: Form = Form {
    of: "[code] of the rules",
    doc: "What citations of the rules begin with: comments, texts and tests say `[FY 2]`, and `check` tells one that is not in the list.",
    keys: &[&[
        needed("id", Holds::Line, "The code, in capitals by custom.", "\"FY\""),
        may("name", Holds::Line, "", "The book that is cited, for people.", "\"The Ferry, rules of play\""),
    ]],
    more: &[],
    example: "[code]\nid = \"FY\"",
};

/// `[[rule]]`.
pub(crate) static RULE: Form = Form {
    of: "rule",
    doc: "A section of the rule book, so that code, cards and tests can cite it: `cardwright rules GAME` tells which are implemented and tested.",
    keys: &[
        &[
            always(
                "number",
                Holds::Line,
                "As it is cited, without the code: a number or a heading; `8.8.5/2` is a sentence of `8.8.5`.",
                "\"8.8.5/2\"",
            ),
            needed("title", Holds::Line, "What it says, in words of your own.", "\"Crossing the river\""),
        ],
        &ENTRY,
    ],
    more: &[],
    example: "[[rule]]\nnumber = \"1\"\ntitle = \"Set-up\"\n\n[[rule]]\nnumber = \"2\"\ntitle = \"Crossing the river\"",
};
