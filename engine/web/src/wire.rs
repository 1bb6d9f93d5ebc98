//! Serialises data as JSON for pages, without characters that could deceive a reader.

use serde::Serialize;

/// Characters that reverse or isolate the direction of text. With such a character one name could look like another.
const BIDI_CONTROLS: [char; 12] = [
    '\u{61c}', '\u{200e}', '\u{200f}', '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}', '\u{2066}',
    '\u{2067}', '\u{2068}', '\u{2069}',
];

/// Serialises data as JSON on one line. Replaces bidirectional control characters.
pub(crate) fn to_json(data: &impl Serialize) -> String {
    let text = serde_json::to_string(data).unwrap_or_default();
    if !text.is_ascii() && text.contains(BIDI_CONTROLS) { text.replace(BIDI_CONTROLS, "\u{fffd}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::to_json;

    #[test]
    fn bidirectional_control_characters_are_replaced() {
        assert_eq!(to_json(&"a\u{202e}b\u{2066}c"), "\"a\u{fffd}b\u{fffd}c\"");
        assert_eq!(to_json(&"plain é"), "\"plain é\"");
    }
}
