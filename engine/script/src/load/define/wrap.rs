//! `before("step x", function)`, `after`, `around`: what a pack puts around a body that others registered.

use super::super::registry::Wrap;
use super::Registrar;
use mlua::{Function, Lua};

pub(super) fn before(lua: &Lua, registrar: &Registrar) -> mlua::Result<Function> {
    definer(lua, registrar, "before")
}

pub(super) fn after(lua: &Lua, registrar: &Registrar) -> mlua::Result<Function> {
    definer(lua, registrar, "after")
}

pub(super) fn around(lua: &Lua, registrar: &Registrar) -> mlua::Result<Function> {
    definer(lua, registrar, "around")
}

/// Notes it; the body is looked for when all scripts have run, for packs load in no order.
fn definer(lua: &Lua, registrar: &Registrar, how: &'static str) -> mlua::Result<Function> {
    let registrar = registrar.clone();
    lua.create_function(move |lua, (of, run): (String, Function)| {
        registrar.may(how, of.split_once(' ').map_or(of.as_str(), |(_, name)| name))?;
        registrar.room(how, registrar.registry.borrow().wraps.len())?;
        registrar.registry.borrow_mut().wraps.push(Wrap { how, of, run, at: crate::place::caller(lua) });
        Ok(())
    })
}
