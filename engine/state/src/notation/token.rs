//! Values as single words: an id, with its kind before it if the bare id would be ambiguous.

use crate::board::{Board, Sides};
use crate::position::Position;
use crate::val::{Kind, PlainValue, Val};

/// Writes a step argument as one word without spaces.
pub fn plain_text(board: &Board, value: &PlainValue) -> String {
    plain(value, &|v| token(board, v))
}

/// Writes a step argument as [`plain_text`] does, for a viewer with these sides. Hidden cards and rows become
/// [`crate::view::hidden_text`].
pub fn plain_text_for(board: &Board, position: &Position, sides: impl Into<Sides>, value: &PlainValue) -> String {
    let sides = sides.into();
    plain(value, &|v| match crate::view::hides(board, position, sides, v) {
        true => crate::view::hidden_text(v).to_owned(),
        false => token(board, v),
    })
}

pub(super) fn plain(value: &PlainValue, token: &dyn Fn(Val) -> String) -> String {
    match value {
        PlainValue::Nil => "nil".into(),
        PlainValue::Boolean(is_true) => is_true.to_string(),
        PlainValue::Val(v) => token(*v),
        PlainValue::List(list) => {
            let parts: Vec<String> = list.iter().map(|v| token(*v)).collect();
            format!("[{}]", parts.join(","))
        }
    }
}

/// Writes a value as one word: its id, with its kind before it if the bare id would be ambiguous. A row of a fact has
/// its fact before it: `iou:c24@greene`.
pub fn token(board: &Board, val: Val) -> String {
    if val.kind() == Kind::Number {
        return val.0.to_string();
    }
    let text = board.text(val).replace(' ', "@");
    let is_clear =
        board.bare_id_means(&text, val) || val.kind() == Kind::FactRow && super::read::value(board, &text) == Some(val);
    if is_clear { text } else { board.id_with_kind(val.kind(), &text) }
}

/// The thing that a word names: a number, an id, a [`token`], or a stack as `PIECE@SPACE`.
pub fn named(board: &Board, word: &str) -> Option<Val> {
    super::read::value(board, word)
        .or_else(|| board.all_with_id(word).first().copied())
        .or_else(|| board.card(word).map(Val::card))
        .or_else(|| board.parse(Kind::Stack, &word.replace('@', " ")))
}

/// Whether a word names something in the game: see [`named`].
pub fn is_named(board: &Board, word: &str) -> bool {
    named(board, word).is_some()
}

/// Finds the thing that a word names, by its [`token`] or else by its id.
pub fn find_named(board: &Board, things: &[Val], word: &str) -> Option<Val> {
    let by_token = things.iter().find(|v| token(board, **v) == word);
    let by_id = || things.iter().find(|v| board.text(**v).replace(' ', "@") == word);
    let stack = || board.parse(Kind::Stack, &word.replace('@', " ")).filter(|v| things.contains(v));
    by_token.or_else(by_id).copied().or_else(stack)
}
