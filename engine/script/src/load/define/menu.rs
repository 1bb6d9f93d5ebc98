//! `menu("name", { "action", … })`: a list of actions that a step offers together.

use super::super::registry::PendingMenu;
use super::Registrar;
use crate::program::Menu;
use mlua::{Function, Lua};

/// Makes the script function `menu`.
pub(super) fn definer(lua: &Lua, registrar: &Registrar) -> mlua::Result<Function> {
    registrar.with_arguments(lua, "menu", |registrar, lua, entry, actions: Vec<String>| {
        // Scripts get the list now. The loader fills it after all scripts have run.
        let list = lua.create_table()?;
        let menu = Menu { name: entry.name, actions, script_line: entry.script_line };
        registrar.registry.borrow_mut().menus.push(PendingMenu { menu, list: list.clone() });
        Ok(list)
    })
}
