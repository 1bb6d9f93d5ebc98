//! Plays `play` lines: parses a line into rows and answers with them, or uses standing actions.

use super::replay_check::Move;
use super::{RunResult, TestRun, row_texts, rule_error};
use crate::report::Failure;
use cardwright_script::RunError;
use cardwright_state::board::Board;
use cardwright_state::{Answer, SideId};
use cardwright_table::line::{
    self, AnswerOutcome, GameCursor, LineInput, LookaheadChoice, Matching, ParseStop, ParsedLine, Pending, PickedRow,
};
use cardwright_table::{Explanation, Game, PlayError};

impl TestRun<'_> {
    /// Answers the open choice. `automatic` is true for a default row that the line leaves out.
    pub(super) fn answer(&mut self, answer: Answer, automatic: bool) -> Result<String, PlayError> {
        let picked = self.table.choice().and_then(|c| c.rows.get(answer.row)?.filled(answer.numbers()));
        let text = self.table.answer(answer, automatic)?;
        self.moves.extend(picked.map(Move::Answer));
        Ok(text)
    }

    /// Whether a side is not asked but has standing actions.
    pub(super) fn has_only_standing_actions(&self, side: SideId) -> bool {
        self.table.asked() != Some(side) && self.table.game().has_standing_actions(side)
    }

    pub(super) fn standing_rows(&mut self, side: SideId) -> RunResult<Vec<Vec<String>>> {
        self.table.game_mut().standing_words(side).map_err(|e| self.fail(rule_error(&e)))
    }

    /// Uses a standing action.
    pub(super) fn use_standing_row(&mut self, side: SideId, answer: Answer) -> Result<String, PlayError> {
        let text = self.table.use_standing_action(side, answer)?;
        self.moves.push_back(Move::Standing(side, text.clone()));
        Ok(text)
    }

    /// Plays a line of a side. If `leaves_open` (the line ends with `...`), takes no default rows at its end.
    pub(super) fn play(&mut self, side: SideId, words: &[String], leaves_open: bool) -> RunResult {
        if !self.has_only_standing_actions(side) {
            self.check_asked(side)?;
        }
        match parse_line(&mut PlayCursor(self), side, words, leaves_open) {
            Ok(parsed) => self.check_complete(&parsed),
            Err(ParseStop::Mismatch { error, fitting, standing_side, rest, .. }) => {
                let reasons = self.table.try_out(|fork| reasons(fork.game(), side, &rest));
                let mut failure = self.illegal(&error.word, reasons);
                let is_first_word = words.len() - line::words(&rest).len() == error.index;
                failure.offered = match standing_side {
                    Some(_) => row_texts(&fitting),
                    None if is_first_word => self.offered_rows(),
                    None => row_texts(&fitting),
                };
                Err(failure)
            }
            Err(ParseStop::WrongSide { rest, .. }) => Err(self.left_over(&rest, &self.asked_text())),
            Err(ParseStop::Over { rest, .. }) => Err(self.left_over(&rest, "the game is over")),
            Err(ParseStop::Failed { error, .. }) => Err(self.play_error(&error)),
        }
    }

    /// Fails if a line ends in the middle of a row.
    pub(super) fn check_complete(&self, parsed: &ParsedLine) -> RunResult {
        let line::LineEnd::Incomplete { rows, .. } = &parsed.end else { return Ok(()) };
        let mut failure = self.fail("the line ends in the middle of a row");
        failure.offered = row_texts(rows);
        Err(failure)
    }

    pub(super) fn left_over(&self, rest: &str, cause: &str) -> Box<Failure> {
        self.fail(format!("`{rest}` is left over, but {cause}"))
    }

    pub(super) fn play_error(&self, error: &PlayError) -> Box<Failure> {
        match error {
            PlayError::Rule { error, .. } => self.fail(rule_error(error)),
            other => self.fail(other.to_string()),
        }
    }

    /// Makes a failure for a line that fits no row: the first word that does not fit, and the reasons.
    pub(super) fn illegal(&self, word: &str, reasons: Result<Vec<Explanation>, RunError>) -> Box<Failure> {
        let mut message = vec![format!("`{word}` does not fit here")];
        match reasons {
            Ok(reasons) if reasons.is_empty() && is_word_but_no_action(self.table.board(), word) => {
                message.push(format!(
                    "no row here begins with `{word}`; a question with only one answer is often not asked"
                ));
            }
            Ok(reasons) => message.extend(reasons.iter().map(reason_line)),
            Err(error) => message.push(format!("finding the reason fails: {}", rule_error(&error))),
        }
        self.fail_with(message)
    }
}

/// Returns why a side may not play these words, as an answer to its choice or as a standing action.
pub(super) fn reasons(game: &mut Game, side: SideId, words: &str) -> Result<Vec<Explanation>, RunError> {
    let words = line::words(words);
    let mut reasons = Vec::new();
    if game.asked() == Some(side) {
        reasons = game.reasons(&words)?;
    }
    if game.has_standing_actions(side) {
        reasons.extend(game.standing_reasons(side, &words)?);
    }
    // Reasons why an action is not legal do not explain a word that is no action.
    let board = game.board();
    if words.first().is_some_and(|word| is_word_but_no_action(board, word)) {
        reasons.retain(|reason| reason.action.is_none());
    }
    Ok(reasons)
}

/// Whether rows may have this word and it is not an action.
fn is_word_but_no_action(board: &Board, word: &str) -> bool {
    board.labels.words.iter().any(|entry| entry.id == word)
        && !board.labels.actions.iter().any(|entry| entry.id == word)
}

pub(super) fn reason_line(reason: &Explanation) -> String {
    let rule = if reason.rule.is_empty() { String::new() } else { format!(" [{}]", reason.rule) };
    let key = if reason.key.is_empty() { String::new() } else { format!(" ({})", reason.key) };
    let location = if reason.script_line.is_empty() { String::new() } else { format!(", {}", reason.script_line) };
    format!("{}{key}{rule}{location}", reason.text)
}

/// Parses a line as the prompt does, except that words must be written in full.
#[expect(clippy::result_large_err, reason = "both callers match the error and do not pass it on")]
pub(super) fn parse_line<C: GameCursor>(
    cursor: &mut C,
    side: SideId,
    words: &[String],
    leaves_open: bool,
) -> Result<ParsedLine, ParseStop<C::Error>> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    line::parse_line(cursor, &LineInput { side: Some(side), words: &words, matching: Matching::Whole, leaves_open })
}

/// A cursor that plays a line in a rule test.
struct PlayCursor<'g, 'p>(&'g mut TestRun<'p>);

impl GameCursor for PlayCursor<'_, '_> {
    type Error = PlayError;
    fn pending(&self) -> Option<Pending<'_>> {
        self.0.table.pending()
    }
    fn standing_row_words(&mut self, side: SideId) -> Result<Option<Vec<Vec<String>>>, PlayError> {
        self.0.table.standing_row_words(side)
    }
    fn look_ahead(&mut self, answers: &[Answer]) -> Option<LookaheadChoice> {
        self.0.table.look_ahead(answers)
    }
    fn answer(&mut self, pick: &PickedRow) -> Result<AnswerOutcome, PlayError> {
        let row = match pick {
            PickedRow { is_standing: true, .. } => self.0.use_standing_row(pick.side, pick.answer)?,
            _ => self.0.answer(pick.answer, pick.automatic)?,
        };
        Ok(AnswerOutcome::Continue { row, revealed: self.0.table.last_event_revealed() })
    }
}
