//! Reads a TOML table key by key, as its schema says, and reports unknown and missing keys.
//!
//! Schema and reader must agree. A debug build panics if the code reads a key that the schema lacks, reads a key as
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
    /// The place of the table. Errors about missing keys point at it.
    pub(crate) place: Located<()>,
    /// Name of the table in messages: "the piece `usa`".
    pub(crate) table_name: String,
    schema: &'static TableSchema,
    problems: &'a Problems,
    /// The keys that the code has read or allowed so far.
    known_keys: RefCell<Vec<String>>,
    /// The missing keys that were reported so far.
    reported_missing: RefCell<Vec<String>>,
    /// Whether `known_keys` has all keys that the game declares.
    knows_game_keys: Cell<bool>,
}

impl<'a> TableReader<'a> {
    pub(crate) fn new(
        schema: &'static TableSchema,
        table: &'a Table,
        place: Located<()>,
        table_name: impl Into<String>,
        problems: &'a Problems,
    ) -> Self {
        let (known_keys, reported_missing) = Default::default();
        let knows_game_keys = Cell::new(schema.game_keys.is_empty());
        TableReader {
            table,
            place,
            table_name: table_name.into(),
            schema,
            problems,
            known_keys,
            reported_missing,
            knows_game_keys,
        }
    }
    pub(crate) fn push(&self, problem: Diagnostic) {
        self.problems.push(problem);
    }
    /// Finds a key in the schema. A debug build panics if the schema lacks the key, or if its type does not satisfy
    /// `has_type`.
    fn schema_key(&self, name: &str, has_type: &dyn Fn(&ValueType) -> bool) -> Option<&'static Key> {
        let found = self.schema.key(name);
        debug_assert!(found.is_some(), "the schema `{}` has no key `{name}`, but it is read", self.schema.subject);
        debug_assert!(
            found.is_none_or(|key| key.value_type.any(has_type)),
            "`{name}` of the schema `{}` is read as another type",
            self.schema.subject
        );
        found
    }
    /// Returns the schema of the table or of the entries at a key.
    pub(crate) fn schema_of(&self, key: &str) -> Option<&'static TableSchema> {
        match self.schema.key(key)?.value_type {
            ValueType::Table(schema) | ValueType::Entries(schema) => Some(schema),
            _ => None,
        }
    }
    /// Allows a key that the game declares.
    pub(crate) fn allow_game_key(&self, key: &str) {
        debug_assert!(
            !self.schema.game_keys.is_empty(),
            "the schema `{}` has no keys that the game declares",
            self.schema.subject
        );
        self.known_keys.borrow_mut().push(key.to_string());
    }
    /// Allows all keys that the game declares. From then on, [`Self::has_typo_of`] can tell a typo from a valid key.
    pub(crate) fn allow_game_keys<'n>(&self, names: impl IntoIterator<Item = &'n str>) {
        names.into_iter().for_each(|name| self.allow_game_key(name));
        self.knows_game_keys.set(true);
    }
    /// Returns the value of a key that the game declares.
    pub(crate) fn game_key(&self, key: &str) -> Option<&'a Located<TomlValue>> {
        self.allow_game_key(key);
        self.table.iter().find(|(k, _)| k.value == key).map(|(_, v)| v)
    }
    /// Returns the value of a key that the game declares, and reports a missing key.
    pub(crate) fn need_game_key(&self, key: &str) -> Option<&'a Located<TomlValue>> {
        let found = self.game_key(key);
        if found.is_none() {
            self.report_missing(key);
        }
        found
    }
    /// Checks a text that the loader itself does not use. People or other programs read it.
    pub(crate) fn check_text(&self, key: &str) {
        self.text(key);
    }
    /// Allows a key that other code reads.
    pub(crate) fn read_elsewhere(&self, key: &str) {
        self.get(key);
    }
    fn lookup(&self, key: &str) -> Option<&'a Located<TomlValue>> {
        self.known_keys.borrow_mut().push(key.to_string());
        self.table.iter().find(|(k, _)| k.value == key).map(|(_, v)| v)
    }
    /// Returns the value of a key, of any type.
    pub(crate) fn get(&self, key: &str) -> Option<&'a Located<TomlValue>> {
        self.schema_key(key, &|_| true);
        self.lookup(key)
    }
    /// Returns the value of a key, of any type, and reports a missing key.
    pub(crate) fn need(&self, key: &str) -> Option<&'a Located<TomlValue>> {
        let found = self.schema_key(key, &|_| true);
        debug_assert!(
            found.is_none_or(|key| key.requirement != Requirement::Optional),
            "the schema says that `{key}` is optional"
        );
        let found = self.lookup(key);
        if found.is_none() {
            self.report_missing(key);
        }
        found
    }
    /// Reports a missing key, unless the table has a typo of it.
    pub(crate) fn report_missing(&self, key: &str) {
        self.reported_missing.borrow_mut().push(key.to_string());
        if self.has_typo_of(key) {
            return;
        }
        self.push(
            self.place
                .error("content::missing-key", format!("{} lacks `{key}`", self.table_name))
                .label(format!("`{key}` is missing here")),
        );
    }
    /// Whether the table has an unknown key that is a typo of this key. Then only the unknown key is reported.
    pub(crate) fn has_typo_of(&self, key: &str) -> bool {
        let known_keys = self.known_keys.borrow();
        let valid_names: Vec<&str> =
            self.schema.names().into_iter().chain(known_keys.iter().map(String::as_str)).collect();
        let is_typo =
            |name: &str| !valid_names.contains(&name) && did_you_mean(name, valid_names.iter().copied()) == Some(key);
        self.knows_game_keys.get() && self.table.iter().any(|(name, _)| is_typo(&name.value))
    }
    fn report_wrong_type(&self, key: &str, value: &Located<TomlValue>, wanted_type: &str) {
        self.push(wrong_type(value, &format!("`{key}` of {}", self.table_name), wanted_type));
    }
    /// Returns the text at a key.
    pub(crate) fn text(&self, key: &str) -> Option<Located<String>> {
        self.as_text(key, self.get(key)?)
    }
    /// Returns the text at a key, and reports a missing key.
    pub(crate) fn need_text(&self, key: &str) -> Option<Located<String>> {
        self.as_text(key, self.need(key)?)
    }
    /// Returns the table at a key that the game declares, and reports a missing key.
    pub(crate) fn need_game_table(&self, key: &str) -> Option<(&'a Table, Located<()>)> {
        let value = self.need_game_key(key)?;
        match &value.value {
            TomlValue::Table(table) => Some((table, value.place())),
            _ => {
                self.report_wrong_type(key, value, "a table");
                None
            }
        }
    }
    /// Returns the text at a key that the game declares, and reports a missing key.
    pub(crate) fn need_game_text(&self, key: &str) -> Option<Located<String>> {
        let value = self.need_game_key(key)?;
        match &value.value {
            TomlValue::Text(text) => Some(value.with(text.clone())),
            _ => {
                self.report_wrong_type(key, value, "text");
                None
            }
        }
    }
    fn as_text(&self, key: &str, value: &'a Located<TomlValue>) -> Option<Located<String>> {
        let schema_key = self.schema_key(key, &ValueType::is_text)?;
        let is_line_type = |value_type: &ValueType| matches!(value_type, ValueType::Line | ValueType::Short(_));
        match &value.value {
            TomlValue::Text(text) if schema_key.value_type.any(&is_line_type) && !is_line(text) => {
                let problem =
                    value.error("content::not-a-line", format!("`{key}` of {} is not a single line", self.table_name));
                self.push(problem.label(format!("one line of at most {MAX_LINE} characters")));
                None
            }
            // Pages and log lines show the name, so the name needs a visible character.
            TomlValue::Text(text)
                if key == "name" && schema_key.value_type.any(&is_line_type) && text.trim().is_empty() =>
            {
                let problem = value.error("content::not-a-line", format!("the name of {} is blank", self.table_name));
                self.push(problem.label("at least one letter"));
                None
            }
            TomlValue::Text(text) => Some(value.with(text.clone())),
            _ => {
                self.report_wrong_type(key, value, "text");
                None
            }
        }
    }
    /// Returns a whole number within the bounds of the schema.
    pub(crate) fn number(&self, key: &str) -> Option<Located<i64>> {
        self.as_number(key, self.get(key)?, None)
    }
    /// Returns a whole number within the bounds of the schema, and reports a missing key.
    pub(crate) fn need_number(&self, key: &str) -> Option<Located<i64>> {
        self.as_number(key, self.need(key)?, None)
    }
    /// Returns a whole number within `range`, for bounds that depend on other keys.
    pub(crate) fn number_in(&self, key: &str, range: RangeInclusive<i64>) -> Option<Located<i64>> {
        self.as_number(key, self.get(key)?, Some(range))
    }
    /// Returns a whole number within `range`, and reports a missing key.
    pub(crate) fn need_number_in(&self, key: &str, range: RangeInclusive<i64>) -> Option<Located<i64>> {
        self.as_number(key, self.need(key)?, Some(range))
    }
    fn as_number(
        &self,
        key: &str,
        value: &Located<TomlValue>,
        narrower_range: Option<RangeInclusive<i64>>,
    ) -> Option<Located<i64>> {
        let schema_key = self.schema_key(key, &|value_type| matches!(value_type, ValueType::Number(..)))?;
        let TomlValue::Number(number) = value.value else {
            self.report_wrong_type(key, value, "a number");
            return None;
        };
        let range = narrower_range.or_else(|| schema_key.value_type.range()).unwrap_or(i64::MIN..=i64::MAX);
        if !range.contains(&number) {
            self.push(out_of_range(value, &format!("`{key}` of {}", self.table_name), number, &range));
            return None;
        }
        Some(value.with(number))
    }
    /// Returns a number within the bounds of the schema, which may have a fraction.
    pub(crate) fn decimal(&self, key: &str) -> Option<Located<f64>> {
        let schema_key = self.schema_key(key, &|value_type| matches!(value_type, ValueType::Decimal(..)))?;
        self.as_decimal(key, self.get(key)?, &schema_key.value_type)
    }
    /// Returns a list of exactly `N` numbers that may have fractions: `[x, y]`.
    pub(crate) fn decimals<const N: usize>(&self, key: &str) -> Option<Located<[f64; N]>> {
        let is_list = |value_type: &ValueType| matches!(value_type, ValueType::List(ValueType::Decimal(..)));
        let schema_key = self.schema_key(key, &is_list)?;
        let ValueType::List(item_type) = schema_key.value_type else { return None };
        let (list, value) = (self.list(key)?, self.get(key)?);
        if list.len() != N {
            let message = format!("`{key}` of {} has {} numbers", self.table_name, list.len());
            self.push(value.error("content::wrong-type", message).label(format!("must be {N} numbers")));
            return None;
        }
        let mut numbers = [0.0; N];
        for (number, item) in numbers.iter_mut().zip(list) {
            *number = self.as_decimal(key, item, item_type)?.value;
        }
        Some(value.with(numbers))
    }
    fn as_decimal(&self, key: &str, value: &Located<TomlValue>, value_type: &ValueType) -> Option<Located<f64>> {
        let number = match value.value {
            TomlValue::Number(number) => number as f64,
            TomlValue::Fraction(number) => number,
            _ => {
                self.report_wrong_type(key, value, "a number");
                return None;
            }
        };
        let ValueType::Decimal(min, max) = *value_type else { return Some(value.with(number)) };
        if !(min as f64..=max as f64).contains(&number) {
            let message = format!("`{key}` of {} is {number}", self.table_name);
            self.push(value.error("content::bad-range", message).label(format!("must lie in {min}..={max}")));
            return None;
        }
        Some(value.with(number))
    }
    /// Returns the boolean at a key.
    pub(crate) fn boolean(&self, key: &str) -> Option<Located<bool>> {
        self.schema_key(key, &|value_type| matches!(value_type, ValueType::Boolean));
        let value = self.get(key)?;
        match value.value {
            TomlValue::Boolean(flag) => Some(value.with(flag)),
            _ => {
                self.report_wrong_type(key, value, "`true` or `false`");
                None
            }
        }
    }
    /// Returns the items of the list at a key.
    pub(crate) fn list(&self, key: &str) -> Option<&'a [Located<TomlValue>]> {
        self.schema_key(key, &|value_type| matches!(value_type, ValueType::List(_) | ValueType::Entries(_)));
        let value = self.get(key)?;
        match &value.value {
            TomlValue::List(list) => Some(list),
            _ => {
                self.report_wrong_type(key, value, "a list");
                None
            }
        }
    }
    /// Returns the texts of the list at a key, and reports items that are no texts.
    pub(crate) fn texts(&self, key: &str) -> Vec<Located<String>> {
        self.schema_key(key, &|value_type| matches!(value_type, ValueType::List(item_type) if item_type.is_text()));
        let mut texts = Vec::new();
        for item in self.list(key).unwrap_or_default() {
            match &item.value {
                TomlValue::Text(text) => texts.push(item.with(text.clone())),
                _ => self.push(wrong_type(item, &format!("each of `{key}` of {}", self.table_name), "text")),
            }
        }
        texts
    }
    /// Returns the numbers of the list at a key, and reports items that are no numbers.
    pub(crate) fn numbers(&self, key: &str) -> Vec<Located<i64>> {
        self.schema_key(key, &|value_type| matches!(value_type, ValueType::List(ValueType::Number(..))));
        let mut numbers = Vec::new();
        for item in self.list(key).unwrap_or_default() {
            match item.value {
                TomlValue::Number(number) => numbers.push(item.with(number)),
                _ => self.push(wrong_type(item, &format!("each of `{key}` of {}", self.table_name), "a number")),
            }
        }
        numbers
    }
    /// Returns the TOML table at a key, and its place.
    pub(crate) fn table(&self, key: &str) -> Option<(&'a Table, Located<()>)> {
        self.schema_key(key, &|value_type| {
            matches!(
                value_type,
                ValueType::Table(_) | ValueType::NamedEntries(_) | ValueType::AnyKeys(_) | ValueType::Data
            )
        });
        let value = self.get(key)?;
        match &value.value {
            TomlValue::Table(table) => Some((table, value.place())),
            _ => {
                self.report_wrong_type(key, value, "a table");
                None
            }
        }
    }
    /// Returns the value that belongs to the text at a key. `choices` lists the allowed texts with their values.
    pub(crate) fn choice<T: Copy>(&self, key: &str, choices: &[(&str, T)]) -> Option<T> {
        self.find_choice(&self.text(key)?, key, choices)
    }
    /// Returns the value that belongs to the text at a key, and reports a missing key.
    pub(crate) fn need_choice<T: Copy>(&self, key: &str, choices: &[(&str, T)]) -> Option<T> {
        self.find_choice(&self.need_text(key)?, key, choices)
    }
    fn find_choice<T: Copy>(&self, text: &Located<String>, key: &str, choices: &[(&str, T)]) -> Option<T> {
        let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
        self.schema_key(
            key,
            &|value_type| matches!(value_type, ValueType::Choice(words) if names.iter().all(|name| words.contains(name))),
        );
        let found = choices.iter().find(|(name, _)| *name == text.value).map(|(_, value)| *value);
        if found.is_none() {
            self.push(bad_choice(text, &format!("`{key}` of {}", self.table_name), &names));
        }
        found
    }
    /// Reports unknown keys, and missing keys that a new entry must have.
    pub(crate) fn finish(self) {
        self.report_keys(&[Requirement::Always, Requirement::NewEntry]);
    }
    /// Reports unknown keys of a table that is only part of an entry. Other files may set the keys that it lacks, so a
    /// missing key is reported only if every part must have it.
    pub(crate) fn finish_part(self) {
        self.report_keys(&[Requirement::Always]);
    }
    fn report_keys(self, required: &[Requirement]) {
        let known_keys = self.known_keys.borrow();
        for key in self.schema.keys().filter(|key| key.is_allowed_in(self.table)) {
            debug_assert!(
                known_keys.iter().any(|known| known == key.name),
                "nothing reads the key `{1}` of the schema `{0}`",
                self.schema.subject,
                key.name
            );
            let is_set = self.table.iter().any(|(k, _)| k.value == key.name);
            if required.contains(&key.requirement)
                && !is_set
                && !self.reported_missing.borrow().iter().any(|name| name == key.name)
            {
                self.report_missing(key.name);
            }
        }
        for (key, _) in self.table {
            if !known_keys.contains(&key.value) {
                let mut problem = key
                    .error("content::unknown-key", format!("{} has no key `{}`", self.table_name, key.value))
                    .label("unknown key")
                    .suggest(&key.value, known_keys.iter().map(String::as_str));
                if problem.help.is_none() {
                    let mut names: Vec<&str> = known_keys.iter().map(String::as_str).collect();
                    names.sort_unstable();
                    names.dedup();
                    problem = problem.help(format!("known keys: {}", names.join(", ")));
                }
                self.problems.push(problem);
            }
        }
    }
}

/// Makes the diagnostic for a value of the wrong type. `value_name` is its name in messages: "`faces` of the die `d6`".
pub(crate) fn wrong_type(value: &Located<TomlValue>, value_name: &str, wanted_type: &str) -> Diagnostic {
    let found_type = value.value.type_name();
    value
        .error("content::wrong-type", format!("{value_name} should be {wanted_type}, not {found_type}"))
        .label(format!("this is {found_type}"))
}

/// Makes the diagnostic for a number outside its bounds.
pub(crate) fn out_of_range<T>(
    value: &Located<T>,
    value_name: &str,
    number: i64,
    range: &RangeInclusive<i64>,
) -> Diagnostic {
    value.error("content::bad-range", format!("{value_name} is {number}")).label(format!(
        "must lie in {}..={}",
        range.start(),
        range.end()
    ))
}

/// Makes the diagnostic for a text that is none of the allowed words.
pub(crate) fn bad_choice(text: &Located<String>, value_name: &str, words: &[&str]) -> Diagnostic {
    let problem = text
        .error("content::bad-choice", format!("{value_name} is `{}`", text.value))
        .label(format!("must be one of: {}", words.join(", ")));
    problem.suggest(&text.value, words.iter().copied())
}
