//! Which action a table is that a script hands over.

use cardwright_state::val::Val;

/// Handles of actions by the addresses of their tables, which live, where they are, as long as the VM. What is not found is
/// none, or a copy that a script has made.
#[derive(Debug)]
pub(crate) struct ActionTables([(u64, Val); 256]);

impl Default for ActionTables {
    fn default() -> ActionTables {
        ActionTables([(0, Val(0)); 256])
    }
}

impl ActionTables {
    const fn place(address: u64) -> usize {
        (address >> 4) as usize % 256
    }
    /// Notes the table of an action; of two that want one place the later has it.
    pub(crate) fn put(&mut self, address: u64, action: Val) {
        self.0[ActionTables::place(address)] = (address, action);
    }
    #[inline]
    pub(crate) fn get(&self, address: u64) -> Option<Val> {
        let (at, action) = self.0[ActionTables::place(address)];
        (at == address).then_some(action)
    }
}
