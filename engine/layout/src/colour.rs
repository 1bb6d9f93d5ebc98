//! Colours: what can be read upon which, lighter and darker ones of the same kind.

/// Red, green, blue.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Colour([f64; 3]);

/// Dark letters.
pub(crate) const INK: &str = "#2a2418";
/// As much contrast as letters need: 4.5 by the guidelines for the web, and what the cubic may be off.
pub(crate) const READ: f64 = 4.7;
/// What side colours there are where a layout says none: apart from each other for most eyes, and each carries white letters.
pub(crate) const OF_SIDES: [&str; 8] =
    ["#2b4c7e", "#a8322d", "#3a6b35", "#8a5a00", "#6b3a80", "#1f6f78", "#9c3f6e", "#4a4a4a"];
/// Words for colours that sides are called by, and what each looks like: the first of several stands for them all.
const WORDS: [(&[&str], &str); 15] = [
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
/// Two colours less than this apart, of 441, are one to a glance.
const ALIKE: f64 = 32.0;

/// The colour that a side is called by: `red`, `the-reds`, `White Army`.
fn called(names: [&str; 2]) -> Option<&'static str> {
    let words = names.into_iter().flat_map(|name| name.split(|c: char| !c.is_alphabetic()));
    let mut lower = words.map(str::to_lowercase);
    lower.find_map(|word| {
        let is_it = |of: &&str| word == **of || word.strip_suffix('s') == Some(*of);
        WORDS.iter().find(|(words, _)| words.iter().any(&is_it)).map(|(_, colour)| *colour)
    })
}

/// A colour for each side, by what a layout says, by its id and name, and else one that no other has.
pub(crate) fn of_sides(said: &[Option<String>], names: &[[&str; 2]]) -> Vec<String> {
    let mut all: Vec<Option<String>> = said.to_vec();
    let is_free = |all: &[Option<String>], colour: &str| {
        all.iter().flatten().all(|of| Colour::of(of).apart(Colour::of(colour)) >= ALIKE)
    };
    for (at, names) in names.iter().enumerate() {
        if let Some(colour) = called(*names).filter(|colour| all[at].is_none() && is_free(&all, colour)) {
            all[at] = Some(colour.to_owned());
        }
    }
    for at in 0..all.len() {
        if all[at].is_none() {
            let free = OF_SIDES.iter().find(|colour| is_free(&all, colour));
            all[at] = Some((*free.unwrap_or(&OF_SIDES[at % OF_SIDES.len()])).to_owned());
        }
    }
    all.into_iter().flatten().collect()
}
/// What belongs to no side.
pub(crate) const OF_NOBODY: &str = "#5f5a50";

impl Colour {
    /// Of `#rgb` or `#rrggbb`, which is checked; what is neither is black.
    pub(crate) fn of(text: &str) -> Colour {
        let digits: Vec<f64> = text.chars().skip(1).filter_map(|c| c.to_digit(16)).map(f64::from).collect();
        match digits[..] {
            [r, g, b] => Colour([17.0 * r, 17.0 * g, 17.0 * b]),
            [r, s, g, h, b, c] => Colour([16.0 * r + s, 16.0 * g + h, 16.0 * b + c]),
            _ => Colour([0.0; 3]),
        }
    }
    /// `#rrggbb`.
    pub(crate) fn written(self) -> String {
        let [r, g, b] = self.0.map(|part| part.round().clamp(0.0, 255.0) as u8);
        format!("#{r:02x}{g:02x}{b:02x}")
    }
    /// As much of another in it: 0 is this one, 1 the other.
    pub(crate) fn towards(self, other: Colour, share: f64) -> Colour {
        let mut out = self.0;
        out.iter_mut().zip(other.0).for_each(|(part, of)| *part += (of - *part) * share);
        Colour(out)
    }
    /// How light it is to the eye, 0 to 1. A cubic stands for the curve of a screen: near enough, and the same everywhere.
    fn light(self) -> f64 {
        let [r, g, b] = self.0.map(|part| part / 255.0).map(|c| c * (c * (c * 0.305_306 + 0.682_171) + 0.012_523));
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    fn apart(self, other: Colour) -> f64 {
        self.0.iter().zip(other.0).map(|(one, other)| (one - other) * (one - other)).sum::<f64>().sqrt()
    }
    /// How well one is seen upon the other: 1 is not at all, 21 black upon white.
    pub(crate) fn contrast(self, other: Colour) -> f64 {
        let (one, two) = (self.light() + 0.05, other.light() + 0.05);
        if one > two { one / two } else { two / one }
    }
    /// White or dark letters, whichever is read better upon it.
    pub(crate) fn ink(self) -> &'static str {
        if self.contrast(Colour([255.0; 3])) >= self.contrast(Colour::of(INK)) { "#ffffff" } else { INK }
    }
}

impl Colour {
    /// The same, and black where neither is read upon it.
    pub(crate) fn letters(self) -> &'static str {
        let (ink, seen) = (self.ink(), |letters: &str| self.contrast(Colour::of(letters)));
        if seen(ink) >= READ || seen(ink) >= seen("#000000") { ink } else { "#000000" }
    }
}

/// Lighter by a share.
pub(crate) fn lighter(colour: &str, share: f64) -> String {
    Colour::of(colour).towards(Colour([255.0; 3]), share).written()
}

/// Darker by a share.
pub(crate) fn darker(colour: &str, share: f64) -> String {
    Colour::of(colour).towards(Colour([0.0; 3]), share).written()
}

#[cfg(test)]
mod tests {
    use super::{ALIKE, Colour, OF_NOBODY, OF_SIDES, WORDS, lighter, of_sides};

    #[test]
    fn sides_have_the_colours_that_they_are_called_by() {
        let of = |names: &[[&str; 2]]| of_sides(&vec![None; names.len()], names);
        assert_eq!(of(&[["red", "Red"], ["blue", "Blue"]]), ["#a8322d", "#2b4c7e"]);
        assert_eq!(
            of(&[["north", "North"], ["blues", "The Blues"], ["white-army", "Whites"]])[1..],
            ["#2b4c7e", "#f4f1e6"]
        );
        assert_eq!(of(&[["a", "Rot"], ["b", "Fred"]]), OF_SIDES[..2], "no word for a colour is within another word");
        // One that is taken, by a word or by a layout, is no other side's.
        let of_three = of(&[["x", "X"], ["dark-blue", ""], ["light-blue", ""]]);
        assert!(of_three[1] == "#2b4c7e" && of_three[0] != of_three[2] && !of_three.contains(&String::new()));
        let said = [Some("#a8322d".to_owned()), None];
        assert_ne!(of_sides(&said, &[["x", "X"], ["red", "Red"]])[1], "#a8322d");
        assert_eq!(of(&[["a", ""]; 20]).len(), 20);
        for (at, (_, one)) in WORDS.iter().enumerate() {
            for (_, other) in &WORDS[at + 1..] {
                assert!(Colour::of(one).apart(Colour::of(other)) >= ALIKE, "{one} {other}");
            }
        }
    }

    #[test]
    fn letters_can_be_read_on_every_side() {
        for colour in OF_SIDES.iter().chain([&OF_NOBODY]) {
            let of = Colour::of(colour);
            assert_eq!(of.ink(), "#ffffff", "{colour}");
            assert!(of.contrast(Colour::of("#fff")) > 4.5, "{colour}");
        }
        assert_eq!(Colour::of("#f0e4c3").ink(), super::INK);
        assert_eq!(lighter("#000", 0.5), "#808080");
    }
}
