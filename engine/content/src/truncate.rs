//! Cuts long texts before a message shows them.

/// The most characters of an untrusted text that a message shows.
pub const MAX_SHOWN_CHARS: usize = 400;

/// Cuts a text after [`MAX_SHOWN_CHARS`] characters. A cut text ends with `…`.
pub fn truncated(text: &str) -> String {
    match text.char_indices().nth(MAX_SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_SHOWN_CHARS, truncated};

    #[test]
    fn long_texts_are_cut() {
        let long = "ñ".repeat(MAX_SHOWN_CHARS);
        assert_eq!(truncated(&long), long);
        assert_eq!(truncated(&format!("{long}n")), format!("{long}…"));
    }
}
