//! Faces of dice as text: writing outcomes, parsing what people type, and the targets of checks.
//!
//! A face is a number, or the handle of a word of the game.

use crate::board::{Board, Die};
use crate::val::{Kind, Val};

/// What a die must show to pass a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// This number or more.
    AtLeast(i64),
    /// One of these words.
    OneOf(Vec<i64>),
}

impl Target {
    /// Whether a face meets the target.
    pub fn is_met(&self, face: i64) -> bool {
        match self {
            Target::AtLeast(minimum) => face >= *minimum,
            Target::OneOf(words) => words.contains(&face),
        }
    }
    /// Writes the target for people: `5 or more`, `hit or combined`.
    pub fn text(&self, board: &Board) -> String {
        self.text_with(&|face| board.face_text(face))
    }
    /// Writes the target as [`Target::text`] does, with `face_text` for each face.
    pub fn text_with(&self, face_text: &dyn Fn(i64) -> String) -> String {
        match self {
            Target::AtLeast(minimum) => format!("{} or more", face_text(*minimum)),
            Target::OneOf(words) => words.iter().map(|word| face_text(*word)).collect::<Vec<_>>().join(" or "),
        }
    }
}

impl Die {
    /// Whether its faces are words instead of numbers.
    pub fn has_words(&self) -> bool {
        self.faces.first().is_some_and(|face| Val(*face).kind() == Kind::Word)
    }
    /// The face with this number, counted from 1: `#4` is the fourth face.
    pub fn face_at(&self, number: u32) -> Option<i64> {
        self.faces.get((number as usize).checked_sub(1)?).copied()
    }
}

/// Parses the number of a face: 4 for `#4`. The first face is `#1`.
pub fn face_number(word: &str) -> Option<u32> {
    word.strip_prefix('#')?.parse().ok().filter(|number| *number > 0)
}

impl Board {
    /// The text of a face: its number, or the id of its word.
    pub fn face_text(&self, face: i64) -> String {
        match Val(face).index(Kind::Word).and_then(|index| self.labels.words.get(index)) {
            Some(word) => word.id.clone(),
            None => face.to_string(),
        }
    }
    /// The texts of faces, in order: `5 2 6`.
    pub fn face_list_text(&self, faces: &[i64]) -> String {
        faces.iter().map(|face| self.face_text(*face)).collect::<Vec<_>>().join(" ")
    }
    /// The texts of the distinct faces: numbers ascending, words in face order.
    pub fn face_texts(&self, die: &Die) -> Vec<String> {
        die.distinct_faces().into_iter().map(|(face, _)| self.face_text(face)).collect()
    }
    /// The face of a die with this text.
    pub fn parse_face(&self, die: &Die, word: &str) -> Option<i64> {
        match die.has_words() {
            true => die.faces.iter().copied().find(|face| self.face_text(*face) == word),
            false => word.parse().ok().filter(|face| die.faces.contains(face)),
        }
    }
    /// The face of a die that a person typed: its text, the number of the face (`#4`), or an unambiguous prefix of its
    /// word.
    pub fn parse_typed_face(&self, die: &Die, typed: &str) -> Option<i64> {
        let by_number = || face_number(typed).and_then(|number| die.face_at(number));
        let by_prefix = || {
            let faces = die.distinct_faces().into_iter().map(|(face, _)| face);
            let mut matching = faces.filter(|face| die.has_words() && self.face_text(*face).starts_with(typed));
            matching.next().filter(|_| !typed.is_empty() && matching.next().is_none())
        };
        self.parse_face(die, typed).or_else(by_number).or_else(by_prefix)
    }
    /// The face with this text on any of the dice. Use it for outcomes that people enter before it is known which die
    /// will be rolled.
    pub fn find_face(&self, word: &str) -> Option<i64> {
        self.dice.iter().find_map(|die| self.parse_face(die, word))
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
        board.labels.words = ["hit", "miss", "retreat"].map(|id| Label { id: id.into(), ..Label::default() }).into();
        let [hit, miss, retreat] = [0, 1, 2].map(|word| Val::word(WordId::new(word)).0);
        board.dice = vec![
            Die::new("d2", [1, 2]),
            Die::new("odd", [-1, 7, 7]),
            Die::new("white", [miss, miss, retreat, hit, hit]),
        ];
        board
    }

    #[test]
    fn parsing_and_writing_a_face_are_inverse() {
        let board = board();
        for (word, face) in [("2", Some(2)), ("7", Some(7)), ("-1", Some(-1)), ("3", None), ("two", None), ("", None)] {
            assert_eq!(board.find_face(word), face, "{word}");
            assert_eq!(face.map(|face| board.face_text(face)), face.map(|_| word.to_owned()));
        }
        assert_eq!(board.parse_face(&board.dice[0], "7"), None, "7 is a face of another die");
        assert_eq!(board.face_list_text(&[7, -1]), "7 -1");
        let hit = board.find_face("hit").unwrap_or_default();
        assert_eq!((board.face_text(hit).as_str(), board.parse_face(&board.dice[1], "hit")), ("hit", None));
    }

    #[test]
    fn distinct_faces_of_words_keep_face_order() {
        let board = board();
        let counts: Vec<u128> = board.dice[2].distinct_faces().into_iter().map(|(_, n)| n).collect();
        assert_eq!((board.face_texts(&board.dice[2]).join(" ").as_str(), counts), ("miss retreat hit", vec![2, 1, 2]));
        assert_eq!(board.face_texts(&board.dice[1]), ["-1", "7"]);
    }

    #[test]
    fn a_face_can_be_typed_as_a_prefix_or_as_its_number() {
        let board = board();
        let (d2, white) = (&board.dice[0], &board.dice[2]);
        let word = |typed| board.parse_typed_face(white, typed).map(|face| board.face_text(face));
        assert_eq!([word("h"), word("retr")], [Some("hit".to_owned()), Some("retreat".to_owned())]);
        assert_eq!([word("#1"), word("#4")], [Some("miss".to_owned()), Some("hit".to_owned())]);
        assert_eq!([word(""), word("#0"), word("#6"), word("x"), word("4")], [const { None }; 5]);
        assert_eq!([board.parse_typed_face(d2, "#2"), board.parse_typed_face(d2, "#3")], [Some(2), None]);
        assert_eq!([face_number("#12"), face_number("12"), face_number("#x")], [Some(12), None, None]);
    }

    #[test]
    fn a_target_is_a_minimum_or_a_list_of_words() {
        let board = board();
        let [hit, retreat, miss] = ["hit", "retreat", "miss"].map(|word| board.find_face(word).unwrap_or_default());
        let words = Target::OneOf(vec![hit, retreat]);
        assert_eq!([hit, retreat, miss].map(|face| words.is_met(face)), [true, true, false]);
        assert_eq!(words.text(&board), "hit or retreat");
        assert_eq!([4, 5, 6].map(|face| Target::AtLeast(5).is_met(face)), [false, true, true]);
        assert_eq!(Target::AtLeast(5).text(&board), "5 or more");
    }
}
