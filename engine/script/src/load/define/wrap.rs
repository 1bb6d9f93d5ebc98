//! `before("step x", function)`, `after`, `around`: what a pack puts around a body that others registered.

use super::super::wraps::Wrap;
use super::Registrar;
use mlua::Function;

pub(super) fn before(registrar: &Registrar) -> mlua::Result<Function> {
    definer(registrar, "before")
}

pub(super) fn after(registrar: &Registrar) -> mlua::Result<Function> {
    definer(registrar, "after")
}

pub(super) fn around(registrar: &Registrar) -> mlua::Result<Function> {
    definer(registrar, "around")
}

/// Notes it; the body is looked for when all scripts have run, for packs load in no order.
fn definer(registrar: &Registrar, how: &'static str) -> mlua::Result<Function> {
    let registrar = registrar.clone();
    registrar.lua.clone().create_function(move |lua, (of, run): (String, Function)| {
        registrar.may(how, of.split_once(' ').map_or(of.as_str(), |(_, name)| name))?;
        registrar.room(how, registrar.registry.borrow().wraps.len())?;
        registrar.registry.borrow_mut().wraps.push(Wrap { how, of, run, at: crate::place::caller(lua) });
        Ok(())
    })
}
