//! Dice and their faces.

use super::builder::Builder;
use super::common_keys::{ENTRY, ID, NUMBER};
use crate::ident::{self, Spelling};
use crate::located::TomlValue;
use crate::table_reader::TableReader;
use crate::table_schema::schema;
use cardwright_state::board::Die;
use cardwright_state::{Kind, Val, WordId};

/// The most faces of a die.
const MAX_FACES: usize = 1000;

schema! {
    /// A die. Scripts roll it: `roll(D6, 2)`.
    pub(crate) static DIE = "die";
    keys {
        "id" = shared(ID);
        /// The faces, 1 to 1000, all equally likely: numbers, or words. Each word becomes a word of the game: scripts
        /// write `WORD.hit`, and `text.toml` may give it a label. A face may occur several times. In a trial, the first
        /// word counts as the lowest face and the last as the highest.
        "faces" = required_in_new_entry(
            AnyOf(&[List(&NUMBER), List(&Id)]),
            "[\"miss\", \"miss\", \"retreat\", \"hit\"]",
        );
        /// The name in the log.
        "name" = optional(Line, "", "\"six-sided die\"");
    } + ENTRY
    example "[[die]]\nid = \"d6\"\nfaces = [1, 2, 3, 4, 5, 6]"
}

impl Builder<'_> {
    pub(super) fn read_dice(&mut self) {
        for (entry, keys) in self.open_entries("die", &DIE) {
            self.add_global(Kind::Die, &entry.id, "die");
            let name = keys.text("name");
            let place = keys.need("faces").map(|faces| faces.place());
            let face_count = keys.list("faces").map_or(0, <[_]>::len);
            let faces = self.read_die_faces(&keys);
            if let Some(place) = place.filter(|_| face_count == 0 || face_count > MAX_FACES) {
                let problem = place.error("content::bad-range", format!("{} has {face_count} faces", keys.table_name));
                self.problems.push(problem.label(format!("must be 1 to {MAX_FACES}")));
            }
            let mut die = Die::new(entry.id.value.clone(), faces);
            if let Some(name) = name {
                die.name = name.value;
            }
            self.board.dice.push(die);
            self.close_entry("die", entry, keys);
        }
    }

    /// Reads the faces of a die, which are numbers or words, and declares the words.
    fn read_die_faces(&mut self, keys: &TableReader<'_>) -> Vec<i64> {
        let list = keys.list("faces").unwrap_or_default();
        let first_text = list.iter().find(|face| matches!(face.value, TomlValue::Text(_)));
        let first_number = list.iter().find(|face| matches!(face.value, TomlValue::Number(_)));
        match (first_text, first_number) {
            (None, _) => keys.numbers("faces").into_iter().map(|n| n.value).collect(),
            (Some(text), Some(number)) => {
                // The first face decides whether the faces are words or numbers. A face of the other type is the error.
                let (wrong_face, label) = match list.first().map(|face| &face.value) {
                    Some(TomlValue::Text(_)) => (number, "a number among words"),
                    _ => (text, "a word among numbers"),
                };
                let message = format!("{} has both words and numbers on its faces", keys.table_name);
                let problem = wrong_face.error("content::mixed-faces", message).label(label);
                let help = "use words for all faces (`\"one\"`), or declare two dice";
                self.problems.push(problem.help(help));
                Vec::new()
            }
            (Some(_), None) => {
                let words = keys.texts("faces");
                for word in &words {
                    if ident::check(word, "face", Spelling::Kebab, self.problems) {
                        self.add_word(&word.value);
                    }
                }
                let word_index = |id: &str| self.board.labels.words.iter().position(|word| word.id == id);
                words.iter().filter_map(|word| Some(Val::word(WordId::new(word_index(&word.value)?)).0)).collect()
            }
        }
    }
}
