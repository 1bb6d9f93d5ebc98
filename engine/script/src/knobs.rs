//! `KNOB`: the numbers of the rules that a designer may turn, as scripts read them.

use crate::globals::lua_name;
use crate::host::Host;
use cardwright_content::{Content, Diagnostic, Knob};
use cardwright_state::OptionId;
use mlua::{Lua, Table, Value};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What is said of a knob that is an option, where a script reads it while it loads.
const TOO_EARLY: &str = "is an option here, so it is read inside functions only";

/// Such a reading as a problem of whoever made the knob an option, by what the failing script said: the script of
/// another pack cannot know. `at` is its line.
pub(crate) fn read_too_early(content: &Content, said: &str, at: &str) -> Option<Diagnostic> {
    let (name, rest) = said.strip_prefix("`KNOB.")?.split_once('`')?;
    let knob = content.knobs.iter().find(|knob| lua_name(&knob.id) == name)?;
    let made = knob.option_at.as_ref().filter(|_| rest.trim_start().starts_with(TOO_EARLY))?;
    let message = format!("the knob `{}` cannot be an option: {at} reads it as the file loads", knob.id);
    let help =
        "turn it for all games with `default`; or read it inside functions there, in a pack's copy of the script";
    Some(made.error("script::early-option", message).label("made an option here").help(help))
}

/// The table `KNOB`: plain numbers and frozen lists, read as fast as any constant. Only a knob that an option turns is
/// looked up in the position, and so means something only while a game runs.
pub(crate) fn table(lua: &Lua, host: &Rc<RefCell<Host>>, content: &Content) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    for knob in content.knobs.iter().filter(|knob| !knob.option) {
        table.raw_set(lua_name(&knob.id), value(lua, knob)?)?;
    }
    let options = &host.borrow().board.options;
    let turned: BTreeMap<String, OptionId> = content
        .knobs
        .iter()
        .filter(|knob| knob.option)
        .filter_map(|knob| {
            let at = options.iter().position(|option| option.id == knob.id)?;
            Some((lua_name(&knob.id), OptionId::new(at)))
        })
        .collect();
    let host = host.clone();
    let index = lua.create_function(move |_, (_, name): (Value, Value)| {
        let name = name.to_string().unwrap_or_default();
        let host = host.try_borrow().map_err(mlua::Error::runtime)?;
        // A knob that is no option stands in the table itself: what is asked for here is one that is, or none.
        match turned.get(&name) {
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

fn value(lua: &Lua, knob: &Knob) -> mlua::Result<Value> {
    if !knob.is_list {
        return Ok(knob.numbers.first().map_or(Value::Nil, |number| Value::Integer(*number)));
    }
    let list = lua.create_sequence_from(knob.numbers.iter().copied())?;
    list.set_readonly(true);
    Ok(Value::Table(list))
}
