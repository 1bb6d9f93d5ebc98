//! `cards_with(verb, side)`: the cards with an effect of a verb. It reads only content, so it works while scripts load.

use super::Registrar;
use crate::host::SetValue;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{CardId, Set};
use mlua::{Function, Lua};

pub(super) fn definer(lua: &Lua, registrar: &Registrar) -> mlua::Result<Function> {
    let (host, content) = (registrar.host.clone(), registrar.content.clone());
    lua.create_function(move |_, (verb, side): (String, Option<i64>)| {
        let mut host = host.borrow_mut();
        let board = host.board.clone();
        let side = side.and_then(|s| Val(s).index(Kind::Side)).and_then(|s| Some(board.sides.get(s)?.id.as_str()));
        let uses = content.effects().filter(|e| e.effect.verb.value == verb);
        let uses = uses.filter(|e| e.half.is_none() || side.is_none() || e.half == side);
        let cards: Set = uses.filter_map(|e| board.card(e.card)).map(CardId::at).collect();
        Ok(host.new_set(SetValue::Dense(Kind::Card, cards)).0 as f64)
    })
}
