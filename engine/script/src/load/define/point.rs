//! `point "name" { doc, args, who, answers }`: what rules ask effects in force about.

use super::Registrar;
use super::registrar::Entry;
use crate::points::{Answer, Point, Who};
use mlua::{Function, Lua, Table, Value};

const KEYS: [&str; 4] = ["doc", "args", "who", "answers"];

pub(super) fn definer(lua: &Lua, registrar: &Registrar) -> mlua::Result<Function> {
    registrar.with_table(lua, "point", |registrar, entry, definition| {
        registrar.keys(entry, &definition, &KEYS)?;
        let point = read(entry, &definition)?;
        registrar.registry.borrow_mut().points.push(point);
        Ok(())
    })
}

fn read(entry: &Entry, definition: &Table) -> mlua::Result<Point> {
    let text = |key: &str| match definition.raw_get::<Value>(key)? {
        Value::String(text) => Ok(Some(text.to_string_lossy())),
        Value::Nil => Ok(None),
        _ => Err(entry.refused(format!("has a `{key}` that is no text"))),
    };
    let doc = text("doc")?.ok_or_else(|| entry.refused("does not say what is asked: `doc = \"…\"`"))?;
    let args: Vec<String> = match definition.raw_get::<Value>("args")? {
        Value::Nil => Vec::new(),
        Value::Table(list) => list
            .sequence_values()
            .collect::<mlua::Result<_>>()
            .map_err(|_| entry.refused("has `args` that are no list of names"))?,
        _ => return Err(entry.refused("has `args` that are no list of names")),
    };
    let who = match text("who")? {
        None => Who::Any,
        Some(any) if any == "any" => Who::Any,
        Some(name) => match args.iter().position(|arg| *arg == name) {
            Some(at) => Who::Argument(at),
            None => {
                let open = args.iter().map(|arg| format!(" or `{arg}`")).collect::<String>();
                return Err(entry.refused(format!("is answered by `{name}`: `who` is `any`{open}")));
            }
        },
    };
    let word = text("answers")?.ok_or_else(|| {
        entry.refused("does not say what it is answered with: `answers = \"number\"`, `\"truth\"`, …")
    })?;
    let answers = Answer::read(&word).ok_or_else(|| {
        let words: Vec<String> = Answer::words().map(|w| format!("`{w}`")).collect();
        entry.refused(format!("is answered with `{word}`, which is none of {}", words.join(", ")))
    })?;
    let (name, at) = (entry.name.clone(), entry.at.clone());
    Ok(Point { name, doc, args, who, answers, at, asked: Vec::new(), answered: Vec::new() })
}
