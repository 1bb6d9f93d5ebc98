//! Outcomes given by hand: which line they belong to, and whether all are used.

use super::{Done, Game};
use crate::ready::{Chance, Line, Step};
use crate::report::Failure;
use cardwright_script::Forced;
use cardwright_table::given;

impl Chance {
    /// Its lists, by the keyword of each.
    fn lists(&self) -> [(&'static str, &Option<Vec<Forced>>); 3] {
        [("dice", &self.dice), ("draw", &self.draw), ("pick", &self.pick)]
    }

    /// All of its outcomes.
    pub(super) fn all(&self) -> Vec<Forced> {
        self.lists().into_iter().flat_map(|(_, list)| list.iter().flatten().cloned()).collect()
    }
}

/// The keyword of the lists in which an outcome is given.
fn keyword(outcome: &Forced) -> &'static str {
    match outcome {
        Forced::Face(_) | Forced::FaceAt(_) => "dice",
        Forced::Card(_) | Forced::Drawn(_) => "draw",
        Forced::Pick(_) => "pick",
    }
}

impl Game<'_> {
    /// Takes up the lists below a line; what an earlier list of the kind has left fails.
    pub(super) fn give(&mut self, chance: &Chance) -> Done {
        for (name, given) in chance.lists() {
            if given.is_some()
                && let Some(left) = self.left(name)
            {
                return Err(self.fail(format!("outcomes given earlier are left: `{left}`")));
            }
        }
        if chance.line > 0 {
            self.given_line = chance.line;
        }
        self.table.force(chance.all());
        self.given.extend(chance.all());
        Ok(())
    }

    /// Outcomes nothing has read.
    pub(super) fn unread(&self, line: usize) -> Done {
        let Some(left) = ["dice", "draw", "pick"].into_iter().find_map(|name| self.left(name)) else { return Ok(()) };
        let message = vec![format!("outcomes are left that nothing asked for: `{left}`")];
        let statement = self.of.text(line);
        Err(Box::new(Failure { line, statement, message, ..Failure::default() }))
    }

    /// The outcomes of a kind that wait, as they are written; none where none does.
    fn left(&self, name: &str) -> Option<String> {
        let board = self.table.board();
        let those = self.table.forced().iter().filter(|outcome| keyword(outcome) == name);
        let words: Vec<String> = those.map(|outcome| given::bare(board, outcome)).collect();
        (!words.is_empty()).then(|| format!("{name} {}", words.join(" ")))
    }
}

/// The outcomes of a line and of the `decide` lines that belong to it: rules go on at once, so all of these are read while
/// the line is played.
pub(super) fn with_decisions(chance: &Chance, below: &[Line]) -> Chance {
    let mut out = chance.clone();
    let belongs =
        |line: &&Line| matches!(line.step, Step::Decide { .. } | Step::Expect(_) | Step::At { .. } | Step::Now);
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
