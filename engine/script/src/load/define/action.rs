//! `action "name"`: returns a table on which the script sets `offer` and `play`.

use super::Registrar;
use cardwright_state::board::Label;
use cardwright_state::val::{Kind, Val};
use mlua::{Function, Lua};
use std::sync::Arc;

/// Makes the script function `action`.
pub(super) fn definer(lua: &Lua, registrar: &Registrar) -> mlua::Result<Function> {
    registrar.with_arguments(lua, "action", |registrar, lua, entry, (): ()| {
        let labels = &registrar.content.action_labels;
        let label = labels.iter().find(|(label, _)| label.id == entry.name).map(|(label, _)| label.clone());
        let mut host = registrar.host.borrow_mut();
        let board = Arc::make_mut(&mut host.board);
        board.labels.actions.push(label.unwrap_or_else(|| Label { id: entry.name.clone(), ..Label::default() }));
        let action_table = lua.create_table()?;
        let handle = Val::handle(Kind::Action, board.labels.actions.len() as u64 - 1).0 as f64;
        action_table.raw_set("handle", handle)?;
        action_table.raw_set(mlua::LightUserData(crate::lua_ffi::handle_key()), handle)?;
        action_table.raw_set("name", entry.name.as_str())?;
        registrar.registry.borrow_mut().actions.push((entry.name, action_table.clone(), entry.script_line));
        Ok(action_table)
    })
}
