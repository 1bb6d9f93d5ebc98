//! What is asked without being done: what is offered, what is refused and why.

use super::lines::{reason_line, reasons, walk};
use super::order::in_the_order_of_rows;
use super::{Done, Game, rule_error, texts};
use crate::items::contains;
use crate::ready::Mode;
use crate::report::{Failure, Mismatch};
use cardwright_script::RunError;
use cardwright_state::SideId;
use cardwright_table::line::{Answered, Chooser, Foreseen, Halt, Pending, Pick};
use cardwright_table::{Explanation, Fork, PlayError, RowView, label};

impl Game<'_> {
    pub(super) fn offer(&mut self, side: SideId, mode: Mode, rows: &[Vec<String>]) -> Done {
        let there = if self.is_beside(side) {
            self.rows_beside(side)?
        } else {
            self.must_ask(side)?;
            let mut rows = self.table.row_words().to_vec();
            if mode != Mode::Exactly && self.table.stands(side) {
                rows.extend(self.rows_beside(side)?);
            }
            rows
        };
        let begins = |row: &[String]| there.iter().any(|r| r.starts_with(row));
        let (wrong, what): (Vec<String>, &str) = match mode {
            Mode::Has => (rows.iter().filter(|r| !begins(r)).map(|r| r.join(" ")).collect(), "missing"),
            Mode::Lacks => (rows.iter().filter(|r| begins(r)).map(|r| r.join(" ")).collect(), "too many"),
            Mode::Exactly => (rows.iter().filter(|r| !there.contains(r)).map(|r| r.join(" ")).collect(), "missing"),
        };
        let mut message = Vec::new();
        if mode == Mode::Lacks {
            message.extend(rows.iter().filter_map(|row| self.says_nothing("lacks", &there, row)));
        }
        if !wrong.is_empty() {
            message.push(format!("{what}: {}", wrong.join(" | ")));
        }
        if mode == Mode::Exactly {
            let more: Vec<String> = there.iter().filter(|r| !rows.contains(r)).map(|r| r.join(" ")).collect();
            if !more.is_empty() {
                message.push(format!("too many: {}", more.join(" | ")));
            }
        }
        if message.is_empty() {
            return Ok(());
        }
        let mut why = self.fail_with(message);
        why.offered = texts(&there);
        Err(why)
    }

    /// What is wrong with words that no row could ever say in this order.
    fn says_nothing(&self, what: &str, there: &[Vec<String>], words: &[String]) -> Option<String> {
        let meant = in_the_order_of_rows(self.table.board(), there, words)?;
        let written = words.join(" ");
        Some(format!("`{what} {written}` says nothing: no row here can begin so; did you mean `{meant}`?"))
    }

    /// Tries a line without outcomes, up to its last answer, which is not given.
    fn attempt(&mut self, side: SideId, words: &[String]) -> Done<Tried> {
        let (walked, first, refused) = self.table.try_out(|fork| {
            let mut trying = Trying { fork, first: None };
            let walked = walk(&mut trying, side, words, false);
            let (first, game) = (trying.first, trying.fork.game());
            let refused = match &walked {
                Err(Halt::Misfit { rest, .. }) => reasons(game, side, rest),
                _ => Ok(Vec::new()),
            };
            (walked, first, refused)
        });
        match walked {
            Ok(walked) => self.is_whole(&walked).map(|()| Tried::Legal { first }),
            Err(Halt::Misfit { .. }) => refused.map(Tried::Refused).map_err(|e| self.fail(rule_error(&e))),
            Err(halt @ (Halt::WrongSide { .. } | Halt::Over { .. })) => {
                let asked = match halt {
                    Halt::WrongSide { asked, .. } => Some(asked),
                    _ => None,
                };
                let says = format!("{}, not {}", self.asks(asked), self.name(side));
                Ok(Tried::Refused(vec![engine_reason(says)]))
            }
            Err(Halt::Failed { error: PlayError::Rule { error: RunError::Chance { message, .. }, .. }, .. }) => {
                Ok(Tried::Refused(vec![engine_reason(message)]))
            }
            Err(Halt::Failed { error, .. }) => Err(self.broke(&error)),
        }
    }

    pub(super) fn refuse(&mut self, side: SideId, words: &[String], reason: Option<&str>) -> Done {
        let Tried::Refused(found) = self.attempt(side, words)? else {
            let mut why = self.fail(format!("`{}` is legal", words.join(" ")));
            let first = words.first();
            why.offered = self.table.row_words().iter().filter(|r| r.first() == first).map(|r| r.join(" ")).collect();
            return Err(why);
        };
        if self.table.asked() == Some(side) && !self.table.stands(side) {
            let there = self.table.row_words().to_vec();
            let longest = there.iter().map(Vec::len).max().unwrap_or_default();
            let first = &words[..words.len().min(longest)];
            if let Some(message) = self.says_nothing("refuse", &there, first) {
                return Err(self.fail(message));
            }
        }
        match reason {
            Some(text) if !found.iter().any(|e| speaks(e, text)) => {
                let message = found.iter().map(reason_line).collect();
                Err(self.unexplained(text, message, "refused, but no reason is given"))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn unexplained(&self, wanted: &str, mut found: Vec<String>, nothing: &str) -> Box<Failure> {
        if found.is_empty() {
            found.push(nothing.to_owned());
        }
        let mut why = self.fail_with(Vec::new());
        why.mismatches.push(Mismatch { expected: format!("~ {wanted}"), found: found.remove(0), changed: false });
        why.message = found;
        why
    }

    pub(super) fn why(&mut self, side: SideId, words: &[String], text: &str) -> Done {
        let found = match self.attempt(side, words)? {
            Tried::Refused(found) => found,
            Tried::Legal { first } => self.offered_because(first),
        };
        if found.iter().any(|e| speaks(e, text)) {
            return Ok(());
        }
        let message = found.iter().map(reason_line).collect();
        Err(self.unexplained(text, message, "there is nothing to say"))
    }

    /// Why a line is offered: what is asked, and its first row in plain language; and why that is unwise, if it is.
    fn offered_because(&mut self, first: Option<Pick>) -> Vec<Explanation> {
        let row = |rows: Vec<RowView>, pick: Pick| rows.into_iter().nth(pick.row).map(|row| row.label);
        if let Some(pick) = first.filter(|pick| pick.beside) {
            let rows = self.table.standing(pick.side, label::Audience::Open).unwrap_or_default();
            return row(rows, pick).map(engine_reason).into_iter().collect();
        }
        let Some(prompt) = self.table.prompt(label::Audience::Open) else { return Vec::new() };
        let label = first.and_then(|pick| row(prompt.rows, pick));
        let unwise = first.and_then(|pick| self.table.why_unwise(pick.row));
        std::iter::once(prompt.text).chain(label).map(engine_reason).chain(unwise).collect()
    }
}

/// What came of a line that was tried.
enum Tried {
    /// It can be played.
    Legal {
        /// The row that it names first.
        first: Option<Pick>,
    },
    /// It cannot.
    Refused(Vec<Explanation>),
}

/// A line while it is tried.
struct Trying<'f, 'g> {
    fork: &'f mut Fork<'g>,
    /// The row that it names first.
    first: Option<Pick>,
}

impl Chooser for Trying<'_, '_> {
    type Error = PlayError;
    fn pending(&self) -> Option<Pending<'_>> {
        self.fork.pending()
    }
    fn beside(&mut self, side: SideId) -> Result<Option<Vec<Vec<String>>>, PlayError> {
        self.fork.beside(side)
    }
    fn foresee(&mut self, rows: &[usize]) -> Option<Foreseen> {
        self.fork.foresee(rows)
    }
    fn answer(&mut self, pick: &Pick) -> Result<Answered, PlayError> {
        self.first.get_or_insert(*pick);
        match pick.left == 0 && !pick.automatic {
            true => Ok(Answered::Stop),
            false => self.fork.answer(pick),
        }
    }
}

/// Something the engine, not a rule, has to say.
fn engine_reason(says: String) -> Explanation {
    Explanation { says, ..Explanation::default() }
}

fn speaks(of: &Explanation, text: &str) -> bool {
    [&of.says, &of.key, &of.rule].iter().any(|t| contains(t, text))
}
