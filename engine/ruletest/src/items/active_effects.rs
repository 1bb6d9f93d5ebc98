//! `in-force EFFECT [SIDE]`: active effects.

use super::Item;
use super::item_words::side;
use crate::line_part::{LinePart, Mistake};
use cardwright_state::EffectId;
use cardwright_state::board::Board;
use cardwright_state::notation;
use cardwright_state::position::ActiveEffect;
use cardwright_state::val::Val;

/// Parses `in-force EFFECT [SIDE]` and `lacks in-force EFFECT [SIDE]`.
pub(super) fn active_effect(board: &Board, part: &LinePart, words: &[LinePart]) -> Result<Item, Mistake> {
    let is_negated = words[0].text == "lacks";
    let words = if is_negated { &words[1..] } else { words };
    let ([head, name] | [head, name, _]) = words else {
        return Err(part.mistake("`lacks in-force` takes an effect and optionally a side"));
    };
    if head.text != "in-force" {
        let message = "`lacks` is for effects only: `lacks in-force EFFECT`";
        return Err(head.mistake(message));
    }
    let effects = &board.labels.effects;
    let effect = effects.iter().position(|e| *e == name.text).map(EffectId::new);
    let effect = effect.ok_or_else(|| name.unknown(format!("unknown effect `{}`", name.text), effects))?;
    let side = words.get(2).map(|word| side(board, word)).transpose()?;
    Ok(Item::ActiveEffect { text: part.text.clone(), effect, side, is_negated })
}

/// Writes an active effect in position notation.
pub(crate) fn in_force_text(board: &Board, effect: &ActiveEffect) -> String {
    let period = effect.until.map_or("game", |period| &board.periods[period.index()]);
    let param =
        if effect.param == Val(0) { String::new() } else { format!(" {}", notation::token(board, effect.param)) };
    format!("in-force {} {} {period}{param}", board.labels[effect.effect], board.sides[effect.side.index()].id)
}
