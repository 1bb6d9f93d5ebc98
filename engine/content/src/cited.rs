//! Citations: `[LC Set-Up]` in comments and texts, and the `rule` of an entry.

use crate::definitions::RuleSection;
use std::ops::Range;

/// What a citation names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cited {
    /// A rule, by its place in `rules.toml`.
    Rule(usize),
    /// The game's code, but no rule of it.
    Unknown,
    /// A note, an example, another game.
    Foreign,
}

/// The rules that can be cited: each number, after the code of the game.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Book<'a> {
    pub(crate) code: &'a str,
    pub(crate) rules: &'a [RuleSection],
}

impl Book<'_> {
    /// The rule a citation names: itself, or the longest rule it is a part of (`LC Search 3`).
    pub(crate) fn cited(&self, cite: &str) -> Cited {
        match cite.strip_prefix(self.code).and_then(|rest| rest.strip_prefix(' ')) {
            Some(number) if !self.code.is_empty() => self.numbered(number).map_or(Cited::Unknown, Cited::Rule),
            _ => Cited::Foreign,
        }
    }

    /// The rule that `rule = "…"` of an entry names, which may leave the code out.
    pub(crate) fn named(&self, rule: &str) -> Cited {
        match self.cited(rule) {
            Cited::Foreign if is_note(rule) => Cited::Foreign,
            Cited::Foreign => self.numbered(rule).map_or(Cited::Unknown, Cited::Rule),
            cited => cited,
        }
    }

    fn numbered(&self, number: &str) -> Option<usize> {
        let part_of =
            |rule: &str| number.strip_prefix(rule).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '.']));
        let rules = self.rules.iter().enumerate().filter(|(_, r)| part_of(&r.number));
        rules.max_by_key(|(_, r)| r.number.len()).map(|(at, _)| at)
    }

    /// Every rule as it is cited.
    pub(crate) fn all(&self) -> Vec<String> {
        self.rules.iter().map(|r| format!("{} {}", self.code, r.number)).collect()
    }
}

/// A note of the project's own: `N-25`.
pub fn is_note(cite: &str) -> bool {
    cite.split_once('-').is_some_and(|(letters, digits)| {
        !letters.is_empty()
            && letters.bytes().all(|b| b.is_ascii_uppercase())
            && !digits.is_empty()
            && digits.bytes().all(|b| b.is_ascii_digit())
    })
}

/// What stands in square brackets, and where, in bytes, without the brackets.
pub fn bracketed(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    text.match_indices('[').filter_map(|(at, _)| {
        let inner = text[at + 1..].split([']', '[']).next().unwrap_or_default();
        let end = at + 1 + inner.len();
        let cite = inner.trim();
        let from = at + 1 + inner.len() - inner.trim_start().len();
        text[end..].starts_with(']').then_some((from..from + cite.len(), cite))
    })
}

#[cfg(test)]
mod tests {
    use super::bracketed;

    #[test]
    fn only_what_is_closed_stands_in_brackets() {
        let text = "a [one] [two [ three ] four]";
        let found: Vec<&str> = bracketed(text).map(|(span, cite)| (&text[span], cite).1).collect();
        assert_eq!(found, ["one", "three"]);
        assert!(bracketed(text).all(|(span, cite)| &text[span] == cite));
    }
}
