//! Reads a TOML table key by key along its schema, and reports unknown and missing keys.
//!
//! Schema and reader must agree. A debug build panics if a reader asks for a key that the schema lacks, reads it as
//! another type, or never reads a key of the schema.

use crate::diagnostic::Diagnostic;
use crate::did_you_mean::did_you_mean;
use crate::located::{Located, Table, TomlValue};
use crate::problems::Problems;
use crate::table_schema::{Key, Requirement, TableSchema, ValueType};
use std::cell::{Cell, RefCell};
use std::ops::RangeInclusive;

/// The most characters of a text that is shown in one line.
pub(crate) const MAX_LINE: usize = 1000;

/// Whether a text fits in one line.
pub(crate) fn is_line(text: &str) -> bool {
    !text.contains(['\n', '\r']) && text.chars().nth(MAX_LINE).is_none()
}

/// The keys of one table, while they are read.
pub(crate) struct TableReader<'a> {
    pub(crate) table: &'a Table,
    /// Where missing keys are reported.
    pub(crate) at: Located<()>,
    /// The subject of messages: "the piece `usa`".
    pub(crate) what: String,
    schema: &'static TableSchema,
    problems: &'a Problems,
    /// The keys that were asked for so far.
    known: RefCell<Vec<String>>,
    /// The keys that were reported as missing.
    reported_missing: RefCell<Vec<String>>,
    /// Whether `known` has all keys that the game declares.
    knows_game_keys: Cell<bool>,
}

impl<'a> TableReader<'a> {
    pub(crate) fn new(
        schema: &'static TableSchema,
        table: &'a Table,
        at: Located<()>,
        what: impl Into<String>,
        problems: &'a Problems,
    ) -> Self {
        let (known, reported_missing) = Default::default();
        let knows_game_keys = Cell::new(schema.game_keys.is_empty());
        TableReader { table, at, what: what.into(), schema, problems, known, reported_missing, knows_game_keys }
    }
    pub(crate) fn push(&self, problem: Diagnostic) {
        self.problems.push(problem);
    }
    /// A key of the schema. A debug build panics if the schema lacks it, or if its type does not satisfy the predicate.
    fn key(&self, name: &str, has_type: &dyn Fn(&ValueType) -> bool) -> Option<&'static Key> {
        let found = self.schema.key(name);
        debug_assert!(found.is_some(), "the schema `{}` has no key `{name}`, but it is read", self.schema.subject);
        debug_assert!(
            found.is_none_or(|key| key.value_type.any(has_type)),
            "`{name}` of the schema `{}` is read as another type",
            self.schema.subject
        );
        found
    }
    /// The schema of the table at a key.
    pub(crate) fn schema_of(&self, key: &str) -> Option<&'static TableSchema> {
        match self.schema.key(key)?.value_type {
            ValueType::Table(schema) => Some(schema),
            _ => None,
        }
    }
    /// Marks a key that the game declares as known.
    pub(crate) fn allow_game_key(&self, key: &str) {
        debug_assert!(
            !self.schema.game_keys.is_empty(),
            "the schema `{}` has no keys that the game declares",
            self.schema.subject
        );
        self.known.borrow_mut().push(key.to_string());
    }
    /// Marks all keys that the game declares as known. From then on a missing key can be matched with a typo.
    pub(crate) fn allow_game_keys<'n>(&self, names: impl IntoIterator<Item = &'n str>) {
        names.into_iter().for_each(|name| self.allow_game_key(name));
        self.knows_game_keys.set(true);
    }
    /// The value of a key that the game declares.
    pub(crate) fn game_key(&self, key: &str) -> Option<&'a Located<TomlValue>> {
        self.allow_game_key(key);
        self.table.iter().find(|(k, _)| k.value == key).map(|(_, v)| v)
    }
    /// The value of a key that the game declares; reports it if it is missing.
    pub(crate) fn need_game_key(&self, key: &str) -> Option<&'a Located<TomlValue>> {
        let found = self.game_key(key);
        if found.is_none() {
            self.report_missing(key);
        }
        found
    }
    /// Checks a text that the loader does not use: people or other programs read it.
    pub(crate) fn check_text(&self, key: &str) {
        self.text(key);
    }
    /// Marks a key as known that other code reads.
    pub(crate) fn read_elsewhere(&self, key: &str) {
        self.get(key);
    }
    fn lookup(&self, key: &str) -> Option<&'a Located<TomlValue>> {
        self.known.borrow_mut().push(key.to_string());
        self.table.iter().find(|(k, _)| k.value == key).map(|(_, v)| v)
    }
    /// The value of a key, of any type.
    pub(crate) fn get(&self, key: &str) -> Option<&'a Located<TomlValue>> {
        self.key(key, &|_| true);
        self.lookup(key)
    }
    /// The value of a key, of any type; reports it if it is missing.
    pub(crate) fn need(&self, key: &str) -> Option<&'a Located<TomlValue>> {
        let schema_key = self.key(key, &|_| true);
        debug_assert!(
            schema_key.is_none_or(|key| key.requirement != Requirement::Optional),
            "the schema says that `{key}` is optional"
        );
        let found = self.lookup(key);
        if found.is_none() {
            self.report_missing(key);
        }
        found
    }
    pub(crate) fn report_missing(&self, key: &str) {
        self.reported_missing.borrow_mut().push(key.to_string());
        if self.has_typo_of(key) {
            return;
        }
        self.push(
            self.at
                .error("content::missing-key", format!("{} lacks `{key}`", self.what))
                .label(format!("`{key}` is missing here")),
        );
    }
    /// Whether the table has an unknown key that is a typo of this one. Only the typo is reported then.
    pub(crate) fn has_typo_of(&self, key: &str) -> bool {
        let asked = self.known.borrow();
        let known: Vec<&str> = self.schema.names().into_iter().chain(asked.iter().map(String::as_str)).collect();
        let is_typo = |name: &str| !known.contains(&name) && did_you_mean(name, known.iter().copied()) == Some(key);
        self.knows_game_keys.get() && self.table.iter().any(|(name, _)| is_typo(&name.value))
    }
    fn report_type(&self, key: &str, value: &Located<TomlValue>, wanted: &str) {
        self.push(wrong_type(value, &format!("`{key}` of {}", self.what), wanted));
    }
    pub(crate) fn text(&self, key: &str) -> Option<Located<String>> {
        self.as_text(key, self.get(key)?)
    }
    pub(crate) fn need_text(&self, key: &str) -> Option<Located<String>> {
        self.as_text(key, self.need(key)?)
    }
    /// The table at a key that the game declares; reports it if it is missing.
    pub(crate) fn need_game_table(&self, key: &str) -> Option<(&'a Table, Located<()>)> {
        let value = self.need_game_key(key)?;
        match &value.value {
            TomlValue::Table(table) => Some((table, value.place())),
            _ => {
                self.report_type(key, value, "a table");
                None
            }
        }
    }
    /// The text at a key that the game declares; reports it if it is missing.
    pub(crate) fn need_game_text(&self, key: &str) -> Option<Located<String>> {
        let value = self.need_game_key(key)?;
        match &value.value {
            TomlValue::Text(text) => Some(value.with(text.clone())),
            _ => {
                self.report_type(key, value, "text");
                None
            }
        }
    }
    fn as_text(&self, key: &str, value: &'a Located<TomlValue>) -> Option<Located<String>> {
        let of = self.key(key, &ValueType::is_text)?;
        let is_line_type = |of: &ValueType| matches!(of, ValueType::Line | ValueType::Short(_));
        match &value.value {
            TomlValue::Text(text) if of.value_type.any(&is_line_type) && !is_line(text) => {
                let problem =
                    value.error("content::not-a-line", format!("`{key}` of {} is not a single line", self.what));
                self.push(problem.label(format!("one line of at most {MAX_LINE} characters")));
                None
            }
            // Pages and log lines show the name, so it needs a visible character.
            TomlValue::Text(text) if key == "name" && of.value_type.any(&is_line_type) && text.trim().is_empty() => {
                let problem = value.error("content::not-a-line", format!("the name of {} is blank", self.what));
                self.push(problem.label("at least one letter"));
                None
            }
            TomlValue::Text(text) => Some(value.with(text.clone())),
            _ => {
                self.report_type(key, value, "text");
                None
            }
        }
    }
    /// A whole number within the bounds of the schema.
    pub(crate) fn number(&self, key: &str) -> Option<Located<i64>> {
        self.as_number(key, self.get(key)?, None)
    }
    pub(crate) fn need_number(&self, key: &str) -> Option<Located<i64>> {
        self.as_number(key, self.need(key)?, None)
    }
    /// A whole number within bounds that depend on other keys.
    pub(crate) fn number_in(&self, key: &str, range: RangeInclusive<i64>) -> Option<Located<i64>> {
        self.as_number(key, self.get(key)?, Some(range))
    }
    pub(crate) fn need_number_in(&self, key: &str, range: RangeInclusive<i64>) -> Option<Located<i64>> {
        self.as_number(key, self.need(key)?, Some(range))
    }
    fn as_number(
        &self,
        key: &str,
        value: &Located<TomlValue>,
        narrower: Option<RangeInclusive<i64>>,
    ) -> Option<Located<i64>> {
        let of = self.key(key, &|value_type| matches!(value_type, ValueType::Number(..)))?;
        let TomlValue::Number(number) = value.value else {
            self.report_type(key, value, "a number");
            return None;
        };
        let range = narrower.or_else(|| of.value_type.range()).unwrap_or(i64::MIN..=i64::MAX);
        if !range.contains(&number) {
            self.push(out_of_range(value, &format!("`{key}` of {}", self.what), number, &range));
            return None;
        }
        Some(value.with(number))
    }
    /// A number, perhaps with a fraction, within the bounds of the schema.
    pub(crate) fn decimal(&self, key: &str) -> Option<Located<f64>> {
        let of = self.key(key, &|value_type| matches!(value_type, ValueType::Decimal(..)))?;
        self.as_decimal(key, self.get(key)?, &of.value_type)
    }
    /// A list of exactly `N` such numbers: `[x, y]`.
    pub(crate) fn decimals<const N: usize>(&self, key: &str) -> Option<Located<[f64; N]>> {
        let is_list = |of: &ValueType| matches!(of, ValueType::List(ValueType::Decimal(..)));
        let of = self.key(key, &is_list)?;
        let ValueType::List(of) = of.value_type else { return None };
        let (list, at) = (self.list(key)?, self.get(key)?);
        if list.len() != N {
            let message = format!("`{key}` of {} has {} numbers", self.what, list.len());
            self.push(at.error("content::wrong-type", message).label(format!("must be {N} numbers")));
            return None;
        }
        let mut out = [0.0; N];
        for (slot, item) in out.iter_mut().zip(list) {
            *slot = self.as_decimal(key, item, of)?.value;
        }
        Some(at.with(out))
    }
    fn as_decimal(&self, key: &str, value: &Located<TomlValue>, value_type: &ValueType) -> Option<Located<f64>> {
        let number = match value.value {
            TomlValue::Number(number) => number as f64,
            TomlValue::Fraction(number) => number,
            _ => {
                self.report_type(key, value, "a number");
                return None;
            }
        };
        let ValueType::Decimal(from, to) = *value_type else { return Some(value.with(number)) };
        if !(from as f64..=to as f64).contains(&number) {
            let message = format!("`{key}` of {} is {number}", self.what);
            self.push(value.error("content::bad-range", message).label(format!("must lie in {from}..={to}")));
            return None;
        }
        Some(value.with(number))
    }
    pub(crate) fn boolean(&self, key: &str) -> Option<Located<bool>> {
        self.key(key, &|value_type| matches!(value_type, ValueType::Boolean));
        let value = self.get(key)?;
        match value.value {
            TomlValue::Boolean(flag) => Some(value.with(flag)),
            _ => {
                self.report_type(key, value, "`true` or `false`");
                None
            }
        }
    }
    pub(crate) fn list(&self, key: &str) -> Option<&'a [Located<TomlValue>]> {
        self.key(key, &|value_type| matches!(value_type, ValueType::List(_) | ValueType::Entries(_)));
        let value = self.get(key)?;
        match &value.value {
            TomlValue::List(list) => Some(list),
            _ => {
                self.report_type(key, value, "a list");
                None
            }
        }
    }
    pub(crate) fn texts(&self, key: &str) -> Vec<Located<String>> {
        self.key(key, &|value_type| matches!(value_type, ValueType::List(of) if of.is_text()));
        let mut out = Vec::new();
        for item in self.list(key).unwrap_or_default() {
            match &item.value {
                TomlValue::Text(text) => out.push(item.with(text.clone())),
                _ => self.push(wrong_type(item, &format!("each of `{key}` of {}", self.what), "text")),
            }
        }
        out
    }
    pub(crate) fn numbers(&self, key: &str) -> Vec<Located<i64>> {
        self.key(key, &|value_type| matches!(value_type, ValueType::List(ValueType::Number(..))));
        let mut out = Vec::new();
        for item in self.list(key).unwrap_or_default() {
            match item.value {
                TomlValue::Number(number) => out.push(item.with(number)),
                _ => self.push(wrong_type(item, &format!("each of `{key}` of {}", self.what), "a number")),
            }
        }
        out
    }
    pub(crate) fn table(&self, key: &str) -> Option<(&'a Table, Located<()>)> {
        self.key(key, &|value_type| {
            matches!(
                value_type,
                ValueType::Table(_) | ValueType::NamedEntries(_) | ValueType::AnyKeys(_) | ValueType::Data
            )
        });
        let value = self.get(key)?;
        match &value.value {
            TomlValue::Table(table) => Some((table, value.place())),
            _ => {
                self.report_type(key, value, "a table");
                None
            }
        }
    }
    /// The value that a table of choices gives for the text at a key.
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
            &|value_type| matches!(value_type, ValueType::Choice(of) if *of == names || names.iter().all(|n| of.contains(n))),
        );
        let found = choices.iter().find(|(name, _)| *name == text.value).map(|(_, it)| *it);
        if found.is_none() {
            self.push(bad_choice(text, &format!("`{key}` of {}", self.what), &names));
        }
        found
    }
    /// Reports unknown keys, and missing ones that a new entry must have.
    pub(crate) fn finish(self) {
        self.end(&[Requirement::Always, Requirement::NewEntry]);
    }
    /// Reports unknown keys of a table that is only part of an entry: other files may give the rest.
    pub(crate) fn finish_part(self) {
        self.end(&[Requirement::Always]);
    }
    fn end(self, needs: &[Requirement]) {
        let asked = self.known.borrow();
        for key in self.schema.keys().filter(|key| key.is_allowed_in(self.table)) {
            debug_assert!(
                asked.iter().any(|of| of == key.name),
                "nothing reads the key `{1}` of the schema `{0}`",
                self.schema.subject,
                key.name
            );
            let is_there = self.table.iter().any(|(k, _)| k.value == key.name);
            if needs.contains(&key.requirement)
                && !is_there
                && !self.reported_missing.borrow().iter().any(|name| name == key.name)
            {
                self.report_missing(key.name);
            }
        }
        for (key, _) in self.table {
            if !asked.contains(&key.value) {
                let mut problem = key
                    .error("content::unknown-key", format!("{} has no key `{}`", self.what, key.value))
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

/// Reports a value of the wrong type; `wanted` names the right one.
pub(crate) fn wrong_type(value: &Located<TomlValue>, what: &str, wanted: &str) -> Diagnostic {
    let is = value.value.type_name();
    value.error("content::wrong-type", format!("{what} should be {wanted}, not {is}")).label(format!("this is {is}"))
}

/// Reports a number outside its bounds.
pub(crate) fn out_of_range<T>(value: &Located<T>, what: &str, number: i64, range: &RangeInclusive<i64>) -> Diagnostic {
    value.error("content::bad-range", format!("{what} is {number}")).label(format!(
        "must lie in {}..={}",
        range.start(),
        range.end()
    ))
}

/// Reports a text that is none of the allowed words.
pub(crate) fn bad_choice(text: &Located<String>, what: &str, names: &[&str]) -> Diagnostic {
    let problem = text
        .error("content::bad-choice", format!("{what} is `{}`", text.value))
        .label(format!("must be one of: {}", names.join(", ")));
    problem.suggest(&text.value, names.iter().copied())
}
