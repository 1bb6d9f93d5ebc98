//! The ids of a game as numbered words, and the words of rows as numbers.

use cardwright_state::{Board, Kind, Val};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// The number that stands for nothing, for a word without a number, and for an amount.
const NO_WORD: i64 = -1;

/// Every id of a game once. The number of a word is its index.
#[derive(Debug)]
pub(crate) struct Words {
    pub(crate) list: Vec<String>,
    numbers: BTreeMap<String, i64>,
}

impl Words {
    pub(crate) fn new(board: &Board) -> Words {
        let mut words = Words { list: Vec::new(), numbers: BTreeMap::new() };
        // Rows hold no reasons and texts.
        let kinds = || Kind::ALL.into_iter().filter(|kind| !matches!(kind, Kind::Reason | Kind::Text));
        let ids_of = |kind| (0..).map(move |index| Val::handle(kind, index)).take_while(|val| board.is_valid(*val));
        let ids = kinds().filter(|kind| has_ids(*kind)).flat_map(ids_of).map(|val| board.text(val));
        let kind_words = kinds().map(|kind| kind.word().replace(' ', "-"));
        for part in ids.chain(kind_words).flat_map(|id| parts(&id).map(str::to_owned).collect::<Vec<_>>()) {
            if let Entry::Vacant(place) = words.numbers.entry(part) {
                words.list.push(place.key().clone());
                place.insert(words.list.len() as i64 - 1);
            }
        }
        words
    }

    /// The number of an id. `None` for an unknown word.
    pub(crate) fn number(&self, id: &str) -> Option<i64> {
        self.numbers.get(id).copied()
    }

    /// The words of a row as numbers. A word of several ids (`guard/open+moved`) gives several numbers. An integer `n`
    /// is `n` plus the number of words, or `n - 1` if it is negative.
    pub(crate) fn row_numbers(&self, row: &[String]) -> Vec<i64> {
        let integer = |n: i64| if n < 0 { n - 1 } else { n + self.list.len() as i64 };
        let number = |part: &str| self.number(part).or_else(|| part.parse().ok().map(integer)).unwrap_or(NO_WORD);
        let numbers = |word: &String| match word.contains("..") {
            true => vec![NO_WORD],
            false => parts(word).flat_map(counted).map(number).collect(),
        };
        row.iter().flat_map(numbers).collect()
    }
}

/// Whether things of this kind have ids of their own. The ids of a piece are those of its type, face and marks.
fn has_ids(kind: Kind) -> bool {
    !matches!(kind, Kind::Number | Kind::Stack | Kind::State | Kind::FactRow | Kind::Amount)
}

/// The ids that make up a word of notation.
fn parts(word: &str) -> impl Iterator<Item = &str> {
    word.split(['/', '+', ':', '(', ')', '&', '@', ',', ' ']).filter(|part| !part.is_empty())
}

/// Splits a number of held counters from their id: `2-cash`.
fn counted(part: &str) -> Vec<&str> {
    match part.split_once('-') {
        Some((number, id)) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => {
            vec![number, id]
        }
        _ => vec![part],
    }
}
