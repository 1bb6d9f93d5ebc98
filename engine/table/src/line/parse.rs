//! Follows a typed line over successive choices. Playing, previews, completion and tests all use this parser.
//!
//! The [`GameCursor`] decides what an answer does: it may record an event, try a move in a fork, or play in a rule
//! test.
//!
//! **Defaults.** A line may leave questions unanswered, at its end or before a word for a later choice. The parser
//! fills in a default if the question belongs to an answer of the line. A question belongs to an answer while the
//! scripts still carry out that answer. The parser never fills in a default after another side acted, after something
//! was revealed, or with a row that ends a series of questions (`done`). At the end of a line it also leaves a default
//! open if dice or cards would follow, except in rule tests.
//!
//! **Forced answers.** At the end of a line, except in rule tests, the parser also answers a question that has only one
//! row. The question must belong to an answer of the line. The row must reveal nothing and lower no track, and the same
//! side must be asked next. The parser does not answer with a lone `done`.
//!
//! **Repeated heads.** If a choice is asked again, a line need not repeat its first word: `terror havana matanzas`
//! means `terror havana terror matanzas`. This also works after an unfinished earlier line.
//!
//! **Shared heads.** If all rows of several words have the same first word, a line may leave it out. This does not hold
//! in another outermost step than the one in which the line began, once dice or cards or another side came in between:
//! the player typed the rest of the line for another question. It does hold for a question that belongs to an answer
//! which the line gave since then.

#![expect(clippy::result_large_err, reason = "the callers match the error at once and drop it")]

use super::given_answer::{GivenAnswer, default_to_fill, has_cost, row_to_fill};
use super::match_rows::{
    LineError, Matching, RowMatch, id_without_kind, is_number, match_rows, match_rows_after, takes_numbers,
};
use super::piece_lists::{self, ListedPiece, PieceList};
use super::{any_order, match_choice, nearest, piece_words, two_word_action};
use cardwright_script::Choice;
use cardwright_state::board::{Board, PieceType};
use cardwright_state::{Answer, Position, SideId, StepId};
use std::sync::Arc;

/// The most defaults to fill in before one word.
const MAX_FILLED: usize = 4;

/// The most forced answers at the end of a line. Without a limit, a step could ask forever.
const MAX_FORCED: usize = 8;

/// The pending choice of a cursor.
#[derive(Debug, Clone, Copy)]
pub struct Pending<'a> {
    /// The choice.
    pub choice: &'a Choice,
    /// The words of each row.
    pub row_words: &'a [Vec<String>],
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
    /// The row, in the choice or among the standing actions, with its numbers.
    pub answer: Answer,
    /// Whether the row is a standing action.
    pub is_standing: bool,
    /// Whether the row is a default that the line does not mention.
    pub automatic: bool,
    /// The number of the row's words that the line has.
    pub typed_columns: usize,
    /// The number of the line's words after the row.
    pub words_after: usize,
}

impl PickedRow {
    /// Makes a row of the choice. The line has `typed_columns` words of the row, and no words after it.
    fn typed(side: SideId, answer: Answer, typed_columns: usize) -> PickedRow {
        PickedRow { side, answer, is_standing: false, automatic: false, typed_columns, words_after: 0 }
    }
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
    /// The answer used chance, so other outcomes lead to other positions. The parser stops, and the caller may resume
    /// the line at each position.
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
    /// The pending choice. `None` once the game is over.
    fn pending(&self) -> Option<Pending<'_>>;
    /// The words of each row of a side's standing actions. `None` if the side has no standing actions.
    ///
    /// # Errors
    /// A rule fails.
    fn standing_row_words(&mut self, side: SideId) -> Result<Option<Vec<Vec<String>>>, Self::Error>;
    /// Finds the choice after some answers without giving them. `None` if the answers lead to no question, or if they reveal
    /// something.
    fn look_ahead(&mut self, answers: &[Answer]) -> Option<LookaheadChoice>;
    /// Finds out, without answering, whether a row needs dice, cards or picks before the next question.
    fn needs_chance(&mut self, _row: usize) -> bool {
        false
    }
    /// Whether the parser fills in forced answers at the end of a line.
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
    /// The side whose line it is. With `None`, the line answers for every side that is asked.
    pub side: Option<SideId>,
    /// The words.
    pub words: &'a [&'a str],
    /// How exact the words must be.
    pub matching: Matching,
    /// Whether the parser leaves defaults open at the end, because the line ends with `...`.
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
        /// The last words.
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
    /// The answers since the asked side last changed.
    recent_answers: Vec<GivenAnswer>,
    /// The side that gave the last answer.
    asked: Option<SideId>,
    /// The outermost step at the first question of the line.
    first_step: Option<StepId>,
}

impl RemainingLine {
    /// The words.
    pub fn words(&self) -> &[String] {
        &self.words
    }
    /// Whether every word is used.
    pub fn is_used_up(&self) -> bool {
        self.words.is_empty()
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
        /// The words of the rows that fit up to the word.
        fitting: Vec<Vec<String>>,
        /// The side, if the parser compared the word with the side's standing actions.
        standing_side: Option<SideId>,
        /// The number of answers before the word.
        answered: usize,
        /// The rest of the line, from the first word for this choice on.
        rest: String,
    },
    /// Another side is asked.
    WrongSide {
        /// The side that is asked.
        asked: SideId,
        /// The side whose line it is.
        got: SideId,
        /// The number of answers before the other side was asked.
        answered: usize,
        /// The rest of the line.
        rest: String,
    },
    /// The game is over, but words are left.
    Over {
        /// The number of answers before the game ended.
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

/// Follows a line: answers with each row that it names, and fills in defaults. A side that is not asked may use its
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
/// Fails as [`parse_line`] does.
pub fn resume_line<C: GameCursor>(
    cursor: &mut C,
    line: &LineInput<'_>,
    remaining: &RemainingLine,
) -> Result<ParsedLine, ParseStop<C::Error>> {
    let RemainingLine { words, answers, recent_answers, asked, first_step } = remaining.clone();
    let parser = LineParser::new(cursor, line);
    let mut parser = LineParser { words, answers, recent_answers, asked, first_step, is_interrupted: true, ..parser };
    let end = parser.run()?;
    Ok(ParsedLine { answers: parser.answers, end })
}

/// The state of the parser.
pub(super) struct LineParser<'a, C: GameCursor> {
    pub(super) cursor: &'a mut C,
    line: &'a LineInput<'a>,
    /// The words of the line. The parser rewrites them: it moves the members of a group into the order in which the
    /// game asks, and drops words that no row has.
    words: Vec<String>,
    /// The number of words used.
    used: usize,
    answers: Vec<(SideId, String)>,
    /// The answers of this line whose later questions the parser may still answer with a default.
    open_answers: Vec<GivenAnswer>,
    /// The answers since the asked side last changed.
    recent_answers: Vec<GivenAnswer>,
    /// The side that gave the last answer.
    asked: Option<SideId>,
    /// The outermost step at the first question of the line.
    first_step: Option<StepId>,
    /// Whether an answer of the line revealed something, or another side was asked since the line began.
    is_interrupted: bool,
    /// The number of forced answers so far.
    forced_count: usize,
    /// The id and plural of the type of piece that the last question was about.
    last_type: Option<(String, String)>,
    /// The count, if the last answer was typed with a count in front: `1` in `move 1 guard port`.
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
            used: 0,
            answers: Vec::new(),
            open_answers: Vec::new(),
            recent_answers: Vec::new(),
            asked: None,
            first_step: None,
            is_interrupted: false,
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
        self.words[self.used..].iter().map(String::as_str).collect()
    }
    fn rest(&self) -> String {
        self.rest_words().join(" ")
    }
    /// Whether every word is used. An empty line means the default row, so it is at its end only after one answer.
    fn is_at_end(&self) -> bool {
        self.rest_words().is_empty() && !self.answers.is_empty()
    }

    /// Answers one choice, or ends the line.
    fn step(&mut self) -> Result<Continuation, ParseStop<C::Error>> {
        let answered = self.answers.len();
        let Some(asked) = self.cursor.pending().map(|pending| pending.choice.side) else {
            let over = ParseStop::Over { answered, rest: self.rest() };
            return if self.is_at_end() { Ok(Continuation::End(LineEnd::Complete)) } else { Err(over) };
        };
        self.first_step = self.first_step.or_else(|| self.outermost_step());
        if self.asked != Some(asked) {
            self.is_interrupted |= answered > 0;
            self.open_answers.clear(); // A question after another side's choice does not belong to this line.
            self.recent_answers.clear();
        }
        // The line may continue an unfinished earlier line.
        if answered == 0 && self.recent_answers.is_empty() && self.line.matching == Matching::Prefix {
            self.recent_answers
                .extend(self.cursor.pending().map_or(Vec::new(), |pending| GivenAnswer::unfinished(pending.position)));
            self.asked = Some(asked);
        }
        let names_question_piece = self.line.matching == Matching::Prefix
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
        if let Some(error) = self.other_type_error().filter(|_| !names_question_piece) {
            return Err(error);
        }
        self.join_two_word_action();
        self.sort_group();
        let Some(pending) = self.cursor.pending() else { return Ok(Continuation::End(LineEnd::Complete)) };
        match match_choice(pending.choice, pending.row_words, &self.rest_words(), self.line.matching) {
            Ok(RowMatch::Row { answer, used, columns }) => self.answer(PickedRow::typed(asked, answer, columns), used),
            Ok(RowMatch::Several { rows, next }) => {
                let rows = rows.iter().map(|row| pending.row_words[*row].clone()).collect();
                Ok(Continuation::End(LineEnd::Incomplete { words: self.rest(), next, rows }))
            }
            Err(error) => self.after_mismatch(asked, error),
        }
    }

    /// Whether the question of a position belongs to an answer of the line.
    fn is_part_of_line(&self, position: &Position) -> bool {
        self.open_answers.iter().any(|given| given.is_open(position))
    }

    /// The outermost open step.
    fn outermost_step(&self) -> Option<StepId> {
        Some(self.cursor.pending()?.position.open_steps().first()?.step)
    }

    /// Finds another meaning of the words from the current one on, or ends the line with the error.
    fn after_mismatch(&mut self, asked: SideId, error: LineError) -> Result<Continuation, ParseStop<C::Error>> {
        if self.write_out_list() {
            return Ok(Continuation::Continue);
        }
        let row_words = self.cursor.pending().map_or(&[][..], |pending| pending.row_words);
        let fitting = error.matching_rows.iter().map(|row| row_words[*row].clone()).collect();
        if error.index == 0 {
            if let Some((before, rows)) = self.own_standing_rows(asked) {
                return self.match_standing(asked, before, &rows);
            }
            if self.repeats_count() {
                self.used += 1;
                return Ok(Continuation::Continue);
            }
            if let Some(row) = self.fill_before_rest(asked) {
                return self.fill_in(row);
            }
            if let Some(continuation) = self.after_repeated_head(asked).or_else(|| self.after_shared_head(asked)) {
                return continuation;
            }
        }
        Err(self.uncountable_error(&error).unwrap_or_else(|| self.mismatch(error, fitting, None)))
    }

    /// Writes out a list of pieces at the beginning of the rest of the line: see [`PieceList`]. Returns whether there is
    /// one. The list may follow an answer whose first word it does not repeat.
    fn write_out_list(&mut self) -> bool {
        let Some(pending) = self.cursor.pending().filter(|_| self.line.matching == Matching::Prefix) else {
            return false;
        };
        let (rest, head) = (self.rest_words(), self.repeated_head(&pending));
        let with_head = || PieceList::read(&pending, &[&[head.as_deref()?], &rest[..]].concat()).map(|list| (list, 1));
        let Some((mut list, extra)) = PieceList::read(&pending, &rest).map(|list| (list, 0)).or_else(with_head) else {
            return false;
        };
        if list.any_type && !list.destination.is_empty() {
            let leads_there = |next: LookaheadChoice| {
                let words = shared_head(&next.words).into_iter().chain(&list.destination).map(String::as_str);
                match_choice(&next.choice, &next.words, &words.collect::<Vec<_>>(), Matching::Prefix).is_ok()
            };
            let mut may_go = |piece: &ListedPiece| {
                piece.names_destination || self.cursor.look_ahead(&[piece.answer]).is_some_and(leads_there)
            };
            let may_go: Vec<bool> = list.answers.iter().map(&mut may_go).collect();
            // If none may go there, the first one keeps its place in the line, so that the refusal says why.
            let none = !may_go.contains(&true);
            let mut kept = may_go.into_iter().enumerate().map(|(n, may_go)| may_go || none && n == 0);
            list.answers.retain(|_| kept.next().unwrap_or(false));
        }
        self.words.splice(self.used..self.used + list.used - extra, list.written_out());
        true
    }

    /// Returns the error for a line that counts an unknown thing: in `2 foo`, the wrong word is `foo`.
    fn uncountable_error(&self, error: &LineError) -> Option<ParseStop<C::Error>> {
        let (rest, pending) = (self.rest_words(), self.cursor.pending()?);
        piece_words::move_count_behind(pending.choice, pending.row_words, &rest)
            .filter(|_| error.index == 0 && !error.is_ambiguous)?;
        let error = match_choice(pending.choice, pending.row_words, &rest[1..], self.line.matching).err()?;
        let fitting = error.matching_rows.iter().map(|row| pending.row_words[*row].clone()).collect();
        let (error, rest) = (LineError { index: error.index + self.used + 1, ..error }, rest[1..].join(" "));
        Some(ParseStop::Mismatch { error, fitting, standing_side: None, answered: self.answers.len(), rest })
    }

    /// Joins an action that was typed as two words: `raise agitators` becomes `raise-agitators`.
    fn join_two_word_action(&mut self) {
        let Some(pending) = self.cursor.pending().filter(|_| self.line.matching == Matching::Prefix) else { return };
        if let Some(action) = two_word_action(pending.board, pending.row_words, &self.rest_words()) {
            self.words.splice(self.used..self.used + 2, [action]);
        }
    }

    /// Returns an error if all pieces of one type have their places, and the next question is about another type that
    /// the line does not name.
    fn other_type_error(&self) -> Option<ParseStop<C::Error>> {
        let (rest, pending) = (self.rest_words(), self.cursor.pending()?);
        let asked_type = piece_words::question_piece_type(pending.board, pending.choice)?;
        let (last_id, last_plural) = self.last_type.as_ref()?;
        let word = (*rest.first()?).to_owned();
        if *last_id == asked_type.id || word.starts_with('#') {
            return None;
        }
        match match_choice(pending.choice, pending.row_words, &rest, self.line.matching).ok()? {
            RowMatch::Row { answer, used, .. } if used == 0 || pending.choice.rows[answer.row].len == 1 => return None,
            RowMatch::Row { .. } | RowMatch::Several { .. } => {}
        }
        let types = Some(Box::new((last_plural.clone(), plural(asked_type))));
        let error = LineError { word, finished_and_asked_types: types, ..LineError::default() };
        Some(self.mismatch(error, Vec::new(), None))
    }

    /// Whether the next word repeats the count of the last answer, as in `move 1 guard port 1 hills`.
    fn repeats_count(&self) -> bool {
        let (rest, Some(pending)) = (self.rest_words(), self.cursor.pending()) else { return false };
        let ([next, rest @ ..], Some(count)) = (rest.as_slice(), &self.last_count) else { return false };
        let fits = |words: &[&str]| {
            match_rows(pending.row_words, words, self.line.matching)
                .is_ok_and(|found| !matches!(found, RowMatch::Row { used: 0, .. }))
        };
        let head = pending.row_words.first().map_or("", |row| row[0].as_str());
        next == count && !rest.is_empty() && (fits(rest) || fits(&[&[head], rest].concat()))
    }

    /// Rewrites words that no row has: drops the piece that the question is about, and repeats an answer that has a
    /// count for several pieces. Returns whether the line named the piece of the question. See [`piece_words`].
    fn rewrite_piece_words(&mut self) -> bool {
        let rest = self.rest_words();
        let Some(pending) = self.cursor.pending().filter(|_| !rest.is_empty()) else { return false };
        if let Some(piece_type) = piece_words::question_piece_type(pending.board, pending.choice)
            && let Some(words) = piece_lists::with_type_first(pending.board, &piece_type.id, &rest)
        {
            self.words.splice(self.used.., words);
            return self.rewrite_piece_words();
        }
        if let Some(words) =
            piece_words::without_question_piece(pending.board, pending.choice, pending.row_words, &rest)
        {
            self.words.splice(self.used.., words);
            return true;
        }
        let Some((row, count, rest)) = piece_words::repeated_answer(pending.choice, pending.row_words, &rest) else {
            return false;
        };
        let (row_text, asked) = (pending.row_words[row].clone(), pending.choice.side);
        let rest: Vec<String> = rest.into_iter().map(str::to_owned).collect();
        let head = row_text.first().cloned();
        let is_asked_again = |next: LookaheadChoice| {
            next.choice.side == asked && next.words.iter().any(|row| row.first() == head.as_ref())
        };
        if count == 1 || self.cursor.look_ahead(&[row.into()]).is_some_and(is_asked_again) {
            let repeated = std::iter::repeat_n(row_text, count).flatten().chain(rest);
            self.words.splice(self.used.., repeated);
        }
        false
    }

    /// Sorts the next members of a group into the order in which the game asks for them, unless the typed order fits.
    fn sort_group(&mut self) {
        // `named_count` is set if the choice asks for the members of a group one by one.
        let Some(pending) = self.cursor.pending().filter(|pending| pending.choice.named_count.is_some()) else {
            return;
        };
        let found = any_order::named_rows(&pending, &self.rest_words(), self.line.matching);
        // Nothing needs sorting if the line begins with the row that the game asks for first.
        let Some(first) = any_order::first_due(&found) else { return };
        let (reordered, row, row_words) =
            (any_order::moved_to_front(&found, first, &self.rest_words()), found[first].answer, found[first].words);
        if found[0].from == 0 && self.fits_typed_order(&found) {
            return;
        }
        let rest: Vec<&str> = reordered[row_words..].iter().map(String::as_str).collect();
        let matching = self.line.matching;
        let rest_fits = |next: LookaheadChoice| {
            // The line may name the next member after other words.
            let names_member = || {
                next.choice.named_count.is_some() && any_order::names_any(&next.choice, &next.words, &rest, matching)
            };
            match_choice(&next.choice, &next.words, &rest, matching).is_ok() || names_member()
        };
        if self.cursor.look_ahead(&[row]).is_some_and(rest_fits) {
            self.words.truncate(self.used);
            self.words.extend(reordered);
        }
    }

    /// Whether the game accepts the named rows in the typed order. The check ends with the first row that is not in the
    /// game's own order: if the game accepts that row, the typed order is fine.
    fn fits_typed_order(&mut self, found: &[any_order::NamedRow]) -> bool {
        let line: Vec<String> = self.words[self.used..].to_vec();
        let mut rows = vec![found[0].answer];
        for pair in found.windows(2) {
            // If the cursor cannot look ahead, keep the typed order.
            let Some(next) = self.cursor.look_ahead(&rows) else { return true };
            let words = pair[1].words_in(&line);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            match match_choice(&next.choice, &next.words, &words, self.line.matching) {
                Ok(RowMatch::Row { answer, used, .. }) if used > 0 => rows.push(answer),
                _ => return false,
            }
            if pair[1].answer.row < pair[0].answer.row {
                return true;
            }
        }
        true
    }

    /// If all rows of two or more words have the same first word, a line may leave out that word. Matches the rest of
    /// the line as if it began with that word. `None` if no row fits, or if the player may have meant another question.
    fn after_shared_head(&mut self, asked: SideId) -> Option<Result<Continuation, ParseStop<C::Error>>> {
        let pending = self.cursor.pending().filter(|_| self.line.matching == Matching::Prefix)?;
        if self.is_interrupted && self.outermost_step() != self.first_step && !self.is_part_of_line(pending.position) {
            return None;
        }
        let head = shared_head(pending.row_words).filter(|_| !self.rest_words()[0].starts_with('#'))?.clone();
        // If only `guard port` is left, `2 port` does not mean two guards.
        if piece_words::counts_unlisted_thing(pending.choice, pending.row_words, &self.rest_words()) {
            return None;
        }
        let words: Vec<&str> = [head.as_str()].into_iter().chain(self.rest_words()).collect();
        match match_rows(pending.row_words, &words, self.line.matching) {
            Ok(RowMatch::Row { answer, used, columns }) if used > 1 => {
                Some(self.answer(PickedRow::typed(asked, answer, columns), used - 1))
            }
            Ok(RowMatch::Row { .. }) => None,
            Ok(RowMatch::Several { rows, next }) => {
                let rows = rows.iter().map(|row| pending.row_words[*row].clone()).collect();
                Some(Ok(Continuation::End(LineEnd::Incomplete { words: words.join(" "), next, rows })))
            }
            // List the words that may follow the common word, unless the player typed a name where only numbers fit, a
            // typo of the common word, or an action.
            Err(error)
                if error.index == 1
                    && pending.row_words.iter().all(|row| row[0] == head)
                    && is_expected_sort(&error)
                    && nearest(&error.word, std::slice::from_ref(&head)).is_none()
                    && !pending.board.labels.actions.iter().any(|action| begins_action(&action.id, &error.word)) =>
            {
                let fitting = error.matching_rows.iter().map(|row| pending.row_words[*row].clone()).collect();
                let rest = words.join(" ");
                let error = LineError { index: self.used, ..error };
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
        match match_rows(pending.row_words, &words, self.line.matching) {
            Ok(RowMatch::Row { used: 0 | 1, .. }) => None,
            // The line leaves out the first word, so it must have all other words of the row, except a number, even if
            // only one row fits.
            Ok(RowMatch::Row { answer: Answer { row: index, .. }, columns, .. })
                if !pending.row_words[index][columns..].iter().all(|word| is_number(word)) =>
            {
                let row = pending.row_words[index].clone();
                let next = vec![row[columns].clone()];
                Some(Ok(Continuation::End(LineEnd::Incomplete { words: words.join(" "), next, rows: vec![row] })))
            }
            Ok(RowMatch::Row { answer, used, columns }) => {
                Some(self.answer(PickedRow::typed(asked, answer, columns), used - 1))
            }
            Ok(RowMatch::Several { rows, next }) => {
                let rows = rows.iter().map(|row| pending.row_words[*row].clone()).collect();
                Some(Ok(Continuation::End(LineEnd::Incomplete { words: words.join(" "), next, rows })))
            }
            Err(error) => {
                let is_id = |word: &str| pending.board.ids().any(|(id, _)| id.eq_ignore_ascii_case(word));
                let is_space = |word: &str| pending.board.space(&word.to_ascii_lowercase()).is_some();
                // If the choice expects pieces, a typed space is a superfluous word, and not the next thing of a row.
                let expects_kind =
                    || !is_space(&error.word) || error.expected.iter().any(|word| is_space(id_without_kind(word)));
                let continues_row = error.index > 1 || error.index == 1 && is_id(&error.word) && expects_kind();
                let fitting = error.matching_rows.iter().map(|row| pending.row_words[*row].clone()).collect();
                continues_row.then(|| {
                    let (at, rest) = (error.index + self.used - 1, words.join(" "));
                    let error = LineError { index: at, ..error };
                    Err(ParseStop::Mismatch { error, fitting, standing_side: None, answered: self.answers.len(), rest })
                })
            }
        }
    }

    /// Finds the latest answer that begins with the same word as a row of this choice. Returns that word.
    pub(super) fn repeated_head(&self, pending: &Pending<'_>) -> Option<String> {
        let mut heads =
            self.recent_answers.iter().rev().filter_map(|answer| answer.head(pending.board, pending.position));
        heads.find(|head| pending.row_words.iter().any(|row| row.first() == Some(head)))
    }

    /// Whether the rest of the line fits a choice, directly or after a repeated head.
    fn rest_fits(&self, pending: &Pending<'_>) -> bool {
        if match_choice(pending.choice, pending.row_words, &self.rest_words(), self.line.matching).is_ok() {
            return true;
        }
        let Some(head) = self.repeated_head(pending) else { return false };
        let words: Vec<&str> = [head.as_str()].into_iter().chain(self.rest_words()).collect();
        let found = match_rows(pending.row_words, &words, self.line.matching);
        found.is_ok_and(|found| !matches!(found, RowMatch::Row { used: 0 | 1, .. }))
    }

    /// Finds the row to fill in before the rest of the line. The question must belong to an answer of the line, and the
    /// rest must fit after this row or after several such rows.
    fn fill_before_rest(&mut self, asked: SideId) -> Option<usize> {
        self.look_ahead_until(asked, |parser, pending| parser.rest_fits(pending))
    }

    /// Looks ahead over questions that the parser may fill in, until `is_right` accepts a choice. Returns the first row
    /// to fill in, without giving an answer.
    pub(super) fn look_ahead_until(
        &mut self,
        asked: SideId,
        mut is_right: impl FnMut(&Self, &Pending<'_>) -> bool,
    ) -> Option<usize> {
        let mut rows: Vec<Answer> = Vec::new();
        let mut next: Option<LookaheadChoice> = None;
        while rows.len() < MAX_FILLED {
            let current = self.cursor.pending()?;
            let pending = match &next {
                Some(LookaheadChoice { choice, words, position }) => {
                    Pending { choice, row_words: words, position, board: current.board }
                }
                None => current,
            };
            if pending.choice.side != asked || !self.is_part_of_line(pending.position) {
                return None;
            }
            rows.push(row_to_fill(pending.board, pending.choice)?.into());
            let after_rows = self.cursor.look_ahead(&rows)?;
            let current = self.cursor.pending()?;
            let LookaheadChoice { choice, words, position } = &after_rows;
            if choice.side != asked {
                return None;
            }
            if is_right(self, &Pending { choice, row_words: words, position, board: current.board }) {
                return rows.first().map(|answer| answer.row);
            }
            next = Some(after_rows);
        }
        None
    }

    /// Finds the standing actions of the asked side, if the next word begins one of them or is a number such as `#3`.
    /// Also returns the number of rows of the choice, because the numbers of the actions continue after them. If a
    /// script fails, the side counts as having no standing actions.
    fn own_standing_rows(&mut self, asked: SideId) -> Option<(usize, Vec<Vec<String>>)> {
        let rows = self.cursor.standing_row_words(asked).ok().flatten().filter(|rows| !rows.is_empty())?;
        let before = self.cursor.pending()?.row_words.len();
        let is_row_number = self.line.matching == Matching::Prefix && self.rest_words()[0].starts_with('#');
        let first_word = match_rows_after(before, &rows, &self.rest_words()[..1], self.line.matching);
        let begins_action = first_word.is_ok_and(|found| !matches!(found, RowMatch::Row { used: 0, .. }));
        (is_row_number || begins_action).then_some((before, rows))
    }

    fn standing_row_words(&mut self, side: SideId) -> Result<Option<Vec<Vec<String>>>, ParseStop<C::Error>> {
        let rest = self.rest();
        self.cursor.standing_row_words(side).map_err(|error| ParseStop::Failed { error, rest, further: String::new() })
    }

    /// Parses a line of a side that is not asked. The line can only use the side's standing actions.
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
            // An empty line means the default row of the question, and never takes a standing action.
            Ok(RowMatch::Row { used: 0, .. }) => Ok(Continuation::End(LineEnd::Complete)),
            Ok(RowMatch::Row { answer, used, columns }) => {
                self.answer(PickedRow { is_standing: true, ..PickedRow::typed(side, answer, columns) }, used)
            }
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
        let error = LineError { index: error.index + self.used, ..error };
        ParseStop::Mismatch { error, fitting, standing_side, answered: self.answers.len(), rest: self.rest() }
    }

    /// Finds the default of the pending choice, or a forced row, if the question belongs to an answer of the line.
    /// `None` if dice or cards would follow, because these cannot be undone (rule tests do not check this).
    fn default_at_end(&mut self) -> Option<usize> {
        let pending = self.cursor.pending().filter(|_| !self.line.leaves_open)?;
        if !self.is_part_of_line(pending.position) {
            return None;
        }
        match default_to_fill(pending.board, pending.choice) {
            Some(row) => (!self.cursor.needs_chance(row)).then_some(row),
            None => self.forced_row(),
        }
    }

    /// Finds the only row of the pending choice, if the parser may take it without asking.
    fn forced_row(&mut self) -> Option<usize> {
        if !self.cursor.fills_forced_answers() || self.forced_count == MAX_FORCED {
            return None;
        }
        let pending = self.cursor.pending()?;
        let (side, row) = (pending.choice.side, row_to_fill(pending.board, pending.choice)?);
        let next = self.cursor.look_ahead(&[row.into()])?;
        let pending = self.cursor.pending()?;
        let is_free = next.choice.side == side && !has_cost(pending.board, pending.position, &next.position);
        self.forced_count += usize::from(is_free);
        is_free.then_some(row)
    }

    fn fill_in(&mut self, row: usize) -> Result<Continuation, ParseStop<C::Error>> {
        let Some(side) = self.asked else { return Ok(Continuation::End(LineEnd::Complete)) };
        self.answer(PickedRow { automatic: true, ..PickedRow::typed(side, row.into(), 0) }, 0)
    }

    /// Returns the last word of a row if it is a number that the line has before other words of the row: `1 guard` for
    /// the row `guard 1`.
    fn counted_before(&self, pick: &PickedRow, used: usize) -> Option<String> {
        let pending = self.cursor.pending().filter(|_| !pick.is_standing)?;
        let number = pending.row_words.get(pick.answer.row)?.last().filter(|word| is_number(word))?;
        let typed = &self.words[self.used..self.used + used];
        let is_before = typed.last() != Some(number) && typed.contains(number);
        is_before.then(|| number.clone())
    }

    /// Gives an answer that uses this many words of the line.
    fn answer(&mut self, pick: PickedRow, used: usize) -> Result<Continuation, ParseStop<C::Error>> {
        let end = self.used + used;
        let pick = PickedRow { words_after: self.words.len() - end, ..pick };
        let given = match self.cursor.pending() {
            Some(pending) if !pick.is_standing => {
                let row = pending.choice.rows.get(pick.answer.row);
                row.and_then(|row| GivenAnswer::new(&pending, row.filled(pick.answer.numbers())?))
            }
            _ => None,
        };
        self.last_type = self.cursor.pending().and_then(|pending| {
            let piece_type = piece_words::question_piece_type(pending.board, pending.choice)?;
            Some((piece_type.id.clone(), plural(piece_type)))
        });
        self.last_count = self.counted_before(&pick, used);
        let outcome = self.cursor.answer(&pick).map_err(|error| {
            let further = self.words[end..].join(" ");
            ParseStop::Failed { error, rest: self.rest(), further }
        })?;
        match outcome {
            AnswerOutcome::Stop => Ok(Continuation::End(LineEnd::Stopped(pick))),
            AnswerOutcome::Branched { row } => {
                self.used = end;
                self.answers.push((pick.side, row));
                self.recent_answers.extend(given.filter(|_| !pick.automatic));
                Ok(Continuation::End(LineEnd::Branched(RemainingLine {
                    words: self.words[end..].to_vec(),
                    answers: self.answers.clone(),
                    recent_answers: self.recent_answers.clone(),
                    asked: Some(pick.side),
                    first_step: self.first_step,
                })))
            }
            AnswerOutcome::Continue { row, revealed } => {
                self.used = end;
                self.asked = Some(pick.side);
                self.answers.push((pick.side, row));
                self.is_interrupted |= revealed;
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

/// The first word of all rows of several words, if it is the same.
fn shared_head(rows: &[Vec<String>]) -> Option<&String> {
    let mut heads = rows.iter().filter(|row| row.len() > 1).map(|row| &row[0]);
    let head = heads.next()?;
    heads.all(|other| other == head).then_some(head)
}

/// Whether a word is the name of an action, or its beginning up to a hyphen: `end` for `end-turn`.
fn begins_action(action: &str, word: &str) -> bool {
    action.strip_prefix(word).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// The plural of a type of piece.
fn plural(piece_type: &PieceType) -> String {
    piece_type.plural.as_ref().unwrap_or(&piece_type.name).clone()
}

/// Whether a number was typed where a number fits, or a name where a name fits.
fn is_expected_sort(error: &LineError) -> bool {
    error.expected.iter().any(|expected| takes_numbers(expected) == is_number(&error.word))
}
