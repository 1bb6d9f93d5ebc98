//! Follows a typed line over successive choices. Playing, previews, completion and tests all use this parser.
//!
//! The [`GameCursor`] decides what an answer does: it may record an event, try a move in a fork, or play in a rule
//! test.
//!
//! **Defaults.** A line may leave questions unanswered, at its end or before a word for a later choice. The parser
//! fills in a default if the question belongs to what the line has begun: the action is still being played, or the
//! step that asked still works on the answer. It never does so after another side acted, after something was
//! revealed, or with a row that ends a series of questions (`done`). At the end of a line it also leaves a
//! default open if dice or cards would follow, except in rule tests.
//!
//! **Forced answers.** At the end of a line, except in rule tests, a question with only one answer is answered too. It
//! must belong to what the line has begun and cost nothing: nothing is revealed, the same side is asked next, and no
//! track falls. A lone `done` is still asked.
//!
//! **Repeated heads.** If a choice is asked again, a line need not repeat its first word: `terror havana matanzas`
//! means `terror havana terror matanzas`. This also works after an unfinished earlier line.

#![expect(clippy::result_large_err, reason = "the callers match the error at once and drop it")]

use super::given_answer::{GivenAnswer, default_to_fill, has_cost, row_to_fill};
use super::match_rows::{LineError, Matching, RowMatch, id_without_kind, is_number, match_rows, match_rows_after};
use super::{any_order, match_choice, nearest, piece_words, two_word_action};
use cardwright_script::Choice;
use cardwright_state::board::{Board, PieceType};
use cardwright_state::{Position, SideId};
use std::sync::Arc;

/// The most defaults to fill in before one word.
const MOST_FILLED: usize = 4;

/// The most forced answers at the end of a line. A step may ask without end.
const MOST_FORCED: usize = 8;

/// The pending choice of a cursor.
#[derive(Debug, Clone, Copy)]
pub struct Pending<'a> {
    /// The choice.
    pub choice: &'a Choice,
    /// The words of each row.
    pub words: &'a [Vec<String>],
    /// The position.
    pub position: &'a Position,
    /// The board.
    pub board: &'a Board,
}

/// A row that a line selects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PickedRow {
    /// The side that answers.
    pub side: SideId,
    /// The index of the row, in the choice or among the standing actions.
    pub row: usize,
    /// Whether it is a standing action.
    pub is_standing: bool,
    /// Whether it is a default that the line does not mention.
    pub automatic: bool,
    /// The number of the row's words that the line has.
    pub columns: usize,
    /// The number of the line's words after it.
    pub words_after: usize,
}

/// The result of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnswerOutcome {
    /// The game went on to the next choice, or ended.
    Continue {
        /// The words of the row.
        row: String,
        /// Whether something was revealed, or the rules played a side.
        revealed: bool,
    },
    /// The answer depends on chance, so there are several ways on. The parser stops, and the caller may resume the line
    /// on each of them.
    Branched {
        /// The words of the row.
        row: String,
    },
    /// The parser must stop before this row.
    Stop,
}

/// A game that a line moves from choice to choice.
pub trait GameCursor {
    /// Why a row cannot be answered.
    type Error;
    /// The pending choice; `None` once the game is over.
    fn pending(&self) -> Option<Pending<'_>>;
    /// The words of each row of a side's standing actions; `None` if it has none.
    ///
    /// # Errors
    /// A rule fails.
    fn standing_row_words(&mut self, side: SideId) -> Result<Option<Vec<Vec<String>>>, Self::Error>;
    /// The choice after some rows, tried without answering. `None` if they lead to no question, or if something is
    /// revealed on the way.
    fn look_ahead(&mut self, rows: &[usize]) -> Option<LookaheadChoice>;
    /// Whether a row needs dice, cards or picks before the next question. Tried without answering.
    fn needs_chance(&mut self, _row: usize) -> bool {
        false
    }
    /// Whether forced answers are filled in at the end of a line.
    fn fills_forced_answers(&self) -> bool {
        false
    }
    /// Answers with a row, or takes a standing action.
    ///
    /// # Errors
    /// The row leads nowhere, or cannot be recorded.
    fn answer(&mut self, pick: &PickedRow) -> Result<AnswerOutcome, Self::Error>;
}

/// The choice after some rows that are not answered yet.
#[derive(Debug, Clone)]
pub struct LookaheadChoice {
    /// The choice.
    pub choice: Choice,
    /// The words of each row.
    pub words: Vec<Vec<String>>,
    /// The position.
    pub position: Arc<Position>,
}

/// The input of the parser.
#[derive(Debug, Clone, Copy)]
pub struct LineInput<'a> {
    /// The side whose line it is. `None`: the line answers for whichever side is asked.
    pub side: Option<SideId>,
    /// The words.
    pub words: &'a [&'a str],
    /// How exact the words must be.
    pub matching: Matching,
    /// Whether defaults stay open: the line ends with `...`.
    pub leaves_open: bool,
}

/// The result of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParsedLine {
    /// The answers: side and row text.
    pub answers: Vec<(SideId, String)>,
    /// How the line ended.
    pub end: LineEnd,
}

/// How a line ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineEnd {
    /// Every word was used.
    Complete,
    /// The last words match several rows.
    Incomplete {
        /// These words.
        words: String,
        /// The words that may follow.
        next: Vec<String>,
        /// The words of the matching rows.
        rows: Vec<Vec<String>>,
    },
    /// The last answer depends on chance. Holds the rest of the line.
    Branched(RemainingLine),
    /// The cursor stopped before this row.
    Stopped(PickedRow),
}

/// The rest of a line after an answer with chance: see [`resume_line`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemainingLine {
    /// The words.
    words: Vec<String>,
    /// The answers so far.
    answers: Vec<(SideId, String)>,
    recent_answers: Vec<GivenAnswer>,
    asked: Option<SideId>,
}

impl RemainingLine {
    /// The words.
    pub fn words(&self) -> &[String] {
        &self.words
    }
    /// The number of answers so far.
    pub fn answered(&self) -> usize {
        self.answers.len()
    }
}

/// Why a line stopped. Earlier answers stay.
#[derive(Debug)]
pub enum ParseStop<E> {
    /// A word fits no row.
    Mismatch {
        /// The word, with its index in the line, and what fits.
        error: LineError,
        /// The rows that fit up to the word, as words.
        fitting: Vec<Vec<String>>,
        /// The side, if the word was looked up among its standing actions.
        standing_side: Option<SideId>,
        /// The number of answers before.
        answered: usize,
        /// The rest of the line, from the words of this choice on.
        rest: String,
    },
    /// Another side is asked.
    WrongSide {
        /// The side that is asked.
        asked: SideId,
        /// The side whose line it is.
        got: SideId,
        /// The number of answers before.
        answered: usize,
        /// The rest of the line.
        rest: String,
    },
    /// The game is over, but words are left.
    Over {
        /// The number of answers before.
        answered: usize,
        /// The rest of the line.
        rest: String,
    },
    /// A row could not be answered.
    Failed {
        /// The error.
        error: E,
        /// The rest of the line, from that row on.
        rest: String,
        /// The rest of the line after that row.
        further: String,
    },
}

/// Follows a line: answers each row that it names, and fills in defaults. A side that is not asked may use its
/// standing actions. So may the asked side, with words that fit no row of its choice.
///
/// # Errors
/// See [`ParseStop`].
pub fn parse_line<C: GameCursor>(cursor: &mut C, line: &LineInput<'_>) -> Result<ParsedLine, ParseStop<C::Error>> {
    let mut parser = LineParser::new(cursor, line);
    let end = parser.run()?;
    Ok(ParsedLine { answers: parser.answers, end })
}

/// Resumes a line after an answer with chance.
///
/// # Errors
/// As [`parse_line`].
pub fn resume_line<C: GameCursor>(
    cursor: &mut C,
    line: &LineInput<'_>,
    rest: &RemainingLine,
) -> Result<ParsedLine, ParseStop<C::Error>> {
    let RemainingLine { words, answers, recent_answers, asked } = rest.clone();
    let mut parser = LineParser { words, answers, recent_answers, asked, ..LineParser::new(cursor, line) };
    let end = parser.run()?;
    Ok(ParsedLine { answers: parser.answers, end })
}

/// The state of the parser.
pub(super) struct LineParser<'a, C: GameCursor> {
    pub(super) cursor: &'a mut C,
    line: &'a LineInput<'a>,
    /// The words, in the order in which the game asks.
    words: Vec<String>,
    /// The number of words used.
    at: usize,
    answers: Vec<(SideId, String)>,
    /// The answers of this line whose follow-up questions may still be filled in with a default.
    open_answers: Vec<GivenAnswer>,
    /// The answers since the asked side last changed.
    recent_answers: Vec<GivenAnswer>,
    /// The side that gave the last answer.
    asked: Option<SideId>,
    /// The number of forced answers so far.
    forced_count: usize,
    /// The id and plural of the type of piece that the last question was about.
    last_type: Option<(String, String)>,
    /// The count, if the last answer was typed with it in front: `1` in `move 1 guard port`.
    last_count: Option<String>,
}

/// Whether the parser goes on.
enum Continuation {
    Continue,
    End(LineEnd),
}

impl<'a, C: GameCursor> LineParser<'a, C> {
    pub(super) fn new(cursor: &'a mut C, line: &'a LineInput<'a>) -> LineParser<'a, C> {
        let words = line.words.iter().map(|word| (*word).to_owned()).collect();
        LineParser {
            cursor,
            line,
            words,
            at: 0,
            answers: Vec::new(),
            open_answers: Vec::new(),
            recent_answers: Vec::new(),
            asked: None,
            forced_count: 0,
            last_type: None,
            last_count: None,
        }
    }

    pub(super) fn run(&mut self) -> Result<LineEnd, ParseStop<C::Error>> {
        loop {
            if let Continuation::End(end) = self.step()? {
                return Ok(end);
            }
        }
    }

    fn rest_words(&self) -> Vec<&str> {
        self.words[self.at..].iter().map(String::as_str).collect()
    }
    fn rest(&self) -> String {
        self.rest_words().join(" ")
    }
    /// Whether every word is used. An empty line is still one answer: the default.
    fn is_at_end(&self) -> bool {
        self.rest_words().is_empty() && !self.answers.is_empty()
    }

    fn step(&mut self) -> Result<Continuation, ParseStop<C::Error>> {
        let answered = self.answers.len();
        let Some(asked) = self.cursor.pending().map(|pending| pending.choice.side) else {
            let over = ParseStop::Over { answered, rest: self.rest() };
            return if self.is_at_end() { Ok(Continuation::End(LineEnd::Complete)) } else { Err(over) };
        };
        if self.asked != Some(asked) {
            self.open_answers.clear(); // A question after another side's choice does not belong to this line.
            self.recent_answers.clear();
        }
        // The line may continue an unfinished earlier line.
        if answered == 0 && self.recent_answers.is_empty() && self.line.matching == Matching::Prefix {
            self.recent_answers
                .extend(self.cursor.pending().map_or(Vec::new(), |pending| GivenAnswer::unfinished(pending.position)));
            self.asked = Some(asked);
        }
        let names_it = self.line.matching == Matching::Prefix
            && self.line.side.is_none_or(|side| side == asked)
            && self.rewrite_piece_words();
        if self.is_at_end() {
            return match self.default_at_end() {
                Some(row) => self.fill_in(row),
                None => Ok(Continuation::End(LineEnd::Complete)),
            };
        }
        if let Some(side) = self.line.side.filter(|side| *side != asked) {
            if answered == 0
                && let Some(rows) = self.standing_row_words(side)?
            {
                return self.standing_line(side, rows);
            }
            return Err(ParseStop::WrongSide { asked, got: side, answered, rest: self.rest() });
        }
        if let Some(error) = self.other_type_error().filter(|_| !names_it) {
            return Err(error);
        }
        self.join_two_word_action();
        self.sort_group();
        let Some(pending) = self.cursor.pending() else { return Ok(Continuation::End(LineEnd::Complete)) };
        match match_choice(pending.choice, pending.words, &self.rest_words(), self.line.matching) {
            Ok(RowMatch::Row { index, used, columns }) => {
                let pick = PickedRow {
                    side: asked,
                    row: index,
                    is_standing: false,
                    automatic: false,
                    columns,
                    words_after: 0,
                };
                self.answer(pick, used)
            }
            Ok(RowMatch::Several { rows, next }) => {
                let rows = rows.iter().map(|row| pending.words[*row].clone()).collect();
                Ok(Continuation::End(LineEnd::Incomplete { words: self.rest(), next, rows }))
            }
            Err(error) => {
                let fitting = error.matching_rows.iter().map(|row| pending.words[*row].clone()).collect();
                if error.at == 0
                    && let Some((before, rows)) = self.own_standing_rows(asked)
                {
                    return self.match_standing(asked, before, &rows);
                }
                if error.at == 0 && self.repeats_count() {
                    self.at += 1;
                    return Ok(Continuation::Continue);
                }
                if error.at == 0
                    && let Some(row) = self.fill_before_rest(asked)
                {
                    return self.fill_in(row);
                }
                if error.at == 0
                    && let Some(continuation) = self.after_repeated_head(asked)
                {
                    return continuation;
                }
                if error.at == 0
                    && let Some(continuation) = self.after_shared_head(asked)
                {
                    return continuation;
                }
                Err(self.uncountable_error(&error).unwrap_or_else(|| self.mismatch(error, fitting, None)))
            }
        }
    }

    /// For `2 foo …` with unknown `foo`, reports `foo`.
    fn uncountable_error(&self, error: &LineError) -> Option<ParseStop<C::Error>> {
        let (rest, pending) = (self.rest_words(), self.cursor.pending()?);
        piece_words::counted_after(pending.choice, pending.words, &rest)
            .filter(|_| error.at == 0 && !error.is_ambiguous)?;
        let error = match_choice(pending.choice, pending.words, &rest[1..], self.line.matching).err()?;
        let fitting = error.matching_rows.iter().map(|row| pending.words[*row].clone()).collect();
        let (error, rest) = (LineError { at: error.at + self.at + 1, ..error }, rest[1..].join(" "));
        Some(ParseStop::Mismatch { error, fitting, standing_side: None, answered: self.answers.len(), rest })
    }

    /// Joins an action that was typed as two words.
    fn join_two_word_action(&mut self) {
        let Some(pending) = self.cursor.pending().filter(|_| self.line.matching == Matching::Prefix) else { return };
        if let Some(action) = two_word_action(pending.board, pending.words, &self.rest_words()) {
            self.words.splice(self.at..self.at + 2, [action]);
        }
    }

    /// Stops if all pieces of one type have their places and the next question is about another type. The line must
    /// name that type to go on.
    fn other_type_error(&self) -> Option<ParseStop<C::Error>> {
        let (rest, pending) = (self.rest_words(), self.cursor.pending()?);
        let (asked, (was, several)) =
            (piece_words::question_piece_type(pending.board, pending.choice)?, self.last_type.as_ref()?);
        let word = (*rest.first()?).to_owned();
        if *was == asked.id || word.starts_with('#') {
            return None;
        }
        match match_choice(pending.choice, pending.words, &rest, self.line.matching).ok()? {
            RowMatch::Row { index, used, .. } if used == 0 || pending.choice.rows[index].len == 1 => return None,
            RowMatch::Row { .. } | RowMatch::Several { .. } => {}
        }
        let types = Some(Box::new((several.clone(), plural(asked))));
        let error = LineError { word, finished_type: types, ..LineError::default() };
        Some(self.mismatch(error, Vec::new(), None))
    }

    /// Whether the next word repeats the count of the last answer, as in `move 1 guard port 1 hills`.
    fn repeats_count(&self) -> bool {
        let (rest, Some(pending)) = (self.rest_words(), self.cursor.pending()) else { return false };
        let ([next, rest @ ..], Some(counted)) = (rest.as_slice(), &self.last_count) else { return false };
        let fits = |words: &[&str]| {
            match_rows(pending.words, words, self.line.matching)
                .is_ok_and(|found| !matches!(found, RowMatch::Row { used: 0, .. }))
        };
        let head = pending.words.first().map_or("", |row| row[0].as_str());
        next == counted && !rest.is_empty() && (fits(rest) || fits(&[&[head], rest].concat()))
    }

    /// Rewrites words that no row has: drops the piece that the question is about anyway, and repeats an answer that
    /// is given for several pieces at once. Returns whether the line named the piece. See [`piece_words`].
    fn rewrite_piece_words(&mut self) -> bool {
        let rest = self.rest_words();
        let Some(pending) = self.cursor.pending().filter(|_| !rest.is_empty()) else { return false };
        if let Some(words) = piece_words::without_question_piece(pending.board, pending.choice, pending.words, &rest) {
            self.words.splice(self.at.., words);
            return true;
        }
        let Some((row, n, rest)) = piece_words::repeated_answer(pending.board, pending.choice, pending.words, &rest)
        else {
            return false;
        };
        let (row_text, asked) = (pending.words[row].clone(), pending.choice.side);
        let rest: Vec<String> = rest.into_iter().map(str::to_owned).collect();
        let head = row_text.first().cloned();
        let is_asked_again = |next: LookaheadChoice| {
            next.choice.side == asked && next.words.iter().any(|row| row.first() == head.as_ref())
        };
        if n == 1 || self.cursor.look_ahead(&[row]).is_some_and(is_asked_again) {
            let all = std::iter::repeat_n(row_text, n).flatten().chain(rest);
            self.words.splice(self.at.., all);
        }
        false
    }

    /// Sorts the next members of a group into the order in which the game asks for them, unless the typed order fits.
    fn sort_group(&mut self) {
        let Some(pending) = self.cursor.pending().filter(|pending| pending.choice.named_count.is_some()) else {
            return;
        };
        let found = any_order::named_rows(&pending, &self.rest_words(), self.line.matching);
        let Some(first) = any_order::first_due(&found) else { return };
        let (in_order, row, at) =
            (any_order::moved_to_front(&found, first, &self.rest_words()), found[first].row, found[first].words);
        // The typed order fits.
        if found[0].from == 0 && self.fits_typed_order(&found) {
            return;
        }
        let rest: Vec<&str> = in_order[at..].iter().map(String::as_str).collect();
        let matching = self.line.matching;
        // The next member may be named later in the line.
        let goes_on = |next: LookaheadChoice| {
            let names_some = || {
                next.choice.named_count.is_some() && any_order::names_any(&next.choice, &next.words, &rest, matching)
            };
            match_choice(&next.choice, &next.words, &rest, matching).is_ok() || names_some()
        };
        if self.cursor.look_ahead(&[row]).is_some_and(goes_on) {
            self.words.truncate(self.at);
            self.words.extend(in_order);
        }
    }

    /// Whether the game accepts the named rows in the typed order. Looks no further than the first that must be sorted.
    fn fits_typed_order(&mut self, found: &[any_order::NamedRow]) -> bool {
        let line: Vec<String> = self.words[self.at..].to_vec();
        let mut rows = vec![found[0].row];
        for pair in found.windows(2) {
            // Without a look ahead, keep the typed order.
            let Some(next) = self.cursor.look_ahead(&rows) else { return true };
            let words = pair[1].words_of(&line);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            match match_choice(&next.choice, &next.words, &words, self.line.matching) {
                Ok(RowMatch::Row { index, used, .. }) if used > 0 => rows.push(index),
                _ => return false,
            }
            if pair[1].row < pair[0].row {
                return true;
            }
        }
        true
    }

    /// Matches the rest of the line as if it began with the first word that all rows of two or more words share: that
    /// word may be left out. `None` if no row fits.
    fn after_shared_head(&mut self, asked: SideId) -> Option<Result<Continuation, ParseStop<C::Error>>> {
        let pending = self.cursor.pending().filter(|_| self.line.matching == Matching::Prefix)?;
        let mut heads = pending.words.iter().filter(|row| row.len() > 1).map(|row| &row[0]);
        let head = heads.next()?.clone();
        if heads.any(|other| *other != head) || self.rest_words()[0].starts_with('#') {
            return None;
        }
        // `2 port` does not mean two of the only remaining thing.
        if piece_words::counts_another(pending.choice, pending.words, &self.rest_words()) {
            return None;
        }
        let words: Vec<&str> = [head.as_str()].into_iter().chain(self.rest_words()).collect();
        match match_rows(pending.words, &words, self.line.matching) {
            Ok(RowMatch::Row { index, used, columns }) if used > 1 => {
                let pick = PickedRow {
                    side: asked,
                    row: index,
                    is_standing: false,
                    automatic: false,
                    columns,
                    words_after: 0,
                };
                Some(self.answer(pick, used - 1))
            }
            Ok(RowMatch::Row { .. }) => None,
            Ok(RowMatch::Several { rows, next }) => {
                let rows = rows.iter().map(|row| pending.words[*row].clone()).collect();
                Some(Ok(Continuation::End(LineEnd::Incomplete { words: words.join(" "), next, rows })))
            }
            // Report what may follow the shared word, unless a name was typed where numbers are expected.
            Err(error)
                if error.at == 1
                    && pending.words.iter().all(|row| row[0] == head)
                    && is_expected_sort(&error)
                    && nearest(&error.word, std::slice::from_ref(&head)).is_none()
                    && !pending.board.actions.iter().any(|action| begins_action(&action.id, &error.word)) =>
            {
                let fitting = error.matching_rows.iter().map(|row| pending.words[*row].clone()).collect();
                let (at, rest) = (self.at, words.join(" "));
                let error = LineError { at, ..error };
                Some(Err(ParseStop::Mismatch {
                    error,
                    fitting,
                    standing_side: None,
                    answered: self.answers.len(),
                    rest,
                }))
            }
            Err(_) => None,
        }
    }

    /// Matches the rest of the line as if it repeated the first word of the last answer. `None` if no row begins with
    /// that word, or if the next word cannot follow it.
    fn after_repeated_head(&mut self, asked: SideId) -> Option<Result<Continuation, ParseStop<C::Error>>> {
        let pending = self.cursor.pending()?;
        let head = self.repeated_head(&pending)?;
        let words: Vec<&str> = [head.as_str()].into_iter().chain(self.rest_words()).collect();
        match match_rows(pending.words, &words, self.line.matching) {
            Ok(RowMatch::Row { used: 0 | 1, .. }) => None,
            // The first word was left out, so all other words of the row must be typed, even if only one row fits.
            // Only a number may be missing.
            Ok(RowMatch::Row { index, columns, .. })
                if !pending.words[index][columns..].iter().all(|word| is_number(word)) =>
            {
                let row = pending.words[index].clone();
                let next = vec![row[columns].clone()];
                Some(Ok(Continuation::End(LineEnd::Incomplete { words: words.join(" "), next, rows: vec![row] })))
            }
            Ok(RowMatch::Row { index, used, columns }) => {
                let pick = PickedRow {
                    side: asked,
                    row: index,
                    is_standing: false,
                    automatic: false,
                    columns,
                    words_after: 0,
                };
                Some(self.answer(pick, used - 1))
            }
            Ok(RowMatch::Several { rows, next }) => {
                let rows = rows.iter().map(|row| pending.words[*row].clone()).collect();
                Some(Ok(Continuation::End(LineEnd::Incomplete { words: words.join(" "), next, rows })))
            }
            Err(error) => {
                let names = |word: &str| pending.board.ids().any(|(id, _)| id.eq_ignore_ascii_case(word));
                let is_space = |word: &str| pending.board.space(&word.to_ascii_lowercase()).is_some();
                // If the choice expects pieces, a typed space is a superfluous word, not the next thing chosen.
                let is_meant =
                    || !is_space(&error.word) || error.expected.iter().any(|it| is_space(id_without_kind(it)));
                let is_thing = error.at > 1 || error.at == 1 && names(&error.word) && is_meant();
                let fitting = error.matching_rows.iter().map(|row| pending.words[*row].clone()).collect();
                is_thing.then(|| {
                    let (at, rest) = (error.at + self.at - 1, words.join(" "));
                    let error = LineError { at, ..error };
                    Err(ParseStop::Mismatch { error, fitting, standing_side: None, answered: self.answers.len(), rest })
                })
            }
        }
    }

    /// The first word of the latest answer that also begins a row of this choice.
    pub(super) fn repeated_head(&self, pending: &Pending<'_>) -> Option<String> {
        let mut heads = self.recent_answers.iter().rev().filter_map(|item| item.head(pending.board, pending.position));
        heads.find(|head| pending.words.iter().any(|row| row.first() == Some(head)))
    }

    /// Whether the rest of the line fits a choice, directly or after a repeated head.
    fn rest_fits(&self, pending: &Pending<'_>) -> bool {
        if match_choice(pending.choice, pending.words, &self.rest_words(), self.line.matching).is_ok() {
            return true;
        }
        let Some(head) = self.repeated_head(pending) else { return false };
        let words: Vec<&str> = [head.as_str()].into_iter().chain(self.rest_words()).collect();
        let found = match_rows(pending.words, &words, self.line.matching);
        found.is_ok_and(|found| !matches!(found, RowMatch::Row { used: 0 | 1, .. }))
    }

    /// The row to fill in before the rest of the line. The question must belong to what the line has begun, and the
    /// rest must fit after this row or after several such rows.
    fn fill_before_rest(&mut self, asked: SideId) -> Option<usize> {
        self.look_ahead_until(asked, |parser, pending| parser.rest_fits(pending))
    }

    /// Looks ahead over questions that can be filled in until `is_right` accepts a choice. Returns the first row to
    /// fill in. Gives no answer.
    pub(super) fn look_ahead_until(
        &mut self,
        asked: SideId,
        mut is_right: impl FnMut(&Self, &Pending<'_>) -> bool,
    ) -> Option<usize> {
        let mut rows: Vec<usize> = Vec::new();
        let mut next: Option<LookaheadChoice> = None;
        while rows.len() < MOST_FILLED {
            let here = self.cursor.pending()?;
            let pending = match &next {
                Some(LookaheadChoice { choice, words, position }) => {
                    Pending { choice, words, position, board: here.board }
                }
                None => here,
            };
            if pending.choice.side != asked || !self.open_answers.iter().any(|item| item.is_open(pending.position)) {
                return None;
            }
            rows.push(row_to_fill(pending.board, pending.choice)?);
            let foreseen = self.cursor.look_ahead(&rows)?;
            let here = self.cursor.pending()?;
            let LookaheadChoice { choice, words, position } = &foreseen;
            if choice.side != asked {
                return None;
            }
            if is_right(self, &Pending { choice, words, position, board: here.board }) {
                return rows.first().copied();
            }
            next = Some(foreseen);
        }
        None
    }

    /// The asked side's own standing actions, if one of them begins as the rest of the line does or the line gives
    /// its number. Also returns the number of rows of the choice, because numbering continues after them. A script
    /// error counts as no actions.
    fn own_standing_rows(&mut self, asked: SideId) -> Option<(usize, Vec<Vec<String>>)> {
        let rows = self.cursor.standing_row_words(asked).ok().flatten().filter(|rows| !rows.is_empty())?;
        let before = self.cursor.pending()?.words.len();
        let is_number = self.line.matching == Matching::Prefix && self.rest_words()[0].starts_with('#');
        let begins = match_rows_after(before, &rows, &self.rest_words()[..1], self.line.matching);
        let is_own = begins.is_ok_and(|found| !matches!(found, RowMatch::Row { used: 0, .. }));
        (is_number || is_own).then_some((before, rows))
    }

    fn standing_row_words(&mut self, side: SideId) -> Result<Option<Vec<Vec<String>>>, ParseStop<C::Error>> {
        let rest = self.rest();
        self.cursor.standing_row_words(side).map_err(|error| ParseStop::Failed { error, rest, further: String::new() })
    }

    /// A line of a side that is not asked: only its standing actions count.
    fn standing_line(&mut self, side: SideId, mut rows: Vec<Vec<String>>) -> Result<Continuation, ParseStop<C::Error>> {
        loop {
            if self.is_at_end() {
                return Ok(Continuation::End(LineEnd::Complete));
            }
            if let Continuation::End(end) = self.match_standing(side, 0, &rows)? {
                return Ok(Continuation::End(end));
            }
            rows = self.standing_row_words(side)?.unwrap_or_default();
        }
    }

    /// Matches the rest of the line with standing actions, whose numbers begin after `before`.
    fn match_standing(
        &mut self,
        side: SideId,
        before: usize,
        rows: &[Vec<String>],
    ) -> Result<Continuation, ParseStop<C::Error>> {
        match match_rows_after(before, rows, &self.rest_words(), self.line.matching) {
            // An empty line answers the question, and never takes a standing action.
            Ok(RowMatch::Row { used: 0, .. }) => Ok(Continuation::End(LineEnd::Complete)),
            Ok(RowMatch::Row { index, used, columns }) => self.answer(
                PickedRow { side, row: index, is_standing: true, automatic: false, columns, words_after: 0 },
                used,
            ),
            Ok(RowMatch::Several { rows: matching, next }) => {
                let rows = matching.iter().map(|row| rows[*row].clone()).collect();
                Ok(Continuation::End(LineEnd::Incomplete { words: self.rest(), next, rows }))
            }
            Err(error) => {
                let fitting = error.matching_rows.iter().map(|row| rows[*row].clone()).collect();
                Err(self.mismatch(error, fitting, Some(side)))
            }
        }
    }

    fn mismatch(
        &self,
        error: LineError,
        fitting: Vec<Vec<String>>,
        standing_side: Option<SideId>,
    ) -> ParseStop<C::Error> {
        let error = LineError { at: error.at + self.at, ..error };
        ParseStop::Mismatch { error, fitting, standing_side, answered: self.answers.len(), rest: self.rest() }
    }

    /// The default of the pending choice, if the question belongs to what the line has begun. `None` if
    /// dice or cards would follow, because these cannot be undone (rule tests do not check this).
    fn default_at_end(&mut self) -> Option<usize> {
        let pending = self.cursor.pending().filter(|_| !self.line.leaves_open)?;
        if !self.open_answers.iter().any(|item| item.is_open(pending.position)) {
            return None;
        }
        match default_to_fill(pending.board, pending.choice) {
            Some(row) => (!self.cursor.needs_chance(row)).then_some(row),
            None => self.forced_row(),
        }
    }

    /// The only row of the pending choice, if it may be taken without asking.
    fn forced_row(&mut self) -> Option<usize> {
        if !self.cursor.fills_forced_answers() || self.forced_count == MOST_FORCED {
            return None;
        }
        let pending = self.cursor.pending()?;
        let (side, row) = (pending.choice.side, row_to_fill(pending.board, pending.choice)?);
        let next = self.cursor.look_ahead(&[row])?;
        let pending = self.cursor.pending()?;
        let is_free = next.choice.side == side && !has_cost(pending.board, pending.position, &next.position);
        self.forced_count += usize::from(is_free);
        is_free.then_some(row)
    }

    fn fill_in(&mut self, row: usize) -> Result<Continuation, ParseStop<C::Error>> {
        let Some(side) = self.asked else { return Ok(Continuation::End(LineEnd::Complete)) };
        self.answer(PickedRow { side, row, is_standing: false, automatic: true, columns: 0, words_after: 0 }, 0)
    }

    /// The last word of a row if it is a number that the line typed earlier: `1 guard` for `guard 1`.
    fn counted_before(&self, pick: &PickedRow, used: usize) -> Option<String> {
        let pending = self.cursor.pending().filter(|_| !pick.is_standing)?;
        let number = pending.words.get(pick.row)?.last().filter(|word| is_number(word))?;
        let typed = &self.words[self.at..self.at + used];
        let is_before = typed.last() != Some(number) && typed.contains(number);
        is_before.then(|| number.clone())
    }

    /// Gives an answer for which the line used this many words.
    fn answer(&mut self, pick: PickedRow, used: usize) -> Result<Continuation, ParseStop<C::Error>> {
        let further = self.at + used;
        let pick = PickedRow { words_after: self.words.len() - further, ..pick };
        let given = match self.cursor.pending() {
            Some(pending) if !pick.is_standing => {
                pending.choice.rows.get(pick.row).and_then(|row| GivenAnswer::new(&pending, *row))
            }
            _ => None,
        };
        self.last_type = self.cursor.pending().and_then(|pending| {
            let piece_type = piece_words::question_piece_type(pending.board, pending.choice)?;
            Some((piece_type.id.clone(), plural(piece_type)))
        });
        self.last_count = self.counted_before(&pick, used);
        let done = self.cursor.answer(&pick).map_err(|error| {
            let further = self.words[further..].join(" ");
            ParseStop::Failed { error, rest: self.rest(), further }
        })?;
        match done {
            AnswerOutcome::Stop => Ok(Continuation::End(LineEnd::Stopped(pick))),
            AnswerOutcome::Branched { row } => {
                self.at = further;
                self.answers.push((pick.side, row));
                self.recent_answers.extend(given.filter(|_| !pick.automatic));
                Ok(Continuation::End(LineEnd::Branched(RemainingLine {
                    words: self.words[further..].to_vec(),
                    answers: self.answers.clone(),
                    recent_answers: self.recent_answers.clone(),
                    asked: Some(pick.side),
                })))
            }
            AnswerOutcome::Continue { row, revealed } => {
                self.at = further;
                self.asked = Some(pick.side);
                self.answers.push((pick.side, row));
                if revealed || pick.is_standing {
                    self.open_answers.clear();
                }
                if !pick.automatic {
                    self.recent_answers.extend(given);
                    self.open_answers.extend(given.filter(|_| !revealed));
                }
                Ok(Continuation::Continue)
            }
        }
    }
}

/// Whether a word is the name of an action, or its beginning up to a hyphen: `end` for `end-turn`.
fn begins_action(action: &str, word: &str) -> bool {
    action.strip_prefix(word).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// The plural of a type of piece.
fn plural(piece_type: &PieceType) -> String {
    piece_type.plural.as_ref().unwrap_or(&piece_type.name).clone()
}

/// Whether the word is of the expected sort: a number or a name.
fn is_expected_sort(error: &LineError) -> bool {
    error.expected.iter().any(|expected| is_number(expected) == is_number(&error.word))
}
