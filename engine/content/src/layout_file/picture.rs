//! Pictures of a layout: which files are pictures, and whether they are safe to show.

use crate::diagnostic::Diagnostic;
use crate::source_file::SourceFile;
use crate::text_chars::first_bad_char;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

mod allowed_attributes;
mod number_limits;
mod png;
mod transform_scale;

/// The most bytes of one picture.
pub(crate) const MAX_BYTES: usize = 4 << 20;

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
            PictureKind::Svg => "image/svg+xml",
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

/// Help for every forbidden part of an SVG.
const SVG_HELP: &str = "save it as plain SVG: shapes, with their colours as attributes (`fill=\"#abc\"`), without `<style>`, scripts and embedded pictures";

/// Why an SVG is refused, and which bytes of its text are wrong.
type Fault = (String, Range<usize>);

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
    fn check(&self) -> Result<PictureKind, (String, Option<Range<usize>>)> {
        let without_place = |why: String| (why, None);
        if self.bytes.len() > MAX_BYTES {
            return Err(without_place("it is larger than 4 MiB".into()));
        }
        if self.path.ends_with(".png") {
            return png::check(&self.bytes).map(|()| PictureKind::Png).map_err(without_place);
        }
        let text = std::str::from_utf8(&self.bytes).map_err(|_| without_place("it is not UTF-8 text".into()))?;
        check_svg(text).map(|()| PictureKind::Svg).map_err(|(why, span)| (why, Some(span)))
    }
    /// Returns the diagnostic for the first fault of the picture; `None` if a layout may use the picture. In an SVG,
    /// the diagnostic points at the element.
    pub fn problem(&self) -> Option<Diagnostic> {
        let (why, span) = self.check().err()?;
        let text = match (&span, std::str::from_utf8(&self.bytes)) {
            (Some(_), Ok(text)) => text.to_owned(),
            _ => String::new(),
        };
        let file = Arc::new(SourceFile::new(self.pack.clone(), self.path.clone(), text, None));
        let problem =
            Diagnostic::error("layout::bad-picture", format!("a layout cannot use the picture `{}`: {why}", self.path));
        Some(match span {
            Some(span) => problem.at(&file, span).label("here").help(SVG_HELP),
            None => Diagnostic { file: Some(file), ..problem },
        })
    }
}

/// The allowed elements. A list of harmful elements could never be complete. Elements that draw other elements again,
/// such as `use` and `pattern`, are not allowed, because they multiply without limit if they are nested.
const ELEMENTS: [&str; 17] = [
    "svg",
    "g",
    "defs",
    "title",
    "desc",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "text",
    "tspan",
    "linearGradient",
    "radialGradient",
    "stop",
];

/// The most elements of an SVG. A page draws each element again whenever the map moves.
const MAX_ELEMENTS: usize = 10_000;
/// The most numbers in all attributes of an SVG.
const MAX_NUMBERS: usize = 250_000;
/// The predefined entities of XML.
const ENTITIES: [&str; 5] = ["amp", "lt", "gt", "quot", "apos"];

/// The most translucent elements of an SVG. A browser first draws each of them to a separate buffer.
const MAX_TRANSLUCENT: usize = 300;
/// How deep translucent elements may nest.
const MAX_TRANSLUCENT_DEPTH: usize = 4;
/// How deep elements may nest.
const MAX_DEPTH: usize = 64;

/// An element that is not closed yet.
struct OpenElement<'t> {
    name: &'t str,
    /// How many translucent elements contain it, including itself.
    translucent_depth: usize,
    /// Scale of its content by the transforms of all elements that contain it and by its own transform.
    scale: f64,
}

/// Checks that an SVG only draws: allowed elements, no scripts, no references to other files.
fn check_svg(text: &str) -> Result<(), Fault> {
    let without_mark = text.trim_start_matches('\u{feff}');
    if let Some((offset, name)) = first_bad_char(without_mark) {
        let offset = text.len() - without_mark.len() + offset;
        return Err((format!("it contains the character {name}"), offset..offset + 1));
    }
    let mut remaining = without_mark.trim_start();
    let first_char = text.len() - remaining.len();
    let mut open: Vec<OpenElement<'_>> = Vec::new();
    let mut namespaces: BTreeSet<&str> = ["xml"].into();
    let (mut element_count, mut number_count, mut translucent_count) = (0usize, 0usize, 0usize);
    while let Some(tag_offset) = remaining.find('<') {
        check_entities(&remaining[..tag_offset], text.len() - remaining.len())?;
        let is_outside = open.is_empty() && !remaining[..tag_offset].trim().is_empty();
        remaining = &remaining[tag_offset..];
        let start = text.len() - remaining.len();
        let fault_here = |why: &str| (why.to_owned(), start..start + 1);
        if is_outside {
            return Err(fault_here("there is text outside its `<svg>`"));
        }
        if let Some(after) = remaining.strip_prefix("<!--") {
            remaining = after.split_once("-->").ok_or(fault_here("a comment in it does not end"))?.1;
            continue;
        }
        if remaining.starts_with("<!") {
            return Err(fault_here("it has a `<!DOCTYPE` or similar declaration"));
        }
        if let Some(after) = remaining.strip_prefix("<?") {
            if !after.starts_with("xml ") || start != first_char {
                return Err(fault_here("it has a processing instruction (`<?`)"));
            }
            let (declaration, after) =
                after.split_once("?>").ok_or(fault_here("a processing instruction in it does not end"))?;
            if !names_utf_8(declaration) {
                return Err(fault_here("its encoding is not UTF-8"));
            }
            remaining = after;
            continue;
        }
        let (tag, after) = split_tag(remaining).ok_or(fault_here("a tag in it does not end"))?;
        let tag_span = start..text.len() - after.len();
        remaining = after;
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop().is_none_or(|element| element.name != name.trim_end()) {
                return Err(fault_here("it closes an element that is not open"));
            }
            continue;
        }
        if element_count > 0 && open.is_empty() {
            return Err(fault_here("there is more after its `<svg>`"));
        }
        element_count += 1;
        if element_count > MAX_ELEMENTS {
            return Err((format!("it has more than {MAX_ELEMENTS} elements"), tag_span));
        }
        let is_self_closing = tag.ends_with('/');
        let tag = tag.strip_suffix('/').unwrap_or(tag);
        let element = check_element(tag, element_count == 1, &mut namespaces).map_err(|why| (why, tag_span.clone()))?;
        number_count += element.numbers;
        if number_count > MAX_NUMBERS {
            return Err((format!("it has more than {MAX_NUMBERS} numbers"), tag_span));
        }
        let parent = open.last();
        translucent_count += usize::from(element.is_translucent);
        let depth = parent.map_or(0, |parent| parent.translucent_depth) + usize::from(element.is_translucent);
        if translucent_count > MAX_TRANSLUCENT || depth > MAX_TRANSLUCENT_DEPTH {
            let why = format!(
                "it has more than {MAX_TRANSLUCENT} translucent elements, or more than {MAX_TRANSLUCENT_DEPTH} inside each other: \
                 use `fill-opacity` and `stroke-opacity` instead of `opacity`"
            );
            return Err((why, tag_span));
        }
        let scale = parent.map_or(1.0, |parent| parent.scale) * element.scale;
        if scale > transform_scale::MAX_SCALE {
            return Err(("its `transform`s enlarge too much".into(), tag_span));
        }
        if !is_self_closing {
            open.push(OpenElement { name: element.name, translucent_depth: depth, scale });
        }
        if open.len() > MAX_DEPTH {
            return Err((format!("its elements nest more than {MAX_DEPTH} deep"), tag_span));
        }
    }
    check_entities(remaining, text.len() - remaining.len())?;
    let end = text.len()..text.len();
    match (element_count, open.len()) {
        (0, _) => Err(("it has no `<svg>`".into(), 0..0)),
        (_, 0) if remaining.trim().is_empty() => Ok(()),
        (_, 0) => Err(("there is text outside its `<svg>`".into(), end)),
        _ => Err(("it ends inside an element".into(), end)),
    }
}

/// Whether the XML declaration names UTF-8, ASCII, or no encoding.
fn names_utf_8(declaration: &str) -> bool {
    let Some((_, encoding)) = declaration.split_once("encoding") else { return true };
    let quoted = encoding.trim_start().strip_prefix('=').map(str::trim_start).unwrap_or_default();
    let quote = quoted.chars().next().filter(|c| matches!(c, '"' | '\''));
    let name = quote.and_then(|quote| quoted[1..].split_once(quote)).map(|(name, _)| name);
    name.is_some_and(|name| name.eq_ignore_ascii_case("utf-8") || name.eq_ignore_ascii_case("us-ascii"))
}

/// Checks that the text between two tags has only predefined entities. `start` is its byte offset in the SVG.
fn check_entities(between: &str, start: usize) -> Result<(), Fault> {
    for (offset, _) in between.match_indices('&') {
        let entity = between[offset + 1..].split_once(';').map_or("", |(name, _)| name);
        let number = entity.strip_prefix("#x").map(|hex| u32::from_str_radix(hex, 16));
        let number = number.or_else(|| entity.strip_prefix('#').map(str::parse));
        let is_character = number.is_some_and(|n| n.is_ok_and(|n| char::from_u32(n).is_some_and(|c| !c.is_control())));
        if !is_character && !ENTITIES.contains(&entity) {
            let name: String = shorten(entity);
            return Err((format!("`&{name};` in it is not a predefined entity"), start + offset..start + offset + 1));
        }
    }
    Ok(())
}

/// Splits a text that begins with a tag: returns the content of the tag, and the text after it. A `>` inside quotes
/// does not end the tag.
fn split_tag(text: &str) -> Option<(&str, &str)> {
    let mut quote = None;
    for (offset, c) in text.char_indices().skip(1) {
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(c),
            (None, '>') => return Some((&text[1..offset], &text[offset + 1..])),
            (None, '<') => return None,
            (Some(open), c) if open == c => quote = None,
            _ => {}
        }
    }
    None
}

/// A checked element, with the properties that have limits.
struct Element<'t> {
    name: &'t str,
    numbers: usize,
    is_translucent: bool,
    scale: f64,
}

/// Checks the tag of an element. `namespaces` are the prefixes declared so far. The function adds the prefixes that the
/// element declares.
fn check_element<'t>(tag: &'t str, is_first: bool, namespaces: &mut BTreeSet<&'t str>) -> Result<Element<'t>, String> {
    let name = tag.split(|c: char| c.is_whitespace()).next().unwrap_or_default();
    if is_first && name != "svg" {
        return Err(format!("it begins with `<{}>`, not with `<svg>`", shorten(name)));
    }
    if !ELEMENTS.contains(&name) {
        return Err(format!("it has a forbidden element `{}`", shorten(name)));
    }
    let mut remaining = tag[name.len()..].trim_start();
    let mut element = Element { name, numbers: 0, is_translucent: false, scale: 1.0 };
    let mut keys = BTreeSet::new();
    while !remaining.is_empty() {
        let (key, after) = remaining.split_once('=').ok_or("it has an attribute without a value")?;
        let (key, after) = (key.trim(), after.trim_start());
        let quote = after.chars().next().filter(|c| matches!(c, '"' | '\'')).ok_or("a value in it has no quotes")?;
        let (value, after) = after[1..].split_once(quote).ok_or("a value in it does not end")?;
        if !keys.insert(key) {
            return Err(format!("an element in it has `{}` twice", shorten(key)));
        }
        namespaces.extend(key.strip_prefix("xmlns:"));
        element.numbers += check_attribute(key, value)?;
        element.is_translucent |= allowed_attributes::check_translucent(key, value)?;
        if matches!(key, "transform" | "gradientTransform") {
            element.scale *= transform_scale::scale_of(value).map_err(|why| format!("`{key}` in it {why}"))?;
        }
        remaining = after.trim_start();
    }
    let prefixes = keys.iter().filter_map(|key| key.split_once(':')).map(|(prefix, _)| prefix);
    if let Some(unknown) = prefixes.into_iter().find(|prefix| *prefix != "xmlns" && !namespaces.contains(prefix)) {
        return Err(format!("the prefix `{}:` in it is not declared", shorten(unknown)));
    }
    match (is_first, keys.contains("xmlns"), keys.contains("viewBox")) {
        (true, false, _) => {
            Err(format!("browsers cannot draw it: `<svg>` lacks `xmlns=\"{}\"`", allowed_attributes::SVG))
        }
        (false, _, true) if name == "svg" => Err("an inner `<svg>` has a `viewBox`".into()),
        _ => Ok(element),
    }
}

/// Whether an attribute makes a line dashed. A long line with short dashes would draw millions of dashes.
fn is_dashed(key: &str, value: &str) -> bool {
    let has_dashes = |value: &str| !matches!(value.trim(), "none" | "");
    let styles = || value.split(';').filter_map(|style| style.split_once(':'));
    match key {
        "stroke-dasharray" => has_dashes(value),
        "style" => styles().any(|(key, value)| key.trim() == "stroke-dasharray" && has_dashes(value)),
        _ => false,
    }
}

/// Checks an attribute of an element. Returns how many numbers its value has.
fn check_attribute(key: &str, value: &str) -> Result<usize, String> {
    let (lower_key, lower_value) = (key.to_ascii_lowercase(), value.to_ascii_lowercase());
    if lower_key.starts_with("on") {
        return Err(format!("it has `{}`, which runs a script", shorten(key)));
    }
    if value.contains(['&', '\\', '@']) {
        return Err(format!("`{}` in it has a `&`, `@` or `\\`", shorten(key)));
    }
    let is_link = lower_key == "href" || lower_key.ends_with(":href") || lower_key == "src";
    if is_link && !value.trim().starts_with('#') {
        return Err(format!("it refers to something outside (`{}`)", shorten(value)));
    }
    // The URL of a namespace is only a name. Nothing loads it.
    let is_namespace = lower_key == "xmlns" || lower_key.starts_with("xmlns:");
    if !is_namespace
        && (lower_value.contains("javascript:") || lower_value.contains("data:") || lower_value.contains("//"))
    {
        return Err(format!("it refers to something outside (`{}`)", shorten(value)));
    }
    if is_dashed(&lower_key, &lower_value) {
        return Err("it has a dashed line (`stroke-dasharray`): draw separate lines instead".into());
    }
    let numbers =
        number_limits::count_numbers(&lower_key, value).map_err(|why| format!("`{}` in it {why}", shorten(key)))?;
    let mut remaining = lower_value.as_str();
    while let Some(offset) = remaining.find("url(") {
        remaining = remaining[offset + 4..].trim_start_matches([' ', '"', '\'']);
        if !remaining.starts_with('#') {
            return Err("it refers to something outside (`url(…)`)".into());
        }
    }
    Ok(numbers)
}

/// Shortens an untrusted word for messages, and replaces control characters.
fn shorten(word: &str) -> String {
    word.chars().take(40).map(|c| if c.is_control() { '?' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::check_svg;

    #[test]
    fn only_plain_drawings_pass() {
        let within = |inner: &str| check_svg(&format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{inner}</svg>"));
        for good in [
            "",
            "<g><path d=\"M0,0L9,9Z\" fill=\"#fff\"/></g>",
            "<!-- <script> in a comment --><text x='1'>A &amp; B</text>",
            "<defs><linearGradient id=\"a\"><stop offset=\"0\"/></linearGradient></defs><rect fill=\"url(#a)\"/>",
            "<linearGradient href=\"#a\"/><text style=\"fill:#fff\">1 > 0</text>",
            "<text>&#65; &#x42; &lt; &gt; &quot; &apos;</text>",
            "<path style=\"stroke-dasharray:none; fill:none\" stroke-dasharray=\"none\"/>",
            "<g xmlns:a=\"urn:a\" a:label=\"x\"><rect a:label=\"y\" transform=\"matrix(1 0 0 1 5 5)\"/></g >",
        ] {
            assert_eq!(within(good), Ok(()), "{good}");
        }
        for bad in [
            "<script>alert(1)</script>",
            "<Script/>",
            "<foreignObject/>",
            "<image href=\"#a\"/>",
            "<use href=\"#a\"/>",
            "<a href=\"#a\"/>",
            "<style>@import url(x)</style>",
            "<animate attributeName=\"href\"/>",
            "<rect onload=\"x\"/>",
            "<rect ONCLICK='x'/>",
            "<linearGradient href=\"https://example.org/x.svg#a\"/>",
            "<linearGradient xlink:href=\"other.svg#a\"/>",
            "<linearGradient href=\"&#x6a;avascript:x\"/>",
            "<rect fill=\"url(https://example.org)\"/>",
            "<rect fill=\"url( 'x.svg#a')\"/>",
            "<rect style=\"fill: \\75rl(x)\"/>",
            "<rect fill=red/>",
            "<rect",
            "<g>",
            "</g></svg><svg>",
            "<!DOCTYPE svg [<!ENTITY a \"b\">]>",
            "<?xml-stylesheet href=\"x\"?>",
            "<svg:script/>",
            "<path stroke-dasharray=\"0.001 0.001\" d=\"M0,0L9,9\"/>",
            "<path style=\"fill:none; STROKE-DASHARRAY : 4 2\"/>",
            "<text>&nbsp;</text>",
            "<text>A & B</text>",
            "<text>&#0;</text>",
            "<text>&#xd800;</text>",
            "<text>&amp</text>",
            "<text>\u{1b}$B</text>",
            "<rect x=\"1\" x=\"2\"/>",
            "<rect a:label=\"1\"/>",
            "<g><rect></g></rect>",
            "<g xmlns=\"http://www.w3.org/1999/xhtml\"/>",
            "<svg viewBox=\"0 0 1 1\"/>",
            "<rect style=\"filter:blur(300px)\"/>",
            "<rect filter=\"url(#a)\"/>",
        ] {
            assert!(within(bad).is_err(), "{bad}");
        }
        assert!(check_svg("<html/>").is_err() && check_svg("").is_err() && check_svg("GIF89a").is_err());
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>";
        for begins in
            ["", "\u{feff}", "<?xml version=\"1.0\"?>\n", "<?xml version='1.0' encoding = 'utf-8'?>\r\n<!-- x -->\n"]
        {
            assert_eq!(check_svg(&format!("{begins}{svg}\n")), Ok(()), "{begins}");
        }
        for begins in [
            "x",
            " \u{1b}",
            "<!-- x --><?xml version=\"1.0\"?>",
            "<?xml version=\"1.0\" encoding=\"iso-2022-jp\"?>",
            "<?xml version=\"1.0\" encoding=\"UTF-16\"?>",
            "<?xml version=\"1.0\" encoding?>",
        ] {
            assert!(check_svg(&format!("{begins}{svg}")).is_err(), "{begins}");
        }
        for wrong in
            ["<svg/>", "<svg xmlns=\"\"/>", &format!("{svg}{svg}"), &format!("{svg}x"), &format!("{svg}<!-- a")]
        {
            assert!(check_svg(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn translucent_and_enlarged_elements_are_limited() {
        let within = |inner: &str| check_svg(&format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{inner}</svg>"));
        let nested = |depth: usize, tag: &str| format!("{}{}", tag.repeat(depth), "</g>".repeat(depth));
        assert_eq!(within(&nested(4, "<g opacity=\".5\">")), Ok(()));
        assert!(within(&nested(5, "<g opacity=\".5\">")).is_err());
        assert_eq!(within(&"<rect opacity='.5'/>".repeat(super::MAX_TRANSLUCENT)), Ok(()));
        assert!(within(&"<rect style='opacity:0.5'/>".repeat(super::MAX_TRANSLUCENT + 1)).is_err());
        assert_eq!(within(&nested(4, "<g transform=\"scale(10)\">")), Ok(()));
        assert!(within(&nested(5, "<g transform=\"scale(10)\">")).is_err());
    }

    #[test]
    fn a_fault_is_reported_at_its_place() {
        let svg = |inner: &str| format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{inner}</svg>");
        let text = &svg("\n<g>\n<rect height=\"NaN\"/></g>");
        let (why, span) = check_svg(text).expect_err("no number");
        assert_eq!((why.as_str(), &text[span]), ("`height` in it is not a number", "<rect height=\"NaN\"/>"));
        let with_elements = |count: usize| svg(&"<rect/>".repeat(count));
        assert_eq!(check_svg(&with_elements(super::MAX_ELEMENTS - 1)), Ok(()));
        assert!(check_svg(&with_elements(super::MAX_ELEMENTS)).is_err());
        let with_numbers = |numbers: usize| svg(&format!("<path d=\"M{}\"/>", "1 ".repeat(numbers)));
        assert_eq!(check_svg(&with_numbers(super::MAX_NUMBERS)), Ok(()));
        assert!(check_svg(&with_numbers(super::MAX_NUMBERS + 1)).is_err());
        let (why, span) = check_svg(&svg("\n<text>A &nbsp; B</text>")).expect_err("no such letter");
        assert_eq!((why.as_str(), span), ("`&nbsp;` in it is not a predefined entity", 49..50));
    }
}
