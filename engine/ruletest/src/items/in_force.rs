//! Effects in force.

use super::Item;
use super::words::side;
use crate::text::{Mistake, Part};
use cardwright_state::EffectId;
use cardwright_state::board::Board;
use cardwright_state::notation;
use cardwright_state::position::InForce;
use cardwright_state::val::Val;

/// `in-force EFFECT [SIDE]`, `lacks in-force EFFECT [SIDE]`.
pub(super) fn in_force(board: &Board, part: &Part, words: &[Part]) -> Result<Item, Mistake> {
    let lacks = words[0].text == "lacks";
    let words = if lacks { &words[1..] } else { words };
    let ([head, name] | [head, name, _]) = words else {
        return Err(part.mistake("`lacks in-force` takes an effect, and a side if you like"));
    };
    if head.text != "in-force" {
        let message = "what the position lacks is said of an effect: `lacks in-force EFFECT`";
        return Err(head.mistake(message));
    }
    let effect = board.effects.iter().position(|e| *e == name.text).map(EffectId::new);
    let effect = effect.ok_or_else(|| name.unknown(format!("unknown effect `{}`", name.text), &board.effects))?;
    let side = words.get(2).map(|word| side(board, word)).transpose()?;
    Ok(Item::InForce { text: part.text.clone(), effect, side, lacks })
}

/// An effect in force as notation writes it.
pub(crate) fn in_force_text(board: &Board, of: &InForce) -> String {
    let period = of.until.map_or("game", |period| &board.periods[period.at()]);
    let param = if of.param == Val(0) { String::new() } else { format!(" {}", notation::token(board, of.param)) };
    format!("in-force {} {} {period}{param}", board.effects[of.effect.at()], board.sides[of.side.at()].id)
}
