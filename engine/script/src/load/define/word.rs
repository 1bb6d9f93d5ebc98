//! `word("a", "b")`: the type of a verb parameter whose value is one of these words. The function also declares the
//! words that are new to the game.

use super::Registrar;
use crate::globals::lua_name;
use cardwright_state::board::Label;
use cardwright_state::val::{Kind, Val};
use mlua::{Function, Lua, Table};
use std::sync::Arc;

/// Makes the script function `word`.
pub(super) fn definer(lua: &Lua, registrar: &Registrar) -> mlua::Result<Function> {
    let registrar = registrar.clone();
    lua.create_function(move |lua, words: mlua::Variadic<String>| {
        let param_type = lua.create_table()?;
        let constants: Option<Table> = lua.globals().get("WORD").ok();
        for word in words.iter() {
            registrar.check_name("word", word)?;
            let mut host = registrar.host.borrow_mut();
            registrar.check_count("word", host.board.labels.words.len())?;
            if host.board.parse(Kind::Word, word).is_some() {
                continue;
            }
            let board = Arc::make_mut(&mut host.board);
            board.labels.words.push(Label { id: word.clone(), ..Label::default() });
            if let Some(constants) = &constants {
                constants.set_readonly(false);
                constants
                    .raw_set(lua_name(word), Val::handle(Kind::Word, board.labels.words.len() as u64 - 1).0 as f64)?;
                constants.set_readonly(true);
            }
        }
        param_type.raw_set("param", "word")?;
        param_type.raw_set("words", lua.create_sequence_from(words.iter().map(String::as_str))?)?;
        Ok(param_type)
    })
}
