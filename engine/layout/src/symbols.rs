//! The symbols of counters: one for each face of each piece type, with its centre at 0,0. Sides differ in colour and
//! shape. Faces after the first are light with dark letters. If pieces of two sides have the same letters, a second
//! line has the letters of the side.

use crate::colour::{Colour, INK, NEUTRAL_COLOUR, choose_side_colours, darker, lighter};
use crate::geometry::path;
use crate::scene::{Anchor, Node, Scene, Style, path_node, rect_node, side_symbol, sign_styles, text_node};
use crate::text_width::fit_size;
use cardwright_content::layout_file::{CounterShape, LayoutFile, PieceAppearance, Point};
use cardwright_view::{Legend, PieceType, Side};

/// Returns the name of the symbol for a face.
pub(crate) fn symbol_name(piece: &str, face: Option<&str>) -> String {
    match face.filter(|face| !face.is_empty()) {
        Some(face) => format!("{piece}/{face}"),
        None => piece.to_owned(),
    }
}

/// The design of one face.
struct FaceDesign {
    shape: CounterShape,
    colour: String,
    glyph: String,
    picture: Option<String>,
    /// The index of the face. All faces but the first are light.
    face: usize,
    /// The index of the side that owns the piece.
    side: Option<usize>,
}

/// Returns the colour of the pieces of each side.
pub(crate) fn side_colours(layout_file: &LayoutFile, legend: &Legend) -> Vec<String> {
    let layout_colour =
        |side: &Side| layout_file.sides.iter().find(|other| other.id == side.id).and_then(|other| other.color.clone());
    let layout_colours: Vec<Option<String>> = legend.sides.iter().map(layout_colour).collect();
    let names: Vec<[&str; 2]> = legend.sides.iter().map(|side| [side.id.as_str(), side.name.as_str()]).collect();
    choose_side_colours(&layout_colours, &names)
}

/// Returns the shape of a side's pieces: the shape that the layout gives, or else a shape that the layout gives to no
/// side.
pub(crate) fn side_shape(layout_file: &LayoutFile, legend: &Legend, side: &str) -> CounterShape {
    let layout_shape = |id: &str| layout_file.sides.iter().find(|other| other.id == id).and_then(|other| other.shape);
    if let Some(shape) = layout_shape(side) {
        return shape;
    }
    let taken: Vec<CounterShape> = legend.sides.iter().filter_map(|other| layout_shape(&other.id)).collect();
    let free: Vec<CounterShape> = CounterShape::all().filter(|shape| !taken.contains(shape)).collect();
    let sides_before = legend
        .sides
        .iter()
        .take_while(|other| other.id != side)
        .filter(|other| layout_shape(&other.id).is_none())
        .count();
    free.get(sides_before % free.len().max(1)).copied().unwrap_or(CounterShape::Square)
}

/// Returns a setting of the layout for a face. The entry for this face of this type (`guard/worn`) comes first, then
/// the entry for the face of any type (`worn`), then the entry for the type (`guard`).
fn face_setting<'a, T>(
    layout_file: &'a LayoutFile,
    piece: &str,
    face: &str,
    get: impl Fn(&'a PieceAppearance) -> Option<T>,
) -> Option<T> {
    let setting = |id: &str| layout_file.pieces.iter().find(|piece| piece.id == id).and_then(&get);
    setting(&format!("{piece}/{face}"))
        .or_else(|| setting(face).filter(|_| !face.is_empty()))
        .or_else(|| setting(piece))
}

/// Shortens a name to at most `limit` letters: the initials of its words. A single short word stays as it is.
pub(crate) fn initials(name: &str, limit: usize) -> String {
    let words: Vec<&str> = name.split([' ', '-', '_', '.']).filter(|word| !word.is_empty()).collect();
    match words[..] {
        [] => "?".into(),
        [word] if word.chars().count() <= limit => word.to_owned(),
        [word] => word.chars().take(2).collect(),
        _ => words.iter().filter_map(|word| word.chars().next()).take(limit).collect(),
    }
}

/// Returns the letters on a face of a piece.
fn glyph(layout_file: &LayoutFile, legend: &Legend, piece: &PieceType, face_index: usize) -> String {
    let face = piece.faces.get(face_index).map_or("", String::as_str);
    if let Some(glyph) = face_setting(layout_file, &piece.id, face, |setting| setting.glyph.clone()) {
        return glyph;
    }
    if let Some(short) = piece.shorts.get(face_index).filter(|short| short.chars().count() <= 4) {
        return short.clone();
    }
    // Drop the name of the side from the name of the piece.
    let side = piece.side.as_deref().and_then(|side| legend.side(side)).map_or("", |side| side.name.as_str());
    let name = piece.name.strip_prefix(side).map(str::trim).filter(|name| !name.is_empty()).unwrap_or(&piece.name);
    let word = if piece.texts.iter().any(|text| text == face) { face } else { name };
    let letters = initials(word, 3);
    let mut first = letters.chars();
    first.next().map(|c| c.to_uppercase().chain(first).collect()).unwrap_or(letters)
}

/// Returns the design of every face, with the name of its symbol.
fn face_designs(layout_file: &LayoutFile, legend: &Legend) -> Vec<(String, FaceDesign)> {
    let mut designs = Vec::new();
    let colours = side_colours(layout_file, legend);
    for piece in &legend.pieces {
        let owner = piece.side.as_deref();
        let side = owner.and_then(|id| legend.sides.iter().position(|side| side.id == id));
        for (index, face) in piece.faces.iter().enumerate() {
            let colour = face_setting(layout_file, &piece.id, face, |setting| setting.color.clone());
            let colour =
                colour.or_else(|| side.map(|side| colours[side].clone())).unwrap_or_else(|| NEUTRAL_COLOUR.to_owned());
            let shape = face_setting(layout_file, &piece.id, face, |setting| setting.shape);
            let shape =
                shape.unwrap_or_else(|| owner.map_or(CounterShape::Tag, |side| side_shape(layout_file, legend, side)));
            let picture = face_setting(layout_file, &piece.id, face, |setting| setting.picture.clone());
            let design = FaceDesign {
                shape,
                colour,
                glyph: glyph(layout_file, legend, piece, index),
                picture,
                face: index,
                side,
            };
            designs.push((symbol_name(&piece.id, Some(face)), design));
        }
    }
    designs
}

/// Returns the letters of each side: the letters that the layout gives, or else the first one or two letters of the
/// side's id if no other id begins with them, or else its first three or four letters.
pub(crate) fn side_letters(layout_file: &LayoutFile, legend: &Legend) -> Vec<String> {
    let layout_letter =
        |id: &str| layout_file.sides.iter().find(|side| side.id == id).and_then(|side| side.letter.clone());
    let ids: Vec<&str> = legend.sides.iter().map(|side| side.id.as_str()).collect();
    let first_letters = |id: &str, count: usize| id.chars().take(count).collect::<String>().to_uppercase();
    let unique_length = |id: &&str| {
        let is_unique = |count: &usize| {
            ids.iter().filter(|other| first_letters(other, *count) == first_letters(id, *count)).count() < 2
        };
        (1..3).find(is_unique)
    };
    let fallback_length = |id: &str| if id.chars().count() <= 4 { 4 } else { 3 };
    ids.iter()
        .map(|id| {
            layout_letter(id).unwrap_or_else(|| first_letters(id, unique_length(id).unwrap_or(fallback_length(id))))
        })
        .collect()
}

/// Adds a symbol for each face and each side, and the styles of these symbols.
pub(crate) fn symbols(layout_file: &LayoutFile, legend: &Legend, scene: &mut Scene) {
    let designs = face_designs(layout_file, legend);
    let letters = side_letters(layout_file, legend);
    for (name, design) in &designs {
        let has_same_letters =
            |(_, other): &(String, FaceDesign)| other.glyph == design.glyph && other.side != design.side;
        let side_text = design.side.filter(|_| designs.iter().any(has_same_letters)).map(|side| letters[side].as_str());
        let nodes = design_nodes(design, side_text, layout_file.canvas.piece, scene);
        scene.symbols.insert(name.clone(), nodes);
    }
    add_side_symbols(layout_file, legend, &letters, scene);
    add_badge(layout_file.canvas.piece, scene);
}

/// Returns the name of the style with these colours, and adds the style to the scene if it is new.
fn colour_style(scene: &mut Scene, fill: &str, line: &str, width: f64) -> String {
    let digits = |colour: &str| colour.trim_start_matches('#').to_owned();
    let name =
        format!("c-{}-{}-{}", digits(fill), digits(line), crate::number_format::format_number(width).replace('.', "_"));
    let style = Style { fill: fill.into(), line: line.into(), width, ..Style::default() };
    scene.styles.entry(name.clone()).or_insert(style);
    name
}

/// Returns the corners of a shape of this size. For a square or round shape, returns two opposite corners of its box.
pub(crate) fn outline(shape: CounterShape, size: f64) -> Vec<Point> {
    let h = size / 2.0;
    // The numbers are relative to half the size.
    let corners = |points: &[(f64, f64)]| points.iter().map(|(x, y)| [x * h, y * h]).collect();
    match shape {
        CounterShape::Hexagon => {
            corners(&[(-1.08, 0.0), (-0.58, -0.96), (0.58, -0.96), (1.08, 0.0), (0.58, 0.96), (-0.58, 0.96)])
        }
        CounterShape::Diamond => corners(&[(-1.22, 0.0), (0.0, -1.14), (1.22, 0.0), (0.0, 1.14)]),
        CounterShape::Octagon => corners(&[
            (-1.0, -0.42),
            (-0.42, -1.0),
            (0.42, -1.0),
            (1.0, -0.42),
            (1.0, 0.42),
            (0.42, 1.0),
            (-0.42, 1.0),
            (-1.0, 0.42),
        ]),
        CounterShape::Shield => {
            corners(&[(-0.96, -0.96), (0.96, -0.96), (0.96, 0.3), (0.6, 0.76), (0.0, 1.08), (-0.6, 0.76), (-0.96, 0.3)])
        }
        CounterShape::Star => corners(&[
            (0.0, -1.2),
            (0.36, -0.78),
            (0.95, -0.8),
            (0.82, -0.2),
            (1.14, 0.36),
            (0.58, 0.6),
            (0.28, 1.12),
            (0.0, 0.86),
            (-0.28, 1.12),
            (-0.58, 0.6),
            (-1.14, 0.36),
            (-0.82, -0.2),
            (-0.95, -0.8),
            (-0.36, -0.78),
        ]),
        CounterShape::Square | CounterShape::Round | CounterShape::Tag => corners(&[(-1.0, -1.0), (1.0, 1.0)]),
    }
}

/// Draws a shape, moved down by `down`.
fn shape_node(shape: CounterShape, size: f64, down: f64, style: &str) -> Node {
    let h = size / 2.0;
    match shape {
        CounterShape::Square => rect_node([-h, down - h, size, size], size * 0.15, style),
        CounterShape::Round => Node::Circle { x: 0.0, y: down, r: h * 1.02, style: style.to_owned() },
        CounterShape::Tag => rect_node([-h, down - h * 0.74, size, size * 0.74], size * 0.3, style),
        shape => {
            let points = outline(shape, size).into_iter().map(|[x, y]| [x, y + down]).collect();
            path_node(path(&[points], true), style)
        }
    }
}

/// Returns the part of a counter's width that letters may use.
fn letter_room(shape: CounterShape) -> f64 {
    match shape {
        CounterShape::Square | CounterShape::Octagon | CounterShape::Shield => 0.84,
        CounterShape::Hexagon => 0.8,
        CounterShape::Tag => 0.86,
        CounterShape::Round => 0.76,
        CounterShape::Diamond | CounterShape::Star => 0.66,
    }
}

/// Draws a face. `side_text` are the letters of the side, if they are needed to tell two sides apart. `piece` is the
/// size of a counter.
fn design_nodes(design: &FaceDesign, side_text: Option<&str>, piece: f64, scene: &mut Scene) -> Vec<Node> {
    let FaceDesign { shape, colour, glyph, picture, face, .. } = design;
    // The first face has the side's colour. The other faces are light, with an edge in the side's colour.
    let fill = if *face == 0 { colour.clone() } else { lighter(colour, 0.84) };
    let is_visible = |foreground: &str, least: f64| Colour::parse(foreground).contrast(Colour::parse(&fill)) >= least;
    let edge = match face {
        0 => darker(colour, 0.55),
        _ if is_visible(colour, 1.6) => colour.clone(),
        // The colour would not be visible on the light fill.
        _ => darker(colour, 0.45),
    };
    let edge_width = if *face == 0 { piece * 0.045 } else { piece * 0.095 };
    let body = colour_style(scene, &fill, &edge, edge_width);
    let size = piece * if *face == 0 { 0.96 } else { 0.92 };
    let mut nodes = vec![shape_node(*shape, size, piece * 0.06, "shadow"), shape_node(*shape, size, 0.0, &body)];
    if *face == 0 {
        nodes.push(shape_node(*shape, size * 0.86, 0.0, "shine"));
    }
    if let Some(picture) = picture {
        let h = piece * 0.42;
        nodes.push(Node::Image { x: -h, y: -h, w: 2.0 * h, h: 2.0 * h, href: picture.clone() });
        return nodes;
    }
    let side_ink = Some(darker(colour, 0.25)).filter(|ink| *face != 0 && is_visible(ink, 3.0));
    let ink = side_ink.unwrap_or_else(|| Colour::parse(&fill).text_colour().to_owned());
    let letters = colour_style(scene, if ink == INK { INK } else { &ink }, "none", 0.0);
    let size = fit_size(glyph, piece * if side_text.is_some() { 0.44 } else { 0.5 }, true, piece * letter_room(*shape));
    let down = if side_text.is_some() { -piece * 0.08 } else { 0.0 };
    nodes.push(text_node([0.0, down + size * 0.36], size, glyph.as_str(), Anchor::Middle, true, &letters));
    if let Some(side) = side_text {
        let size = fit_size(side, piece * 0.25, true, piece * 0.4);
        nodes.push(text_node([0.0, piece * 0.355], size, side, Anchor::Middle, true, &letters));
    }
    nodes
}

/// Adds the symbol `badge`: the background of the number that shows the size of a stack.
fn add_badge(piece: f64, scene: &mut Scene) {
    let h = piece * 0.24;
    scene.symbols.insert("badge".into(), vec![rect_node([-h * 1.1, -h, 2.2 * h, 2.0 * h], h, "badge")]);
}

/// Adds a small counter for each side, and the styles of signs with their own colours.
fn add_side_symbols(layout_file: &LayoutFile, legend: &Legend, letters: &[String], scene: &mut Scene) {
    let colours = side_colours(layout_file, legend);
    for ((side, letters), colour) in legend.sides.iter().zip(letters).zip(colours) {
        let shape = side_shape(layout_file, legend, &side.id);
        let design = FaceDesign { shape, colour, glyph: letters.clone(), picture: None, face: 0, side: None };
        let nodes = design_nodes(&design, None, layout_file.canvas.piece, scene);
        scene.symbols.insert(side_symbol(&side.id), nodes);
    }
    for mark in &layout_file.marks {
        if let Some(colour) = &mark.color {
            add_mark_styles(&mark.id, colour, scene);
        }
    }
}

fn add_mark_styles(name: &str, colour: &str, scene: &mut Scene) {
    let (style, ink) = sign_styles(name);
    let (fill, line) = (colour.to_owned(), darker(colour, 0.5));
    scene.styles.insert(style, Style { fill, line, width: 1.2, ..Style::default() });
    let fill = Colour::parse(colour).text_colour().to_owned();
    scene.styles.insert(ink, Style { fill, line: "none".into(), ..Style::default() });
}

/// Returns pairs of pieces of different sides with the same shape, letters and picture.
pub(crate) fn look_alikes(layout_file: &LayoutFile, legend: &Legend) -> Vec<(String, String)> {
    let designs = face_designs(layout_file, legend);
    let mut pairs = Vec::new();
    for (index, (name, design)) in designs.iter().enumerate() {
        let looks_alike = |other: &&(String, FaceDesign)| {
            other.1.side != design.side
                && other.1.shape == design.shape
                && other.1.glyph == design.glyph
                && other.1.picture == design.picture
        };
        pairs.extend(designs[index + 1..].iter().filter(looks_alike).map(|(other, _)| (name.clone(), other.clone())));
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::initials;

    #[test]
    fn names_have_initials() {
        for (name, letters) in
            [("Jefe", "Je"), ("Cia", "Cia"), ("Panama Canal", "PC"), ("us army unit", "uau"), ("", "?")]
        {
            assert_eq!(initials(name, 3), letters);
        }
    }
}
