//! What is asked without being done: what is offered, what is refused and why.

use super::{Done, Game, rule_error, texts};
use crate::items::contains;
use crate::report::{Failure, Mismatch};
use crate::resolve::Mode;
use cardwright_script::RunError;
use cardwright_state::SideId;
use cardwright_table::line::{self, Halt, Matching, Narrowing};
use cardwright_table::{Explanation, PlayError, label};

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

    /// Tries a line without outcomes and takes back whatever it did; the reasons if it is refused.
    pub(super) fn attempt(&mut self, side: SideId, words: &[String]) -> Done<Option<Vec<Explanation>>> {
        let home = self.table.here();
        let (dice, draw) = (std::mem::take(&mut self.dice), std::mem::take(&mut self.draw));
        let pick = std::mem::take(&mut self.pick);
        let moves = self.moves.len();
        self.table.forced_only(true);
        let done = self.tried(side, words);
        self.table.forced_only(!self.random);
        if self.table.here() != home {
            self.table.goto(home).map_err(|e| self.fail(e.to_string()))?;
        }
        self.moves.truncate(moves);
        (self.dice, self.draw, self.pick) = (dice, draw, pick);
        done
    }

    pub(super) fn tried(&mut self, side: SideId, words: &[String]) -> Done<Option<Vec<Explanation>>> {
        match self.walk(side, words, false, true) {
            Ok(walked) => self.is_whole(&walked).map(|()| None),
            Err(Halt::Misfit { rest, .. }) => {
                self.reasons(side, &rest).map(Some).map_err(|e| self.fail(rule_error(&e)))
            }
            Err(Halt::WrongSide { .. } | Halt::Over { .. }) => {
                let says = format!("{}, not {}", self.asked(), self.name(side));
                Ok(Some(vec![engine_reason(says)]))
            }
            Err(Halt::Failed { error: PlayError::Rule { error: RunError::Chance { message, .. }, .. }, .. }) => {
                Ok(Some(vec![engine_reason(message)]))
            }
            Err(Halt::Failed { error, .. }) => Err(self.broke(&error)),
        }
    }

    pub(super) fn refuse(&mut self, side: SideId, words: &[String], reason: Option<&str>) -> Done {
        let Some(found) = self.attempt(side, words)? else {
            let mut why = self.fail(format!("`{}` is legal", words.join(" ")));
            let first = words.first();
            why.offered = self.table.row_words().iter().filter(|r| r.first() == first).map(|r| r.join(" ")).collect();
            return Err(why);
        };
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
            Some(found) => found,
            None => self.offered_because(side, words),
        };
        if found.iter().any(|e| speaks(e, text)) {
            return Ok(());
        }
        let message = found.iter().map(reason_line).collect();
        Err(self.unexplained(text, message, "there is nothing to say"))
    }

    /// The row that the words mean of what stands open for the asked side itself, if they begin no row of its choice.
    pub(super) fn own_beside(&mut self, side: SideId, words: &[String]) -> Option<usize> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        if line::narrow(self.table.row_words(), &words, Matching::Whole).is_ok() {
            return None;
        }
        let rows = self.table.standing_words(side).unwrap_or_default();
        match line::narrow(&rows, &words, Matching::Whole) {
            Ok(Narrowing::Row { index, used, .. }) if used > 0 => Some(index),
            _ => None,
        }
    }

    /// Why a line is offered: what is asked, and the row in plain language.
    pub(super) fn offered_because(&mut self, side: SideId, words: &[String]) -> Vec<Explanation> {
        let text = words.join(" ");
        if self.is_beside(side) {
            let rows = self.table.standing(side, label::Audience::Open).unwrap_or_default();
            return rows.into_iter().filter(|r| text.starts_with(&r.text)).map(|r| engine_reason(r.label)).collect();
        }
        if let Some(row) = self.own_beside(side, words) {
            let rows = self.table.standing(side, label::Audience::Open).unwrap_or_default();
            return rows.into_iter().skip(row).take(1).map(|r| engine_reason(r.label)).collect();
        }
        let Some(prompt) = self.table.prompt(label::Audience::Open) else { return Vec::new() };
        let row = prompt.rows.iter().find(|r| text.starts_with(&r.text));
        std::iter::once(prompt.text.clone()).chain(row.map(|r| r.label.clone())).map(engine_reason).collect()
    }
}

/// Something the engine, not a rule, has to say.
fn engine_reason(says: String) -> Explanation {
    Explanation { key: String::new(), action: None, says, rule: String::new(), fell: Vec::new(), at: String::new() }
}

fn speaks(of: &Explanation, text: &str) -> bool {
    [&of.says, &of.key, &of.rule].iter().any(|t| contains(t, text))
}

pub(super) fn reason_line(of: &Explanation) -> String {
    let rule = if of.rule.is_empty() { String::new() } else { format!(" [{}]", of.rule) };
    let key = if of.key.is_empty() { String::new() } else { format!(" ({})", of.key) };
    let at = if of.at.is_empty() { String::new() } else { format!(", {}", of.at) };
    format!("{}{key}{rule}{at}", of.says)
}
