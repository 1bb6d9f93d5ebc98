//! Colours: contrast, lighter and darker shades, and default colours of sides.

/// Red, green and blue, each 0 to 255.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Colour([f64; 3]);

/// The colour of dark letters.
pub(crate) const INK: &str = "#2a2418";
/// The least contrast of text: 4.5 by the web accessibility guidelines (WCAG), plus the error of [`Colour::luminance`].
pub(crate) const MIN_TEXT_CONTRAST: f64 = 4.7;
/// Default colours of sides. They are easy to distinguish, and white letters can be read on each.
pub(crate) const SIDE_COLOURS: [&str; 8] =
    ["#2b4c7e", "#a8322d", "#3a6b35", "#8a5a00", "#6b3a80", "#1f6f78", "#9c3f6e", "#4a4a4a"];
/// Colour words in names of sides, and the colour for each.
const COLOUR_WORDS: [(&[&str], &str); 15] = [
    (&["red", "crimson", "scarlet"], "#a8322d"),
    (&["blue", "azure"], "#2b4c7e"),
    (&["green", "emerald"], "#3a6b35"),
    (&["yellow"], "#dcb52c"),
    (&["white", "ivory"], "#f4f1e6"),
    (&["black", "ebony"], "#26262a"),
    (&["grey", "gray"], "#666666"),
    (&["orange", "amber"], "#cc6a14"),
    (&["purple", "violet"], "#6b3a80"),
    (&["brown"], "#6e4a28"),
    (&["pink", "magenta"], "#9c3f6e"),
    (&["teal", "cyan", "turquoise"], "#1f6f78"),
    (&["gold", "golden"], "#b8860b"),
    (&["silver"], "#b9bcc2"),
    (&["navy"], "#1b2a55"),
];
/// Colours closer than this look the same at a glance. The largest possible distance is 441.
const MIN_DISTANCE: f64 = 32.0;

/// The colour word in the id or name of a side: `red`, `the-reds`, `White Army`.
fn colour_in_names(names: [&str; 2]) -> Option<&'static str> {
    let words = names.into_iter().flat_map(|name| name.split(|c: char| !c.is_alphabetic()));
    let mut lower = words.map(str::to_lowercase);
    lower.find_map(|word| {
        let is_word = |name: &&str| word == **name || word.strip_suffix('s') == Some(*name);
        COLOUR_WORDS.iter().find(|(words, _)| words.iter().any(&is_word)).map(|(_, colour)| *colour)
    })
}

/// Chooses a colour for each side: the layout's, the one in its id or name, or else a free default colour.
pub(crate) fn choose_side_colours(given: &[Option<String>], names: &[[&str; 2]]) -> Vec<String> {
    let mut all: Vec<Option<String>> = given.to_vec();
    let is_free = |all: &[Option<String>], colour: &str| {
        all.iter().flatten().all(|taken| Colour::parse(taken).distance(Colour::parse(colour)) >= MIN_DISTANCE)
    };
    for (at, names) in names.iter().enumerate() {
        if let Some(colour) = colour_in_names(*names).filter(|colour| all[at].is_none() && is_free(&all, colour)) {
            all[at] = Some(colour.to_owned());
        }
    }
    for at in 0..all.len() {
        if all[at].is_none() {
            let free = SIDE_COLOURS.iter().find(|colour| is_free(&all, colour));
            all[at] = Some((*free.unwrap_or(&SIDE_COLOURS[at % SIDE_COLOURS.len()])).to_owned());
        }
    }
    all.into_iter().flatten().collect()
}
/// The colour of things that belong to no side.
pub(crate) const NEUTRAL_COLOUR: &str = "#5f5a50";

impl Colour {
    /// Parses `#rgb` or `#rrggbb`. Anything else is black; the layout file is checked elsewhere.
    pub(crate) fn parse(text: &str) -> Colour {
        let digits: Vec<f64> = text.chars().skip(1).filter_map(|c| c.to_digit(16)).map(f64::from).collect();
        match digits[..] {
            [r, g, b] => Colour([17.0 * r, 17.0 * g, 17.0 * b]),
            [r, s, g, h, b, c] => Colour([16.0 * r + s, 16.0 * g + h, 16.0 * b + c]),
            _ => Colour([0.0; 3]),
        }
    }
    /// The colour as `#rrggbb`.
    pub(crate) fn to_hex(self) -> String {
        let [r, g, b] = self.0.map(|part| part.round().clamp(0.0, 255.0) as u8);
        format!("#{r:02x}{g:02x}{b:02x}")
    }
    /// A mix with another colour: share 0 is this colour, 1 the other.
    pub(crate) fn mix(self, other: Colour, share: f64) -> Colour {
        let mut out = self.0;
        out.iter_mut().zip(other.0).for_each(|(part, of)| *part += (of - *part) * share);
        Colour(out)
    }
    /// The relative luminance, 0 to 1. A cubic polynomial approximates the sRGB curve, with the same result on every machine.
    fn luminance(self) -> f64 {
        let [r, g, b] = self.0.map(|part| part / 255.0).map(|c| c * (c * (c * 0.305_306 + 0.682_171) + 0.012_523));
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    fn distance(self, other: Colour) -> f64 {
        self.0.iter().zip(other.0).map(|(one, other)| (one - other) * (one - other)).sum::<f64>().sqrt()
    }
    /// The contrast ratio: 1 for equal colours, 21 for black on white.
    pub(crate) fn contrast(self, other: Colour) -> f64 {
        let (one, two) = (self.luminance() + 0.05, other.luminance() + 0.05);
        if one > two { one / two } else { two / one }
    }
    /// White or [`INK`], the better text colour on this colour.
    pub(crate) fn text_colour(self) -> &'static str {
        if self.contrast(Colour([255.0; 3])) >= self.contrast(Colour::parse(INK)) { "#ffffff" } else { INK }
    }
}

impl Colour {
    /// The better text colour, or black if neither has enough contrast.
    pub(crate) fn readable_text_colour(self) -> &'static str {
        let (ink, seen) = (self.text_colour(), |letters: &str| self.contrast(Colour::parse(letters)));
        if seen(ink) >= MIN_TEXT_CONTRAST || seen(ink) >= seen("#000000") { ink } else { "#000000" }
    }
}

/// Mixes a colour with white.
pub(crate) fn lighter(colour: &str, share: f64) -> String {
    Colour::parse(colour).mix(Colour([255.0; 3]), share).to_hex()
}

/// Mixes a colour with black.
pub(crate) fn darker(colour: &str, share: f64) -> String {
    Colour::parse(colour).mix(Colour([0.0; 3]), share).to_hex()
}

#[cfg(test)]
mod tests {
    use super::{COLOUR_WORDS, Colour, MIN_DISTANCE, NEUTRAL_COLOUR, SIDE_COLOURS, choose_side_colours, lighter};

    #[test]
    fn sides_take_the_colours_in_their_names() {
        let of = |names: &[[&str; 2]]| choose_side_colours(&vec![None; names.len()], names);
        assert_eq!(of(&[["red", "Red"], ["blue", "Blue"]]), ["#a8322d", "#2b4c7e"]);
        assert_eq!(
            of(&[["north", "North"], ["blues", "The Blues"], ["white-army", "Whites"]])[1..],
            ["#2b4c7e", "#f4f1e6"]
        );
        assert_eq!(of(&[["a", "Rot"], ["b", "Fred"]]), SIDE_COLOURS[..2], "a colour word must be a whole word");
        // A colour that a side has by name or by layout is not given to another side.
        let of_three = of(&[["x", "X"], ["dark-blue", ""], ["light-blue", ""]]);
        assert!(of_three[1] == "#2b4c7e" && of_three[0] != of_three[2] && !of_three.contains(&String::new()));
        let said = [Some("#a8322d".to_owned()), None];
        assert_ne!(choose_side_colours(&said, &[["x", "X"], ["red", "Red"]])[1], "#a8322d");
        assert_eq!(of(&[["a", ""]; 20]).len(), 20);
        for (at, (_, one)) in COLOUR_WORDS.iter().enumerate() {
            for (_, other) in &COLOUR_WORDS[at + 1..] {
                assert!(Colour::parse(one).distance(Colour::parse(other)) >= MIN_DISTANCE, "{one} {other}");
            }
        }
    }

    #[test]
    fn letters_can_be_read_on_every_side() {
        for colour in SIDE_COLOURS.iter().chain([&NEUTRAL_COLOUR]) {
            let of = Colour::parse(colour);
            assert_eq!(of.text_colour(), "#ffffff", "{colour}");
            assert!(of.contrast(Colour::parse("#fff")) > 4.5, "{colour}");
        }
        assert_eq!(Colour::parse("#f0e4c3").text_colour(), super::INK);
        assert_eq!(lighter("#000", 0.5), "#808080");
    }
}
