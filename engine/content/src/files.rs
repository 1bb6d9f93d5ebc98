//! Every kind of TOML file that a pack may hold, with its form.

use crate::build::forms::*;
use crate::form::{Form, Holds, Key, always, may};
use crate::manifest::PACK;
use crate::sketch::forms::LAYOUT;

/// A kind of file.
#[derive(Debug)]
pub struct FileForm {
    /// What it is called in a word: `board`.
    pub kind: &'static str,
    /// Where it lies in a pack.
    pub path: &'static str,
    /// Where more of the same lie.
    pub more: &'static [&'static str],
    /// What it may say.
    pub form: &'static Form,
}

/// Every kind of TOML file, in the order in which one meets them.
pub static FILES: [FileForm; 7] = [
    FileForm { kind: "pack", path: "pack.toml", more: &[], form: &PACK },
    FileForm {
        kind: "board",
        path: "scenarios/<game>/board.toml",
        more: &["scenarios/<game>/board/*.toml"],
        form: &BOARD,
    },
    FileForm { kind: "scenario", path: "scenarios/<game>/<scenario>.toml", more: &[], form: &SCENARIO },
    FileForm { kind: "cards", path: "cards/<game>/**/*.toml", more: &[], form: &CARDS },
    FileForm { kind: "text", path: "scripts/<game>/text.toml", more: &[], form: &TEXTS },
    FileForm { kind: "rules", path: "scenarios/<game>/rules.toml", more: &[], form: &RULES },
    FileForm { kind: "layout", path: "layouts/<game>/layout.toml", more: &[], form: &LAYOUT },
];

/// What every entry may say besides its own keys.
pub fn entry_keys() -> &'static [Key] {
    &ENTRY
}

/// `board.toml`.
pub(crate) static BOARD: Form = Form {
    of: "board",
    doc: "The game's components: who plays, the map, pieces, tracks, what the rules remember, dice, piles, options. A folder is a game as soon as it has one. What is much may stand in files of its own, as many as one likes, in `board/` beside it, each with a `[meta]`.",
    keys: &[&[
        always("meta", Holds::Table(&META), "The game itself.", ""),
        may("side", Holds::Entries(&SIDE), "", "Who plays.", ""),
        may("period", Holds::Entries(&PERIOD), "", "Stretches of the game at whose end things fall back.", ""),
        may("kind", Holds::Entries(&KIND), "", "Kinds of spaces.", ""),
        may("space", Holds::Entries(&SPACE), "", "Places.", ""),
        may("link-kind", Holds::Entries(&LINK_KIND), "", "Kinds of links.", ""),
        may("link", Holds::Entries(&LINK), "", "Connections of two spaces.", ""),
        may("mark", Holds::Entries(&MARK), "", "What tells pieces apart for a while.", ""),
        may(
            "pieces",
            Holds::Table(&PIECE_SHAPE),
            "`data` of pieces is not checked",
            "What is printed on the game's pieces.",
            "",
        ),
        may("piece", Holds::Entries(&PIECE), "", "Types of pieces.", ""),
        may("class", Holds::Entries(&CLASS), "", "Names for several types of pieces.", ""),
        may("track", Holds::Entries(&TRACK), "", "Numbers on the board.", ""),
        may("fact", Holds::Entries(&FACT), "", "What the rules remember.", ""),
        may("die", Holds::Entries(&DIE), "", "Dice.", ""),
        may("pile", Holds::Entries(&PILE), "", "Where cards lie.", ""),
        may("card", Holds::Table(&CARD_SHAPE), "cards have nothing but an id", "What the game's cards look like.", ""),
        may("option", Holds::Entries(&OPTION), "", "What a scenario, or whoever starts a game, may decide.", ""),
        may(
            "seating",
            Holds::Entries(&SEATING),
            "each side has a player of its own",
            "How many may play, and who plays what.",
            "",
        ),
        may("knob", Holds::Entries(&KNOB), "", "Numbers of the rules that a designer would turn.", ""),
    ]],
    more: &[],
    example: "",
};

/// A file of cards.
pub(crate) static CARDS: Form = Form {
    of: "file of cards",
    doc: "The cards as printed, in as many files as one likes.",
    keys: &[&[
        always("meta", Holds::Table(&CARDS_META), "What the file is of.", ""),
        may("card", Holds::Entries(&CARD), "", "The cards.", ""),
    ]],
    more: &[],
    example: "",
};

/// `rules.toml`.
pub(crate) static RULES: Form = Form {
    of: "rules",
    doc: "The sections of the rule book, so that comments, cards and tests can cite them.",
    keys: &[&[
        may("meta", Holds::Table(&PLAIN_META), "", "What the file is of.", ""),
        may("code", Holds::Table(&CODE), "nothing can be cited", "What citations begin with.", ""),
        may("rule", Holds::Entries(&RULE), "", "The sections.", ""),
    ]],
    more: &[],
    example: "",
};

/// `text.toml`.
pub(crate) static TEXTS: Form = Form {
    of: "texts",
    doc: "All that a game says: labels of actions and words, prompts and lines of the log, reasons. Each is a table by its id: `[text.where-to]`.",
    keys: &[&[
        may("meta", Holds::Table(&PLAIN_META), "", "What the file is of.", ""),
        may("action", Holds::Named(&ACTION), "", "Labels of actions.", ""),
        may("word", Holds::Named(&WORD), "", "Labels of words.", ""),
        may("text", Holds::Named(&TEXT), "", "Prompts and lines of the log.", ""),
        may("why", Holds::Named(&WHY), "", "Reasons.", ""),
    ]],
    more: &[],
    example: "",
};
