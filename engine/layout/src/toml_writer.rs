//! Writes a layout as the text of a `layout.toml`.

use crate::number_format::format_number as number;
use cardwright_content::layout_file::{Area, BackgroundShape, Caption, LayoutFile, Point};
use cardwright_view::Legend;
use std::fmt::Write as _;

/// Writes a string in TOML syntax.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Writes numbers as a TOML array.
fn list(numbers: &[f64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(|value| number(*value)).collect();
    format!("[{}]", numbers.join(", "))
}

/// Writes rings or lines as a TOML string: `0,0 9,0 9,9 ; 20,0 29,0`.
fn points(parts: &[Vec<Point>]) -> String {
    let part = |points: &Vec<Point>| {
        points.iter().map(|[x, y]| format!("{},{}", number(*x), number(*y))).collect::<Vec<_>>().join(" ")
    };
    quoted(&parts.iter().map(part).collect::<Vec<_>>().join(" ; "))
}

/// The text written so far. Optional keys without a value are left out.
struct TomlLines(String);

impl TomlLines {
    fn line(&mut self, key: &str, value: &str) {
        let _ = writeln!(self.0, "{key} = {value}");
    }
    fn text(&mut self, key: &str, value: Option<&String>) {
        if let Some(value) = value {
            self.line(key, &quoted(value));
        }
    }
    fn number(&mut self, key: &str, value: Option<f64>) {
        if let Some(value) = value {
            self.line(key, &number(value));
        }
    }
    fn list(&mut self, key: &str, value: Option<&[f64]>) {
        if let Some(value) = value {
            self.line(key, &list(value));
        }
    }
    /// Begins a TOML table: `[links]` or `[[space]]`.
    fn table_header(&mut self, header: &str) {
        let _ = write!(self.0, "\n{header}\n");
    }
    fn caption(&mut self, caption: &Caption) {
        self.text("text", caption.text.as_ref());
        self.list("label", caption.label.as_ref().map(|label| label.as_slice()));
        self.number("font", caption.font);
        if let Some(anchor) = caption.anchor {
            self.line("anchor", &quoted(anchor.word()));
        }
    }
}

/// Writes a layout as text. Reading the text again gives the same layout.
pub(crate) fn to_toml(layout_file: &LayoutFile, legend: &Legend) -> String {
    let mut out = TomlLines(format!(
        "# Where the places of {} lie. Numbers are units of the canvas, from its left upper corner.\n[canvas]\n",
        legend.name.replace('\n', " ")
    ));
    let canvas = &layout_file.canvas;
    out.number("width", Some(canvas.width));
    out.number("height", Some(canvas.height));
    out.line("paper", &quoted(&canvas.paper));
    out.text("picture", canvas.picture.as_ref());
    out.number("piece", Some(canvas.piece));
    out.number("font", Some(canvas.font));
    appearances(layout_file, &mut out);
    backgrounds(layout_file, &mut out);
    spaces(layout_file, &mut out);
    for border in &layout_file.borders {
        out.table_header("[[border]]");
        out.line("between", &format!("[{}, {}]", quoted(&border.between[0]), quoted(&border.between[1])));
        out.text("style", border.style.as_ref());
        out.line("line", &points(&border.line));
    }
    for track in &layout_file.tracks {
        out.table_header("[[track]]");
        out.text("id", Some(&track.id));
        out.text("of", track.of.as_ref());
        out.list("box", Some(&track.area));
        out.number("first", track.first.map(|first| first as f64));
        out.number("cells", track.cells.map(|cells| cells as f64));
        out.list("zone", track.zone.map(|zone| zone.map(|number| number as f64)).as_ref().map(|zone| zone.as_slice()));
        out.caption(&track.name);
    }
    for pile in &layout_file.piles {
        out.table_header("[[pile]]");
        out.text("id", Some(&pile.id));
        out.list("box", Some(&pile.area));
        out.number("slots", Some(pile.slots as f64));
        out.caption(&pile.name);
    }
    if layout_file.links.show.is_some() || layout_file.links.style.is_some() {
        out.table_header("[links]");
        if let Some(show) = layout_file.links.show {
            out.line("show", if show { "true" } else { "false" });
        }
        out.text("style", layout_file.links.style.as_ref());
    }
    out.0
}

fn appearances(layout_file: &LayoutFile, out: &mut TomlLines) {
    for (name, style) in &layout_file.styles {
        out.table_header(&format!("[style.{name}]"));
        out.text("fill", style.fill.as_ref());
        out.text("line", style.line.as_ref());
        out.number("width", Some(style.width));
        out.list("dash", style.dash.as_ref().map(|dash| dash.as_slice()));
    }
    for side in &layout_file.sides {
        out.table_header("[[side]]");
        out.text("id", Some(&side.id));
        out.text("color", side.color.as_ref());
        out.text("shape", side.shape.map(|shape| shape.word().to_owned()).as_ref());
        out.text("letter", side.letter.as_ref());
    }
    for piece in &layout_file.pieces {
        out.table_header("[[piece]]");
        out.text("id", Some(&piece.id));
        out.text("glyph", piece.glyph.as_ref());
        out.text("shape", piece.shape.map(|shape| shape.word().to_owned()).as_ref());
        out.text("color", piece.color.as_ref());
        out.text("picture", piece.picture.as_ref());
    }
    for mark in &layout_file.marks {
        out.table_header("[[mark]]");
        out.text("id", Some(&mark.id));
        out.text("glyph", mark.glyph.as_ref());
        out.text("color", mark.color.as_ref());
        out.number("hidden_at", mark.hidden_at.map(|number| number as f64));
        if !mark.shown {
            out.line("shown", "false");
        }
    }
}

fn backgrounds(layout_file: &LayoutFile, out: &mut TomlLines) {
    for part in &layout_file.backgrounds {
        out.table_header("[[background]]");
        out.text("id", part.id.as_ref());
        out.text("style", part.style.as_ref());
        match &part.shape {
            BackgroundShape::Shape(rings) => out.line("shape", &points(rings)),
            BackgroundShape::Line(lines) => out.line("line", &points(lines)),
            BackgroundShape::Text { text, at, size } => {
                out.text("text", Some(text));
                out.list("at", Some(at));
                out.number("size", *size);
            }
        }
    }
}

fn spaces(layout_file: &LayoutFile, out: &mut TomlLines) {
    for space in &layout_file.spaces {
        out.table_header("[[space]]");
        out.text("id", Some(&space.id));
        out.list("at", space.at.as_ref().map(|at| at.as_slice()));
        out.text("style", space.style.as_ref());
        match &space.area {
            Some(Area::Shape(rings)) => out.line("shape", &points(rings)),
            Some(Area::Circle(circle)) => out.list("circle", Some(circle)),
            Some(Area::Box(rect)) => out.list("box", Some(rect)),
            None => {}
        }
        // The plate is the box for the name and the pieces. The room is the part for the pieces alone.
        out.list("plate", space.plate.as_ref().map(|plate| plate.as_slice()));
        out.list("label", space.label.as_ref().map(|label| label.as_slice()));
        out.list("room", space.room.as_ref().map(|room| room.as_slice()));
        out.text("text", space.text.as_ref());
        out.number("font", space.font);
        if space.bold {
            out.line("bold", "true");
        }
        if space.anchor != Default::default() {
            out.line("anchor", &quoted(space.anchor.word()));
        }
        out.text("badge", space.badge.as_ref());
        if !space.shown {
            out.line("shown", "false");
        }
    }
}
