//! Data as the text of a message.

use serde::Serialize;

/// Letters that turn the order of what follows: a name with one could be read as another.
const TURNING: [char; 12] = [
    '\u{61c}', '\u{200e}', '\u{200f}', '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}', '\u{2066}',
    '\u{2067}', '\u{2068}', '\u{2069}',
];

/// As JSON, on one line, without letters that turn the order of others.
pub(crate) fn text(data: &impl Serialize) -> String {
    let text = serde_json::to_string(data).unwrap_or_default();
    if !text.is_ascii() && text.contains(TURNING) { text.replace(TURNING, "\u{fffd}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn nothing_turns_the_order_of_letters() {
        assert_eq!(text(&"a\u{202e}b\u{2066}c"), "\"a\u{fffd}b\u{fffd}c\"");
        assert_eq!(text(&"plain é"), "\"plain é\"");
    }
}
