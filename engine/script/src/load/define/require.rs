//! `require "module"`: another script, run once, its table frozen.

use super::Registrar;
use crate::load::Registry;
use crate::sandbox;
use cardwright_content::{Content, SourceFile};
use mlua::{Function, Lua, Value};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

pub(super) fn definer(lua: &Lua, registrar: &Registrar) -> mlua::Result<Function> {
    let (registry, content) = (registrar.registry.clone(), registrar.content.clone());
    lua.create_function(move |lua, name: String| require(lua, &registry, &content, &name))
}

/// Loads a module once; its table is frozen.
pub(in crate::load) fn require(
    lua: &Lua,
    registry: &Rc<RefCell<Registry>>,
    content: &Content,
    name: &str,
) -> mlua::Result<Value> {
    if let Some(value) = registry.borrow().modules.get(name) {
        return Ok(value.clone());
    }
    // A module that failed is not run again: it is reported once, whoever requires it.
    if let Some(error) = registry.borrow().failed.get(name) {
        return Err(error.clone());
    }
    let file = content.script(name).cloned().ok_or_else(|| {
        let known = content.scripts.iter().filter_map(|f| f.module());
        let hint =
            cardwright_content::did_you_mean(name, known).map(|n| format!("; did you mean `{n}`?")).unwrap_or_default();
        mlua::Error::runtime(format!("no module `{name}`{hint}"))
    })?;
    {
        let mut registry = registry.borrow_mut();
        if registry.loading.iter().any(|m| m == name) {
            let chain = registry.loading.join("` requires `");
            return Err(mlua::Error::runtime(format!("modules require each other: `{chain}` requires `{name}`")));
        }
        registry.loading.push(name.to_owned());
    }
    let done = compiled(lua, registry, name, &file).and_then(|chunk| {
        let chunk = lua.load(chunk.as_slice()).set_name(format!("@{}", file.shown()));
        chunk.set_mode(mlua::chunk::ChunkMode::Binary).call::<Value>(())
    });
    let mut registry = registry.borrow_mut();
    registry.loading.pop();
    let value = match done {
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

/// A script as Luau runs it: what another VM of this content compiled, or compiled now.
fn compiled(lua: &Lua, registry: &RefCell<Registry>, name: &str, file: &SourceFile) -> mlua::Result<Arc<Vec<u8>>> {
    if let Some(chunk) = registry.borrow().compiled.get(name) {
        return Ok(chunk.clone());
    }
    match sandbox::compiler().compile(&file.text) {
        Ok(chunk) => Ok(registry.borrow_mut().compiled.entry(name.to_owned()).or_insert(Arc::new(chunk)).clone()),
        // Said again with the file's name before it.
        Err(error) => {
            let text = lua.load(file.text.as_str()).set_name(format!("@{}", file.shown()));
            Err(text.set_mode(mlua::chunk::ChunkMode::Text).into_function().err().unwrap_or(error))
        }
    }
}
