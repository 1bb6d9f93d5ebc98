//! The faces of dice in words: how an outcome is written wherever people read it, and which one they mean by a word.
//!
//! A face is a number here and to the rules; only this file knows how it is spelt.

use crate::board::{Board, Die};

impl Die {
    /// How a face is written.
    pub fn word(&self, face: i64) -> String {
        face.to_string()
    }
    /// Faces as they are written, in their order: `5 2 6`.
    pub fn words(&self, faces: &[i64]) -> String {
        faces.iter().map(|face| self.word(*face)).collect::<Vec<_>>().join(" ")
    }
    /// The face of this die that a word means.
    pub fn face(&self, word: &str) -> Option<i64> {
        word.parse().ok().filter(|face| self.faces.contains(face))
    }
}

impl Board {
    /// The face that a word means on one of the dice: outcomes are given before it is known which is rolled.
    pub fn face(&self, word: &str) -> Option<i64> {
        self.dice.iter().find_map(|die| die.face(word))
    }
    /// How a face that some die has is written.
    pub fn face_word(&self, face: i64) -> String {
        let die = self.dice.iter().find(|die| die.faces.contains(&face));
        die.map_or_else(|| face.to_string(), |die| die.word(face))
    }
}

#[cfg(test)]
mod tests {
    use super::{Board, Die};

    #[test]
    fn a_word_means_a_face_that_some_die_has_and_is_written_so_again() {
        let mut board = Board::default();
        board.dice = vec![Die::new("d2", [1, 2]), Die::new("odd", [-1, 7, 7])];
        for (word, face) in [("2", Some(2)), ("7", Some(7)), ("-1", Some(-1)), ("3", None), ("two", None), ("", None)] {
            assert_eq!(board.face(word), face, "{word}");
            assert_eq!(face.map(|face| board.face_word(face)), face.map(|_| word.to_owned()));
        }
        assert_eq!(board.dice[0].face("7"), None, "another die's");
        assert_eq!(board.dice[1].words(&[7, -1]), "7 -1");
    }
}
