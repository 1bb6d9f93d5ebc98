//! Messages for pieces that a line names but that are not there, or that the question is not about. They come before
//! any reason of a rule.

use crate::line::{self, may_be};
use cardwright_script::Choice;
use cardwright_state::board::PieceType;
use cardwright_state::position::Row;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{Board, Position, SideId, SpaceId};

/// The message for a stack that the asked side does not have (`move helicopter port`). Words before `at` are legal.
/// `None` if the rows name no stacks, or the words name something else.
pub(super) fn absent_pieces(
    (board, position): (&Board, &Position),
    asked: SideId,
    (rows, texts): (&[Row], &[Vec<String>]),
    words: &[&str],
    at: usize,
) -> Option<String> {
    let head = words.first()?;
    let is_of = |text: &&Vec<String>| text.first().is_some_and(|first| line::may_begin(first, head));
    let stack = |(row, _): (&Row, &Vec<String>)| row.columns().iter().position(|val| val.kind() == Kind::Stack);
    let from = rows.iter().zip(texts).filter(|(_, text)| is_of(text)).find_map(stack)?;
    // The number may come before the piece or after it.
    let is_name = |n: &usize| words.get(*n).is_some_and(|word| word.parse::<i64>().is_err());
    let mut names = (from..words.len()).filter(is_name);
    let (piece, place) = (names.next()?, names.next()?);
    if at > place || place > from + 3 {
        return None;
    }
    let space = board.space(&words[place].to_ascii_lowercase())?;
    let piece = words[piece];
    let own = |piece_type: &PieceType| piece_type.owner == Some(asked);
    let candidates: Vec<&PieceType> =
        board.types.iter().filter(|piece_type| own(piece_type) && may_name(piece_type, piece)).collect();
    if candidates.is_empty() || has_piece_at(board, position, asked, piece, space) {
        return None;
    }
    let name = match candidates.as_slice() {
        [one] if may_be(&one.id, piece) => one.name.clone(),
        _ => format!("`{piece}`"),
    };
    Some(format!("no {name} of yours is in {}", board.spaces[space.at()].name))
}

/// The message for a thing that was already named.
pub(super) fn already_named(board: &Board, named: &[Val], words: &[&str]) -> Option<String> {
    let texts = named.iter().map(|thing| board.text(*thing));
    let begins = |text: &String| line::words(text).iter().zip(words).all(|(word, typed)| may_be(word, typed));
    let text = texts.into_iter().find(|text| !words.is_empty() && begins(text))?;
    Some(format!("`{text}` was named already: name each once"))
}

/// The message for pieces of another type than the question is about.
pub(super) fn other_type(board: &Board, choice: &Choice, word: &str) -> Option<String> {
    let asked = line::question_piece_type(board, choice)?;
    let is_complete = |piece_type: &PieceType| {
        piece_type.id.eq_ignore_ascii_case(word) || may_name(piece_type, word) && !line::may_begin(&piece_type.id, word)
    };
    let is_another = |piece_type: &&PieceType| piece_type.id != asked.id && is_complete(piece_type);
    let named = board.types.iter().filter(is_another).count() > 0;
    named.then(|| format!("the question is about {}, not `{word}`", asked.name))
}

/// Whether a word may mean a type of piece, or one of its named faces.
fn may_name(piece_type: &PieceType, word: &str) -> bool {
    may_be(&piece_type.id, word) || piece_type.named_faces && piece_type.faces.iter().any(|face| may_be(face, word))
}

/// Whether a side has a piece in a space that the word may mean.
fn has_piece_at(board: &Board, position: &Position, side: SideId, word: &str, space: SpaceId) -> bool {
    let is_it = |state| {
        let plain = board.plain_state(state);
        let piece_type = &board.types[plain.piece_type.at()];
        piece_type.owner == Some(side) && (may_be(&piece_type.id, word) || may_be(&board.state_text(state), word))
    };
    position.pieces_at(space).any(|(state, n)| n > 0 && is_it(state))
}
