//! The words that may follow on a typed line: those of this choice, and of later choices on the same line.
//!
//! The engine tries the line in a fork of the game. Completion stops at dice, cards or another side, so it reveals
//! nothing that a barrier hides.

use crate::game::Fork;
use crate::line::{
    self, AnswerOutcome, GameCursor, LineEnd, LineInput, LookaheadChoice, Matching, ParseStop, Pending, PickedRow,
};
use crate::table::Table;
use crate::{Viewer, label};
use cardwright_state::board::Board;
use cardwright_state::{Answer, SideId};
use serde::Serialize;

/// The words that may follow a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NextWords {
    /// One of these words.
    Words(Vec<String>),
    /// The line already means one row. Holds the row's label and the words that may still follow.
    Complete(String, Vec<String>),
    /// A word fits nowhere. Holds the word and those that would fit.
    Mismatch(String, Vec<String>),
}

impl Table {
    /// Lists the words that may follow complete words, as far as `viewer` may know them. With `deep`, also lists the
    /// words of the next choice.
    pub fn next_words(&mut self, words: &[&str], viewer: Viewer, deep: bool) -> NextWords {
        let Some(asked) = self.asked() else { return NextWords::Words(Vec::new()) };
        let side_prefix = |board: &Board| board.side(words.first()?.strip_suffix(':')?);
        let (side, words) = match side_prefix(self.board()) {
            Some(side) => (side, &words[1..]),
            None => (asked, words),
        };
        let names = line::resolve_names(self.program(), &words.join(" "));
        let words: Vec<&str> = names.iter().map(String::as_str).collect();
        self.game.fork(true, |fork| {
            let mut cursor = CompletionCursor { fork, viewer, deep, last: None };
            match if words.is_empty() {
                NextWords::Words(cursor.first_words(side))
            } else {
                cursor.words_after(side, &words)
            } {
                NextWords::Words(next) => NextWords::Words(with_bounds(next)),
                NextWords::Complete(label, next) => NextWords::Complete(label, with_bounds(next)),
                mismatch @ NextWords::Mismatch(..) => mismatch,
            }
        })
    }
}

/// Replaces each amount by its least and its greatest number.
fn with_bounds(words: Vec<String>) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for word in words {
        let both = match line::amount_of(&word) {
            Some(amount) => vec![amount.min.to_string(), amount.max.to_string()],
            None => vec![word],
        };
        out.extend(both.into_iter().filter(|word| !out.contains(word)).collect::<Vec<_>>());
    }
    out
}

/// Follows a line without playing it.
struct CompletionCursor<'f, 'g> {
    fork: &'f mut Fork<'g>,
    viewer: Viewer,
    deep: bool,
    /// The row of the last word.
    last: Option<LastRow>,
}

/// The row of a line's last word.
struct LastRow {
    label: String,
    /// The words that may follow in this row and in longer rows.
    next_words: Vec<String>,
    /// Whether the line has all words of the row.
    is_complete: bool,
}

impl CompletionCursor<'_, '_> {
    fn may_read(&self, side: SideId) -> bool {
        self.viewer.may_read(side)
    }

    /// The words that may begin a line of this side.
    fn first_words(&mut self, side: SideId) -> Vec<String> {
        let pending = self.pending().filter(|pending| pending.choice.side == side);
        let mut words = pending.map_or(Vec::new(), |pending| line::first_words(pending.row_words));
        let standing = self.standing_row_words(side).ok().flatten().unwrap_or_default();
        words.extend(line::first_words(&standing).into_iter().filter(|word| !words.contains(word)).collect::<Vec<_>>());
        words
    }

    fn words_after(mut self, side: SideId, words: &[&str]) -> NextWords {
        let input = LineInput { side: Some(side), words, matching: Matching::Prefix, leaves_open: true };
        let parsed = line::parse_and_suggest(&mut self, &input);
        let follow = match parsed {
            Ok((LineEnd::Incomplete { .. }, next)) => return NextWords::Words(next),
            Err(ParseStop::Mismatch { error, .. }) => return NextWords::Mismatch(error.word, error.expected),
            Ok((LineEnd::Complete | LineEnd::Stopped(_) | LineEnd::Branched(_), follow)) => follow,
            Err(_) => Vec::new(),
        };
        let Some(LastRow { label, next_words: mut more, .. }) = self.last else { return NextWords::Words(Vec::new()) };
        more.extend(follow.into_iter().filter(|word| !more.contains(word)).collect::<Vec<_>>());
        NextWords::Complete(label, more)
    }

    /// Describes a row: its label, and the words that may follow.
    fn last_row(&mut self, pick: &PickedRow) -> Option<LastRow> {
        let (game, answer) = (&mut *self.fork.game, &pick.answer);
        let (rows, words) = match pick.is_standing {
            true => (game.rows_without_failures(pick.side).ok()?, game.standing_words(pick.side).ok()?),
            false => (game.choice()?.rows.clone(), game.row_words().to_vec()),
        };
        let row = rows.get(answer.row)?.filled(answer.numbers())?;
        let label = label::row_text(game.board(), self.viewer.as_reader(pick.side), &row);
        let row: &Vec<String> = words.get(pick.answer.row)?;
        let typed = row.get(..pick.typed_columns)?;
        let longer: Vec<Vec<String>> =
            words.iter().filter_map(|row| row.strip_prefix(typed)).map(<[String]>::to_vec).collect();
        Some(LastRow { label, next_words: line::first_words(&longer), is_complete: pick.typed_columns == row.len() })
    }
}

impl GameCursor for CompletionCursor<'_, '_> {
    /// Completion ends at any error.
    type Error = ();
    fn pending(&self) -> Option<Pending<'_>> {
        let pending = self.fork.pending()?;
        // A viewer who may not read the rows gets no words.
        let words = if self.may_read(pending.choice.side) { pending.row_words } else { &[] };
        Some(Pending { row_words: words, ..pending })
    }
    fn standing_row_words(&mut self, side: SideId) -> Result<Option<Vec<Vec<String>>>, ()> {
        if !self.may_read(side) {
            return Ok(None);
        }
        self.fork.standing_row_words(side).map_err(drop)
    }
    fn look_ahead(&mut self, answers: &[Answer]) -> Option<LookaheadChoice> {
        self.fork.look_ahead(answers)
    }
    fn answer(&mut self, pick: &PickedRow) -> Result<AnswerOutcome, ()> {
        if pick.words_after == 0 && !pick.automatic {
            self.last = self.last_row(pick);
            if !self.deep || self.last.as_ref().is_none_or(|last| !last.is_complete) {
                return Ok(AnswerOutcome::Stop);
            }
        }
        match self.fork.answer(pick) {
            Ok(AnswerOutcome::Continue { revealed: true, .. }) | Err(_) => Err(()),
            Ok(answered) => Ok(answered),
        }
    }
}
