//! `invariant "name" { why, holds | breaks, at_start }`: a condition that must hold at every choice, or at the start
//! of a game.

use super::Registrar;
use crate::load::Invariant;
use crate::vm::InvariantCheck;
use cardwright_state::ReasonId;
use cardwright_state::val::{Kind, Val};
use mlua::{Function, Lua};

const KEYS: [&str; 4] = ["why", "holds", "breaks", "at_start"];

/// Makes the script function `invariant`.
pub(super) fn definer(lua: &Lua, registrar: &Registrar) -> mlua::Result<Function> {
    registrar.with_table(lua, "invariant", |registrar, entry, definition| {
        registrar.check_keys(entry, &definition, &KEYS)?;
        let handle: Option<f64> = definition.raw_get("why")?;
        let val = handle.map(|handle| Val(handle as i64)).filter(|val| registrar.host.borrow().board.is_valid(*val));
        let reason = val.and_then(|val| val.index(Kind::Reason));
        let reason = reason.ok_or_else(|| entry.error("has no reason: `why = WHY.…`"))?;
        let (holds, breaks): (Option<Function>, Option<Function>) =
            (definition.raw_get("holds")?, definition.raw_get("breaks")?);
        let check = match (holds, breaks) {
            (Some(holds), None) => InvariantCheck::Holds(holds),
            (None, Some(breaks)) => InvariantCheck::Breaks(breaks),
            _ => return Err(entry.error("needs one function, either `holds` or `breaks`")),
        };
        let at_start = definition.raw_get::<Option<bool>>("at_start")?.unwrap_or(false);
        let (name, at) = (entry.name.clone(), entry.script_line.clone());
        let invariant = Invariant { name, why: ReasonId::new(reason), at_start, script_line: at };
        registrar.registry.borrow_mut().invariants.push((invariant, check));
        Ok(())
    })
}
