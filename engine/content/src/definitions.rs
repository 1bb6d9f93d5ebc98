//! What content defines beside the board: scenarios, rules, where entries come from and what they were called.

use crate::located::Located;
use cardwright_state::ids::OptionId;

/// A start of a game with its options.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// Its id.
    pub id: String,
    /// Its printed name.
    pub name: String,
    /// One paragraph about it.
    pub doc: String,
    /// The step that runs once at the start.
    pub first: String,
    /// Where that is said: here, or in one that it extends.
    pub first_origin: Located<()>,
    /// The id of the scenario that it extends.
    pub extends: Option<String>,
    /// Notation applied to the initial position, in order: parents' first.
    pub position: Vec<Located<String>>,
    /// The options it sets, parents' included; all others have their default.
    pub options: Vec<(OptionId, i64)>,
    /// Where it stands.
    pub origin: Located<()>,
}

/// A rule of the rule book.
#[derive(Debug, Clone)]
pub struct RuleSection {
    /// As cited, without the game's code.
    pub number: String,
    /// In our own words.
    pub title: String,
    /// Where it stands.
    pub origin: Located<()>,
}

impl RuleSection {
    /// The section that it is a sentence of: `8.8.5` of `8.8.5/2`.
    pub fn section(&self) -> Option<&str> {
        self.number.split_once('/').map(|(section, _)| section)
    }
}

/// Where an entry's figures come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provenance {
    /// `space high-pass`, `card 07`, `card 07 reds`.
    pub entry: String,
    /// `rulebook`, `reconstructed`, `own` or `public:<name>`.
    pub source: String,
    /// What else is to be said.
    pub note: Option<String>,
    /// The rule it stands in, if the entry says.
    pub rule: Option<String>,
}

/// An entry that had another id in an earlier version of its pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rename {
    /// `space`, `card`…
    pub kind: String,
    /// What it was called.
    pub old: String,
    /// What it is called.
    pub new: String,
}
