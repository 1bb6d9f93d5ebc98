//! Finds the action of a Lua table by the table's address.

use cardwright_state::val::Val;

/// Handles of actions by the addresses of their tables, which stay in place as long as the VM lives. A table that is
/// not here may still be an action's copy, or one of two with the same slot.
#[derive(Debug)]
pub(crate) struct ActionTables([(u64, Val); 256]);

impl Default for ActionTables {
    fn default() -> ActionTables {
        ActionTables([(0, Val(0)); 256])
    }
}

impl ActionTables {
    const fn slot(address: u64) -> usize {
        (address >> 4) as usize % 256
    }
    /// Adds the table of an action. If two tables have the same slot, the later one replaces the earlier one.
    pub(crate) fn put(&mut self, address: u64, action: Val) {
        self.0[ActionTables::slot(address)] = (address, action);
    }
    #[inline]
    pub(crate) fn get(&self, address: u64) -> Option<Val> {
        let (stored, action) = self.0[ActionTables::slot(address)];
        (stored == address).then_some(action)
    }
}
