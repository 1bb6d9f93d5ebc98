//! Draws a layout file as a scene.

use crate::geometry::{line, nearest_edge_point, path, rect_contains};
use crate::links::LinkLine;
use crate::placed_space::{LINE_HEIGHT, Label, PlacedSpace};
use crate::readable_text::LabelStyler;
use crate::scene::{Anchor, GroupKind, Node, Scene, layout_style_name, path_node, rect_node, text_node};
use crate::styles::styles;
use crate::symbols::symbols;
use crate::tracks_and_piles::{PileSlots, TrackRow};
use cardwright_content::layout_file::{Area, Background, BackgroundShape, LayoutFile};
use cardwright_view::Legend;

/// Creates the text nodes of a label.
pub(crate) fn label_nodes(label: &Label, style: &str) -> Vec<Node> {
    let point = |line: usize| [label.at[0], label.at[1] + LINE_HEIGHT * label.size * line as f64];
    let lines = label.lines.iter().enumerate().filter(|(_, text)| !text.is_empty());
    lines.map(|(line, text)| text_node(point(line), label.size, text, label.anchor, label.bold, style)).collect()
}

/// Builds the scene of a layout.
pub(crate) fn scene(
    layout_file: &LayoutFile,
    legend: &Legend,
    places: &[PlacedSpace],
    link_lines: &[LinkLine],
    track_rows: &[TrackRow],
    pile_slots: &[PileSlots],
) -> Scene {
    let canvas = &layout_file.canvas;
    let mut scene = Scene {
        width: canvas.width,
        height: canvas.height,
        paper: canvas.paper.clone(),
        styles: styles(layout_file, legend),
        nodes: Vec::new(),
        piece: canvas.piece,
        symbols: Default::default(),
    };
    symbols(layout_file, legend, &mut scene);
    if let Some(picture) = &canvas.picture {
        let ([w, h], href) = (canvas.picture_in.unwrap_or([canvas.width, canvas.height]), picture.clone());
        scene.nodes.push(Node::Image { x: 0.0, y: 0.0, w, h, href });
    }
    scene.nodes.extend(layout_file.backgrounds.iter().map(|part| background(part, canvas.font)));
    link_lines.iter().for_each(|line| line.draw(&mut scene.nodes));
    let (without_plate, with_plate): (Vec<&PlacedSpace>, Vec<&PlacedSpace>) =
        in_drawing_order(places).into_iter().partition(|place| place.plate.is_none());
    let styler = LabelStyler::new(layout_file);
    for place in without_plate {
        let style = styler.style_of_name(place, &mut scene);
        scene.nodes.push(space(place, legend, style));
    }
    for border in &layout_file.borders {
        let style = layout_style_name(border.style.as_deref().unwrap_or("border"));
        scene.nodes.push(path_node(path(&border.line, false), &style));
    }
    for place in places.iter().filter(|place| place.name.has_halo) {
        let style = styler.style_of_name(place, &mut scene);
        let nodes = label_nodes(&place.name, style);
        scene.nodes.push(Node::Name { space: legend.spaces[place.space].id.clone(), nodes });
    }
    for place in with_plate {
        let style = styler.style_of_name(place, &mut scene);
        scene.nodes.push(space(place, legend, style));
    }
    let add_heading = |name: Option<&Label>, scene: &mut Scene| {
        if let Some(name) = name {
            let style = styler.style_on_map(name, scene);
            scene.nodes.extend(label_nodes(name, style));
        }
    };
    for row in track_rows {
        add_heading(row.name.as_ref(), &mut scene);
        row.draw(&mut scene.nodes);
    }
    for slots in pile_slots {
        add_heading(slots.name.as_ref(), &mut scene);
        slots.draw(&mut scene.nodes);
    }
    scene
}

fn background(part: &Background, font: f64) -> Node {
    let style = layout_style_name(part.style.as_deref().unwrap_or("neutral"));
    match &part.shape {
        BackgroundShape::Shape(rings) => path_node(path(rings, true), &style),
        BackgroundShape::Line(lines) => path_node(path(lines, false), &style),
        BackgroundShape::Text { text, at, size } => {
            text_node(*at, size.unwrap_or(font), text.as_str(), Anchor::Middle, false, &style)
        }
    }
}

/// Sorts the spaces in drawing order: shapes first, then boxes, then circles.
fn in_drawing_order(places: &[PlacedSpace]) -> Vec<&PlacedSpace> {
    let rank = |place: &PlacedSpace| match place.area {
        Some(Area::Shape(_)) => 0,
        Some(Area::Box(_)) => 1,
        _ => 2,
    };
    let mut sorted: Vec<&PlacedSpace> = places.iter().collect();
    sorted.sort_by_key(|place| rank(place));
    sorted
}

/// Draws a space as a group: its outline, its plate and its name.
fn space(place: &PlacedSpace, legend: &Legend, style: &str) -> Node {
    let definition = &legend.spaces[place.space];
    let mut nodes = Vec::new();
    match &place.area {
        Some(Area::Shape(rings)) => nodes.push(path_node(path(rings, true), &place.style)),
        Some(Area::Circle([x, y, r])) => {
            nodes.push(Node::Circle { x: *x, y: *y, r: *r, style: place.style.clone() });
        }
        Some(Area::Box(rect)) => nodes.push(rect_node(*rect, 9.0, &place.style)),
        None => {}
    }
    if let Some(plate) = place.plate {
        let is_outside = !rect_contains(plate, place.at);
        if is_outside {
            nodes.push(path_node(line(place.at, nearest_edge_point(plate, place.at)), "leader"));
            nodes.push(Node::Circle { x: place.at[0], y: place.at[1], r: 4.5, style: "dot".into() });
        }
        let [x, y, w, h] = plate;
        nodes.push(rect_node([x + 1.5, y + 3.0, w, h], 9.0, "shade"));
        nodes.push(rect_node(plate, 9.0, &layout_style_name("plate")));
    }
    if nodes.is_empty() {
        // An invisible rectangle behind the name receives the clicks.
        nodes.push(rect_node(place.name.bounds(), 4.0, "hit"));
    }
    // A name with a halo stands on the map itself, so it is drawn later, above all outlines.
    if !place.name.has_halo {
        nodes.extend(label_nodes(&place.name, style));
    }
    let kind = legend
        .kinds
        .iter()
        .find(|kind| kind.id == definition.kind)
        .map_or(definition.kind.as_str(), |kind| kind.id.as_str());
    let label = format!("{}, {}", definition.name, kind.replace('-', " "));
    Node::Group { kind: GroupKind::Space, id: definition.id.clone(), label, space: None, words: Vec::new(), nodes }
}
