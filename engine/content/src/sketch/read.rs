//! Layered entries into a sketch, every problem with its place.

use super::forms::*;
use super::layers::{Entry, Layers};
use super::looks::{SpaceAt as At, *};
use super::names::Names;
use super::points;
use crate::content::Content;
use crate::form::Form;
use crate::located::{Located, Raw};
use crate::pack::Pack;
use crate::problems::Problems;
use crate::shape::{Keys, bad_choice};

/// Styles that are there without being said.
pub(crate) const BUILT_IN: [&str; 9] = ["neutral", "sea", "panel", "box", "plate", "border", "link", "space", "track"];

/// Entries of one kind that name something of the board: a row of a track is many nodes.
const MOST_ROWS: usize = 512;

struct Reader<'a> {
    layers: &'a Layers<'a>,
    packs: &'a [Pack],
    content: &'a Content,
    names: Names<'a>,
    problems: &'a Problems,
    /// How many points there may still be.
    points: usize,
    styles: Vec<String>,
    pictures: Vec<super::Picture>,
}

pub(super) fn read(layers: &Layers<'_>, packs: &[Pack], names: Names<'_>, problems: &Problems) -> Sketch {
    let content = names.content;
    let kinds = content.board.kinds.iter().map(|kind| kind.id.clone());
    let own = layers.entries("style").map(|style| style.name.value.clone());
    let styles = BUILT_IN.iter().map(|name| (*name).to_owned()).chain(kinds).chain(own).collect();
    let mut reader =
        Reader { layers, packs, content, names, problems, points: points::MOST, styles, pictures: Vec::new() };
    Sketch {
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
    fn keys(&self, form: &'static Form, entry: &'a Entry, what: &str) -> Keys<'a> {
        let keys = Keys::new(form, &entry.table, entry.at.clone(), what, self.problems);
        if form.key("remove").is_some() {
            keys.truth("remove");
        }
        keys
    }
    /// Each entry of a list with what it is of, which must be on the board.
    fn each(&self, list: &'static str, form: &'static Form, of: &str) -> Vec<(String, Keys<'a>)> {
        let mut all = Vec::new();
        if let Some(entry) = self.layers.entries(list).nth(MOST_ROWS) {
            let problem = entry.at.error("content::too-many", format!("more than {MOST_ROWS} of `{list}`"));
            self.problems.push(problem.label("this one is too many"));
        }
        for entry in self.layers.entries(list).take(MOST_ROWS) {
            let keys = self.keys(form, entry, &format!("the {list} `{}`", entry.name.value));
            let id = keys.need_text("id").and_then(|id| self.names.resolve(of, &id));
            all.push((id.unwrap_or_default(), keys));
        }
        all
    }

    fn colour(&self, keys: &Keys<'_>, key: &str) -> Option<String> {
        let text = keys.text(key)?;
        if is_colour(&text.value) {
            return Some(text.value);
        }
        let message = format!("`{key}` of {} is `{}`", keys.what, crate::clipped(&text.value));
        self.problems.push(text.error("layout::bad-colour", message).label("colours look like `#8a7a4e` or `#fff`"));
        None
    }
    fn paint(&self, keys: &Keys<'_>, key: &str) -> Option<String> {
        match keys.text(key) {
            Some(text) if text.value == "none" => None,
            _ => self.colour(keys, key),
        }
    }
    fn style(&self, keys: &Keys<'_>) -> Option<String> {
        let name = keys.text("style")?;
        if self.styles.contains(&name.value) {
            return Some(name.value);
        }
        let problem = name.error("layout::unknown-style", format!("unknown style `{}`", name.value));
        let known = self.styles.iter().map(String::as_str).take(self.problems.room());
        self.problems.push(problem.label("no style of this layout has this name").suggest(&name.value, known));
        None
    }
    fn parts(&mut self, keys: &Keys<'_>, key: &str, least: usize) -> Option<Vec<Vec<Point>>> {
        let text = keys.text(key)?;
        let what = format!("`{key}` of {}", keys.what);
        points::read(&text, &what, least, &mut self.points, self.problems)
    }
    fn rect(&self, keys: &Keys<'_>, key: &str) -> Option<Rect> {
        let rect = keys.measures::<4>(key)?;
        if rect.value[2] < 1.0 || rect.value[3] < 1.0 {
            let message = format!("`{key}` of {} has no size", keys.what);
            let problem = rect.error("content::bad-range", message).label("left, top, width, height");
            self.problems.push(problem);
            return None;
        }
        Some(rect.value)
    }
    /// A picture beside one of the layouts, the last pack's first.
    fn picture(&mut self, keys: &Keys<'_>) -> Option<String> {
        let name = keys.text("picture")?;
        let path = format!("layouts/{}/{}", self.content.game, name.value);
        let own = || self.packs.iter().flat_map(|pack| &pack.pictures);
        let Some(found) = own().rfind(|picture| picture.path == path) else {
            let folder = format!("layouts/{}/", self.content.game);
            let known = own().filter_map(|picture| picture.path.strip_prefix(&folder)).take(100);
            let problem = name.error("layout::unknown-picture", format!("there is no `{path}`"));
            self.problems.push(problem.label("a file name, `.svg` or `.png`").suggest(&name.value, known));
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
        let Some((table, at)) = layers.head("canvas") else { return canvas };
        let keys = Keys::new(&CANVAS, table, at.clone(), "the canvas", self.problems);
        let or = |found: Option<Located<f64>>, default: f64| found.map_or(default, |found| found.value);
        canvas.width = or(keys.measure("width"), canvas.width);
        canvas.height = or(keys.measure("height"), canvas.height);
        canvas.piece = or(keys.measure("piece"), canvas.piece);
        canvas.font = or(keys.measure("font"), canvas.font);
        canvas.paper = self.colour(&keys, "paper").unwrap_or(canvas.paper);
        canvas.picture = self.picture(&keys);
        keys.finish();
        canvas
    }
    fn styles(&self) -> Vec<(String, Look)> {
        let mut all = Vec::new();
        for entry in self.layers.entries("style") {
            let name = entry.name.value.clone();
            let keys = self.keys(&STYLED, entry, &format!("the style `{name}`"));
            let dash = keys.get("dash").and_then(|_| keys.measures::<2>("dash"));
            let look = Look {
                fill: self.paint(&keys, "fill"),
                line: self.paint(&keys, "line"),
                width: keys.measure("width").map_or(Look::default().width, |width| width.value),
                dash: dash.map(|dash| dash.value),
            };
            keys.finish();
            all.push((name, look));
        }
        all
    }
    fn shape(&self, keys: &Keys<'_>) -> Option<CounterShape> {
        keys.choice("shape", &SHAPES)
    }
    fn sides(&self) -> Vec<SideLook> {
        let mut all = Vec::new();
        for (id, keys) in self.each("side", &SIDE, "side") {
            let (color, shape) = (self.colour(&keys, "color"), self.shape(&keys));
            all.push(SideLook { id, color, shape, letter: self.letters(&keys, "letter", 4) });
            keys.finish();
        }
        all
    }
    /// A few letters: no more than the form says.
    fn letters(&self, keys: &Keys<'_>, key: &str, most: usize) -> Option<String> {
        let glyph = keys.text(key)?;
        if glyph.value.is_empty() || glyph.value.chars().count() > most {
            let message = format!("`{key}` of {} is `{}`", keys.what, crate::clipped(&glyph.value));
            self.problems
                .push(glyph.error("content::bad-range", message).label(format!("must be 1 to {most} letters")));
            return None;
        }
        Some(glyph.value)
    }
    fn pieces(&mut self) -> Vec<PieceLook> {
        let mut all = Vec::new();
        for (id, keys) in self.each("piece", &PIECE, "piece") {
            let (shape, color, picture) = (self.shape(&keys), self.colour(&keys, "color"), self.picture(&keys));
            let (glyph, said) = (self.letters(&keys, "glyph", 4), Some(keys.at.clone()));
            all.push(PieceLook { id, glyph, shape, color, picture, said });
            keys.finish();
        }
        all
    }
    fn marks(&self) -> Vec<MarkLook> {
        let mut all = Vec::new();
        for (id, keys) in self.each("mark", &MARK, "mark") {
            all.push(MarkLook {
                id,
                glyph: self.letters(&keys, "glyph", 6),
                color: self.colour(&keys, "color"),
                rest: keys.measure("rest").map(|rest| rest.value as i64),
                shown: keys.truth("shown").is_none_or(|shown| shown.value),
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
            let (text, at, size) = (keys.text("text"), keys.measures::<2>("at"), keys.measure("size"));
            let given = ["shape", "line", "text"].iter().filter(|key| keys.get(key).is_some()).count();
            if given != 1 {
                let problem = entry.at.error("layout::no-part", "this part of the background has no clear form");
                self.problems.push(problem.label("must have exactly one of `shape`, `line` and `text`"));
            }
            let is = match (shape, line, text) {
                (Some(shape), ..) => Some(Drawn::Shape(shape)),
                (_, Some(line), _) => Some(Drawn::Line(line)),
                (.., Some(text)) => match at {
                    Some(at) => Some(Drawn::Text { text: text.value, at: at.value, size: size.map(|size| size.value) }),
                    None => {
                        if keys.get("at").is_none() {
                            keys.missing("at");
                        }
                        None
                    }
                },
                _ => None,
            };
            keys.finish();
            all.extend(is.map(|is| Background { id, style, is }));
        }
        all
    }
    fn anchor(&self, keys: &Keys<'_>) -> Option<Anchor> {
        keys.choice("anchor", &ANCHORS)
    }
    fn spaces(&mut self) -> Vec<At> {
        let mut all = Vec::new();
        for (id, keys) in self.each("space", &SPACE, "space") {
            let (shape, circle, rect) =
                (self.parts(&keys, "shape", 3), keys.measures::<3>("circle"), self.rect(&keys, "box"));
            let outlines: Vec<&str> =
                ["shape", "circle", "box"].into_iter().filter(|key| keys.get(key).is_some()).collect();
            if let [_, second, ..] = outlines[..]
                && let Some(at) = keys.get(second)
            {
                let problem = at.error("layout::two-outlines", format!("{} has two outlines", keys.what));
                self.problems.push(problem.label(format!("it has a `{}` too", outlines[0])).help("leave one of them"));
            }
            let area = match (shape, circle, rect) {
                (Some(shape), ..) => Some(Area::Shape(shape)),
                (_, Some(circle), _) => Some(Area::Circle(circle.value)),
                (.., rect) => rect.map(Area::Box),
            };
            let said = SPACE.keys().filter_map(|key| Some((key.name, keys.get(key.name)?.place()))).collect();
            let space = At {
                at: keys.measures::<2>("at").map(|at| at.value),
                style: self.style(&keys),
                area,
                plate: self.rect(&keys, "plate"),
                label: keys.measures::<2>("label").map(|label| label.value),
                room: self.rect(&keys, "room"),
                text: keys.text("text").map(|text| text.value),
                font: keys.measure("font").map(|font| font.value),
                bold: keys.truth("bold").is_some_and(|bold| bold.value),
                anchor: self.anchor(&keys).unwrap_or_default(),
                badge: self.badge(&keys, &id),
                shown: keys.truth("shown").is_none_or(|shown| shown.value),
                said,
                id,
            };
            let has_place = space.at.is_some() || space.area.is_some() || space.plate.is_some();
            if !has_place && space.shown && outlines.is_empty() && keys.get("at").is_none() {
                keys.missing("at");
            }
            keys.finish();
            all.push(space);
        }
        all
    }
    /// What stands after a name, with what the board says of the space in the place of `{field}`.
    fn badge(&self, keys: &Keys<'_>, space: &str) -> Option<String> {
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
            match super::names::field(self.content, space, field) {
                Ok(said) => out.push_str(&said),
                Err(known) => {
                    let names: Vec<&str> = known.iter().map(String::as_str).collect();
                    self.problems.push(bad_choice(&text.with(field.to_owned()), "what a badge shows", &names));
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
                && matches!(at.value, Raw::List(_))
            {
                let message = format!("a border lies between two spaces, not {}", between.len());
                self.problems.push(at.error("content::wrong-type", message).label("must be two"));
            }
            let said = Some(entry.at.clone());
            if let (Ok(between), Some(line)) = (<[String; 2]>::try_from(ends), line) {
                all.push(Border { between, style, line, said });
            }
            keys.finish();
        }
        all
    }
    fn name(&self, keys: &Keys<'_>) -> Name {
        Name {
            text: keys.text("text").map(|text| text.value),
            label: keys.measures::<2>("label").map(|label| label.value),
            font: keys.measure("font").map(|font| font.value),
            anchor: self.anchor(keys),
        }
    }
    fn tracks(&mut self) -> Vec<TrackAt> {
        let mut all = Vec::new();
        for (id, keys) in self.each("track", &TRACK, "track") {
            let of = keys.text("of");
            let is_of_spaces = self
                .content
                .board
                .tracks
                .iter()
                .any(|track| track.id == id && matches!(track.on, cardwright_state::board::On::Spaces(_)));
            match &of {
                None if is_of_spaces => keys.missing("of"),
                Some(of) if !is_of_spaces && !id.is_empty() => {
                    let problem = of.error("layout::not-of-spaces", format!("the track `{id}` is of no space"));
                    self.problems.push(problem.label("it is kept once").help("leave `of` out"));
                }
                _ => {}
            }
            let of = of.and_then(|of| self.names.resolve("space", &of));
            let whole = |of: Option<Located<f64>>| of.map(|of| of.value as i64);
            let zone = keys.get("zone").and_then(|_| keys.measures::<2>("zone"));
            let track = TrackAt {
                of,
                area: self.rect(&keys, "box").unwrap_or_default(),
                first: whole(keys.measure("first")),
                cells: whole(keys.measure("cells")).map(|cells| cells as usize),
                zone: zone.map(|zone| zone.value.map(|number| number as i64)),
                name: self.name(&keys),
                said: Some(keys.at.clone()),
                id,
            };
            keys.finish();
            all.push(track);
        }
        all
    }
    fn piles(&mut self) -> Vec<PileAt> {
        let mut all = Vec::new();
        for (id, keys) in self.each("pile", &PILE, "pile") {
            let pile = PileAt {
                area: self.rect(&keys, "box").unwrap_or_default(),
                slots: keys.measure("slots").map_or(1, |slots| slots.value as usize),
                name: self.name(&keys),
                said: Some(keys.at.clone()),
                id,
            };
            keys.finish();
            all.push(pile);
        }
        all
    }
    fn links(&self) -> Links {
        let layers = self.layers;
        let Some((table, at)) = layers.head("links") else { return Links::default() };
        let keys = Keys::new(&LINKS, table, at.clone(), "`[links]`", self.problems);
        let links = Links { show: keys.truth("show").map(|show| show.value), style: self.style(&keys) };
        keys.finish();
        links
    }
}
