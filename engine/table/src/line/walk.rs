//! A typed line walked over successive choices: the one place where it is done, for who plays, looks ahead, completes or tests.
//!
//! What answering means is the chooser's affair: an event of a game, a step of a trial, a move of a rule test.
//!
//! **Defaults.** A line that ends, or goes on with a word for a later choice, leaves questions unanswered. The default of such a
//! choice is filled in while it belongs to what the line has begun: the action is still being played (who pays for it), or the
//! step that asked still goes on with the answer (how many of the pieces just named). It is never filled in where another side
//! was asked or acted, where anything was revealed, nor if it means to stop (`done`). At the end of a line that is
//! played at a table it is not filled in either where dice or cards come of it: there the question is asked.
//!
//! **What is forced.** A line that ends at a table does not leave open what has only one answer, if that belongs to what the line
//! has begun and costs nothing: nothing is revealed, nobody else's turn comes of it, and no track falls.
//! `done` alone is asked: then there is something to be seen.
//!
//! **Alike subjects.** `terror havana matanzas` is `terror havana terror matanzas` where the choice is asked again: a word that
//! begins no row is tried after the first word of the last answer: also of one that an earlier line gave, while it is still being
//! entered.

#![expect(clippy::result_large_err, reason = "why a walk halts is matched where it was asked for, and goes no further")]

use super::item::{Item, costs, filling, filling_between};
use super::narrow::{LineError, Matching, Narrowing, is_number, narrow, narrow_after, of_no_kind};
use super::{narrow_asked, nearest, several, spoken, together};
use cardwright_script::Choice;
use cardwright_state::board::{Board, PieceType};
use cardwright_state::{Position, SideId};
use std::sync::Arc;

/// The most defaults that are filled in before one word.
const MOST_FILLED: usize = 4;

/// The most answers that are taken at the end of a line because there is no other: a step may ask without end.
const MOST_FORCED: usize = 8;

/// The choice that a chooser stands before.
#[derive(Debug, Clone, Copy)]
pub struct Pending<'a> {
    /// Who is asked what.
    pub choice: &'a Choice,
    /// The words of each row.
    pub words: &'a [Vec<String>],
    /// The position in which it is asked.
    pub position: &'a Position,
    /// The board.
    pub board: &'a Board,
}

/// A row that a line has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pick {
    /// Whose it is.
    pub side: SideId,
    /// Its index: of the choice, or of what stands open for the side.
    pub row: usize,
    /// Whether it stands open beside the choice.
    pub beside: bool,
    /// Whether it is the default of a choice that the line does not speak of.
    pub automatic: bool,
    /// How many of its words the line has.
    pub columns: usize,
    /// How many words of the line come after it.
    pub left: usize,
}

/// What became of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answered {
    /// The game has gone on to the next choice, or to its end.
    On {
        /// The row's text.
        row: String,
        /// Whether anything was revealed, or another side acted by rules.
        revealed: bool,
    },
    /// Chance has taken the game one of several ways: the walk is to stop after it, and may be taken up where each of them leads.
    Parted {
        /// The row's text.
        row: String,
    },
    /// The walk is to stop before it.
    Stop,
}

/// Who is led from choice to choice.
pub trait Chooser {
    /// Why a row cannot be answered.
    type Error;
    /// The pending choice; none once the game is over.
    fn pending(&self) -> Option<Pending<'_>>;
    /// The words of each row that stands open beside the choice for a side; none, where nothing does.
    ///
    /// # Errors
    /// A rule fails.
    fn beside(&mut self, side: SideId) -> Result<Option<Vec<Vec<String>>>, Self::Error>;
    /// What is asked after some rows, one after the other: tried, not answered. None where they do not lead to a question, or
    /// anything is revealed on the way.
    fn foresee(&mut self, rows: &[usize]) -> Option<Foreseen>;
    /// Whether dice, cards or picks come of a row before anything else is asked: tried, not answered. No, for who is not asked.
    fn comes_to_chance(&mut self, _row: usize) -> bool {
        false
    }
    /// Whether what has only one answer is filled in at the end of a line too.
    fn takes_what_is_forced(&self) -> bool {
        false
    }
    /// Answers with a row, or uses one that stands open.
    ///
    /// # Errors
    /// It leads nowhere, or cannot be kept.
    fn answer(&mut self, pick: &Pick) -> Result<Answered, Self::Error>;
}

/// What is asked after some rows that have not been answered yet.
#[derive(Debug, Clone)]
pub struct Foreseen {
    /// Who is asked what.
    pub choice: Choice,
    /// The words of each row.
    pub words: Vec<Vec<String>>,
    /// The position in which it is asked.
    pub position: Arc<Position>,
}

/// A line to be walked.
#[derive(Debug, Clone, Copy)]
pub struct Walk<'a> {
    /// Whose line it is; without, that of whoever is asked first, and any side after.
    pub side: Option<SideId>,
    /// Its words.
    pub words: &'a [&'a str],
    /// How they are written.
    pub matching: Matching,
    /// Whether defaults are left open: a line that ends with `...`.
    pub leaves_open: bool,
}

/// How far a line led.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Walked {
    /// The answers given, with whose they are.
    pub answers: Vec<(SideId, String)>,
    /// How it ended.
    pub end: End,
}

/// How a line ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// Every word has been used.
    Whole,
    /// It narrows the last choice without deciding it.
    Open {
        /// Its words for that choice.
        words: String,
        /// What may come next.
        next: Vec<String>,
        /// The rows left: their words.
        rows: Vec<Vec<String>>,
    },
    /// Chance came into the last answer: what is left of the line wherever that leads.
    Parted(Left),
    /// The chooser stopped before this row.
    Stopped(Pick),
}

/// What is left of a line after an answer that chance came into: see [`walk_on`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Left {
    /// Its words.
    words: Vec<String>,
    /// Who answered.
    answers: Vec<(SideId, String)>,
    named: Vec<Item>,
    asked: Option<SideId>,
}

impl Left {
    /// Its words.
    pub fn words(&self) -> &[String] {
        &self.words
    }
    /// How many answers were given before.
    pub fn answered(&self) -> usize {
        self.answers.len()
    }
}

/// Why a line does not lead to its end. What was answered before stays.
#[derive(Debug)]
pub enum Halt<E> {
    /// A word fits no row.
    Misfit {
        /// Which word, by its place in the line, and what fits.
        error: LineError,
        /// The words of the rows that fit up to it.
        fitting: Vec<Vec<String>>,
        /// Whether it was looked up among what stands open for this side.
        beside: Option<SideId>,
        /// Answers given before it.
        answered: usize,
        /// What is left of the line, from the choice on that the word is for.
        rest: String,
    },
    /// It is another side's turn.
    WrongSide {
        /// Who is asked.
        asked: SideId,
        /// Whose line it is.
        got: SideId,
        /// Answers given before.
        answered: usize,
        /// What is left of the line.
        rest: String,
    },
    /// The game is over, and words are left.
    Over {
        /// Answers given before.
        answered: usize,
        /// What is left of the line.
        rest: String,
    },
    /// A row could not be answered.
    Failed {
        /// Why.
        error: E,
        /// What is left of the line, from that row on.
        rest: String,
        /// What is left of it after that row.
        further: String,
    },
}

/// Walks a line: each row it names in turn, defaults where it leaves something open that belongs to what it named. The words of a
/// side that is not asked name what stands open for it; so may words of the asked side that begin no row of its choice.
///
/// # Errors
/// See [`Halt`].
pub fn walk<C: Chooser>(chooser: &mut C, line: &Walk<'_>) -> Result<Walked, Halt<C::Error>> {
    let mut walker = Walker::new(chooser, line);
    let end = walker.run()?;
    Ok(Walked { answers: walker.answers, end })
}

/// Goes on with what is left of a line after chance, as the same walk would.
///
/// # Errors
/// As [`walk`].
pub fn walk_on<C: Chooser>(chooser: &mut C, line: &Walk<'_>, left: &Left) -> Result<Walked, Halt<C::Error>> {
    let Left { words, answers, named, asked } = left.clone();
    let mut walker = Walker { words, answers, named, asked, ..Walker::new(chooser, line) };
    let end = walker.run()?;
    Ok(Walked { answers: walker.answers, end })
}

/// A walk under way.
pub(super) struct Walker<'a, C: Chooser> {
    pub(super) chooser: &'a mut C,
    line: &'a Walk<'a>,
    /// Its words, put in the order in which they are asked for.
    words: Vec<String>,
    /// How many words have been used.
    at: usize,
    answers: Vec<(SideId, String)>,
    /// What the line has begun, as far as defaults may be filled in for it.
    items: Vec<Item>,
    /// What the line has named since this side was asked.
    named: Vec<Item>,
    /// Who gave the last answer.
    asked: Option<SideId>,
    /// How many answers were taken because there was no other.
    forced: usize,
    /// The type of pieces that the last question was about, and what several are called.
    subject: Option<(String, String)>,
    /// The number that the last answer had before what it counts.
    counted: Option<String>,
}

/// Whether a walk goes on after a step of it.
enum Onward {
    Go,
    End(End),
}

impl<'a, C: Chooser> Walker<'a, C> {
    pub(super) fn new(chooser: &'a mut C, line: &'a Walk<'a>) -> Walker<'a, C> {
        let words = line.words.iter().map(|word| (*word).to_owned()).collect();
        Walker {
            chooser,
            line,
            words,
            at: 0,
            answers: Vec::new(),
            items: Vec::new(),
            named: Vec::new(),
            asked: None,
            forced: 0,
            subject: None,
            counted: None,
        }
    }

    pub(super) fn run(&mut self) -> Result<End, Halt<C::Error>> {
        loop {
            if let Onward::End(end) = self.step()? {
                return Ok(end);
            }
        }
    }

    fn left(&self) -> Vec<&str> {
        self.words[self.at..].iter().map(String::as_str).collect()
    }
    fn rest(&self) -> String {
        self.left().join(" ")
    }
    /// Whether every word is used. An empty line is one answer: that of whoever has no choice.
    fn is_at_end(&self) -> bool {
        self.left().is_empty() && !self.answers.is_empty()
    }

    fn step(&mut self) -> Result<Onward, Halt<C::Error>> {
        let answered = self.answers.len();
        let Some(asked) = self.chooser.pending().map(|pending| pending.choice.side) else {
            let over = Halt::Over { answered, rest: self.rest() };
            return if self.is_at_end() { Ok(Onward::End(End::Whole)) } else { Err(over) };
        };
        if self.asked != Some(asked) {
            self.items.clear(); // What another side has a say in is no detail of this line.
            self.named.clear();
        }
        // What a line before has begun goes on with the rest of it.
        if answered == 0 && self.named.is_empty() && self.line.matching == Matching::Prefix {
            self.named.extend(self.chooser.pending().map_or(Vec::new(), |pending| Item::begun(pending.position)));
            self.asked = Some(asked);
        }
        let names_it = self.line.matching == Matching::Prefix
            && self.line.side.is_none_or(|side| side == asked)
            && self.say_as_rows_do();
        if self.is_at_end() {
            return match self.filling() {
                Some(row) => self.fill_in(row),
                None => Ok(Onward::End(End::Whole)),
            };
        }
        if let Some(side) = self.line.side.filter(|side| *side != asked) {
            if answered == 0
                && let Some(rows) = self.beside(side)?
            {
                return self.beside_only(side, rows);
            }
            return Err(Halt::WrongSide { asked, got: side, answered, rest: self.rest() });
        }
        if let Some(past) = self.of_another_type().filter(|_| !names_it) {
            return Err(past);
        }
        self.put_together();
        self.put_in_order();
        let Some(pending) = self.chooser.pending() else { return Ok(Onward::End(End::Whole)) };
        match narrow_asked(pending.choice, pending.words, &self.left(), self.line.matching) {
            Ok(Narrowing::Row { index, used, columns }) => {
                let pick = Pick { side: asked, row: index, beside: false, automatic: false, columns, left: 0 };
                self.give(pick, used)
            }
            Ok(Narrowing::Open { rows, next }) => {
                let rows = rows.iter().map(|row| pending.words[*row].clone()).collect();
                Ok(Onward::End(End::Open { words: self.rest(), next, rows }))
            }
            Err(error) => {
                let fitting = error.left.iter().map(|row| pending.words[*row].clone()).collect();
                if error.at == 0
                    && let Some((before, rows)) = self.own_beside(asked)
                {
                    return self.among(asked, before, &rows);
                }
                if error.at == 0 && self.is_counted_twice() {
                    self.at += 1;
                    return Ok(Onward::Go);
                }
                if error.at == 0
                    && let Some(row) = self.filling_before_the_rest(asked)
                {
                    return self.fill_in(row);
                }
                if error.at == 0
                    && let Some(onward) = self.alike(asked)
                {
                    return onward;
                }
                if error.at == 0
                    && let Some(onward) = self.only_head(asked)
                {
                    return onward;
                }
                Err(self.of_what_is_counted(&error).unwrap_or_else(|| self.misfit(error, fitting, None)))
            }
        }
    }

    /// Of a number at the beginning of a line, before the name of what no row has: the name is what does not fit.
    fn of_what_is_counted(&self, error: &LineError) -> Option<Halt<C::Error>> {
        let (left, pending) = (self.left(), self.chooser.pending()?);
        spoken::counted_after(pending.choice, pending.words, &left).filter(|_| error.at == 0 && !error.is_shared)?;
        let error = narrow_asked(pending.choice, pending.words, &left[1..], self.line.matching).err()?;
        let fitting = error.left.iter().map(|row| pending.words[*row].clone()).collect();
        let (error, rest) = (LineError { at: error.at + self.at + 1, ..error }, left[1..].join(" "));
        Some(Halt::Misfit { error, fitting, beside: None, answered: self.answers.len(), rest })
    }

    /// An action of two words may be typed with a blank between them.
    fn put_together(&mut self) {
        let Some(pending) = self.chooser.pending().filter(|_| self.line.matching == Matching::Prefix) else { return };
        if let Some(action) = together(pending.board, pending.words, &self.left()) {
            self.words.splice(self.at..self.at + 2, [action]);
        }
    }

    /// What is left of a line once all pieces of the type that it was about have their places: it does not go on with those of
    /// another, which the next question is about, unless it names them.
    fn of_another_type(&self) -> Option<Halt<C::Error>> {
        let (left, pending) = (self.left(), self.chooser.pending()?);
        let (asked, (was, several)) = (spoken::subject(pending.board, pending.choice)?, self.subject.as_ref()?);
        let word = (*left.first()?).to_owned();
        if *was == asked.id || word.starts_with('#') {
            return None;
        }
        match narrow_asked(pending.choice, pending.words, &left, self.line.matching).ok()? {
            Narrowing::Row { index, used, .. } if used == 0 || pending.choice.rows[index].len == 1 => return None,
            Narrowing::Row { .. } | Narrowing::Open { .. } => {}
        }
        let past = Some(Box::new((several.clone(), several_of(asked))));
        let error = LineError { word, past, ..LineError::default() };
        Some(self.misfit(error, Vec::new(), None))
    }

    /// Whether the next word says again how many there are of what the last answer named, and the line goes on after it:
    /// `move 1 guard port 1 hills`.
    fn is_counted_twice(&self) -> bool {
        let (left, Some(pending)) = (self.left(), self.chooser.pending()) else { return false };
        let ([again, rest @ ..], Some(counted)) = (left.as_slice(), &self.counted) else { return false };
        let fits = |words: &[&str]| {
            narrow(pending.words, words, self.line.matching)
                .is_ok_and(|found| !matches!(found, Narrowing::Row { used: 0, .. }))
        };
        let head = pending.words.first().map_or("", |row| row[0].as_str());
        again == counted && !rest.is_empty() && (fits(rest) || fits(&[&[head], rest].concat()))
    }

    /// The piece that the question is about need not be said, and may be: whether it is; of several pieces the same may be said at
    /// once where the question is asked again for each: see [`spoken`].
    fn say_as_rows_do(&mut self) -> bool {
        let left = self.left();
        let Some(pending) = self.chooser.pending().filter(|_| !left.is_empty()) else { return false };
        if let Some(words) = spoken::without_subject(pending.board, pending.choice, pending.words, &left) {
            self.words.splice(self.at.., words);
            return true;
        }
        let Some((row, n, rest)) = spoken::several_alike(pending.board, pending.choice, pending.words, &left) else {
            return false;
        };
        let (said, asked) = (pending.words[row].clone(), pending.choice.side);
        let rest: Vec<String> = rest.into_iter().map(str::to_owned).collect();
        let head = said.first().cloned();
        let is_asked_again =
            |next: Foreseen| next.choice.side == asked && next.words.iter().any(|row| row.first() == head.as_ref());
        if n == 1 || self.chooser.foresee(&[row]).is_some_and(is_asked_again) {
            let all = std::iter::repeat_n(said, n).flatten().chain(rest);
            self.words.splice(self.at.., all);
        }
        false
    }

    /// Of several that may be named in any order, those that the line names next are put in the order in which they are asked for:
    /// where the first of them comes after another, and what follows does not fit as it was typed.
    fn put_in_order(&mut self) {
        let Some(pending) = self.chooser.pending().filter(|pending| pending.choice.named.is_some()) else { return };
        let found = several::named(&pending, &self.left(), self.line.matching);
        let Some(first) = several::first(&found) else { return };
        let (in_order, row, at) =
            (several::with_first(&found, first, &self.left()), found[first].row, found[first].words);
        // As it was typed, it may mean what is asked after them.
        if found[0].from == 0 && self.fits_as_typed(&found) {
            return;
        }
        let rest: Vec<&str> = in_order[at..].iter().map(String::as_str).collect();
        let matching = self.line.matching;
        // What comes next may itself be named farther on.
        let goes_on = |next: Foreseen| {
            let names_some =
                || next.choice.named.is_some() && several::names_any(&next.choice, &next.words, &rest, matching);
            narrow_asked(&next.choice, &next.words, &rest, matching).is_ok() || names_some()
        };
        if self.chooser.foresee(&[row]).is_some_and(goes_on) {
            self.words.truncate(self.at);
            self.words.extend(in_order);
        }
    }

    /// Whether what the line names fits one after the other up to what is asked for before the one that it follows.
    fn fits_as_typed(&mut self, found: &[several::Named]) -> bool {
        let line: Vec<String> = self.words[self.at..].to_vec();
        let mut rows = vec![found[0].row];
        for pair in found.windows(2) {
            // What cannot be foreseen is not meddled with.
            let Some(next) = self.chooser.foresee(&rows) else { return true };
            let words = pair[1].words_of(&line);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            match narrow_asked(&next.choice, &next.words, &words, self.line.matching) {
                Ok(Narrowing::Row { index, used, .. }) if used > 0 => rows.push(index),
                _ => return false,
            }
            if pair[1].row < pair[0].row {
                return true;
            }
        }
        true
    }

    /// The rest of the line after the one word with which every row begins that has more words: it need not be typed. None where
    /// no row goes on so.
    fn only_head(&mut self, asked: SideId) -> Option<Result<Onward, Halt<C::Error>>> {
        let pending = self.chooser.pending().filter(|_| self.line.matching == Matching::Prefix)?;
        let mut heads = pending.words.iter().filter(|row| row.len() > 1).map(|row| &row[0]);
        let head = heads.next()?.clone();
        if heads.any(|other| *other != head) || self.left()[0].starts_with('#') {
            return None;
        }
        // `2 port` is no two of the one thing that is left.
        if spoken::counts_another(pending.choice, pending.words, &self.left()) {
            return None;
        }
        let words: Vec<&str> = [head.as_str()].into_iter().chain(self.left()).collect();
        match narrow(pending.words, &words, self.line.matching) {
            Ok(Narrowing::Row { index, used, columns }) if used > 1 => {
                let pick = Pick { side: asked, row: index, beside: false, automatic: false, columns, left: 0 };
                Some(self.give(pick, used - 1))
            }
            Ok(Narrowing::Row { .. }) => None,
            Ok(Narrowing::Open { rows, next }) => {
                let rows = rows.iter().map(|row| pending.words[*row].clone()).collect();
                Some(Ok(Onward::End(End::Open { words: words.join(" "), next, rows })))
            }
            // What fits after that word is told, not the word itself: of a name where numbers come, the word.
            Err(error)
                if error.at == 1
                    && pending.words.iter().all(|row| row[0] == head)
                    && could_be_meant(&error)
                    && nearest(&error.word, std::slice::from_ref(&head)).is_none()
                    && !pending.board.actions.iter().any(|action| is_begun(&action.id, &error.word)) =>
            {
                let fitting = error.left.iter().map(|row| pending.words[*row].clone()).collect();
                let (at, rest) = (self.at, words.join(" "));
                let error = LineError { at, ..error };
                Some(Err(Halt::Misfit { error, fitting, beside: None, answered: self.answers.len(), rest }))
            }
            Err(_) => None,
        }
    }

    /// The rest of the line as more of what it has named: its words after the same first word. None where no row begins so, or
    /// the next word names nothing that such a row could be about.
    fn alike(&mut self, asked: SideId) -> Option<Result<Onward, Halt<C::Error>>> {
        let pending = self.chooser.pending()?;
        let head = self.head_of(&pending)?;
        let words: Vec<&str> = [head.as_str()].into_iter().chain(self.left()).collect();
        match narrow(pending.words, &words, self.line.matching) {
            Ok(Narrowing::Row { used: 0 | 1, .. }) => None,
            // The only row that begins so is not yet what was meant: its verb was never typed, so all else of it is, but for how
            // many where there is one way.
            Ok(Narrowing::Row { index, columns, .. })
                if !pending.words[index][columns..].iter().all(|word| is_number(word)) =>
            {
                let row = pending.words[index].clone();
                let next = vec![row[columns].clone()];
                Some(Ok(Onward::End(End::Open { words: words.join(" "), next, rows: vec![row] })))
            }
            Ok(Narrowing::Row { index, used, columns }) => {
                let pick = Pick { side: asked, row: index, beside: false, automatic: false, columns, left: 0 };
                Some(self.give(pick, used - 1))
            }
            Ok(Narrowing::Open { rows, next }) => {
                let rows = rows.iter().map(|row| pending.words[*row].clone()).collect();
                Some(Ok(Onward::End(End::Open { words: words.join(" "), next, rows })))
            }
            Err(error) => {
                let names = |word: &str| pending.board.ids().any(|(id, _)| id.eq_ignore_ascii_case(word));
                let is_space = |word: &str| pending.board.space(&word.to_ascii_lowercase()).is_some();
                // A place where pieces are named is no other subject: it is a word too many.
                let is_meant = || !is_space(&error.word) || error.expected.iter().any(|it| is_space(of_no_kind(it)));
                let is_thing = error.at > 1 || error.at == 1 && names(&error.word) && is_meant();
                let fitting = error.left.iter().map(|row| pending.words[*row].clone()).collect();
                is_thing.then(|| {
                    let (at, rest) = (error.at + self.at - 1, words.join(" "));
                    let error = LineError { at, ..error };
                    Err(Halt::Misfit { error, fitting, beside: None, answered: self.answers.len(), rest })
                })
            }
        }
    }

    /// The first word of what the line has named last, among those that rows of a choice begin with.
    pub(super) fn head_of(&self, pending: &Pending<'_>) -> Option<String> {
        let mut heads = self.named.iter().rev().filter_map(|item| item.head(pending.board, pending.position));
        heads.find(|head| pending.words.iter().any(|row| row.first() == Some(head)))
    }

    /// Whether the rest of the line goes on with a choice, or with more of what it has named.
    fn goes_on_with(&self, pending: &Pending<'_>) -> bool {
        if narrow_asked(pending.choice, pending.words, &self.left(), self.line.matching).is_ok() {
            return true;
        }
        let Some(head) = self.head_of(pending) else { return false };
        let words: Vec<&str> = [head.as_str()].into_iter().chain(self.left()).collect();
        let found = narrow(pending.words, &words, self.line.matching);
        found.is_ok_and(|found| !matches!(found, Narrowing::Row { used: 0 | 1, .. }))
    }

    /// The row to fill in where the rest of the line is for a later choice: the default, or the only row, of a question that
    /// belongs to what the line has begun. Only if the rest does fit after it, or after some such rows.
    fn filling_before_the_rest(&mut self, asked: SideId) -> Option<usize> {
        self.fill_until(asked, |walker, pending| walker.goes_on_with(pending))
    }

    /// Fills in one question after another, as long as they belong to what the line has begun, until the choice that comes then
    /// is the right one: the first of those rows. Nothing is answered.
    pub(super) fn fill_until(
        &mut self,
        asked: SideId,
        mut is_right: impl FnMut(&Self, &Pending<'_>) -> bool,
    ) -> Option<usize> {
        let mut rows: Vec<usize> = Vec::new();
        let mut next: Option<Foreseen> = None;
        while rows.len() < MOST_FILLED {
            let here = self.chooser.pending()?;
            let pending = match &next {
                Some(Foreseen { choice, words, position }) => Pending { choice, words, position, board: here.board },
                None => here,
            };
            if pending.choice.side != asked || !self.items.iter().any(|item| item.is_open(pending.position)) {
                return None;
            }
            rows.push(filling_between(pending.board, pending.choice)?);
            let foreseen = self.chooser.foresee(&rows)?;
            let here = self.chooser.pending()?;
            let Foreseen { choice, words, position } = &foreseen;
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

    /// The rows that stand open for the asked side itself, if one of them begins as the rest of the line does, or it is the number
    /// of a row; and after how many others these are numbered: those of its choice. A rule that fails opens nothing.
    fn own_beside(&mut self, asked: SideId) -> Option<(usize, Vec<Vec<String>>)> {
        let rows = self.chooser.beside(asked).ok().flatten().filter(|rows| !rows.is_empty())?;
        let before = self.chooser.pending()?.words.len();
        let is_number = self.line.matching == Matching::Prefix && self.left()[0].starts_with('#');
        let begins = narrow_after(before, &rows, &self.left()[..1], self.line.matching);
        let is_own = begins.is_ok_and(|found| !matches!(found, Narrowing::Row { used: 0, .. }));
        (is_number || is_own).then_some((before, rows))
    }

    fn beside(&mut self, side: SideId) -> Result<Option<Vec<Vec<String>>>, Halt<C::Error>> {
        let rest = self.rest();
        self.chooser.beside(side).map_err(|error| Halt::Failed { error, rest, further: String::new() })
    }

    /// A line of a side that is not asked: among what stands open for it, to its end.
    fn beside_only(&mut self, side: SideId, mut rows: Vec<Vec<String>>) -> Result<Onward, Halt<C::Error>> {
        loop {
            if self.is_at_end() {
                return Ok(Onward::End(End::Whole));
            }
            if let Onward::End(end) = self.among(side, 0, &rows)? {
                return Ok(Onward::End(end));
            }
            rows = self.beside(side)?.unwrap_or_default();
        }
    }

    /// The next row of the line, among those that stand open for a side, numbered after so many others.
    fn among(&mut self, side: SideId, before: usize, rows: &[Vec<String>]) -> Result<Onward, Halt<C::Error>> {
        match narrow_after(before, rows, &self.left(), self.line.matching) {
            // An empty line answers what is asked, never what may be done besides.
            Ok(Narrowing::Row { used: 0, .. }) => Ok(Onward::End(End::Whole)),
            Ok(Narrowing::Row { index, used, columns }) => {
                self.give(Pick { side, row: index, beside: true, automatic: false, columns, left: 0 }, used)
            }
            Ok(Narrowing::Open { rows: left, next }) => {
                let rows = left.iter().map(|row| rows[*row].clone()).collect();
                Ok(Onward::End(End::Open { words: self.rest(), next, rows }))
            }
            Err(error) => {
                let fitting = error.left.iter().map(|row| rows[*row].clone()).collect();
                Err(self.misfit(error, fitting, Some(side)))
            }
        }
    }

    fn misfit(&self, error: LineError, fitting: Vec<Vec<String>>, beside: Option<SideId>) -> Halt<C::Error> {
        let error = LineError { at: error.at + self.at, ..error };
        Halt::Misfit { error, fitting, beside, answered: self.answers.len(), rest: self.rest() }
    }

    /// The default of the pending choice, if it belongs to what the line has begun; at the table not where dice or cards come next:
    /// nobody takes those back, so that is for whoever types to say.
    fn filling(&mut self) -> Option<usize> {
        let pending = self.chooser.pending().filter(|_| !self.line.leaves_open)?;
        if !self.items.iter().any(|item| item.is_open(pending.position)) {
            return None;
        }
        match filling(pending.board, pending.choice) {
            Some(row) => (!self.chooser.comes_to_chance(row)).then_some(row),
            None => self.forced(),
        }
    }

    /// The only row of the pending choice, if it is taken without a question.
    fn forced(&mut self) -> Option<usize> {
        if !self.chooser.takes_what_is_forced() || self.forced == MOST_FORCED {
            return None;
        }
        let pending = self.chooser.pending()?;
        let (side, row) = (pending.choice.side, filling_between(pending.board, pending.choice)?);
        let next = self.chooser.foresee(&[row])?;
        let pending = self.chooser.pending()?;
        let is_free = next.choice.side == side && !costs(pending.board, pending.position, &next.position);
        self.forced += usize::from(is_free);
        is_free.then_some(row)
    }

    fn fill_in(&mut self, row: usize) -> Result<Onward, Halt<C::Error>> {
        let Some(side) = self.asked else { return Ok(Onward::End(End::Whole)) };
        self.give(Pick { side, row, beside: false, automatic: true, columns: 0, left: 0 }, 0)
    }

    /// The number that a row ends with, where the words of the line for it, so many, have it before what it counts.
    fn counted_before(&self, pick: &Pick, used: usize) -> Option<String> {
        let pending = self.chooser.pending().filter(|_| !pick.beside)?;
        let number = pending.words.get(pick.row)?.last().filter(|word| is_number(word))?;
        let typed = &self.words[self.at..self.at + used];
        let is_before = typed.last() != Some(number) && typed.contains(number);
        is_before.then(|| number.clone())
    }

    /// Gives an answer for which the line has used so many words.
    fn give(&mut self, pick: Pick, used: usize) -> Result<Onward, Halt<C::Error>> {
        let further = self.at + used;
        let pick = Pick { left: self.words.len() - further, ..pick };
        let begun = match self.chooser.pending() {
            Some(pending) if !pick.beside => pending.choice.rows.get(pick.row).and_then(|row| Item::of(&pending, *row)),
            _ => None,
        };
        self.subject = self.chooser.pending().and_then(|pending| {
            let of = spoken::subject(pending.board, pending.choice)?;
            Some((of.id.clone(), several_of(of)))
        });
        self.counted = self.counted_before(&pick, used);
        let done = self.chooser.answer(&pick).map_err(|error| {
            let further = self.words[further..].join(" ");
            Halt::Failed { error, rest: self.rest(), further }
        })?;
        match done {
            Answered::Stop => Ok(Onward::End(End::Stopped(pick))),
            Answered::Parted { row } => {
                self.at = further;
                self.answers.push((pick.side, row));
                self.named.extend(begun.filter(|_| !pick.automatic));
                Ok(Onward::End(End::Parted(Left {
                    words: self.words[further..].to_vec(),
                    answers: self.answers.clone(),
                    named: self.named.clone(),
                    asked: Some(pick.side),
                })))
            }
            Answered::On { row, revealed } => {
                self.at = further;
                self.asked = Some(pick.side);
                self.answers.push((pick.side, row));
                if revealed || pick.beside {
                    self.items.clear();
                }
                if !pick.automatic {
                    self.named.extend(begun);
                    self.items.extend(begun.filter(|_| !revealed));
                }
                Ok(Onward::Go)
            }
        }
    }
}

/// Whether a word is the name of an action or whole parts at its beginning: `end` of `end-turn`.
fn is_begun(action: &str, word: &str) -> bool {
    action.strip_prefix(word).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// What several pieces of a type are called.
fn several_of(of: &PieceType) -> String {
    of.plural.as_ref().unwrap_or(&of.name).clone()
}

/// Whether the word that does not fit is a number where numbers are expected, or a name where names are.
fn could_be_meant(error: &LineError) -> bool {
    error.expected.iter().any(|expected| is_number(expected) == is_number(&error.word))
}
