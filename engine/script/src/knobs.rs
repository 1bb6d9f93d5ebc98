//! The constant table `KNOB`: the numbers of the rules that packs may change.

use crate::globals::lua_name;
use crate::host::{Host, STANDING_USE_LIMIT};
use cardwright_content::{Content, Diagnostic, Knob};
use cardwright_state::{OptionId, Position};
use mlua::{Lua, Table, Value};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Part of the message for a script that reads a knob while it loads, although the knob is an option.
const TOO_EARLY: &str = "is an option, so it can be read only inside functions";

/// Turns the message with [`TOO_EARLY`] into a problem at the TOML line that makes the knob an option. That line is the
/// cause, and it may belong to another pack than the script. `at` is the script line: `path:line`.
pub(crate) fn read_too_early(content: &Content, error_text: &str, at: &str) -> Option<Diagnostic> {
    let (name, after_name) = error_text.strip_prefix("`KNOB.")?.split_once('`')?;
    let knob = content.knobs.iter().find(|knob| lua_name(&knob.id) == name)?;
    let option_line = knob.option_at.as_ref().filter(|_| after_name.trim_start().starts_with(TOO_EARLY))?;
    let message = format!("the knob `{}` cannot be an option: {at} reads it while the file loads", knob.id);
    let help = "change it for all games with `default`, or replace that script and read the knob inside functions";
    Some(option_line.error("script::early-option", message).label("made an option here").help(help))
}

/// Makes the constant table `KNOB`, with numbers and frozen lists. `KNOB` reads a knob that is an option from the
/// position, so scripts can use such a knob only while a game runs.
pub(crate) fn table(lua: &Lua, host: &Rc<RefCell<Host>>, content: &Content) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    for knob in content.knobs.iter().filter(|knob| !knob.option) {
        table.raw_set(lua_name(&knob.id), value(lua, knob)?)?;
    }
    let options = &host.borrow().board.options;
    let options_by_name: BTreeMap<String, OptionId> = content
        .knobs
        .iter()
        .filter(|knob| knob.option)
        .filter_map(|knob| {
            let index = options.iter().position(|option| option.id == knob.id)?;
            Some((lua_name(&knob.id), OptionId::new(index)))
        })
        .collect();
    let host = host.clone();
    let index = lua.create_function(move |_, (_, name): (Value, Value)| {
        let name = name.to_string().unwrap_or_default();
        let host = host.try_borrow().map_err(mlua::Error::runtime)?;
        // The table itself holds the knobs that are no options, so the name is an option or unknown.
        match options_by_name.get(&name) {
            None => Err(mlua::Error::runtime(format!("unknown `KNOB.{name}`"))),
            Some(_) if host.is_loading() => {
                Err(mlua::Error::runtime(format!("`KNOB.{name}` {TOO_EARLY}: it belongs to a scenario")))
            }
            Some(option) => Ok(Value::Integer(host.pos.option(*option))),
        }
    })?;
    let meta = lua.create_table()?;
    meta.raw_set("__index", index)?;
    meta.set_readonly(true);
    table.set_metatable(Some(meta))?;
    table.set_readonly(true);
    Ok(table)
}

/// The knob that says how often a side may use standing actions before one answer. The engine reads it, so no script
/// needs to.
pub(crate) const STANDING_USES: &str = "standing-uses";

/// Returns how often a side may use standing actions before one answer.
pub(crate) fn standing_use_limit(content: &Content, position: &Position) -> i64 {
    let Some(knob) = content.knobs.iter().find(|knob| knob.id == STANDING_USES) else { return STANDING_USE_LIMIT };
    let option = content.board.options.iter().position(|option| option.id == knob.id);
    match option {
        Some(option) if knob.option => position.option(OptionId::new(option)),
        _ => knob.numbers.first().copied().unwrap_or(STANDING_USE_LIMIT),
    }
}

fn value(lua: &Lua, knob: &Knob) -> mlua::Result<Value> {
    if !knob.is_list {
        return Ok(knob.numbers.first().map_or(Value::Nil, |number| Value::Integer(*number)));
    }
    let list = lua.create_sequence_from(knob.numbers.iter().copied())?;
    list.set_readonly(true);
    Ok(Value::Table(list))
}
