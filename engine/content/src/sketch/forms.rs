//! What `layout.toml` may say.

use super::looks::{ANCHORS, SHAPES};
use crate::form::{Form, Holds, Key, always, may, needed, words};

/// How far a canvas reaches.
pub(crate) const WIDEST: i64 = 8000;
/// A number on it; what lies behind everything may reach over its edges.
const ON: Holds = Holds::Measure(0, WIDEST);
const SIZE: Holds = Holds::Measure(4, 200);
const PLACE: Holds = Holds::List(&ON);
const BOX: Holds = Holds::List(&ON);

const REMOVE: Key = may("remove", Holds::Truth, "`false`", "In a later pack: takes the entry out.", "true");
const TEXT: Key = may(
    "text",
    Holds::Text,
    "its name",
    "What it is called on the map; a line feed begins a new line.",
    "\"Old\\nPort\"",
);
const FONT: Key = may("font", SIZE, "`font` of the canvas", "How large its name is.", "18");
const ANCHOR: Key = may(
    "anchor",
    Holds::Choice(&const { words(&ANCHORS) }),
    "`\"middle\"`",
    "Which end of its name is at `label`.",
    "\"start\"",
);
const STYLE: Key = may(
    "style",
    Holds::Of("style"),
    "that of its kind's name",
    "What it looks like: the name of a style.",
    "\"shore\"",
);

/// `layouts/<game>/layout.toml`.
pub(crate) static LAYOUT: Form = Form {
    of: "layout",
    doc: "Where the places of a game lie and how they look. All numbers are units of the canvas, counted from its left upper corner. Whatever is left out is laid out by itself: a game needs no layout. It is no part of the rules: records and hashes do not know it. Pictures lie beside it: `.svg` and `.png`, of at most 4 MiB each. How to make one, step by step: [layouts.md](layouts.md).",
    keys: &[&[
        may("canvas", Holds::Table(&CANVAS), "", "What all is drawn on.", ""),
        may("style", Holds::Named(&STYLED), "", "Looks by name.", ""),
        may("side", Holds::Entries(&SIDE), "", "What tells sides apart.", ""),
        may("piece", Holds::Entries(&PIECE), "", "What stands on counters.", ""),
        may("mark", Holds::Entries(&MARK), "", "How a number or fact of a place is shown there.", ""),
        may("background", Holds::Entries(&BACKGROUND), "", "What is no place: land, rivers, names of seas.", ""),
        may("space", Holds::Entries(&SPACE), "", "Places.", ""),
        may("border", Holds::Entries(&BORDER), "", "What is drawn between two places.", ""),
        may("track", Holds::Entries(&TRACK), "", "Rows of numbers with a marker.", ""),
        may("pile", Holds::Entries(&PILE), "", "Where cards lie.", ""),
        may("links", Holds::Table(&LINKS), "", "Lines between places that are next to each other.", ""),
    ]],
    more: &[],
    example: "",
};

/// `[canvas]`.
pub(crate) static CANVAS: Form = Form {
    of: "[canvas] of a layout",
    doc: "What all is drawn on.",
    keys: &[&[
        needed("width", Holds::Measure(100, WIDEST), "How wide it is.", "800"),
        needed("height", Holds::Measure(100, WIDEST), "How high it is.", "500"),
        may("paper", Holds::Colour, "`\"#eef0ec\"`", "What it is of.", "\"#d5e4ea\""),
        may(
            "picture",
            Holds::Line,
            "none",
            "A picture beside this file that lies under everything, as large as the canvas.",
            "\"map.svg\"",
        ),
        may(
            "piece",
            SIZE,
            "`34`",
            "How large a counter is where there is room; where many lie, they are smaller.",
            "40",
        ),
        may("font", SIZE, "`18`", "How large names are.", "20"),
    ]],
    more: &[],
    example: "[canvas]\nwidth = 800\nheight = 500",
};

/// `[style.NAME]`.
pub(crate) static STYLED: Form = Form {
    of: "style",
    doc: "A look. That of a kind of places has its id for a name. `neutral` (land that is no place), `sea` (names of seas), `panel` (what tracks and boxes lie on), `box` and `plate` are there, and may be changed.",
    keys: &[&[
        may("fill", PAINT, "`\"none\"`", "What fills it.", "\"#f0e4c3\""),
        may("line", PAINT, "`\"none\"`", "The colour of its outline.", "\"#8a7a4e\""),
        may("width", Holds::Measure(0, 40), "`1.5`", "How wide the outline is.", "2.5"),
        may("dash", Holds::List(&Holds::Measure(0, 200)), "a whole line", "A dash and a gap of the outline.", "[6, 4]"),
        REMOVE,
    ]],
    more: &[],
    example: "[style.landing]\nfill = \"#f0e4c3\"\nline = \"#8a7a4e\"\n\n[style.shore]\nline = \"#4a4334\"\nwidth = 5",
};

const PAINT: Holds = Holds::AnyOf(&[Holds::Colour, Holds::Choice(&["none"])]);

/// `[[side]]`.
pub(crate) static SIDE: Form = Form {
    of: "look of a side",
    doc: "What tells a side's pieces from those of others: colour and shape, so that nobody needs to see colours.",
    keys: &[&[
        always("id", Holds::Of("side"), "The side.", "\"reds\""),
        may(
            "color",
            Holds::Colour,
            "what its id or name says (`red`), else one of its own",
            "The colour of its pieces.",
            "\"#a8322d\"",
        ),
        may(
            "shape",
            Holds::Choice(&const { words(&SHAPES) }),
            "one of its own",
            "The shape of its pieces.",
            "\"round\"",
        ),
        may(
            "letter",
            Holds::Short(4),
            "the beginning of its id",
            "What stands on its markers, and on its pieces where another side's have the same letters.",
            "\"R\"",
        ),
        REMOVE,
    ]],
    more: &[],
    example: "[[side]]\nid = \"reds\"\ncolor = \"#a8322d\"",
};

/// `[[piece]]`.
pub(crate) static PIECE: Form = Form {
    of: "look of a piece",
    doc: "What stands on a counter.",
    keys: &[&[
        always(
            "id",
            Holds::Of("piece"),
            "A type of pieces, a face of it (`raft/worn`), or a face that has a name of its own.",
            "\"raft\"",
        ),
        may("glyph", Holds::Short(4), "its short name, else its initials", "A few letters.", "\"R\""),
        may("shape", Holds::Choice(&const { words(&SHAPES) }), "its side's", "The shape of the counter.", "\"square\""),
        may("color", Holds::Colour, "its side's", "Its colour.", "\"#6a6a6a\""),
        may(
            "picture",
            Holds::Line,
            "none",
            "A picture beside this file, on the counter instead of letters.",
            "\"raft.svg\"",
        ),
        REMOVE,
    ]],
    more: &[],
    example: "[[piece]]\nid = \"raft\"\nglyph = \"R\"",
};

/// `[[mark]]`.
pub(crate) static MARK: Form = Form {
    of: "look of a mark",
    doc: "How a track or fact of a place stands on the map, and a mark on a counter: a small sign. A figure of a place that comes to a side (who holds it) stands before its name as a small counter of that side.",
    keys: &[&[
        always("id", Holds::Text, "A track, fact or figure of spaces, or a mark of pieces.", "\"moved\""),
        may(
            "glyph",
            Holds::Short(6),
            "its short name, else its initials",
            "A few letters; `#` is the number, `+#` the number with its sign, of a mark of pieces what it bears.",
            "\"m\"",
        ),
        may("color", Holds::Colour, "`\"#ffffff\"`", "Its colour.", "\"#f7d9c4\""),
        may("rest", Holds::Measure(-1000, 1000), "`0`", "The number at which nothing is shown.", "0"),
        may("shown", Holds::Truth, "`true`", "Whether it is shown at all.", "false"),
        REMOVE,
    ]],
    more: &[],
    example: "[[mark]]\nid = \"moved\"\nglyph = \"m\"",
};

/// `[[background]]`.
pub(crate) static BACKGROUND: Form = Form {
    of: "part of the background",
    doc: "What is no place: exactly one of `shape`, `line` and `text`. It may reach over the edge of the canvas.",
    keys: &[&[
        may("id", Holds::Id, "none", "By which a later pack changes or removes it.", "\"far-shore\""),
        may("style", Holds::Of("style"), "`\"neutral\"`", "What it looks like.", "\"sea\""),
        may("shape", Holds::Points, "", "An area.", "\"0,0 90,0 90,40 0,40\"").beside("id = \"marsh\""),
        may("line", Holds::Points, "", "A line.", "\"0,0 90,40\"").beside("id = \"brook\""),
        may("text", Holds::Text, "", "Words on the map.", "\"The River\"").beside("id = \"river\"\nat = [200, 40]"),
        may("at", PLACE, "", "Where the words stand.", "[200, 40]").beside("id = \"river\"\ntext = \"The River\""),
        may("size", SIZE, "`font` of the canvas", "How large they are.", "26")
            .beside("id = \"river\"\ntext = \"The River\"\nat = [200, 40]"),
        REMOVE,
    ]],
    more: &[],
    example: "[[background]]\nid = \"water\"\nstyle = \"sea\"\ntext = \"The Strait\"\nat = [400, 60]",
};

/// `[[space]]`.
pub(crate) static SPACE: Form = Form {
    of: "place on the map",
    doc: "Where a space lies. Its outline is one of `shape`, `circle` and `box`, or there is none; its pieces lie in its `plate`, in its `room`, in its box, or about its place.",
    keys: &[&[
        always("id", Holds::Of("space"), "The space.", "\"port\""),
        may(
            "at",
            PLACE,
            "the middle of its outline",
            "Its place: lines end there, arrow keys move by it.",
            "[120, 160]",
        ),
        STYLE,
        may("shape", Holds::Points, "", "Its outline, as corners.", "\"40,90 240,90 240,330 40,330\"")
            .beside("id = \"pool\""),
        may("circle", Holds::List(&ON), "", "A circle: its middle and its radius.", "[120, 160, 12]")
            .beside("id = \"pool\""),
        may("box", BOX, "", "A rectangle: left, top, width, height.", "[40, 90, 200, 240]"),
        may(
            "plate",
            BOX,
            "none",
            "A rectangle for name and pieces where its outline is too small; a line ties it to `at`.",
            "[40, 90, 200, 240]",
        ),
        may(
            "label",
            PLACE,
            "above its room",
            "Where its name stands: the middle of its first line, as far down as the letters stand.",
            "[120, 130]",
        ),
        may("room", BOX, "what fits", "A rectangle for its pieces, within its outline.", "[60, 140, 160, 120]"),
        TEXT,
        FONT,
        may("bold", Holds::Truth, "`false`", "Whether its name is in bold letters.", "true"),
        ANCHOR,
        may(
            "badge",
            Holds::Line,
            "none",
            "What stands after its name; `{FIELD}` is what the board says of it.",
            "\"★\"",
        ),
        may("shown", Holds::Truth, "`true`", "Whether it is on the map at all.", "true"),
        REMOVE,
    ]],
    more: &[],
    example: "[[space]]\nid = \"port\"\nat = [120, 210]\nbox = [40, 90, 160, 240]\n\n[[space]]\nid = \"isle\"\nat = [400, 210]\nbox = [320, 90, 160, 240]",
};

/// `[[border]]`.
pub(crate) static BORDER: Form = Form {
    of: "border",
    doc: "A line over the edge that two places have in common.",
    keys: &[&[
        always("between", Holds::List(&Holds::Of("space")), "The two spaces.", "[\"isle\", \"port\"]"),
        needed("line", Holds::Points, "The line.", "\"260,90 260,330\""),
        may("style", Holds::Of("style"), "`\"border\"`", "What it looks like.", "\"shore\""),
        REMOVE,
    ]],
    more: &[],
    example: "[[border]]\nbetween = [\"isle\", \"port\"]\nline = \"260,90 260,330\"",
};

/// `[[track]]`.
pub(crate) static TRACK: Form = Form {
    of: "row of a track",
    doc: "A track of the game, of all sides, or of one space, as a row of numbers with a marker on each that is reached.",
    keys: &[&[
        always("id", Holds::Of("track"), "The track.", "\"purse\""),
        may("of", Holds::Of("space"), "", "The space whose it is, for a track of spaces.", "\"port\"")
            .beside("id = \"water\"\nbox = [40, 460, 320, 30]"),
        needed(
            "box",
            BOX,
            "A rectangle: left, top, width, height. If it is taller than wide, the numbers run downwards.",
            "[40, 400, 320, 30]",
        ),
        may("first", Holds::Measure(-1_000_000, 1_000_000), "the least there is", "The number of its first cell.", "0"),
        may(
            "cells",
            Holds::Measure(1, 200),
            "as many as it has numbers",
            "How many cells there are: a number beyond them is at the last.",
            "7",
        ),
        may(
            "zone",
            Holds::List(&Holds::Measure(-1_000_000, 1_000_000)),
            "the board's own zones",
            "The numbers, from and to, that are shaded.",
            "[0, 3]",
        ),
        may("text", Holds::Text, "its name", "What it is called on the map; nothing if it is empty.", "\"The Purse\""),
        may("label", PLACE, "above its box", "Where its name stands.", "[40, 390]"),
        FONT,
        ANCHOR,
        REMOVE,
    ]],
    more: &[],
    example: "[[track]]\nid = \"purse\"\nbox = [40, 420, 320, 30]",
};

/// `[[pile]]`.
pub(crate) static PILE: Form = Form {
    of: "place of a pile",
    doc: "Where the cards of a pile lie: their faces for those who may see them, a back and their number for others.",
    keys: &[&[
        always("id", Holds::Of("pile"), "The pile, as notation writes it: `deck`, `reds hand`.", "\"deck\""),
        needed("box", BOX, "A rectangle: left, top, width, height.", "[420, 390, 120, 90]"),
        may("slots", Holds::Measure(1, 40), "`1`", "How many cards lie side by side.", "3"),
        may("text", Holds::Text, "its name", "What it is called on the map; nothing if it is empty.", "\"The Deck\""),
        may("label", PLACE, "above its box", "Where its name stands.", "[480, 380]"),
        FONT,
        ANCHOR,
        REMOVE,
    ]],
    more: &[],
    example: "[[pile]]\nid = \"deck\"\nbox = [420, 400, 120, 80]",
};

/// `[links]`.
pub(crate) static LINKS: Form = Form {
    of: "[links] of a layout",
    doc: "Lines between places that are next to each other. Where nothing is said, one is drawn where the outlines of the two do not touch, or one of them has none.",
    keys: &[&[
        may(
            "show",
            Holds::Truth,
            "where outlines do not touch",
            "Whether they are drawn: `true` between all neighbours, `false` between none.",
            "true",
        ),
        may("style", Holds::Of("style"), "`\"link\"`", "What they look like.", "\"shore\""),
    ]],
    more: &[],
    example: "[links]\nshow = true",
};
