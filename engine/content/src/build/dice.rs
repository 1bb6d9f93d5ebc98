//! Dice and their faces.

use super::entry::{ENTRY, ID};
use super::{Builder, NUMBER};
use crate::form::{Form, Holds, may, needed};
use crate::ident::{self, Spelling};
use crate::located::Raw;
use crate::shape::Keys;
use cardwright_state::board::Die;
use cardwright_state::{Kind, Val, WordId};

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
                Holds::AnyOf(&[Holds::List(&NUMBER), Holds::List(&Holds::Id)]),
                "What stands on each face, 1 to 1000 of them, as likely as each other: numbers, or ids of words, of which each is a word of the game from here on (`WORD.hit` in scripts, with a label of its own in `text.toml` if it is to have one). A face may come twice. The first word counts as the least face and the last as the greatest, where a rule rolls on trial.",
                "[\"miss\", \"miss\", \"retreat\", \"hit\"]",
            ),
            may("name", Holds::Line, "", "What people call it: the log does.", "\"six-sided die\""),
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
            let name = keys.text("name");
            let given = keys.need("faces").map(|f| f.place());
            let many = keys.list("faces").map_or(0, <[_]>::len);
            let faces = self.die_faces(&keys);
            if let Some(at) = given.filter(|_| many == 0 || many > MOST_DIE_FACES) {
                let problem = at.error("content::bad-range", format!("{} has {many} faces", keys.what));
                self.problems.push(problem.label(format!("must be 1 to {MOST_DIE_FACES}")));
            }
            let mut die = Die::new(entry.id.value.clone(), faces);
            if let Some(name) = name {
                die.name = name.value;
            }
            self.board.dice.push(die);
            self.close("die", entry, keys);
        }
    }

    /// Numbers, or words, which are words of the game from here on.
    fn die_faces(&mut self, keys: &Keys<'_>) -> Vec<i64> {
        let list = keys.list("faces").unwrap_or_default();
        let text = list.iter().find(|face| matches!(face.value, Raw::Text(_)));
        let number = list.iter().find(|face| matches!(face.value, Raw::Number(_)));
        match (text, number) {
            (None, _) => keys.numbers("faces").into_iter().map(|n| n.value).collect(),
            (Some(text), Some(number)) => {
                // What the first is all are to be: the other is the slip.
                let (odd, is) = match list.first().map(|face| &face.value) {
                    Some(Raw::Text(_)) => (number, "this is a number among words"),
                    _ => (text, "this is a word among numbers"),
                };
                let message = format!("{} has both words and numbers on its faces", keys.what);
                let problem = odd.error("content::mixed-faces", message).label(is);
                let help =
                    "a die shows numbers, or words: write each face as a word (`\"one\"`), or make two dice of it";
                self.problems.push(problem.help(help));
                Vec::new()
            }
            (Some(_), None) => {
                let words = keys.texts("faces");
                words.iter().filter(|word| ident::check(word, "face", Spelling::Kebab, self.problems)).for_each(
                    |word| {
                        self.word(&word.value);
                    },
                );
                let known = |id: &str| self.board.words.iter().position(|word| word.id == id);
                words.iter().filter_map(|word| Some(Val::word(WordId::new(known(&word.value)?)).0)).collect()
            }
        }
    }
}
