//! Colours: contrast, lighter and darker shades, and default colours of sides.

/// Red, green and blue, each 0 to 255.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Colour([f64; 3]);

/// The colour of pieces that belong to no side.
pub(crate) const NEUTRAL_COLOUR: &str = "#5f5a50";
/// The colour of dark letters.
pub(crate) const INK: &str = "#2a2418";
/// The least contrast of text: 4.5 by the web accessibility guidelines (WCAG), plus the error of [`Colour::luminance`].
pub(crate) const MIN_TEXT_CONTRAST: f64 = 4.7;
/// Default colours of sides. The colours are easy to distinguish, and white letters can be read on each of them.
pub(crate) const SIDE_COLOURS: [&str; 8] =
    ["#2b4c7e", "#a8322d", "#3a6b35", "#8a5a00", "#6b3a80", "#1f6f78", "#9c3f6e", "#4a4a4a"];
/// Words that may occur in names of sides, and the colour that they mean.
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

/// Returns the colour that a word in the id or name of a side means: `red`, `the-reds`, `White Army`.
fn colour_in_names(names: [&str; 2]) -> Option<&'static str> {
    let words = names.into_iter().flat_map(|name| name.split(|c: char| !c.is_alphabetic()));
    let mut lower_case = words.map(str::to_lowercase);
    lower_case.find_map(|word| {
        let is_word = |name: &&str| word == **name || word.strip_suffix('s') == Some(*name);
        COLOUR_WORDS.iter().find(|(words, _)| words.iter().any(&is_word)).map(|(_, colour)| *colour)
    })
}

/// Chooses a colour for each side: the colour that the layout gives, the colour that its id or name means, or else a
/// default colour that no other side has.
pub(crate) fn choose_side_colours(layout_colours: &[Option<String>], names: &[[&str; 2]]) -> Vec<String> {
    let mut chosen: Vec<Option<String>> = layout_colours.to_vec();
    let is_free = |chosen: &[Option<String>], colour: &str| {
        chosen.iter().flatten().all(|taken| Colour::parse(taken).distance(Colour::parse(colour)) >= MIN_DISTANCE)
    };
    for (side, names) in names.iter().enumerate() {
        if let Some(colour) =
            colour_in_names(*names).filter(|colour| chosen[side].is_none() && is_free(&chosen, colour))
        {
            chosen[side] = Some(colour.to_owned());
        }
    }
    for side in 0..chosen.len() {
        if chosen[side].is_none() {
            let free = SIDE_COLOURS.iter().find(|colour| is_free(&chosen, colour));
            chosen[side] = Some((*free.unwrap_or(&SIDE_COLOURS[side % SIDE_COLOURS.len()])).to_owned());
        }
    }
    chosen.into_iter().flatten().collect()
}

impl Colour {
    /// Parses `#rgb` or `#rrggbb`. Any other text gives black, because the reader of the layout file has already
    /// checked the colours.
    pub(crate) fn parse(text: &str) -> Colour {
        let digits: Vec<f64> = text.chars().skip(1).filter_map(|c| c.to_digit(16)).map(f64::from).collect();
        match digits[..] {
            [r, g, b] => Colour([17.0 * r, 17.0 * g, 17.0 * b]),
            [r, s, g, h, b, c] => Colour([16.0 * r + s, 16.0 * g + h, 16.0 * b + c]),
            _ => Colour([0.0; 3]),
        }
    }
    /// Writes the colour as `#rrggbb`.
    pub(crate) fn to_hex(self) -> String {
        let [r, g, b] = self.0.map(|part| part.round().clamp(0.0, 255.0) as u8);
        format!("#{r:02x}{g:02x}{b:02x}")
    }
    /// Mixes this colour with another colour. Share 0 gives this colour, share 1 the other colour.
    pub(crate) fn mix(self, other: Colour, share: f64) -> Colour {
        let mut out = self.0;
        out.iter_mut().zip(other.0).for_each(|(part, other_part)| *part += (other_part - *part) * share);
        Colour(out)
    }
    /// Returns the relative luminance, 0 to 1. A cubic polynomial approximates the sRGB curve, so the result is the
    /// same on every machine.
    fn luminance(self) -> f64 {
        let [r, g, b] = self.0.map(|part| part / 255.0).map(|c| c * (c * (c * 0.305_306 + 0.682_171) + 0.012_523));
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    fn distance(self, other: Colour) -> f64 {
        self.0.iter().zip(other.0).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
    }
    /// Returns the contrast ratio: 1 for equal colours, 21 for black on white.
    pub(crate) fn contrast(self, other: Colour) -> f64 {
        let (a, b) = (self.luminance() + 0.05, other.luminance() + 0.05);
        if a > b { a / b } else { b / a }
    }
    /// Returns the text colour with the higher contrast to this colour: white or [`INK`].
    pub(crate) fn text_colour(self) -> &'static str {
        if self.contrast(Colour([255.0; 3])) >= self.contrast(Colour::parse(INK)) { "#ffffff" } else { INK }
    }
}

impl Colour {
    /// Returns the text colour of [`Self::text_colour`], or black if that text colour has not enough contrast.
    pub(crate) fn readable_text_colour(self) -> &'static str {
        let (ink, contrast) = (self.text_colour(), |letters: &str| self.contrast(Colour::parse(letters)));
        if contrast(ink) >= MIN_TEXT_CONTRAST || contrast(ink) >= contrast("#000000") { ink } else { "#000000" }
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
        let choose = |names: &[[&str; 2]]| choose_side_colours(&vec![None; names.len()], names);
        assert_eq!(choose(&[["red", "Red"], ["blue", "Blue"]]), ["#a8322d", "#2b4c7e"]);
        assert_eq!(
            choose(&[["north", "North"], ["blues", "The Blues"], ["white-army", "Whites"]])[1..],
            ["#2b4c7e", "#f4f1e6"]
        );
        assert_eq!(choose(&[["a", "Rot"], ["b", "Fred"]]), SIDE_COLOURS[..2], "a colour word must be a whole word");
        // Two sides never get the same colour.
        let three = choose(&[["x", "X"], ["dark-blue", ""], ["light-blue", ""]]);
        assert!(three[1] == "#2b4c7e" && three[0] != three[2] && !three.contains(&String::new()));
        let layout_colours = [Some("#a8322d".to_owned()), None];
        assert_ne!(choose_side_colours(&layout_colours, &[["x", "X"], ["red", "Red"]])[1], "#a8322d");
        assert_eq!(choose(&[["a", ""]; 20]).len(), 20);
        for (index, (_, first)) in COLOUR_WORDS.iter().enumerate() {
            for (_, second) in &COLOUR_WORDS[index + 1..] {
                assert!(Colour::parse(first).distance(Colour::parse(second)) >= MIN_DISTANCE, "{first} {second}");
            }
        }
    }

    #[test]
    fn letters_can_be_read_on_every_side_colour() {
        for colour in SIDE_COLOURS.iter().chain([&NEUTRAL_COLOUR]) {
            let background = Colour::parse(colour);
            assert_eq!(background.text_colour(), "#ffffff", "{colour}");
            assert!(background.contrast(Colour::parse("#fff")) > 4.5, "{colour}");
        }
        assert_eq!(Colour::parse("#f0e4c3").text_colour(), super::INK);
        assert_eq!(lighter("#000", 0.5), "#808080");
    }
}
