//! The attributes and style properties that an SVG may use.
//!
//! Filters, masks and blending are not allowed, because they make a page draw everything below them again.

/// Attributes for identity, position and geometry.
const ATTRIBUTES: [&str; 38] = [
    "id",
    "class",
    "style",
    "lang",
    "role",
    "version",
    "baseProfile",
    "width",
    "height",
    "viewBox",
    "preserveAspectRatio",
    "transform",
    "d",
    "points",
    "x",
    "y",
    "x1",
    "x2",
    "y1",
    "y2",
    "cx",
    "cy",
    "r",
    "rx",
    "ry",
    "fx",
    "fy",
    "fr",
    "dx",
    "dy",
    "rotate",
    "textLength",
    "lengthAdjust",
    "offset",
    "gradientUnits",
    "gradientTransform",
    "spreadMethod",
    "href",
];

/// Presentation properties, which may be attributes or part of `style`.
const PROPERTIES: [&str; 71] = [
    "alignment-baseline",
    "baseline-shift",
    "block-progression",
    "clip-rule",
    "color",
    "color-interpolation",
    "color-interpolation-filters",
    "color-rendering",
    "direction",
    "display",
    "dominant-baseline",
    "enable-background",
    "fill",
    "fill-opacity",
    "fill-rule",
    "font",
    "font-family",
    "font-feature-settings",
    "font-kerning",
    "font-size",
    "font-size-adjust",
    "font-stretch",
    "font-style",
    "font-variant",
    "font-variant-alternates",
    "font-variant-caps",
    "font-variant-east-asian",
    "font-variant-ligatures",
    "font-variant-numeric",
    "font-variant-position",
    "font-variation-settings",
    "font-weight",
    "image-rendering",
    "inline-size",
    "kerning",
    "letter-spacing",
    "line-height",
    "opacity",
    "overflow",
    "paint-order",
    "pointer-events",
    "shape-inside",
    "shape-margin",
    "shape-padding",
    "shape-rendering",
    "solid-color",
    "solid-opacity",
    "stop-color",
    "stop-opacity",
    "stroke",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-opacity",
    "stroke-width",
    "text-align",
    "text-anchor",
    "text-decoration",
    "text-decoration-color",
    "text-decoration-line",
    "text-decoration-style",
    "text-indent",
    "text-orientation",
    "text-rendering",
    "text-transform",
    "vector-effect",
    "visibility",
    "white-space",
    "writing-mode",
];

/// Expensive properties, each with the only allowed value, which turns the property off. Drawing programs often write
/// them.
const ONLY_OFF: [(&str, &str); 11] = [
    ("clip", "auto"),
    ("clip-path", "none"),
    ("filter", "none"),
    ("filter-blend-mode", "normal"),
    ("isolation", "auto"),
    ("marker", "none"),
    ("marker-end", "none"),
    ("marker-mid", "none"),
    ("marker-start", "none"),
    ("mask", "none"),
    ("mix-blend-mode", "normal"),
];

/// The allowed functions in values. The parent module checks the target of `url`.
const FUNCTIONS: [&str; 6] = ["rgb", "rgba", "hsl", "hsla", "icc-color", "url"];

/// Checks an attribute. Returns whether it makes the whole element translucent.
///
/// # Errors
/// Returns the reason why the attribute is not allowed.
pub(super) fn check_translucent(key: &str, value: &str) -> Result<bool, String> {
    match key {
        "style" => check_style(value),
        // Attributes of other namespaces draw nothing. The parent module checks links.
        _ if key.contains(':') && key != "xml:base" => Ok(false),
        "xmlns" => match value == SVG {
            true => Ok(false),
            false => Err(format!("its `xmlns` is not `{SVG}`")),
        },
        _ if ATTRIBUTES.contains(&key) || key.starts_with("data-") || key.starts_with("aria-") => Ok(false),
        _ => check_property(key, value),
    }
}

/// The namespace of SVG.
pub(super) const SVG: &str = "http://www.w3.org/2000/svg";

/// Checks the value of `style`. Returns whether it makes the element translucent.
fn check_style(value: &str) -> Result<bool, String> {
    if value.contains(['{', '}']) || value.contains("/*") {
        return Err("`style` in it has more than plain properties".into());
    }
    let mut is_translucent = false;
    for style in value.split(';').filter(|style| !style.trim().is_empty()) {
        let (key, value) = style.split_once(':').ok_or("`style` in it has a property without a value")?;
        is_translucent |= check_property(&key.trim().to_ascii_lowercase(), value)?;
    }
    Ok(is_translucent)
}

/// Checks a presentation property. Returns whether it makes the element translucent.
fn check_property(key: &str, value: &str) -> Result<bool, String> {
    let value = value.trim().to_ascii_lowercase();
    let short_key = super::shorten(key);
    if key.starts_with("-inkscape-") {
        return Ok(false);
    }
    if let Some((_, off)) = ONLY_OFF.iter().find(|(name, _)| *name == key) {
        return match value == *off {
            true => Ok(false),
            false => Err(format!("it has `{short_key}`, which must be `{off}` here")),
        };
    }
    if !PROPERTIES.contains(&key) {
        return Err(format!("it has `{short_key}`, which is not allowed"));
    }
    let is_forbidden_function = |(bracket, _): (usize, &str)| {
        let before = &value[..bracket];
        let name = before.rsplit(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).next().unwrap_or_default();
        !FUNCTIONS.contains(&name)
    };
    if key != "font-family" && value.match_indices('(').any(is_forbidden_function) {
        return Err(format!("`{short_key}` in it has a function that is not allowed"));
    }
    Ok(key == "opacity" && !is_opaque(&value))
}

/// Whether an opacity is 1 or more.
fn is_opaque(value: &str) -> bool {
    let number = value.strip_suffix('%').map(|percent| percent.trim().parse::<f64>().map(|n| n / 100.0));
    number.unwrap_or_else(|| value.parse()).is_ok_and(|number| number >= 1.0)
}

#[cfg(test)]
mod tests {
    use super::check_translucent;

    #[test]
    fn attributes_of_drawing_programs_pass_and_expensive_ones_do_not() {
        for (key, value) in [
            (
                "style",
                "fill:#fff;stroke:none;stroke-width:.5px;opacity:1;font-family:'DejaVu Sans (x)';font-size:12px;",
            ),
            (
                "style",
                "font-variant-ligatures:normal;-inkscape-font-specification:'Sans, Normal';mix-blend-mode:normal",
            ),
            ("style", "isolation:auto;filter:none;marker:none;clip-path:none;fill:url(#a);stop-color:rgb(1, 2, 3)"),
            ("style", ""),
            ("fill", "rgba(1,2,3,.5)"),
            ("filter", "none"),
            ("xml:space", "preserve"),
            ("inkscape:label", "filter"),
            ("data-name", "Layer 1"),
            ("opacity", "100%"),
        ] {
            assert_eq!(check_translucent(key, value), Ok(false), "{key} {value}");
        }
        for (key, value) in [("opacity", ".99"), ("style", "fill:#fff;Opacity: 50%"), ("opacity", "inherit")] {
            assert_eq!(check_translucent(key, value), Ok(true), "{key} {value}");
        }
        for (key, value) in [
            ("style", "filter:blur(300px)"),
            ("style", "FILTER : blur(300px)"),
            ("style", "fill:red;/*;*/filter:none"),
            ("style", "backdrop-filter:none"),
            ("style", "fill:var(--a)"),
            ("style", "--a:red"),
            ("style", "transform:scale(9)"),
            ("style", "mix-blend-mode:multiply"),
            ("style", "mask-image:url(#a)"),
            ("style", "clip-path:circle(9px)"),
            ("style", "animation:a 1s"),
            ("style", "d:path('M0,0')"),
            ("style", "text-shadow:0 0 99px red"),
            ("style", "fill"),
            ("filter", "url(#a)"),
            ("mask", "url(#a)"),
            ("xml:base", "x"),
            ("xmlns", "http://www.w3.org/1999/xhtml"),
            ("nonsense", "1"),
        ] {
            assert!(check_translucent(key, value).is_err(), "{key} {value}");
        }
    }
}
