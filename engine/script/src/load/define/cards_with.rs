//! `cards_with(verb, side)`: the cards with an effect of a verb. The function reads only content, so scripts may also
//! call it while they load.

use super::Registrar;
use crate::host::SetValue;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{CardId, Set};
use mlua::{Function, Lua};

/// Makes the script function `cards_with`.
pub(super) fn definer(lua: &Lua, registrar: &Registrar) -> mlua::Result<Function> {
    let (host, content) = (registrar.host.clone(), registrar.content.clone());
    lua.create_function(move |_, (verb, side): (String, Option<i64>)| {
        let mut host = host.borrow_mut();
        let board = host.board.clone();
        let index = side.and_then(|handle| Val(handle).index(Kind::Side));
        let side = index.and_then(|index| Some(board.sides.get(index)?.id.as_str()));
        let uses = content.effects().filter(|used| used.effect.verb.value == verb);
        let uses = uses.filter(|used| used.half.is_none() || side.is_none() || used.half == side);
        let cards: Set = uses.filter_map(|used| board.card(used.card)).map(CardId::index).collect();
        Ok(host.new_set(SetValue::Dense(Kind::Card, cards)).0 as f64)
    })
}
