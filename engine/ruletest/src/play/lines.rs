//! `play` lines: walked row after row, at the choice or beside it, with the outcomes given.

use super::again::Move;
use super::{Done, Game, rule_error, texts};
use crate::report::Failure;
use cardwright_script::RunError;
use cardwright_state::SideId;
use cardwright_state::board::Board;
use cardwright_table::line::{self, Answered, Chooser, Foreseen, Halt, Matching, Pending, Pick, Walk, Walked};
use cardwright_table::{Explanation, Game as Played, PlayError};

impl Game<'_> {
    /// Answers with a row, with the outcomes given.
    pub(super) fn answer(&mut self, row: usize, automatic: bool) -> Result<String, PlayError> {
        let picked = self.table.choice().and_then(|c| c.rows.get(row)).copied();
        let text = self.table.answer(row, automatic)?;
        self.moves.extend(picked.map(Move::Answer));
        Ok(text)
    }

    /// Whether a side is not asked, but has actions open beside the choice of another.
    pub(super) fn is_beside(&self, side: SideId) -> bool {
        self.table.asked() != Some(side) && self.table.stands(side)
    }

    pub(super) fn rows_beside(&mut self, side: SideId) -> Done<Vec<Vec<String>>> {
        self.table.standing_words(side).map_err(|e| self.fail(rule_error(&e)))
    }

    /// Uses a row that stands open, with the outcomes given.
    pub(super) fn use_beside(&mut self, side: SideId, row: usize) -> Result<String, PlayError> {
        let text = self.table.use_standing(side, row)?;
        self.moves.push_back(Move::Standing(side, text.clone()));
        Ok(text)
    }

    pub(super) fn play(&mut self, side: SideId, words: &[String], dots: bool) -> Done {
        if !self.is_beside(side) {
            self.must_ask(side)?;
        }
        match walk(&mut Walking(self), side, words, dots) {
            Ok(walked) => self.is_whole(&walked),
            Err(Halt::Misfit { error, fitting, beside, rest, .. }) => {
                let reasons = self.table.try_out(|fork| reasons(fork.game(), side, &rest));
                let mut why = self.illegal(&error.word, reasons);
                let begins = words.len() - line::words(&rest).len() == error.at;
                why.offered = match beside {
                    Some(_) => texts(&fitting),
                    None if begins => self.rows(),
                    None => texts(&fitting),
                };
                Err(why)
            }
            Err(Halt::WrongSide { rest, .. }) => Err(self.left_over(&rest, &self.asked())),
            Err(Halt::Over { rest, .. }) => Err(self.left_over(&rest, "the game is over")),
            Err(Halt::Failed { error, .. }) => Err(self.broke(&error)),
        }
    }

    /// A line that does not end in the middle of a row.
    pub(super) fn is_whole(&self, walked: &Walked) -> Done {
        let line::End::Open { rows, .. } = &walked.end else { return Ok(()) };
        let mut why = self.fail("the line ends in the middle of a row");
        why.offered = texts(rows);
        Err(why)
    }

    pub(super) fn left_over(&self, rest: &str, why: &str) -> Box<Failure> {
        self.fail(format!("`{rest}` is left, but {why}"))
    }

    pub(super) fn broke(&self, error: &PlayError) -> Box<Failure> {
        match error {
            PlayError::Rule { error, .. } => self.fail(rule_error(error)),
            other => self.fail(other.to_string()),
        }
    }

    /// A line that fits no row: where it stopped, and why.
    pub(super) fn illegal(&self, word: &str, reasons: Result<Vec<Explanation>, RunError>) -> Box<Failure> {
        let mut message = vec![format!("`{word}` does not fit here")];
        match reasons {
            Ok(reasons) if reasons.is_empty() && is_word_alone(self.table.board(), word) => {
                message.push(format!(
                    "nothing that begins with `{word}` is asked here; what has one answer only is often not asked"
                ));
            }
            Ok(reasons) => message.extend(reasons.iter().map(reason_line)),
            Err(error) => message.push(format!("asking why fails: {}", rule_error(&error))),
        }
        self.fail_with(message)
    }
}

/// Why a side may not play these words: of its choice, and of what stands open for it.
pub(super) fn reasons(game: &mut Played, side: SideId, words: &str) -> Result<Vec<Explanation>, RunError> {
    let words = line::words(words);
    let mut all = Vec::new();
    if game.asked() == Some(side) {
        all = game.reasons(&words)?;
    }
    if game.stands(side) {
        all.extend(game.standing_reasons(side, &words)?);
    }
    // A word of some choice is no action: why these are closed says nothing of it.
    let board = game.board();
    if words.first().is_some_and(|word| is_word_alone(board, word)) {
        all.retain(|reason| reason.action.is_none());
    }
    Ok(all)
}

/// Whether rows begin with a word that is no action's.
fn is_word_alone(board: &Board, word: &str) -> bool {
    board.words.iter().any(|label| label.id == word) && !board.actions.iter().any(|label| label.id == word)
}

pub(super) fn reason_line(of: &Explanation) -> String {
    let rule = if of.rule.is_empty() { String::new() } else { format!(" [{}]", of.rule) };
    let key = if of.key.is_empty() { String::new() } else { format!(" ({})", of.key) };
    let at = if of.at.is_empty() { String::new() } else { format!(", {}", of.at) };
    format!("{}{key}{rule}{at}", of.says)
}

/// Walks a line, as everywhere, but for words that are to be written in full.
#[expect(clippy::result_large_err, reason = "why a walk halts is matched by the two callers, and goes no further")]
pub(super) fn walk<C: Chooser>(
    chooser: &mut C,
    side: SideId,
    words: &[String],
    leaves_open: bool,
) -> Result<Walked, Halt<C::Error>> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    line::walk(chooser, &Walk { side: Some(side), words: &words, matching: Matching::Whole, leaves_open })
}

/// A rule test as it plays a line.
struct Walking<'g, 'p>(&'g mut Game<'p>);

impl Chooser for Walking<'_, '_> {
    type Error = PlayError;
    fn pending(&self) -> Option<Pending<'_>> {
        self.0.table.pending()
    }
    fn beside(&mut self, side: SideId) -> Result<Option<Vec<Vec<String>>>, PlayError> {
        self.0.table.beside(side)
    }
    fn foresee(&mut self, rows: &[usize]) -> Option<Foreseen> {
        self.0.table.foresee(rows)
    }
    fn answer(&mut self, pick: &Pick) -> Result<Answered, PlayError> {
        let row = match pick {
            Pick { beside: true, .. } => self.0.use_beside(pick.side, pick.row)?,
            _ => self.0.answer(pick.row, pick.automatic)?,
        };
        Ok(Answered::On { row, revealed: self.0.table.has_revealed() })
    }
}
