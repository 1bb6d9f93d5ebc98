//! `step("name", function)`: a part of the sequence of play.

use super::Registrar;
use mlua::{Function, Lua};

/// Makes the script function `step`.
pub(super) fn definer(lua: &Lua, registrar: &Registrar) -> mlua::Result<Function> {
    registrar.with_arguments(lua, "step", |registrar, _, entry, run: Function| {
        registrar.registry.borrow_mut().steps.push((entry.name, run, entry.script_line));
        Ok(())
    })
}
