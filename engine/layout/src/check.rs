//! Checks a layout as a drawing: things off the canvas, overlaps, names and rooms that are too small.

use crate::geometry::{area_contains, bounds_of, overlap, rect_contains};
use crate::layout::Layout;
use crate::placed_space::{MIN_NAME_SCALE, frame_in_circle};
use crate::symbols::look_alikes;
use cardwright_content::layout_file::{Area, LayoutFile, Point, Rect, SpacePlacement};
use cardwright_content::{Diagnostic, Located};

/// The most problems of one kind that are reported.
const MAX_REPORTED: usize = 100;

/// All problems of a layout. `missing` are the spaces that it does not place.
pub(crate) fn problems(layout: &Layout, missing: &[String]) -> Vec<Diagnostic> {
    let mut checker = Checker { layout, found: Vec::new() };
    checker.missing_spaces(missing);
    checker.check_canvas();
    checker.check_shapes();
    checker.check_rooms();
    checker.check_overlaps();
    checker.check_names();
    checker.check_text_sizes();
    checker.check_similar_counters();
    checker.found
}

struct Checker<'a> {
    layout: &'a Layout,
    found: Vec<Diagnostic>,
}

/// A room smaller than this fraction of a counter is too small.
const MIN_ROOM: f64 = 0.5;

/// Whether a room lies mostly outside its space: less than half of it inside the plate or box, or nothing of it inside
/// another outline.
fn is_mostly_outside(room: Rect, space: &SpacePlacement, layout_file: &LayoutFile) -> bool {
    /// The number of sample points in each direction.
    const POINTS: usize = 9;
    let is_small = |circle: [f64; 3]| {
        frame_in_circle(circle, space.font.unwrap_or(layout_file.canvas.font), layout_file.canvas.piece).is_none()
    };
    let (is_inside, min_points): (Box<dyn Fn(Point) -> bool>, usize) = match (space.plate, &space.area) {
        (Some(plate), _) => (Box::new(move |at| rect_contains(plate, at)), POINTS * POINTS / 2),
        (None, Some(Area::Box(rect))) => (Box::new(|at| rect_contains(*rect, at)), POINTS * POINTS / 2),
        // The pieces of a small circle lie next to it.
        (None, Some(Area::Circle(circle))) if is_small(*circle) => return false,
        (None, Some(area)) => (Box::new(|at| area_contains(area, at)), 1),
        (None, None) => return false,
    };
    let [x, y, w, h] = room;
    let part = |at: usize| (at as f64 + 0.5) / POINTS as f64;
    let points = (0..POINTS * POINTS).map(|at| [x + w * part(at % POINTS), y + h * part(at / POINTS)]);
    points.filter(|at| is_inside(*at)).count() < min_points
}

/// The origin of a key of a space in the layout file, or else of the space.
fn key_or_space<'a>(space: &'a SpacePlacement, key: &str) -> Option<&'a Located<()>> {
    space.key_origin(key).or_else(|| space.key_origin("id"))
}

impl Checker<'_> {
    fn missing_spaces(&mut self, missing: &[String]) {
        let (Some(file), [first, ..]) = (&self.layout.layout_file.file, missing) else { return };
        let more = match missing.len() {
            1 => String::new(),
            many => format!(" and {} more", many - 1),
        };
        let message = format!("the layout has no place for the space `{first}`{more}");
        let listed: Vec<String> = missing.iter().take(12).map(|id| format!("`{id}`")).collect();
        let help = format!("write a `[[space]]` for {}, or one with `shown = false`", listed.join(", "));
        let problem = file.warning("layout::unplaced", message).label("missing spaces are placed next to the map");
        self.found.push(problem.help(help));
    }

    fn report_off_canvas(&mut self, at: Option<&Located<()>>, what: &str, key: &str) {
        let Some(at) = at else { return };
        let canvas = &self.layout.layout_file.canvas;
        let label = format!("the canvas is {} wide and {} high", canvas.width, canvas.height);
        let problem = at.error("layout::off-canvas", format!("`{key}` of {what} lies off the canvas"));
        self.found.push(problem.label(label));
    }
    fn check_canvas(&mut self) {
        let layout_file = &self.layout.layout_file;
        let whole: Rect = [0.0, 0.0, layout_file.canvas.width, layout_file.canvas.height];
        let is_on = |[x, y, w, h]: Rect| rect_contains(whole, [x, y]) && rect_contains(whole, [x + w, y + h]);
        for space in &layout_file.spaces {
            let what = format!("the space `{}`", space.id);
            let point = |point: Option<Point>| point.is_some_and(|at| !rect_contains(whole, at));
            let rect = |rect: Option<Rect>| rect.is_some_and(|rect| !is_on(rect));
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
                self.report_off_canvas(key_or_space(space, key), &what, key);
            }
        }
        for track in layout_file.tracks.iter().filter(|track| !is_on(track.area)) {
            self.report_off_canvas(track.origin.as_ref(), &format!("the track `{}`", track.id), "box");
        }
        for pile in layout_file.piles.iter().filter(|pile| !is_on(pile.area)) {
            self.report_off_canvas(pile.origin.as_ref(), &format!("the pile `{}`", pile.id), "box");
        }
    }

    /// Reports `at` points outside their own outline.
    fn check_shapes(&mut self) {
        for space in &self.layout.layout_file.spaces {
            let (Some(at), Some(area)) = (space.at, &space.area) else { continue };
            // Allow a point slightly outside the border of a circle.
            let [x, y, w, h] = bounds_of(area);
            let near = rect_contains([x - 2.0, y - 2.0, w + 4.0, h + 4.0], at);
            let is_within = area_contains(area, at) || near && matches!(area, Area::Circle(_));
            if !is_within && let Some(origin) = key_or_space(space, "at") {
                let message = format!("`at` of the space `{}` lies outside its outline", space.id);
                let problem = origin.warning("layout::out-of-shape", message);
                self.found.push(problem.label("lines to the space end here").help("move it inside, or remove it"));
            }
        }
    }

    /// Reports rooms outside their space and rooms too small for a counter.
    fn check_rooms(&mut self) {
        let (layout_file, legend) = (&self.layout.layout_file, &self.layout.legend);
        let piece = layout_file.canvas.piece;
        let mut found = Vec::new();
        for place in &self.layout.places {
            let id = legend.spaces[place.space].id.as_str();
            let Some(space) = layout_file.spaces.iter().find(|space| space.id == id && !space.key_origins.is_empty())
            else {
                continue;
            };
            if let (Some(room), Some(origin)) = (space.room, space.key_origin("room"))
                && is_mostly_outside(room, space, layout_file)
            {
                let message = format!("the room of the space `{id}` lies outside its outline");
                let problem = origin.warning("layout::room-outside", message).label("its pieces would lie here");
                found.push(problem.help("move it inside, or remove it"));
            }
            let key = ["room", "plate", "box"].into_iter().find_map(|key| Some((key, space.key_origin(key)?)));
            let ([_, _, w, h], Some((key, origin))) = (place.room, key) else { continue };
            if w.min(h) < MIN_ROOM * piece {
                let [w, h] = [w, h].map(|part| crate::number_format::format_number(part.round()));
                let message = format!("the `{key}` of the space `{id}` leaves its pieces {w} by {h}");
                let label = format!("a counter is {} wide and high", crate::number_format::format_number(piece));
                let problem = origin.warning("layout::small-room", message).label(label);
                found.push(problem.help("make it larger, or `piece` of the canvas smaller"));
            }
        }
        self.found.extend(found.into_iter().take(MAX_REPORTED));
    }

    /// Reports overlapping rooms, plates, tracks and piles: the owner of a piece there would not be clear.
    fn check_overlaps(&mut self) {
        let layout_file = &self.layout.layout_file;
        let mut all: Vec<(String, Rect, Option<&Located<()>>)> = Vec::new();
        for space in layout_file.spaces.iter().filter(|space| space.shown && !space.key_origins.is_empty()) {
            let own = match (&space.plate, &space.room, &space.area) {
                (Some(plate), ..) => Some(("plate", *plate)),
                (None, Some(room), _) => Some(("room", *room)),
                (None, None, Some(Area::Box(rect))) => Some(("box", *rect)),
                (None, None, Some(Area::Circle(circle))) => {
                    let font = space.font.unwrap_or(layout_file.canvas.font);
                    frame_in_circle(*circle, font, layout_file.canvas.piece).map(|rect| ("circle", rect))
                }
                _ => None,
            };
            let what =
                |(key, rect): (&str, Rect)| (format!("the space `{}`", space.id), rect, key_or_space(space, key));
            all.extend(own.map(what));
        }
        all.extend(
            layout_file
                .tracks
                .iter()
                .map(|placed| (format!("the track `{}`", placed.id), placed.area, placed.origin.as_ref())),
        );
        all.extend(
            layout_file
                .piles
                .iter()
                .map(|placed| (format!("the pile `{}`", placed.id), placed.area, placed.origin.as_ref())),
        );
        let mut reported = 0;
        for (at, (one, rect, first_origin)) in all.iter().enumerate() {
            for (other, other_rect, origin) in &all[at + 1..] {
                if !overlap(*rect, *other_rect) || reported >= MAX_REPORTED {
                    continue;
                }
                // Blame the later pack.
                let is_later = |origin: &Located<()>| self.is_in_last_pack(origin);
                let (one, other, origin) = match (first_origin, origin) {
                    (Some(first_origin), Some(origin)) if is_later(first_origin) && !is_later(origin) => {
                        (other, one, *first_origin)
                    }
                    (_, Some(origin)) => (one, other, *origin),
                    _ => continue,
                };
                reported += 1;
                let problem = origin.warning("layout::overlap", format!("{other} lies over {one}"));
                self.found.push(
                    problem.label("the owner of pieces here is not clear").help("move one of them, or make it smaller"),
                );
            }
        }
    }

    fn is_in_last_pack(&self, origin: &Located<()>) -> bool {
        self.layout.layout_file.file.as_ref().is_some_and(|last| last.file.pack == origin.file.pack)
    }

    /// Reports names that overlap.
    fn check_names(&mut self) {
        let (layout_file, legend) = (&self.layout.layout_file, &self.layout.legend);
        let origin = |id: &str| {
            layout_file.spaces.iter().find(|space| space.id == id).and_then(|space| key_or_space(space, "label"))
        };
        // Letters seldom reach the edges of their line.
        let bounds = |at: usize| {
            let [x, y, w, h] = self.layout.places[at].name.bounds();
            [x + 1.0, y + h * 0.12, w - 2.0, h * 0.76]
        };
        let mut reported = Vec::new();
        for one in 0..self.layout.places.len() {
            for other in one + 1..self.layout.places.len() {
                if reported.len() < MAX_REPORTED && overlap(bounds(one), bounds(other)) {
                    reported.push([one, other].map(|at| legend.spaces[self.layout.places[at].space].id.as_str()));
                }
            }
        }
        for [one, other] in reported {
            let Some(origin) = origin(other) else { continue };
            let message = format!("the name of the space `{other}` lies over that of `{one}`");
            let help = "move one with `label`, make it smaller with `font`, or break it with `text`";
            self.found.push(origin.warning("layout::overlap", message).label("here").help(help));
        }
    }

    /// Reports names that are too small to read because they have no room.
    fn check_text_sizes(&mut self) {
        let (layout_file, legend) = (&self.layout.layout_file, &self.layout.legend);
        let mut found = Vec::new();
        for place in &self.layout.places {
            let id = legend.spaces[place.space].id.as_str();
            let Some(space) = layout_file.spaces.iter().find(|space| space.id == id) else { continue };
            let font = space.font.unwrap_or(layout_file.canvas.font);
            let Some(origin) = space.key_origin("text").or_else(|| key_or_space(space, "font")) else { continue };
            if place.name.size >= MIN_NAME_SCALE * font || found.len() >= MAX_REPORTED {
                continue;
            }
            let size = crate::number_format::format_number(place.name.size.round());
            let message = format!("the name of the space `{id}` is drawn at {size}, although {font} is requested");
            let problem = origin.warning("layout::small-name", message).label("it has no room for its name");
            let help = "make the space wider, break the name with `text` (`\"West\\nPass\"`), or use a smaller `font`";
            found.push(problem.help(help));
        }
        self.found.extend(found);
    }

    /// Reports pieces of two sides that differ only in colour.
    fn check_similar_counters(&mut self) {
        let Some(file) = &self.layout.layout_file.file else { return };
        for (one, other) in look_alikes(&self.layout.layout_file, &self.layout.legend).into_iter().take(MAX_REPORTED) {
            let origin = self
                .layout
                .layout_file
                .pieces
                .iter()
                .find(|appearance| appearance.id == other)
                .and_then(|appearance| appearance.origin.as_ref());
            let message = format!("the pieces `{one}` and `{other}` of two sides have the same shape and letters");
            let problem = origin.unwrap_or(file).warning("layout::alike", message);
            self.found
                .push(problem.label("they differ only in colour").help("give one of them another `shape` or `glyph`"));
        }
    }
}
