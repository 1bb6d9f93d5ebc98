//! `effect "name" { doc, ask, may }`: what may be in force, and the points it answers.

use super::Registrar;
use mlua::{Function, Lua};
use std::sync::Arc;

const KEYS: [&str; 3] = ["doc", "ask", "may"];

pub(super) fn definer(lua: &Lua, registrar: &Registrar) -> mlua::Result<Function> {
    registrar.with_table(lua, "effect", |registrar, entry, definition| {
        registrar.keys(entry, &definition, &KEYS)?;
        Arc::make_mut(&mut registrar.host.borrow_mut().board).effects.push(entry.name.clone());
        registrar.registry.borrow_mut().effects.push((entry.name.clone(), definition, entry.at.clone()));
        Ok(())
    })
}
