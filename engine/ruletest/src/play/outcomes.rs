//! Outcomes given by hand: which line they belong to, and whether all are used.

use super::{Done, Game};
use crate::report::Failure;
use crate::resolve::{Chance, Line, Step};
use cardwright_script::{Forced, Program};
use cardwright_table::PlayError;

impl Game<'_> {
    pub(super) fn keep_unused(&mut self) {
        let left = self.table.take_forced();
        let of = |kind: &str| left.iter().filter(|f| f.starts_with(kind)).cloned().collect();
        (self.draw, self.pick) = (of("card:"), of("pick:"));
        self.dice = left.into_iter().filter(|f| !f.contains(':')).collect();
    }

    /// Gives the table the outcomes not yet used.
    pub(super) fn force(&mut self) -> Result<(), PlayError> {
        let outcomes: Vec<&str> = self.dice.iter().chain(&self.draw).chain(&self.pick).map(String::as_str).collect();
        self.table.force(&outcomes)
    }

    /// Takes up the lists below a line; what an earlier list of the kind has left fails.
    pub(super) fn give(&mut self, chance: &Chance) -> Done {
        let lists = [
            ("dice", &self.dice, &chance.dice),
            ("draw", &self.draw, &chance.draw),
            ("pick", &self.pick, &chance.pick),
        ];
        for (name, queue, given) in lists {
            if given.is_some() && !queue.is_empty() {
                return Err(self.fail(format!("outcomes given earlier are left: `{name} {}`", shown(queue))));
            }
        }
        for (queue, given) in
            [(&mut self.dice, &chance.dice), (&mut self.draw, &chance.draw), (&mut self.pick, &chance.pick)]
        {
            if let Some(given) = given {
                queue.clone_from(given);
            }
        }
        if chance.line > 0 {
            self.given_line = chance.line;
        }
        self.given.extend(forced(&self.of.loaded.program, chance));
        Ok(())
    }

    /// Outcomes nothing has read.
    pub(super) fn unread(&self, line: usize) -> Done {
        for (name, queue) in [("dice", &self.dice), ("draw", &self.draw), ("pick", &self.pick)] {
            if !queue.is_empty() {
                let left = shown(queue);
                let message = vec![format!("outcomes are left that nothing asked for: `{name} {left}`")];
                let statement = self.of.text(line);
                return Err(Box::new(Failure { line, statement, message, ..Failure::default() }));
            }
        }
        Ok(())
    }
}

/// A list of outcomes as written.
fn shown(queue: &[String]) -> String {
    let bare = |f: &String| ["card:", "pick:"].iter().find_map(|kind| f.strip_prefix(kind)).unwrap_or(f).to_owned();
    queue.iter().map(bare).collect::<Vec<_>>().join(" ")
}

/// The outcomes of a line and of the `decide` lines that belong to it: rules go on at once, so all of these are read while
/// the line is played.
pub(super) fn with_decisions(chance: &Chance, below: &[Line]) -> Chance {
    let mut out = chance.clone();
    let belongs = |line: &&Line| matches!(line.step, Step::Decide { .. } | Step::Expect(_));
    for line in below.iter().take_while(belongs) {
        let Step::Decide { chance: more, .. } = &line.step else { continue };
        let lists = [(&mut out.dice, &more.dice), (&mut out.draw, &more.draw), (&mut out.pick, &more.pick)];
        for (all, more) in lists {
            if let Some(more) = more {
                all.get_or_insert_default().extend(more.iter().cloned());
            }
        }
        out.line = out.line.max(more.line);
    }
    out
}

pub(super) fn forced(program: &Program, chance: &Chance) -> Vec<Forced> {
    let faces = chance.dice.iter().flatten().filter_map(|word| program.board.face(word)).map(Forced::Face);
    let card = |w: &String| program.board.card(w.strip_prefix("card:")?).map(Forced::Card);
    let pick = |w: &String| w.strip_prefix("pick:").map(|id| Forced::Pick(id.to_owned()));
    let cards = chance.draw.iter().flatten().filter_map(card);
    faces.chain(cards).chain(chance.pick.iter().flatten().filter_map(pick)).collect()
}
