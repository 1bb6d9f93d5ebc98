//! Values as single words: ids, with their kind before them where the id alone would not say what it is.

use crate::board::{Board, Sides};
use crate::position::Position;
use crate::val::{Kind, Plain, Val};

/// A plain value as a token without spaces.
pub fn plain_text(board: &Board, value: &Plain) -> String {
    plain(value, &|v| token(board, v))
}

/// A plain value as some sides read it: cards they do not see are all alike.
pub fn plain_seen(board: &Board, position: &Position, sides: impl Into<Sides>, value: &Plain) -> String {
    let sides = sides.into();
    plain(value, &|v| match crate::view::hides(board, position, sides, v) {
        true => crate::view::A_CARD.to_owned(),
        false => token(board, v),
    })
}

pub(super) fn plain(value: &Plain, token: &dyn Fn(Val) -> String) -> String {
    match value {
        Plain::Nil => "nil".into(),
        Plain::Truth(t) => t.to_string(),
        Plain::Val(v) => token(*v),
        Plain::List(list) => {
            let parts: Vec<String> = list.iter().map(|v| token(*v)).collect();
            format!("[{}]", parts.join(","))
        }
    }
}

/// A value as one word, as logs of open steps write it: its id, with its kind before it where the id alone
/// would not say what it is.
pub fn token(board: &Board, val: Val) -> String {
    if val.kind() == Kind::Number {
        return val.0.to_string();
    }
    let text = board.text(val).replace(' ', "@");
    if board.is_plain(&text, val) { text } else { board.of_kind(val.kind(), &text) }
}

/// Whether a word names something that there is in a game: an id, a number, a [`token`], a stack as
/// `PIECE@PLACE`.
pub fn is_named(board: &Board, word: &str) -> bool {
    super::read::is_value(board, word)
        || !board.called(word).is_empty()
        || board.card(word).is_some()
        || board.read(Kind::Stack, &word.replace('@', " ")).is_some()
}

/// Which of these things a word names: by its [`token`], else by its id.
pub fn named_among(board: &Board, of: &[Val], word: &str) -> Option<Val> {
    let by_token = of.iter().find(|v| token(board, **v) == word);
    let by_id = || of.iter().find(|v| board.text(**v).replace(' ', "@") == word);
    let stack = || board.read(Kind::Stack, &word.replace('@', " ")).filter(|v| of.contains(v));
    by_token.or_else(by_id).copied().or_else(stack)
}
