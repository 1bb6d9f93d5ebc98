//! Finds words that stand in an order that no row can have. A test that expects such a row to be missing or refused
//! would always pass.

use cardwright_state::Board;
use cardwright_state::val::Kind;
use cardwright_table::line;

/// What a word of a row may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WordKind {
    /// An action, or another word that rows begin with.
    Head,
    Number,
    /// A stack, a type of pieces or a class.
    Pieces,
    /// A thing of this kind.
    Id(Kind),
}

fn kinds_of(board: &Board, word: &str) -> Vec<WordKind> {
    let mut kinds = Vec::new();
    if board.labels.actions.iter().chain(&board.labels.words).any(|label| label.id == word) {
        kinds.push(WordKind::Head);
    }
    if word.parse::<i64>().is_ok() || line::amount_of(word).is_some() {
        kinds.push(WordKind::Number);
    }
    if board.card(word).is_some() {
        kinds.push(WordKind::Id(Kind::Card));
    }
    // The `:` in `space:gold` follows a kind. The `:` in `guard+attacks:seattle` does not.
    let with_kind = word.split_once(':').filter(|(kind, _)| !kind.contains('+'));
    let (named_kind, id) = with_kind.map_or((None, word), |(kind, id)| (Some(kind), id));
    let id_kinds = board.all_with_id(id).iter().map(|val| val.kind());
    let mut id_kinds = id_kinds
        .filter(|kind| named_kind.is_none_or(|named| board.id_with_kind(*kind, "") == format!("{named}:")))
        .peekable();
    if id_kinds.peek().is_none() && board.state(id).is_some() {
        kinds.push(WordKind::Pieces);
    }
    kinds.extend(id_kinds.map(|kind| match kind {
        Kind::Class | Kind::State => WordKind::Pieces,
        kind => WordKind::Id(kind),
    }));
    kinds
}

/// Returns the words in an order that a row of this choice could have. Returns `None` if a row can have them as
/// written, or in no order.
pub(super) fn reordered_like_a_row(board: &Board, rows: &[Vec<String>], words: &[String]) -> Option<String> {
    // Looks at the first five words only, because more words have too many permutations.
    let words = words.get(..words.len().min(5))?;
    let word_kinds: Vec<Vec<WordKind>> = words.iter().map(|word| kinds_of(board, word)).collect();
    let is_head = word_kinds.first()?.contains(&WordKind::Head);
    let is_similar = |row: &&Vec<String>| !is_head || row.first() == words.first();
    let rows: Vec<Vec<Vec<WordKind>>> =
        rows.iter().filter(is_similar).map(|row| row.iter().map(|word| kinds_of(board, word)).collect()).collect();
    let fits_some_row = |order: &[usize]| {
        let fits = |row: &Vec<Vec<WordKind>>| {
            let mut pairs = order.iter().zip(row);
            row.len() >= order.len()
                && pairs.all(|(index, column)| word_kinds[*index].iter().any(|kind| column.contains(kind)))
        };
        rows.iter().any(fits)
    };
    let written: Vec<usize> = (0..words.len()).collect();
    if fits_some_row(&written) {
        return None;
    }
    let order = permutations(&written).into_iter().find(|order| fits_some_row(order))?;
    Some(order.into_iter().map(|index| words[index].as_str()).collect::<Vec<_>>().join(" "))
}

/// All permutations of some numbers.
fn permutations(numbers: &[usize]) -> Vec<Vec<usize>> {
    if numbers.is_empty() {
        return vec![Vec::new()];
    }
    let starting_with = |first: &usize| {
        let others: Vec<usize> = numbers.iter().copied().filter(|other| other != first).collect();
        let first = *first;
        permutations(&others).into_iter().map(move |order| std::iter::once(first).chain(order).collect())
    };
    numbers.iter().flat_map(starting_with).collect()
}
