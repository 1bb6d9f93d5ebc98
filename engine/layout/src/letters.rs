//! Letters that can be read: dark or light, by the ground on which they lie; with a halo of the ground's kind where that is a map.

use crate::colour::{Colour, INK, READ, darker, lighter};
use crate::geometry::{holds, is_within, middle};
use crate::place::{Label, Place};
use crate::scene::{Scene, Style};
use crate::styles::named;
use cardwright_content::sketch::{Drawn, Sketch};

/// Where letters lie: what colour is below them, and whether they have a halo.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ground<'a> {
    sketch: &'a Sketch,
}

impl<'a> Ground<'a> {
    pub(crate) fn of(sketch: &'a Sketch) -> Ground<'a> {
        Ground { sketch }
    }

    /// The style of a label that lies on the map; a scene has it from then on.
    pub(crate) fn on_the_map(self, label: &Label, scene: &mut Scene) -> &'static str {
        let colour = self.below(label, scene);
        letters(&colour, label.has_halo, scene)
    }

    /// The same of the name of a place: it may lie on its plate, or within its outline.
    pub(crate) fn of_place(self, place: &Place, scene: &mut Scene) -> &'static str {
        let label = &place.name;
        let own = match &place.area {
            _ if place.plate.is_some() => fill(&named("plate"), scene),
            Some(area) if !label.has_halo || holds(area, middle(label.bounds())) => fill(&place.style, scene),
            _ => None,
        };
        let colour = own.unwrap_or_else(|| self.below(label, scene));
        letters(&colour, label.has_halo, scene)
    }

    /// The colour of what is drawn below all places: the last area of the background there, else the paper.
    fn below(self, label: &Label, scene: &Scene) -> String {
        let at = middle(label.bounds());
        let areas = self.sketch.backgrounds.iter().rev().filter_map(|part| match &part.is {
            Drawn::Shape(rings) if is_within(rings, at) => {
                fill(&named(part.style.as_deref().unwrap_or("neutral")), scene)
            }
            _ => None,
        });
        areas.into_iter().next().unwrap_or_else(|| self.sketch.canvas.paper.clone())
    }
}

fn fill(style: &str, scene: &Scene) -> Option<String> {
    scene.styles.get(style).map(|style| style.fill.clone()).filter(|fill| fill.starts_with('#'))
}

fn letters(ground: &str, has_halo: bool, scene: &mut Scene) -> &'static str {
    let letters = Colour::of(ground).letters();
    let (name, style) = match (letters == INK, has_halo) {
        (true, true) => return "name",
        (true, false) => return "ink",
        (false, true) if letters == "#ffffff" => ("name-light", haloed(&scene.paper, false)),
        (false, true) => ("name-black", Style { fill: letters.into(), ..haloed(&scene.paper, true) }),
        (false, false) if letters == "#ffffff" => return "light",
        (false, false) => ("black", Style { fill: letters.into(), line: "none".into(), ..Style::default() }),
    };
    scene.styles.entry(name.into()).or_insert(style);
    name
}

/// Letters with a halo: of the paper's colour, so much lighter or darker that they are read upon it.
pub(crate) fn haloed(paper: &str, is_dark: bool) -> Style {
    let (ink, towards): (_, fn(&str, f64) -> String) = if is_dark { (INK, lighter) } else { ("#ffffff", darker) };
    Style { fill: ink.into(), line: until_read(paper, towards, 0.55, ink), width: 3.2, ..Style::default() }
}

/// A colour so far towards white or black, and on until it is seen well enough upon, or below, another.
pub(crate) fn until_read(colour: &str, towards: fn(&str, f64) -> String, from: f64, other: &str) -> String {
    const STEP: f64 = 0.04;
    let mut share = from;
    loop {
        let is = towards(colour, share);
        if share >= 1.0 || Colour::of(&is).contrast(Colour::of(other)) >= READ {
            return is;
        }
        share = (share + STEP).min(1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::{haloed, until_read};
    use crate::colour::{Colour, darker, lighter};

    /// As the guidelines for the web measure it.
    fn contrast(one: &str, other: &str) -> f64 {
        let light = |text: &str| {
            let part = |at: usize| {
                let part = f64::from(u8::from_str_radix(&text[at..at + 2], 16).unwrap()) / 255.0;
                if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
        };
        let (one, two) = (light(one) + 0.05, light(other) + 0.05);
        if one > two { one / two } else { two / one }
    }

    #[test]
    fn letters_are_read_on_every_paper() {
        let greys = (0..=255).map(|part: u8| format!("#{part:02x}{part:02x}{part:02x}"));
        let others = ["#1b2a55", "#a8322d", "#3a6b35", "#0d3b66", "#6f7f8f", "#807a4e", "#c06a14"].map(str::to_owned);
        for paper in greys.chain(others) {
            let letters = Colour::of(&paper).letters();
            assert!(contrast(letters, &paper) >= 4.5, "{letters} on {paper}");
            for is_dark in [true, false] {
                let style = haloed(&paper, is_dark);
                assert!(contrast(&style.fill, &style.line) >= 4.5, "{paper}: {style:?}");
            }
            let towards = if Colour::of(&paper).letters() == "#ffffff" { lighter } else { darker };
            let sea = until_read(&paper, towards, 0.42, &paper);
            assert!(contrast(&sea, &paper) >= 4.5, "{sea} on {paper}");
        }
    }
}
