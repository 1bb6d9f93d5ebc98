//! Schemas of the tables in `layout.toml`.

use super::model::{ANCHORS, SHAPES};
use crate::table_schema::{Key, TableSchema, ValueType, optional, required, required_in_new_entry, words};

/// The largest width and height of a canvas.
pub(crate) const MAX_CANVAS: i64 = 8000;
/// A coordinate on the canvas.
const COORDINATE: ValueType = ValueType::Decimal(0, MAX_CANVAS);
/// The size of a counter, and the size of a font.
const SIZE: ValueType = ValueType::Decimal(4, 200);
/// A point: `[x, y]`.
const POINT: ValueType = ValueType::List(&COORDINATE);
/// A rectangle: left, top, width, height.
const RECTANGLE: ValueType = ValueType::List(&COORDINATE);

// The arguments of `optional` are the name, the type, what applies without the key, the description and an example.
// `with_context` adds the lines that the example needs.
const REMOVE: Key = optional("remove", ValueType::Boolean, "`false`", "In a later pack: removes the entry.", "true");
const TEXT: Key = optional(
    "text",
    ValueType::Text,
    "the name on the board",
    "The name on the map. A line feed begins a new line.",
    "\"Old\\nPort\"",
);
const FONT: Key = optional("font", SIZE, "`font` of the canvas", "The font size of the name.", "18");
const ANCHOR: Key = optional(
    "anchor",
    ValueType::Choice(&const { words(&ANCHORS) }),
    "`\"middle\"`",
    "Which part of the name is at `label`.",
    "\"start\"",
);
const STYLE: Key =
    optional("style", ValueType::IdOf("style"), "the one named after its kind", "The name of its style.", "\"shore\"");

/// `layouts/<game>/layout.toml`.
pub(crate) static LAYOUT: TableSchema = TableSchema {
    subject: "layout",
    doc: "Where the spaces of a game are drawn and how things look. All numbers are units of the canvas, counted from its top left corner. Everything that is left out is laid out automatically, so a game needs no layout. The layout is not part of the rules: records and hashes do not include it. Pictures are in the same folder: `.svg` and `.png`, of at most 4 MiB each. [layouts.md](layouts.md) shows step by step how to make a layout.",
    keys: &[&[
        optional("canvas", ValueType::Table(&CANVAS), "", "The canvas on which everything is drawn.", ""),
        optional("style", ValueType::NamedEntries(&STYLE_TABLE), "", "Styles by name.", ""),
        optional("side", ValueType::Entries(&SIDE), "", "The appearance of sides.", ""),
        optional("piece", ValueType::Entries(&PIECE), "", "The appearance of counters.", ""),
        optional("mark", ValueType::Entries(&MARK), "", "How tracks, facts and marks are shown.", ""),
        optional(
            "background",
            ValueType::Entries(&BACKGROUND),
            "",
            "Parts of the background: land, rivers, names of seas.",
            "",
        ),
        optional("space", ValueType::Entries(&SPACE), "", "Spaces.", ""),
        optional("border", ValueType::Entries(&BORDER), "", "Lines along the border of two spaces.", ""),
        optional("track", ValueType::Entries(&TRACK), "", "Tracks, as rows of cells.", ""),
        optional("pile", ValueType::Entries(&PILE), "", "Piles of cards.", ""),
        optional("links", ValueType::Table(&LINKS), "", "Lines between neighbouring spaces.", ""),
    ]],
    game_keys: &[],
    example: "",
};

/// `[canvas]`.
pub(crate) static CANVAS: TableSchema = TableSchema {
    subject: "[canvas] of a layout",
    doc: "The canvas on which everything is drawn.",
    keys: &[&[
        required_in_new_entry("width", ValueType::Decimal(100, MAX_CANVAS), "The width.", "800"),
        required_in_new_entry("height", ValueType::Decimal(100, MAX_CANVAS), "The height.", "500"),
        optional("paper", ValueType::Color, "`\"#eef0ec\"`", "The background colour.", "\"#d5e4ea\""),
        optional(
            "picture",
            ValueType::Line,
            "none",
            "A picture in the folder of this file. It is drawn below everything else and covers the canvas.",
            "\"map.svg\"",
        ),
        optional(
            "piece",
            SIZE,
            "`34`",
            "The size of a counter. Where there is little room, counters are smaller.",
            "40",
        ),
        optional("font", SIZE, "`18`", "The font size of names.", "20"),
    ]],
    game_keys: &[],
    example: "[canvas]\nwidth = 800\nheight = 500",
};

/// `[style.NAME]`.
pub(crate) static STYLE_TABLE: TableSchema = TableSchema {
    subject: "style",
    doc: "A style. The style with the id of a kind of spaces applies to that kind. The styles `neutral` (land outside spaces), `sea` (names of seas), `panel` (below tracks and boxes), `box` and `plate` exist already and may be changed.",
    keys: &[&[
        optional("fill", PAINT, "`\"none\"`", "The fill colour.", "\"#f0e4c3\""),
        optional("line", PAINT, "`\"none\"`", "The colour of the outline.", "\"#8a7a4e\""),
        optional("width", ValueType::Decimal(0, 40), "`1.5`", "The width of the outline.", "2.5"),
        optional(
            "dash",
            ValueType::List(&ValueType::Decimal(0, 200)),
            "a solid line",
            "The length of a dash and of a gap of the outline.",
            "[6, 4]",
        ),
        REMOVE,
    ]],
    game_keys: &[],
    example: "[style.landing]\nfill = \"#f0e4c3\"\nline = \"#8a7a4e\"\n\n[style.shore]\nline = \"#4a4334\"\nwidth = 5",
};

/// A colour, or `none`.
const PAINT: ValueType = ValueType::AnyOf(&[ValueType::Color, ValueType::Choice(&["none"])]);

/// `[[side]]`.
pub(crate) static SIDE: TableSchema = TableSchema {
    subject: "appearance of a side",
    doc: "The colour and shape of the pieces of a side. The shape helps people who cannot tell the colours apart.",
    keys: &[&[
        required("id", ValueType::IdOf("side"), "The side.", "\"reds\""),
        optional(
            "color",
            ValueType::Color,
            "from its id or name (`red`), else a colour that no other side has",
            "The colour of its pieces.",
            "\"#a8322d\"",
        ),
        optional(
            "shape",
            ValueType::Choice(&const { words(&SHAPES) }),
            "a shape that no other side has",
            "The shape of its pieces.",
            "\"round\"",
        ),
        optional(
            "letter",
            ValueType::Short(4),
            "the first letters of its id",
            "The letters on its markers. Its pieces also show them if pieces of another side have the same letters.",
            "\"R\"",
        ),
        REMOVE,
    ]],
    game_keys: &[],
    example: "[[side]]\nid = \"reds\"\ncolor = \"#a8322d\"",
};

/// `[[piece]]`.
pub(crate) static PIECE: TableSchema = TableSchema {
    subject: "appearance of a piece",
    doc: "The appearance of a counter.",
    keys: &[&[
        required(
            "id",
            ValueType::IdOf("piece"),
            "A piece type, one of its faces (`raft/worn`), or a named face.",
            "\"raft\"",
        ),
        optional(
            "glyph",
            ValueType::Short(4),
            "the short name, else the initials",
            "The letters on the counter.",
            "\"R\"",
        ),
        optional(
            "shape",
            ValueType::Choice(&const { words(&SHAPES) }),
            "that of its side",
            "The shape of the counter.",
            "\"square\"",
        ),
        optional("color", ValueType::Color, "that of its side", "The colour.", "\"#6a6a6a\""),
        optional(
            "picture",
            ValueType::Line,
            "none",
            "A picture in the folder of this file, shown instead of the letters.",
            "\"raft.svg\"",
        ),
        REMOVE,
    ]],
    game_keys: &[],
    example: "[[piece]]\nid = \"raft\"\nglyph = \"R\"",
};

/// `[[mark]]`.
pub(crate) static MARK: TableSchema = TableSchema {
    subject: "appearance of a mark",
    doc: "The small sign for a track or fact of a space, or for a mark on a counter. A figure of a space whose value is a side, such as its controller, appears before the name as a small counter of that side.",
    keys: &[&[
        required("id", ValueType::Text, "A track, fact or figure of spaces, or a mark of pieces.", "\"moved\""),
        optional(
            "glyph",
            ValueType::Short(6),
            "the short name, else the initials",
            "The letters. `#` is replaced by the number or by the value of a mark, `+#` by the number with its sign.",
            "\"m\"",
        ),
        optional("color", ValueType::Color, "`\"#ffffff\"`", "The colour.", "\"#f7d9c4\""),
        optional("hidden_at", ValueType::Decimal(-1000, 1000), "`0`", "The number at which the sign is hidden.", "0")
            .formerly(&["rest"]),
        optional("shown", ValueType::Boolean, "`true`", "Whether it is shown at all.", "false"),
        REMOVE,
    ]],
    game_keys: &[],
    example: "[[mark]]\nid = \"moved\"\nglyph = \"m\"",
};

/// `[[background]]`.
pub(crate) static BACKGROUND: TableSchema = TableSchema {
    subject: "part of the background",
    doc: "A part of the background: exactly one of `shape`, `line` and `text`. It may extend beyond the canvas.",
    keys: &[&[
        optional(
            "id",
            ValueType::Id,
            "none",
            "The id, with which a later pack may change or remove it.",
            "\"far-shore\"",
        ),
        optional("style", ValueType::IdOf("style"), "`\"neutral\"`", "The name of its style.", "\"sea\""),
        optional("shape", ValueType::Points, "", "An area.", "\"0,0 90,0 90,40 0,40\"").with_context("id = \"marsh\""),
        optional("line", ValueType::Points, "", "A line.", "\"0,0 90,40\"").with_context("id = \"brook\""),
        optional("text", ValueType::Text, "", "A text on the map.", "\"The River\"")
            .with_context("id = \"river\"\nat = [200, 40]"),
        optional("at", POINT, "", "The position of the text.", "[200, 40]")
            .with_context("id = \"river\"\ntext = \"The River\""),
        optional("size", SIZE, "`font` of the canvas", "The font size of the text.", "26")
            .with_context("id = \"river\"\ntext = \"The River\"\nat = [200, 40]"),
        REMOVE,
    ]],
    game_keys: &[],
    example: "[[background]]\nid = \"water\"\nstyle = \"sea\"\ntext = \"The Strait\"\nat = [400, 60]",
};

/// `[[space]]`.
pub(crate) static SPACE: TableSchema = TableSchema {
    subject: "placement of a space",
    doc: "Where a space is drawn. It has at most one outline: `shape`, `circle` or `box`. Its pieces lie in its `plate`, else in its `room`, else in its box, else around its position.",
    keys: &[&[
        required("id", ValueType::IdOf("space"), "The space.", "\"port\""),
        optional(
            "at",
            POINT,
            "the middle of its outline",
            "Its position. Links end there, and the arrow keys use it.",
            "[120, 160]",
        ),
        STYLE,
        optional("shape", ValueType::Points, "", "The corners of its outline.", "\"40,90 240,90 240,330 40,330\"")
            .with_context("id = \"pool\""),
        optional("circle", ValueType::List(&COORDINATE), "", "A circle: centre and radius.", "[120, 160, 12]")
            .with_context("id = \"pool\""),
        optional("box", RECTANGLE, "", "A rectangle: left, top, width, height.", "[40, 90, 200, 240]"),
        optional(
            "plate",
            RECTANGLE,
            "none",
            "A rectangle for name and pieces if the outline is too small. A line connects it to `at`.",
            "[40, 90, 200, 240]",
        ),
        optional(
            "label",
            POINT,
            "above its room",
            "The position of the name: the middle of the baseline of its first line.",
            "[120, 130]",
        ),
        optional(
            "room",
            RECTANGLE,
            "what fits",
            "A rectangle for its pieces, inside its outline.",
            "[60, 140, 160, 120]",
        ),
        TEXT,
        FONT,
        optional("bold", ValueType::Boolean, "`false`", "Whether the name is bold.", "true"),
        ANCHOR,
        optional(
            "badge",
            ValueType::Line,
            "none",
            "A text after the name. `{FIELD}` is replaced by the value of that field of the space.",
            "\"★\"",
        ),
        optional("shown", ValueType::Boolean, "`true`", "Whether the map shows it.", "true"),
        REMOVE,
    ]],
    game_keys: &[],
    example: "[[space]]\nid = \"port\"\nat = [120, 210]\nbox = [40, 90, 160, 240]\n\n[[space]]\nid = \"isle\"\nat = [400, 210]\nbox = [320, 90, 160, 240]",
};

/// `[[border]]`.
pub(crate) static BORDER: TableSchema = TableSchema {
    subject: "border",
    doc: "A line along the border of two spaces.",
    keys: &[&[
        required("between", ValueType::List(&ValueType::IdOf("space")), "The two spaces.", "[\"isle\", \"port\"]"),
        required_in_new_entry("line", ValueType::Points, "The line.", "\"260,90 260,330\""),
        optional("style", ValueType::IdOf("style"), "`\"border\"`", "The name of its style.", "\"shore\""),
        REMOVE,
    ]],
    game_keys: &[],
    example: "[[border]]\nbetween = [\"isle\", \"port\"]\nline = \"260,90 260,330\"",
};

/// `[[track]]`.
pub(crate) static TRACK: TableSchema = TableSchema {
    subject: "placement of a track",
    doc: "A track of the game, of the sides or of one space, drawn as a row of cells with a marker at the current value.",
    keys: &[&[
        required("id", ValueType::IdOf("track"), "The track.", "\"purse\""),
        optional("of", ValueType::IdOf("space"), "", "The space, for a track of spaces.", "\"port\"")
            .with_context("id = \"water\"\nbox = [40, 460, 320, 30]"),
        required_in_new_entry(
            "box",
            RECTANGLE,
            "A rectangle: left, top, width, height. If it is taller than wide, the cells go from top to bottom.",
            "[40, 400, 320, 30]",
        ),
        optional(
            "first",
            ValueType::Decimal(-1_000_000, 1_000_000),
            "the smallest value",
            "The number of the first cell.",
            "0",
        ),
        optional(
            "cells",
            ValueType::Decimal(1, 200),
            "one per value",
            "The number of cells. Larger values appear in the last cell.",
            "7",
        ),
        optional(
            "zone",
            ValueType::List(&ValueType::Decimal(-1_000_000, 1_000_000)),
            "the zones of the board",
            "The first and last number of the shaded cells.",
            "[0, 3]",
        ),
        optional(
            "text",
            ValueType::Text,
            "the name on the board",
            "The caption on the map; an empty text hides it.",
            "\"The Purse\"",
        ),
        optional("label", POINT, "above its box", "The position of the caption.", "[40, 390]"),
        FONT,
        ANCHOR,
        REMOVE,
    ]],
    game_keys: &[],
    example: "[[track]]\nid = \"purse\"\nbox = [40, 420, 320, 30]",
};

/// `[[pile]]`.
pub(crate) static PILE: TableSchema = TableSchema {
    subject: "placement of a pile",
    doc: "Where the cards of a pile are drawn. Viewers who may see them get the cards, others get a card back and the number of cards.",
    keys: &[&[
        required("id", ValueType::IdOf("pile"), "The pile, as notation writes it: `deck`, `reds hand`.", "\"deck\""),
        required_in_new_entry("box", RECTANGLE, "A rectangle: left, top, width, height.", "[420, 390, 120, 90]"),
        optional("slots", ValueType::Decimal(1, 40), "`1`", "The number of cards side by side.", "3"),
        optional(
            "text",
            ValueType::Text,
            "the name on the board",
            "The caption on the map; an empty text hides it.",
            "\"The Deck\"",
        ),
        optional("label", POINT, "above its box", "The position of the caption.", "[480, 380]"),
        FONT,
        ANCHOR,
        REMOVE,
    ]],
    game_keys: &[],
    example: "[[pile]]\nid = \"deck\"\nbox = [420, 400, 120, 80]",
};

/// `[links]`.
pub(crate) static LINKS: TableSchema = TableSchema {
    subject: "[links] of a layout",
    doc: "Lines between neighbouring spaces. By default a line is drawn if the outlines of the two spaces do not touch, or if one has no outline.",
    keys: &[&[
        optional(
            "show",
            ValueType::Boolean,
            "only if outlines do not touch",
            "Whether to draw them: `true` for all neighbours, `false` for none.",
            "true",
        ),
        optional("style", ValueType::IdOf("style"), "`\"link\"`", "The name of their style.", "\"shore\""),
    ]],
    game_keys: &[],
    example: "[links]\nshow = true",
};
