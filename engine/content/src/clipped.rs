//! A stranger's text as it is told: no more of it than somebody reads.

/// The most characters of it that are told.
pub const LONGEST_TOLD: usize = 400;

/// A text, or where it is long the beginning of it.
pub fn clipped(text: &str) -> String {
    match text.char_indices().nth(LONGEST_TOLD) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_TOLD, clipped};

    #[test]
    fn of_a_long_text_the_beginning_is_told() {
        let long = "ñ".repeat(LONGEST_TOLD);
        assert_eq!(clipped(&long), long);
        assert_eq!(clipped(&format!("{long}n")), format!("{long}…"));
    }
}
