//! `menu("name", { "action", … })`: a list of actions that are asked together.

use super::super::registry::Declared;
use super::Registrar;
use crate::program::Menu;
use mlua::{Function, Lua};

pub(super) fn definer(lua: &Lua, registrar: &Registrar) -> mlua::Result<Function> {
    registrar.at_once(lua, "menu", |registrar, lua, entry, actions: Vec<String>| {
        // Scripts hold the list itself; it is filled when all of them have run.
        let list = lua.create_table()?;
        let menu = Menu { name: entry.name, actions, at: entry.at };
        registrar.registry.borrow_mut().menus.push(Declared { menu, list: list.clone() });
        Ok(list)
    })
}
