//! What the prelude is told once: where its signals lie, and what it finds by name or handle.

use super::Loader;
use super::registry::Registry;
use crate::signals::{self, Offer, Signal, Signals};
use cardwright_state::val::{Kind, Val};
use mlua::{Table, Value};

impl Loader {
    /// The buffer of the signals, and the tables that the prelude looks things up in.
    pub(super) fn signals(&self) -> mlua::Result<(mlua::Buffer, Table)> {
        let (signals, buffer) = Signals::new(&self.lua)?;
        self.host.borrow_mut().signals = Some(signals);
        let table = self.lua.create_table()?;
        for (name, signal) in Signal::ALL {
            table.raw_set(name, signal as u8)?;
        }
        for (name, offer) in [("no_offer", Offer::None), ("open", Offer::Open), ("closed", Offer::Closed)] {
            table.raw_set(name, offer as u8)?;
        }
        table.raw_set("actions", self.lua.create_table()?)?;
        table.raw_set("asked_as", self.lua.create_table()?)?;
        Ok((buffer, table))
    }

    /// Says of each action and each menu, by its table, how it is asked.
    pub(super) fn ask(&self, registry: &Registry, into: &Table) -> mlua::Result<()> {
        let number = |name: &String| registry.actions.iter().position(|(action, ..)| action == name);
        let alone = registry.actions.iter().enumerate().map(|(action, (_, it, _))| (it, vec![action]));
        let menus = registry.menus.iter().map(|of| (&of.list, of.menu.actions.iter().filter_map(number).collect()));
        for (list, actions) in alone.chain(menus) {
            let (offers, signalled, handles) =
                (self.lua.create_table()?, self.lua.create_table()?, self.lua.create_table()?);
            for action in actions {
                offers.raw_push(registry.actions[action].1.raw_get::<Value>("offer")?)?;
                signalled.raw_push(signals::asked(action))?;
                handles.raw_push(Val::handle(Kind::Action, action as u64).0 as f64)?;
            }
            let known = self.lua.create_table()?;
            known.raw_set("offers", offers)?;
            known.raw_set("signalled", signalled)?;
            known.raw_set("handles", handles)?;
            into.raw_set(list, known)?;
        }
        Ok(())
    }
}
