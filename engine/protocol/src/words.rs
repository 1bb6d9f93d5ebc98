//! The ids of a game as numbered words, and the words of rows as numbers.

use cardwright_state::Board;
use cardwright_state::val::Kind;
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
        let labels = &board.labels;
        let kinds = Kind::ALL.iter().map(|kind| kind.word().replace(' ', "-"));
        let ids = (board.sides.iter().map(|it| &it.id))
            .chain(board.spaces.iter().map(|it| &it.id))
            .chain(board.space_kinds.iter().flat_map(|it| [&it.id, &it.plural]))
            .chain(board.links.iter().map(|it| &it.id))
            .chain(board.link_kinds.iter().map(|it| &it.id))
            .chain(board.piece_types.iter().flat_map(|it| [&it.id].into_iter().chain(&it.faces)))
            .chain(board.classes.iter().map(|it| &it.id))
            .chain(board.marks.iter().map(|it| &it.id))
            .chain(board.cards.iter().map(|it| &it.id))
            .chain(board.piles.iter().map(|it| &it.def))
            .chain(board.tracks.iter().map(|it| &it.id))
            .chain(board.facts.iter().map(|it| &it.id))
            .chain(board.dice.iter().map(|it| &it.id))
            .chain(&board.zones)
            .chain(&board.periods)
            .chain(labels.words.iter().map(|it| &it.id))
            .chain(labels.actions.iter().map(|it| &it.id))
            .chain(&labels.effects)
            .chain(&labels.steps);
        let mut words = Words { list: Vec::new(), numbers: BTreeMap::new() };
        for part in ids.cloned().chain(kinds).flat_map(|id| parts(&id).map(str::to_owned).collect::<Vec<_>>()) {
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
