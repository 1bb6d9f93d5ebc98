//! A drawing as an SVG text.

use crate::layout::{Layout, Picture};
use crate::measure::width;
use crate::number::written;
use crate::scene::{Anchor, Node, Scene, Style};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The faces that a drawing asks for, the first first.
const FACES: &str = "DejaVu Sans,Verdana,sans-serif";

/// A scene with what a view lays over it, as the text of an SVG file. The same drawing gives the same bytes. Pictures of the
/// layout are written into it, so that the file needs no other.
pub fn svg(layout: &Layout, scene: &Scene, counters: &[Node]) -> String {
    let ids = scene.symbols.keys().enumerate().map(|(at, name)| (name.as_str(), format!("c{at}"))).collect();
    let mut writer = Writer { out: String::new(), layout, scene, ids };
    let (w, h) = (written(scene.width), written(scene.height));
    let _ = writeln!(
        writer.out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" font-family=\"{FACES}\">"
    );
    writer.styles();
    let symbols: Vec<(String, &Vec<Node>)> =
        scene.symbols.iter().map(|(name, nodes)| (writer.ids[name.as_str()].clone(), nodes)).collect();
    writer.out.push_str("<defs>\n");
    for (id, nodes) in symbols {
        let _ = write!(writer.out, "<g id=\"{id}\">");
        nodes.iter().for_each(|node| writer.node(node));
        writer.out.push_str("</g>\n");
    }
    writer.out.push_str("</defs>\n");
    let _ = writeln!(writer.out, "<rect width=\"{w}\" height=\"{h}\" fill=\"{}\"/>", scene.paper);
    for node in scene.nodes.iter().chain(counters) {
        writer.node(node);
        writer.out.push('\n');
    }
    writer.out.push_str("</svg>\n");
    writer.out
}

struct Writer<'a> {
    out: String,
    layout: &'a Layout,
    scene: &'a Scene,
    ids: BTreeMap<&'a str, String>,
}

/// A text as it stands in a file of marks.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// The name of a style as a class: ids are of letters that a class may have, but they may begin with a digit.
fn class(name: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() || c == '-' || c == '_' { c } else { '_' };
    format!("s-{}", name.chars().map(kept).collect::<String>())
}

impl Writer<'_> {
    fn styles(&mut self) {
        self.out.push_str("<style>\n");
        for (name, style) in &self.scene.styles {
            let Style { fill, line, width, dash, opacity, italic } = style;
            let _ = write!(self.out, ".{}{{fill:{fill}", class(name));
            if line != "none" && *width > 0.0 {
                let _ = write!(self.out, ";stroke:{line};stroke-width:{};stroke-linejoin:round", written(*width));
            }
            if let Some(dash) = dash {
                let _ = write!(self.out, ";stroke-dasharray:{dash}");
            }
            if let Some(opacity) = opacity {
                let _ = write!(self.out, ";opacity:{}", written(*opacity));
            }
            if *italic {
                self.out.push_str(";font-style:italic;letter-spacing:0.08em");
            }
            self.out.push_str("}\n");
        }
        self.out.push_str("text{paint-order:stroke;text-anchor:middle}\n</style>\n");
    }
    fn node(&mut self, node: &Node) {
        let n = |number: &f64| written(*number);
        match node {
            Node::Path { d, s } => {
                let _ = write!(self.out, "<path class=\"{}\" d=\"{}\"/>", class(s), escaped(d));
            }
            Node::Rect { x, y, w, h, r, s } => {
                let round = r.map(|r| format!(" rx=\"{}\"", written(r))).unwrap_or_default();
                let (x, y, w, h, s) = (n(x), n(y), n(w), n(h), class(s));
                let _ =
                    write!(self.out, "<rect class=\"{s}\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"{round}/>");
            }
            Node::Circle { x, y, r, s } => {
                let _ =
                    write!(self.out, "<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>", class(s), n(x), n(y), n(r));
            }
            Node::Text { x, y, size, text, anchor, bold, s } => {
                let at = match anchor {
                    Anchor::Start => " style=\"text-anchor:start\"",
                    Anchor::Middle => "",
                    Anchor::End => " style=\"text-anchor:end\"",
                };
                let bold = if *bold { " font-weight=\"bold\"" } else { "" };
                let (x, y, size, s, text) = (n(x), n(y), n(size), class(s), escaped(text));
                let _ = write!(
                    self.out,
                    "<text class=\"{s}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{bold}{at}>{text}</text>"
                );
            }
            Node::Image { x, y, w, h, href } => {
                if let Some(picture) = self.layout.pictures().iter().find(|picture| picture.name == *href) {
                    let (x, y, w, h, data) = (n(x), n(y), n(w), n(h), data(picture));
                    let _ =
                        write!(self.out, "<image x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" href=\"{data}\"/>");
                }
            }
            Node::Use { id, x, y, scale, n } => self.counter(id, [*x, *y], scale.unwrap_or(1.0), *n),
            Node::Name { nodes, .. } => nodes.iter().for_each(|node| self.node(node)),
            Node::Group { label, nodes, .. } => {
                let _ = write!(self.out, "<g><title>{}</title>", escaped(label));
                nodes.iter().for_each(|node| self.node(node));
                self.out.push_str("</g>");
            }
        }
    }
    fn counter(&mut self, id: &str, [x, y]: [f64; 2], scale: f64, n: Option<u32>) {
        let by = if scale == 1.0 { String::new() } else { format!(" scale({})", written(scale)) };
        if let Some(symbol) = self.ids.get(id) {
            let (x, y) = (written(x), written(y));
            let _ = write!(self.out, "<use href=\"#{symbol}\" transform=\"translate({x} {y}){by}\"/>");
        }
        let Some(n) = n.filter(|n| *n > 1) else { return };
        badge(self.scene.piece * scale, [x, y], n).iter().for_each(|node| self.node(node));
    }
}

/// How many counters lie there, at the right lower corner of one of this size.
fn badge(size: f64, [x, y]: [f64; 2], n: u32) -> [Node; 2] {
    let text = n.to_string();
    let letters = size * 0.36;
    let (x, y, h) = (x + size * 0.4, y + size * 0.38, size * 0.42);
    let w = (width(&text, letters, true) + size * 0.16).max(h);
    [
        Node::Rect { x: x - w / 2.0, y: y - h / 2.0, w, h, r: Some(h / 2.0), s: "badge".into() },
        Node::Text {
            x,
            y: y + letters * 0.36,
            size: letters,
            text,
            anchor: Anchor::Middle,
            bold: true,
            s: "ink".into(),
        },
    ]
}

/// A picture as an address that holds it.
fn data(picture: &Picture) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = format!("data:{};base64,", picture.media_type);
    for three in picture.bytes.chunks(3) {
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let is_there = digit <= three.len();
            out.push(if is_there { char::from(DIGITS[(bits >> (18 - 6 * digit) & 63) as usize]) } else { '=' });
        }
    }
    out
}
