//! Chooses text styles that can be read: dark or light letters, depending on the background. Letters on the map get a
//! halo.

use crate::colour::{Colour, INK, MIN_TEXT_CONTRAST, darker, lighter};
use crate::geometry::{area_contains, middle, rings_contain};
use crate::placed_space::{Label, PlacedSpace};
use crate::scene::{Scene, Style, layout_style_name};
use cardwright_content::layout_file::{BackgroundShape, LayoutFile};

/// Chooses the styles of labels in a scene.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LabelStyler<'a> {
    layout_file: &'a LayoutFile,
}

impl<'a> LabelStyler<'a> {
    pub(crate) fn new(layout_file: &'a LayoutFile) -> LabelStyler<'a> {
        LabelStyler { layout_file }
    }

    /// Returns the style for a label that lies on the map, and adds the style to the scene.
    pub(crate) fn style_on_map(self, label: &Label, scene: &mut Scene) -> &'static str {
        let colour = self.colour_below(label, scene);
        text_style(&colour, label.has_halo, scene)
    }

    /// Returns the style for the name of a space, and adds the style to the scene. The name may lie on the plate of the
    /// space, inside its outline, or on the map.
    pub(crate) fn style_of_name(self, place: &PlacedSpace, scene: &mut Scene) -> &'static str {
        let label = &place.name;
        let space_colour = match &place.area {
            _ if place.plate.is_some() => fill_of(&layout_style_name("plate"), scene),
            Some(area) if !label.has_halo || area_contains(area, middle(label.bounds())) => {
                fill_of(&place.style, scene)
            }
            _ => None,
        };
        let colour = space_colour.unwrap_or_else(|| self.colour_below(label, scene));
        text_style(&colour, label.has_halo, scene)
    }

    /// Returns the background colour below a label: the colour of the topmost background shape, or else of the paper.
    fn colour_below(self, label: &Label, scene: &Scene) -> String {
        let label_centre = middle(label.bounds());
        let colours = self.layout_file.backgrounds.iter().rev().filter_map(|part| match &part.shape {
            BackgroundShape::Shape(rings) if rings_contain(rings, label_centre) => {
                fill_of(&layout_style_name(part.style.as_deref().unwrap_or("neutral")), scene)
            }
            _ => None,
        });
        colours.into_iter().next().unwrap_or_else(|| self.layout_file.canvas.paper.clone())
    }
}

/// Returns the fill colour of a style, or `None` if the style has no fill.
fn fill_of(style: &str, scene: &Scene) -> Option<String> {
    scene.styles.get(style).map(|style| style.fill.clone()).filter(|fill| fill.starts_with('#'))
}

/// Returns the style of letters that can be read on a background colour, and adds the style to the scene.
fn text_style(background: &str, has_halo: bool, scene: &mut Scene) -> &'static str {
    let letters = Colour::parse(background).readable_text_colour();
    let (name, style) = match (letters == INK, has_halo) {
        (true, true) => return "name",
        (true, false) => return "ink",
        (false, true) if letters == "#ffffff" => ("name-light", halo_style(&scene.paper, false)),
        (false, true) => ("name-black", Style { fill: letters.into(), ..halo_style(&scene.paper, true) }),
        (false, false) if letters == "#ffffff" => return "light",
        (false, false) => ("black", Style { fill: letters.into(), line: "none".into(), ..Style::default() }),
    };
    scene.styles.entry(name.into()).or_insert(style);
    name
}

/// Returns a style of letters with a halo. The halo is a shade of the paper colour with enough contrast to the letters.
pub(crate) fn halo_style(paper: &str, is_dark: bool) -> Style {
    let (ink, change): (_, fn(&str, f64) -> String) = if is_dark { (INK, lighter) } else { ("#ffffff", darker) };
    Style { fill: ink.into(), line: with_contrast(paper, change, 0.55, ink), width: 3.2, ..Style::default() }
}

/// Makes a colour lighter or darker with `change`: by the share `from` at least, and further until the contrast to
/// `other` is enough for letters.
pub(crate) fn with_contrast(colour: &str, change: fn(&str, f64) -> String, from: f64, other: &str) -> String {
    const STEP: f64 = 0.04;
    let mut share = from;
    loop {
        let changed = change(colour, share);
        if share >= 1.0 || Colour::parse(&changed).contrast(Colour::parse(other)) >= MIN_TEXT_CONTRAST {
            return changed;
        }
        share = (share + STEP).min(1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::{halo_style, with_contrast};
    use crate::colour::{Colour, darker, lighter};

    /// The contrast ratio as the web accessibility guidelines (WCAG) define it.
    fn contrast(first: &str, second: &str) -> f64 {
        let luminance = |text: &str| {
            let part = |offset: usize| {
                let part = f64::from(u8::from_str_radix(&text[offset..offset + 2], 16).unwrap()) / 255.0;
                if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
        };
        let (a, b) = (luminance(first) + 0.05, luminance(second) + 0.05);
        if a > b { a / b } else { b / a }
    }

    #[test]
    fn letters_have_enough_contrast_on_every_paper() {
        let greys = (0..=255).map(|part: u8| format!("#{part:02x}{part:02x}{part:02x}"));
        let others = ["#1b2a55", "#a8322d", "#3a6b35", "#0d3b66", "#6f7f8f", "#807a4e", "#c06a14"].map(str::to_owned);
        for paper in greys.chain(others) {
            let letters = Colour::parse(&paper).readable_text_colour();
            assert!(contrast(letters, &paper) >= 4.5, "{letters} on {paper}");
            for is_dark in [true, false] {
                let style = halo_style(&paper, is_dark);
                assert!(contrast(&style.fill, &style.line) >= 4.5, "{paper}: {style:?}");
            }
            let change = if Colour::parse(&paper).readable_text_colour() == "#ffffff" { lighter } else { darker };
            let sea = with_contrast(&paper, change, 0.42, &paper);
            assert!(contrast(&sea, &paper) >= 4.5, "{sea} on {paper}");
        }
    }
}
