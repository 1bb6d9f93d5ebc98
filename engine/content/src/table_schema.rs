//! Schemas of TOML tables: the keys each table may have, their types and their meaning.
//!
//! One list of keys serves three uses. The loader checks tables against the list, the reference (`docs/content.md`)
//! prints it, and the JSON schemas for editors are made from it.

use crate::located::{Table, TomlValue};
use std::ops::RangeInclusive;

/// The keys of one kind of table and what they mean.
#[derive(Debug)]
pub struct TableSchema {
    /// What the table describes, in a word or two: `space`, `field of cards`.
    pub subject: &'static str,
    /// One paragraph about the table.
    pub doc: &'static str,
    /// The keys, in groups. Several schemas may share a group.
    pub keys: &'static [&'static [Key]],
    /// Further keys whose names the game declares.
    pub game_keys: &'static [GameKeys],
    /// One or several tables of this kind in TOML, taken from the example game of the reference.
    pub example: &'static str,
}

/// Keys whose names the game declares, such as the fields of its cards.
#[derive(Debug, Clone, Copy)]
pub struct GameKeys {
    /// A placeholder for the name: `FIELD`.
    pub name: &'static str,
    /// The type of each value.
    pub value_type: ValueType,
    /// Which keys these are, and where the game declares them.
    pub doc: &'static str,
}

/// One key of a table.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// The key as the file spells it.
    pub name: &'static str,
    /// Deprecated spellings. The loader still reads them, with a warning that names the current spelling.
    pub formerly: &'static [&'static str],
    /// The type of its value.
    pub value_type: ValueType,
    /// Whether a table must have the key.
    pub requirement: Requirement,
    /// The condition under which the key is allowed; `None` if it is always allowed.
    pub condition: Option<KeyCondition>,
    /// What applies if a table leaves out the key; empty for a required key.
    pub default: &'static str,
    /// What the key means.
    pub doc: &'static str,
    /// An example value, as TOML.
    pub example: &'static str,
    /// Further TOML lines without which the example is not valid.
    pub example_context: &'static str,
}

/// Whether a table must have a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Requirement {
    /// Every table must have the key, even a table that patches an entry of an earlier pack.
    Always,
    /// A new entry must have the key; a patch may leave it out.
    NewEntry,
    /// A table may leave out the key.
    Optional,
}

/// A condition: another key of the same table has one of these values.
#[derive(Debug, Clone, Copy)]
pub struct KeyCondition {
    /// The other key.
    pub key: &'static str,
    /// The values that it may have, which are texts.
    pub values: &'static [&'static str],
}

/// The type of a value.
#[derive(Debug, Clone, Copy)]
pub enum ValueType {
    /// A text of any length.
    Text,
    /// A text of one line.
    Line,
    /// A short name for the board, of at most this many characters.
    Short(usize),
    /// A new id, which this key declares: `high-pass`.
    Id,
    /// A new id that may begin with a digit: `07`.
    CardId,
    /// The id of an existing entry of this kind: `space`.
    IdOf(&'static str),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A whole number within these bounds, both included.
    Number(i64, i64),
    /// A number within these bounds that may have a fraction.
    Decimal(i64, i64),
    /// A colour: `#rgb` or `#rrggbb`.
    Color,
    /// Points of a drawing: `10,20 30,40`. A `;` separates several parts.
    Points,
    /// `true` or `false`.
    Boolean,
    /// A range of numbers: `0..=4`, or `4` alone.
    Range,
    /// The source of printed data: `rulebook`, `public:<name>`, `reconstructed` or `own`.
    Source,
    /// A list of values of one type.
    List(&'static ValueType),
    /// One table.
    Table(&'static TableSchema),
    /// A list of entries. Later packs may patch each of them.
    Entries(&'static TableSchema),
    /// Entries in a table, each under its id. Later packs may patch each of them.
    NamedEntries(&'static TableSchema),
    /// A table with any keys, whose values all have this type.
    AnyKeys(&'static ValueType),
    /// Free data: any TOML value except fractions and dates.
    Data,
    /// One of several types.
    AnyOf(&'static [ValueType]),
}

/// Words of choices that have been renamed: the old word and the new word. If a choice has the new word, the loader
/// also reads the old word, with a warning.
const FORMER_WORDS: [(&str, &str); 1] = [("truth", "boolean")];

/// Declares a [`TableSchema`]: the doc comment, the subject, the keys, keys that the game declares, and an example. An
/// array of shared keys may come before or after the keys.
macro_rules! schema {
    (
        $(#[doc = $doc:literal])+
        $visibility:vis static $name:ident = $subject:literal;
        keys $($first:ident +)? { $($keys:tt)* } $(+ $last:ident)?
        $(game_keys { $($(#[doc = $game_doc:literal])+ $game_name:literal = $game_type:expr;)+ })?
        $(example $example:expr)?
    ) => {
        $visibility static $name: $crate::table_schema::TableSchema = {
            #[allow(unused_imports, reason = "only keys that the game declares may need it")]
            use $crate::table_schema::ValueType::*;
            $crate::table_schema::TableSchema {
                subject: $subject,
                doc: concat!($($doc),+).trim_ascii_start(),
                keys: &[$(&$first,)? &$crate::table_schema::keys! { $($keys)* }, $(&$last)?],
                game_keys: &[$($($crate::table_schema::GameKeys {
                    name: $game_name,
                    value_type: $game_type,
                    doc: concat!($($game_doc),+).trim_ascii_start(),
                }),+)?],
                example: [$($example,)? ""][0],
            }
        };
    };
}
pub(crate) use schema;

/// Declares an array of keys: `"x" = optional(Number(0, 100), "`0`", "40");`. The doc comment above a key says what the
/// key means. The functions are [`required`], [`required_in_new_entry`], [`optional`] and [`shared`].
macro_rules! keys {
    ($(
        $(#[doc = $doc:literal])*
        $name:literal = $make:ident($($argument:expr),* $(,)?)$(.$more:ident($($value:expr),*))*;
    )*) => {{
        #[allow(unused_imports, reason = "shared keys do not need it")]
        use $crate::table_schema::ValueType::*;
        [$(
            $crate::table_schema::$make($name, concat!($($doc),*).trim_ascii_start(), $($argument),*)
                $(.$more($($value),*))*
        ),*]
    }};
}
pub(crate) use keys;

/// Creates a key that every table must have: [`Requirement::Always`].
pub(crate) const fn required(
    name: &'static str,
    doc: &'static str,
    value_type: ValueType,
    example: &'static str,
) -> Key {
    Key { requirement: Requirement::Always, ..optional(name, doc, value_type, "", example) }
}

/// Creates a key that a new entry must have and a patch may leave out: [`Requirement::NewEntry`].
pub(crate) const fn required_in_new_entry(
    name: &'static str,
    doc: &'static str,
    value_type: ValueType,
    example: &'static str,
) -> Key {
    Key { requirement: Requirement::NewEntry, ..optional(name, doc, value_type, "", example) }
}

/// Creates an optional key. `default` says what applies if a table leaves it out.
pub(crate) const fn optional(
    name: &'static str,
    doc: &'static str,
    value_type: ValueType,
    default: &'static str,
    example: &'static str,
) -> Key {
    assert!(!doc.is_empty(), "a key needs a doc comment");
    Key {
        name,
        formerly: &[],
        value_type,
        requirement: Requirement::Optional,
        condition: None,
        default,
        doc,
        example,
        example_context: "",
    }
}

/// Repeats a key that several schemas share, under its name.
pub(crate) const fn shared(_name: &'static str, _doc: &'static str, key: Key) -> Key {
    key
}

/// Returns the words of a list of choices, without their values.
pub(crate) const fn words<T, const N: usize>(choices: &[(&'static str, T); N]) -> [&'static str; N] {
    let mut words = [""; N];
    let mut index = 0;
    while index < N {
        words[index] = choices[index].0;
        index += 1;
    }
    words
}

impl Key {
    /// Allows the key only if the key `key` has one of `values`.
    pub(crate) const fn only_if(mut self, key: &'static str, values: &'static [&'static str]) -> Key {
        self.condition = Some(KeyCondition { key, values });
        self
    }
    /// Adds TOML lines without which the example is not valid.
    pub(crate) const fn with_context(mut self, lines: &'static str) -> Key {
        self.example_context = lines;
        self
    }
    /// Adds deprecated spellings of the key.
    pub(crate) const fn formerly(mut self, names: &'static [&'static str]) -> Key {
        self.formerly = names;
        self
    }
    /// Whether the condition of the key holds in this table.
    pub(crate) fn is_allowed_in(&self, table: &Table) -> bool {
        let Some(KeyCondition { key, values }) = self.condition else { return true };
        let found = table.iter().find(|(k, _)| k.value == key).map(|(_, value)| &value.value);
        matches!(found, Some(TomlValue::Text(text)) if values.contains(&text.as_str()))
    }
}

impl TableSchema {
    /// Returns all keys, in order.
    pub fn keys(&self) -> impl Iterator<Item = &'static Key> + use<> {
        self.keys.iter().flat_map(|group| group.iter())
    }
    /// Finds a key by its name.
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys().find(|key| key.name == name)
    }
    /// Finds the key that has this deprecated spelling.
    pub(crate) fn renamed_key(&self, former: &str) -> Option<&'static Key> {
        self.keys().find(|key| key.formerly.contains(&former))
    }
    /// Returns the names of all keys.
    pub(crate) fn names(&self) -> Vec<&'static str> {
        self.keys().map(|key| key.name).collect()
    }
    /// Returns the names of the keys that hold entries, each with the schema of an entry.
    pub fn entries(&self) -> impl Iterator<Item = (&'static str, &'static TableSchema)> + use<> {
        self.keys().filter_map(|key| match key.value_type {
            ValueType::Entries(schema) | ValueType::NamedEntries(schema) => Some((key.name, schema)),
            _ => None,
        })
    }
}

impl ValueType {
    /// Whether the predicate holds for this type, or for one of its alternatives.
    pub(crate) fn any(&self, predicate: &dyn Fn(&ValueType) -> bool) -> bool {
        match self {
            ValueType::AnyOf(alternatives) => alternatives.iter().any(|alternative| alternative.any(predicate)),
            value_type => predicate(value_type),
        }
    }
    /// Whether TOML writes its values as strings.
    pub fn is_text(&self) -> bool {
        use ValueType::*;
        match self {
            AnyOf(alternatives) => alternatives.iter().all(ValueType::is_text),
            _ => matches!(
                self,
                Text | Line | Short(_) | Id | CardId | IdOf(_) | Choice(_) | Range | Source | Color | Points
            ),
        }
    }
    /// Returns the bounds of a number; `None` for other types.
    pub(crate) fn range(&self) -> Option<RangeInclusive<i64>> {
        match self {
            ValueType::Number(min, max) => Some(*min..=*max),
            ValueType::AnyOf(alternatives) => alternatives.iter().find_map(ValueType::range),
            _ => None,
        }
    }
    /// Returns a deprecated word of a choice and the current word; `None` if the choice has no such deprecated word.
    pub(crate) fn renamed_word(&self, former: &str) -> Option<(&'static str, &'static str)> {
        let ValueType::Choice(words) = self else { return None };
        let is_renamed = |(old, new): &&(&str, &str)| *old == former && !words.contains(old) && words.contains(new);
        FORMER_WORDS.iter().find(is_renamed).copied()
    }
}
