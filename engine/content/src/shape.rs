//! Tables walked key by key, along their form: what the form has is known, the rest is an unknown key.
//!
//! A form and what reads it cannot part: a debug build stops where a key is read that the form does not have, is read as
//! something else than the form says, or is in the form and never read.

use crate::diagnostic::Diagnostic;
use crate::form::{Form, Holds, Key, Need};
use crate::located::{Located, Raw, Table};
use crate::near::did_you_mean;
use crate::problems::Problems;
use std::cell::{Cell, RefCell};
use std::ops::RangeInclusive;

/// Letters of what is shown within a line.
pub(crate) const LONGEST_LINE: usize = 1000;

/// Whether a text may be shown within a line.
pub(crate) fn is_line(text: &str) -> bool {
    !text.contains(['\n', '\r']) && text.chars().nth(LONGEST_LINE).is_none()
}

/// One table being read.
pub(crate) struct Keys<'a> {
    pub(crate) table: &'a Table,
    /// Where a missing key is reported.
    pub(crate) at: Located<()>,
    /// Whose keys: "piece `usa`".
    pub(crate) what: String,
    form: &'static Form,
    problems: &'a Problems,
    /// What was read so far.
    asked: RefCell<Vec<String>>,
    /// What was reported as missing.
    told: RefCell<Vec<String>>,
    /// Whether all keys are marked that the game itself declares.
    knows_all: Cell<bool>,
}

impl<'a> Keys<'a> {
    pub(crate) fn new(
        form: &'static Form,
        table: &'a Table,
        at: Located<()>,
        what: impl Into<String>,
        problems: &'a Problems,
    ) -> Self {
        let (asked, told) = Default::default();
        let knows_all = Cell::new(form.more.is_empty());
        Keys { table, at, what: what.into(), form, problems, asked, told, knows_all }
    }
    pub(crate) fn push(&self, problem: Diagnostic) {
        self.problems.push(problem);
    }
    /// A key of the form. Where the form has none of this name, somebody reads what is described nowhere.
    fn key(&self, name: &str, such: &dyn Fn(&Holds) -> bool) -> Option<&'static Key> {
        let found = self.form.key(name);
        debug_assert!(found.is_some(), "the form `{}` has no key `{name}`, and it is read", self.form.of);
        debug_assert!(
            found.is_none_or(|key| key.holds.any(such)),
            "`{name}` of the form `{}` is read as what it does not hold",
            self.form.of
        );
        found
    }
    /// The form of the table at a key.
    pub(crate) fn form_of(&self, key: &str) -> Option<&'static Form> {
        match self.form.key(key)?.holds {
            Holds::Table(form) => Some(form),
            _ => None,
        }
    }
    /// Marks a key as known that the game itself declares.
    pub(crate) fn declared(&self, key: &str) {
        debug_assert!(!self.form.more.is_empty(), "the form `{}` has keys of its own only", self.form.of);
        self.asked.borrow_mut().push(key.to_string());
    }
    /// Marks all keys as known that the game itself declares: a missing one may then be told by the slip that was meant for it.
    pub(crate) fn declared_all<'n>(&self, names: impl IntoIterator<Item = &'n str>) {
        names.into_iter().for_each(|name| self.declared(name));
        self.knows_all.set(true);
    }
    /// The value of a key that the game itself declares.
    pub(crate) fn of_game(&self, key: &str) -> Option<&'a Located<Raw>> {
        self.declared(key);
        self.table.iter().find(|(k, _)| k.value == key).map(|(_, v)| v)
    }
    /// The same of one that must be there.
    pub(crate) fn need_of_game(&self, key: &str) -> Option<&'a Located<Raw>> {
        let found = self.of_game(key);
        if found.is_none() {
            self.missing(key);
        }
        found
    }
    /// Notes a key that is there for people, or for another reader; it must be a text.
    pub(crate) fn note(&self, key: &str) {
        self.text(key);
    }
    /// Notes a key that is read elsewhere.
    pub(crate) fn elsewhere(&self, key: &str) {
        self.get(key);
    }
    fn found(&self, key: &str) -> Option<&'a Located<Raw>> {
        self.asked.borrow_mut().push(key.to_string());
        self.table.iter().find(|(k, _)| k.value == key).map(|(_, v)| v)
    }
    /// A key's value, whatever it is.
    pub(crate) fn get(&self, key: &str) -> Option<&'a Located<Raw>> {
        self.key(key, &|_| true);
        self.found(key)
    }
    /// The value of one that must be there.
    pub(crate) fn need(&self, key: &str) -> Option<&'a Located<Raw>> {
        let of = self.key(key, &|_| true);
        debug_assert!(of.is_none_or(|of| of.need != Need::Never), "the form says that `{key}` may be left out");
        let found = self.found(key);
        if found.is_none() {
            self.missing(key);
        }
        found
    }
    pub(crate) fn missing(&self, key: &str) {
        self.told.borrow_mut().push(key.to_string());
        if self.is_misspelt(key) {
            return;
        }
        self.push(
            self.at
                .error("content::missing-key", format!("{} lacks `{key}`", self.what))
                .label(format!("`{key}` is missing here")),
        );
    }
    /// Whether a key that nobody knows was meant for this one: that is told, and nothing of what it leads to.
    pub(crate) fn is_misspelt(&self, key: &str) -> bool {
        let asked = self.asked.borrow();
        let known: Vec<&str> = self.form.names().into_iter().chain(asked.iter().map(String::as_str)).collect();
        let is_slip = |of: &str| !known.contains(&of) && did_you_mean(of, known.iter().copied()) == Some(key);
        self.knows_all.get() && self.table.iter().any(|(of, _)| is_slip(&of.value))
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
    /// A table at a key that the game itself declares, and that must be there.
    pub(crate) fn need_table_of_game(&self, key: &str) -> Option<(&'a Table, Located<()>)> {
        let value = self.need_of_game(key)?;
        match &value.value {
            Raw::Table(table) => Some((table, value.place())),
            _ => {
                self.wrong(key, value, "a table");
                None
            }
        }
    }
    /// A text at a key that the game itself declares, and that must be there.
    pub(crate) fn need_text_of_game(&self, key: &str) -> Option<Located<String>> {
        let value = self.need_of_game(key)?;
        match &value.value {
            Raw::Text(text) => Some(value.with(text.clone())),
            _ => {
                self.wrong(key, value, "text");
                None
            }
        }
    }
    fn as_text(&self, key: &str, value: &'a Located<Raw>) -> Option<Located<String>> {
        let of = self.key(key, &Holds::is_text)?;
        let of_line = |holds: &Holds| matches!(holds, Holds::Line | Holds::Short(_));
        match &value.value {
            Raw::Text(text) if of.holds.any(&of_line) && !is_line(text) => {
                let problem = value.error("content::not-a-line", format!("`{key}` of {} is no single line", self.what));
                self.push(problem.label(format!("one line of at most {LONGEST_LINE} characters")));
                None
            }
            // What has a name is called by it on every page, and in every sentence of the log.
            Raw::Text(text) if key == "name" && of.holds.any(&of_line) && text.trim().is_empty() => {
                let problem = value.error("content::not-a-line", format!("the name of {} is blank", self.what));
                self.push(problem.label("at least one letter"));
                None
            }
            Raw::Text(text) => Some(value.with(text.clone())),
            _ => {
                self.wrong(key, value, "text");
                None
            }
        }
    }
    /// A number, within what the form says.
    pub(crate) fn number(&self, key: &str) -> Option<Located<i64>> {
        self.as_number(key, self.get(key)?, None)
    }
    pub(crate) fn need_number(&self, key: &str) -> Option<Located<i64>> {
        self.as_number(key, self.need(key)?, None)
    }
    /// A number within narrower bounds, that other keys tell.
    pub(crate) fn number_in(&self, key: &str, range: RangeInclusive<i64>) -> Option<Located<i64>> {
        self.as_number(key, self.get(key)?, Some(range))
    }
    pub(crate) fn need_number_in(&self, key: &str, range: RangeInclusive<i64>) -> Option<Located<i64>> {
        self.as_number(key, self.need(key)?, Some(range))
    }
    fn as_number(
        &self,
        key: &str,
        value: &Located<Raw>,
        narrower: Option<RangeInclusive<i64>>,
    ) -> Option<Located<i64>> {
        let of = self.key(key, &|holds| matches!(holds, Holds::Number(..)))?;
        let Raw::Number(number) = value.value else {
            self.wrong(key, value, "a number");
            return None;
        };
        let range = narrower.or_else(|| of.holds.range()).unwrap_or(i64::MIN..=i64::MAX);
        if !range.contains(&number) {
            self.push(out_of_range(value, &format!("`{key}` of {}", self.what), number, &range));
            return None;
        }
        Some(value.with(number))
    }
    /// A number of a drawing, within what the form says.
    pub(crate) fn measure(&self, key: &str) -> Option<Located<f64>> {
        let of = self.key(key, &|holds| matches!(holds, Holds::Measure(..)))?;
        self.as_measure(key, self.get(key)?, &of.holds)
    }
    /// So many numbers of a drawing: `[x, y]`.
    pub(crate) fn measures<const N: usize>(&self, key: &str) -> Option<Located<[f64; N]>> {
        let is_such = |holds: &Holds| matches!(holds, Holds::List(Holds::Measure(..)));
        let of = self.key(key, &is_such)?;
        let Holds::List(of) = of.holds else { return None };
        let (list, at) = (self.list(key)?, self.get(key)?);
        if list.len() != N {
            let message = format!("`{key}` of {} has {} numbers", self.what, list.len());
            self.push(at.error("content::wrong-type", message).label(format!("must be {N} numbers")));
            return None;
        }
        let mut out = [0.0; N];
        for (slot, item) in out.iter_mut().zip(list) {
            *slot = self.as_measure(key, item, of)?.value;
        }
        Some(at.with(out))
    }
    fn as_measure(&self, key: &str, value: &Located<Raw>, holds: &Holds) -> Option<Located<f64>> {
        let number = match value.value {
            Raw::Number(number) => number as f64,
            Raw::Fraction(number) => number,
            _ => {
                self.wrong(key, value, "a number");
                return None;
            }
        };
        let Holds::Measure(from, to) = *holds else { return Some(value.with(number)) };
        if !(from as f64..=to as f64).contains(&number) {
            let message = format!("`{key}` of {} is {number}", self.what);
            self.push(value.error("content::bad-range", message).label(format!("must lie in {from}..={to}")));
            return None;
        }
        Some(value.with(number))
    }
    pub(crate) fn truth(&self, key: &str) -> Option<Located<bool>> {
        self.key(key, &|holds| matches!(holds, Holds::Truth));
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
        self.key(key, &|holds| matches!(holds, Holds::List(_) | Holds::Entries(_)));
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
        self.key(key, &|holds| matches!(holds, Holds::List(of) if of.is_text()));
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
        self.key(key, &|holds| matches!(holds, Holds::List(Holds::Number(..))));
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
        self.key(key, &|holds| matches!(holds, Holds::Table(_) | Holds::Named(_) | Holds::Each(_) | Holds::Data));
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
        let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
        self.key(
            key,
            &|holds| matches!(holds, Holds::Choice(of) if *of == names || names.iter().all(|n| of.contains(n))),
        );
        let found = choices.iter().find(|(name, _)| *name == text.value).map(|(_, it)| *it);
        if found.is_none() {
            self.push(bad_choice(text, &format!("`{key}` of {}", self.what), &names));
        }
        found
    }
    /// Reports the keys that the form does not have, and those that must be there and are not.
    pub(crate) fn finish(self) {
        self.end(&[Need::Always, Need::Whole]);
    }
    /// The same of a table that others are laid over before it is whole.
    pub(crate) fn finish_part(self) {
        self.end(&[Need::Always]);
    }
    fn end(self, needs: &[Need]) {
        let asked = self.asked.borrow();
        for key in self.form.keys().filter(|key| key.fits(self.table)) {
            debug_assert!(
                asked.iter().any(|of| of == key.name),
                "the form `{}` has a key `{}` that nothing reads",
                self.form.of,
                key.name
            );
            let is_there = self.table.iter().any(|(k, _)| k.value == key.name);
            if needs.contains(&key.need) && !is_there && !self.told.borrow().iter().any(|told| told == key.name) {
                self.missing(key.name);
            }
        }
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
