//! Finds the action of a Lua table by the table's address.

use cardwright_state::val::Val;

/// A hash table from the addresses of actions' Luau tables to the handles of the actions. An address stays valid,
/// because Luau does not move its tables. Each slot holds one action, so an action is missing if another action has its
/// slot. A copy that a script makes of an action's table has another address, so it is not found here.
#[derive(Debug)]
pub(crate) struct ActionTables([(u64, Val); SLOT_COUNT]);

const SLOT_COUNT: usize = 256;

impl Default for ActionTables {
    fn default() -> ActionTables {
        ActionTables([(0, Val(0)); SLOT_COUNT])
    }
}

impl ActionTables {
    const fn slot(address: u64) -> usize {
        (address >> 4) as usize % SLOT_COUNT // Addresses are multiples of 16.
    }
    /// Adds the table of an action. The action replaces an earlier action with the same slot.
    pub(crate) fn put(&mut self, address: u64, action: Val) {
        self.0[ActionTables::slot(address)] = (address, action);
    }
    #[inline]
    pub(crate) fn get(&self, address: u64) -> Option<Val> {
        let (stored_address, action) = self.0[ActionTables::slot(address)];
        (stored_address == address).then_some(action)
    }
}
