//! Rows by their numbers: `#3` means the row that was shown with that number, in the list of the choice that is asked now.

use super::session::Session;
use cardwright_state::SideId;

/// The numbers that were shown of one choice.
#[derive(Debug, Default)]
pub(crate) struct Listed {
    /// The event at which, and who was asked.
    of: Option<(usize, Option<SideId>)>,
    /// From each first to each last number.
    runs: Vec<(usize, usize)>,
}

impl Session {
    /// Lines with numbered rows of the choice that is asked are shown.
    pub(crate) fn listed(&mut self, lines: &[String]) {
        let of = Some((self.table.here(), self.table.asked()));
        if self.listed.of != of {
            self.listed = Listed { of, runs: Vec::new() };
        }
        self.listed.runs.extend(lines.iter().flat_map(|line| numbers(line)));
    }

    /// Why a line's number is not taken for a row; nothing where it was shown, or is none.
    pub(crate) fn passed_number(&self, text: &str) -> Option<String> {
        let mut words = text.split_whitespace();
        let word = words.next()?;
        if let Some(later) = words.find(|word| word.starts_with('#')) {
            return Some(format!("`{later}` would be of a list that has not been shown yet: say that row in words"));
        }
        let n = word.strip_prefix('#')?.parse::<usize>().ok()?;
        if self.listed.of != Some((self.table.here(), self.table.asked())) {
            return Some(format!("`{word}` is of a list that has passed: `legal` numbers what may be answered now"));
        }
        let is_shown = self.listed.runs.iter().any(|(first, last)| (*first..=*last).contains(&n));
        let all = self.table.row_words().len();
        let why = format!("`{word}` was not shown of this choice: `legal` numbers all that may be answered");
        (!is_shown && n <= all).then_some(why)
    }
}

/// The numbers `#3` and `#4-13` of a line.
fn numbers(line: &str) -> Vec<(usize, usize)> {
    let number = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>();
    let mut out = Vec::new();
    for part in line.split('#').skip(1) {
        let first = number(part);
        let rest = &part[first.len()..];
        let last = rest.strip_prefix('-').map_or(String::new(), number);
        if let Ok(first) = first.parse() {
            out.push((first, last.parse().unwrap_or(first)));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::tests::{after, alone};
    use super::numbers;

    #[test]
    fn numbers_are_read_off_the_lines() {
        assert_eq!(numbers("  \u{1b}[2m#3 \u{1b}[0m  stir hills"), [(3, 3)]);
        assert_eq!(numbers("Red acts #1 pass · #4-13 rally … · #5…9 construct"), [(1, 1), (4, 13), (5, 5)]);
        assert!(numbers("no row # here").is_empty());
    }

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
        session.listed.runs.clear();
        let shown = after(&mut session, "#1");
        assert!(shown.contains("✗ `#1` was not shown of this choice: `legal` numbers all"), "{shown}");
        session.listed = super::Listed::default();
        let shown = after(&mut session, "#1");
        assert!(shown.contains("✗ `#1` is of a list that has passed: `legal` numbers"), "{shown}");
        after(&mut session, "legal");
        assert!(!after(&mut session, "#1").contains('✗'));
    }
}
