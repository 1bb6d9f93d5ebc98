//! Plays `offer`, `refuse` and `why` lines, which never change the game.

use super::play_line::{parse_line, reason_line, reasons};
use super::word_order::reordered_like_a_row;
use super::{RunResult, TestRun, row_texts, rule_error};
use crate::items::contains;
use crate::prepared::OfferMode;
use crate::report::{Failure, Mismatch};
use cardwright_script::RunError;
use cardwright_state::{Answer, SideId};
use cardwright_table::line::{AnswerOutcome, GameCursor, LookaheadChoice, ParseStop, Pending, PickedRow};
use cardwright_table::{Explanation, Fork, LineError, PlayError, RowView, Viewer, line};

impl TestRun<'_> {
    pub(super) fn offer(&mut self, side: SideId, mode: OfferMode, rows: &[Vec<String>]) -> RunResult {
        let offered = if self.has_only_standing_actions(side) {
            self.standing_rows(side)?
        } else {
            self.check_asked(side)?;
            let mut rows = self.table.row_words().to_vec();
            if mode != OfferMode::Exactly && self.table.game().has_standing_actions(side) {
                rows.extend(self.standing_rows(side)?);
            }
            rows
        };
        let is_offered = |row: &[String]| offered.iter().any(|r| begins_with(r, row));
        let (wrong_rows, problem): (Vec<String>, &str) = match mode {
            OfferMode::Has => (rows.iter().filter(|r| !is_offered(r)).map(|r| r.join(" ")).collect(), "missing"),
            OfferMode::Lacks => (rows.iter().filter(|r| is_offered(r)).map(|r| r.join(" ")).collect(), "too many"),
            OfferMode::Exactly => {
                (rows.iter().filter(|r| !offered.contains(r)).map(|r| r.join(" ")).collect(), "missing")
            }
        };
        let mut message = Vec::new();
        if mode == OfferMode::Lacks {
            message.extend(rows.iter().filter_map(|row| self.impossible_order("lacks", &offered, row)));
        }
        if !wrong_rows.is_empty() {
            message.push(format!("{problem}: {}", wrong_rows.join(" | ")));
        }
        if mode == OfferMode::Exactly {
            let unlisted: Vec<String> = offered.iter().filter(|r| !rows.contains(r)).map(|r| r.join(" ")).collect();
            if !unlisted.is_empty() {
                message.push(format!("too many: {}", unlisted.join(" | ")));
            }
        }
        if message.is_empty() {
            return Ok(());
        }
        let mut failure = self.fail_with(message);
        failure.offered = row_texts(&offered);
        Err(failure)
    }

    /// Returns a message if the words stand in an order that no row of this choice can have. `keyword` is the word of
    /// the test before them: `lacks` or `refuse`.
    fn impossible_order(&self, keyword: &str, offered: &[Vec<String>], words: &[String]) -> Option<String> {
        let reordered = reordered_like_a_row(self.table.board(), offered, words)?;
        let written = words.join(" ");
        Some(format!(
            "`{keyword} {written}` always holds: no row has its words in this order; did you mean `{reordered}`?"
        ))
    }

    /// Tries a line without giving its last answer, and takes everything back.
    fn attempt(&mut self, side: SideId, words: &[String]) -> RunResult<Attempt> {
        let (parsed, first, refused) = self.table.try_out(|fork| {
            let mut cursor = AttemptCursor { fork, first: None };
            let parsed = parse_line(&mut cursor, side, words, false);
            let (first, game) = (cursor.first, cursor.fork.game());
            let refused = match &parsed {
                Err(ParseStop::Mismatch { rest, error, .. }) => {
                    reasons(game, side, rest).map(|found| match &found[..] {
                        [] => out_of_range(error).into_iter().collect(),
                        _ => found,
                    })
                }
                _ => Ok(Vec::new()),
            };
            (parsed, first, refused)
        });
        match parsed {
            Ok(parsed) => self.check_complete(&parsed).map(|()| Attempt::Legal { first }),
            Err(ParseStop::Mismatch { .. }) => refused.map(Attempt::Refused).map_err(|e| self.fail(rule_error(&e))),
            Err(stop @ (ParseStop::WrongSide { .. } | ParseStop::Over { .. })) => {
                let asked = match stop {
                    ParseStop::WrongSide { asked, .. } => Some(asked),
                    _ => None,
                };
                let message = format!("{}, not {}", self.asks_text(asked), self.side_name(side));
                Ok(Attempt::Refused(vec![engine_reason(message)]))
            }
            Err(ParseStop::Failed {
                error: PlayError::Rule { error: RunError::Chance { message, .. }, .. }, ..
            }) => Ok(Attempt::Refused(vec![engine_reason(message)])),
            Err(ParseStop::Failed { error, .. }) => Err(self.play_error(&error)),
        }
    }

    pub(super) fn refuse(&mut self, side: SideId, words: &[String], reason: Option<&str>) -> RunResult {
        let Attempt::Refused(found) = self.attempt(side, words)? else {
            let mut failure = self.fail(format!("`{}` is legal", words.join(" ")));
            let first = words.first();
            let similar_rows = self.table.row_words().iter().filter(|row| row.first() == first);
            failure.offered = similar_rows.map(|row| row.join(" ")).collect();
            return Err(failure);
        };
        if self.table.asked() == Some(side) && !self.table.game().has_standing_actions(side) {
            let offered = self.table.row_words().to_vec();
            let longest_row = offered.iter().map(Vec::len).max().unwrap_or_default();
            let first = &words[..words.len().min(longest_row)];
            if let Some(message) = self.impossible_order("refuse", &offered, first) {
                return Err(self.fail(message));
            }
        }
        match reason {
            Some(text) if !found.iter().any(|e| mentions(e, text)) => {
                let message = found.iter().map(reason_line).collect();
                Err(self.unexplained(text, message, "refused, but no reason is given"))
            }
            _ => Ok(()),
        }
    }

    /// Makes a failure for a reason that was expected but not found.
    pub(super) fn unexplained(&self, wanted: &str, mut found: Vec<String>, text_if_empty: &str) -> Box<Failure> {
        if found.is_empty() {
            found.push(text_if_empty.to_owned());
        }
        let mut failure = self.fail_with(Vec::new());
        failure.mismatches.push(Mismatch { expected: format!("~ {wanted}"), found: found.remove(0), changed: false });
        failure.message = found;
        failure
    }

    pub(super) fn why(&mut self, side: SideId, words: &[String], text: &str) -> RunResult {
        let found = match self.attempt(side, words)? {
            Attempt::Refused(found) => found,
            Attempt::Legal { first } => self.explain_offer(first),
        };
        if found.iter().any(|e| mentions(e, text)) {
            return Ok(());
        }
        let message = found.iter().map(reason_line).collect();
        Err(self.unexplained(text, message, "no explanation"))
    }

    /// Says why a line is offered: the question, the label of its first row, and why the rules discourage that row, if
    /// they do.
    fn explain_offer(&mut self, first: Option<PickedRow>) -> Vec<Explanation> {
        let label = |rows: Vec<RowView>, pick: PickedRow| rows.into_iter().nth(pick.answer.row).map(|row| row.label);
        if let Some(pick) = first.filter(|pick| pick.is_standing) {
            let rows = self.table.game_mut().standing_rows(pick.side, Viewer::OPEN).unwrap_or_default();
            return label(rows, pick).map(engine_reason).into_iter().collect();
        }
        let Some(prompt) = self.table.prompt(Viewer::OPEN) else { return Vec::new() };
        let row_label = first.and_then(|pick| label(prompt.rows, pick));
        let discouraged = first.and_then(|pick| self.table.why_discouraged(pick.answer.row));
        std::iter::once(prompt.text).chain(row_label).map(engine_reason).chain(discouraged).collect()
    }
}

/// The result of trying a line.
enum Attempt {
    /// The line can be played.
    Legal {
        /// The first row that the line names.
        first: Option<PickedRow>,
    },
    /// The line cannot be played. The list of reasons may be empty.
    Refused(Vec<Explanation>),
}

/// A cursor for trying a line. It stops before the last answer.
struct AttemptCursor<'f, 'g> {
    fork: &'f mut Fork<'g>,
    /// The first row that the line names.
    first: Option<PickedRow>,
}

impl GameCursor for AttemptCursor<'_, '_> {
    type Error = PlayError;
    fn pending(&self) -> Option<Pending<'_>> {
        self.fork.pending()
    }
    fn standing_row_words(&mut self, side: SideId) -> Result<Option<Vec<Vec<String>>>, PlayError> {
        self.fork.standing_row_words(side)
    }
    fn look_ahead(&mut self, answers: &[Answer]) -> Option<LookaheadChoice> {
        self.fork.look_ahead(answers)
    }
    fn answer(&mut self, pick: &PickedRow) -> Result<AnswerOutcome, PlayError> {
        self.first.get_or_insert(*pick);
        match pick.words_after == 0 && !pick.automatic {
            true => Ok(AnswerOutcome::Stop),
            false => self.fork.answer(pick),
        }
    }
}

/// The range of the amount that does not have the number of a line.
fn out_of_range(error: &LineError) -> Option<Explanation> {
    let ranges: Vec<String> = error.expected.iter().filter_map(|word| Some(line::amount_of(word)?.words())).collect();
    (!ranges.is_empty()).then(|| engine_reason(ranges.join(", ")))
}

/// Whether a row begins with the words of a test. An amount is written with its bounds, or as one of its numbers.
fn begins_with(row: &[String], words: &[String]) -> bool {
    let fits = |(column, word): (&String, &String)| {
        let takes = || line::amount_of(column).zip(word.parse().ok()).is_some_and(|(amount, n)| amount.has(n));
        column == word || takes()
    };
    words.len() <= row.len() && row.iter().zip(words).all(fits)
}

/// Makes an explanation that comes from the engine, not from a rule.
fn engine_reason(text: String) -> Explanation {
    Explanation { text, ..Explanation::default() }
}

fn mentions(reason: &Explanation, text: &str) -> bool {
    [&reason.text, &reason.key, &reason.rule].iter().any(|t| contains(t, text))
}
