//! `effect "name" { title, doc, modify, may }`: an active effect. `modify` and `may` contain the
//! functions that the hooks call while the effect lasts.

use super::Registrar;
use super::registrar::Entry;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{Board, TextId};
use mlua::{Function, Lua, Table, Value};
use std::sync::Arc;

const KEYS: [&str; 4] = ["title", "doc", "modify", "may"];

/// Makes the script function `effect`.
pub(super) fn definer(lua: &Lua, registrar: &Registrar) -> mlua::Result<Function> {
    registrar.with_table(lua, "effect", |registrar, entry, definition| {
        registrar.check_keys(entry, &definition, &KEYS)?;
        let mut host = registrar.host.borrow_mut();
        let title = read_title(&host.board, entry, &definition)?;
        let board = Arc::make_mut(&mut host.board);
        board.labels.effects.push(entry.name.clone());
        board.labels.effect_titles.push(title);
        drop(host);
        registrar.registry.borrow_mut().effects.push((entry.name.clone(), definition, entry.script_line.clone()));
        Ok(())
    })
}

/// Reads the text that names the effect for players.
fn read_title(board: &Board, entry: &Entry, definition: &Table) -> mlua::Result<Option<TextId>> {
    let val = match definition.raw_get::<Value>("title")? {
        Value::Nil => return Ok(None),
        Value::Integer(val) => Some(Val(val)),
        Value::Number(val) => Some(Val(val as i64)),
        _ => None,
    };
    let index = val.and_then(|val| val.index(Kind::Text)).filter(|index| *index < board.labels.texts.len());
    index.map(|index| Some(TextId::new(index))).ok_or_else(|| entry.error("has a `title` that is not a `TEXT.…`"))
}
