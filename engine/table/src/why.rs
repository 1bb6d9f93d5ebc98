//! `why` and `why not`: the same rules asked again in explain mode.

mod absent;
#[cfg(test)]
mod tests;
mod words;

use crate::game::Game;
use crate::label::Audience;
use crate::line::{self, LineError, Matching};
use crate::table::Table;
use cardwright_script::{Around, Narrowed, RunError, Trace};
use cardwright_state::position::{Position, Row};
use cardwright_state::val::Val;
use cardwright_state::{ActionId, Board, SideId};
use std::collections::BTreeSet;
use words::Fit;

/// One reason, with who fell out by it and where the rule stands.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Explanation {
    /// The reason's id.
    pub key: String,
    /// The action asked, if any.
    pub action: Option<String>,
    /// What the reason says.
    pub says: String,
    /// The rule it cites.
    pub rule: String,
    /// The ids of those who fell out; empty if the whole action was closed.
    pub fell: Vec<String>,
    /// `path:line` of the script.
    pub at: String,
    /// The action that is being played, where another is not asked for: what it asks comes first, whatever that other says.
    pub within: Option<String>,
    /// The rows it is of; none where it may be of any.
    pub rows: Vec<OfRow>,
    /// Whether it dropped the very words that were asked about.
    pub is_exact: bool,
    /// Whether it closed the whole action.
    pub closes: bool,
}

/// A row that something fell out of, by its words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OfRow {
    /// Those before what fell out.
    pub before: Vec<String>,
    /// Those after it, as far as there is one thing in each column.
    pub after: Vec<String>,
}

impl Explanation {
    /// The row it is of, without the action: `guard port`. None where it is of several, or of the action itself.
    pub fn of(&self) -> Option<String> {
        let [row] = self.rows.as_slice() else { return None };
        let columns = row.before.iter().skip(usize::from(row.before.first() == self.action.as_ref()));
        let words: Vec<&str> = columns.map(String::as_str).collect();
        (!words.is_empty()).then(|| words.join(" "))
    }
}

/// An action none of whose rows is offered, for no reason that a rule gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoRows {
    /// Its id.
    pub id: String,
    /// Whether the rules asked for it: then there was nothing for it.
    pub was_asked: bool,
    /// `path:line` of the script.
    pub at: String,
}

/// The answer to `why not LINE`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhyNot {
    /// It is legal.
    Legal,
    /// Not legal; the first reason that speaks of it, and the others.
    Because(Vec<Explanation>),
    /// Not legal, as this says: none of the side's units that it names is where it names them, the question is about others, what it
    /// names has its share, the side is not to answer now, or that is not for these eyes.
    Absent(String),
    /// Not legal, and no rule speaks of it: a word nobody knows, a thing no rule offers, or things
    /// that do not go together.
    Unfit {
        /// The words before, which fit.
        before: String,
        /// The word that fits nothing.
        word: String,
        /// Whether it means something in this game.
        known: bool,
        /// What could stand there.
        expected: Vec<String>,
        /// The nearest of that.
        nearest: Option<String>,
        /// The action that the first word names, where none of its rows is here.
        action: Option<NoRows>,
    },
}

impl Game {
    /// Every reason by which something fell out of the pending choice.
    ///
    /// # Errors
    /// A rule fails.
    pub fn why(&mut self) -> Result<Vec<Explanation>, RunError> {
        let trace = self.trace()?;
        Ok(once(self.explained(&trace)))
    }

    /// Why a row of the choice that is asked in a position is unwise; none where the rules do not say.
    pub(crate) fn why_unwise(&mut self, at: &Position, row: &Row) -> Option<Explanation> {
        self.vm.set(at);
        let trace = self.vm.explain();
        self.again();
        let (_, why, place) = trace.ok()?.unwise.into_iter().find(|(of, ..)| of == row)?;
        let board = self.board();
        let reason = &board.reasons[why.at()];
        Some(Explanation {
            key: reason.id.clone(),
            says: cardwright_content::in_force(&reason.say, board, at),
            rule: reason.rule.clone(),
            at: place,
            ..Explanation::default()
        })
    }

    /// What the pending choice was made of.
    fn trace(&mut self) -> Result<Trace, RunError> {
        let trace = self.vm.explain();
        self.again(); // Asking costs nothing, whatever came of it.
        trace
    }

    pub(crate) fn explained(&self, trace: &Trace) -> Vec<Explanation> {
        let noted = trace.narrowed.iter().filter(|n| !n.is_aside || !n.rows.is_empty());
        noted.map(|n| self.explanation(n)).collect()
    }

    pub(crate) fn explanation(&self, narrowed: &Narrowed) -> Explanation {
        let board = self.board();
        let reason = &board.reasons[narrowed.why.at()];
        Explanation {
            key: reason.id.clone(),
            action: narrowed.action.map(|a| board.actions[a.at()].id.clone()),
            says: cardwright_content::in_force(&reason.say, board, self.position()),
            rule: reason.rule.clone(),
            fell: narrowed.fell.iter().map(|v: &Val| board.text(*v)).collect(),
            at: narrowed.at.clone(),
            within: None,
            rows: narrowed.rows.iter().map(|row| row_of(board, row)).collect(),
            is_exact: false,
            closes: narrowed.closes,
        }
    }

    /// The reasons of the pending choice that speak of these words: also what an action says of itself where the
    /// rules do not ask for it.
    ///
    /// # Errors
    /// A rule fails.
    pub fn reasons(&mut self, words: &[&str]) -> Result<Vec<Explanation>, RunError> {
        let trace = self.trace()?;
        let mut out = self.speaking(self.explained(&trace), self.row_words(), words);
        if out.is_empty() {
            out.extend(words.first().and_then(|word| self.not_asked(word, &trace.asked)));
        }
        Ok(out)
    }

    /// Why the rules do not ask for an action here at all, if it says so.
    fn not_asked(&self, word: &str, asked: &[ActionId]) -> Option<Explanation> {
        let board = self.board();
        let at = board.actions.iter().position(|a| a.id.eq_ignore_ascii_case(word))?;
        let (action, standing) = (&board.actions[at], self.standing_actions());
        if asked.contains(&ActionId::new(at)) || standing.iter().any(|(_, open)| open.contains(&action.id)) {
            return None;
        }
        let reason = &board.reasons[action.not_asked?.at()];
        let said = self.program().content.action_labels.iter().find(|(label, _)| label.id == action.id);
        Some(Explanation {
            key: reason.id.clone(),
            action: Some(action.id.clone()),
            says: cardwright_content::in_force(&reason.say, board, self.position()),
            rule: reason.rule.clone(),
            fell: Vec::new(),
            at: said.map(|(_, place)| place.written()).unwrap_or_default(),
            within: self.action_played().filter(|_| asked.is_empty()),
            ..Explanation::default()
        })
    }

    /// The action that a word names, none of whose rows is offered.
    fn without_rows(&mut self, word: &str) -> Result<Option<NoRows>, RunError> {
        let board = self.board();
        let Some(at) = board.actions.iter().position(|action| action.id.eq_ignore_ascii_case(word)) else {
            return Ok(None);
        };
        let id = board.actions[at].id.clone();
        let was_asked = self.trace()?.asked.contains(&ActionId::new(at));
        let registered = self.program().registered.iter().find(|it| it.kind == "action" && it.id == id);
        let at = registered.map(|it| it.at.clone()).unwrap_or_default();
        Ok(Some(NoRows { id, was_asked, at }))
    }

    /// The innermost action that is being played.
    fn action_played(&self) -> Option<String> {
        let board = self.board();
        let mut steps = self.position().open_steps().iter().rev().map(|frame| &board.steps[frame.step.at()]);
        steps.find(|step| board.actions.iter().any(|action| action.id == **step)).cloned()
    }

    /// Whether a word means something in this game; numbers always do.
    pub fn knows(&self, word: &str) -> bool {
        let board = self.board();
        let mut ids = board.ids().map(|(id, _)| id).chain(board.cards.iter().map(|c| c.id.as_str()));
        let mut labels = board.actions.iter().chain(&board.words).map(|l| l.id.as_str());
        let is_it = |id: &str| id.eq_ignore_ascii_case(word);
        line::is_number(word)
            || ids.any(is_it)
            || labels.any(is_it)
            || self.row_words().iter().flatten().any(|w| is_it(w))
    }

    /// Whether a word may be a part of what means something in this game: its beginning, or its last part.
    fn may_mean_something(&self, word: &str) -> bool {
        let board = self.board();
        let mut ids = board.ids().map(|(id, _)| id).chain(board.cards.iter().map(|c| c.id.as_str()));
        let mut labels = board.actions.iter().chain(&board.words).map(|l| l.id.as_str());
        let mut spaces = board.spaces.iter().flat_map(|space| &space.aka);
        let is_it = |id: &str| line::may_be(id, word);
        self.knows(word)
            || ids.any(is_it)
            || labels.any(is_it)
            || spaces.any(|aka| is_it(aka))
            || self.row_words().iter().flatten().any(|of| is_it(of))
    }

    /// Of some reasons those that speak of these words, where these rows are legal. Of what is of other rows it is told only
    /// where nothing dropped the very words.
    pub(crate) fn speaking(&self, all: Vec<Explanation>, rows: &[Vec<String>], words: &[&str]) -> Vec<Explanation> {
        let action = words.first().copied().unwrap_or_default();
        let known: Vec<String> = self.board().actions.iter().map(|a| a.id.clone()).collect();
        let action = known.iter().find(|k| *k == action).or_else(|| {
            let mut begun = known.iter().filter(|k| k.starts_with(action));
            begun.next().filter(|_| begun.next().is_none())
        });
        let names = |e: &Explanation| e.fell.iter().any(|f| line::words(f).contains(words.first().unwrap_or(&"")));
        if action.is_none()
            && !words.first().is_some_and(|word| self.may_mean_something(word))
            && !all.iter().any(names)
        {
            return Vec::new(); // What nobody knows is not what any reason is about.
        }
        let at = line::narrow(rows, words, Matching::Prefix).map_or_else(|error| error.at, |_| 0);
        let mut out = Vec::new();
        for mut e in all {
            let own = action.is_none() || e.action.as_deref() == action.map(String::as_str);
            // What the step found out before it asked holds for every action.
            let of_the_step = e.action.is_none() && action.is_some();
            let is_told = match words::fit(self.board(), &e, words, at) {
                Fit::Exactly(row) => {
                    (e.rows, e.is_exact) = (vec![row], own || of_the_step);
                    e.is_exact
                }
                Fit::Perhaps => {
                    let speaks = e.fell.iter().any(|f| {
                        let f = line::words(f);
                        words.windows(f.len()).any(|w| w.iter().zip(&f).all(|(typed, of)| line::may_be(of, typed)))
                            || f.len() > 1 && words.iter().skip(1).any(|w| f.iter().any(|of| line::may_be(of, w)))
                    });
                    let of_the_whole = action.is_some() && (e.closes || e.fell.is_empty() || words.len() == 1);
                    own && (of_the_whole || speaks) || of_the_step && speaks
                }
                Fit::No => false,
            };
            if is_told {
                out.push(e);
            }
        }
        if out.iter().any(|e| e.is_exact) {
            out.retain(|e| e.is_exact || e.rows.is_empty()); // Else what is of other rows might be told of these.
        }
        out
    }

    /// The action that a word begins, where it begins no row: the only such one that the rules ask for here (`end` of several).
    fn begun(&mut self, rows: &[Vec<String>], word: &str) -> Result<Option<String>, RunError> {
        let begins = |id: &str| line::may_begin(id, word);
        if rows.iter().any(|row| row.first().is_some_and(|head| begins(head))) {
            return Ok(None);
        }
        let asked = self.trace()?.asked;
        let ids = asked.iter().map(|action| &self.board().actions[action.at()].id);
        let begun: BTreeSet<&String> = ids.filter(|id| begins(id)).collect();
        Ok(begun.first().filter(|_| begun.len() == 1).map(|id| (*id).clone()))
    }

    /// Why nothing is told of what a side may do: it may do nothing now, or that is for others to see.
    fn not_told(&self, side: Option<SideId>, eyes: Audience) -> Option<String> {
        let (asked, board) = (self.asked(), self.board());
        let name = |side: SideId| &board.sides[side.at()].name;
        match side.or(asked)? {
            of if asked != Some(of) && !self.stands(of) => {
                Some(format!("{} is not asked now, and nothing stands open for it", name(of)))
            }
            of if !eyes.reads(of) => Some(format!("what {} may do is for that side to see", name(of))),
            _ => None,
        }
    }

    /// Whether a line that begins no row of the choice begins with an action that stands open for a side.
    fn speaks_beside(&self, side: SideId, words: &[&str]) -> bool {
        let Some(first) = words.first() else { return false };
        let open = self.standing_actions().into_iter().find(|(s, _)| *s == side).map(|(_, actions)| actions);
        let begins = |w: &str| w.to_ascii_lowercase().starts_with(&first.to_ascii_lowercase());
        let is_row = self.row_words().iter().any(|r| r.first().is_some_and(|w| begins(w)));
        !is_row && open.is_some_and(|actions| actions.iter().any(|a| begins(a)))
    }

    /// Why a line cannot be played now, told to these eyes; with `SIDE:` before it, why not by a side that is not asked. It is told
    /// of that side alone: what another is asked has nothing to do with it, and may be hidden.
    ///
    /// # Errors
    /// A rule fails.
    pub fn why_not(&mut self, text: &str, eyes: Audience) -> Result<WhyNot, RunError> {
        let (side, text) = line::sided(self.board(), text);
        self.why_not_by(side, text, eyes)
    }

    /// The same of a line of this side; none is whoever is asked.
    ///
    /// # Errors
    /// A rule fails.
    pub(crate) fn why_not_by(&mut self, side: Option<SideId>, text: &str, eyes: Audience) -> Result<WhyNot, RunError> {
        if let Some(says) = self.not_told(side, eyes) {
            return Ok(WhyNot::Absent(says));
        }
        let names = line::read(self.program(), text);
        let words: Vec<&str> = names.iter().map(String::as_str).collect();
        let own = self.asked().filter(|asked| side.is_none_or(|side| side == *asked) && self.stands(*asked));
        let side = side.filter(|side| self.asked() != Some(*side) && self.stands(*side));
        // What begins no row of the choice, but speaks of an action that stands open for the side itself.
        let side = side.or(own.filter(|own| self.speaks_beside(*own, &words)));
        let rows = match side {
            Some(side) => self.standing_words(side)?,
            None => self.row_words().to_vec(),
        };
        let together = line::together(self.board(), &rows, &words);
        let words: Vec<&str> = match &together {
            Some(action) => [action.as_str()].into_iter().chain(words[2..].iter().copied()).collect(),
            None => words,
        };
        let begun = match (side, words.first()) {
            (None, Some(first)) => self.begun(&rows, first)?,
            _ => None,
        };
        let words: Vec<&str> = begun.as_deref().into_iter().chain(words.into_iter().skip(begun.iter().len())).collect();
        let spoken = match (side, self.choice()) {
            (None, Some(choice)) => line::without_subject(self.board(), choice, &rows, &words),
            _ => None,
        };
        let words: Vec<&str> = spoken.as_ref().map_or(words, |spoken| spoken.iter().map(String::as_str).collect());
        let words = match (side, self.choice()) {
            (None, Some(choice)) => line::counted_after(choice, &rows, &words).unwrap_or(words),
            _ => words,
        };
        let full = self.choice().filter(|_| side.is_none()).and_then(|choice| line::in_full(choice, &rows, &words));
        let words: Vec<&str> = full.as_deref().into_iter().chain(words.into_iter().skip(full.iter().len())).collect();
        let (error, words) = match line::narrow(&rows, &words, Matching::Prefix) {
            Ok(_) => return Ok(WhyNot::Legal),
            // Why so many do not go is why one does not, where none does.
            Err(error) => {
                let counted = line::uncounted(&rows, &words, error.at);
                let of_one = counted.and_then(|one| Some((line::narrow(&rows, &one, Matching::Prefix).err()?, one)));
                of_one.filter(|(of, _)| of.at < error.at).unwrap_or((error, words))
            }
        };
        if let (None, Some(choice)) = (side, self.choice()) {
            let here = (&**self.board(), self.position());
            if let Some(says) = absent::absent(here, choice.side, (&choice.rows, &rows), &words, error.at) {
                return Ok(WhyNot::Absent(says));
            }
        }
        if side.is_none() && error.at == 0 {
            let named = self.trace()?.named;
            if let Some(says) = absent::named(self.board(), &named, &words) {
                return Ok(WhyNot::Absent(says));
            }
        }
        let mut out = match side {
            Some(side) => self.standing_reasons(side, &words)?,
            None => self.reasons(&words)?,
        };
        // What nobody knows is not what any reason is about.
        let is_fallen =
            |e: &Explanation| e.fell.iter().flat_map(|f| line::words(f)).any(|f| line::may_be(f, &error.word));
        if !self.may_mean_something(&error.word) && !out.iter().any(is_fallen) {
            out.clear();
        }
        if error.at > 0 {
            let others = there(&rows, &words[..error.at]);
            out.retain(|reason| reason.is_exact || is_about(reason, &error.word, &others));
        }
        keep_the_very(&mut out, &words);
        // What closed the action before all else, then what is of the very word: the fewer fell with it, the more it is of this one.
        let is_it = |fell: &String| line::words(fell).iter().any(|of| line::may_be(of, &error.word));
        out.sort_by_key(|reason| match reason.fell.iter().any(is_it) {
            true => (!reason.closes, false, reason.fell.len()),
            false => (!reason.closes, true, 0),
        });
        out.iter_mut().filter(|reason| !reason.closes).for_each(|reason| keep_of_many(reason, &error.word));
        let out = once(out);
        if side.is_none() && out.is_empty() {
            let another = || absent::of_another(self.board(), self.choice()?, &error.word);
            if let Some(says) = another() {
                return Ok(WhyNot::Absent(says));
            }
        }
        if out.is_empty() || error.is_misplaced {
            let known = self.knows(&error.word);
            let LineError { word, at, expected, nearest, .. } = error;
            let action = match side {
                None if at == 0 => self.without_rows(&word)?,
                _ => None,
            };
            return Ok(WhyNot::Unfit { before: words[..at].join(" "), word, known, expected, nearest, action });
        }
        Ok(WhyNot::Because(out))
    }
}

impl Table {
    /// See [`Game::why`].
    ///
    /// # Errors
    /// A rule fails.
    pub fn why(&mut self) -> Result<Vec<Explanation>, RunError> {
        self.game.why()
    }
    /// See [`Game::reasons`].
    ///
    /// # Errors
    /// A rule fails.
    pub fn reasons(&mut self, words: &[&str]) -> Result<Vec<Explanation>, RunError> {
        self.game.reasons(words)
    }
    /// Why a row of the pending choice is unwise, as far as the rules say: else it says nothing. None where it is not marked so.
    pub fn why_unwise(&mut self, row: usize) -> Option<Explanation> {
        let choice = self.choice().filter(|choice| choice.unwise.contains(&row))?;
        let (of, at) = (*choice.rows.get(row)?, self.game.now.position.clone());
        Some(self.game.why_unwise(&at, &of).unwrap_or_default())
    }
    /// See [`Game::why_not`].
    ///
    /// # Errors
    /// A rule fails.
    pub fn why_not(&mut self, text: &str, eyes: Audience) -> Result<WhyNot, RunError> {
        self.game.why_not(text, eyes)
    }
    /// See [`Game::knows`].
    pub fn knows(&self, word: &str) -> bool {
        self.game.knows(word)
    }
}

/// Each reason once: that it was noted again of other rows, or on the way to another set, says no more, nor that the step found
/// it out before the action did.
fn once(mut reasons: Vec<Explanation>) -> Vec<Explanation> {
    let what = |it: &Explanation| (it.key.clone(), it.at.clone(), it.fell.clone());
    let of_actions: BTreeSet<_> = reasons.iter().filter(|it| it.action.is_some()).map(what).collect();
    let of_rows: BTreeSet<_> =
        reasons.iter().filter(|it| it.of().is_some()).map(|it| (it.action.clone(), what(it))).collect();
    let mut told = BTreeSet::new();
    reasons.retain(|it| {
        let is_said = it.action.is_none() && of_actions.contains(&what(it));
        let is_told_of_a_row = it.rows.is_empty() && of_rows.contains(&(it.action.clone(), what(it)));
        !is_said && !is_told_of_a_row && told.insert((it.action.clone(), what(it), it.of(), it.within.clone()))
    });
    reasons
}

/// Where things of several words fell (`guard port`) and a line names one of them whole, what is told of others is left out.
fn keep_the_very(reasons: &mut Vec<Explanation>, line: &[&str]) {
    let is_named = |fell: &String| {
        let fell = line::words(fell);
        let is_it = |typed: &[&str]| typed.iter().zip(&fell).all(|(typed, of)| line::may_be(of, typed));
        fell.len() > 1 && line.windows(fell.len()).any(is_it)
    };
    if reasons.iter().flat_map(|reason| &reason.fell).any(is_named) {
        reasons.retain(|reason| reason.fell.is_empty() || reason.fell.iter().any(is_named));
        for reason in reasons {
            reason.fell.retain(is_named);
        }
    }
}

/// Of more that fell than are told, only what was asked about.
fn keep_of_many(reason: &mut Explanation, word: &str) {
    let is_it = |fell: &String| line::may_be(fell, word);
    if reason.fell.len() > line::MOST_TOLD && reason.fell.iter().any(is_it) {
        reason.fell.retain(is_it);
    }
}

/// A row by the words of its columns.
fn row_of(board: &Board, row: &Around) -> OfRow {
    let words = |columns: &[Val]| {
        let texts: Vec<String> = columns.iter().map(|val| board.text(*val)).collect();
        texts.iter().flat_map(|text| line::words(text)).map(str::to_owned).collect()
    };
    OfRow { before: words(&row.before), after: words(&row.after) }
}

/// What may stand after some words, by the rows that begin with them.
fn there<'a>(rows: &'a [Vec<String>], before: &[&str]) -> Vec<&'a str> {
    let fits = |(had, typed): (&String, &&str)| line::may_be(had, typed);
    let begin = rows.iter().filter(|row| row.len() > before.len() && row.iter().zip(before).all(fits));
    begin.map(|row| row[before.len()].as_str()).collect()
}

/// Whether a reason can be about a word at a place where these others may stand: then none of them fell by it. With no
/// others there is no telling, nor where whole actions fell; of things of several words one must have the word.
fn is_about(reason: &Explanation, word: &str, others: &[&str]) -> bool {
    if others.is_empty() || reason.fell.is_empty() {
        return true;
    }
    if reason.fell.iter().any(|f| line::words(f).len() > 1) {
        return reason.fell.iter().any(|f| line::words(f).iter().any(|of| line::may_be(of, word)));
    }
    reason.fell.iter().any(|f| line::may_be(f, word)) && !reason.fell.iter().any(|f| others.contains(&f.as_str()))
}
