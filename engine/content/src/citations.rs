//! Citations of rules: `[LC Set-Up]` in comments and texts, and the key `rule` of an entry.

use crate::located::Located;
use std::ops::Range;

/// What a citation refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CitationTarget {
    /// A rule, by its index in `rules.toml`.
    Rule(usize),
    /// A rule that `rules.toml` does not list, although the citation begins with the code of the game.
    Unknown,
    /// Something else: a design note, an example, a rule of another game.
    Foreign,
}

/// A section or sentence of the rulebook.
#[derive(Debug, Clone)]
pub struct RuleSection {
    /// Its number as cited, without the code of the game.
    pub number: String,
    /// Its title, in the words of the pack.
    pub title: String,
    /// Where `rules.toml` lists it.
    pub origin: Located<()>,
}

impl RuleSection {
    /// Returns the section of a sentence: `8.8.5` for `8.8.5/2`. Returns `None` for a section.
    pub fn section(&self) -> Option<&str> {
        self.number.split_once('/').map(|(section, _)| section)
    }
}

/// The rules of a game. Citations name a rule by the code of the game and a number: `LC Search`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rulebook<'a> {
    pub(crate) code: &'a str,
    pub(crate) rules: &'a [RuleSection],
}

impl Rulebook<'_> {
    /// Finds the rule that a citation names. `LC Search 3` names the rule `Search` if no rule `Search 3` exists.
    pub(crate) fn resolve(&self, cite: &str) -> CitationTarget {
        match cite.strip_prefix(self.code).and_then(|remaining| remaining.strip_prefix(' ')) {
            Some(number) if !self.code.is_empty() => {
                self.find(number).map_or(CitationTarget::Unknown, CitationTarget::Rule)
            }
            _ => CitationTarget::Foreign,
        }
    }

    /// Finds the rule that the key `rule` of an entry names. The key may leave out the code.
    pub(crate) fn resolve_key(&self, rule: &str) -> CitationTarget {
        match self.resolve(rule) {
            CitationTarget::Foreign if is_note(rule) => CitationTarget::Foreign,
            CitationTarget::Foreign => self.find(rule).map_or(CitationTarget::Unknown, CitationTarget::Rule),
            target => target,
        }
    }

    /// Returns the index of the rule that has this number. If no rule has it, returns the index of the rule with the
    /// longest number that this number begins with: `Search` for `Search 3`.
    fn find(&self, number: &str) -> Option<usize> {
        let includes_number = |rule: &str| {
            number.strip_prefix(rule).is_some_and(|remaining| remaining.is_empty() || remaining.starts_with([' ', '.']))
        };
        let rules = self.rules.iter().enumerate().filter(|(_, r)| includes_number(&r.number));
        rules.max_by_key(|(_, r)| r.number.len()).map(|(index, _)| index)
    }

    /// Returns the citations of all rules.
    pub(crate) fn citations(&self) -> Vec<String> {
        self.rules.iter().map(|r| format!("{} {}", self.code, r.number)).collect()
    }
}

/// Whether a citation names a design note of the project: `N-25`.
pub fn is_note(cite: &str) -> bool {
    cite.split_once('-').is_some_and(|(letters, digits)| {
        !letters.is_empty()
            && letters.bytes().all(|b| b.is_ascii_uppercase())
            && !digits.is_empty()
            && digits.bytes().all(|b| b.is_ascii_digit())
    })
}

/// Finds each text in square brackets. Returns it without surrounding spaces, with its byte range.
pub fn bracketed(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    text.match_indices('[').filter_map(|(bracket, _)| {
        let inner = text[bracket + 1..].split([']', '[']).next().unwrap_or_default();
        let end = bracket + 1 + inner.len();
        let cite = inner.trim();
        let start = bracket + 1 + inner.len() - inner.trim_start().len();
        text[end..].starts_with(']').then_some((start..start + cite.len(), cite))
    })
}

#[cfg(test)]
mod tests {
    use super::bracketed;

    #[test]
    fn only_closed_brackets_count() {
        let text = "a [one] [two [ three ] four]";
        let found: Vec<&str> = bracketed(text).map(|(span, cite)| (&text[span], cite).1).collect();
        assert_eq!(found, ["one", "three"]);
        assert!(bracketed(text).all(|(span, cite)| &text[span] == cite));
    }
}
