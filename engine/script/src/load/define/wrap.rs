//! `before("step x", function)`, `after`, `around`: functions that a pack puts around a body of another script.

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

/// Records the wrap. The loader finds the body after all scripts have run.
fn definer(lua: &Lua, registrar: &Registrar, how: &'static str) -> mlua::Result<Function> {
    let registrar = registrar.clone();
    lua.create_function(move |lua, (of, run): (String, Function)| {
        registrar.check_name(how, of.split_once(' ').map_or(of.as_str(), |(_, name)| name))?;
        registrar.check_count(how, registrar.registry.borrow().wraps.len())?;
        registrar.registry.borrow_mut().wraps.push(Wrap { how, of, run, at: crate::script_errors::caller(lua) });
        Ok(())
    })
}
