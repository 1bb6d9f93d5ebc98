//! Reads layered entries into a [`LayoutFile`], and reports every problem at its place.

use super::board_names::BoardNames;
use super::layers::{LayoutEntry, LayoutLayers};
use super::model::*;
use super::points;
use super::schemas::*;
use crate::content::Content;
use crate::located::{Located, TomlValue};
use crate::pack::Pack;
use crate::problems::Problems;
use crate::table_reader::{TableReader, bad_choice};
use crate::table_schema::TableSchema;

/// Styles that exist without being declared.
pub(crate) const BUILT_IN_STYLES: [&str; 9] =
    ["neutral", "sea", "panel", "box", "plate", "border", "link", "space", "track"];

/// The most entries of one kind. Each may draw many nodes, for example the cells of a track.
const MAX_ROWS: usize = 512;

struct Reader<'a> {
    layers: &'a LayoutLayers<'a>,
    packs: &'a [Pack],
    content: &'a Content,
    names: BoardNames<'a>,
    problems: &'a Problems,
    /// How many more points are allowed.
    points: usize,
    styles: Vec<String>,
    pictures: Vec<super::Picture>,
}

pub(super) fn read(
    layers: &LayoutLayers<'_>,
    packs: &[Pack],
    names: BoardNames<'_>,
    problems: &Problems,
) -> LayoutFile {
    let content = names.content;
    let kinds = content.board.space_kinds.iter().map(|kind| kind.id.clone());
    let own = layers.entries("style").map(|style| style.name.value.clone());
    let styles = BUILT_IN_STYLES.iter().map(|name| (*name).to_owned()).chain(kinds).chain(own).collect();
    let mut reader =
        Reader { layers, packs, content, names, problems, points: points::MAX_POINTS, styles, pictures: Vec::new() };
    LayoutFile {
        canvas: reader.canvas(),
        styles: reader.styles(),
        sides: reader.sides(),
        pieces: reader.pieces(),
        marks: reader.marks(),
        backgrounds: reader.backgrounds(),
        spaces: reader.spaces(),
        borders: reader.borders(),
        tracks: reader.tracks(),
        piles: reader.piles(),
        links: reader.links(),
        file: Some(layers.file.clone()),
        pictures: reader.pictures,
    }
}

fn is_colour(text: &str) -> bool {
    let digits = text.strip_prefix('#').unwrap_or_default();
    matches!(digits.len(), 3 | 6) && digits.bytes().all(|b| b.is_ascii_hexdigit())
}

impl<'a> Reader<'a> {
    fn keys(&self, schema: &'static TableSchema, entry: &'a LayoutEntry, what: &str) -> TableReader<'a> {
        let keys = TableReader::new(schema, &entry.table, entry.at.clone(), what, self.problems);
        if schema.key("remove").is_some() {
            keys.boolean("remove");
        }
        keys
    }
    /// The entries of a list, each with the id of the thing on the board that it shows.
    fn entries(&self, list: &'static str, schema: &'static TableSchema, of: &str) -> Vec<(String, TableReader<'a>)> {
        let mut all = Vec::new();
        if let Some(entry) = self.layers.entries(list).nth(MAX_ROWS) {
            let problem = entry.at.error("content::too-many", format!("more than {MAX_ROWS} of `{list}`"));
            self.problems.push(problem.label("the limit is passed here"));
        }
        for entry in self.layers.entries(list).take(MAX_ROWS) {
            let keys = self.keys(schema, entry, &format!("the {list} `{}`", entry.name.value));
            let id = keys.need_text("id").and_then(|id| self.names.resolve(of, &id));
            all.push((id.unwrap_or_default(), keys));
        }
        all
    }

    fn colour(&self, keys: &TableReader<'_>, key: &str) -> Option<String> {
        let text = keys.text(key)?;
        if is_colour(&text.value) {
            return Some(text.value);
        }
        let message = format!("`{key}` of {} is `{}`", keys.what, crate::truncated(&text.value));
        self.problems.push(text.error("layout::bad-colour", message).label("write a colour like `#8a7a4e` or `#fff`"));
        None
    }
    fn paint(&self, keys: &TableReader<'_>, key: &str) -> Option<String> {
        match keys.text(key) {
            Some(text) if text.value == "none" => None,
            _ => self.colour(keys, key),
        }
    }
    fn style(&self, keys: &TableReader<'_>) -> Option<String> {
        let name = keys.text("style")?;
        if self.styles.contains(&name.value) {
            return Some(name.value);
        }
        let problem = name.error("layout::unknown-style", format!("unknown style `{}`", name.value));
        let known = self.styles.iter().map(String::as_str).take(self.problems.max_candidates());
        self.problems.push(problem.label("no style of this layout has this name").suggest(&name.value, known));
        None
    }
    fn parts(&mut self, keys: &TableReader<'_>, key: &str, least: usize) -> Option<Vec<Vec<Point>>> {
        let text = keys.text(key)?;
        let what = format!("`{key}` of {}", keys.what);
        points::parse_points(&text, &what, least, &mut self.points, self.problems)
    }
    fn rect(&self, keys: &TableReader<'_>, key: &str) -> Option<Rect> {
        let rect = keys.decimals::<4>(key)?;
        if rect.value[2] < 1.0 || rect.value[3] < 1.0 {
            let message = format!("`{key}` of {} has no area", keys.what);
            let problem = rect.error("content::bad-range", message).label("left, top, width, height");
            self.problems.push(problem);
            return None;
        }
        Some(rect.value)
    }
    /// A picture in the folder of a layout. Later packs override earlier ones.
    fn picture(&mut self, keys: &TableReader<'_>) -> Option<String> {
        let name = keys.text("picture")?;
        let path = format!("layouts/{}/{}", self.content.game, name.value);
        let own = || self.packs.iter().flat_map(|pack| &pack.pictures);
        let Some(found) = own().rfind(|picture| picture.path == path) else {
            let folder = format!("layouts/{}/", self.content.game);
            let known = own().filter_map(|picture| picture.path.strip_prefix(&folder)).take(100);
            let problem = name.error("layout::unknown-picture", format!("there is no `{path}`"));
            self.problems
                .push(problem.label("must be the name of an `.svg` or `.png` file").suggest(&name.value, known));
            return None;
        };
        if let Some(problem) = found.problem() {
            self.problems.push(problem);
            return None;
        }
        if !self.pictures.contains(found) {
            self.pictures.push(found.clone());
        }
        Some(name.value)
    }

    fn canvas(&mut self) -> Canvas {
        let mut canvas = Canvas::default();
        let layers = self.layers;
        let Some((table, at)) = layers.single_table("canvas") else { return canvas };
        let keys = TableReader::new(&CANVAS, table, at.clone(), "the canvas", self.problems);
        let or = |found: Option<Located<f64>>, default: f64| found.map_or(default, |found| found.value);
        canvas.width = or(keys.decimal("width"), canvas.width);
        canvas.height = or(keys.decimal("height"), canvas.height);
        canvas.piece = or(keys.decimal("piece"), canvas.piece);
        canvas.font = or(keys.decimal("font"), canvas.font);
        canvas.paper = self.colour(&keys, "paper").unwrap_or(canvas.paper);
        canvas.picture = self.picture(&keys);
        keys.finish();
        canvas
    }
    fn styles(&self) -> Vec<(String, LayoutStyle)> {
        let mut all = Vec::new();
        for entry in self.layers.entries("style") {
            let name = entry.name.value.clone();
            let keys = self.keys(&STYLED, entry, &format!("the style `{name}`"));
            let dash = keys.get("dash").and_then(|_| keys.decimals::<2>("dash"));
            let look = LayoutStyle {
                fill: self.paint(&keys, "fill"),
                line: self.paint(&keys, "line"),
                width: keys.decimal("width").map_or(LayoutStyle::default().width, |width| width.value),
                dash: dash.map(|dash| dash.value),
            };
            keys.finish();
            all.push((name, look));
        }
        all
    }
    fn shape(&self, keys: &TableReader<'_>) -> Option<CounterShape> {
        keys.choice("shape", &SHAPES)
    }
    fn sides(&self) -> Vec<SideAppearance> {
        let mut all = Vec::new();
        for (id, keys) in self.entries("side", &SIDE, "side") {
            let (color, shape) = (self.colour(&keys, "color"), self.shape(&keys));
            all.push(SideAppearance { id, color, shape, letter: self.short_text(&keys, "letter", 4) });
            keys.finish();
        }
        all
    }
    /// A text of 1 to `most` characters.
    fn short_text(&self, keys: &TableReader<'_>, key: &str, most: usize) -> Option<String> {
        let glyph = keys.text(key)?;
        if glyph.value.is_empty() || glyph.value.chars().count() > most {
            let message = format!("`{key}` of {} is `{}`", keys.what, crate::truncated(&glyph.value));
            self.problems
                .push(glyph.error("content::bad-range", message).label(format!("must be 1 to {most} characters")));
            return None;
        }
        Some(glyph.value)
    }
    fn pieces(&mut self) -> Vec<PieceAppearance> {
        let mut all = Vec::new();
        for (id, keys) in self.entries("piece", &PIECE, "piece") {
            let (shape, color, picture) = (self.shape(&keys), self.colour(&keys, "color"), self.picture(&keys));
            let (glyph, origin) = (self.short_text(&keys, "glyph", 4), Some(keys.at.clone()));
            all.push(PieceAppearance { id, glyph, shape, color, picture, origin });
            keys.finish();
        }
        all
    }
    fn marks(&self) -> Vec<MarkAppearance> {
        let mut all = Vec::new();
        for (id, keys) in self.entries("mark", &MARK, "mark") {
            all.push(MarkAppearance {
                id,
                glyph: self.short_text(&keys, "glyph", 6),
                color: self.colour(&keys, "color"),
                hidden_at: keys.decimal("hidden_at").map(|number| number.value as i64),
                shown: keys.boolean("shown").is_none_or(|shown| shown.value),
            });
            keys.finish();
        }
        all
    }
    fn backgrounds(&mut self) -> Vec<Background> {
        let (mut all, layers) = (Vec::new(), self.layers);
        for entry in layers.entries("background") {
            let keys = self.keys(&BACKGROUND, entry, "a part of the background");
            let id = keys.text("id").map(|id| id.value);
            let style = self.style(&keys);
            let (shape, line) = (self.parts(&keys, "shape", 3), self.parts(&keys, "line", 2));
            let (text, at, size) = (keys.text("text"), keys.decimals::<2>("at"), keys.decimal("size"));
            let given = ["shape", "line", "text"].iter().filter(|key| keys.get(key).is_some()).count();
            if given != 1 {
                let problem =
                    entry.at.error("layout::no-part", "this part of the background must be one shape, line or text");
                self.problems.push(problem.label("must have exactly one of `shape`, `line` and `text`"));
            }
            let drawn = match (shape, line, text) {
                (Some(shape), ..) => Some(BackgroundShape::Shape(shape)),
                (_, Some(line), _) => Some(BackgroundShape::Line(line)),
                (.., Some(text)) => match at {
                    Some(at) => Some(BackgroundShape::Text {
                        text: text.value,
                        at: at.value,
                        size: size.map(|size| size.value),
                    }),
                    None => {
                        if keys.get("at").is_none() {
                            keys.report_missing("at");
                        }
                        None
                    }
                },
                _ => None,
            };
            keys.finish();
            all.extend(drawn.map(|shape| Background { id, style, shape }));
        }
        all
    }
    fn anchor(&self, keys: &TableReader<'_>) -> Option<Anchor> {
        keys.choice("anchor", &ANCHORS)
    }
    fn spaces(&mut self) -> Vec<SpacePlacement> {
        let mut all = Vec::new();
        for (id, keys) in self.entries("space", &SPACE, "space") {
            let (shape, circle, rect) =
                (self.parts(&keys, "shape", 3), keys.decimals::<3>("circle"), self.rect(&keys, "box"));
            let outlines: Vec<&str> =
                ["shape", "circle", "box"].into_iter().filter(|key| keys.get(key).is_some()).collect();
            if let [_, second, ..] = outlines[..]
                && let Some(at) = keys.get(second)
            {
                let problem = at.error("layout::two-outlines", format!("{} has two outlines", keys.what));
                self.problems.push(problem.label(format!("it has a `{}` too", outlines[0])).help("remove one of them"));
            }
            let area = match (shape, circle, rect) {
                (Some(shape), ..) => Some(Area::Shape(shape)),
                (_, Some(circle), _) => Some(Area::Circle(circle.value)),
                (.., rect) => rect.map(Area::Box),
            };
            let key_origins = SPACE.keys().filter_map(|key| Some((key.name, keys.get(key.name)?.place()))).collect();
            let space = SpacePlacement {
                at: keys.decimals::<2>("at").map(|at| at.value),
                style: self.style(&keys),
                area,
                plate: self.rect(&keys, "plate"),
                label: keys.decimals::<2>("label").map(|label| label.value),
                room: self.rect(&keys, "room"),
                text: keys.text("text").map(|text| text.value),
                font: keys.decimal("font").map(|font| font.value),
                bold: keys.boolean("bold").is_some_and(|bold| bold.value),
                anchor: self.anchor(&keys).unwrap_or_default(),
                badge: self.badge(&keys, &id),
                shown: keys.boolean("shown").is_none_or(|shown| shown.value),
                key_origins,
                id,
            };
            let has_place = space.at.is_some() || space.area.is_some() || space.plate.is_some();
            if !has_place && space.shown && outlines.is_empty() && keys.get("at").is_none() {
                keys.report_missing("at");
            }
            keys.finish();
            all.push(space);
        }
        all
    }
    /// Reads a badge; `{field}` is replaced by the value of that field of the space.
    fn badge(&self, keys: &TableReader<'_>, space: &str) -> Option<String> {
        let text = keys.text("badge")?;
        let mut out = String::new();
        let mut rest = text.value.as_str();
        while let Some((before, after)) = rest.split_once('{') {
            out.push_str(before);
            let Some((field, after)) = after.split_once('}') else {
                out.push('{');
                rest = after;
                break;
            };
            match super::board_names::field_text(self.content, space, field) {
                Ok(value) => out.push_str(&value),
                Err(known) => {
                    let names: Vec<&str> = known.iter().map(String::as_str).collect();
                    self.problems.push(bad_choice(&text.with(field.to_owned()), "the field of a badge", &names));
                }
            }
            rest = after;
        }
        out.push_str(rest);
        Some(out)
    }
    fn borders(&mut self) -> Vec<Border> {
        let (mut all, layers) = (Vec::new(), self.layers);
        for entry in layers.entries("border") {
            let keys = self.keys(&BORDER, entry, &format!("the border `{}`", entry.name.value));
            let between = keys.texts("between");
            let ends: Vec<String> = between.iter().filter_map(|id| self.names.resolve("space", id)).collect();
            let style = self.style(&keys);
            let line = self.parts(&keys, "line", 2);
            if between.len() != 2
                && let Some(at) = keys.get("between")
                && matches!(at.value, TomlValue::List(_))
            {
                let message = format!("a border lies between two spaces, not {}", between.len());
                self.problems.push(at.error("content::wrong-type", message).label("must be two"));
            }
            let origin = Some(entry.at.clone());
            if let (Ok(between), Some(line)) = (<[String; 2]>::try_from(ends), line) {
                all.push(Border { between, style, line, origin });
            }
            keys.finish();
        }
        all
    }
    fn name(&self, keys: &TableReader<'_>) -> Caption {
        Caption {
            text: keys.text("text").map(|text| text.value),
            label: keys.decimals::<2>("label").map(|label| label.value),
            font: keys.decimal("font").map(|font| font.value),
            anchor: self.anchor(keys),
        }
    }
    fn tracks(&mut self) -> Vec<TrackPlacement> {
        let mut all = Vec::new();
        for (id, keys) in self.entries("track", &TRACK, "track") {
            let of = keys.text("of");
            let is_of_spaces = self
                .content
                .board
                .tracks
                .iter()
                .any(|track| track.id == id && matches!(track.on, cardwright_state::board::SubjectKind::Spaces(_)));
            match &of {
                None if is_of_spaces => keys.report_missing("of"),
                Some(of) if !is_of_spaces && !id.is_empty() => {
                    let problem =
                        of.error("layout::not-of-spaces", format!("the track `{id}` does not belong to spaces"));
                    self.problems.push(problem.label("not a track of spaces").help("remove `of`"));
                }
                _ => {}
            }
            let of = of.and_then(|of| self.names.resolve("space", &of));
            let whole = |of: Option<Located<f64>>| of.map(|of| of.value as i64);
            let zone = keys.get("zone").and_then(|_| keys.decimals::<2>("zone"));
            let track = TrackPlacement {
                of,
                area: self.rect(&keys, "box").unwrap_or_default(),
                first: whole(keys.decimal("first")),
                cells: whole(keys.decimal("cells")).map(|cells| cells as usize),
                zone: zone.map(|zone| zone.value.map(|number| number as i64)),
                name: self.name(&keys),
                origin: Some(keys.at.clone()),
                id,
            };
            keys.finish();
            all.push(track);
        }
        all
    }
    fn piles(&mut self) -> Vec<PilePlacement> {
        let mut all = Vec::new();
        for (id, keys) in self.entries("pile", &PILE, "pile") {
            let pile = PilePlacement {
                area: self.rect(&keys, "box").unwrap_or_default(),
                slots: keys.decimal("slots").map_or(1, |slots| slots.value as usize),
                name: self.name(&keys),
                origin: Some(keys.at.clone()),
                id,
            };
            keys.finish();
            all.push(pile);
        }
        all
    }
    fn links(&self) -> Links {
        let layers = self.layers;
        let Some((table, at)) = layers.single_table("links") else { return Links::default() };
        let keys = TableReader::new(&LINKS, table, at.clone(), "`[links]`", self.problems);
        let links = Links { show: keys.boolean("show").map(|show| show.value), style: self.style(&keys) };
        keys.finish();
        links
    }
}
