//! Rows by their numbers: `#3` means the row that was shown with that number, in the list of the choice that is asked now.

use cardwright_state::SideId;

/// The numbers that were shown of one choice.
#[derive(Debug, Default)]
pub(crate) struct Listed {
    /// The event at which, and who was asked.
    of: Option<(usize, Option<SideId>)>,
    /// From each first to each last number.
    runs: Vec<(usize, usize)>,
}

impl Listed {
    /// Lines with numbered rows are shown of the choice of an event.
    pub(crate) fn show(&mut self, of: (usize, Option<SideId>), lines: &[String]) {
        if self.of != Some(of) {
            *self = Listed { of: Some(of), runs: Vec::new() };
        }
        self.runs.extend(lines.iter().flat_map(|line| numbers(line)));
    }

    /// Whether a number was shown of a choice; none where nothing of it was shown.
    pub(crate) fn has(&self, of: (usize, Option<SideId>), n: usize) -> Option<bool> {
        (self.of == Some(of)).then(|| self.runs.iter().any(|(first, last)| (*first..=*last).contains(&n)))
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
    use super::numbers;

    #[test]
    fn numbers_are_read_off_the_lines() {
        assert_eq!(numbers("  \u{1b}[2m#3 \u{1b}[0m  stir hills"), [(3, 3)]);
        assert_eq!(numbers("Red acts #1 pass · #4-13 rally … · #5…9 construct"), [(1, 1), (4, 13), (5, 5)]);
        assert!(numbers("no row # here").is_empty());
    }
}
