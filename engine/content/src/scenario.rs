//! Scenarios: the starts of a game.

use crate::located::Located;
use cardwright_state::ids::OptionId;

/// A start of a game, with its options.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// Kebab-case id, unique among the scenarios of the game.
    pub id: String,
    /// Printed name.
    pub name: String,
    /// One paragraph about the scenario.
    pub doc: String,
    /// The step that runs when the game begins.
    pub first: String,
    /// Where `first` is set: in this scenario, or in one that it extends.
    pub first_origin: Located<()>,
    /// Id of the scenario that it extends.
    pub extends: Option<String>,
    /// Notation to apply to the initial position, in order; that of extended scenarios comes first.
    pub position: Vec<Located<String>>,
    /// The options that it or an extended scenario sets. All others have their defaults.
    pub options: Vec<(OptionId, i64)>,
    /// Where the scenario is declared.
    pub origin: Located<()>,
}
