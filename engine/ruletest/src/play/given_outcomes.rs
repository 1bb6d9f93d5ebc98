//! `dice`, `draw` and `pick` lines: gives their outcomes to the table and checks that all of them are used.

use super::{RunResult, TestRun};
use crate::prepared::{BodyLine, GivenOutcomes, Statement};
use crate::report::Failure;
use cardwright_script::ForcedOutcome;
use cardwright_table::outcome_words;

impl GivenOutcomes {
    /// The lists, each with its keyword.
    fn lists(&self) -> [(&'static str, &Option<Vec<ForcedOutcome>>); 3] {
        [("dice", &self.dice), ("draw", &self.draw), ("pick", &self.pick)]
    }

    /// All outcomes: dice, then draws, then picks.
    pub(super) fn all(&self) -> Vec<ForcedOutcome> {
        self.lists().into_iter().flat_map(|(_, list)| list.iter().flatten().cloned()).collect()
    }
}

/// Returns the keyword of the list to which an outcome belongs.
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
        for (keyword, list) in chance.lists() {
            if list.is_some()
                && let Some(unused) = self.unused_outcomes(keyword)
            {
                return Err(self.fail(format!("earlier outcomes were not used: `{unused}`")));
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
        let keywords = ["dice", "draw", "pick"];
        let Some(unused) = keywords.into_iter().find_map(|keyword| self.unused_outcomes(keyword)) else {
            return Ok(());
        };
        let message = vec![format!("outcomes were not used: `{unused}`")];
        let statement = self.test.text(line);
        Err(Box::new(Failure { line, statement, message, ..Failure::default() }))
    }

    /// Writes the unused outcomes of the list with this keyword. Returns `None` if there are none.
    fn unused_outcomes(&self, list_keyword: &str) -> Option<String> {
        let board = self.table.board();
        let unused = self.table.forced().iter().filter(|outcome| keyword(outcome) == list_keyword);
        let words: Vec<String> = unused.map(|outcome| outcome_words::bare_text(board, outcome)).collect();
        (!words.is_empty()).then(|| format!("{list_keyword} {}", words.join(" ")))
    }
}

/// Returns the outcomes of a line together with the outcomes of the `decide` lines below it, because the rules act for
/// non-players while the line is played.
pub(super) fn with_decisions(chance: &GivenOutcomes, below: &[BodyLine]) -> GivenOutcomes {
    let mut out = chance.clone();
    let is_part_of_play = |line: &&BodyLine| {
        matches!(
            line.statement,
            Statement::Decide { .. } | Statement::Expect(_) | Statement::At { .. } | Statement::Now
        )
    };
    for line in below.iter().take_while(is_part_of_play) {
        let Statement::Decide { chance: decided, .. } = &line.statement else { continue };
        let lists = [(&mut out.dice, &decided.dice), (&mut out.draw, &decided.draw), (&mut out.pick, &decided.pick)];
        for (list, added) in lists {
            if let Some(added) = added {
                list.get_or_insert_default().extend(added.iter().cloned());
            }
        }
        out.line = out.line.max(decided.line);
    }
    out
}
