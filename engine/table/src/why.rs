//! `why` and `why not`: runs the rules again in explain mode.

mod absent_pieces;
#[cfg(test)]
mod tests;
mod word_match;

use crate::Viewer;
use crate::game::Game;
use crate::line::{self, LineError, Matching};
use crate::table::Table;
use cardwright_script::{Exclusion, RowContext, RunError, Trace};
use cardwright_state::position::{Position, Row};
use cardwright_state::val::Val;
use cardwright_state::{ActionId, Board, SideId};
use std::collections::BTreeSet;
use word_match::WordMatch;

/// One reason of a rule, with what it excluded and its script line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Explanation {
    /// The id of the reason.
    pub key: String,
    /// The id of the action, if any.
    pub action: Option<String>,
    /// The text of the reason.
    pub text: String,
    /// The rule that it cites.
    pub rule: String,
    /// The ids of the excluded things; empty if the whole action is closed.
    pub excluded: Vec<String>,
    /// `path:line` of the script.
    pub at: String,
    /// The action that is still being played, if the asked-about action is not offered because of it.
    pub within: Option<String>,
    /// The rows that it applies to; empty if it may be any row.
    pub rows: Vec<ExcludedRow>,
    /// Whether it excluded exactly the words that were asked about.
    pub is_exact: bool,
    /// Whether it closes the whole action.
    pub closes: bool,
}

/// A row from which something was excluded, as words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExcludedRow {
    /// The words before the excluded thing.
    pub before: Vec<String>,
    /// The words after it, as far as each column has a single value.
    pub after: Vec<String>,
}

impl Explanation {
    /// The row without its action: `guard port`. `None` if there are several rows, or none.
    pub fn row_text(&self) -> Option<String> {
        let [row] = self.rows.as_slice() else { return None };
        let columns = row.before.iter().skip(usize::from(row.before.first() == self.action.as_ref()));
        let words: Vec<&str> = columns.map(String::as_str).collect();
        (!words.is_empty()).then(|| words.join(" "))
    }
}

/// An action without rows, although no rule gives a reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActionWithoutRows {
    /// The id of the action.
    pub id: String,
    /// Whether the rules offered it. Then it had no possible rows.
    pub was_asked: bool,
    /// `path:line` of the script.
    pub at: String,
}

/// The answer to `why not LINE`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhyNot {
    /// The line is legal.
    Legal,
    /// Not legal: the reasons, most relevant first.
    Because(Vec<Explanation>),
    /// Not legal, with a message: the pieces are not there, the question is about other pieces, the thing was already
    /// named, the side is not asked, or the viewer may not know.
    Absent(String),
    /// Not legal, and no rule mentions it: an unknown word, a thing that no rule offers, or words that do not go
    /// together.
    Unfit {
        /// The words before it, which fit.
        before: String,
        /// The word that fits nothing.
        word: String,
        /// Whether the word means something in this game.
        known: bool,
        /// The words that would fit.
        expected: Vec<String>,
        /// The nearest of those.
        nearest: Option<String>,
        /// The action that the first word names, if it has no rows here.
        action: Option<ActionWithoutRows>,
    },
}

impl Game {
    /// Every reason that excluded something from the pending choice.
    ///
    /// # Errors
    /// A rule fails.
    pub fn why(&mut self) -> Result<Vec<Explanation>, RunError> {
        let trace = self.trace()?;
        Ok(without_duplicates(self.explanations(&trace)))
    }

    /// Why the rules discourage a row at a position. `None` if they give no reason.
    pub(crate) fn why_discouraged(&mut self, at: &Position, row: &Row) -> Option<Explanation> {
        self.vm.set_position(at);
        let trace = self.vm.explain();
        self.rerun();
        let (_, why, place) =
            trace.ok()?.discouraged.into_iter().find(|(discouraged_row, ..)| discouraged_row == row)?;
        let board = self.board();
        let reason = &board.reasons[why.at()];
        Some(Explanation {
            key: reason.id.clone(),
            text: cardwright_content::with_current_options(&reason.text, board, at),
            rule: reason.rule.clone(),
            at: place,
            ..Explanation::default()
        })
    }

    /// The trace of the pending choice.
    fn trace(&mut self) -> Result<Trace, RunError> {
        let trace = self.vm.explain();
        self.rerun(); // Explaining changes nothing, whatever the result.
        trace
    }

    pub(crate) fn explanations(&self, trace: &Trace) -> Vec<Explanation> {
        let noted = trace.exclusions.iter().filter(|n| !n.is_aside || !n.rows.is_empty());
        noted.map(|n| self.explanation(n)).collect()
    }

    pub(crate) fn explanation(&self, narrowed: &Exclusion) -> Explanation {
        let board = self.board();
        let reason = &board.reasons[narrowed.why.at()];
        Explanation {
            key: reason.id.clone(),
            action: narrowed.action.map(|a| board.actions[a.at()].id.clone()),
            text: cardwright_content::with_current_options(&reason.text, board, self.position()),
            rule: reason.rule.clone(),
            excluded: narrowed.excluded.iter().map(|v: &Val| board.text(*v)).collect(),
            at: narrowed.at.clone(),
            within: None,
            rows: narrowed.rows.iter().map(|row| excluded_row(board, row)).collect(),
            is_exact: false,
            closes: narrowed.closes,
        }
    }

    /// The reasons about these words. If the rules do not offer the action, its own reason for that.
    ///
    /// # Errors
    /// A rule fails.
    pub fn reasons(&mut self, words: &[&str]) -> Result<Vec<Explanation>, RunError> {
        let trace = self.trace()?;
        let mut out = self.reasons_about(self.explanations(&trace), self.row_words(), words);
        if out.is_empty() {
            out.extend(words.first().and_then(|word| self.not_offered_reason(word, &trace.asked)));
        }
        Ok(out)
    }

    /// The reason that an action declares for not being offered.
    fn not_offered_reason(&self, word: &str, asked: &[ActionId]) -> Option<Explanation> {
        let board = self.board();
        let at = board.actions.iter().position(|a| a.id.eq_ignore_ascii_case(word))?;
        let (action, standing) = (&board.actions[at], self.standing_actions());
        if asked.contains(&ActionId::new(at)) || standing.iter().any(|(_, open)| open.contains(&action.id)) {
            return None;
        }
        let reason = &board.reasons[action.not_asked?.at()];
        let definition = self.program().content.action_labels.iter().find(|(label, _)| label.id == action.id);
        Some(Explanation {
            key: reason.id.clone(),
            action: Some(action.id.clone()),
            text: cardwright_content::with_current_options(&reason.text, board, self.position()),
            rule: reason.rule.clone(),
            excluded: Vec::new(),
            at: definition.map(|(_, place)| place.location()).unwrap_or_default(),
            within: self.action_played().filter(|_| asked.is_empty()),
            ..Explanation::default()
        })
    }

    /// The action that a word names, if none of its rows is offered.
    fn action_without_rows(&mut self, word: &str) -> Result<Option<ActionWithoutRows>, RunError> {
        let board = self.board();
        let Some(at) = board.actions.iter().position(|action| action.id.eq_ignore_ascii_case(word)) else {
            return Ok(None);
        };
        let id = board.actions[at].id.clone();
        let was_asked = self.trace()?.asked.contains(&ActionId::new(at));
        let registered = self.program().registered.iter().find(|it| it.kind == "action" && it.id == id);
        let at = registered.map(|it| it.at.clone()).unwrap_or_default();
        Ok(Some(ActionWithoutRows { id, was_asked, at }))
    }

    /// The innermost action that is being played.
    fn action_played(&self) -> Option<String> {
        let board = self.board();
        let mut steps = self.position().open_steps().iter().rev().map(|frame| &board.steps[frame.step.at()]);
        steps.find(|step| board.actions.iter().any(|action| action.id == **step)).cloned()
    }

    /// Whether a word means something in this game. Numbers always do.
    pub fn is_known_word(&self, word: &str) -> bool {
        let board = self.board();
        let mut ids = board.ids().map(|(id, _)| id).chain(board.cards.iter().map(|c| c.id.as_str()));
        let mut labels = board.actions.iter().chain(&board.words).map(|l| l.id.as_str());
        let is_it = |id: &str| id.eq_ignore_ascii_case(word);
        line::is_number(word)
            || ids.any(is_it)
            || labels.any(is_it)
            || self.row_words().iter().flatten().any(|w| is_it(w))
    }

    /// Whether a word may be the beginning or the last part of a name in this game.
    fn may_mean_something(&self, word: &str) -> bool {
        let board = self.board();
        let mut ids = board.ids().map(|(id, _)| id).chain(board.cards.iter().map(|c| c.id.as_str()));
        let mut labels = board.actions.iter().chain(&board.words).map(|l| l.id.as_str());
        let mut spaces = board.spaces.iter().flat_map(|space| &space.aka);
        let is_it = |id: &str| line::may_be(id, word);
        self.is_known_word(word)
            || ids.any(is_it)
            || labels.any(is_it)
            || spaces.any(|aka| is_it(aka))
            || self.row_words().iter().flatten().any(|word| is_it(word))
    }

    /// The reasons about these words, given the legal rows. Reasons about other rows count only if none is about
    /// exactly these words.
    pub(crate) fn reasons_about(
        &self,
        all: Vec<Explanation>,
        rows: &[Vec<String>],
        words: &[&str],
    ) -> Vec<Explanation> {
        let action = words.first().copied().unwrap_or_default();
        let known: Vec<String> = self.board().actions.iter().map(|a| a.id.clone()).collect();
        let action = known.iter().find(|k| *k == action).or_else(|| {
            let mut candidates = known.iter().filter(|k| k.starts_with(action));
            candidates.next().filter(|_| candidates.next().is_none())
        });
        let names = |reason: &Explanation| {
            reason.excluded.iter().any(|f| line::words(f).contains(words.first().unwrap_or(&"")))
        };
        if action.is_none()
            && !words.first().is_some_and(|word| self.may_mean_something(word))
            && !all.iter().any(names)
        {
            return Vec::new(); // No reason is about an unknown word.
        }
        let at = line::match_rows(rows, words, Matching::Prefix).map_or_else(|error| error.at, |_| 0);
        let mut out = Vec::new();
        for mut reason in all {
            let own = action.is_none() || reason.action.as_deref() == action.map(String::as_str);
            // A reason from before the step's question applies to every action.
            let is_from_step = reason.action.is_none() && action.is_some();
            let applies = match word_match::word_match(self.board(), &reason, words, at) {
                WordMatch::Exactly(row) => {
                    (reason.rows, reason.is_exact) = (vec![row], own || is_from_step);
                    reason.is_exact
                }
                WordMatch::Perhaps => {
                    let names_excluded = reason.excluded.iter().any(|f| {
                        let f = line::words(f);
                        words.windows(f.len()).any(|w| w.iter().zip(&f).all(|(typed, word)| line::may_be(word, typed)))
                            || f.len() > 1 && words.iter().skip(1).any(|w| f.iter().any(|word| line::may_be(word, w)))
                    });
                    let is_about_action =
                        action.is_some() && (reason.closes || reason.excluded.is_empty() || words.len() == 1);
                    own && (is_about_action || names_excluded) || is_from_step && names_excluded
                }
                WordMatch::No => false,
            };
            if applies {
                out.push(reason);
            }
        }
        if out.iter().any(|reason| reason.is_exact) {
            out.retain(|reason| reason.is_exact || reason.rows.is_empty()); // Reasons about other rows would be misleading.
        }
        out
    }

    /// The only offered action that a word may begin, if no row begins with it.
    fn action_begun_by(&mut self, rows: &[Vec<String>], word: &str) -> Result<Option<String>, RunError> {
        let begins = |id: &str| line::may_begin(id, word);
        if rows.iter().any(|row| row.first().is_some_and(|head| begins(head))) {
            return Ok(None);
        }
        let asked = self.trace()?.asked;
        let ids = asked.iter().map(|action| &self.board().actions[action.at()].id);
        let candidates: BTreeSet<&String> = ids.filter(|id| begins(id)).collect();
        Ok(candidates.first().filter(|_| candidates.len() == 1).map(|id| (*id).clone()))
    }

    /// The message if the side has nothing to answer now, or if the viewer may not know its options.
    fn hidden_message(&self, side: Option<SideId>, viewer: Viewer) -> Option<String> {
        let (asked, board) = (self.asked(), self.board());
        let name = |side: SideId| &board.sides[side.at()].name;
        match side.or(asked)? {
            side if asked != Some(side) && !self.has_standing_actions(side) => {
                Some(format!("{} is not asked now, and has no standing actions", name(side)))
            }
            side if !viewer.may_read(side) => Some(format!("only {} may see what it can do", name(side))),
            _ => None,
        }
    }

    /// Whether a line begins with a standing action of a side, and no row of the choice begins so.
    fn begins_standing_action(&self, side: SideId, words: &[&str]) -> bool {
        let Some(first) = words.first() else { return false };
        let open = self.standing_actions().into_iter().find(|(s, _)| *s == side).map(|(_, actions)| actions);
        let begins = |w: &str| w.to_ascii_lowercase().starts_with(&first.to_ascii_lowercase());
        let is_row = self.row_words().iter().any(|r| r.first().is_some_and(|w| begins(w)));
        !is_row && open.is_some_and(|actions| actions.iter().any(|a| begins(a)))
    }

    /// Why a line is not legal now, for this viewer. `SIDE:` before the line asks about the standing actions of a
    /// side that is not asked. Only that side's options are considered, because those of others may be hidden.
    ///
    /// # Errors
    /// A rule fails.
    pub fn why_not(&mut self, text: &str, viewer: Viewer) -> Result<WhyNot, RunError> {
        let (side, text) = line::split_side(self.board(), text);
        self.why_not_by(side, text, viewer)
    }

    /// The same for a line of one side. `None` stands for the asked side.
    ///
    /// # Errors
    /// A rule fails.
    pub(crate) fn why_not_by(&mut self, side: Option<SideId>, text: &str, viewer: Viewer) -> Result<WhyNot, RunError> {
        if let Some(message) = self.hidden_message(side, viewer) {
            return Ok(WhyNot::Absent(message));
        }
        let names = line::resolve_names(self.program(), text);
        let words: Vec<&str> = names.iter().map(String::as_str).collect();
        let own =
            self.asked().filter(|asked| side.is_none_or(|side| side == *asked) && self.has_standing_actions(*asked));
        let side = side.filter(|side| self.asked() != Some(*side) && self.has_standing_actions(*side));
        // The line fits no row of the choice, but a standing action of the side itself.
        let side = side.or(own.filter(|own| self.begins_standing_action(*own, &words)));
        let rows = match side {
            Some(side) => self.standing_words(side)?,
            None => self.row_words().to_vec(),
        };
        let together = line::two_word_action(self.board(), &rows, &words);
        let words: Vec<&str> = match &together {
            Some(action) => [action.as_str()].into_iter().chain(words[2..].iter().copied()).collect(),
            None => words,
        };
        let action = match (side, words.first()) {
            (None, Some(first)) => self.action_begun_by(&rows, first)?,
            _ => None,
        };
        let words: Vec<&str> =
            action.as_deref().into_iter().chain(words.into_iter().skip(action.iter().len())).collect();
        let without_piece = match (side, self.choice()) {
            (None, Some(choice)) => line::without_question_piece(self.board(), choice, &rows, &words),
            _ => None,
        };
        let words: Vec<&str> =
            without_piece.as_ref().map_or(words, |without_piece| without_piece.iter().map(String::as_str).collect());
        let words = match (side, self.choice()) {
            (None, Some(choice)) => line::counted_after(choice, &rows, &words).unwrap_or(words),
            _ => words,
        };
        let full =
            self.choice().filter(|_| side.is_none()).and_then(|choice| line::full_first_word(choice, &rows, &words));
        let words: Vec<&str> = full.as_deref().into_iter().chain(words.into_iter().skip(full.iter().len())).collect();
        let (error, words) = match line::match_rows(&rows, &words, Matching::Prefix) {
            Ok(_) => return Ok(WhyNot::Legal),
            // If not even one piece may do it, explain why one may not.
            Err(error) => {
                let counted = line::without_count(&rows, &words, error.at);
                let of_one =
                    counted.and_then(|one| Some((line::match_rows(&rows, &one, Matching::Prefix).err()?, one)));
                of_one.filter(|(error_of_one, _)| error_of_one.at < error.at).unwrap_or((error, words))
            }
        };
        if let (None, Some(choice)) = (side, self.choice()) {
            let here = (&**self.board(), self.position());
            if let Some(message) =
                absent_pieces::absent_pieces(here, choice.side, (&choice.rows, &rows), &words, error.at)
            {
                return Ok(WhyNot::Absent(message));
            }
        }
        if side.is_none() && error.at == 0 {
            let named = self.trace()?.named;
            if let Some(message) = absent_pieces::already_named(self.board(), &named, &words) {
                return Ok(WhyNot::Absent(message));
            }
        }
        let mut out = match side {
            Some(side) => self.standing_reasons(side, &words)?,
            None => self.reasons(&words)?,
        };
        // No reason is about an unknown word.
        let is_fallen = |reason: &Explanation| {
            reason.excluded.iter().flat_map(|f| line::words(f)).any(|f| line::may_be(f, &error.word))
        };
        if !self.may_mean_something(&error.word) && !out.iter().any(is_fallen) {
            out.clear();
        }
        if error.at > 0 {
            let others = words_after(&rows, &words[..error.at]);
            out.retain(|reason| reason.is_exact || is_about(reason, &error.word, &others));
        }
        keep_named(&mut out, &words);
        // Reasons that close the action come first, then those about the very word. The fewer things a reason
        // excluded, the closer it is.
        let is_it = |excluded: &String| line::words(excluded).iter().any(|word| line::may_be(word, &error.word));
        out.sort_by_key(|reason| match reason.excluded.iter().any(is_it) {
            true => (!reason.closes, false, reason.excluded.len()),
            false => (!reason.closes, true, 0),
        });
        out.iter_mut().filter(|reason| !reason.closes).for_each(|reason| keep_asked_about(reason, &error.word));
        let out = without_duplicates(out);
        if side.is_none() && out.is_empty() {
            let another = || absent_pieces::other_type(self.board(), self.choice()?, &error.word);
            if let Some(message) = another() {
                return Ok(WhyNot::Absent(message));
            }
        }
        if out.is_empty() || error.is_misplaced {
            let known = self.is_known_word(&error.word);
            let LineError { word, at, expected, nearest, .. } = error;
            let action = match side {
                None if at == 0 => self.action_without_rows(&word)?,
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
    /// Why the rules discourage a row of the pending choice. `None` if they do not; an empty explanation if they give
    /// no reason.
    pub fn why_discouraged(&mut self, row: usize) -> Option<Explanation> {
        let choice = self.choice().filter(|choice| choice.discouraged.contains(&row))?;
        let (row, at) = (*choice.rows.get(row)?, self.game.state.position.clone());
        Some(self.game.why_discouraged(&at, &row).unwrap_or_default())
    }
    /// See [`Game::why_not`].
    ///
    /// # Errors
    /// A rule fails.
    pub fn why_not(&mut self, text: &str, viewer: Viewer) -> Result<WhyNot, RunError> {
        self.game.why_not(text, viewer)
    }
    /// See [`Game::is_known_word`].
    pub fn is_known_word(&self, word: &str) -> bool {
        self.game.is_known_word(word)
    }
}

/// Removes duplicates: the same reason for other rows or another set, or from the step before the action.
fn without_duplicates(mut reasons: Vec<Explanation>) -> Vec<Explanation> {
    let what = |it: &Explanation| (it.key.clone(), it.at.clone(), it.excluded.clone());
    let of_actions: BTreeSet<_> = reasons.iter().filter(|it| it.action.is_some()).map(what).collect();
    let of_rows: BTreeSet<_> =
        reasons.iter().filter(|it| it.row_text().is_some()).map(|it| (it.action.clone(), what(it))).collect();
    let mut seen = BTreeSet::new();
    reasons.retain(|it| {
        let is_said = it.action.is_none() && of_actions.contains(&what(it));
        let is_told_of_a_row = it.rows.is_empty() && of_rows.contains(&(it.action.clone(), what(it)));
        !is_said && !is_told_of_a_row && seen.insert((it.action.clone(), what(it), it.row_text(), it.within.clone()))
    });
    reasons
}

/// If a line names one of several excluded multi-word things (`guard port`) in full, keeps only that one.
fn keep_named(reasons: &mut Vec<Explanation>, line: &[&str]) {
    let is_named = |excluded: &String| {
        let excluded = line::words(excluded);
        let is_it = |typed: &[&str]| typed.iter().zip(&excluded).all(|(typed, word)| line::may_be(word, typed));
        excluded.len() > 1 && line.windows(excluded.len()).any(is_it)
    };
    if reasons.iter().flat_map(|reason| &reason.excluded).any(is_named) {
        reasons.retain(|reason| reason.excluded.is_empty() || reason.excluded.iter().any(is_named));
        for reason in reasons {
            reason.excluded.retain(is_named);
        }
    }
}

/// If a reason excluded too many things to list, keeps only the one asked about.
fn keep_asked_about(reason: &mut Explanation, word: &str) {
    let is_it = |excluded: &String| line::may_be(excluded, word);
    if reason.excluded.len() > line::MAX_LISTED && reason.excluded.iter().any(is_it) {
        reason.excluded.retain(is_it);
    }
}

/// A row as the words of its columns.
fn excluded_row(board: &Board, row: &RowContext) -> ExcludedRow {
    let words = |columns: &[Val]| {
        let texts: Vec<String> = columns.iter().map(|val| board.text(*val)).collect();
        texts.iter().flat_map(|text| line::words(text)).map(str::to_owned).collect()
    };
    ExcludedRow { before: words(&row.before), after: words(&row.after) }
}

/// The words that may follow `before`, from the rows that begin with it.
fn words_after<'a>(rows: &'a [Vec<String>], before: &[&str]) -> Vec<&'a str> {
    let fits = |(had, typed): (&String, &&str)| line::may_be(had, typed);
    let begin = rows.iter().filter(|row| row.len() > before.len() && row.iter().zip(before).all(fits));
    begin.map(|row| row[before.len()].as_str()).collect()
}

/// Whether a reason may be about a word where these other words would be legal: then it excluded none of them. Always
/// true without other words or for a closed action. A multi-word thing must contain the word.
fn is_about(reason: &Explanation, word: &str, others: &[&str]) -> bool {
    if others.is_empty() || reason.excluded.is_empty() {
        return true;
    }
    if reason.excluded.iter().any(|f| line::words(f).len() > 1) {
        return reason
            .excluded
            .iter()
            .any(|f| line::words(f).iter().any(|excluded_word| line::may_be(excluded_word, word)));
    }
    reason.excluded.iter().any(|f| line::may_be(f, word))
        && !reason.excluded.iter().any(|f| others.contains(&f.as_str()))
}
