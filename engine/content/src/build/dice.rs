//! Dice and their faces.

use super::entry::{ENTRY, ID};
use super::{Builder, NUMBER};
use crate::form::{Form, Holds, may, needed};
use cardwright_state::Kind;
use cardwright_state::board::Die;

const MOST_DIE_FACES: usize = 1000;

/// `[[die]]`.
pub(crate) static DIE: Form = Form {
    of: "die",
    doc: "A die, which scripts roll: `roll(D6, 2)`.",
    keys: &[
        &[
            ID,
            needed(
                "faces",
                Holds::List(&NUMBER),
                "The number on each face, 1 to 1000 of them, as likely as each other; a number may come twice.",
                "[1, 2, 3, 4, 5, 6]",
            ),
            may("name", Holds::Line, "", "What people call it.", "\"six-sided die\""),
        ],
        &ENTRY,
    ],
    more: &[],
    example: "[[die]]\nid = \"d6\"\nfaces = [1, 2, 3, 4, 5, 6]",
};

impl Builder<'_> {
    pub(super) fn dice(&mut self) {
        for (entry, keys) in self.entries("die") {
            self.global(Kind::Die, &entry.id, "die");
            keys.note("name");
            let given = keys.need("faces").map(|f| f.place());
            let faces: Vec<i64> = keys.numbers("faces").into_iter().map(|n| n.value).collect();
            if let Some(at) = given.filter(|_| faces.is_empty() || faces.len() > MOST_DIE_FACES) {
                let problem = at.error("content::bad-range", format!("{} has {} faces", keys.what, faces.len()));
                self.problems.push(problem.label(format!("must be 1 to {MOST_DIE_FACES}")));
            }
            self.board.dice.push(Die::new(entry.id.value.clone(), faces));
            self.close("die", entry, keys);
        }
    }
}
