//! Pictures of a layout: which bytes are one, and which text is one that can do nothing but be seen.

use crate::diagnostic::Diagnostic;
use crate::source::SourceFile;
use std::ops::Range;
use std::sync::Arc;

mod numbers;
mod png;

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

/// Whether an SVG only draws: elements from a list, nothing that runs, and nothing from anywhere else.
fn harmless(text: &str) -> Result<(), Fault> {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    let mut depth = 0usize;
    let (mut elements, mut numbers) = (0usize, 0usize);
    while let Some(at) = rest.find('<') {
        letters(&rest[..at], text.len() - rest.len())?;
        rest = &rest[at..];
        let start = text.len() - rest.len();
        let here = |why: &str| (why.to_owned(), start..start + 1);
        if let Some(after) = rest.strip_prefix("<!--") {
            rest = after.split_once("-->").ok_or(here("a comment in it does not end"))?.1;
            continue;
        }
        if rest.starts_with("<!") {
            return Err(here("it has a `<!DOCTYPE` or the like"));
        }
        if let Some(after) = rest.strip_prefix("<?") {
            if !after.starts_with("xml ") {
                return Err(here("it has an instruction for some program (`<?`)"));
            }
            rest = after.split_once("?>").ok_or(here("an instruction in it does not end"))?.1;
            continue;
        }
        let (tag, after) = tag_of(rest).ok_or(here("a tag in it does not end"))?;
        let whole = start..text.len() - after.len();
        rest = after;
        if tag.starts_with('/') {
            depth = depth.checked_sub(1).ok_or(here("it closes what it has not opened"))?;
            continue;
        }
        elements += 1;
        if elements > MOST_ELEMENTS {
            return Err((format!("it has more than {MOST_ELEMENTS} elements"), whole));
        }
        let closes = tag.ends_with('/');
        let of_it = element(tag.strip_suffix('/').unwrap_or(tag), elements == 1).map_err(|why| (why, whole.clone()))?;
        numbers += of_it;
        if numbers > MOST_NUMBERS {
            return Err((format!("it has more than {MOST_NUMBERS} numbers"), whole));
        }
        depth += usize::from(!closes);
        if depth > 64 {
            return Err(("its elements nest more than 64 deep".into(), whole));
        }
    }
    letters(rest, text.len() - rest.len())?;
    let end = text.len()..text.len();
    match (elements, depth) {
        (0, _) => Err(("there is no `<svg` in it".into(), 0..0)),
        (_, 0) => Ok(()),
        _ => Err(("it ends within an element".into(), end)),
    }
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

/// Whether an element only draws; how many numbers it has.
fn element(tag: &str, is_first: bool) -> Result<usize, String> {
    let name = tag.split(|c: char| c.is_whitespace()).next().unwrap_or_default();
    if is_first && name != "svg" {
        return Err(format!("it begins with `<{}>`, not with `<svg>`", shown(name)));
    }
    if !ELEMENTS.contains(&name) {
        return Err(format!("it has an element `{}`", shown(name)));
    }
    let mut rest = tag[name.len()..].trim_start();
    let mut numbers = 0;
    while !rest.is_empty() {
        let (key, after) = rest.split_once('=').ok_or("it has an attribute without a value")?;
        let (key, after) = (key.trim(), after.trim_start());
        let quote = after.chars().next().filter(|c| matches!(c, '"' | '\'')).ok_or("a value in it has no quotes")?;
        let (value, after) = after[1..].split_once(quote).ok_or("a value in it does not end")?;
        numbers += attribute(key, value)?;
        rest = after.trim_start();
    }
    Ok(numbers)
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
        ] {
            assert!(within(bad).is_err(), "{bad}");
        }
        assert!(harmless("<html/>").is_err() && harmless("").is_err() && harmless("GIF89a").is_err());
        assert!(harmless("<?xml version=\"1.0\"?>\n<svg/>").is_ok());
    }

    #[test]
    fn a_fault_is_told_where_it_is() {
        let text = "<svg>\n<g>\n<rect height=\"NaN\"/></g></svg>";
        let (why, at) = harmless(text).expect_err("no number");
        assert_eq!((why.as_str(), &text[at]), ("`height` in it is no number", "<rect height=\"NaN\"/>"));
        let many = |many: usize| format!("<svg>{}</svg>", "<rect/>".repeat(many));
        assert_eq!(harmless(&many(super::MOST_ELEMENTS - 1)), Ok(()));
        assert!(harmless(&many(super::MOST_ELEMENTS)).is_err());
        let long = |numbers: usize| format!("<svg><path d=\"M{}\"/></svg>", "1 ".repeat(numbers));
        assert_eq!(harmless(&long(super::MOST_NUMBERS)), Ok(()));
        assert!(harmless(&long(super::MOST_NUMBERS + 1)).is_err());
        let (why, at) = harmless("<svg>\n<text>A &nbsp; B</text></svg>").expect_err("no such letter");
        assert_eq!((why.as_str(), at), ("`&nbsp;` in it is no letter that XML knows", 14..15));
    }
}
