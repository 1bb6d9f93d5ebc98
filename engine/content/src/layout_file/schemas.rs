//! Schemas of the tables in `layout.toml`.

use super::model::{ANCHORS, SHAPES};
use crate::table_schema::{Key, ValueType, optional, schema, words};

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
const REMOVE: Key = optional("remove", "In a later pack: removes the entry.", ValueType::Boolean, "`false`", "true");
const TEXT: Key = optional(
    "text",
    "The name on the map. A line feed begins a new line.",
    ValueType::Text,
    "the name on the board",
    "\"Old\\nPort\"",
);
const FONT: Key = optional("font", "The font size of the name.", SIZE, "`font` of the canvas", "18");
const ANCHOR: Key = optional(
    "anchor",
    "Which part of the name is at `label`.",
    ValueType::Choice(&const { words(&ANCHORS) }),
    "`\"middle\"`",
    "\"start\"",
);
const STYLE: Key =
    optional("style", "The name of its style.", ValueType::IdOf("style"), "the one named after its kind", "\"shore\"");

schema! {
    /// Where the spaces of a game are drawn and how things look. All numbers are units of the canvas, counted from its
    /// top left corner. Everything that is left out is laid out automatically, so a game needs no layout. The layout is
    /// not part of the rules: records and hashes do not include it. Pictures are in the same folder: `.svg` and `.png`,
    /// of at most 4 MiB each. [layouts.md](layouts.md) shows step by step how to make a layout.
    pub(crate) static LAYOUT = "layout";
    keys {
        /// The canvas on which everything is drawn.
        "canvas" = optional(Table(&CANVAS), "", "");
        /// Styles by name.
        "style" = optional(NamedEntries(&STYLE_TABLE), "", "");
        /// The appearance of sides.
        "side" = optional(Entries(&SIDE), "", "");
        /// The appearance of counters.
        "piece" = optional(Entries(&PIECE), "", "");
        /// How tracks, facts and marks are shown.
        "mark" = optional(Entries(&MARK), "", "");
        /// Parts of the background: land, rivers, names of seas.
        "background" = optional(Entries(&BACKGROUND), "", "");
        /// Spaces.
        "space" = optional(Entries(&SPACE), "", "");
        /// Lines along the border of two spaces.
        "border" = optional(Entries(&BORDER), "", "");
        /// Tracks, as rows of cells.
        "track" = optional(Entries(&TRACK), "", "");
        /// Piles of cards.
        "pile" = optional(Entries(&PILE), "", "");
        /// Lines between neighbouring spaces.
        "links" = optional(Table(&LINKS), "", "");
    }
}

schema! {
    /// The canvas on which everything is drawn.
    pub(crate) static CANVAS = "[canvas] of a layout";
    keys {
        /// The width.
        "width" = required_in_new_entry(Decimal(100, MAX_CANVAS), "800");
        /// The height.
        "height" = required_in_new_entry(Decimal(100, MAX_CANVAS), "500");
        /// The background colour.
        "paper" = optional(Color, "`\"#eef0ec\"`", "\"#d5e4ea\"");
        /// A picture in the folder of this file. It is drawn below everything else and covers the canvas.
        "picture" = optional(Line, "none", "\"map.svg\"");
        /// The size of a counter. Where there is little room, counters are smaller.
        "piece" = optional(SIZE, "`34`", "40");
        /// The font size of names.
        "font" = optional(SIZE, "`18`", "20");
    }
    example "[canvas]\nwidth = 800\nheight = 500"
}

schema! {
    /// A style. The style with the id of a kind of spaces applies to that kind, and the style with the id of a kind of
    /// links applies to the lines of that kind. The styles `neutral` (land outside
    /// spaces), `sea` (names of seas), `panel` (below tracks and boxes), `box` and `plate` exist already and may be
    /// changed.
    pub(crate) static STYLE_TABLE = "style";
    keys {
        /// The fill colour.
        "fill" = optional(PAINT, "`\"none\"`", "\"#f0e4c3\"");
        /// The colour of the outline.
        "line" = optional(PAINT, "`\"none\"`", "\"#8a7a4e\"");
        /// The width of the outline.
        "width" = optional(Decimal(0, 40), "`1.5`", "2.5");
        /// The length of a dash and of a gap of the outline.
        "dash" = optional(List(&Decimal(0, 200)), "a solid line", "[6, 4]");
        "remove" = shared(REMOVE);
    }
    example "[style.landing]\nfill = \"#f0e4c3\"\nline = \"#8a7a4e\"\n\n[style.shore]\nline = \"#4a4334\"\nwidth = 5"
}

/// A colour, or `none`.
const PAINT: ValueType = ValueType::AnyOf(&[ValueType::Color, ValueType::Choice(&["none"])]);

schema! {
    /// The colour and shape of the pieces of a side. The shape helps people who cannot tell the colours apart.
    pub(crate) static SIDE = "appearance of a side";
    keys {
        /// The side.
        "id" = required(IdOf("side"), "\"reds\"");
        /// The colour of its pieces.
        "color" = optional(Color, "from its id or name (`red`), else a colour that no other side has", "\"#a8322d\"");
        /// The shape of its pieces.
        "shape" = optional(Choice(&const { words(&SHAPES) }), "a shape that no other side has", "\"round\"");
        /// The letters on its markers. Its pieces also show them if pieces of another side have the same letters.
        "letter" = optional(Short(4), "the first letters of its id", "\"R\"");
        "remove" = shared(REMOVE);
    }
    example "[[side]]\nid = \"reds\"\ncolor = \"#a8322d\""
}

schema! {
    /// The appearance of a counter.
    pub(crate) static PIECE = "appearance of a piece";
    keys {
        /// A piece type, one of its faces (`raft/worn`), or a named face.
        "id" = required(IdOf("piece"), "\"raft\"");
        /// The letters on the counter.
        "glyph" = optional(Short(4), "the short name, else the initials", "\"R\"");
        /// The shape of the counter.
        "shape" = optional(Choice(&const { words(&SHAPES) }), "that of its side", "\"square\"");
        /// The colour.
        "color" = optional(Color, "that of its side", "\"#6a6a6a\"");
        /// A picture in the folder of this file, shown instead of the letters.
        "picture" = optional(Line, "none", "\"raft.svg\"");
        "remove" = shared(REMOVE);
    }
    example "[[piece]]\nid = \"raft\"\nglyph = \"R\""
}

schema! {
    /// The small sign for a track or fact of a space or link, or for a mark on a counter. The sign of a link is at the
    /// middle of its line. A figure of a space whose value is a
    /// side, such as its controller, appears before the name as a small counter of that side.
    pub(crate) static MARK = "appearance of a mark";
    keys {
        /// A track or fact of spaces or links, a figure of spaces, or a mark of pieces.
        "id" = required(Text, "\"moved\"");
        /// The letters. `#` is replaced by the number or by the value of a mark, `+#` by the number with its sign.
        "glyph" = optional(Short(6), "the short name, else the initials", "\"m\"");
        /// The colour.
        "color" = optional(Color, "`\"#ffffff\"`", "\"#f7d9c4\"");
        /// The number at which the sign is hidden.
        "hidden_at" = optional(Decimal(-1000, 1000), "`0`", "0").formerly(&["rest"]);
        /// Whether it is shown at all.
        "shown" = optional(Boolean, "`true`", "false");
        "remove" = shared(REMOVE);
    }
    example "[[mark]]\nid = \"moved\"\nglyph = \"m\""
}

schema! {
    /// A part of the background: exactly one of `shape`, `line` and `text`. It may extend beyond the canvas.
    pub(crate) static BACKGROUND = "part of the background";
    keys {
        /// The id, with which a later pack may change or remove it.
        "id" = optional(Id, "none", "\"far-shore\"");
        /// The name of its style.
        "style" = optional(IdOf("style"), "`\"neutral\"`", "\"sea\"");
        /// An area.
        "shape" = optional(Points, "", "\"0,0 90,0 90,40 0,40\"").with_context("id = \"marsh\"");
        /// A line.
        "line" = optional(Points, "", "\"0,0 90,40\"").with_context("id = \"brook\"");
        /// A text on the map.
        "text" = optional(Text, "", "\"The River\"").with_context("id = \"river\"\nat = [200, 40]");
        /// The position of the text.
        "at" = optional(POINT, "", "[200, 40]").with_context("id = \"river\"\ntext = \"The River\"");
        /// The font size of the text.
        "size" = optional(SIZE, "`font` of the canvas", "26")
            .with_context("id = \"river\"\ntext = \"The River\"\nat = [200, 40]");
        "remove" = shared(REMOVE);
    }
    example "[[background]]\nid = \"water\"\nstyle = \"sea\"\ntext = \"The Strait\"\nat = [400, 60]"
}

schema! {
    /// Where a space is drawn. It has at most one outline: `shape`, `circle` or `box`. Its pieces lie in its `plate`,
    /// else in its `room`, else in its box, else around its position.
    pub(crate) static SPACE = "placement of a space";
    keys {
        /// The space.
        "id" = required(IdOf("space"), "\"port\"");
        /// Its position. Links end there, and the arrow keys use it.
        "at" = optional(POINT, "the middle of its outline", "[120, 160]");
        "style" = shared(STYLE);
        /// The corners of its outline.
        "shape" = optional(Points, "", "\"40,90 240,90 240,330 40,330\"").with_context("id = \"pool\"");
        /// A circle: centre and radius.
        "circle" = optional(List(&COORDINATE), "", "[120, 160, 12]").with_context("id = \"pool\"");
        /// A rectangle: left, top, width, height.
        "box" = optional(RECTANGLE, "", "[40, 90, 200, 240]");
        /// A rectangle for name and pieces if the outline is too small. A line connects it to `at`.
        "plate" = optional(RECTANGLE, "none", "[40, 90, 200, 240]");
        /// The position of the name: the middle of the baseline of its first line.
        "label" = optional(POINT, "above its room", "[120, 130]");
        /// A rectangle for its pieces, inside its outline.
        "room" = optional(RECTANGLE, "what fits", "[60, 140, 160, 120]");
        "text" = shared(TEXT);
        "font" = shared(FONT);
        /// Whether the name is bold.
        "bold" = optional(Boolean, "`false`", "true");
        "anchor" = shared(ANCHOR);
        /// A text after the name. `{FIELD}` is replaced by the value of that field of the space.
        "badge" = optional(Line, "none", "\"★\"");
        /// Whether the map shows it.
        "shown" = optional(Boolean, "`true`", "true");
        "remove" = shared(REMOVE);
    }
    example "[[space]]\nid = \"port\"\nat = [120, 210]\nbox = [40, 90, 160, 240]\n\n[[space]]\nid = \"isle\"\nat = [400, 210]\nbox = [320, 90, 160, 240]"
}

schema! {
    /// A line along the border of two spaces.
    pub(crate) static BORDER = "border";
    keys {
        /// The two spaces.
        "between" = required(List(&IdOf("space")), "[\"isle\", \"port\"]");
        /// The line.
        "line" = required_in_new_entry(Points, "\"260,90 260,330\"");
        /// The name of its style.
        "style" = optional(IdOf("style"), "`\"border\"`", "\"shore\"");
        "remove" = shared(REMOVE);
    }
    example "[[border]]\nbetween = [\"isle\", \"port\"]\nline = \"260,90 260,330\""
}

schema! {
    /// A track of the game, of the sides or of one space, drawn as a row of cells with a marker at the current value.
    pub(crate) static TRACK = "placement of a track";
    keys {
        /// The track.
        "id" = required(IdOf("track"), "\"purse\"");
        /// The space, for a track of spaces.
        "of" = optional(IdOf("space"), "", "\"port\"").with_context("id = \"water\"\nbox = [40, 460, 320, 30]");
        /// A rectangle: left, top, width, height. If it is taller than wide, the cells go from top to bottom.
        "box" = required_in_new_entry(RECTANGLE, "[40, 400, 320, 30]");
        /// The number of the first cell.
        "first" = optional(Decimal(-1_000_000, 1_000_000), "the smallest value", "0");
        /// The number of cells. Larger values appear in the last cell.
        "cells" = optional(Decimal(1, 200), "one per value", "7");
        /// The first and last number of the shaded cells.
        "zone" = optional(List(&Decimal(-1_000_000, 1_000_000)), "the zones of the board", "[0, 3]");
        /// The caption on the map; an empty text hides it.
        "text" = optional(Text, "the name on the board", "\"The Purse\"");
        /// The position of the caption.
        "label" = optional(POINT, "above its box", "[40, 390]");
        "font" = shared(FONT);
        "anchor" = shared(ANCHOR);
        "remove" = shared(REMOVE);
    }
    example "[[track]]\nid = \"purse\"\nbox = [40, 420, 320, 30]"
}

schema! {
    /// Where the cards of a pile are drawn. Viewers who may see them get the cards, others get a card back and the
    /// number of cards.
    pub(crate) static PILE = "placement of a pile";
    keys {
        /// The pile, as notation writes it: `deck`, `reds hand`.
        "id" = required(IdOf("pile"), "\"deck\"");
        /// A rectangle: left, top, width, height.
        "box" = required_in_new_entry(RECTANGLE, "[420, 390, 120, 90]");
        /// The number of cards side by side.
        "slots" = optional(Decimal(1, 40), "`1`", "3");
        /// The caption on the map; an empty text hides it.
        "text" = optional(Text, "the name on the board", "\"The Deck\"");
        /// The position of the caption.
        "label" = optional(POINT, "above its box", "[480, 380]");
        "font" = shared(FONT);
        "anchor" = shared(ANCHOR);
        "remove" = shared(REMOVE);
    }
    example "[[pile]]\nid = \"deck\"\nbox = [420, 400, 120, 80]"
}

schema! {
    /// Lines between neighbouring spaces. By default a line is drawn if the outlines of the two spaces do not touch, or
    /// if one has no outline. Lines of different kinds of links look different, and lie side by side if two spaces have
    /// links of several kinds.
    pub(crate) static LINKS = "[links] of a layout";
    keys {
        /// Whether to draw them: `true` for all neighbours, `false` for none.
        "show" = optional(Boolean, "only if outlines do not touch", "true");
        /// The name of their style. A style with the id of a kind of links has precedence.
        "style" = optional(IdOf("style"), "`\"link\"`", "\"shore\"");
    }
    example "[links]\nshow = true"
}
