//! `step("name", function)`: a part of the sequence of play.

use super::Registrar;
use mlua::Function;

pub(super) fn definer(registrar: &Registrar) -> mlua::Result<Function> {
    registrar.at_once("step", |registrar, _, entry, run: Function| {
        registrar.registry.borrow_mut().steps.push((entry.name, run, entry.at));
        Ok(())
    })
}
