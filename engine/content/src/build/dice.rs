//! Dice and their faces.

use super::Builder;
use cardwright_state::board::Die;

const MOST_DIE_FACES: usize = 1000;

impl Builder<'_> {
    pub(super) fn dice(&mut self) {
        for (entry, keys) in self.entries("die") {
            self.global(&entry.id, "die");
            keys.know("name");
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
