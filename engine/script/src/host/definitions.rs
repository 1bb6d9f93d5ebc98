//! What the game defined when it was loaded. It stays the same while the rules run.

use crate::action_tables::ActionTables;
use cardwright_state::board::Board;
use cardwright_state::{EffectId, FactId, StepId};

/// What the game defined when it was loaded.
#[derive(Debug, Default)]
pub(crate) struct Definitions {
    /// The step that plays each action.
    pub(crate) action_steps: Vec<StepId>,
    /// The handles of actions, by the addresses of their Luau tables. `lua_ffi` reads them.
    pub(crate) action_tables: ActionTables,
    /// The hooks. The index is the number of the hook.
    pub(crate) hooks: Vec<HookEntry>,
    pub(crate) names: Names,
    /// The fact `used`, in which the script function `use` records actions. `None` if the game does not declare it.
    pub(crate) used_fact: Option<FactId>,
}

impl Definitions {
    pub(super) fn new(board: &Board) -> Definitions {
        let used_fact = board.facts.iter().position(|fact| fact.id == "used").map(FactId::new);
        Definitions { used_fact, ..Definitions::default() }
    }
}

/// A hook that active effects may answer.
#[derive(Debug)]
pub(crate) struct HookEntry {
    /// Whether scripts call the hook with `may`. Otherwise they call it with `modify`.
    pub(crate) is_may: bool,
    /// The number of the hook's arguments.
    pub(crate) argument_count: usize,
    /// The index, from 0, of the argument that is the side whose effects answer. `None` if those of all sides answer.
    pub(crate) side_argument: Option<usize>,
    /// The effects that answer the hook.
    pub(crate) effects: Vec<EffectId>,
}

/// Names that the board does not list, for messages.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub(crate) hooks: Vec<String>,
    pub(crate) figures: Vec<String>,
    /// The script line of each step, as `path:line`.
    pub(crate) steps: Vec<String>,
}
