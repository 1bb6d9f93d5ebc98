//! Scenarios: the ways to start a game.

use crate::located::Located;
use cardwright_state::ids::OptionId;

/// One way to start a game.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// Kebab-case id, unique among the scenarios of the game.
    pub id: String,
    /// Printed name.
    pub name: String,
    /// One paragraph about the scenario.
    pub doc: String,
    /// Name of the step that runs when the game begins.
    pub first: String,
    /// Where the file sets `first`: in this scenario, or in a scenario that this one extends.
    pub first_origin: Located<()>,
    /// Id of the scenario that this one extends.
    pub extends: Option<String>,
    /// The notation to apply to the initial position, in order. The notation of extended scenarios comes first.
    pub position: Vec<Located<String>>,
    /// The options that this scenario or an extended scenario sets. All other options have their defaults.
    pub options: Vec<(OptionId, i64)>,
    /// Where the scenario is declared.
    pub origin: Located<()>,
}
