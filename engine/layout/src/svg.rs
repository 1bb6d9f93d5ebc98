//! Writes a drawing as SVG.

use crate::layout::{Layout, Picture};
use crate::number_format::format_number;
use crate::scene::{Anchor, Node, Scene, Style};
use crate::text_width::text_width;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The font families of a drawing, in order of preference.
const FONT_FAMILIES: &str = "DejaVu Sans,Verdana,sans-serif";

/// Writes a scene and the nodes of an overlay as an SVG file. Equal drawings give equal bytes. The file contains its
/// pictures.
pub fn svg(layout: &Layout, scene: &Scene, counters: &[Node]) -> String {
    let ids = scene.symbols.keys().enumerate().map(|(index, name)| (name.as_str(), format!("c{index}"))).collect();
    let mut writer = SvgWriter { out: String::new(), layout, scene, ids };
    let (w, h) = (format_number(scene.width), format_number(scene.height));
    let _ = writeln!(
        writer.out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" font-family=\"{FONT_FAMILIES}\">"
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

struct SvgWriter<'a> {
    /// The text written so far.
    out: String,
    layout: &'a Layout,
    scene: &'a Scene,
    /// The id of each symbol in the file, by the name of the symbol.
    ids: BTreeMap<&'a str, String>,
}

/// Escapes a text for XML.
fn escape_xml(text: &str) -> String {
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

/// Returns the CSS class of a style. The prefix is needed because a style name may begin with a digit.
fn class(name: &str) -> String {
    let allowed = |c: char| if c.is_ascii_alphanumeric() || c == '-' || c == '_' { c } else { '_' };
    format!("s-{}", name.chars().map(allowed).collect::<String>())
}

impl SvgWriter<'_> {
    fn styles(&mut self) {
        self.out.push_str("<style>\n");
        for (name, style) in &self.scene.styles {
            let Style { fill, line, width, dash, opacity, italic } = style;
            let _ = write!(self.out, ".{}{{fill:{fill}", class(name));
            if line != "none" && *width > 0.0 {
                let _ = write!(self.out, ";stroke:{line};stroke-width:{};stroke-linejoin:round", format_number(*width));
            }
            if let Some(dash) = dash {
                let _ = write!(self.out, ";stroke-dasharray:{dash}");
            }
            if let Some(opacity) = opacity {
                let _ = write!(self.out, ";opacity:{}", format_number(*opacity));
            }
            if *italic {
                self.out.push_str(";font-style:italic;letter-spacing:0.08em");
            }
            self.out.push_str("}\n");
        }
        self.out.push_str("text{paint-order:stroke;text-anchor:middle}\n</style>\n");
    }
    fn node(&mut self, node: &Node) {
        let num = |number: &f64| format_number(*number);
        match node {
            Node::Path { d, style } => {
                let _ = write!(self.out, "<path class=\"{}\" d=\"{}\"/>", class(style), escape_xml(d));
            }
            Node::Rect { x, y, w, h, r, style } => {
                let round = r.map(|r| format!(" rx=\"{}\"", format_number(r))).unwrap_or_default();
                let (x, y, w, h, style) = (num(x), num(y), num(w), num(h), class(style));
                let _ = write!(
                    self.out,
                    "<rect class=\"{style}\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"{round}/>"
                );
            }
            Node::Circle { x, y, r, style } => {
                let _ = write!(
                    self.out,
                    "<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
                    class(style),
                    num(x),
                    num(y),
                    num(r)
                );
            }
            Node::Text { x, y, size, text, anchor, bold, style } => {
                let anchor_style = match anchor {
                    Anchor::Start => " style=\"text-anchor:start\"",
                    Anchor::Middle => "",
                    Anchor::End => " style=\"text-anchor:end\"",
                };
                let bold = if *bold { " font-weight=\"bold\"" } else { "" };
                let (x, y, size, style, text) = (num(x), num(y), num(size), class(style), escape_xml(text));
                let _ = write!(
                    self.out,
                    "<text class=\"{style}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{bold}{anchor_style}>{text}</text>"
                );
            }
            Node::Image { x, y, w, h, href } => {
                if let Some(picture) = self.layout.pictures().iter().find(|picture| picture.name == *href) {
                    let (x, y, w, h, data) = (num(x), num(y), num(w), num(h), data_url(picture));
                    let _ =
                        write!(self.out, "<image x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" href=\"{data}\"/>");
                }
            }
            Node::Use { id, x, y, scale, count } => self.counter(id, [*x, *y], scale.unwrap_or(1.0), *count),
            Node::Name { nodes, .. } => nodes.iter().for_each(|node| self.node(node)),
            Node::Group { label, nodes, .. } => {
                let _ = write!(self.out, "<g><title>{}</title>", escape_xml(label));
                nodes.iter().for_each(|node| self.node(node));
                self.out.push_str("</g>");
            }
        }
    }
    fn counter(&mut self, id: &str, [x, y]: [f64; 2], scale: f64, count: Option<u32>) {
        let scale_text = if scale == 1.0 { String::new() } else { format!(" scale({})", format_number(scale)) };
        if let Some(symbol) = self.ids.get(id) {
            let (x, y) = (format_number(x), format_number(y));
            let _ = write!(self.out, "<use href=\"#{symbol}\" transform=\"translate({x} {y}){scale_text}\"/>");
        }
        let Some(count) = count.filter(|count| *count > 1) else { return };
        badge(self.scene.piece * scale, [x, y], count).iter().for_each(|node| self.node(node));
    }
}

/// Draws the badge with the number of pieces in a stack, at the lower right of a counter of this size.
fn badge(size: f64, [x, y]: [f64; 2], count: u32) -> [Node; 2] {
    let text = count.to_string();
    let text_size = size * 0.36;
    let (x, y, h) = (x + size * 0.4, y + size * 0.38, size * 0.42);
    let w = (text_width(&text, text_size, true) + size * 0.16).max(h);
    [
        Node::Rect { x: x - w / 2.0, y: y - h / 2.0, w, h, r: Some(h / 2.0), style: "badge".into() },
        Node::Text {
            x,
            y: y + text_size * 0.36,
            size: text_size,
            text,
            anchor: Anchor::Middle,
            bold: true,
            style: "ink".into(),
        },
    ]
}

/// Writes a picture as a `data:` URL in base64.
fn data_url(picture: &Picture) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = format!("data:{};base64,", picture.media_type);
    for chunk in picture.bytes.chunks(3) {
        let byte = |index: usize| u32::from(chunk.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let has_byte = digit <= chunk.len();
            out.push(if has_byte { char::from(DIGITS[(bits >> (18 - 6 * digit) & 63) as usize]) } else { '=' });
        }
    }
    out
}
