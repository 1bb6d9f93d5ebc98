//! What tables of TOML may say, key by key. What checks a table reads its form, the reference and the schemas for
//! editors print it: there is no other list of keys.

use crate::located::{Raw, Table};
use std::ops::RangeInclusive;

/// A table: which keys it has, and what they mean.
#[derive(Debug)]
pub struct Form {
    /// What it is of, in a word or two: `space`, `field of a card`.
    pub of: &'static str,
    /// What it declares.
    pub doc: &'static str,
    /// Its keys; those that several forms have stand in a list of their own.
    pub keys: &'static [&'static [Key]],
    /// Keys that the game itself declares, besides.
    pub more: &'static [More],
    /// One or several such tables, as lines of TOML: part of the game of the examples.
    pub example: &'static str,
}

/// Keys that no form can know: the game declares them.
#[derive(Debug, Clone, Copy)]
pub struct More {
    /// What stands for the key: `FIELD`.
    pub name: &'static str,
    /// What each holds.
    pub holds: Holds,
    /// Where they are declared.
    pub doc: &'static str,
}

/// One key.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// As it is written.
    pub name: &'static str,
    /// What its value may be.
    pub holds: Holds,
    /// Whether it must be there.
    pub need: Need,
    /// Where it has a meaning at all: the table says one of these at another key.
    pub only: Option<When>,
    /// What holds where it is left out; empty where it must be there.
    pub default: &'static str,
    /// What it means.
    pub doc: &'static str,
    /// A value, as TOML.
    pub example: &'static str,
    /// Lines beside it without which the example says nothing.
    pub beside: &'static str,
}

/// Whether a key must be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// In every such table, as it is written.
    Always,
    /// In the whole entry: a pack that changes one of another pack may leave it out.
    Whole,
    /// It may be left out.
    Never,
}

/// A key whose value decides about another's.
#[derive(Debug, Clone, Copy)]
pub struct When {
    /// The key.
    pub key: &'static str,
    /// The texts of which it must be one.
    pub is: &'static [&'static str],
}

/// What a value may be.
#[derive(Debug, Clone, Copy)]
pub enum Holds {
    /// A text of any length.
    Text,
    /// A text of one line.
    Line,
    /// A short name for the board, of at most so many letters.
    Short(usize),
    /// An id that is declared here: `high-pass`.
    Id,
    /// One that may begin with a digit: `07`.
    CardId,
    /// An id that is declared elsewhere, by what declares it: `space`.
    Of(&'static str),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A whole number, from and to.
    Number(i64, i64),
    /// A number, also one with a fraction, from and to.
    Measure(i64, i64),
    /// A colour: `#rgb` or `#rrggbb`.
    Colour,
    /// Points of a drawing: `10,20 30,40`, several parts of it parted by `;`.
    Points,
    /// `true` or `false`.
    Truth,
    /// `0..=4`, or `4` alone.
    Span,
    /// Where figures come from.
    Source,
    /// A list.
    List(&'static Holds),
    /// A table of this form.
    Table(&'static Form),
    /// A list of tables, each an entry that other packs lay over.
    Entries(&'static Form),
    /// A table of tables by id, each such an entry.
    Named(&'static Form),
    /// A table with any keys, each holding this.
    Each(&'static Holds),
    /// Whatever TOML can say but fractions and dates.
    Data,
    /// One of several.
    AnyOf(&'static [Holds]),
}

/// A key that must be there wherever such a table is written.
pub(crate) const fn always(name: &'static str, holds: Holds, doc: &'static str, example: &'static str) -> Key {
    Key { name, holds, need: Need::Always, only: None, default: "", doc, example, beside: "" }
}

/// A key that a whole entry must have.
pub(crate) const fn needed(name: &'static str, holds: Holds, doc: &'static str, example: &'static str) -> Key {
    Key { name, holds, need: Need::Whole, only: None, default: "", doc, example, beside: "" }
}

/// A key that may be left out, and what holds then.
pub(crate) const fn may(
    name: &'static str,
    holds: Holds,
    default: &'static str,
    doc: &'static str,
    example: &'static str,
) -> Key {
    Key { name, holds, need: Need::Never, only: None, default, doc, example, beside: "" }
}

/// The words of a choice, from the table that reads them.
pub(crate) const fn words<T, const N: usize>(of: &[(&'static str, T); N]) -> [&'static str; N] {
    let mut out = [""; N];
    let mut at = 0;
    while at < N {
        out[at] = of[at].0;
        at += 1;
    }
    out
}

impl Key {
    /// Only where `key` is one of these.
    pub(crate) const fn only(mut self, key: &'static str, is: &'static [&'static str]) -> Key {
        self.only = Some(When { key, is });
        self
    }
    /// The example goes with these lines.
    pub(crate) const fn beside(mut self, lines: &'static str) -> Key {
        self.beside = lines;
        self
    }
    /// Whether it has a meaning in this table.
    pub(crate) fn fits(&self, table: &Table) -> bool {
        let Some(When { key, is }) = self.only else { return true };
        let found = table.iter().find(|(k, _)| k.value == key).map(|(_, value)| &value.value);
        matches!(found, Some(Raw::Text(text)) if is.contains(&text.as_str()))
    }
}

impl Form {
    /// Every key, in order.
    pub fn keys(&self) -> impl Iterator<Item = &'static Key> + use<> {
        self.keys.iter().flat_map(|some| some.iter())
    }
    /// A key by its name.
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys().find(|key| key.name == name)
    }
    /// The names of all keys.
    pub(crate) fn names(&self) -> Vec<&'static str> {
        self.keys().map(|key| key.name).collect()
    }
    /// The lists or tables of entries in it.
    pub fn entries(&self) -> impl Iterator<Item = (&'static str, &'static Form)> + use<> {
        self.keys().filter_map(|key| match key.holds {
            Holds::Entries(form) | Holds::Named(form) => Some((key.name, form)),
            _ => None,
        })
    }
}

impl Holds {
    /// Whether this, or one of what it may be, is such.
    pub(crate) fn any(&self, such: &dyn Fn(&Holds) -> bool) -> bool {
        match self {
            Holds::AnyOf(all) => all.iter().any(|one| one.any(such)),
            one => such(one),
        }
    }
    /// Whether its values are texts.
    pub fn is_text(&self) -> bool {
        use Holds::*;
        match self {
            AnyOf(all) => all.iter().all(Holds::is_text),
            _ => matches!(
                self,
                Text | Line | Short(_) | Id | CardId | Of(_) | Choice(_) | Span | Source | Colour | Points
            ),
        }
    }
    /// The bounds of a number.
    pub(crate) fn range(&self) -> Option<RangeInclusive<i64>> {
        match self {
            Holds::Number(from, to) => Some(*from..=*to),
            Holds::AnyOf(all) => all.iter().find_map(Holds::range),
            _ => None,
        }
    }
}
