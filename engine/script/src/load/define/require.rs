//! `require "module"`: runs another script once and returns its frozen result.

use super::Registrar;
use crate::load::Registry;
use crate::sandbox;
use crate::script_errors::out_of_memory_at;
use cardwright_content::{Content, SourceFile};
use mlua::{Function, Lua, Value};
use std::cell::RefCell;
use std::rc::Rc;

/// Makes the script function `require`.
pub(super) fn definer(lua: &Lua, registrar: &Registrar) -> mlua::Result<Function> {
    let (registry, content) = (registrar.registry.clone(), registrar.content.clone());
    lua.create_function(move |lua, name: String| require(lua, &registry, &content, &name))
}

/// Returns the result of a module. Runs it on the first call and freezes the result.
pub(in crate::load) fn require(
    lua: &Lua,
    registry: &Rc<RefCell<Registry>>,
    content: &Content,
    name: &str,
) -> mlua::Result<Value> {
    if let Some(value) = registry.borrow().modules.get(name) {
        return Ok(value.clone());
    }
    // A module that failed does not run again. All scripts that require it get the same error.
    if let Some(error) = registry.borrow().failed.get(name) {
        return Err(error.clone());
    }
    let file = content.script(name).cloned().ok_or_else(|| {
        let modules = content.scripts.iter().filter_map(|file| file.module());
        let near = cardwright_content::did_you_mean(name, modules);
        let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        mlua::Error::runtime(format!("no module `{name}`{hint}"))
    })?;
    {
        let mut registry = registry.borrow_mut();
        if registry.loading.iter().any(|module| module == name) {
            let chain = registry.loading.join("` requires `");
            return Err(mlua::Error::runtime(format!("modules require each other: `{chain}` requires `{name}`")));
        }
        registry.loading.push(name.to_owned());
    }
    let result = load_chunk(lua, registry, &file).and_then(|chunk| run(lua, chunk));
    let mut registry = registry.borrow_mut();
    registry.loading.pop();
    let value = match result {
        Ok(value) => value,
        Err(error) => {
            registry.failed.insert(name.to_owned(), error.clone());
            return Err(error);
        }
    };
    sandbox::freeze(&value)?;
    registry.modules.insert(name.to_owned(), value.clone());
    Ok(value)
}

/// Runs a script as a coroutine, because only a stopped coroutine shows the line where memory ran out.
fn run(lua: &Lua, chunk: Function) -> mlua::Result<Value> {
    let thread = lua.create_thread(chunk)?;
    thread.resume::<Value>(()).map_err(|error| match out_of_memory_at(lua, &thread, &error) {
        Some((path, line)) => mlua::Error::runtime(format!("{path}:{line}: not enough memory")),
        None => error,
    })
}

/// Loads the bytecode of a script as a Lua function.
fn load_chunk(lua: &Lua, registry: &RefCell<Registry>, file: &SourceFile) -> mlua::Result<Function> {
    let name = format!("@{}", file.display_path());
    match registry.borrow().compiled.get(file) {
        Some(chunk) => lua.load(chunk).set_name(name).set_mode(mlua::chunk::ChunkMode::Binary).into_function(),
        // The script has a syntax error. Compile it here, because Lua's error message then has the file name.
        None => lua.load(file.text.as_str()).set_name(name).set_mode(mlua::chunk::ChunkMode::Text).into_function(),
    }
}
