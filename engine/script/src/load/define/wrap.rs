//! `before("step draw", function)`, `after` and `around`: functions that a pack puts around a step, an action, an offer
//! or a verb of another script.

use super::super::registry::Wrap;
use super::Registrar;
use mlua::{Function, Lua};

pub(super) fn before(lua: &Lua, registrar: &Registrar) -> mlua::Result<Function> {
    wrap_recorder(lua, registrar, "before")
}

pub(super) fn after(lua: &Lua, registrar: &Registrar) -> mlua::Result<Function> {
    wrap_recorder(lua, registrar, "after")
}

pub(super) fn around(lua: &Lua, registrar: &Registrar) -> mlua::Result<Function> {
    wrap_recorder(lua, registrar, "around")
}

/// Makes the script function `before`, `after` or `around`, which records a wrap. `target` names what is wrapped, such
/// as `step draw`. After all scripts have run, the loader finds the function of the target.
fn wrap_recorder(lua: &Lua, registrar: &Registrar, kind: &'static str) -> mlua::Result<Function> {
    let registrar = registrar.clone();
    lua.create_function(move |lua, (target, run): (String, Function)| {
        registrar.check_name(kind, target.split_once(' ').map_or(target.as_str(), |(_, name)| name))?;
        registrar.check_count(kind, registrar.registry.borrow().wraps.len())?;
        registrar.registry.borrow_mut().wraps.push(Wrap {
            kind,
            body: target,
            run,
            script_line: crate::script_errors::caller(lua),
        });
        Ok(())
    })
}
