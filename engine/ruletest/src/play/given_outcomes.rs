//! `dice`, `draw` and `pick` lines: gives their outcomes to the table and checks that all of them are used.

use super::{RunResult, TestRun};
use crate::prepared::{BodyLine, GivenOutcomes, Statement};
use crate::report::Failure;
use cardwright_script::ForcedOutcome;
use cardwright_table::outcome_words;

impl GivenOutcomes {
    /// The lists by keyword.
    fn lists(&self) -> [(&'static str, &Option<Vec<ForcedOutcome>>); 3] {
        [("dice", &self.dice), ("draw", &self.draw), ("pick", &self.pick)]
    }

    /// All outcomes: dice, then draws, then picks.
    pub(super) fn all(&self) -> Vec<ForcedOutcome> {
        self.lists().into_iter().flat_map(|(_, list)| list.iter().flatten().cloned()).collect()
    }
}

/// The keyword of the list that an outcome belongs to.
fn keyword(outcome: &ForcedOutcome) -> &'static str {
    match outcome {
        ForcedOutcome::Face(_) | ForcedOutcome::FaceAt(_) => "dice",
        ForcedOutcome::Card(_) | ForcedOutcome::TableCard(_) => "draw",
        ForcedOutcome::Pick(_) => "pick",
    }
}

impl TestRun<'_> {
    /// Gives the lists below a line to the table. Fails if an earlier list of the same kind is not used up.
    pub(super) fn give(&mut self, chance: &GivenOutcomes) -> RunResult {
        for (name, given) in chance.lists() {
            if given.is_some()
                && let Some(left) = self.unread_of_kind(name)
            {
                return Err(self.fail(format!("earlier outcomes were not used: `{left}`")));
            }
        }
        if chance.line > 0 {
            self.given_line = chance.line;
        }
        self.table.force(chance.all());
        self.given_outcomes.extend(chance.all());
        Ok(())
    }

    /// Fails if any given outcome was not used.
    pub(super) fn check_all_read(&self, line: usize) -> RunResult {
        let Some(left) = ["dice", "draw", "pick"].into_iter().find_map(|name| self.unread_of_kind(name)) else {
            return Ok(());
        };
        let message = vec![format!("outcomes were not used: `{left}`")];
        let statement = self.test.text(line);
        Err(Box::new(Failure { line, statement, message, ..Failure::default() }))
    }

    /// The unused outcomes of one kind as text; `None` if there are none.
    fn unread_of_kind(&self, name: &str) -> Option<String> {
        let board = self.table.board();
        let those = self.table.forced().iter().filter(|outcome| keyword(outcome) == name);
        let words: Vec<String> = those.map(|outcome| outcome_words::bare_text(board, outcome)).collect();
        (!words.is_empty()).then(|| format!("{name} {}", words.join(" ")))
    }
}

/// The outcomes of a line together with those of the `decide` lines below it: the rules act for non-players while the
/// line is played.
pub(super) fn with_decisions(chance: &GivenOutcomes, below: &[BodyLine]) -> GivenOutcomes {
    let mut out = chance.clone();
    let belongs = |line: &&BodyLine| {
        matches!(
            line.statement,
            Statement::Decide { .. } | Statement::Expect(_) | Statement::At { .. } | Statement::Now
        )
    };
    for line in below.iter().take_while(belongs) {
        let Statement::Decide { chance: more, .. } = &line.statement else { continue };
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
