//! Pictures of a layout: which files are pictures, and whether they are cheap to show.
//!
//! A picture is only ever shown as an image. A browser then runs no script of it and loads nothing that it refers to. So
//! the check does not look for active content. It limits the size and the number of elements that are drawn.

use crate::diagnostic::Diagnostic;
use crate::source_file::SourceFile;
use crate::truncated;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
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

/// A file with a picture extension in the folder of a layout. [`Picture::problem`] checks its bytes.
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

/// The namespace of SVG. A browser draws no element outside it.
const SVG_NAMESPACE: &str = "http://www.w3.org/2000/svg";
/// The most elements that an SVG draws. An element that `use` draws again counts again.
const MAX_ELEMENTS: usize = 10_000;
/// How deep elements may nest.
const MAX_DEPTH: usize = 256;
/// The most attributes of one element.
const MAX_ATTRIBUTES: usize = 100;
/// The most pixels of a PNG along one edge.
const MAX_PNG_EDGE: u32 = 8192;
/// The most pixels of a PNG in all.
const MAX_PNG_PIXELS: u64 = 40_000_000;
/// The first bytes of every PNG: the signature, and the length and the name of the header.
const PNG_START: &[u8; 16] = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR";

/// Elements that are refused. They draw their content many times, refer to a file that the check does not see, or change
/// while the picture is shown.
const EXPENSIVE_ELEMENTS: [&str; 12] = [
    "animate",
    "animateMotion",
    "animateTransform",
    "feImage",
    "filter",
    "foreignObject",
    "image",
    "link",
    "marker",
    "mask",
    "pattern",
    "set",
];

/// Help for an SVG that is refused.
const SVG_HELP: &str = "save it as plain SVG, with styles as attributes and without effects, or export it as PNG; docs/layouts.md lists what is allowed";

/// Why a picture is refused, and which bytes of an SVG are wrong.
type Fault = (String, Option<Range<usize>>);

impl Picture {
    /// Returns the file name.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }
    /// Returns the format that the file name states. In a picture without a [`Picture::problem`], the bytes have this
    /// format.
    pub fn kind(&self) -> PictureKind {
        if self.path.ends_with(".png") { PictureKind::Png } else { PictureKind::Svg }
    }
    fn check(&self) -> Result<(), Fault> {
        if self.bytes.len() > MAX_BYTES {
            return Err(("it is larger than 4 MiB".into(), None));
        }
        match self.kind() {
            PictureKind::Png => check_png(&self.bytes).map_err(|why| (why.into(), None)),
            PictureKind::Svg => {
                let text = std::str::from_utf8(&self.bytes).map_err(|_| ("it is not UTF-8 text".into(), None))?;
                check_svg(text)
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
        let problem = match span {
            Some(span) => problem.at(&file, span).label("here"),
            None => Diagnostic { file: Some(file), ..problem },
        };
        Some(if self.kind() == PictureKind::Svg { problem.help(SVG_HELP) } else { problem })
    }
}

fn check_png(bytes: &[u8]) -> Result<(), &'static str> {
    // The chunk `acTL` of an animation is before the first pixels.
    if bytes.windows(4).take_while(|window| window != b"IDAT").any(|window| window == b"acTL") {
        return Err("it is animated");
    }
    let edges = bytes.strip_prefix(PNG_START).and_then(|rest| rest.first_chunk::<8>()).ok_or("it is not a PNG file")?;
    let [width, height] = [0, 4].map(|at| u32::from_be_bytes([edges[at], edges[at + 1], edges[at + 2], edges[at + 3]]));
    match width.max(height) > MAX_PNG_EDGE || u64::from(width) * u64::from(height) > MAX_PNG_PIXELS {
        true => Err("it has more than 8192 pixels along an edge, or more than 40 million in all"),
        false => Ok(()),
    }
}

/// Checks that a text is an SVG that browsers draw, and that it draws at most [`MAX_ELEMENTS`] elements.
fn check_svg(file: &str) -> Result<(), Fault> {
    let text = file.strip_prefix('\u{feff}').unwrap_or(file);
    // Positions of the parser do not count the byte order mark.
    let offset_in_file = |position: u64| {
        let offset = (position as usize).min(text.len()) + (file.len() - text.len());
        (0..=offset).rev().find(|offset| file.is_char_boundary(*offset)).unwrap_or(0)
    };
    let mut reader = Reader::from_str(text);
    let mut drawing = Drawing::default();
    loop {
        let start = reader.buffer_position();
        let event = reader.read_event();
        let end = reader.buffer_position();
        let checked = match event {
            Err(error) => {
                let at = offset_in_file(reader.error_position());
                return Err((not_xml(&error), Some(at..at)));
            }
            Ok(Event::Eof) => break,
            Ok(Event::Start(tag)) => drawing.open(&tag, start),
            Ok(Event::Empty(tag)) => drawing.open(&tag, start).and_then(|()| drawing.close(end)),
            Ok(Event::End(_)) => drawing.close(end),
            Ok(Event::DocType(declaration)) if declaration.contains('[') => Err("it declares entities".into()),
            Ok(Event::PI(instruction)) if instruction.starts_with("xml-stylesheet") => {
                Err("it refers to another style sheet".into())
            }
            Ok(Event::GeneralRef(_)) if drawing.style_sheet().is_some() => {
                Err("its style sheet has a character reference".into())
            }
            Ok(Event::Text(text)) => drawing.add_text(&text),
            Ok(Event::CData(text)) => drawing.add_text(&text),
            Ok(_) => Ok(()),
        };
        checked.map_err(|why| (why, Some(offset_in_file(start)..offset_in_file(end))))?;
    }
    drawing.finish().map_err(|why| (why, None))
}

fn not_xml(error: &impl std::fmt::Display) -> String {
    format!("it is not valid XML: {}", truncated(&error.to_string()))
}

/// Parts of styles that are refused. They draw effects on groups of elements, which styles can nest without limit, repeat
/// work for each element, change while the picture is shown, or refer to files. Escapes could hide any of these.
const EXPENSIVE_STYLES: [&str; 14] = [
    "\\",
    "@",
    "&",
    ":has",
    "all:",
    "animation",
    "background:",
    "background-image",
    "clip-path",
    "filter",
    "mask",
    "path(",
    "shadow",
    "transition",
];

/// Refuses expensive parts of a style sheet or of a `style` attribute: [`EXPENSIVE_STYLES`], custom properties, and
/// references that are not of the form `url(#id)`.
fn check_css(css: &str) -> Result<(), String> {
    let mut css = css.to_ascii_lowercase();
    css.retain(|c| !c.is_whitespace() && !"\"'".contains(c));
    for harmless in ["color-interpolation-filters", "enable-background", "filter:none", "mask:none", "clip-path:none"] {
        css = css.replace(harmless, "");
    }
    if let Some(word) = EXPENSIVE_STYLES.iter().find(|word| css.contains(**word)) {
        return Err(format!("a style in it has `{word}`"));
    }
    if css.starts_with("--") || css.contains(";--") || css.contains("{--") {
        return Err("a style in it declares a custom property (`--name`)".into());
    }
    match css.split("url(").skip(1).all(|rest| rest.starts_with('#')) {
        true => Ok(()),
        false => Err("a style in it refers to another file: only `url(#id)` is allowed".into()),
    }
}

/// The elements of an SVG, as far as they decide how much it draws.
#[derive(Default)]
struct Drawing {
    /// The open elements, from the outermost.
    open: Vec<OpenElement>,
    has_root: bool,
    elements: usize,
    /// What the element with each id contains.
    contents: BTreeMap<String, Contents>,
    /// The ids that each `use` draws again, and whether the `use` is in a `clipPath`.
    used: Vec<(String, bool)>,
    /// How many elements are clipped.
    clipped: usize,
    /// The elements of the largest `clipPath`.
    largest_clip: usize,
}

/// What an element contains, itself included.
#[derive(Default, Clone, Copy)]
struct Contents {
    elements: usize,
    bytes: usize,
    has_use: bool,
    is_clipped: bool,
}

struct OpenElement {
    name: String,
    id: Option<String>,
    /// How many elements came before it.
    elements_before: usize,
    /// The byte at which it begins.
    start: u64,
    has_use: bool,
    is_clipped: bool,
    /// The text of a style sheet.
    css: String,
}

impl Drawing {
    fn open(&mut self, tag: &BytesStart<'_>, start: u64) -> Result<(), String> {
        let name = tag.local_name().as_ref().to_owned();
        self.elements += 1;
        if self.elements > MAX_ELEMENTS || self.open.len() >= MAX_DEPTH {
            return Err(too_many());
        }
        if EXPENSIVE_ELEMENTS.contains(&name.as_str()) {
            return Err(format!("it has the element `{name}`, which is not allowed"));
        }
        let (mut id, mut is_svg, mut is_clipped) = (None, false, false);
        let is_in_clip = name == "clipPath" || self.open.iter().any(|element| element.name == "clipPath");
        for (number, attribute) in tag.attributes().with_checks(false).enumerate() {
            let attribute = attribute.map_err(|error| not_xml(&error))?;
            if number == MAX_ATTRIBUTES {
                return Err(format!("an element has more than {MAX_ATTRIBUTES} attributes"));
            }
            let value = attribute.normalized_value(XmlVersion::Implicit1_0).map_err(|error| not_xml(&error))?;
            is_svg |= attribute.key.as_ref().starts_with("xmlns") && value == SVG_NAMESPACE;
            match (name.as_str(), attribute.key.local_name().as_ref()) {
                (_, "id") if attribute.key.as_ref() == "id" => id = Some(value.into_owned()),
                ("use", "href") => self.used.push((target_of_use(&value)?, is_in_clip)),
                (_, "style") => {
                    let without_clip = value.to_ascii_lowercase().replace("clip-path", "");
                    is_clipped |= without_clip.len() < value.len();
                    check_css(&without_clip)?;
                }
                (_, "clip-path") if value != "none" => {
                    is_clipped = true;
                    check_css(&value)?;
                }
                (_, "filter" | "mask") if value != "none" => {
                    return Err("it has a filter or a mask, which is not allowed".into());
                }
                _ => {}
            }
        }
        if is_clipped && is_in_clip {
            return Err("a `clipPath` is clipped itself".into());
        }
        self.clipped += usize::from(is_clipped);
        if !std::mem::replace(&mut self.has_root, true) && (name != "svg" || !is_svg) {
            return Err(format!("browsers cannot draw it: it does not begin with `<svg xmlns=\"{SVG_NAMESPACE}\">`"));
        }
        let has_use = name == "use";
        let elements_before = self.elements - 1;
        self.open.push(OpenElement { name, id, elements_before, start, has_use, is_clipped, css: String::new() });
        Ok(())
    }
    fn close(&mut self, end: u64) -> Result<(), String> {
        let Some(OpenElement { name, id, elements_before, start, has_use, is_clipped, css }) = self.open.pop() else {
            return Ok(());
        };
        let elements = self.elements - elements_before;
        if name == "clipPath" {
            self.largest_clip = self.largest_clip.max(elements);
        }
        if let Some(parent) = self.open.last_mut() {
            parent.has_use |= has_use;
            parent.is_clipped |= is_clipped;
        }
        if let Some(id) = id {
            // If several elements have this id, count the most of each.
            let contents = self.contents.entry(id).or_default();
            contents.elements = contents.elements.max(elements);
            contents.bytes = contents.bytes.max((end - start) as usize);
            contents.has_use |= has_use;
            contents.is_clipped |= is_clipped;
        }
        check_css(&css)
    }
    /// The style sheet to which a text belongs.
    fn style_sheet(&mut self) -> Option<&mut OpenElement> {
        self.open.last_mut().filter(|element| element.name == "style")
    }
    fn add_text(&mut self, text: &str) -> Result<(), String> {
        if let Some(sheet) = self.style_sheet() {
            sheet.css.push_str(text);
        }
        Ok(())
    }
    /// Checks the whole drawing after its end.
    fn finish(&self) -> Result<(), String> {
        if !self.has_root || !self.open.is_empty() {
            return Err("it is not a complete SVG".into());
        }
        let (mut elements, mut bytes) = (self.elements + self.clipped * self.largest_clip, 0);
        for (id, is_in_clip) in &self.used {
            let Some(contents) = self.contents.get(id) else { continue };
            if contents.has_use || (*is_in_clip && contents.is_clipped) {
                return Err(format!("a `use` draws `#{}`, which contains another `use` or is clipped", truncated(id)));
            }
            elements += contents.elements;
            bytes += contents.bytes;
        }
        if elements > MAX_ELEMENTS || bytes > MAX_BYTES { Err(too_many()) } else { Ok(()) }
    }
}

fn too_many() -> String {
    format!("it draws more than {MAX_ELEMENTS} elements, or nests them more than {MAX_DEPTH} deep")
}

/// Returns the id that a `use` draws. Other spellings of the same reference are refused, so that none is overlooked.
fn target_of_use(href: &str) -> Result<String, String> {
    let id = href.strip_prefix('#').filter(|id| id.chars().all(|c| c.is_alphanumeric() || "_-.:".contains(c)));
    id.map(str::to_owned).ok_or_else(|| format!("a `use` refers to `{}`: only `#id` is allowed", truncated(href)))
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
            "<g style=\"enable-background:new 0 0 9 9;clip-path:url(#c);color-interpolation-filters:sRGB\"><text x=\"1&#10;\">1 > 0 &amp; 2</text></g>",
            "<linearGradient id=\"a\"/><linearGradient href=\"#a\"/><style><![CDATA[text { fill: red }]]></style>",
            "<rect filter=\"none\" style=\"filter: none; mask:none; fill:url(#a)\"/><g id=\"Fläche\"/><use href=\"#Fläche\"/>",
            "<script>x()</script><a href=\"https://example.org/\" onload=\"x()\"/>",
        ] {
            assert_eq!(check(inner), Ok(()), "{inner}");
        }
        let svg = "<s:svg xmlns:s=\"http://www.w3.org/2000/svg\"/>";
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
        let refused = |inner: &str, part: &str| {
            let (why, _) = check(inner).expect_err(inner.get(..200).unwrap_or(inner));
            assert!(why.contains(part), "{why}");
        };
        refused(&rects(MAX_ELEMENTS), "more than 10000 elements");
        let group = format!("<g id=\"a\">{}</g>", rects(99));
        assert_eq!(check(&format!("{group}{}", "<use href=\"#a\"/>".repeat(90))), Ok(()));
        refused(&format!("{group}{}", "<use href=\"#a\"/>".repeat(100)), "more than 10000 elements");
        refused(&format!("{}{}", "<g>".repeat(300), "</g>".repeat(300)), "more than 256 deep");
        // A `use` within what another `use` draws could double the work at each level.
        let twice = "<g id=\"a\"><x:use href=\"#b\"/></g><use x:href=\"#a\"/>";
        refused(twice, "`#a`, which contains another `use`");
        refused("<use id=\"a\" href=\"#b\"/><use href=\"#a\"/>", "contains another `use`");
        for href in [" #a", "#%61", "map.svg#a", "#a&#32;", "data:image/svg+xml,x#a"] {
            refused(&format!("<use href=\"{href}\"/>"), "only `#id` is allowed");
        }
    }

    #[test]
    fn effects_that_multiply_the_work_are_refused() {
        for inner in [
            "<defs><pattern/></defs>",
            "<x:mask/>",
            "<image href=\"data:image/svg+xml,x\"/>",
            "<style>rect { Mask: url(#a) }</style>",
            "<style>rect { cl\\69p-path: url(#a) }</style>",
            "<style><![CDATA[rect { filter: blur(9px) }]]></style>",
            "<style>rect { ma<!-- -->sk: url(#a) }</style>",
            "<style>rect { ma<x/>sk: url(#a) }</style>",
            "<style>rect { m&#97;sk: url(#a) }</style>",
            "<style>@import 'data:text/css,x';</style>",
            "<?xml-stylesheet href=\"data:text/css,x\"?>",
            "<rect style=\"filter:blur(9px)\"/>",
            "<rect filter=\"blur(9px)\"/>",
            "<g id=\"a\" x:id=\"b\"><use href=\"#c\"/></g><use href=\"#a\"/>",
            "<clipPath id=\"a\"><use href=\"#b\"/></clipPath><rect id=\"b\" clip-path=\"url(#c)\"/>",
            "<clipPath id=\"a\" clip-path=\"url(#b)\"/>",
            "<g style=\"background:url(data:image/svg+xml,x)\"/>",
            "<g style=\"fill:url(http://example.org/x)\"/>",
            "<style>g { --a: b }</style>",
            "<style>@-webkit-keyframes a {}</style>",
            "<style><![CDATA[&,& { fill: red }]]></style>",
            "<clipPath id=\"a\"><rect clip-path=\"url(#b)\"/></clipPath>",
            "<clipPath id=\"a\"><rect style=\"clip-path:url(#b)\"/></clipPath>",
        ] {
            assert!(check(inner).is_err(), "{inner}");
        }
        let clip = format!("<clipPath id=\"a\">{}</clipPath>", "<rect/>".repeat(200));
        assert!(check(&format!("{clip}{}", "<g clip-path=\"url(#a)\"/>".repeat(60))).is_err());
        let path = format!("<path id=\"a\" d=\"{}\"/>", "M0 0L9 9".repeat(9_000));
        assert!(check(&format!("{path}{}", "<use href=\"#a\"/>".repeat(60))).is_err());
        let attributes: String = (0..101).map(|n| format!(" a{n}=\"\"")).collect();
        assert!(check(&format!("<g{attributes}/>")).is_err());
    }

    #[test]
    fn other_files_are_refused_at_their_fault() {
        for text in [
            "",
            "GIF89a",
            "<html/>",
            "<svg/>",
            "<svg xmlns=\"\"/>",
            "<svg:svg/>",
            "<svg xmlns=\"http://www.w3.org/2000/svg\">",
        ] {
            assert!(check_svg(text).is_err(), "{text}");
        }
        let text = "<svg xmlns=\"http://www.w3.org/2000/svg\">\n<g></h></svg>";
        let (why, span) = check_svg(text).expect_err("wrong end");
        assert!(why.contains("not valid XML") && span.is_some_and(|span| (44..52).contains(&span.start)), "{why}");
        // A byte order mark moves no place.
        let text = "\u{feff}<svg xmlns=\"http://www.w3.org/2000/svg\">ä<mask/>ä</svg>";
        let (_, span) = check_svg(text).expect_err("a mask");
        assert_eq!(span.map(|span| &text[span]), Some("<mask/>"));
        let endless = "<!DOCTYPE svg [<!ENTITY a \"&a;&a;\">]><svg xmlns=\"http://www.w3.org/2000/svg\">&a;</svg>";
        assert_eq!(check_svg(endless).map_err(|(why, _)| why), Err("it declares entities".into()));
    }
}
