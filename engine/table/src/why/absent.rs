//! Units that a line names where none of them is: that comes before any reason of a rule. And those of which nothing is asked now.

use crate::line::{self, may_be};
use cardwright_script::Choice;
use cardwright_state::board::PieceType;
use cardwright_state::position::Row;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{Board, Position, SideId, SpaceId};

/// What is said of a line that names a stack of the asked side (`move helicopter port`) where the side has none such, of which
/// the words before `at` are legal. None where its rows name no stacks, or the words name something else.
pub(super) fn absent(
    (board, position): (&Board, &Position),
    asked: SideId,
    (rows, texts): (&[Row], &[Vec<String>]),
    words: &[&str],
    at: usize,
) -> Option<String> {
    let head = words.first()?;
    let is_of = |text: &&Vec<String>| text.first().is_some_and(|of| line::may_begin(of, head));
    let stack = |(row, _): (&Row, &Vec<String>)| row.columns().iter().position(|val| val.kind() == Kind::Stack);
    let from = rows.iter().zip(texts).filter(|(_, text)| is_of(text)).find_map(stack)?;
    // How many there are may be said before the piece or after it.
    let is_name = |n: &usize| words.get(*n).is_some_and(|word| word.parse::<i64>().is_err());
    let mut names = (from..words.len()).filter(is_name);
    let (piece, place) = (names.next()?, names.next()?);
    if at > place || place > from + 3 {
        return None;
    }
    let space = board.space(&words[place].to_ascii_lowercase())?;
    let piece = words[piece];
    let own = |of: &PieceType| of.owner == Some(asked);
    let meant: Vec<&PieceType> = board.types.iter().filter(|of| own(of) && is_called(of, piece)).collect();
    if meant.is_empty() || stands(board, position, asked, piece, space) {
        return None;
    }
    let name = match meant.as_slice() {
        [one] if may_be(&one.id, piece) => one.name.clone(),
        _ => format!("`{piece}`"),
    };
    Some(format!("no {name} of yours is in {}", board.spaces[space.at()].name))
}

/// What is said of a line that begins with what has its share already.
pub(super) fn named(board: &Board, named: &[Val], words: &[&str]) -> Option<String> {
    let texts = named.iter().map(|thing| board.text(*thing));
    let begins = |text: &String| line::words(text).iter().zip(words).all(|(of, typed)| may_be(of, typed));
    let text = texts.into_iter().find(|text| !words.is_empty() && begins(text))?;
    Some(format!("`{text}` has its number already: each is named once"))
}

/// What is said of a word that names pieces where the question is about pieces of another type.
pub(super) fn of_another(board: &Board, choice: &Choice, word: &str) -> Option<String> {
    let asked = line::subject(board, choice)?;
    let is_whole =
        |of: &PieceType| of.id.eq_ignore_ascii_case(word) || is_called(of, word) && !line::may_begin(&of.id, word);
    let is_another = |of: &&PieceType| of.id != asked.id && is_whole(of);
    let named = board.types.iter().filter(is_another).count() > 0;
    named.then(|| format!("what is asked now is about {}, not `{word}`", asked.name))
}

/// Whether a word may mean a type of pieces, or one of its faces that are written by themselves.
fn is_called(of: &PieceType, word: &str) -> bool {
    may_be(&of.id, word) || of.named_faces && of.faces.iter().any(|face| may_be(face, word))
}

/// Whether a piece of a side that a word may mean lies somewhere.
fn stands(board: &Board, position: &Position, side: SideId, word: &str, space: SpaceId) -> bool {
    let is_it = |state| {
        let plain = board.plain(state);
        let of = &board.types[plain.of.at()];
        of.owner == Some(side) && (may_be(&of.id, word) || may_be(&board.text_of(state), word))
    };
    position.pieces_at(space).any(|(state, n)| n > 0 && is_it(state))
}
