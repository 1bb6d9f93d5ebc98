//! `why` and `why not`: runs the scripts again in explain mode, to find which rule excluded what.

mod absent_pieces;
#[cfg(test)]
mod tests;
mod word_match;

use crate::Viewer;
use crate::game::Game;
use crate::line::{self, LineError, Matching};
use crate::table::Table;
use cardwright_script::{Choice, Exclusion, RowContext, RunError, Trace};
use cardwright_state::position::{Position, Row};
use cardwright_state::val::Val;
use cardwright_state::{ActionId, Board, ReasonId, SideId};
use std::collections::BTreeSet;
use word_match::WordMatch;

/// One reason of a rule, with the things that it excluded and its script line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Explanation {
    /// The id of the reason.
    pub key: String,
    /// The id of the action whose offer gave the reason. `None` for a reason that the step itself gave.
    pub action: Option<String>,
    /// The text of the reason.
    pub text: String,
    /// The rule that it cites.
    pub rule: String,
    /// The ids of the excluded things. Empty if the reason closes the whole action.
    pub excluded: Vec<String>,
    /// `path:line` of the script.
    pub script_line: String,
    /// The action that is still being played, if this is why the action that the player asked about is not offered.
    pub blocking_action: Option<String>,
    /// The rows that the reason applies to. Empty if it may apply to any row.
    pub rows: Vec<ExcludedRow>,
    /// Whether the reason excluded exactly the words that the player asked about.
    pub is_exact: bool,
    /// Whether the reason closes the whole action.
    pub closes_action: bool,
}

/// The words of a row from which a rule excluded something.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExcludedRow {
    /// The words before the excluded thing.
    pub before: Vec<String>,
    /// The words after the excluded thing, as far as each column has a single value.
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
    /// Whether the scripts asked the action for its rows. Then it has no possible row.
    pub was_asked: bool,
    /// `path:line` of the script.
    pub at: String,
}

/// The answer to `why not LINE`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhyNot {
    /// The line is legal.
    Legal,
    /// The line is not legal. Holds the reasons, most relevant first.
    Excluded(Vec<Explanation>),
    /// The line is not legal. Holds a message: the pieces are not in that space, the question is about other pieces,
    /// the thing was already named, the side is not asked, or the viewer may not know.
    Message(String),
    /// The line is not legal, and no rule gives a reason: a word is unknown, no rule offers the thing, or the words do
    /// not go together.
    Mismatch {
        /// The words before `word`, which fit.
        before: String,
        /// The word that fits nothing.
        word: String,
        /// Whether the word means something in this game.
        known: bool,
        /// The words that would fit.
        expected: Vec<String>,
        /// The expected word that is most like `word`.
        nearest: Option<String>,
        /// The action that the first word names, if it has no rows here.
        action: Option<ActionWithoutRows>,
    },
}

/// A line that `why` explains.
struct LineToExplain {
    /// The side whose standing actions the line is about. `None` if it is about the pending choice.
    standing_side: Option<SideId>,
    /// The words of each row that the line may mean.
    rows: Vec<Vec<String>>,
    words: Vec<String>,
}

impl Game {
    /// Lists every reason that excluded something from the pending choice.
    ///
    /// # Errors
    /// A rule fails.
    pub fn why(&mut self) -> Result<Vec<Explanation>, RunError> {
        let trace = self.trace()?;
        Ok(without_duplicates(self.explanations(&trace)))
    }

    /// Explains why the rules discourage a row at a position. `None` if they give no reason.
    pub(crate) fn why_discouraged(&mut self, position: &Position, row: &Row) -> Option<Explanation> {
        self.vm.set_position(position);
        let trace = self.trace().ok()?;
        let found = trace.discouraged.into_iter().find(|(discouraged_row, ..)| discouraged_row == row)?;
        Some(self.discouraging_reason(position, found))
    }

    fn discouraging_reason(&self, position: &Position, (_, why, place): (Row, ReasonId, String)) -> Explanation {
        let board = self.board();
        let reason = &board.labels[why];
        Explanation {
            key: reason.id.clone(),
            text: cardwright_content::with_current_options(&reason.text, board, position),
            rule: reason.rule.clone(),
            script_line: place,
            ..Explanation::default()
        }
    }

    /// Runs the pending choice in explain mode and returns the trace.
    fn trace(&mut self) -> Result<Trace, RunError> {
        let trace = self.vm.explain();
        self.rerun(); // Restores the VM, also after an error.
        trace
    }

    pub(crate) fn explanations(&self, trace: &Trace) -> Vec<Explanation> {
        let relevant =
            trace.exclusions.iter().filter(|exclusion| !exclusion.is_superseded || !exclusion.rows.is_empty());
        relevant.map(|exclusion| self.explanation(exclusion)).collect()
    }

    fn explanation(&self, exclusion: &Exclusion) -> Explanation {
        let board = self.board();
        let reason = &board.labels[exclusion.reason];
        Explanation {
            key: reason.id.clone(),
            action: exclusion.action.map(|a| board.labels[a].id.clone()),
            text: cardwright_content::with_current_options(&reason.text, board, self.position()),
            rule: reason.rule.clone(),
            excluded: exclusion.excluded.iter().map(|v: &Val| board.text(*v)).collect(),
            script_line: exclusion.script_line.clone(),
            blocking_action: None,
            rows: exclusion.rows.iter().map(|row| excluded_row(board, row)).collect(),
            is_exact: false,
            closes_action: exclusion.closes,
        }
    }

    /// Finds the reasons about these words. If there are none because the scripts do not offer the action, returns the
    /// reason that the action declares for that.
    ///
    /// # Errors
    /// A rule fails.
    pub fn reasons(&mut self, words: &[&str]) -> Result<Vec<Explanation>, RunError> {
        let trace = self.trace()?;
        let mut reasons = self.reasons_about(self.explanations(&trace), self.row_words(), words);
        if reasons.is_empty() {
            reasons.extend(words.first().and_then(|word| self.not_offered_reason(word, &trace.offering_actions)));
        }
        Ok(reasons)
    }

    /// Returns the reason that an action declares for not being offered.
    fn not_offered_reason(&self, word: &str, asked: &[ActionId]) -> Option<Explanation> {
        let board = self.board();
        let index = board.labels.actions.iter().position(|action| action.id.eq_ignore_ascii_case(word))?;
        let (action, standing) = (&board.labels.actions[index], self.standing_actions());
        if asked.contains(&ActionId::new(index)) || standing.iter().any(|(_, ids)| ids.contains(&action.id)) {
            return None;
        }
        let reason = &board.labels[action.not_asked?];
        let definition = self.program().content.action_labels.iter().find(|(label, _)| label.id == action.id);
        Some(Explanation {
            key: reason.id.clone(),
            action: Some(action.id.clone()),
            text: cardwright_content::with_current_options(&reason.text, board, self.position()),
            rule: reason.rule.clone(),
            excluded: Vec::new(),
            script_line: definition.map(|(_, place)| place.location()).unwrap_or_default(),
            blocking_action: self.action_played().filter(|_| asked.is_empty()),
            ..Explanation::default()
        })
    }

    /// Describes the action that a word names, to say why it has no rows. `None` if the word names no action.
    fn action_without_rows(&mut self, word: &str) -> Result<Option<ActionWithoutRows>, RunError> {
        let board = self.board();
        let Some(index) = board.labels.actions.iter().position(|action| action.id.eq_ignore_ascii_case(word)) else {
            return Ok(None);
        };
        let id = board.labels.actions[index].id.clone();
        let was_asked = self.trace()?.offering_actions.contains(&ActionId::new(index));
        let registered = self.program().registered.iter().find(|entry| entry.kind == "action" && entry.id == id);
        let at = registered.map(|entry| entry.script_line.clone()).unwrap_or_default();
        Ok(Some(ActionWithoutRows { id, was_asked, at }))
    }

    /// The innermost action that is being played.
    fn action_played(&self) -> Option<String> {
        let board = self.board();
        let mut steps = self.position().open_steps().iter().rev().map(|frame| &board.labels[frame.step]);
        steps.find(|step| board.labels.actions.iter().any(|action| action.id == **step)).cloned()
    }

    /// Whether a word means something in this game, or is a number.
    pub fn is_known_word(&self, word: &str) -> bool {
        line::is_number(word) || self.names().any(|name| name.eq_ignore_ascii_case(word))
    }

    /// Whether a word may be the beginning or the last part of a name in this game.
    fn may_mean_something(&self, word: &str) -> bool {
        let mut other_names = self.board().spaces.iter().flat_map(|space| &space.aka);
        self.is_known_word(word)
            || self.names().any(|name| line::may_be(name, word))
            || other_names.any(|name| line::may_be(name, word))
    }

    /// All ids of the game, and the words of the legal rows.
    fn names(&self) -> impl Iterator<Item = &str> {
        let board = self.board();
        let labels = board.labels.actions.iter().chain(&board.labels.words).map(|label| label.id.as_str());
        let cards = board.cards.iter().map(|card| card.id.as_str());
        let rows = self.row_words().iter().flatten().map(String::as_str);
        board.ids().map(|(id, _)| id).chain(cards).chain(labels).chain(rows)
    }

    /// Selects the reasons about these words, given the legal rows. If a reason is about exactly these words, drops
    /// those about other rows.
    pub(crate) fn reasons_about(
        &self,
        all: Vec<Explanation>,
        rows: &[Vec<String>],
        words: &[&str],
    ) -> Vec<Explanation> {
        let action = words.first().copied().unwrap_or_default();
        let action_ids: Vec<String> = self.board().labels.actions.iter().map(|action| action.id.clone()).collect();
        let action = action_ids.iter().find(|id| *id == action).or_else(|| {
            let mut candidates = action_ids.iter().filter(|id| id.starts_with(action));
            candidates.next().filter(|_| candidates.next().is_none())
        });
        let names_first_word = |reason: &Explanation| {
            reason.excluded.iter().any(|excluded| line::words(excluded).contains(words.first().unwrap_or(&"")))
        };
        if action.is_none()
            && !words.first().is_some_and(|word| self.may_mean_something(word))
            && !all.iter().any(names_first_word)
        {
            return Vec::new(); // No reason is about an unknown word.
        }
        let mismatch_index = line::match_rows(rows, words, Matching::Prefix).map_or_else(|error| error.index, |_| 0);
        let mut out = Vec::new();
        for mut reason in all {
            let is_same_action = action.is_none() || reason.action.as_deref() == action.map(String::as_str);
            // A reason that the step itself gave may be about any action.
            let is_from_step = reason.action.is_none() && action.is_some();
            let applies = match word_match::word_match(self.board(), &reason, words, mismatch_index) {
                WordMatch::Exactly(row) => {
                    (reason.rows, reason.is_exact) = (vec![row], is_same_action || is_from_step);
                    reason.is_exact
                }
                WordMatch::Perhaps => {
                    let names_excluded = reason.excluded.iter().any(|excluded| {
                        let excluded = line::words(excluded);
                        let names_all = words
                            .windows(excluded.len())
                            .any(|window| window.iter().zip(&excluded).all(|(typed, word)| line::may_be(word, typed)));
                        let names_part =
                            || words.iter().skip(1).any(|typed| excluded.iter().any(|word| line::may_be(word, typed)));
                        names_all || excluded.len() > 1 && names_part()
                    });
                    let is_about_action =
                        action.is_some() && (reason.closes_action || reason.excluded.is_empty() || words.len() == 1);
                    is_same_action && (is_about_action || names_excluded) || is_from_step && names_excluded
                }
                WordMatch::No => false,
            };
            if applies {
                out.push(reason);
            }
        }
        if out.iter().any(|reason| reason.is_exact) {
            // Reasons about other rows would be misleading.
            out.retain(|reason| reason.is_exact || reason.rows.is_empty());
        }
        out
    }

    /// Finds the action whose id begins with the word, if no row begins with the word. Only actions that the scripts
    /// asked for rows count. `None` if several ids begin with the word.
    fn action_beginning_with(&mut self, rows: &[Vec<String>], word: &str) -> Result<Option<String>, RunError> {
        let begins = |id: &str| line::may_begin(id, word);
        if rows.iter().any(|row| row.first().is_some_and(|head| begins(head))) {
            return Ok(None);
        }
        let asked = self.trace()?.offering_actions;
        let ids = asked.iter().map(|action| &self.board().labels[*action].id);
        let candidates: BTreeSet<&String> = ids.filter(|id| begins(id)).collect();
        Ok(candidates.first().filter(|_| candidates.len() == 1).map(|id| (*id).clone()))
    }

    /// Returns a message if the side has nothing to answer now, or if the viewer may not know its options.
    fn hidden_message(&self, side: Option<SideId>, viewer: Viewer) -> Option<String> {
        let (asked, board) = (self.asked(), self.board());
        let name = |side: SideId| &board.sides[side.index()].name;
        match side.or(asked)? {
            side if asked != Some(side) && !self.has_standing_actions(side) => {
                Some(format!("{} is not asked now, and has no standing actions", name(side)))
            }
            side if !viewer.may_read(side) => Some(format!("only {} may see what it can do", name(side))),
            _ => None,
        }
    }

    /// Whether a line begins with a standing action of a side, and no row of the choice begins with the same word.
    fn begins_standing_action(&self, side: SideId, words: &[&str]) -> bool {
        let Some(first) = words.first() else { return false };
        let actions = self.standing_actions().into_iter().find(|(owner, _)| *owner == side).map(|(_, ids)| ids);
        let begins = |word: &str| word.to_ascii_lowercase().starts_with(&first.to_ascii_lowercase());
        let is_row = self.row_words().iter().any(|row| row.first().is_some_and(|word| begins(word)));
        !is_row && actions.is_some_and(|ids| ids.iter().any(|id| begins(id)))
    }

    /// Explains to this viewer why a line is not legal now. `SIDE:` before the line asks about the standing actions of
    /// a side that is not asked. The answer uses only that side's options, because the viewer may not know those of
    /// other sides.
    ///
    /// # Errors
    /// A rule fails.
    pub fn why_not(&mut self, text: &str, viewer: Viewer) -> Result<WhyNot, RunError> {
        let (side, text) = line::split_side(self.board(), text);
        self.why_not_by(side, text, viewer)
    }

    /// Explains as [`Game::why_not`] does why a line of one side is not legal. `None` stands for the asked side.
    ///
    /// # Errors
    /// A rule fails.
    pub(crate) fn why_not_by(&mut self, side: Option<SideId>, text: &str, viewer: Viewer) -> Result<WhyNot, RunError> {
        if let Some(message) = self.hidden_message(side, viewer) {
            return Ok(WhyNot::Message(message));
        }
        let LineToExplain { standing_side, rows, words } = self.line_to_explain(side, text)?;
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (error, words) = match line::match_rows(&rows, &words, Matching::Prefix) {
            Ok(_) => return Ok(WhyNot::Legal),
            // If the line is illegal for one piece too (`move 3 guard port`), explain the line without the count.
            Err(error) => {
                let without_count = line::without_count(&rows, &words, error.index);
                let uncounted = without_count
                    .and_then(|words| Some((line::match_rows(&rows, &words, Matching::Prefix).err()?, words)));
                uncounted.filter(|(uncounted_error, _)| uncounted_error.index < error.index).unwrap_or((error, words))
            }
        };
        if standing_side.is_none()
            && let Some(message) = self.missing_piece_message(&rows, &words, error.index)?
        {
            return Ok(WhyNot::Message(message));
        }
        let reasons = match standing_side {
            Some(side) => self.standing_reasons(side, &words)?,
            None => self.reasons(&words)?,
        };
        let reasons = self.reasons_for_word(reasons, &rows, &words, &error);
        if standing_side.is_none() && reasons.is_empty() {
            let other_type_message = || absent_pieces::other_type(self.board(), self.choice()?, &error.word);
            if let Some(message) = other_type_message() {
                return Ok(WhyNot::Message(message));
            }
        }
        if reasons.is_empty() || error.is_misplaced {
            let known = self.is_known_word(&error.word);
            let LineError { word, index: at, expected, nearest, .. } = error;
            let action = match standing_side {
                None if at == 0 => self.action_without_rows(&word)?,
                _ => None,
            };
            return Ok(WhyNot::Mismatch { before: words[..at].join(" "), word, known, expected, nearest, action });
        }
        Ok(WhyNot::Excluded(reasons))
    }

    /// Finds out what a line is about, and brings its words into the form of the rows.
    fn line_to_explain(&mut self, side: Option<SideId>, text: &str) -> Result<LineToExplain, RunError> {
        let names = line::resolve_names(self.program(), text);
        let words: Vec<&str> = names.iter().map(String::as_str).collect();
        let asked_with_actions =
            self.asked().filter(|asked| side.is_none_or(|side| side == *asked) && self.has_standing_actions(*asked));
        let other_side = side.filter(|side| self.asked() != Some(*side) && self.has_standing_actions(*side));
        let standing_side =
            other_side.or(asked_with_actions.filter(|asked| self.begins_standing_action(*asked, &words)));
        let rows = match standing_side {
            Some(side) => self.standing_words(side)?,
            None => self.row_words().to_vec(),
        };
        let joined_action = line::two_word_action(self.board(), &rows, &words);
        let words: Vec<&str> = match &joined_action {
            Some(action) => [action.as_str()].into_iter().chain(words[2..].iter().copied()).collect(),
            None => words,
        };
        let action = match (standing_side, words.first()) {
            (None, Some(first)) => self.action_beginning_with(&rows, first)?,
            _ => None,
        };
        let words: Vec<&str> =
            action.as_deref().into_iter().chain(words.into_iter().skip(action.iter().len())).collect();
        let words = match self.choice().filter(|_| standing_side.is_none()) {
            Some(choice) => self.words_of_choice(choice, &rows, &words),
            None => words.into_iter().map(str::to_owned).collect(),
        };
        Ok(LineToExplain { standing_side, rows, words })
    }

    /// Brings the words of a line into the form of the rows of the pending choice: without the piece that the question
    /// names, with a count behind the piece, and with the first word in full.
    fn words_of_choice(&self, choice: &Choice, rows: &[Vec<String>], words: &[&str]) -> Vec<String> {
        let without_piece = line::without_question_piece(self.board(), choice, rows, words);
        let words: Vec<&str> = match &without_piece {
            Some(words) => words.iter().map(String::as_str).collect(),
            None => words.to_vec(),
        };
        let words = line::move_count_behind(choice, rows, &words).unwrap_or(words);
        let first_word = line::full_first_word(choice, rows, &words);
        let rest = words.into_iter().skip(first_word.iter().len()).map(str::to_owned);
        first_word.into_iter().chain(rest).collect()
    }

    /// Says which pieces of a line about the pending choice are not there, or have been named already. `index` is the
    /// index of the word that fits no row.
    fn missing_piece_message(
        &mut self,
        rows: &[Vec<String>],
        words: &[&str],
        index: usize,
    ) -> Result<Option<String>, RunError> {
        if let Some(choice) = self.choice() {
            let board_and_position = (&**self.board(), self.position());
            let message =
                absent_pieces::absent_pieces(board_and_position, choice.side, (&choice.rows, rows), words, index);
            if message.is_some() {
                return Ok(message);
            }
        }
        if index > 0 {
            return Ok(None);
        }
        let named = self.trace()?.finished_things;
        Ok(absent_pieces::already_named(self.board(), &named, words))
    }

    /// Selects the reasons that explain the word of the error, the most telling first.
    fn reasons_for_word(
        &self,
        mut reasons: Vec<Explanation>,
        rows: &[Vec<String>],
        words: &[&str],
        error: &LineError,
    ) -> Vec<Explanation> {
        let names_word = |excluded: &String| line::words(excluded).iter().any(|word| line::may_be(word, &error.word));
        // No reason is about an unknown word.
        if !self.may_mean_something(&error.word) && !reasons.iter().any(|reason| reason.excluded.iter().any(names_word))
        {
            reasons.clear();
        }
        if error.index > 0 {
            let legal_words = words_after(rows, &words[..error.index]);
            reasons.retain(|reason| reason.is_exact || is_about(reason, &error.word, &legal_words));
        }
        keep_named(&mut reasons, words);
        // Reasons that close the action come first. Reasons that excluded the very word come second, and among them
        // those that excluded the fewest things.
        reasons.sort_by_key(|reason| match reason.excluded.iter().any(names_word) {
            true => (!reason.closes_action, false, reason.excluded.len()),
            false => (!reason.closes_action, true, 0),
        });
        reasons
            .iter_mut()
            .filter(|reason| !reason.closes_action)
            .for_each(|reason| keep_asked_about(reason, &error.word));
        without_duplicates(reasons)
    }
}

impl Table {
    /// Returns a line for `why not`, with the last word in full if only one name begins with it. `None` if a word of
    /// the line means nothing in this game, and if the line is only a number.
    pub fn line_for_why(&self, line: &str) -> Option<String> {
        let mut words = line::resolve_names(self.program(), line);
        let last = words.pop()?;
        let is_number = words.is_empty() && line::is_number(&last);
        if is_number || !words.iter().chain([&last]).all(|word| self.game.may_mean_something(word)) {
            return None;
        }
        let begun: BTreeSet<&str> = self.game.names().filter(|name| line::may_begin(name, &last)).collect();
        let full = begun.first().filter(|_| begun.len() == 1 && !self.game.is_known_word(&last));
        words.push(full.map_or(last.clone(), |name| (*name).to_owned()));
        Some(words.join(" "))
    }

    /// Explains why the rules discourage a row of the pending choice. Returns `None` if they do not discourage it, and
    /// an empty explanation if they give no reason.
    pub fn why_discouraged(&mut self, row: usize) -> Option<Explanation> {
        let choice = self.choice().filter(|choice| choice.discouraged.contains(&row))?;
        let (row, position) = (*choice.rows.get(row)?, self.game.state.position.clone());
        Some(self.game.why_discouraged(&position, &row).unwrap_or_default())
    }

    /// Explains why the rules discourage rows of the pending choice: the index of each row with the reason, as far as
    /// the rules give one.
    pub fn discouraged_rows(&mut self) -> Vec<(usize, Explanation)> {
        let Some(choice) = self.choice().filter(|choice| !choice.discouraged.is_empty()) else { return Vec::new() };
        let rows: Vec<(usize, Row)> = choice.discouraged.iter().map(|index| (*index, choice.rows[*index])).collect();
        let Ok(trace) = self.game.trace() else { return Vec::new() };
        let game = &self.game;
        let explained = trace.discouraged.into_iter().filter_map(|found| {
            let (index, _) = rows.iter().find(|(_, row)| *row == found.0)?;
            Some((*index, game.discouraging_reason(game.position(), found)))
        });
        explained.collect()
    }
}

/// Removes equal explanations. Also removes an explanation without an action if an action has the same one, and an
/// explanation without rows if a single row has the same one.
fn without_duplicates(mut reasons: Vec<Explanation>) -> Vec<Explanation> {
    let identity = |reason: &Explanation| (reason.key.clone(), reason.script_line.clone(), reason.excluded.clone());
    let for_actions: BTreeSet<_> = reasons.iter().filter(|reason| reason.action.is_some()).map(identity).collect();
    let for_single_rows: BTreeSet<_> = reasons
        .iter()
        .filter(|reason| reason.row_text().is_some())
        .map(|reason| (reason.action.clone(), identity(reason)))
        .collect();
    let mut seen = BTreeSet::new();
    reasons.retain(|reason| {
        let key = (reason.action.clone(), identity(reason));
        let repeats_action = reason.action.is_none() && for_actions.contains(&key.1);
        let repeats_row = reason.rows.is_empty() && for_single_rows.contains(&key);
        !repeats_action && !repeats_row && seen.insert((key, reason.row_text(), reason.blocking_action.clone()))
    });
    reasons
}

/// If the line names excluded things of several words (`guard port`) in full, keeps only these things in the reasons,
/// and drops the reasons that are about other things.
fn keep_named(reasons: &mut Vec<Explanation>, line: &[&str]) {
    let is_named = |excluded: &String| {
        let excluded = line::words(excluded);
        let names_all = |window: &[&str]| window.iter().zip(&excluded).all(|(typed, word)| line::may_be(word, typed));
        excluded.len() > 1 && line.windows(excluded.len()).any(names_all)
    };
    if reasons.iter().flat_map(|reason| &reason.excluded).any(is_named) {
        reasons.retain(|reason| reason.excluded.is_empty() || reason.excluded.iter().any(is_named));
        for reason in reasons {
            reason.excluded.retain(is_named);
        }
    }
}

/// If a reason excluded too many things to list, keeps only those that the word may mean.
fn keep_asked_about(reason: &mut Explanation, word: &str) {
    let matches = |excluded: &String| line::may_be(excluded, word);
    if reason.excluded.len() > line::MAX_LISTED && reason.excluded.iter().any(matches) {
        reason.excluded.retain(matches);
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

/// Lists the words that follow `before` in the rows that begin with it.
fn words_after<'a>(rows: &'a [Vec<String>], before: &[&str]) -> Vec<&'a str> {
    let fits = |(row_word, typed): (&String, &&str)| line::may_be(row_word, typed);
    let matching = rows.iter().filter(|row| row.len() > before.len() && row.iter().zip(before).all(fits));
    matching.map(|row| row[before.len()].as_str()).collect()
}

/// Whether a reason may be about `word`, at whose place the rows have `legal_words`. The reason must have excluded the
/// word, and none of the legal words. If it excluded things of several words, one of them must contain the word. Always
/// true if there are no legal words or the reason excluded nothing in particular.
fn is_about(reason: &Explanation, word: &str, legal_words: &[&str]) -> bool {
    if legal_words.is_empty() || reason.excluded.is_empty() {
        return true;
    }
    if reason.excluded.iter().any(|excluded| line::words(excluded).len() > 1) {
        return reason
            .excluded
            .iter()
            .any(|excluded| line::words(excluded).iter().any(|excluded_word| line::may_be(excluded_word, word)));
    }
    reason.excluded.iter().any(|excluded| line::may_be(excluded, word))
        && !reason.excluded.iter().any(|excluded| legal_words.contains(&excluded.as_str()))
}
