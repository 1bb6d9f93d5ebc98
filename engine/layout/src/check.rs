//! What is wrong with a layout as a drawing: what lies off the canvas, or over something else.

use crate::geometry::{bounds_of, holds, is_in, overlap};
use crate::layout::Layout;
use crate::place::{READABLE, within};
use crate::symbols::twins;
use cardwright_content::sketch::{Area, Point, Rect, Sketch, SpaceAt};
use cardwright_content::{Diagnostic, Located};

/// Overlapping places that are told; more help nobody.
const MOST: usize = 100;

/// Every problem of a layout, and what it forgets.
pub(crate) fn problems(layout: &Layout, forgotten: &[String]) -> Vec<Diagnostic> {
    let mut checked = Checked { layout, found: Vec::new() };
    checked.forgotten(forgotten);
    checked.off_the_canvas();
    checked.out_of_shape();
    checked.rooms();
    checked.over_each_other();
    checked.names();
    checked.too_small();
    checked.alike();
    checked.found
}

struct Checked<'a> {
    layout: &'a Layout,
    found: Vec<Diagnostic>,
}

/// A room lower or narrower than so much of a counter holds none that can be read.
const SMALL: f64 = 0.5;

/// Whether less than half of a room lies within its place's plate or box, or nothing of it within another outline.
fn is_elsewhere(room: Rect, space: &SpaceAt, sketch: &Sketch) -> bool {
    /// Points that are looked at, this way and that.
    const POINTS: usize = 9;
    let is_small =
        |circle: [f64; 3]| within(circle, space.font.unwrap_or(sketch.canvas.font), sketch.canvas.piece).is_none();
    let (is_in_it, least): (Box<dyn Fn(Point) -> bool>, usize) = match (space.plate, &space.area) {
        (Some(plate), _) => (Box::new(move |at| is_in(plate, at)), POINTS * POINTS / 2),
        (None, Some(Area::Box(rect))) => (Box::new(|at| is_in(*rect, at)), POINTS * POINTS / 2),
        // Beside a small circle is where its pieces lie.
        (None, Some(Area::Circle(circle))) if is_small(*circle) => return false,
        (None, Some(area)) => (Box::new(|at| holds(area, at)), 1),
        (None, None) => return false,
    };
    let [x, y, w, h] = room;
    let part = |at: usize| (at as f64 + 0.5) / POINTS as f64;
    let points = (0..POINTS * POINTS).map(|at| [x + w * part(at % POINTS), y + h * part(at / POINTS)]);
    points.filter(|at| is_in_it(*at)).count() < least
}

/// Where a key of a space stands, else the space.
fn place<'a>(space: &'a SpaceAt, key: &str) -> Option<&'a Located<()>> {
    space.said(key).or_else(|| space.said("id"))
}

impl Checked<'_> {
    fn forgotten(&mut self, forgotten: &[String]) {
        let (Some(file), [first, ..]) = (&self.layout.sketch.file, forgotten) else { return };
        let more = match forgotten.len() {
            1 => String::new(),
            many => format!(" and {} more", many - 1),
        };
        let message = format!("the layout has no place for the space `{first}`{more}");
        let listed: Vec<String> = forgotten.iter().take(12).map(|id| format!("`{id}`")).collect();
        let help = format!("write a `[[space]]` for {}, or one with `shown = false`", listed.join(", "));
        let problem = file.warning("layout::unplaced", message).label("what it forgets is laid beside the map");
        self.found.push(problem.help(help));
    }

    fn off(&mut self, at: Option<&Located<()>>, what: &str, key: &str) {
        let Some(at) = at else { return };
        let canvas = &self.layout.sketch.canvas;
        let label = format!("the canvas is {} wide and {} high", canvas.width, canvas.height);
        let problem = at.error("layout::off-canvas", format!("`{key}` of {what} lies off the canvas"));
        self.found.push(problem.label(label));
    }
    fn off_the_canvas(&mut self) {
        let sketch = &self.layout.sketch;
        let whole: Rect = [0.0, 0.0, sketch.canvas.width, sketch.canvas.height];
        let is_on = |[x, y, w, h]: Rect| is_in(whole, [x, y]) && is_in(whole, [x + w, y + h]);
        for space in &sketch.spaces {
            let what = format!("the space `{}`", space.id);
            let point = |of: Option<Point>| of.is_some_and(|at| !is_in(whole, at));
            let rect = |of: Option<Rect>| of.is_some_and(|of| !is_on(of));
            let outline = match &space.area {
                Some(Area::Shape(_)) => "shape",
                Some(Area::Circle(_)) => "circle",
                _ => "box",
            };
            let off = [
                ("at", point(space.at)),
                (outline, rect(space.area.as_ref().map(bounds_of))),
                ("plate", rect(space.plate)),
                ("label", point(space.label)),
                ("room", rect(space.room)),
            ];
            for (key, _) in off.into_iter().filter(|(_, is_off)| *is_off) {
                self.off(place(space, key), &what, key);
            }
        }
        for track in sketch.tracks.iter().filter(|track| !is_on(track.area)) {
            self.off(track.said.as_ref(), &format!("the track `{}`", track.id), "box");
        }
        for pile in sketch.piles.iter().filter(|pile| !is_on(pile.area)) {
            self.off(pile.said.as_ref(), &format!("the pile `{}`", pile.id), "box");
        }
    }

    /// A place that lies outside its own outline.
    fn out_of_shape(&mut self) {
        for space in &self.layout.sketch.spaces {
            let (Some(at), Some(area)) = (space.at, &space.area) else { continue };
            // A point on a coast may lie a little off it.
            let [x, y, w, h] = bounds_of(area);
            let near = is_in([x - 2.0, y - 2.0, w + 4.0, h + 4.0], at);
            let is_within = holds(area, at) || near && matches!(area, Area::Circle(_));
            if !is_within && let Some(said) = place(space, "at") {
                let message = format!("`at` of the space `{}` lies outside its outline", space.id);
                let problem = said.warning("layout::out-of-shape", message);
                self.found.push(problem.label("lines to it end there").help("put it within, or leave it out"));
            }
        }
    }

    /// Rooms that lie elsewhere than their place, and those that hold no counter.
    fn rooms(&mut self) {
        let (sketch, legend) = (&self.layout.sketch, &self.layout.legend);
        let piece = sketch.canvas.piece;
        let mut found = Vec::new();
        for place in &self.layout.places {
            let id = legend.spaces[place.space].id.as_str();
            let Some(space) = sketch.spaces.iter().find(|space| space.id == id && !space.said.is_empty()) else {
                continue;
            };
            if let (Some(room), Some(said)) = (space.room, space.said("room"))
                && is_elsewhere(room, space, sketch)
            {
                let message = format!("the room of the space `{id}` lies outside its outline");
                let problem = said.warning("layout::room-outside", message).label("its pieces would lie here");
                found.push(problem.help("put it within, or leave it out"));
            }
            let key = ["room", "plate", "box"].into_iter().find_map(|key| Some((key, space.said(key)?)));
            let ([_, _, w, h], Some((key, said))) = (place.room, key) else { continue };
            if w.min(h) < SMALL * piece {
                let [w, h] = [w, h].map(|part| crate::number::written(part.round()));
                let message = format!("the `{key}` of the space `{id}` leaves its pieces {w} by {h}");
                let label = format!("a counter is {} wide and high", crate::number::written(piece));
                let problem = said.warning("layout::small-room", message).label(label);
                found.push(problem.help("make it larger, or `piece` of the canvas smaller"));
            }
        }
        self.found.extend(found.into_iter().take(MOST));
    }

    /// Rooms, plates, rows and slots that lie over each other: what lies in one would be taken for the other's.
    fn over_each_other(&mut self) {
        let sketch = &self.layout.sketch;
        let mut all: Vec<(String, Rect, Option<&Located<()>>)> = Vec::new();
        for space in sketch.spaces.iter().filter(|space| space.shown && !space.said.is_empty()) {
            let own = match (&space.plate, &space.room, &space.area) {
                (Some(plate), ..) => Some(("plate", *plate)),
                (None, Some(room), _) => Some(("room", *room)),
                (None, None, Some(Area::Box(rect))) => Some(("box", *rect)),
                (None, None, Some(Area::Circle(circle))) => {
                    let font = space.font.unwrap_or(sketch.canvas.font);
                    within(*circle, font, sketch.canvas.piece).map(|rect| ("circle", rect))
                }
                _ => None,
            };
            let what = |(key, rect): (&str, Rect)| (format!("the space `{}`", space.id), rect, place(space, key));
            all.extend(own.map(what));
        }
        all.extend(sketch.tracks.iter().map(|of| (format!("the track `{}`", of.id), of.area, of.said.as_ref())));
        all.extend(sketch.piles.iter().map(|of| (format!("the pile `{}`", of.id), of.area, of.said.as_ref())));
        let mut told = 0;
        for (at, (one, rect, of_one)) in all.iter().enumerate() {
            for (other, its, said) in &all[at + 1..] {
                if !overlap(*rect, *its) || told >= MOST {
                    continue;
                }
                // Of two packs it is the later that puts one over the other.
                let is_later = |said: &Located<()>| self.is_of_the_last_pack(said);
                let (one, other, said) = match (of_one, said) {
                    (Some(of_one), Some(said)) if is_later(of_one) && !is_later(said) => (other, one, *of_one),
                    (_, Some(said)) => (one, other, *said),
                    _ => continue,
                };
                told += 1;
                let problem = said.warning("layout::overlap", format!("{other} lies over {one}"));
                self.found.push(problem.label("whose pieces lie here?").help("move one of them, or make it smaller"));
            }
        }
    }

    fn is_of_the_last_pack(&self, said: &Located<()>) -> bool {
        self.layout.sketch.file.as_ref().is_some_and(|last| last.file.pack == said.file.pack)
    }

    /// Names that nobody can read, as they lie over each other.
    fn names(&mut self) {
        let (sketch, legend) = (&self.layout.sketch, &self.layout.legend);
        let said = |id: &str| sketch.spaces.iter().find(|space| space.id == id).and_then(|space| place(space, "label"));
        // Letters seldom reach to the edges of their line.
        let bounds = |at: usize| {
            let [x, y, w, h] = self.layout.places[at].name.bounds();
            [x + 1.0, y + h * 0.12, w - 2.0, h * 0.76]
        };
        let mut told = Vec::new();
        for one in 0..self.layout.places.len() {
            for other in one + 1..self.layout.places.len() {
                if told.len() < MOST && overlap(bounds(one), bounds(other)) {
                    told.push([one, other].map(|at| legend.spaces[self.layout.places[at].space].id.as_str()));
                }
            }
        }
        for [one, other] in told {
            let Some(said) = said(other) else { continue };
            let message = format!("the name of the space `{other}` lies over that of `{one}`");
            let help = "move one with `label`, make it smaller with `font`, or break it with `text`";
            self.found.push(said.warning("layout::overlap", message).label("here").help(help));
        }
    }

    /// Names that have no room, so that they are drawn too small to be read beside the others.
    fn too_small(&mut self) {
        let (sketch, legend) = (&self.layout.sketch, &self.layout.legend);
        let mut found = Vec::new();
        for place in &self.layout.places {
            let id = legend.spaces[place.space].id.as_str();
            let Some(space) = sketch.spaces.iter().find(|space| space.id == id) else { continue };
            let font = space.font.unwrap_or(sketch.canvas.font);
            let Some(said) = space.said("text").or_else(|| self::place(space, "font")) else { continue };
            if place.name.size >= READABLE * font || found.len() >= MOST {
                continue;
            }
            let size = crate::number::written(place.name.size.round());
            let message = format!("the name of the space `{id}` is drawn at {size}, where {font} is asked for");
            let problem = said.warning("layout::small-name", message).label("it has no room for its name");
            let help = "make the place wider, break the name with `text` (`\"West\\nPass\"`), or say a smaller `font`";
            found.push(problem.help(help));
        }
        self.found.extend(found);
    }

    /// Pieces of two sides that nobody can tell apart without seeing colours.
    fn alike(&mut self) {
        let Some(file) = &self.layout.sketch.file else { return };
        for (one, other) in twins(&self.layout.sketch, &self.layout.legend).into_iter().take(MOST) {
            let said =
                self.layout.sketch.pieces.iter().find(|look| look.id == other).and_then(|look| look.said.as_ref());
            let message = format!("the pieces `{one}` and `{other}` of two sides have the same shape and letters");
            let problem = said.unwrap_or(file).warning("layout::alike", message);
            self.found
                .push(problem.label("told apart by colour alone").help("give one of them another `shape` or `glyph`"));
        }
    }
}
