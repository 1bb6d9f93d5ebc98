//! Reads layered entries into a [`LayoutFile`], and reports every problem at its place.

use super::board_names::{BoardNames, field_text};
use super::layers::LayoutLayers;
use super::model::*;
use super::points;
use super::schemas::*;
use crate::content::Content;
use crate::layers::tables::Entry;
use crate::located::{Located, TomlValue};
use crate::pack::Pack;
use crate::problems::Problems;
use crate::table_reader::{TableReader, bad_choice};
use crate::table_schema::TableSchema;
use cardwright_state::board::SubjectKind;

/// Styles that exist in every layout.
pub(crate) const BUILT_IN_STYLES: [&str; 9] =
    ["neutral", "sea", "panel", "box", "plate", "border", "link", "space", "track"];

/// The most entries of one list. Each entry may draw many shapes, for example the cells of a track.
const MAX_ENTRIES: usize = 512;

/// Reads the entries of a layout.
struct Reader<'a> {
    layers: &'a LayoutLayers<'a>,
    packs: &'a [Pack],
    content: &'a Content,
    names: BoardNames<'a>,
    problems: &'a Problems,
    /// The number of points that the layout may still have.
    remaining_points: usize,
    /// Names of all styles.
    style_names: Vec<String>,
    /// The pictures that the layout uses, so far.
    pictures: Vec<super::Picture>,
    /// The pictures that the layout names but may not use, so far.
    refused_pictures: Vec<super::Picture>,
}

/// Reads the layered entries of a layout, and reports problems.
pub(super) fn read(
    layers: &LayoutLayers<'_>,
    packs: &[Pack],
    names: BoardNames<'_>,
    problems: &Problems,
) -> LayoutFile {
    let content = names.content;
    let kinds = content.board.space_kinds.iter().map(|kind| kind.id.clone());
    let declared = layers.tables.section("style").map(|style| style.id.value.clone());
    let style_names = BUILT_IN_STYLES.iter().map(|name| (*name).to_owned()).chain(kinds).chain(declared).collect();
    let remaining_points = points::MAX_POINTS;
    let (pictures, refused_pictures) = (Vec::new(), Vec::new());
    let mut reader =
        Reader { layers, packs, content, names, problems, remaining_points, style_names, pictures, refused_pictures };
    LayoutFile {
        canvas: reader.read_canvas(),
        styles: reader.read_styles(),
        sides: reader.read_sides(),
        pieces: reader.read_pieces(),
        marks: reader.read_marks(),
        backgrounds: reader.read_backgrounds(),
        spaces: reader.read_spaces(),
        borders: reader.read_borders(),
        tracks: reader.read_tracks(),
        piles: reader.read_piles(),
        links: reader.read_links(),
        file: Some(layers.file.clone()),
        pictures: reader.pictures,
    }
}

fn is_colour(text: &str) -> bool {
    let digits = text.strip_prefix('#').unwrap_or_default();
    matches!(digits.len(), 3 | 6) && digits.bytes().all(|b| b.is_ascii_hexdigit())
}

impl<'a> Reader<'a> {
    /// Opens an entry of a list for reading.
    fn open_entry(&self, schema: &'static TableSchema, entry: &'a Entry, entry_name: &str) -> TableReader<'a> {
        let keys = TableReader::new(schema, &entry.table, entry.place.clone(), entry_name, self.problems);
        if schema.key("remove").is_some() {
            keys.boolean("remove");
        }
        keys
    }
    /// Opens the entries of a list for reading. Returns each entry with the id of the thing that it shows. `kind` is
    /// the kind of that thing: `space`.
    fn open_entries(
        &self,
        list: &'static str,
        schema: &'static TableSchema,
        kind: &str,
    ) -> Vec<(String, TableReader<'a>)> {
        let mut entries = Vec::new();
        if let Some(entry) = self.layers.tables.section(list).nth(MAX_ENTRIES) {
            let problem = entry.place.error("content::too-many", format!("more than {MAX_ENTRIES} of `{list}`"));
            self.problems.push(problem.label("this exceeds the limit"));
        }
        for entry in self.layers.tables.section(list).take(MAX_ENTRIES) {
            let keys = self.open_entry(schema, entry, &format!("the {list} `{}`", entry.id.value));
            let id = keys.need_text("id").and_then(|id| self.names.resolve(kind, &id));
            entries.push((id.unwrap_or_default(), keys));
        }
        entries
    }

    /// Reads a colour, and reports a wrong value.
    fn read_colour(&self, keys: &TableReader<'_>, key: &str) -> Option<String> {
        let text = keys.text(key)?;
        if is_colour(&text.value) {
            return Some(text.value);
        }
        let message = format!("`{key}` of {} is `{}`", keys.table_name, crate::truncated(&text.value));
        self.problems.push(text.error("layout::bad-colour", message).label("write a colour like `#8a7a4e` or `#fff`"));
        None
    }
    /// Reads a colour; `None` if the key is missing or `"none"`.
    fn read_paint(&self, keys: &TableReader<'_>, key: &str) -> Option<String> {
        match keys.text(key) {
            Some(text) if text.value == "none" => None,
            _ => self.read_colour(keys, key),
        }
    }
    /// Reads the name of a style, and reports an unknown name.
    fn read_style(&self, keys: &TableReader<'_>) -> Option<String> {
        let name = keys.text("style")?;
        if self.style_names.contains(&name.value) {
            return Some(name.value);
        }
        let problem = name.error("layout::unknown-style", format!("unknown style `{}`", name.value));
        let known_styles = self.style_names.iter().map(String::as_str).take(self.problems.max_candidates());
        self.problems.push(problem.label("no style of this layout has this name").suggest(&name.value, known_styles));
        None
    }
    /// Reads the parts of a shape or line, each with at least `min_points` points.
    fn read_point_lists(&mut self, keys: &TableReader<'_>, key: &str, min_points: usize) -> Option<Vec<Vec<Point>>> {
        let text = keys.text(key)?;
        let value_name = format!("`{key}` of {}", keys.table_name);
        points::parse_points(&text, &value_name, min_points, &mut self.remaining_points, self.problems)
    }
    /// Reads a rectangle, and reports a rectangle without an area.
    fn read_rect(&self, keys: &TableReader<'_>, key: &str) -> Option<Rect> {
        let rect = keys.decimals::<4>(key)?;
        if rect.value[2] < 1.0 || rect.value[3] < 1.0 {
            let message = format!("`{key}` of {} has no area", keys.table_name);
            let problem = rect.error("content::bad-range", message).label("left, top, width, height");
            self.problems.push(problem);
            return None;
        }
        Some(rect.value)
    }
    /// Reads the name of a picture in the folder of the layout, and checks the picture. If several packs have a picture
    /// of this name, the picture of the last pack counts.
    fn read_picture(&mut self, keys: &TableReader<'_>) -> Option<String> {
        let name = keys.text("picture")?;
        let path = format!("layouts/{}/{}", self.content.game, name.value);
        let pictures = || self.packs.iter().flat_map(|pack| &pack.pictures);
        let Some(found) = pictures().rfind(|picture| picture.path == path) else {
            let folder = format!("layouts/{}/", self.content.game);
            let known_names = pictures().filter_map(|picture| picture.path.strip_prefix(&folder)).take(100);
            let problem = name.error("layout::unknown-picture", format!("there is no `{path}`"));
            self.problems
                .push(problem.label("must be the name of an `.svg` or `.png` file").suggest(&name.value, known_names));
            return None;
        };
        // Check each picture once, because many pieces may have the same.
        if !self.pictures.iter().chain(&self.refused_pictures).any(|known| known.path == path) {
            let problem = found.problem();
            let checked = if problem.is_none() { &mut self.pictures } else { &mut self.refused_pictures };
            checked.push(found.clone());
            if let Some(problem) = problem {
                self.problems.push(problem);
            }
        }
        self.pictures.iter().any(|picture| picture.path == path).then_some(name.value)
    }

    fn read_canvas(&mut self) -> Canvas {
        let mut canvas = Canvas::default();
        let layers = self.layers;
        let Some((table, place)) = layers.tables.single_table("canvas") else { return canvas };
        let keys = TableReader::new(&CANVAS, table, place.clone(), "the canvas", self.problems);
        let value_or = |number: Option<Located<f64>>, default: f64| number.map_or(default, |number| number.value);
        canvas.width = value_or(keys.decimal("width"), canvas.width);
        canvas.height = value_or(keys.decimal("height"), canvas.height);
        canvas.piece = value_or(keys.decimal("piece"), canvas.piece);
        canvas.font = value_or(keys.decimal("font"), canvas.font);
        canvas.paper = self.read_colour(&keys, "paper").unwrap_or(canvas.paper);
        canvas.picture = self.read_picture(&keys);
        keys.finish();
        canvas
    }
    fn read_styles(&self) -> Vec<(String, LayoutStyle)> {
        let mut styles = Vec::new();
        for entry in self.layers.tables.section("style") {
            let name = entry.id.value.clone();
            let keys = self.open_entry(&STYLE_TABLE, entry, &format!("the style `{name}`"));
            let dash = keys.get("dash").and_then(|_| keys.decimals::<2>("dash"));
            let style = LayoutStyle {
                fill: self.read_paint(&keys, "fill"),
                line: self.read_paint(&keys, "line"),
                width: keys.decimal("width").map_or(LayoutStyle::default().width, |width| width.value),
                dash: dash.map(|dash| dash.value),
            };
            keys.finish();
            styles.push((name, style));
        }
        styles
    }
    fn read_shape(&self, keys: &TableReader<'_>) -> Option<CounterShape> {
        keys.choice("shape", &SHAPES)
    }
    fn read_sides(&self) -> Vec<SideAppearance> {
        let mut sides = Vec::new();
        for (id, keys) in self.open_entries("side", &SIDE, "side") {
            let (color, shape) = (self.read_colour(&keys, "color"), self.read_shape(&keys));
            sides.push(SideAppearance { id, color, shape, letter: self.read_short_text(&keys, "letter", 4) });
            keys.finish();
        }
        sides
    }
    /// Reads a text of 1 to `max_chars` characters.
    fn read_short_text(&self, keys: &TableReader<'_>, key: &str, max_chars: usize) -> Option<String> {
        let text = keys.text(key)?;
        if text.value.is_empty() || text.value.chars().count() > max_chars {
            let message = format!("`{key}` of {} is `{}`", keys.table_name, crate::truncated(&text.value));
            self.problems
                .push(text.error("content::bad-range", message).label(format!("must be 1 to {max_chars} characters")));
            return None;
        }
        Some(text.value)
    }
    fn read_pieces(&mut self) -> Vec<PieceAppearance> {
        let mut pieces = Vec::new();
        for (id, keys) in self.open_entries("piece", &PIECE, "piece") {
            let (shape, color, picture) =
                (self.read_shape(&keys), self.read_colour(&keys, "color"), self.read_picture(&keys));
            let (glyph, origin) = (self.read_short_text(&keys, "glyph", 4), Some(keys.place.clone()));
            pieces.push(PieceAppearance { id, glyph, shape, color, picture, origin });
            keys.finish();
        }
        pieces
    }
    fn read_marks(&self) -> Vec<MarkAppearance> {
        let mut marks = Vec::new();
        for (id, keys) in self.open_entries("mark", &MARK, "mark") {
            marks.push(MarkAppearance {
                id,
                glyph: self.read_short_text(&keys, "glyph", 6),
                color: self.read_colour(&keys, "color"),
                hidden_at: keys.decimal("hidden_at").map(|number| number.value as i64),
                shown: keys.boolean("shown").is_none_or(|shown| shown.value),
                origin: Some(keys.place.clone()),
            });
            keys.finish();
        }
        marks
    }
    fn read_backgrounds(&mut self) -> Vec<Background> {
        let (mut backgrounds, layers) = (Vec::new(), self.layers);
        for entry in layers.tables.section("background") {
            let keys = self.open_entry(&BACKGROUND, entry, "a part of the background");
            let id = keys.text("id").map(|id| id.value);
            let style = self.read_style(&keys);
            let (shape, line) = (self.read_point_lists(&keys, "shape", 3), self.read_point_lists(&keys, "line", 2));
            let (text, position, size) = (keys.text("text"), keys.decimals::<2>("at"), keys.decimal("size"));
            let part_count = ["shape", "line", "text"].iter().filter(|key| keys.get(key).is_some()).count();
            if part_count != 1 {
                let problem =
                    entry.place.error("layout::no-part", "this part of the background must be one shape, line or text");
                self.problems.push(problem.label("must have exactly one of `shape`, `line` and `text`"));
            }
            let part = match (shape, line, text) {
                (Some(shape), ..) => Some(BackgroundShape::Shape(shape)),
                (_, Some(line), _) => Some(BackgroundShape::Line(line)),
                (.., Some(text)) => match position {
                    Some(position) => Some(BackgroundShape::Text {
                        text: text.value,
                        at: position.value,
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
            backgrounds.extend(part.map(|shape| Background { id, style, shape }));
        }
        backgrounds
    }
    fn read_anchor(&self, keys: &TableReader<'_>) -> Option<Anchor> {
        keys.choice("anchor", &ANCHORS)
    }
    fn read_spaces(&mut self) -> Vec<SpacePlacement> {
        let mut spaces = Vec::new();
        for (id, keys) in self.open_entries("space", &SPACE, "space") {
            let (shape, circle, rect) =
                (self.read_point_lists(&keys, "shape", 3), keys.decimals::<3>("circle"), self.read_rect(&keys, "box"));
            let outlines: Vec<&str> =
                ["shape", "circle", "box"].into_iter().filter(|key| keys.get(key).is_some()).collect();
            if let [_, second, ..] = outlines[..]
                && let Some(value) = keys.get(second)
            {
                let problem = value.error("layout::two-outlines", format!("{} has two outlines", keys.table_name));
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
                style: self.read_style(&keys),
                area,
                plate: self.read_rect(&keys, "plate"),
                label: keys.decimals::<2>("label").map(|label| label.value),
                room: self.read_rect(&keys, "room"),
                text: keys.text("text").map(|text| text.value),
                font: keys.decimal("font").map(|font| font.value),
                bold: keys.boolean("bold").is_some_and(|bold| bold.value),
                anchor: self.read_anchor(&keys).unwrap_or_default(),
                badge: self.read_badge(&keys, &id),
                shown: keys.boolean("shown").is_none_or(|shown| shown.value),
                key_origins,
                id,
            };
            let has_place = space.at.is_some() || space.area.is_some() || space.plate.is_some();
            if !has_place && space.shown && outlines.is_empty() && keys.get("at").is_none() {
                keys.report_missing("at");
            }
            keys.finish();
            spaces.push(space);
        }
        spaces
    }
    /// Reads a badge, which is a text after the name of a space. Replaces each `{field}` in it with the value of that
    /// field of the space.
    fn read_badge(&self, keys: &TableReader<'_>, space: &str) -> Option<String> {
        let text = keys.text("badge")?;
        let mut badge = String::new();
        let mut remaining = text.value.as_str();
        while let Some((before, after)) = remaining.split_once('{') {
            badge.push_str(before);
            let Some((field, after)) = after.split_once('}') else {
                badge.push('{');
                remaining = after;
                break;
            };
            match field_text(self.content, space, field) {
                Ok(value) => badge.push_str(&value),
                Err(known_fields) => {
                    let names: Vec<&str> = known_fields.iter().map(String::as_str).collect();
                    self.problems.push(bad_choice(&text.with(field.to_owned()), "the field of a badge", &names));
                }
            }
            remaining = after;
        }
        badge.push_str(remaining);
        Some(badge)
    }
    fn read_borders(&mut self) -> Vec<Border> {
        let (mut borders, layers) = (Vec::new(), self.layers);
        for entry in layers.tables.section("border") {
            let keys = self.open_entry(&BORDER, entry, &format!("the border `{}`", entry.id.value));
            let between = keys.texts("between");
            let ends: Vec<String> = between.iter().filter_map(|id| self.names.resolve("space", id)).collect();
            let style = self.read_style(&keys);
            let line = self.read_point_lists(&keys, "line", 2);
            if between.len() != 2
                && let Some(value) = keys.get("between")
                && matches!(value.value, TomlValue::List(_))
            {
                let message = format!("a border lies between two spaces, not {}", between.len());
                self.problems.push(value.error("content::wrong-type", message).label("must be two"));
            }
            let origin = Some(entry.place.clone());
            if let (Ok(between), Some(line)) = (<[String; 2]>::try_from(ends), line) {
                borders.push(Border { between, style, line, origin });
            }
            keys.finish();
        }
        borders
    }
    fn read_caption(&self, keys: &TableReader<'_>) -> Caption {
        Caption {
            text: keys.text("text").map(|text| text.value),
            label: keys.decimals::<2>("label").map(|label| label.value),
            font: keys.decimal("font").map(|font| font.value),
            anchor: self.read_anchor(keys),
        }
    }
    fn read_tracks(&mut self) -> Vec<TrackPlacement> {
        let mut tracks = Vec::new();
        for (id, keys) in self.open_entries("track", &TRACK, "track") {
            let space = keys.text("of");
            let is_of_spaces = self
                .content
                .board
                .tracks
                .iter()
                .any(|track| track.id == id && matches!(track.on, SubjectKind::Spaces(_)));
            match &space {
                None if is_of_spaces => keys.report_missing("of"),
                Some(space) if !is_of_spaces && !id.is_empty() => {
                    let problem =
                        space.error("layout::not-of-spaces", format!("the track `{id}` does not belong to spaces"));
                    self.problems.push(problem.label("not a track of spaces").help("remove `of`"));
                }
                _ => {}
            }
            let space = space.and_then(|space| self.names.resolve("space", &space));
            let whole = |number: Option<Located<f64>>| number.map(|number| number.value as i64);
            let zone = keys.get("zone").and_then(|_| keys.decimals::<2>("zone"));
            let track = TrackPlacement {
                of: space,
                area: self.read_rect(&keys, "box").unwrap_or_default(),
                first: whole(keys.decimal("first")),
                cells: whole(keys.decimal("cells")).map(|cells| cells as usize),
                zone: zone.map(|zone| zone.value.map(|number| number as i64)),
                name: self.read_caption(&keys),
                origin: Some(keys.place.clone()),
                id,
            };
            keys.finish();
            tracks.push(track);
        }
        tracks
    }
    fn read_piles(&mut self) -> Vec<PilePlacement> {
        let mut piles = Vec::new();
        for (id, keys) in self.open_entries("pile", &PILE, "pile") {
            let pile = PilePlacement {
                area: self.read_rect(&keys, "box").unwrap_or_default(),
                slots: keys.decimal("slots").map_or(1, |slots| slots.value as usize),
                name: self.read_caption(&keys),
                origin: Some(keys.place.clone()),
                id,
            };
            keys.finish();
            piles.push(pile);
        }
        piles
    }
    fn read_links(&self) -> Links {
        let layers = self.layers;
        let Some((table, place)) = layers.tables.single_table("links") else { return Links::default() };
        let keys = TableReader::new(&LINKS, table, place.clone(), "`[links]`", self.problems);
        let links = Links { show: keys.boolean("show").map(|show| show.value), style: self.read_style(&keys) };
        keys.finish();
        links
    }
}
