//! Colours: what can be read upon which, lighter and darker ones of the same kind.

/// Red, green, blue.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Colour([f64; 3]);

/// Dark letters.
pub(crate) const INK: &str = "#2a2418";
/// What side colours there are where a layout says none: apart from each other for most eyes, and each carries white letters.
pub(crate) const OF_SIDES: [&str; 8] =
    ["#2b4c7e", "#a8322d", "#3a6b35", "#8a5a00", "#6b3a80", "#1f6f78", "#9c3f6e", "#4a4a4a"];
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
    /// How light it is to the eye, 0 to 1. Squares stand for the curve of a screen: near enough, and the same everywhere.
    fn light(self) -> f64 {
        let [r, g, b] = self.0.map(|part| (part / 255.0) * (part / 255.0));
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    fn contrast(self, other: Colour) -> f64 {
        let (one, two) = (self.light() + 0.05, other.light() + 0.05);
        if one > two { one / two } else { two / one }
    }
    /// White or dark letters, whichever is read better upon it.
    pub(crate) fn ink(self) -> &'static str {
        if self.contrast(Colour([255.0; 3])) >= self.contrast(Colour::of(INK)) { "#ffffff" } else { INK }
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
    use super::{Colour, OF_NOBODY, OF_SIDES, lighter};

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
