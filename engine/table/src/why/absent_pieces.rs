//! Messages for pieces that a line names in a space where they are not, for things that were named before, and for
//! pieces that the question is not about. `why not` prefers the first two messages to any reason of a rule. It gives
//! the third message only if no rule gives a reason.

use crate::line::{self, may_be};
use cardwright_script::Choice;
use cardwright_state::board::PieceType;
use cardwright_state::position::Row;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{Board, Position, SideId, SpaceId};

/// Returns the message for a stack that the asked side does not have (`move helicopter port`). The first `at` words are
/// legal. `None` if the rows name no stacks, or the words name something else.
pub(super) fn absent_pieces(
    (board, position): (&Board, &Position),
    asked: SideId,
    (rows, texts): (&[Row], &[Vec<String>]),
    words: &[&str],
    at: usize,
) -> Option<String> {
    let head = words.first()?;
    let begins_with_head = |text: &&Vec<String>| text.first().is_some_and(|first| line::may_begin(first, head));
    let stack_column = |(row, _): (&Row, &Vec<String>)| row.columns().iter().position(|val| val.kind() == Kind::Stack);
    let from = rows.iter().zip(texts).filter(|(_, text)| begins_with_head(text)).find_map(stack_column)?;
    // A count may stand before the piece or after it, so take the first two words that are not numbers.
    let is_name = |index: &usize| words.get(*index).is_some_and(|word| word.parse::<i64>().is_err());
    let mut names = (from..words.len()).filter(is_name);
    let (piece_index, space_index) = (names.next()?, names.next()?);
    // The piece, the space and two counts are at most four words from `from` on. A later word is in a later column.
    if at > space_index || space_index > from + 3 {
        return None;
    }
    let space = board.space(&words[space_index].to_ascii_lowercase())?;
    let piece = words[piece_index];
    let is_own = |piece_type: &PieceType| piece_type.owner == Some(asked);
    let candidates: Vec<&PieceType> =
        board.piece_types.iter().filter(|piece_type| is_own(piece_type) && may_name(piece_type, piece)).collect();
    if candidates.is_empty() || has_piece_at(board, position, asked, piece, space) {
        return None;
    }
    let name = match candidates.as_slice() {
        [piece_type] if may_be(&piece_type.id, piece) => piece_type.name.clone(),
        _ => format!("`{piece}`"),
    };
    Some(format!("no {name} of yours is in {}", board.spaces[space.index()].name))
}

/// Returns the message for a line that names a thing again in a choice that divides a total. `named` are the things
/// that have their share already.
pub(super) fn already_named(board: &Board, named: &[Val], words: &[&str]) -> Option<String> {
    let texts = named.iter().map(|thing| board.text(*thing));
    let begins = |text: &String| line::words(text).iter().zip(words).all(|(word, typed)| may_be(word, typed));
    let text = texts.into_iter().find(|text| !words.is_empty() && begins(text))?;
    Some(format!("`{text}` was named already: name each once"))
}

/// Returns the message for a word that names pieces of another type than the question is about.
pub(super) fn other_type(board: &Board, choice: &Choice, word: &str) -> Option<String> {
    let asked = line::question_piece_type(board, choice)?;
    // The whole id, a part of the id after a hyphen, or a face.
    let is_named = |piece_type: &PieceType| {
        piece_type.id.eq_ignore_ascii_case(word) || may_name(piece_type, word) && !line::may_begin(&piece_type.id, word)
    };
    let is_another = |piece_type: &&PieceType| piece_type.id != asked.id && is_named(piece_type);
    let named = board.piece_types.iter().filter(is_another).count() > 0;
    named.then(|| format!("the question is about {}, not `{word}`", asked.name))
}

/// Whether a word may mean a type of piece, or one of its named faces.
fn may_name(piece_type: &PieceType, word: &str) -> bool {
    may_be(&piece_type.id, word) || piece_type.named_faces && piece_type.faces.iter().any(|face| may_be(face, word))
}

/// Whether a side has in a space a piece that the word may mean.
fn has_piece_at(board: &Board, position: &Position, side: SideId, word: &str, space: SpaceId) -> bool {
    let matches = |state| {
        let plain = board.plain_state(state);
        let piece_type = &board.piece_types[plain.piece_type.index()];
        piece_type.owner == Some(side) && (may_be(&piece_type.id, word) || may_be(&board.state_text(state), word))
    };
    position.pieces_at(space).any(|(state, n)| n > 0 && matches(state))
}
