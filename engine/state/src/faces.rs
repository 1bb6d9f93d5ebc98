//! The faces of dice in words: how an outcome is written wherever people read it, and which one they mean by a word.
//!
//! A face is a number, or the handle of a word of the game: a value like any other to the rules. Only this file knows how it
//! is spelt, and which faces meet the target of a check.

use crate::board::{Board, Die};
use crate::val::{Kind, Val};

/// What a die is to show in a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A number, or more.
    AtLeast(i64),
    /// One of these words.
    OneOf(Vec<i64>),
}

impl Target {
    /// Whether a face is what is wanted.
    pub fn is_met(&self, face: i64) -> bool {
        match self {
            Target::AtLeast(least) => face >= *least,
            Target::OneOf(words) => words.contains(&face),
        }
    }
    /// In words: `5 or more`, `hit or combined`.
    pub fn text(&self, board: &Board) -> String {
        self.said(&|face| board.face_word(face))
    }
    /// In words, each face said in its own way.
    pub fn said(&self, say: &dyn Fn(i64) -> String) -> String {
        match self {
            Target::AtLeast(least) => format!("{} or more", say(*least)),
            Target::OneOf(words) => words.iter().map(|word| say(*word)).collect::<Vec<_>>().join(" or "),
        }
    }
}

impl Die {
    /// Whether words stand on its faces, rather than numbers.
    pub fn is_of_words(&self) -> bool {
        self.faces.first().is_some_and(|face| Val(*face).kind() == Kind::Word)
    }
    /// The face at a place, from the number that people count it by: `#4` is the fourth.
    pub fn at(&self, number: u32) -> Option<i64> {
        self.faces.get((number as usize).checked_sub(1)?).copied()
    }
}

/// The number of a face where it is meant by its place on the die: 4 of `#4`.
pub fn face_number(word: &str) -> Option<u32> {
    word.strip_prefix('#')?.parse().ok().filter(|number| *number > 0)
}

impl Board {
    /// How a face is written: its number, or the id of its word.
    pub fn face_word(&self, face: i64) -> String {
        match Val(face).index(Kind::Word).and_then(|at| self.words.get(at)) {
            Some(word) => word.id.clone(),
            None => face.to_string(),
        }
    }
    /// Faces as they are written, in their order: `5 2 6`.
    pub fn face_words(&self, faces: &[i64]) -> String {
        faces.iter().map(|face| self.face_word(*face)).collect::<Vec<_>>().join(" ")
    }
    /// The different faces of a die as they are written: numbers ascending, words in the order of the faces.
    pub fn words_of(&self, die: &Die) -> Vec<String> {
        die.kinds().into_iter().map(|(face, _)| self.face_word(face)).collect()
    }
    /// The face of a die that a word means.
    pub fn face_of(&self, die: &Die, word: &str) -> Option<i64> {
        match die.is_of_words() {
            true => die.faces.iter().copied().find(|face| self.face_word(*face) == word),
            false => word.parse().ok().filter(|face| die.faces.contains(face)),
        }
    }
    /// The face of a die that people mean by what they type: beside its word any beginning that only one has, or its number
    /// on the die (`#4`).
    pub fn face_typed(&self, die: &Die, typed: &str) -> Option<i64> {
        let by_number = || face_number(typed).and_then(|number| die.at(number));
        let begun = || {
            let kinds = die.kinds().into_iter().map(|(face, _)| face);
            let mut fit = kinds.filter(|face| die.is_of_words() && self.face_word(*face).starts_with(typed));
            fit.next().filter(|_| !typed.is_empty() && fit.next().is_none())
        };
        self.face_of(die, typed).or_else(by_number).or_else(begun)
    }
    /// The face that a word means on one of the dice: outcomes are given before it is known which is rolled.
    pub fn face(&self, word: &str) -> Option<i64> {
        self.dice.iter().find_map(|die| self.face_of(die, word))
    }
}

#[cfg(test)]
mod tests {
    use super::{Target, face_number};
    use crate::board::{Board, Die, Label};
    use crate::ids::WordId;
    use crate::val::Val;

    fn board() -> Board {
        let mut board = Board::default();
        board.words = ["hit", "miss", "retreat"].map(|id| Label { id: id.into(), ..Label::default() }).into();
        let [hit, miss, retreat] = [0, 1, 2].map(|at| Val::word(WordId::new(at)).0);
        board.dice = vec![
            Die::new("d2", [1, 2]),
            Die::new("odd", [-1, 7, 7]),
            Die::new("white", [miss, miss, retreat, hit, hit]),
        ];
        board
    }

    #[test]
    fn a_word_means_a_face_that_some_die_has_and_is_written_so_again() {
        let board = board();
        for (word, face) in [("2", Some(2)), ("7", Some(7)), ("-1", Some(-1)), ("3", None), ("two", None), ("", None)] {
            assert_eq!(board.face(word), face, "{word}");
            assert_eq!(face.map(|face| board.face_word(face)), face.map(|_| word.to_owned()));
        }
        assert_eq!(board.face_of(&board.dice[0], "7"), None, "another die's");
        assert_eq!(board.face_words(&[7, -1]), "7 -1");
        let hit = board.face("hit").unwrap_or_default();
        assert_eq!((board.face_word(hit).as_str(), board.face_of(&board.dice[1], "hit")), ("hit", None));
    }

    #[test]
    fn equal_faces_of_words_are_one_kind_in_the_order_of_the_die() {
        let board = board();
        let kinds: Vec<u128> = board.dice[2].kinds().into_iter().map(|(_, n)| n).collect();
        assert_eq!((board.words_of(&board.dice[2]).join(" ").as_str(), kinds), ("miss retreat hit", vec![2, 1, 2]));
        assert_eq!(board.words_of(&board.dice[1]), ["-1", "7"]);
    }

    #[test]
    fn what_is_typed_may_be_a_beginning_or_the_number_of_a_face() {
        let board = board();
        let (d2, white) = (&board.dice[0], &board.dice[2]);
        let word = |typed| board.face_typed(white, typed).map(|face| board.face_word(face));
        assert_eq!([word("h"), word("retr")], [Some("hit".to_owned()), Some("retreat".to_owned())]);
        assert_eq!([word("#1"), word("#4")], [Some("miss".to_owned()), Some("hit".to_owned())]);
        assert_eq!([word(""), word("#0"), word("#6"), word("x"), word("4")], [const { None }; 5]);
        assert_eq!([board.face_typed(d2, "#2"), board.face_typed(d2, "#3")], [Some(2), None]);
        assert_eq!([face_number("#12"), face_number("12"), face_number("#x")], [Some(12), None, None]);
    }

    #[test]
    fn a_target_is_met_by_as_much_or_by_one_of_its_words() {
        let board = board();
        let [hit, retreat, miss] = ["hit", "retreat", "miss"].map(|word| board.face(word).unwrap_or_default());
        let words = Target::OneOf(vec![hit, retreat]);
        assert_eq!([hit, retreat, miss].map(|face| words.is_met(face)), [true, true, false]);
        assert_eq!(words.text(&board), "hit or retreat");
        assert_eq!([4, 5, 6].map(|face| Target::AtLeast(5).is_met(face)), [false, true, true]);
        assert_eq!(Target::AtLeast(5).text(&board), "5 or more");
    }
}
