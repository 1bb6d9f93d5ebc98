//! `verb "name" { doc, params, play }`: an effect that cards name in TOML, with typed parameters.

use super::Registrar;
use crate::verb_params::{Param, Verb};
use mlua::{Function, Lua, Table, Value};

const KEYS: [&str; 3] = ["doc", "params", "play"];

/// Makes the script function `verb`.
pub(super) fn definer(lua: &Lua, registrar: &Registrar) -> mlua::Result<Function> {
    registrar.with_table(lua, "verb", |registrar, entry, definition| {
        registrar.check_keys(entry, &definition, &KEYS)?;
        let play: Option<Function> = definition.raw_get("play")?;
        let play = play.ok_or_else(|| entry.error("has no `play`"))?;
        let mut params = Vec::new();
        if let Some(table) = definition.raw_get::<Option<Table>>("params")? {
            for pair in table.pairs::<String, Value>() {
                let (name, param_type) = pair?;
                params.push((name, Param::from_lua(&param_type).map_err(mlua::Error::runtime)?));
            }
        }
        params.sort_by(|a, b| a.0.cmp(&b.0));
        let doc = definition.raw_get::<Option<String>>("doc")?.unwrap_or_default();
        registrar.registry.borrow_mut().verbs.push((Verb { name: entry.name.clone(), doc, params }, play));
        Ok(())
    })
}
