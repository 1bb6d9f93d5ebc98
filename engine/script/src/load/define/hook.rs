//! `hook "name" { doc, args, who, answers }`: a place in the rules where active effects may change a value or forbid
//! something.

use super::Registrar;
use super::registrar::Entry;
use crate::hooks::{AnswerType, Hook, HookScope};
use mlua::{Function, Lua, Table, Value};

const KEYS: [&str; 4] = ["doc", "args", "who", "answers"];

/// Makes the script function `hook`.
pub(super) fn definer(lua: &Lua, registrar: &Registrar) -> mlua::Result<Function> {
    registrar.with_table(lua, "hook", |registrar, entry, definition| {
        registrar.check_keys(entry, &definition, &KEYS)?;
        let hook = read_hook(entry, &definition)?;
        registrar.registry.borrow_mut().hooks.push(hook);
        Ok(())
    })
}

fn read_hook(entry: &Entry, definition: &Table) -> mlua::Result<Hook> {
    let text = |key: &str| match definition.raw_get::<Value>(key)? {
        Value::String(text) => Ok(Some(text.to_string_lossy())),
        Value::Nil => Ok(None),
        _ => Err(entry.error(format!("has a `{key}` that is not a text"))),
    };
    let doc = text("doc")?.ok_or_else(|| entry.error("has no `doc = \"…\"`"))?;
    let args: Vec<String> = match definition.raw_get::<Value>("args")? {
        Value::Nil => Vec::new(),
        Value::Table(list) => list
            .sequence_values()
            .collect::<mlua::Result<_>>()
            .map_err(|_| entry.error("has `args` that are not a list of names"))?,
        _ => return Err(entry.error("has `args` that are not a list of names")),
    };
    let scope = match text("who")? {
        None => HookScope::AnySide,
        Some(word) if word == "any" => HookScope::AnySide,
        Some(name) => match args.iter().position(|arg| *arg == name) {
            Some(index) => HookScope::SideArgument(index),
            None => {
                let or_args = args.iter().map(|arg| format!(" or `{arg}`")).collect::<String>();
                return Err(entry.error(format!("has `who = \"{name}\"`: it must be `any`{or_args}")));
            }
        },
    };
    let word = text("answers")?
        .ok_or_else(|| entry.error("has no `answers`: write `answers = \"number\"`, `\"boolean\"`, …"))?;
    let answer = AnswerType::read(&word).ok_or_else(|| {
        let words: Vec<String> = AnswerType::words().map(|word| format!("`{word}`")).collect();
        entry.error(format!("has `answers = \"{word}\"`: it must be one of {}", words.join(", ")))
    })?;
    let (name, at) = (entry.name.clone(), entry.script_line.clone());
    let (calls, only_under, effects) = Default::default();
    Ok(Hook { name, doc, args, scope, answer, script_line: at, calls, only_under, effects })
}
