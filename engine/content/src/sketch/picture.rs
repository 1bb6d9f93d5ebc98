//! Pictures of a layout: which bytes are one, and which text is one that can do nothing but be seen.

use crate::diagnostic::Diagnostic;
use crate::plain::first_unfit;
use crate::source::SourceFile;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

mod grows;
mod numbers;
mod png;
mod says;

/// Bytes of one picture.
pub(crate) const LARGEST: usize = 4 << 20;

/// What a picture is, told by its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum PictureKind {
    Svg,
    Png,
}

impl PictureKind {
    /// As HTTP says it.
    pub fn media_type(self) -> &'static str {
        match self {
            PictureKind::Svg => "image/svg+xml",
            PictureKind::Png => "image/png",
        }
    }
}

/// A file beside a layout that ends like a picture; whether it is one is asked where it is used.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    /// The pack's id.
    pub pack: String,
    /// Its path within the pack: `layouts/<game>/map.svg`.
    pub path: String,
    /// Its bytes.
    pub bytes: Arc<[u8]>,
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Picture({}:{}, {} bytes)", self.pack, self.path, self.bytes.len())
    }
}

/// Whether a file of this path within a pack is read as a picture.
pub(crate) fn is_picture(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    matches!(parts.as_slice(), ["layouts", _, name] if name.ends_with(".svg") || name.ends_with(".png"))
}

/// What helps against whatever a drawing may not have.
const PLAIN: &str = "save it as plain SVG: shapes, with their colours as attributes (`fill=\"#abc\"`), no `<style>`, script or picture within";

/// Why something is no picture, and where in its text.
type Fault = (String, Range<usize>);

impl Picture {
    /// Its file name.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }
    /// What it is.
    ///
    /// # Errors
    /// Why it is none that a layout may have.
    pub fn kind(&self) -> Result<PictureKind, String> {
        self.look().map_err(|(why, _)| why)
    }
    fn look(&self) -> Result<PictureKind, (String, Option<Range<usize>>)> {
        let bare = |why: String| (why, None);
        if self.bytes.len() > LARGEST {
            return Err(bare("it is larger than 4 MiB".into()));
        }
        if self.path.ends_with(".png") {
            return png::sound(&self.bytes).map(|()| PictureKind::Png).map_err(bare);
        }
        let text = std::str::from_utf8(&self.bytes).map_err(|_| bare("it is no text".into()))?;
        harmless(text).map(|()| PictureKind::Svg).map_err(|(why, at)| (why, Some(at)))
    }
    /// What is wrong with it, at its own place: of a drawing, at the element.
    pub fn problem(&self) -> Option<Diagnostic> {
        let (why, at) = self.look().err()?;
        let text = match (&at, std::str::from_utf8(&self.bytes)) {
            (Some(_), Ok(text)) => text.to_owned(),
            _ => String::new(),
        };
        let file = Arc::new(SourceFile::new(self.pack.clone(), self.path.clone(), text, None));
        let problem =
            Diagnostic::error("layout::bad-picture", format!("`{}` is no picture for a layout: {why}", self.path));
        Some(match at {
            Some(at) => problem.at(&file, at).label("here").help(PLAIN),
            None => Diagnostic { file: Some(file), ..problem },
        })
    }
}

/// Elements that a drawing needs; there is no list of what is harmful that is ever whole.
/// What draws another thing again (`use`, `pattern`) is not among them: a few lines of it are a picture without end.
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

/// Elements of one drawing: a page draws each of them again whenever the map moves.
const MOST_ELEMENTS: usize = 10_000;
/// Numbers of one drawing, of all its paths and lists.
const MOST_NUMBERS: usize = 250_000;
/// Names for letters that a text of XML has by itself.
const ENTITIES: [&str; 5] = ["amp", "lt", "gt", "quot", "apos"];

/// Elements of one drawing that are seen through: all that they draw is drawn aside first.
const MOST_SEEN_THROUGH: usize = 300;
/// How many of them may lie within each other.
const DEEPEST_SEEN_THROUGH: usize = 4;
/// How deep elements nest.
const DEEPEST: usize = 64;

/// An element that is not closed yet.
struct Open<'t> {
    name: &'t str,
    /// How many around it, with it, are seen through.
    seen_through: usize,
    /// How much all the transforms around it, with its own, enlarge what it holds.
    grows: f64,
}

/// Whether an SVG only draws: elements from a list, nothing that runs, and nothing from anywhere else.
fn harmless(text: &str) -> Result<(), Fault> {
    let bare = text.trim_start_matches('\u{feff}');
    if let Some((at, name)) = first_unfit(bare) {
        let at = text.len() - bare.len() + at;
        return Err((format!("it holds {name}, which is no text"), at..at + 1));
    }
    let mut rest = bare.trim_start();
    let begins = text.len() - rest.len();
    let mut open: Vec<Open<'_>> = Vec::new();
    let mut spaces: BTreeSet<&str> = ["xml"].into();
    let (mut elements, mut numbers, mut seen_through) = (0usize, 0usize, 0usize);
    while let Some(at) = rest.find('<') {
        letters(&rest[..at], text.len() - rest.len())?;
        let is_outside = open.is_empty() && !rest[..at].trim().is_empty();
        rest = &rest[at..];
        let start = text.len() - rest.len();
        let here = |why: &str| (why.to_owned(), start..start + 1);
        if is_outside {
            return Err(here("text stands outside its `<svg>`"));
        }
        if let Some(after) = rest.strip_prefix("<!--") {
            rest = after.split_once("-->").ok_or(here("a comment in it does not end"))?.1;
            continue;
        }
        if rest.starts_with("<!") {
            return Err(here("it has a `<!DOCTYPE` or the like"));
        }
        if let Some(after) = rest.strip_prefix("<?") {
            if !after.starts_with("xml ") || start != begins {
                return Err(here("it has an instruction for some program (`<?`)"));
            }
            let (says, after) = after.split_once("?>").ok_or(here("an instruction in it does not end"))?;
            if !is_utf_8(says) {
                return Err(here("it says that its letters are others than those of UTF-8"));
            }
            rest = after;
            continue;
        }
        let (tag, after) = tag_of(rest).ok_or(here("a tag in it does not end"))?;
        let whole = start..text.len() - after.len();
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop().is_none_or(|of| of.name != name.trim_end()) {
                return Err(here("it closes what it has not opened"));
            }
            continue;
        }
        if elements > 0 && open.is_empty() {
            return Err(here("it goes on after its `<svg>`"));
        }
        elements += 1;
        if elements > MOST_ELEMENTS {
            return Err((format!("it has more than {MOST_ELEMENTS} elements"), whole));
        }
        let is_closed = tag.ends_with('/');
        let tag = tag.strip_suffix('/').unwrap_or(tag);
        let of_it = element(tag, elements == 1, &mut spaces).map_err(|why| (why, whole.clone()))?;
        numbers += of_it.numbers;
        if numbers > MOST_NUMBERS {
            return Err((format!("it has more than {MOST_NUMBERS} numbers"), whole));
        }
        let around = open.last();
        seen_through += usize::from(of_it.is_seen_through);
        let deep = around.map_or(0, |around| around.seen_through) + usize::from(of_it.is_seen_through);
        if seen_through > MOST_SEEN_THROUGH || deep > DEEPEST_SEEN_THROUGH {
            let why = format!(
                "more than {MOST_SEEN_THROUGH} of its elements are seen through, or more than {DEEPEST_SEEN_THROUGH} within each \
                 other: `fill-opacity` and `stroke-opacity` do it, instead of `opacity`"
            );
            return Err((why, whole));
        }
        let grows = around.map_or(1.0, |around| around.grows) * of_it.grows;
        if grows > grows::MOST {
            return Err(("`transform` in it enlarges beyond all bounds".into(), whole));
        }
        if !is_closed {
            open.push(Open { name: of_it.name, seen_through: deep, grows });
        }
        if open.len() > DEEPEST {
            return Err((format!("its elements nest more than {DEEPEST} deep"), whole));
        }
    }
    letters(rest, text.len() - rest.len())?;
    let end = text.len()..text.len();
    match (elements, open.len()) {
        (0, _) => Err(("there is no `<svg` in it".into(), 0..0)),
        (_, 0) if rest.trim().is_empty() => Ok(()),
        (_, 0) => Err(("text stands outside its `<svg>`".into(), end)),
        _ => Err(("it ends within an element".into(), end)),
    }
}

/// Whether the first line of a text of XML names no other letters than those in which it is read here.
fn is_utf_8(says: &str) -> bool {
    let Some((_, encoding)) = says.split_once("encoding") else { return true };
    let named = encoding.trim_start().strip_prefix('=').map(str::trim_start).unwrap_or_default();
    let quote = named.chars().next().filter(|c| matches!(c, '"' | '\''));
    let named = quote.and_then(|quote| named[1..].split_once(quote)).map(|(named, _)| named);
    named.is_some_and(|named| named.eq_ignore_ascii_case("utf-8") || named.eq_ignore_ascii_case("us-ascii"))
}

/// Whether what stands between tags, from a place on, names only letters that every reader of XML knows.
fn letters(between: &str, from: usize) -> Result<(), Fault> {
    for (at, _) in between.match_indices('&') {
        let named = between[at + 1..].split_once(';').map_or("", |(name, _)| name);
        let number = named.strip_prefix("#x").map(|hex| u32::from_str_radix(hex, 16));
        let number = number.or_else(|| named.strip_prefix('#').map(str::parse));
        let is_letter = number.is_some_and(|n| n.is_ok_and(|n| char::from_u32(n).is_some_and(|c| !c.is_control())));
        if !is_letter && !ENTITIES.contains(&named) {
            let name: String = shown(named);
            return Err((format!("`&{name};` in it is no letter that XML knows"), from + at..from + at + 1));
        }
    }
    Ok(())
}

/// What stands in a tag, and what follows it; a `>` within quotes does not end it.
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

/// What there is to count of an element that only draws.
struct Element<'t> {
    name: &'t str,
    numbers: usize,
    is_seen_through: bool,
    grows: f64,
}

/// Reads an element; `spaces` are the name spaces that have a short name so far.
fn element<'t>(tag: &'t str, is_first: bool, spaces: &mut BTreeSet<&'t str>) -> Result<Element<'t>, String> {
    let name = tag.split(|c: char| c.is_whitespace()).next().unwrap_or_default();
    if is_first && name != "svg" {
        return Err(format!("it begins with `<{}>`, not with `<svg>`", shown(name)));
    }
    if !ELEMENTS.contains(&name) {
        return Err(format!("it has an element `{}`", shown(name)));
    }
    let mut rest = tag[name.len()..].trim_start();
    let mut of_it = Element { name, numbers: 0, is_seen_through: false, grows: 1.0 };
    let mut keys = BTreeSet::new();
    while !rest.is_empty() {
        let (key, after) = rest.split_once('=').ok_or("it has an attribute without a value")?;
        let (key, after) = (key.trim(), after.trim_start());
        let quote = after.chars().next().filter(|c| matches!(c, '"' | '\'')).ok_or("a value in it has no quotes")?;
        let (value, after) = after[1..].split_once(quote).ok_or("a value in it does not end")?;
        if !keys.insert(key) {
            return Err(format!("an element in it has `{}` twice", shown(key)));
        }
        spaces.extend(key.strip_prefix("xmlns:"));
        of_it.numbers += attribute(key, value)?;
        of_it.is_seen_through |= says::allowed(key, value)?;
        if matches!(key, "transform" | "gradientTransform") {
            of_it.grows *= grows::by(value).map_err(|why| format!("`{key}` in it {why}"))?;
        }
        rest = after.trim_start();
    }
    let short = keys.iter().filter_map(|key| key.split_once(':')).map(|(space, _)| space);
    if let Some(unknown) = short.into_iter().find(|space| *space != "xmlns" && !spaces.contains(space)) {
        return Err(format!("`{}:` in it is no name space that it names", shown(unknown)));
    }
    match (is_first, keys.contains("xmlns"), keys.contains("viewBox")) {
        (true, false, _) => Err(format!("no browser draws it: `<svg>` lacks `xmlns=\"{}\"`", says::SVG)),
        (false, _, true) if name == "svg" => Err("an `<svg>` within it has a `viewBox`".into()),
        _ => Ok(of_it),
    }
}

/// Whether a line is dashed: by an attribute of its own, or among the styles. A short dash on a long line is a million of them.
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
        return Err(format!("it names something outside (`{}`)", shown(value)));
    }
    // A namespace is a name, and is not looked up.
    let is_name = lower == "xmlns" || lower.starts_with("xmlns:");
    if !is_name && (flat.contains("javascript:") || flat.contains("data:") || flat.contains("//")) {
        return Err(format!("it names something outside (`{}`)", shown(value)));
    }
    if is_dashed(&lower, &flat) {
        return Err("it has a dashed line (`stroke-dasharray`): draw its pieces".into());
    }
    let numbers = numbers::sane(&lower, value).map_err(|why| format!("`{}` in it {why}", shown(key)))?;
    let mut from = flat.as_str();
    while let Some(at) = from.find("url(") {
        from = from[at + 4..].trim_start_matches([' ', '"', '\'']);
        if !from.starts_with('#') {
            return Err("it names something outside (`url(…)`)".into());
        }
    }
    Ok(numbers)
}

/// The beginning of a stranger's word.
fn shown(word: &str) -> String {
    word.chars().take(40).map(|c| if c.is_control() { '?' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::harmless;

    #[test]
    fn a_drawing_passes_and_nothing_else() {
        let within = |inner: &str| harmless(&format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{inner}</svg>"));
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
        assert!(harmless("<html/>").is_err() && harmless("").is_err() && harmless("GIF89a").is_err());
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>";
        for begins in
            ["", "\u{feff}", "<?xml version=\"1.0\"?>\n", "<?xml version='1.0' encoding = 'utf-8'?>\r\n<!-- x -->\n"]
        {
            assert_eq!(harmless(&format!("{begins}{svg}\n")), Ok(()), "{begins}");
        }
        for begins in [
            "x",
            " \u{1b}",
            "<!-- x --><?xml version=\"1.0\"?>",
            "<?xml version=\"1.0\" encoding=\"iso-2022-jp\"?>",
            "<?xml version=\"1.0\" encoding=\"UTF-16\"?>",
            "<?xml version=\"1.0\" encoding?>",
        ] {
            assert!(harmless(&format!("{begins}{svg}")).is_err(), "{begins}");
        }
        for wrong in
            ["<svg/>", "<svg xmlns=\"\"/>", &format!("{svg}{svg}"), &format!("{svg}x"), &format!("{svg}<!-- a")]
        {
            assert!(harmless(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_drawn_aside_is_bounded() {
        let within = |inner: &str| harmless(&format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{inner}</svg>"));
        let nested = |deep: usize, tag: &str| format!("{}{}", tag.repeat(deep), "</g>".repeat(deep));
        assert_eq!(within(&nested(4, "<g opacity=\".5\">")), Ok(()));
        assert!(within(&nested(5, "<g opacity=\".5\">")).is_err());
        assert_eq!(within(&"<rect opacity='.5'/>".repeat(super::MOST_SEEN_THROUGH)), Ok(()));
        assert!(within(&"<rect style='opacity:0.5'/>".repeat(super::MOST_SEEN_THROUGH + 1)).is_err());
        assert_eq!(within(&nested(4, "<g transform=\"scale(10)\">")), Ok(()));
        assert!(within(&nested(5, "<g transform=\"scale(10)\">")).is_err());
    }

    #[test]
    fn a_fault_is_told_where_it_is() {
        let svg = |inner: &str| format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{inner}</svg>");
        let text = &svg("\n<g>\n<rect height=\"NaN\"/></g>");
        let (why, at) = harmless(text).expect_err("no number");
        assert_eq!((why.as_str(), &text[at]), ("`height` in it is no number", "<rect height=\"NaN\"/>"));
        let many = |many: usize| svg(&"<rect/>".repeat(many));
        assert_eq!(harmless(&many(super::MOST_ELEMENTS - 1)), Ok(()));
        assert!(harmless(&many(super::MOST_ELEMENTS)).is_err());
        let long = |numbers: usize| svg(&format!("<path d=\"M{}\"/>", "1 ".repeat(numbers)));
        assert_eq!(harmless(&long(super::MOST_NUMBERS)), Ok(()));
        assert!(harmless(&long(super::MOST_NUMBERS + 1)).is_err());
        let (why, at) = harmless(&svg("\n<text>A &nbsp; B</text>")).expect_err("no such letter");
        assert_eq!((why.as_str(), at), ("`&nbsp;` in it is no letter that XML knows", 49..50));
    }
}
