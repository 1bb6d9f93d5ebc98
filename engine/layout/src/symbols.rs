//! Counters: one symbol for each face of each type of pieces, around 0,0. Sides differ by colour and shape, faces by
//! dark letters on light ground, and where two sides have the same letters, the side's own stand below.

use crate::colour::{Colour, INK, OF_NOBODY, darker, lighter, of_sides};
use crate::counters::{side_symbol, style_of};
use crate::draw::{path_node, rect_node, text_node};
use crate::geometry::path;
use crate::measure::fit;
use crate::scene::{Anchor, Node, Scene, Style};
use cardwright_content::sketch::{CounterShape, PieceLook, Point, Sketch};
use cardwright_view::{Legend, PieceType, Side};

/// The name of the symbol of a face.
pub(crate) fn symbol(piece: &str, face: Option<&str>) -> String {
    match face.filter(|face| !face.is_empty()) {
        Some(face) => format!("{piece}/{face}"),
        None => piece.to_owned(),
    }
}

/// What is drawn of a face.
struct Counter {
    shape: CounterShape,
    colour: String,
    glyph: String,
    picture: Option<String>,
    /// Which face it is: all but the first are light.
    face: usize,
    /// The number of its side.
    side: Option<usize>,
}

/// The colour of each side's pieces.
pub(crate) fn side_colours(sketch: &Sketch, legend: &Legend) -> Vec<String> {
    let said = |side: &Side| sketch.sides.iter().find(|of| of.id == side.id).and_then(|of| of.color.clone());
    let said: Vec<Option<String>> = legend.sides.iter().map(said).collect();
    let names: Vec<[&str; 2]> = legend.sides.iter().map(|side| [side.id.as_str(), side.name.as_str()]).collect();
    of_sides(&said, &names)
}

/// The shape of a side's pieces: what no other side of the layout says.
pub(crate) fn side_shape(sketch: &Sketch, legend: &Legend, side: &str) -> CounterShape {
    let said = |id: &str| sketch.sides.iter().find(|of| of.id == id).and_then(|of| of.shape);
    if let Some(shape) = said(side) {
        return shape;
    }
    let taken: Vec<CounterShape> = legend.sides.iter().filter_map(|of| said(&of.id)).collect();
    let free: Vec<CounterShape> = CounterShape::all().filter(|shape| !taken.contains(shape)).collect();
    let before = legend.sides.iter().take_while(|of| of.id != side).filter(|of| said(&of.id).is_none()).count();
    free.get(before % free.len().max(1)).copied().unwrap_or(CounterShape::Square)
}

/// What a layout says of a face: of the face itself before that of its type.
fn look<'a, T>(sketch: &'a Sketch, piece: &str, face: &str, of: impl Fn(&'a PieceLook) -> Option<T>) -> Option<T> {
    let said = |id: &str| sketch.pieces.iter().find(|look| look.id == id).and_then(&of);
    said(&format!("{piece}/{face}")).or_else(|| said(face).filter(|_| !face.is_empty())).or_else(|| said(piece))
}

/// A few letters for a name: the name itself if it is short, else how its words begin.
pub(crate) fn initials(name: &str, most: usize) -> String {
    let words: Vec<&str> = name.split([' ', '-', '_', '.']).filter(|word| !word.is_empty()).collect();
    match words[..] {
        [] => "?".into(),
        [one] if one.chars().count() <= most => one.to_owned(),
        [one] => one.chars().take(2).collect(),
        _ => words.iter().filter_map(|word| word.chars().next()).take(most).collect(),
    }
}

fn glyph(sketch: &Sketch, legend: &Legend, of: &PieceType, at: usize) -> String {
    let face = of.faces.get(at).map_or("", String::as_str);
    if let Some(glyph) = look(sketch, &of.id, face, |look| look.glyph.clone()) {
        return glyph;
    }
    if let Some(short) = of.shorts.get(at).filter(|short| short.chars().count() <= 4) {
        return short.clone();
    }
    // What a side's pieces are called after their side need not stand on each.
    let side = of.side.as_deref().and_then(|side| legend.side(side)).map_or("", |side| side.name.as_str());
    let name = of.name.strip_prefix(side).map(str::trim).filter(|name| !name.is_empty()).unwrap_or(&of.name);
    let word = if of.texts.iter().any(|text| text == face) { face } else { name };
    let letters = initials(word, 3);
    let mut first = letters.chars();
    first.next().map(|c| c.to_uppercase().chain(first).collect()).unwrap_or(letters)
}

fn counters(sketch: &Sketch, legend: &Legend) -> Vec<(String, Counter)> {
    let mut all = Vec::new();
    let colours = side_colours(sketch, legend);
    for of in &legend.pieces {
        let own = of.side.as_deref();
        let side = own.and_then(|id| legend.sides.iter().position(|side| side.id == id));
        for (at, face) in of.faces.iter().enumerate() {
            let colour = look(sketch, &of.id, face, |look| look.color.clone());
            let colour =
                colour.or_else(|| side.map(|side| colours[side].clone())).unwrap_or_else(|| OF_NOBODY.to_owned());
            let shape = look(sketch, &of.id, face, |look| look.shape);
            let shape = shape.unwrap_or_else(|| own.map_or(CounterShape::Tag, |side| side_shape(sketch, legend, side)));
            let picture = look(sketch, &of.id, face, |look| look.picture.clone());
            let counter = Counter { shape, colour, glyph: glyph(sketch, legend, of, at), picture, face: at, side };
            all.push((symbol(&of.id, Some(face)), counter));
        }
    }
    all
}

/// Letters that tell sides apart: what a layout says, else the beginnings of their ids, as few as will do.
pub(crate) fn side_letters(sketch: &Sketch, legend: &Legend) -> Vec<String> {
    let said = |id: &str| sketch.sides.iter().find(|of| of.id == id).and_then(|of| of.letter.clone());
    let ids: Vec<&str> = legend.sides.iter().map(|side| side.id.as_str()).collect();
    let letters = |id: &str, many: usize| id.chars().take(many).collect::<String>().to_uppercase();
    let enough = |id: &&str| {
        (1..3).find(|many| ids.iter().filter(|other| letters(other, *many) == letters(id, *many)).count() < 2)
    };
    let short = |id: &str| if id.chars().count() <= 4 { 4 } else { 3 };
    ids.iter().map(|id| said(id).unwrap_or_else(|| letters(id, enough(id).unwrap_or(short(id))))).collect()
}

/// Adds a symbol for each face, with the styles that they are of.
pub(crate) fn symbols(sketch: &Sketch, legend: &Legend, scene: &mut Scene) {
    let all = counters(sketch, legend);
    let letters = side_letters(sketch, legend);
    for (name, counter) in &all {
        let twin = |(_, other): &(String, Counter)| other.glyph == counter.glyph && other.side != counter.side;
        let below = counter.side.filter(|_| all.iter().any(twin)).map(|side| letters[side].as_str());
        let nodes = drawn(counter, below, sketch.canvas.piece, scene);
        scene.symbols.insert(name.clone(), nodes);
    }
    sides(sketch, legend, &letters, scene);
    badge(sketch.canvas.piece, scene);
}

/// The name of a style for a colour, made when it is first asked for.
fn paint(scene: &mut Scene, fill: &str, line: &str, width: f64) -> String {
    let word = |colour: &str| colour.trim_start_matches('#').to_owned();
    let name = format!("c-{}-{}-{}", word(fill), word(line), crate::number::written(width).replace('.', "_"));
    let style = Style { fill: fill.into(), line: line.into(), width, ..Style::default() };
    scene.styles.entry(name.clone()).or_insert(style);
    name
}

/// The outline of a shape, `size` across.
pub(crate) fn outline(shape: CounterShape, size: f64) -> Vec<Point> {
    let h = size / 2.0;
    let corners = |of: &[(f64, f64)]| of.iter().map(|(x, y)| [x * h, y * h]).collect();
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

fn shaped(shape: CounterShape, size: f64, down: f64, s: &str) -> Node {
    let h = size / 2.0;
    match shape {
        CounterShape::Square => rect_node([-h, down - h, size, size], size * 0.15, s),
        CounterShape::Round => Node::Circle { x: 0.0, y: down, r: h * 1.02, s: s.to_owned() },
        CounterShape::Tag => rect_node([-h, down - h * 0.74, size, size * 0.74], size * 0.3, s),
        shape => {
            let points = outline(shape, size).into_iter().map(|[x, y]| [x, y + down]).collect();
            path_node(path(&[points], true), s)
        }
    }
}

/// How much of a counter's width letters may take.
fn room(shape: CounterShape) -> f64 {
    match shape {
        CounterShape::Square | CounterShape::Octagon | CounterShape::Shield => 0.84,
        CounterShape::Hexagon => 0.8,
        CounterShape::Tag => 0.86,
        CounterShape::Round => 0.76,
        CounterShape::Diamond | CounterShape::Star => 0.66,
    }
}

fn drawn(counter: &Counter, below: Option<&str>, piece: f64, scene: &mut Scene) -> Vec<Node> {
    let Counter { shape, colour, glyph, picture, face, .. } = counter;
    // The first face is a side's own colour; others are light, with its colour around them.
    let fill = if *face == 0 { colour.clone() } else { lighter(colour, 0.84) };
    // A light colour is darkened, where it would be lost upon a lighter one.
    let is_seen = |of: &str, least: f64| Colour::of(of).contrast(Colour::of(&fill)) >= least;
    let edge = match face {
        0 => darker(colour, 0.55),
        _ if is_seen(colour, 1.6) => colour.clone(),
        _ => darker(colour, 0.45),
    };
    let wide = if *face == 0 { piece * 0.045 } else { piece * 0.095 };
    let body = paint(scene, &fill, &edge, wide);
    let size = piece * if *face == 0 { 0.96 } else { 0.92 };
    let mut nodes = vec![shaped(*shape, size, piece * 0.06, "shadow"), shaped(*shape, size, 0.0, &body)];
    if *face == 0 {
        nodes.push(shaped(*shape, size * 0.86, 0.0, "shine"));
    }
    if let Some(picture) = picture {
        let h = piece * 0.42;
        nodes.push(Node::Image { x: -h, y: -h, w: 2.0 * h, h: 2.0 * h, href: picture.clone() });
        return nodes;
    }
    let own_ink = Some(darker(colour, 0.25)).filter(|ink| *face != 0 && is_seen(ink, 3.0));
    let ink = own_ink.unwrap_or_else(|| Colour::of(&fill).ink().to_owned());
    let letters = paint(scene, if ink == INK { INK } else { &ink }, "none", 0.0);
    let size = fit(glyph, piece * if below.is_some() { 0.44 } else { 0.5 }, true, piece * room(*shape));
    let down = if below.is_some() { -piece * 0.08 } else { 0.0 };
    nodes.push(text_node([0.0, down + size * 0.36], size, glyph.as_str(), Anchor::Middle, true, &letters));
    if let Some(side) = below {
        let size = fit(side, piece * 0.25, true, piece * 0.4);
        nodes.push(text_node([0.0, piece * 0.355], size, side, Anchor::Middle, true, &letters));
    }
    nodes
}

/// What a number of pieces stands on, around 0,0.
fn badge(piece: f64, scene: &mut Scene) {
    let h = piece * 0.24;
    scene.symbols.insert("badge".into(), vec![rect_node([-h * 1.1, -h, 2.2 * h, 2.0 * h], h, "badge")]);
}

/// A small counter for each side, and the styles of signs that have a colour of their own.
fn sides(sketch: &Sketch, legend: &Legend, letters: &[String], scene: &mut Scene) {
    let colours = side_colours(sketch, legend);
    for ((side, letters), colour) in legend.sides.iter().zip(letters).zip(colours) {
        let shape = side_shape(sketch, legend, &side.id);
        let counter = Counter { shape, colour, glyph: letters.clone(), picture: None, face: 0, side: None };
        let nodes = drawn(&counter, None, sketch.canvas.piece, scene);
        scene.symbols.insert(side_symbol(&side.id), nodes);
    }
    for mark in &sketch.marks {
        if let Some(colour) = &mark.color {
            sign(&mark.id, colour, scene);
        }
    }
}

fn sign(name: &str, colour: &str, scene: &mut Scene) {
    let (style, ink) = style_of(name);
    let (fill, line) = (colour.to_owned(), darker(colour, 0.5));
    scene.styles.insert(style, Style { fill, line, width: 1.2, ..Style::default() });
    let fill = Colour::of(colour).ink().to_owned();
    scene.styles.insert(ink, Style { fill, line: "none".into(), ..Style::default() });
}

/// Pieces of two sides that have both shape and letters in common, with nothing below that tells them apart.
pub(crate) fn twins(sketch: &Sketch, legend: &Legend) -> Vec<(String, String)> {
    let all = counters(sketch, legend);
    let mut found = Vec::new();
    for (at, (name, one)) in all.iter().enumerate() {
        let is_twin = |other: &&(String, Counter)| {
            other.1.side != one.side
                && other.1.shape == one.shape
                && other.1.glyph == one.glyph
                && other.1.picture == one.picture
        };
        found.extend(all[at + 1..].iter().filter(is_twin).map(|(other, _)| (name.clone(), other.clone())));
    }
    found
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
