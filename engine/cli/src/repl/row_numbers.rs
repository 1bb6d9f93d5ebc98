//! Row numbers: `#3` plays the row that was shown with the number 3 for the current choice.

use cardwright_state::SideId;

/// The row numbers that were shown for one choice.
#[derive(Debug, Default)]
pub(crate) struct RowNumbers {
    /// The event of the choice, and the side that was to move.
    choice: Option<(usize, Option<SideId>)>,
    /// The ranges of numbers. Each has the first and the last number.
    ranges: Vec<(usize, usize)>,
}

impl RowNumbers {
    /// Adds the numbers in the text lines that were shown for a choice.
    pub(crate) fn add(&mut self, choice: (usize, Option<SideId>), lines: &[String]) {
        if self.choice != Some(choice) {
            *self = RowNumbers { choice: Some(choice), ranges: Vec::new() };
        }
        self.ranges.extend(lines.iter().flat_map(|line| numbers(line)));
    }

    /// Says why a row number in a line is not valid for a choice with this many rows: the number belongs to another
    /// choice, or was never shown.
    pub(crate) fn problem(&self, choice: (usize, Option<SideId>), rows: usize, line: &str) -> Option<String> {
        let mut words = line.split_whitespace();
        let word = words.next()?;
        if let Some(later) = words.find(|word| word.starts_with('#')) {
            return Some(format!("`{later}` is of a list that has not been shown yet: type the words of that row"));
        }
        let n = word.strip_prefix('#')?.parse::<usize>().ok()?;
        if self.choice != Some(choice) {
            return Some(format!("`{word}` is of a list that has passed: `legal` numbers what may be answered now"));
        }
        let is_shown = self.ranges.iter().any(|(first, last)| (*first..=*last).contains(&n));
        let why = format!("`{word}` was not shown of this choice: `legal` numbers all that may be answered");
        (!is_shown && n <= rows).then_some(why)
    }
}

/// Reads the numbers in a text line, such as `#3` and `#4-13`, as ranges.
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
    use super::{RowNumbers, numbers};
    use crate::repl::tests::{after, alone};

    #[test]
    fn row_numbers_are_read_from_text_lines() {
        assert_eq!(numbers("  \u{1b}[2m#3 \u{1b}[0m  stir hills"), [(3, 3)]);
        assert_eq!(numbers("Red acts #1 pass · #4-13 rally … · #5…9 construct"), [(1, 1), (4, 13), (5, 5)]);
        assert!(numbers("no row # here").is_empty());
    }

    #[test]
    fn a_number_plays_only_a_row_that_was_shown_with_it() {
        let mut prompt = alone();
        assert!(after(&mut prompt, "#2").contains("red: stir hills"), "the first screen showed this number");
        // The list of the next choice is on the screen too.
        assert!(after(&mut prompt, "#1").contains("   2 red: "));
        let here = prompt.table().shown_event();
        let shown = after(&mut prompt, "raise port #1");
        assert!(shown.contains("✗ `#1` is of a list that has not been shown yet"), "{shown}");
        assert_eq!(prompt.table().shown_event(), here);
        let choice = (here, prompt.table().asked());
        prompt.row_numbers = RowNumbers::default();
        prompt.row_numbers.add(choice, &[]);
        let shown = after(&mut prompt, "#1");
        assert!(shown.contains("✗ `#1` was not shown of this choice: `legal` numbers all"), "{shown}");
        prompt.row_numbers = RowNumbers::default();
        let shown = after(&mut prompt, "#1");
        assert!(shown.contains("✗ `#1` is of a list that has passed: `legal` numbers"), "{shown}");
        after(&mut prompt, "legal");
        assert!(!after(&mut prompt, "#1").contains('✗'));
    }
}
