//! `before("step draw", function)`, `after` and `around`: functions that a pack puts around a step, an action, an offer
//! or a verb of another script.

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

/// Makes a definer that records a wrap. After all scripts have run, the loader finds the body: the function of the
/// step, action, offer or verb to wrap.
fn definer(lua: &Lua, registrar: &Registrar, kind: &'static str) -> mlua::Result<Function> {
    let registrar = registrar.clone();
    lua.create_function(move |lua, (body, run): (String, Function)| {
        registrar.check_name(kind, body.split_once(' ').map_or(body.as_str(), |(_, name)| name))?;
        registrar.check_count(kind, registrar.registry.borrow().wraps.len())?;
        registrar.registry.borrow_mut().wraps.push(Wrap {
            kind,
            body,
            run,
            script_line: crate::script_errors::caller(lua),
        });
        Ok(())
    })
}
