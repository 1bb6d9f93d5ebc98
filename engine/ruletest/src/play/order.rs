//! Rows that nothing could ever offer, since their words stand in another order than rows say them: that they are lacking,
//! or refused, says nothing.

use cardwright_state::Board;
use cardwright_state::val::Kind;

/// What a word of a row may stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// An action, or a word that rows begin with.
    Head,
    Number,
    /// A stack, a type or a class of pieces.
    Pieces,
    Of(Kind),
}

fn sorts(board: &Board, word: &str) -> Vec<Sort> {
    let mut all = Vec::new();
    if board.actions.iter().chain(&board.words).any(|label| label.id == word) {
        all.push(Sort::Head);
    }
    if word.parse::<i64>().is_ok() {
        all.push(Sort::Number);
    }
    if board.card(word).is_some() {
        all.push(Sort::Of(Kind::Card));
    }
    // A word that says its kind is of that one; the value of a mark says none.
    let said = word.split_once(':').filter(|(kind, _)| !kind.contains('+'));
    let (said, id) = said.map_or((None, word), |(kind, id)| (Some(kind), id));
    let of_id = board.called(id).iter().map(|val| val.kind());
    let mut of_id =
        of_id.filter(|kind| said.is_none_or(|said| board.of_kind(*kind, "") == format!("{said}:"))).peekable();
    if of_id.peek().is_none() && board.state(id).is_some() {
        all.push(Sort::Pieces);
    }
    all.extend(of_id.map(|kind| match kind {
        Kind::Class | Kind::State => Sort::Pieces,
        kind => Sort::Of(kind),
    }));
    all
}

/// The words in an order in which rows of this choice could say them, if rows cannot say them as they stand.
pub(super) fn in_the_order_of_rows(board: &Board, rows: &[Vec<String>], words: &[String]) -> Option<String> {
    // More columns than this no row has.
    let words = words.get(..words.len().min(5))?;
    let of: Vec<Vec<Sort>> = words.iter().map(|word| sorts(board, word)).collect();
    let is_head = of.first()?.contains(&Sort::Head);
    let alike = |row: &&Vec<String>| !is_head || row.first() == words.first();
    let rows: Vec<Vec<Vec<Sort>>> =
        rows.iter().filter(alike).map(|row| row.iter().map(|word| sorts(board, word)).collect()).collect();
    let goes_with = |order: &[usize]| {
        let fits = |row: &Vec<Vec<Sort>>| {
            let mut pairs = order.iter().zip(row);
            row.len() >= order.len() && pairs.all(|(at, column)| of[*at].iter().any(|sort| column.contains(sort)))
        };
        rows.iter().any(fits)
    };
    let written: Vec<usize> = (0..words.len()).collect();
    if goes_with(&written) {
        return None;
    }
    let order = orders(&written).into_iter().find(|order| goes_with(order))?;
    Some(order.into_iter().map(|at| words[at].as_str()).collect::<Vec<_>>().join(" "))
}

/// All orders of some numbers.
fn orders(of: &[usize]) -> Vec<Vec<usize>> {
    if of.is_empty() {
        return vec![Vec::new()];
    }
    let with = |first: &usize| {
        let rest: Vec<usize> = of.iter().copied().filter(|other| other != first).collect();
        let first = *first;
        orders(&rest).into_iter().map(move |rest| std::iter::once(first).chain(rest).collect())
    };
    of.iter().flat_map(with).collect()
}
