//! Makes the flags and lookup tables that the prelude gets.

use super::Loader;
use super::registry::Registry;
use crate::lua_ffi::shared_flags::{self, Offer, SharedFlag, SharedFlags};
use cardwright_state::val::{Kind, Val};
use mlua::{Table, Value};

impl Loader {
    /// Makes the buffer of the shared flags, and the Luau table with their offsets. The keys `actions` and `offers_of`
    /// of the table hold lookup tables, which `finish` fills.
    pub(super) fn prelude_tables(&self) -> mlua::Result<(mlua::Buffer, Table)> {
        let (flags, buffer) = SharedFlags::new(&self.lua)?;
        self.host.borrow_mut().shared_flags = Some(flags);
        let table = self.lua.create_table()?;
        for (name, flag) in SharedFlag::ALL {
            table.raw_set(name, flag as u8)?;
        }
        for (name, offer) in [("no_offer", Offer::None), ("open", Offer::Open), ("closed", Offer::Closed)] {
            table.raw_set(name, offer as u8)?;
        }
        table.raw_set("actions", self.lua.create_table()?)?;
        table.raw_set("offers_of", self.lua.create_table()?)?;
        Ok((buffer, table))
    }

    /// Fills `offers_of`. Its keys are the Luau tables of all actions and menus. Its values list the `offer` functions,
    /// the bytes that [`shared_flags::open_offer_bytes`] returns, and the handles of the actions.
    pub(super) fn fill_offers(&self, registry: &Registry, offers_of: &Table) -> mlua::Result<()> {
        let number = |name: &String| registry.actions.iter().position(|(action, ..)| action == name);
        let single = registry.actions.iter().enumerate().map(|(action, (_, table, _))| (table, vec![action]));
        let menus =
            registry.menus.iter().map(|menu| (&menu.list, menu.menu.actions.iter().filter_map(number).collect()));
        for (table, actions) in single.chain(menus) {
            let (offers, flag_bytes, handles) =
                (self.lua.create_table()?, self.lua.create_table()?, self.lua.create_table()?);
            for action in actions {
                offers.raw_push(registry.actions[action].1.raw_get::<Value>("offer")?)?;
                flag_bytes.raw_push(shared_flags::open_offer_bytes(action))?;
                handles.raw_push(Val::handle(Kind::Action, action as u64).0 as f64)?;
            }
            let entry = self.lua.create_table()?;
            entry.raw_set("offers", offers)?;
            entry.raw_set("flag_bytes", flag_bytes)?;
            entry.raw_set("handles", handles)?;
            offers_of.raw_set(table, entry)?;
        }
        Ok(())
    }
}
