//! Tables walked key by key: what is asked for is known, the rest is an unknown key.

use crate::diagnostic::Diagnostic;
use crate::located::{Located, Raw, Table};
use crate::problems::Problems;
use std::cell::RefCell;
use std::ops::RangeInclusive;

/// What is shown within a line.
const ONE_LINE: [&str; 8] = ["short", "column", "name", "label", "say", "plural", "rule", "title"];
pub(crate) const LONGEST_LINE: usize = 1000;

/// Whether a text may be shown within a line.
pub(crate) fn is_line(text: &str) -> bool {
    !text.contains(['\n', '\r']) && text.chars().nth(LONGEST_LINE).is_none()
}

/// One table being read. Every key asked for counts as known; [`Keys::finish`] reports the others.
pub(crate) struct Keys<'a> {
    pub(crate) table: &'a Table,
    /// Where a missing key is reported.
    pub(crate) at: Located<()>,
    /// Whose keys: "piece `usa`".
    pub(crate) what: String,
    problems: &'a Problems,
    asked: RefCell<Vec<String>>,
}

impl<'a> Keys<'a> {
    pub(crate) fn new(table: &'a Table, at: Located<()>, what: impl Into<String>, problems: &'a Problems) -> Self {
        Keys { table, at, what: what.into(), problems, asked: RefCell::default() }
    }
    pub(crate) fn push(&self, problem: Diagnostic) {
        self.problems.push(problem);
    }
    /// Marks a key as known without reading it.
    pub(crate) fn know(&self, key: &str) {
        self.asked.borrow_mut().push(key.to_string());
    }
    /// A key's value, whatever it is.
    pub(crate) fn get(&self, key: &str) -> Option<&'a Located<Raw>> {
        self.know(key);
        self.table.iter().find(|(k, _)| k.value == key).map(|(_, v)| v)
    }
    pub(crate) fn need(&self, key: &str) -> Option<&'a Located<Raw>> {
        let found = self.get(key);
        if found.is_none() {
            self.missing(key);
        }
        found
    }
    pub(crate) fn missing(&self, key: &str) {
        self.push(
            self.at
                .error("content::missing-key", format!("{} lacks `{key}`", self.what))
                .label(format!("`{key}` is missing here")),
        );
    }
    fn wrong(&self, key: &str, value: &Located<Raw>, wanted: &str) {
        self.push(wrong_type(value, &format!("`{key}` of {}", self.what), wanted));
    }
    pub(crate) fn text(&self, key: &str) -> Option<Located<String>> {
        self.as_text(key, self.get(key)?)
    }
    pub(crate) fn need_text(&self, key: &str) -> Option<Located<String>> {
        self.as_text(key, self.need(key)?)
    }
    fn as_text(&self, key: &str, value: &Located<Raw>) -> Option<Located<String>> {
        match &value.value {
            Raw::Text(text) if ONE_LINE.contains(&key) && !is_line(text) => {
                let problem = value.error("content::not-a-line", format!("`{key}` of {} is no single line", self.what));
                self.push(problem.label(format!("one line of at most {LONGEST_LINE} characters")));
                None
            }
            Raw::Text(text) => Some(value.with(text.clone())),
            _ => {
                self.wrong(key, value, "text");
                None
            }
        }
    }
    pub(crate) fn number(&self, key: &str, range: RangeInclusive<i64>) -> Option<Located<i64>> {
        self.as_number(key, self.get(key)?, range)
    }
    pub(crate) fn need_number(&self, key: &str, range: RangeInclusive<i64>) -> Option<Located<i64>> {
        self.as_number(key, self.need(key)?, range)
    }
    fn as_number(&self, key: &str, value: &Located<Raw>, range: RangeInclusive<i64>) -> Option<Located<i64>> {
        let Raw::Number(number) = value.value else {
            self.wrong(key, value, "a number");
            return None;
        };
        if !range.contains(&number) {
            self.push(out_of_range(value, &format!("`{key}` of {}", self.what), number, &range));
            return None;
        }
        Some(value.with(number))
    }
    pub(crate) fn truth(&self, key: &str) -> Option<Located<bool>> {
        let value = self.get(key)?;
        match value.value {
            Raw::Truth(truth) => Some(value.with(truth)),
            _ => {
                self.wrong(key, value, "`true` or `false`");
                None
            }
        }
    }
    pub(crate) fn list(&self, key: &str) -> Option<&'a [Located<Raw>]> {
        let value = self.get(key)?;
        match &value.value {
            Raw::List(list) => Some(list),
            _ => {
                self.wrong(key, value, "a list");
                None
            }
        }
    }
    pub(crate) fn texts(&self, key: &str) -> Vec<Located<String>> {
        let mut out = Vec::new();
        for item in self.list(key).unwrap_or_default() {
            match &item.value {
                Raw::Text(text) => out.push(item.with(text.clone())),
                _ => self.push(wrong_type(item, &format!("each of `{key}` of {}", self.what), "text")),
            }
        }
        out
    }
    pub(crate) fn numbers(&self, key: &str) -> Vec<Located<i64>> {
        let mut out = Vec::new();
        for item in self.list(key).unwrap_or_default() {
            match item.value {
                Raw::Number(number) => out.push(item.with(number)),
                _ => self.push(wrong_type(item, &format!("each of `{key}` of {}", self.what), "a number")),
            }
        }
        out
    }
    pub(crate) fn table(&self, key: &str) -> Option<(&'a Table, Located<()>)> {
        let value = self.get(key)?;
        match &value.value {
            Raw::Table(table) => Some((table, value.place())),
            _ => {
                self.wrong(key, value, "a table");
                None
            }
        }
    }
    /// A text that must be one of these.
    pub(crate) fn choice<T: Copy>(&self, key: &str, choices: &[(&str, T)]) -> Option<T> {
        self.one_of(&self.text(key)?, key, choices)
    }
    pub(crate) fn need_choice<T: Copy>(&self, key: &str, choices: &[(&str, T)]) -> Option<T> {
        self.one_of(&self.need_text(key)?, key, choices)
    }
    fn one_of<T: Copy>(&self, text: &Located<String>, key: &str, choices: &[(&str, T)]) -> Option<T> {
        let found = choices.iter().find(|(name, _)| *name == text.value).map(|(_, it)| *it);
        if found.is_none() {
            let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
            self.push(bad_choice(text, &format!("`{key}` of {}", self.what), &names));
        }
        found
    }
    /// Reports the keys nobody asked for.
    pub(crate) fn finish(self) {
        let asked = self.asked.borrow();
        for (key, _) in self.table {
            if !asked.contains(&key.value) {
                let mut problem = key
                    .error("content::unknown-key", format!("{} knows no key `{}`", self.what, key.value))
                    .label("unknown key")
                    .suggest(&key.value, asked.iter().map(String::as_str));
                if problem.help.is_none() {
                    let mut known: Vec<&str> = asked.iter().map(String::as_str).collect();
                    known.sort_unstable();
                    known.dedup();
                    problem = problem.help(format!("known keys: {}", known.join(", ")));
                }
                self.problems.push(problem);
            }
        }
    }
}

pub(crate) fn wrong_type(value: &Located<Raw>, what: &str, wanted: &str) -> Diagnostic {
    let is = value.value.word();
    value.error("content::wrong-type", format!("{what} should be {wanted}, not {is}")).label(format!("this is {is}"))
}

pub(crate) fn out_of_range<T>(value: &Located<T>, what: &str, number: i64, range: &RangeInclusive<i64>) -> Diagnostic {
    value.error("content::bad-range", format!("{what} is {number}")).label(format!(
        "must lie in {}..={}",
        range.start(),
        range.end()
    ))
}

pub(crate) fn bad_choice(text: &Located<String>, what: &str, names: &[&str]) -> Diagnostic {
    let problem = text
        .error("content::bad-choice", format!("{what} is `{}`", text.value))
        .label(format!("must be one of: {}", names.join(", ")));
    problem.suggest(&text.value, names.iter().copied())
}
