//! Pictures of a layout: which files are pictures, and whether they are cheap to draw.
//!
//! A picture is only ever shown as an image. A browser then runs no script of it and loads nothing that it refers to. So
//! the check does not look for active content; it limits the size, and the number of elements that are drawn.

use crate::diagnostic::Diagnostic;
use crate::source_file::SourceFile;
use roxmltree::{Document, Node, ParsingOptions};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// The most bytes of one picture.
const MAX_BYTES: usize = 4 << 20;

/// The format of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum PictureKind {
    Svg,
    Png,
}

impl PictureKind {
    /// Returns the media type for HTTP.
    pub fn media_type(self) -> &'static str {
        match self {
            PictureKind::Svg => "image/svg+xml;charset=utf-8",
            PictureKind::Png => "image/png",
        }
    }
}

/// A file with a picture extension in the folder of a layout. [`Picture::kind`] checks its bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    /// Id of the pack.
    pub pack: String,
    /// Path within the pack: `layouts/<game>/map.svg`.
    pub path: String,
    /// The bytes of the file.
    pub bytes: Arc<[u8]>,
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Picture({}:{}, {} bytes)", self.pack, self.path, self.bytes.len())
    }
}

/// Whether the file at this path of a pack is read as a picture.
pub(crate) fn is_picture(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    matches!(parts.as_slice(), ["layouts", _, name] if name.ends_with(".svg") || name.ends_with(".png"))
}

/// The namespace of SVG. Browsers draw no element outside it.
const SVG_NAMESPACE: &str = "http://www.w3.org/2000/svg";
/// The most elements that an SVG draws. An element that `use`, a pattern or a mask draws again counts again.
const MAX_ELEMENTS: usize = 10_000;
/// The most nodes of the XML: elements, texts and comments.
const MAX_NODES: u32 = 100_000;
/// How deep elements may nest.
const MAX_DEPTH: usize = 256;
/// The most pixels of a PNG along one edge.
const MAX_PNG_EDGE: u32 = 8192;
/// The most pixels of a PNG in all.
const MAX_PNG_PIXELS: u64 = 40_000_000;
/// The first bytes of every PNG, up to the name of its header.
const PNG_START: &[u8; 16] = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR";

/// Why a picture is refused, and which bytes of an SVG are wrong.
type Fault = (String, Option<Range<usize>>);

impl Picture {
    /// Returns the file name.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }
    /// Checks the picture, and returns its format.
    ///
    /// # Errors
    /// Returns the reason why a layout may not use the picture.
    pub fn kind(&self) -> Result<PictureKind, String> {
        self.check().map_err(|(why, _)| why)
    }
    fn check(&self) -> Result<PictureKind, Fault> {
        if self.bytes.len() > MAX_BYTES {
            return Err(("it is larger than 4 MiB".into(), None));
        }
        match self.path.ends_with(".png") {
            true => check_png(&self.bytes).map(|()| PictureKind::Png).map_err(|why| (why.into(), None)),
            false => {
                let text = std::str::from_utf8(&self.bytes).map_err(|_| ("it is not UTF-8 text".into(), None))?;
                check_svg(text).map(|()| PictureKind::Svg)
            }
        }
    }
    /// Returns the diagnostic for the first fault of the picture; `None` if a layout may use the picture. In an SVG,
    /// the diagnostic points at the fault.
    pub fn problem(&self) -> Option<Diagnostic> {
        let (why, span) = self.check().err()?;
        let text = span.as_ref().and_then(|_| std::str::from_utf8(&self.bytes).ok()).unwrap_or_default();
        let file = Arc::new(SourceFile::new(self.pack.clone(), self.path.clone(), text.to_owned(), None));
        let problem =
            Diagnostic::error("layout::bad-picture", format!("a layout cannot use the picture `{}`: {why}", self.path));
        Some(match span {
            Some(span) => problem.at(&file, span).label("here"),
            None => Diagnostic { file: Some(file), ..problem },
        })
    }
}

fn check_png(bytes: &[u8]) -> Result<(), &'static str> {
    let edges = bytes.strip_prefix(PNG_START).and_then(|rest| rest.first_chunk::<8>()).ok_or("it is not a PNG")?;
    let [width, height] = [0, 4].map(|at| u32::from_be_bytes([edges[at], edges[at + 1], edges[at + 2], edges[at + 3]]));
    match width.max(height) > MAX_PNG_EDGE || u64::from(width) * u64::from(height) > MAX_PNG_PIXELS {
        true => Err("it has more than 8192 pixels along an edge, or more than 40 million in all"),
        false => Ok(()),
    }
}

/// Checks that a text is an SVG that browsers draw, and that it draws at most [`MAX_ELEMENTS`] elements.
fn check_svg(text: &str) -> Result<(), Fault> {
    let options = ParsingOptions { allow_dtd: true, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        let start = offset_of(text, error.pos());
        (format!("it is not valid XML: {error}"), Some(start..start))
    })?;
    let root = document.root_element();
    if !root.has_tag_name((SVG_NAMESPACE, "svg")) {
        let why = format!("browsers cannot draw it: it does not begin with `<svg xmlns=\"{SVG_NAMESPACE}\">`");
        return Err((why, Some(root.range().start..root.range().start)));
    }
    let ids = document.descendants().filter_map(|node| Some((node.attribute("id")?, node))).collect();
    let mut counter = ElementCounter { ids, counts: BTreeMap::new() };
    let style_sheets = document.descendants().filter(|node| node.has_tag_name((SVG_NAMESPACE, "style")));
    // A rule of a style sheet may hold for every element.
    let referred: usize = style_sheets.filter_map(|sheet| sheet.text()).map(|css| counter.referred(css, 0)).sum();
    let elements = document.descendants().filter(Node::is_element).count();
    let drawn = counter.drawn(root, 0).saturating_add(referred.saturating_mul(elements));
    match drawn > MAX_ELEMENTS {
        true => Err((format!("it draws more than {MAX_ELEMENTS} elements, or nests them too deep"), None)),
        false => Ok(()),
    }
}

/// Returns the byte offset of a position in a text.
fn offset_of(text: &str, position: roxmltree::TextPos) -> usize {
    let line_start: usize = text.split_inclusive('\n').take(position.row as usize - 1).map(str::len).sum();
    let column = text[line_start..].char_indices().nth(position.col as usize - 1);
    column.map_or(text.len(), |(offset, _)| line_start + offset)
}

/// Counts the elements that an SVG draws.
struct ElementCounter<'d> {
    ids: BTreeMap<&'d str, Node<'d, 'd>>,
    /// The count of each element that something refers to, by its id. 0 while it is being counted, because browsers do not
    /// draw an element within itself.
    counts: BTreeMap<&'d str, usize>,
}

impl<'d> ElementCounter<'d> {
    /// Returns how many elements are drawn for this element, its content, and what they refer to.
    fn drawn(&mut self, node: Node<'d, 'd>, depth: usize) -> usize {
        if depth > MAX_DEPTH {
            return MAX_ELEMENTS + 1;
        }
        let mut count = 1usize;
        for attribute in node.attributes() {
            let referred = match attribute.value().strip_prefix('#').filter(|_| attribute.name() == "href") {
                Some(id) => self.drawn_by_id(id, depth),
                None => self.referred(attribute.value(), depth),
            };
            count = count.saturating_add(referred);
        }
        for child in node.children().filter(Node::is_element) {
            count = count.saturating_add(self.drawn(child, depth + 1));
        }
        count
    }
    /// Returns how many elements are drawn for all `url(#ID)` of a value.
    fn referred(&mut self, value: &'d str, depth: usize) -> usize {
        let references = value.split("url(").skip(1).map(|rest| rest.trim_start_matches([' ', '"', '\'']));
        let ids = references.filter_map(|rest| rest.strip_prefix('#')?.split([')', '"', '\'']).next());
        ids.map(|id| self.drawn_by_id(id.trim(), depth)).fold(0, usize::saturating_add)
    }
    fn drawn_by_id(&mut self, id: &str, depth: usize) -> usize {
        let Some((id, node)) = self.ids.get_key_value(id).map(|(id, node)| (*id, *node)) else { return 0 };
        // A gradient is a colour, and draws no element again.
        if node.tag_name().name().ends_with("Gradient") {
            return 0;
        }
        if !self.counts.contains_key(id) {
            self.counts.insert(id, 0);
            let count = self.drawn(node, depth + 1);
            self.counts.insert(id, count);
        }
        self.counts[id]
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_ELEMENTS, check_svg};

    fn check(inner: &str) -> Result<(), super::Fault> {
        check_svg(&format!("<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:x=\"urn:x\">{inner}</svg>"))
    }

    #[test]
    fn drawings_of_common_programs_pass() {
        for inner in [
            "",
            "<x:namedview/><metadata><x:RDF/></metadata><style>.land { fill: url(#a) }</style><path class=\"land\"/>",
            "<defs><g id=\"a\"><path/></g><clipPath id=\"c\"><use href=\"#a\"/></clipPath></defs><g clip-path=\"url(#c)\"/>",
            "<linearGradient id=\"a\"/><linearGradient href=\"#a\"/><text style=\"fill:url( '#a' )\">1 > 0 &amp; 2</text>",
            "<g id=\"a\"><use href=\"#a\"/></g>",
        ] {
            assert_eq!(check(inner), Ok(()), "{inner}");
        }
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>";
        for start in
            ["\u{feff}", "<?xml version='1.0' encoding='UTF-8'?>\n<!-- x -->", "<!DOCTYPE svg PUBLIC \"a\" \"b\">"]
        {
            assert_eq!(check_svg(&format!("{start}{svg}\n")), Ok(()), "{start}");
        }
    }

    #[test]
    fn what_is_drawn_again_counts_again() {
        let rects = |count: usize| "<rect/>".repeat(count);
        assert_eq!(check(&rects(MAX_ELEMENTS - 1)), Ok(()));
        let too_many = |inner: &str| check(inner).is_err_and(|(why, _)| why.contains("more than 10000 elements"));
        assert!(too_many(&rects(MAX_ELEMENTS)));
        let group = format!("<g id=\"a\">{}</g>", rects(99));
        assert_eq!(check(&format!("{group}{}", "<use href=\"#a\"/>".repeat(90))), Ok(()));
        assert!(too_many(&format!("{group}{}", "<use href=\"#a\"/>".repeat(100))));
        assert!(too_many(&format!("{group}{}", "<rect style=\"mask:url(#a)\"/>".repeat(100))));
        assert!(too_many(&format!("{group}<style>rect {{ mask: url(#a) }}</style>")));
        // Each level draws the level below twice.
        let twice = |n: usize| format!("<g id=\"a{}\"><use href=\"#a{n}\"/><use x=\"1\" href=\"#a{n}\"/></g>", n + 1);
        assert!(too_many(&format!("<g id=\"a0\"/>{}", (0..40).map(twice).collect::<String>())));
        assert!(too_many(&format!("{}{}", "<g>".repeat(300), "</g>".repeat(300))));
    }

    #[test]
    fn other_files_are_refused_at_their_fault() {
        for text in ["", "GIF89a", "<html/>", "<svg/>", "<svg xmlns=\"\"/>", "<svg:svg/>"] {
            assert!(check_svg(text).is_err(), "{text}");
        }
        let text = "<svg xmlns=\"http://www.w3.org/2000/svg\">\n<g></h></svg>";
        let (why, span) = check_svg(text).expect_err("wrong end");
        assert!(why.contains("not valid XML") && span == Some(44..44), "{why} {span:?}");
        let endless = "<!DOCTYPE svg [<!ENTITY a \"&a;&a;\">]><svg xmlns=\"http://www.w3.org/2000/svg\">&a;</svg>";
        assert!(check_svg(endless).is_err());
        assert!(check(&"<g>".repeat(90_000)).is_err());
    }
}
