//! Builds the layout of the packs, and checks it as a drawing. Finds things off the canvas, overlaps, and names and rooms that are too small. The
//! room of a space is the rectangle in which its pieces lie.

use crate::automatic::add_missing_spaces;
use crate::counters::COUNTER_GAP;
use crate::geometry::{area_contains, bounds_of, inset, overlap, rect_contains};
use crate::layout::Layout;
use crate::placed_space::{Label, MIN_NAME_SCALE, PlacedSpace, flag_size, flags_width, frame_in_circle};
use crate::symbols::look_alikes;
use cardwright_content::layout_file::{Area, LayoutFile, Point, Rect, SpacePlacement};
use cardwright_content::{Content, Diagnostic, Located, Pack, Severity};
use cardwright_view::{Legend, Subject};

/// The most problems of one kind that the checker reports.
const MAX_REPORTED: usize = 100;

impl Layout {
    /// Builds the layout of a game from the packs, and returns the layout with the problems found. The board supplies
    /// what the packs leave out. If a problem is an error, the whole layout comes from the board.
    pub fn from_packs(packs: &[Pack], content: &Content, legend: &Legend) -> (Layout, Vec<Diagnostic>) {
        let figures: Vec<String> = legend.figures.iter().map(|figure| figure.id.clone()).collect();
        let (layout_file, mut diagnostics) = LayoutFile::read(packs, content, Some(&figures));
        let Some(mut layout_file) = layout_file else { return (Layout::automatic(legend), diagnostics) };
        let missing = add_missing_spaces(&mut layout_file, legend);
        let layout = Layout::from_file(layout_file, legend);
        diagnostics.extend(problems(&layout, &missing));
        let is_sound = diagnostics.iter().all(|problem| problem.severity != Severity::Error);
        (if is_sound { layout } else { Layout::automatic(legend) }, diagnostics)
    }
}

/// Returns all problems of a layout. `missing` are the spaces that the layout files do not place.
fn problems(layout: &Layout, missing: &[String]) -> Vec<Diagnostic> {
    let mut checker = Checker { layout, problems: Vec::new() };
    checker.missing_spaces(missing);
    checker.check_canvas();
    checker.check_shapes();
    checker.check_rooms();
    checker.check_overlaps();
    checker.check_names();
    checker.check_text_sizes();
    checker.check_similar_counters();
    checker.check_marks();
    checker.problems
}

struct Checker<'a> {
    layout: &'a Layout,
    problems: Vec<Diagnostic>,
}

/// A room is too small if it is smaller than this fraction of a counter.
const MIN_ROOM: f64 = 0.5;

/// Whether a room lies mostly outside its space. With a plate or box, this means that less than half of the room lies
/// inside it. With another outline, this means that no part of the room lies inside it.
fn is_mostly_outside(room: Rect, space: &SpacePlacement, layout_file: &LayoutFile) -> bool {
    /// The number of sample points in each direction.
    const POINTS: usize = 9;
    let is_small = |circle: [f64; 3]| {
        frame_in_circle(circle, space.font.unwrap_or(layout_file.canvas.font), layout_file.canvas.piece).is_none()
    };
    let (is_inside, min_points): (Box<dyn Fn(Point) -> bool>, usize) = match (space.plate, &space.area) {
        (Some(plate), _) => (Box::new(move |point| rect_contains(plate, point)), POINTS * POINTS / 2),
        (None, Some(Area::Box(rect))) => (Box::new(|point| rect_contains(*rect, point)), POINTS * POINTS / 2),
        // The pieces of a small circle lie next to it.
        (None, Some(Area::Circle(circle))) if is_small(*circle) => return false,
        (None, Some(area)) => (Box::new(|point| area_contains(area, point)), 1),
        (None, None) => return false,
    };
    let [x, y, w, h] = room;
    let part = |index: usize| (index as f64 + 0.5) / POINTS as f64;
    let points = (0..POINTS * POINTS).map(|index| [x + w * part(index % POINTS), y + h * part(index / POINTS)]);
    points.filter(|point| is_inside(*point)).count() < min_points
}

/// Returns where the layout file sets a key of a space, or else where the entry of the space is.
fn key_or_space<'a>(space: &'a SpacePlacement, key: &str) -> Option<&'a Located<()>> {
    space.key_origin(key).or_else(|| space.key_origin("id"))
}

/// Returns the rectangle of the letters of a name. Letters seldom reach the edges of their line.
fn letters(name: &Label) -> Rect {
    let [x, y, w, h] = name.bounds();
    [x + 1.0, y + h * 0.12, w - 2.0, h * 0.76]
}

/// Returns the rectangle of the flags that may lie in front of the name of a space.
fn flags_of(place: &PlacedSpace) -> Option<Rect> {
    let size = flag_size(place.name.size);
    let [x, y] = place.name.flag_centre(place.flags.checked_sub(1)?);
    let width = flags_width(place.flags, place.name.size);
    Some([x - size / 2.0, y - size / 2.0, width, size])
}

impl Checker<'_> {
    fn missing_spaces(&mut self, missing: &[String]) {
        let (Some(file), [first, ..]) = (&self.layout.layout_file.file, missing) else { return };
        let more = match missing.len() {
            1 => String::new(),
            count => format!(" and {} more", count - 1),
        };
        let message = format!("the layout has no place for the space `{first}`{more}");
        let listed: Vec<String> = missing.iter().take(12).map(|id| format!("`{id}`")).collect();
        let help = format!("write a `[[space]]` for {}, or one with `shown = false`", listed.join(", "));
        let problem = file.warning("layout::unplaced", message).label("missing spaces are placed next to the map");
        self.problems.push(problem.help(help));
    }

    fn report_off_canvas(&mut self, origin: Option<&Located<()>>, thing: &str, key: &str) {
        let Some(origin) = origin else { return };
        let canvas = &self.layout.layout_file.canvas;
        let label = format!("the canvas is {} wide and {} high", canvas.width, canvas.height);
        let problem = origin.error("layout::off-canvas", format!("`{key}` of {thing} lies off the canvas"));
        self.problems.push(problem.label(label));
    }
    fn check_canvas(&mut self) {
        let layout_file = &self.layout.layout_file;
        let whole: Rect = [0.0, 0.0, layout_file.canvas.width, layout_file.canvas.height];
        let is_on_canvas = |[x, y, w, h]: Rect| rect_contains(whole, [x, y]) && rect_contains(whole, [x + w, y + h]);
        for space in &layout_file.spaces {
            let thing = format!("the space `{}`", space.id);
            let is_point_off = |point: Option<Point>| point.is_some_and(|point| !rect_contains(whole, point));
            let is_rect_off = |rect: Option<Rect>| rect.is_some_and(|rect| !is_on_canvas(rect));
            let outline = match &space.area {
                Some(Area::Shape(_)) => "shape",
                Some(Area::Circle(_)) => "circle",
                _ => "box",
            };
            let keys = [
                ("at", is_point_off(space.at)),
                (outline, is_rect_off(space.area.as_ref().map(bounds_of))),
                ("plate", is_rect_off(space.plate)),
                ("label", is_point_off(space.label)),
                ("room", is_rect_off(space.room)),
            ];
            for (key, _) in keys.into_iter().filter(|(_, is_off)| *is_off) {
                self.report_off_canvas(key_or_space(space, key), &thing, key);
            }
        }
        for track in layout_file.tracks.iter().filter(|track| !is_on_canvas(track.area)) {
            self.report_off_canvas(track.origin.as_ref(), &format!("the track `{}`", track.id), "box");
        }
        for pile in layout_file.piles.iter().filter(|pile| !is_on_canvas(pile.area)) {
            self.report_off_canvas(pile.origin.as_ref(), &format!("the pile `{}`", pile.id), "box");
        }
    }

    /// Reports spaces whose point `at` lies outside their outline.
    fn check_shapes(&mut self) {
        for space in &self.layout.layout_file.spaces {
            let (Some(at), Some(area)) = (space.at, &space.area) else { continue };
            // A point slightly outside the border of a circle is allowed.
            let [x, y, w, h] = bounds_of(area);
            let is_near = rect_contains([x - 2.0, y - 2.0, w + 4.0, h + 4.0], at);
            let is_within = area_contains(area, at) || is_near && matches!(area, Area::Circle(_));
            if !is_within && let Some(origin) = key_or_space(space, "at") {
                let message = format!("`at` of the space `{}` lies outside its outline", space.id);
                let problem = origin.warning("layout::out-of-shape", message);
                self.problems.push(problem.label("lines to the space end here").help("move it inside, or remove it"));
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
        self.problems.extend(found.into_iter().take(MAX_REPORTED));
    }

    /// Reports overlapping rooms, plates, tracks and piles, because players could not tell where a piece in the overlap
    /// lies.
    fn check_overlaps(&mut self) {
        let layout_file = &self.layout.layout_file;
        // The name, the rectangle and the origin of each thing.
        let mut things: Vec<(String, Rect, Option<&Located<()>>)> = Vec::new();
        for space in layout_file.spaces.iter().filter(|space| space.shown && !space.key_origins.is_empty()) {
            let room = match (&space.plate, &space.room, &space.area) {
                (Some(plate), ..) => Some(("plate", *plate)),
                (None, Some(room), _) => Some(("room", *room)),
                (None, None, Some(Area::Box(rect))) => Some(("box", *rect)),
                (None, None, Some(Area::Circle(circle))) => {
                    let font = space.font.unwrap_or(layout_file.canvas.font);
                    frame_in_circle(*circle, font, layout_file.canvas.piece).map(|rect| ("circle", rect))
                }
                _ => None,
            };
            things
                .extend(room.map(|(key, rect)| (format!("the space `{}`", space.id), rect, key_or_space(space, key))));
        }
        things.extend(
            layout_file
                .tracks
                .iter()
                .map(|placed| (format!("the track `{}`", placed.id), placed.area, placed.origin.as_ref())),
        );
        things.extend(
            layout_file
                .piles
                .iter()
                .map(|placed| (format!("the pile `{}`", placed.id), placed.area, placed.origin.as_ref())),
        );
        let mut reported = 0;
        for (index, (first, first_rect, first_origin)) in things.iter().enumerate() {
            for (second, second_rect, second_origin) in &things[index + 1..] {
                if !overlap(*first_rect, *second_rect) || reported >= MAX_REPORTED {
                    continue;
                }
                // Report the overlap at the thing that the last pack places, because its author can mend the overlap.
                let is_in_last = |origin: &Located<()>| self.is_in_last_pack(origin);
                let (below, above, origin) = match (first_origin, second_origin) {
                    (Some(first_origin), Some(second_origin))
                        if is_in_last(first_origin) && !is_in_last(second_origin) =>
                    {
                        (second, first, *first_origin)
                    }
                    (_, Some(second_origin)) => (first, second, *second_origin),
                    _ => continue,
                };
                reported += 1;
                let problem = origin.warning("layout::overlap", format!("{above} lies over {below}"));
                self.problems.push(
                    problem.label("the owner of pieces here is not clear").help("move one of them, or make it smaller"),
                );
            }
        }
    }

    fn is_in_last_pack(&self, origin: &Located<()>) -> bool {
        self.layout.layout_file.file.as_ref().is_some_and(|last| last.file.pack == origin.file.pack)
    }

    /// Reports names that lie under something: under another name or the flags in front of it, under the pieces of a
    /// space, or under a plate, track or pile.
    fn check_names(&mut self) {
        let (layout_file, legend) = (&self.layout.layout_file, &self.layout.legend);
        let id_of = |place: &PlacedSpace| legend.spaces[place.space].id.as_str();
        let mut found = Vec::new();
        for (index, place) in self.layout.places.iter().enumerate() {
            let id = id_of(place);
            let origin = layout_file.spaces.iter().find(|space| space.id == id);
            let Some(origin) = origin.and_then(|space| key_or_space(space, "label")) else { continue };
            let name = letters(&place.name);
            let earlier = &self.layout.places[..index];
            if let Some(other) = earlier.iter().find(|other| {
                overlap(name, letters(&other.name))
                    || flags_of(other).is_some_and(|flags| overlap(name, flags))
                    || flags_of(place).is_some_and(|flags| overlap(flags, letters(&other.name)))
            }) {
                found.push((origin, id, format!("lies over that of `{}`", id_of(other))));
            } else if let Some(cover) = self.cover_of(place) {
                found.push((origin, id, format!("lies under {cover}")));
            }
        }
        for (origin, id, what) in found.into_iter().take(MAX_REPORTED) {
            let message = format!("the name of the space `{id}` {what}");
            let help = "move one with `label`, make it smaller with `font`, or break it with `text`";
            self.problems.push(origin.warning("layout::overlap", message).label("here").help(help));
        }
    }

    /// Returns what is drawn over the name of a space: pieces, the plate of another space, a track or a pile.
    fn cover_of(&self, place: &PlacedSpace) -> Option<String> {
        let name = letters(&place.name);
        let layout_file = &self.layout.layout_file;
        // Counters keep this distance from the edges of their room.
        let edge = COUNTER_GAP * layout_file.canvas.piece;
        for other in &self.layout.places {
            let id = &self.layout.legend.spaces[other.space].id;
            let has_room = layout_file.spaces.iter().any(|space| space.id == *id && space.room.is_some());
            let is_other = other.space != place.space;
            if (has_room || is_other && other.frame.is_some()) && overlap(name, inset(other.room, edge)) {
                return Some(format!("the pieces of `{id}`"));
            }
            if is_other && other.plate.is_some_and(|plate| overlap(name, plate)) {
                return Some(format!("the plate of `{id}`"));
            }
        }
        let track = layout_file.tracks.iter().find(|track| overlap(name, track.area));
        let pile = || layout_file.piles.iter().find(|pile| overlap(name, pile.area));
        let track = track.map(|track| format!("the track `{}`", track.id));
        track.or_else(|| pile().map(|pile| format!("the pile `{}`", pile.id)))
    }

    /// Reports names that are drawn too small to read because their space is too narrow.
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
        self.problems.extend(found);
    }

    /// Reports pieces of two sides that differ only in colour.
    fn check_similar_counters(&mut self) {
        let Some(file) = &self.layout.layout_file.file else { return };
        for (first, second) in look_alikes(&self.layout.layout_file, &self.layout.legend).into_iter().take(MAX_REPORTED)
        {
            let origin = self
                .layout
                .layout_file
                .pieces
                .iter()
                .find(|appearance| appearance.id == second)
                .and_then(|appearance| appearance.origin.as_ref());
            let message = format!("the pieces `{first}` and `{second}` of two sides have the same shape and letters");
            let problem = origin.unwrap_or(file).warning("layout::alike", message);
            self.problems
                .push(problem.label("they differ only in colour").help("give one of them another `shape` or `glyph`"));
        }
    }

    /// Reports settings of signs that the map never shows.
    fn check_marks(&mut self) {
        for mark in self.layout.layout_file.marks.iter().filter(|mark| mark.shown) {
            let (Some(origin), Some(why)) = (&mark.origin, self.why_never_drawn(&mark.id)) else { continue };
            let problem = origin.warning("layout::unused-mark", format!("the mark `{}` is never drawn", mark.id));
            self.problems.push(problem.label(why).help("remove it"));
        }
    }

    /// Says why the map never shows the sign of a track, fact, figure or mark with this id.
    fn why_never_drawn(&self, id: &str) -> Option<&'static str> {
        let legend = &self.layout.legend;
        if legend.marks.iter().any(|mark| mark.id == id) {
            return None;
        }
        let tracks = legend.tracks.iter().filter(|track| track.id == id).map(|track| (&track.subject, true));
        let facts = legend.facts.iter().filter(|fact| fact.id == id).map(|fact| (&fact.subject, fact.shown));
        // Figures of links have no sign.
        let figures = legend.figures.iter().filter(|figure| figure.id == id);
        let figures = figures.map(|it| (&it.subject, it.shown && !matches!(it.subject, Subject::Links(_))));
        let why = |(subject, is_shown): (&Subject, bool)| match subject {
            _ if !is_shown => Some("the board does not show it"),
            Subject::Spaces(_) | Subject::Links(_) => None,
            Subject::Game => Some("it belongs to the game: only spaces, links and pieces have signs"),
            Subject::Side => Some("it belongs to sides: only spaces, links and pieces have signs"),
            Subject::Card => Some("it belongs to cards: only spaces, links and pieces have signs"),
        };
        let whys: Vec<Option<&str>> = tracks.chain(facts).chain(figures).map(why).collect();
        if whys.contains(&None) { None } else { whys.into_iter().flatten().next() }
    }
}
