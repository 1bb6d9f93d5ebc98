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
    /// The media type for HTTP.
    pub fn media_type(self) -> &'static str {
        match self {
            PictureKind::Svg => "image/svg+xml",
            PictureKind::Png => "image/png",
        }
    }
}

/// A file with a picture extension in the folder of a layout. Its bytes are checked when it is used.
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

/// Why an SVG is refused, and the bytes of its text.
type Fault = (String, Range<usize>);

impl Picture {
    /// The file name.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }
    /// The format of the picture.
    ///
    /// # Errors
    /// Why a layout may not use it.
    pub fn kind(&self) -> Result<PictureKind, String> {
        self.check().map_err(|(why, _)| why)
    }
    fn check(&self) -> Result<PictureKind, (String, Option<Range<usize>>)> {
        let bare = |why: String| (why, None);
        if self.bytes.len() > MAX_BYTES {
            return Err(bare("it is larger than 4 MiB".into()));
        }
        if self.path.ends_with(".png") {
            return png::check(&self.bytes).map(|()| PictureKind::Png).map_err(bare);
        }
        let text = std::str::from_utf8(&self.bytes).map_err(|_| bare("it is not UTF-8 text".into()))?;
        check_svg(text).map(|()| PictureKind::Svg).map_err(|(why, at)| (why, Some(at)))
    }
    /// The first fault of the picture, if there is one. In an SVG, the diagnostic points at the element.
    pub fn problem(&self) -> Option<Diagnostic> {
        let (why, at) = self.check().err()?;
        let text = match (&at, std::str::from_utf8(&self.bytes)) {
            (Some(_), Ok(text)) => text.to_owned(),
            _ => String::new(),
        };
        let file = Arc::new(SourceFile::new(self.pack.clone(), self.path.clone(), text, None));
        let problem =
            Diagnostic::error("layout::bad-picture", format!("a layout cannot use the picture `{}`: {why}", self.path));
        Some(match at {
            Some(at) => problem.at(&file, at).label("here").help(SVG_HELP),
            None => Diagnostic { file: Some(file), ..problem },
        })
    }
}

/// The allowed elements. A list of harmful ones could never be complete. Elements that draw others again, such as `use`
/// and `pattern`, are not allowed: nested, they multiply without limit.
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

/// The most elements. A page draws each of them again whenever the map moves.
const MAX_ELEMENTS: usize = 10_000;
/// The most numbers in all attributes.
const MAX_NUMBERS: usize = 250_000;
/// The predefined entities of XML.
const ENTITIES: [&str; 5] = ["amp", "lt", "gt", "quot", "apos"];

/// The most translucent elements. Each is drawn to a separate buffer first.
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
    /// Scale of its content by all transforms around it, including its own.
    scale: f64,
}

/// Checks that an SVG only draws: allowed elements, no scripts, no references to other files.
fn check_svg(text: &str) -> Result<(), Fault> {
    let bare = text.trim_start_matches('\u{feff}');
    if let Some((at, name)) = first_bad_char(bare) {
        let at = text.len() - bare.len() + at;
        return Err((format!("it contains the character {name}"), at..at + 1));
    }
    let mut rest = bare.trim_start();
    let begins = text.len() - rest.len();
    let mut open: Vec<OpenElement<'_>> = Vec::new();
    let mut namespaces: BTreeSet<&str> = ["xml"].into();
    let (mut elements, mut numbers, mut translucent) = (0usize, 0usize, 0usize);
    while let Some(at) = rest.find('<') {
        check_entities(&rest[..at], text.len() - rest.len())?;
        let is_outside = open.is_empty() && !rest[..at].trim().is_empty();
        rest = &rest[at..];
        let start = text.len() - rest.len();
        let here = |why: &str| (why.to_owned(), start..start + 1);
        if is_outside {
            return Err(here("there is text outside its `<svg>`"));
        }
        if let Some(after) = rest.strip_prefix("<!--") {
            rest = after.split_once("-->").ok_or(here("a comment in it does not end"))?.1;
            continue;
        }
        if rest.starts_with("<!") {
            return Err(here("it has a `<!DOCTYPE` or similar declaration"));
        }
        if let Some(after) = rest.strip_prefix("<?") {
            if !after.starts_with("xml ") || start != begins {
                return Err(here("it has a processing instruction (`<?`)"));
            }
            let (says, after) = after.split_once("?>").ok_or(here("a processing instruction in it does not end"))?;
            if !is_utf_8(says) {
                return Err(here("its encoding is not UTF-8"));
            }
            rest = after;
            continue;
        }
        let (tag, after) = tag_of(rest).ok_or(here("a tag in it does not end"))?;
        let whole = start..text.len() - after.len();
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop().is_none_or(|of| of.name != name.trim_end()) {
                return Err(here("it closes an element that is not open"));
            }
            continue;
        }
        if elements > 0 && open.is_empty() {
            return Err(here("there is more after its `<svg>`"));
        }
        elements += 1;
        if elements > MAX_ELEMENTS {
            return Err((format!("it has more than {MAX_ELEMENTS} elements"), whole));
        }
        let is_closed = tag.ends_with('/');
        let tag = tag.strip_suffix('/').unwrap_or(tag);
        let found = element(tag, elements == 1, &mut namespaces).map_err(|why| (why, whole.clone()))?;
        numbers += found.numbers;
        if numbers > MAX_NUMBERS {
            return Err((format!("it has more than {MAX_NUMBERS} numbers"), whole));
        }
        let around = open.last();
        translucent += usize::from(found.is_translucent);
        let depth = around.map_or(0, |around| around.translucent_depth) + usize::from(found.is_translucent);
        if translucent > MAX_TRANSLUCENT || depth > MAX_TRANSLUCENT_DEPTH {
            let why = format!(
                "it has more than {MAX_TRANSLUCENT} translucent elements, or more than {MAX_TRANSLUCENT_DEPTH} inside each other: \
                 use `fill-opacity` and `stroke-opacity` instead of `opacity`"
            );
            return Err((why, whole));
        }
        let scale = around.map_or(1.0, |around| around.scale) * found.scale;
        if scale > transform_scale::MAX {
            return Err(("its `transform`s enlarge too much".into(), whole));
        }
        if !is_closed {
            open.push(OpenElement { name: found.name, translucent_depth: depth, scale });
        }
        if open.len() > MAX_DEPTH {
            return Err((format!("its elements nest more than {MAX_DEPTH} deep"), whole));
        }
    }
    check_entities(rest, text.len() - rest.len())?;
    let end = text.len()..text.len();
    match (elements, open.len()) {
        (0, _) => Err(("it has no `<svg>`".into(), 0..0)),
        (_, 0) if rest.trim().is_empty() => Ok(()),
        (_, 0) => Err(("there is text outside its `<svg>`".into(), end)),
        _ => Err(("it ends inside an element".into(), end)),
    }
}

/// Whether the XML declaration names UTF-8, ASCII, or no encoding.
fn is_utf_8(says: &str) -> bool {
    let Some((_, encoding)) = says.split_once("encoding") else { return true };
    let named = encoding.trim_start().strip_prefix('=').map(str::trim_start).unwrap_or_default();
    let quote = named.chars().next().filter(|c| matches!(c, '"' | '\''));
    let named = quote.and_then(|quote| named[1..].split_once(quote)).map(|(named, _)| named);
    named.is_some_and(|named| named.eq_ignore_ascii_case("utf-8") || named.eq_ignore_ascii_case("us-ascii"))
}

/// Checks that the text between two tags has only predefined entities. `from` is its first byte.
fn check_entities(between: &str, from: usize) -> Result<(), Fault> {
    for (at, _) in between.match_indices('&') {
        let named = between[at + 1..].split_once(';').map_or("", |(name, _)| name);
        let number = named.strip_prefix("#x").map(|hex| u32::from_str_radix(hex, 16));
        let number = number.or_else(|| named.strip_prefix('#').map(str::parse));
        let is_character = number.is_some_and(|n| n.is_ok_and(|n| char::from_u32(n).is_some_and(|c| !c.is_control())));
        if !is_character && !ENTITIES.contains(&named) {
            let name: String = shown(named);
            return Err((format!("`&{name};` in it is not a predefined entity"), from + at..from + at + 1));
        }
    }
    Ok(())
}

/// The content of a tag, and the text after it. A `>` inside quotes does not end the tag.
fn tag_of(text: &str) -> Option<(&str, &str)> {
    let mut quote = None;
    for (at, c) in text.char_indices().skip(1) {
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(c),
            (None, '>') => return Some((&text[1..at], &text[at + 1..])),
            (None, '<') => return None,
            (Some(open), c) if open == c => quote = None,
            _ => {}
        }
    }
    None
}

/// A checked element, with what counts towards the limits.
struct Element<'t> {
    name: &'t str,
    numbers: usize,
    is_translucent: bool,
    scale: f64,
}

/// Checks an element. `namespaces` are the prefixes declared so far.
fn element<'t>(tag: &'t str, is_first: bool, namespaces: &mut BTreeSet<&'t str>) -> Result<Element<'t>, String> {
    let name = tag.split(|c: char| c.is_whitespace()).next().unwrap_or_default();
    if is_first && name != "svg" {
        return Err(format!("it begins with `<{}>`, not with `<svg>`", shown(name)));
    }
    if !ELEMENTS.contains(&name) {
        return Err(format!("it has a forbidden element `{}`", shown(name)));
    }
    let mut rest = tag[name.len()..].trim_start();
    let mut found = Element { name, numbers: 0, is_translucent: false, scale: 1.0 };
    let mut keys = BTreeSet::new();
    while !rest.is_empty() {
        let (key, after) = rest.split_once('=').ok_or("it has an attribute without a value")?;
        let (key, after) = (key.trim(), after.trim_start());
        let quote = after.chars().next().filter(|c| matches!(c, '"' | '\'')).ok_or("a value in it has no quotes")?;
        let (value, after) = after[1..].split_once(quote).ok_or("a value in it does not end")?;
        if !keys.insert(key) {
            return Err(format!("an element in it has `{}` twice", shown(key)));
        }
        namespaces.extend(key.strip_prefix("xmlns:"));
        found.numbers += attribute(key, value)?;
        found.is_translucent |= allowed_attributes::is_translucent(key, value)?;
        if matches!(key, "transform" | "gradientTransform") {
            found.scale *= transform_scale::scale_of(value).map_err(|why| format!("`{key}` in it {why}"))?;
        }
        rest = after.trim_start();
    }
    let short = keys.iter().filter_map(|key| key.split_once(':')).map(|(space, _)| space);
    if let Some(unknown) = short.into_iter().find(|space| *space != "xmlns" && !namespaces.contains(space)) {
        return Err(format!("the prefix `{}:` in it is not declared", shown(unknown)));
    }
    match (is_first, keys.contains("xmlns"), keys.contains("viewBox")) {
        (true, false, _) => {
            Err(format!("browsers cannot draw it: `<svg>` lacks `xmlns=\"{}\"`", allowed_attributes::SVG))
        }
        (false, _, true) if name == "svg" => Err("an inner `<svg>` has a `viewBox`".into()),
        _ => Ok(found),
    }
}

/// Whether a line is dashed. A long line with short dashes would draw millions of them.
fn is_dashed(key: &str, value: &str) -> bool {
    let is_dashes = |value: &str| !matches!(value.trim(), "none" | "");
    let styles = || value.split(';').filter_map(|style| style.split_once(':'));
    match key {
        "stroke-dasharray" => is_dashes(value),
        "style" => styles().any(|(key, value)| key.trim() == "stroke-dasharray" && is_dashes(value)),
        _ => false,
    }
}

fn attribute(key: &str, value: &str) -> Result<usize, String> {
    let (lower, flat) = (key.to_ascii_lowercase(), value.to_ascii_lowercase());
    if lower.starts_with("on") {
        return Err(format!("it has `{}`, which runs a script", shown(key)));
    }
    if value.contains(['&', '\\', '@']) {
        return Err(format!("`{}` in it has a `&`, `@` or `\\`", shown(key)));
    }
    let is_link = lower == "href" || lower.ends_with(":href") || lower == "src";
    if is_link && !value.trim().starts_with('#') {
        return Err(format!("it refers to something outside (`{}`)", shown(value)));
    }
    // A namespace is only a name; nothing is loaded from it.
    let is_name = lower == "xmlns" || lower.starts_with("xmlns:");
    if !is_name && (flat.contains("javascript:") || flat.contains("data:") || flat.contains("//")) {
        return Err(format!("it refers to something outside (`{}`)", shown(value)));
    }
    if is_dashed(&lower, &flat) {
        return Err("it has a dashed line (`stroke-dasharray`): draw separate lines instead".into());
    }
    let numbers = number_limits::count_numbers(&lower, value).map_err(|why| format!("`{}` in it {why}", shown(key)))?;
    let mut from = flat.as_str();
    while let Some(at) = from.find("url(") {
        from = from[at + 4..].trim_start_matches([' ', '"', '\'']);
        if !from.starts_with('#') {
            return Err("it refers to something outside (`url(…)`)".into());
        }
    }
    Ok(numbers)
}

/// The beginning of an untrusted word, without control characters.
fn shown(word: &str) -> String {
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
        let nested = |deep: usize, tag: &str| format!("{}{}", tag.repeat(deep), "</g>".repeat(deep));
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
        let (why, at) = check_svg(text).expect_err("no number");
        assert_eq!((why.as_str(), &text[at]), ("`height` in it is not a number", "<rect height=\"NaN\"/>"));
        let many = |many: usize| svg(&"<rect/>".repeat(many));
        assert_eq!(check_svg(&many(super::MAX_ELEMENTS - 1)), Ok(()));
        assert!(check_svg(&many(super::MAX_ELEMENTS)).is_err());
        let long = |numbers: usize| svg(&format!("<path d=\"M{}\"/>", "1 ".repeat(numbers)));
        assert_eq!(check_svg(&long(super::MAX_NUMBERS)), Ok(()));
        assert!(check_svg(&long(super::MAX_NUMBERS + 1)).is_err());
        let (why, at) = check_svg(&svg("\n<text>A &nbsp; B</text>")).expect_err("no such letter");
        assert_eq!((why.as_str(), at), ("`&nbsp;` in it is not a predefined entity", 49..50));
    }
}
