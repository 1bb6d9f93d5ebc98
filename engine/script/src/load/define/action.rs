//! `action "name"`: returns a table on which the script sets `offer` and `play`.

use super::Registrar;
use cardwright_state::board::Label;
use cardwright_state::val::{Kind, Val};
use mlua::{Function, Lua};
use std::sync::Arc;

pub(super) fn definer(lua: &Lua, registrar: &Registrar) -> mlua::Result<Function> {
    registrar.with_arguments(lua, "action", |registrar, lua, entry, (): ()| {
        let labels = &registrar.content.action_labels;
        let label = labels.iter().find(|(l, _)| l.id == entry.name).map(|(l, _)| l.clone());
        let mut host = registrar.host.borrow_mut();
        let board = Arc::make_mut(&mut host.board);
        board.actions.push(label.unwrap_or_else(|| Label { id: entry.name.clone(), ..Label::default() }));
        let it = lua.create_table()?;
        let handle = Val::handle(Kind::Action, board.actions.len() as u64 - 1).0 as f64;
        it.raw_set("handle", handle)?;
        it.raw_set(mlua::LightUserData(crate::lua_ffi::handle_key()), handle)?;
        it.raw_set("name", entry.name.as_str())?;
        registrar.registry.borrow_mut().actions.push((entry.name, it.clone(), entry.at));
        Ok(it)
    })
}
