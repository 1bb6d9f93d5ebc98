//! A sketch as a scene.

use crate::geometry::{is_in, line, nearest, path};
use crate::letters::Ground;
use crate::links::links;
use crate::number::rounded;
use crate::place::{LEADING, Label, Place, anchor};
use crate::rows::{Row, Slots};
use crate::scene::{Anchor, Node, Of, Scene};
use crate::styles::{named, styles};
use crate::symbols::symbols;
use cardwright_content::sketch::{Area, Background, Drawn, Sketch};
use cardwright_view::Legend;

/// A node of lines.
pub(crate) fn path_node(d: String, s: &str) -> Node {
    Node::Path { d, s: s.to_owned() }
}

/// A node of a rectangle.
pub(crate) fn rect_node([x, y, w, h]: [f64; 4], r: f64, s: &str) -> Node {
    Node::Rect { x, y, w, h, r: (r > 0.0).then_some(r), s: s.to_owned() }
}

/// A node of a line of text.
pub(crate) fn text_node(
    [x, y]: [f64; 2],
    size: f64,
    text: impl Into<String>,
    anchor: Anchor,
    bold: bool,
    s: &str,
) -> Node {
    Node::Text { x, y, size: rounded(size), text: text.into(), anchor, bold, s: s.to_owned() }
}

/// The lines of a label, in a style.
pub(crate) fn label_nodes(label: &Label, s: &str) -> Vec<Node> {
    let at = |line: usize| [label.at[0], label.at[1] + LEADING * label.size * line as f64];
    let lines = label.lines.iter().enumerate().filter(|(_, text)| !text.is_empty());
    lines.map(|(line, text)| text_node(at(line), label.size, text, label.anchor, label.bold, s)).collect()
}

/// What stays the same from view to view.
pub(crate) fn scene(sketch: &Sketch, legend: &Legend, places: &[Place], rows: &[Row], slots: &[Slots]) -> Scene {
    let canvas = &sketch.canvas;
    let mut scene = Scene {
        width: canvas.width,
        height: canvas.height,
        paper: canvas.paper.clone(),
        styles: styles(sketch, legend),
        nodes: Vec::new(),
        piece: canvas.piece,
        symbols: Default::default(),
    };
    symbols(sketch, legend, &mut scene);
    if let Some(picture) = &canvas.picture {
        let ([w, h], href) = (canvas.picture_in.unwrap_or([canvas.width, canvas.height]), picture.clone());
        scene.nodes.push(Node::Image { x: 0.0, y: 0.0, w, h, href });
    }
    scene.nodes.extend(sketch.backgrounds.iter().map(|part| background(part, canvas.font)));
    links(sketch, legend, places, &mut scene.nodes);
    let (below, above): (Vec<&Place>, Vec<&Place>) =
        ordered(places).into_iter().partition(|place| place.plate.is_none());
    let ground = Ground::of(sketch);
    for place in below {
        let s = ground.of_place(place, &mut scene);
        scene.nodes.push(space(place, legend, s));
    }
    for border in &sketch.borders {
        let style = named(border.style.as_deref().unwrap_or("border"));
        scene.nodes.push(path_node(path(&border.line, false), &style));
    }
    for place in places.iter().filter(|place| place.name.has_halo) {
        let s = ground.of_place(place, &mut scene);
        let nodes = label_nodes(&place.name, s);
        scene.nodes.push(Node::Name { space: legend.spaces[place.space].id.clone(), nodes });
    }
    for place in above {
        let s = ground.of_place(place, &mut scene);
        scene.nodes.push(space(place, legend, s));
    }
    // Headings lie above, not on, what they head.
    let head = |name: Option<&Label>, scene: &mut Scene| {
        if let Some(name) = name {
            let s = ground.on_the_map(name, scene);
            scene.nodes.extend(label_nodes(name, s));
        }
    };
    for row in rows {
        head(row.name.as_ref(), &mut scene);
        row.draw(&mut scene.nodes);
    }
    for slots in slots {
        head(slots.name.as_ref(), &mut scene);
        slots.draw(&mut scene.nodes);
    }
    scene
}

fn background(part: &Background, font: f64) -> Node {
    let style = named(part.style.as_deref().unwrap_or("neutral"));
    match &part.is {
        Drawn::Shape(rings) => path_node(path(rings, true), &style),
        Drawn::Line(lines) => path_node(path(lines, false), &style),
        Drawn::Text { text, at, size } => {
            text_node(*at, size.unwrap_or(font), text.as_str(), Anchor::Middle, false, &style)
        }
    }
}

/// Places in the order in which they are drawn: areas first, then boxes and circles.
fn ordered(places: &[Place]) -> Vec<&Place> {
    let rank = |place: &Place| match place.area {
        Some(Area::Shape(_)) => 0,
        Some(Area::Box(_)) => 1,
        _ => 2,
    };
    let mut all: Vec<&Place> = places.iter().collect();
    all.sort_by_key(|place| rank(place));
    all
}

/// A space: its outline first, then its plate, its name.
fn space(place: &Place, legend: &Legend, s: &str) -> Node {
    let of = &legend.spaces[place.space];
    let mut nodes = Vec::new();
    match &place.area {
        Some(Area::Shape(rings)) => nodes.push(path_node(path(rings, true), &place.style)),
        Some(Area::Circle([x, y, r])) => {
            nodes.push(Node::Circle { x: *x, y: *y, r: *r, s: place.style.clone() });
        }
        Some(Area::Box(rect)) => nodes.push(rect_node(*rect, 9.0, &place.style)),
        None => {}
    }
    if let Some(plate) = place.plate {
        let is_beside = !is_in(plate, place.at);
        if is_beside {
            nodes.push(path_node(line(place.at, nearest(plate, place.at)), "leader"));
            nodes.push(Node::Circle { x: place.at[0], y: place.at[1], r: 4.5, s: "dot".into() });
        }
        let [x, y, w, h] = plate;
        nodes.push(rect_node([x + 1.5, y + 3.0, w, h], 9.0, "shade"));
        nodes.push(rect_node(plate, 9.0, &named("plate")));
    }
    if nodes.is_empty() {
        nodes.push(rect_node(place.name.bounds(), 4.0, "hit"));
    }
    // A name on the map stands above all outlines: its neighbour's may lie below it.
    if !place.name.has_halo {
        nodes.extend(label_nodes(&place.name, s));
    }
    let kind = legend.kinds.iter().find(|kind| kind.id == of.kind).map_or(of.kind.as_str(), |kind| kind.id.as_str());
    let label = format!("{}, {}", of.name, kind.replace('-', " "));
    Node::Group { of: Of::Space, id: of.id.clone(), label, at: None, words: Vec::new(), nodes }
}

/// The name of a row or of slots, above them where nothing else is said.
pub(crate) fn heading(
    name: &cardwright_content::sketch::Name,
    own: &str,
    [x, y, w, _]: [f64; 4],
    is_row: bool,
    font: f64,
) -> Option<Label> {
    let text = name.text.clone().unwrap_or_else(|| own.to_owned());
    if text.is_empty() {
        return None;
    }
    let size = name.font.unwrap_or((font * 0.8).clamp(12.0, 17.0));
    let by_itself = name.text.is_none() && name.label.is_none() && !is_row;
    let lines: Vec<String> = match by_itself {
        true => crate::measure::wrapped(&text, size, true, w + 14.0, 2),
        false => text.split('\n').map(str::to_owned).collect(),
    };
    let by_default = if is_row { Anchor::Start } else { Anchor::Middle };
    let at = name.anchor.map_or(by_default, anchor);
    let left = match at {
        Anchor::Start => x,
        Anchor::Middle => x + w / 2.0,
        Anchor::End => x + w,
    };
    let high = LEADING * size * lines.len().saturating_sub(1) as f64;
    let at_point = name.label.unwrap_or([left, y - 0.45 * size - high]);
    Some(Label { at: at_point, lines, size, anchor: at, bold: true, has_halo: true })
}
