//! `#3` for a row: taken where it was shown of the choice that is asked now.

use super::session::Session;

impl Session {
    /// Lines with numbered rows of the choice that is asked are shown.
    pub(crate) fn listed(&mut self, lines: &[String]) {
        let of = (self.table.here(), self.table.asked());
        self.listed.show(of, lines);
    }

    /// Why a line's number is not taken for a row; nothing where it was shown, or is none.
    pub(crate) fn passed_number(&self, text: &str) -> Option<String> {
        let mut words = text.split_whitespace();
        let word = words.next()?;
        if let Some(later) = words.find(|word| word.starts_with('#')) {
            return Some(format!("`{later}` would be of a list that has not been shown yet: say that row in words"));
        }
        let n = word.strip_prefix('#')?.parse::<usize>().ok()?;
        let Some(is_shown) = self.listed.has((self.table.here(), self.table.asked()), n) else {
            return Some(format!("`{word}` is of a list that has passed: `legal` numbers what may be answered now"));
        };
        let all = self.table.row_words().len();
        let why = format!("`{word}` was not shown of this choice: `legal` numbers all that may be answered");
        (!is_shown && n <= all).then_some(why)
    }
}

#[cfg(test)]
mod tests {
    use super::super::listed::Listed;
    use super::super::tests::{after, alone};

    #[test]
    fn a_number_means_the_row_that_was_shown_with_it_or_nothing() {
        let mut session = alone();
        assert!(after(&mut session, "#2").contains("red: stir hills"), "it was on the first screen");
        // The list of the choice that comes then is on the screen too.
        assert!(after(&mut session, "#1").contains("   2 red: "));
        let here = session.table.here();
        let shown = after(&mut session, "raise port #1");
        assert!(shown.contains("✗ `#1` would be of a list that has not been shown yet"), "{shown}");
        assert_eq!(session.table.here(), here);
        let of = (here, session.table.asked());
        session.listed = Listed::default();
        session.listed.show(of, &[]);
        let shown = after(&mut session, "#1");
        assert!(shown.contains("✗ `#1` was not shown of this choice: `legal` numbers all"), "{shown}");
        session.listed = Listed::default();
        let shown = after(&mut session, "#1");
        assert!(shown.contains("✗ `#1` is of a list that has passed: `legal` numbers"), "{shown}");
        after(&mut session, "legal");
        assert!(!after(&mut session, "#1").contains('✗'));
    }
}
