//! What may be typed next: this choice's words, and those of choices that follow on the same line.
//!
//! The line is walked in a fork of the game, which is dropped. It never tells what a barrier hides: once dice, cards or
//! another side come into it, nothing more is offered.

use crate::game::Fork;
use crate::label::{self, Audience};
use crate::line::{self, Answered, Chooser, End, Foreseen, Halt, Matching, Pending, Pick, Walk};
use crate::table::Table;
use cardwright_state::SideId;
use cardwright_state::board::Board;
use serde::Serialize;

/// What may come at the end of some words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Next {
    /// One of these words.
    Words(Vec<String>),
    /// The words mean one row already; its label, and words that may still follow.
    Whole(String, Vec<String>),
    /// This word fits nowhere; what would.
    Wrong(String, Vec<String>),
}

impl Table {
    /// What may come after the whole words of a line, as far as `eyes` may know it; `deep` looks into the choice after them too.
    pub fn next_words(&mut self, words: &[&str], eyes: Audience, deep: bool) -> Next {
        let Some(asked) = self.asked() else { return Next::Words(Vec::new()) };
        let named = |board: &Board| board.side(words.first()?.strip_suffix(':')?);
        let (side, words) = match named(self.board()) {
            Some(side) => (side, &words[1..]),
            None => (asked, words),
        };
        let names = line::read(self.program(), &words.join(" "));
        let words: Vec<&str> = names.iter().map(String::as_str).collect();
        self.game.fork(true, |fork| {
            let mut looking = Looking { fork, eyes, deep, last: None };
            if words.is_empty() { Next::Words(looking.first_words(side)) } else { looking.after(side, &words) }
        })
    }
}

/// Who looks ahead along a line.
struct Looking<'f, 'g> {
    fork: &'f mut Fork<'g>,
    eyes: Audience,
    deep: bool,
    /// The row that the last word of the line is for.
    last: Option<Last>,
}

/// The row that the last word of a line is for.
struct Last {
    label: String,
    /// What may follow in it, and in longer ones that begin with it.
    more: Vec<String>,
    /// Whether the line has all of its words.
    is_whole: bool,
}

impl Looking<'_, '_> {
    fn reads(&self, side: SideId) -> bool {
        self.eyes.reads(side)
    }

    /// The words with which a line of a side begins.
    fn first_words(&mut self, side: SideId) -> Vec<String> {
        let pending = self.pending().filter(|pending| pending.choice.side == side);
        let mut words = pending.map_or(Vec::new(), |pending| line::heads(pending.words));
        let beside = self.beside(side).ok().flatten().unwrap_or_default();
        words.extend(line::heads(&beside).into_iter().filter(|word| !words.contains(word)).collect::<Vec<_>>());
        words
    }

    fn after(mut self, side: SideId, words: &[&str]) -> Next {
        let walk = Walk { side: Some(side), words, matching: Matching::Prefix, leaves_open: true };
        let walked = line::onward(&mut self, &walk);
        let follow = match walked {
            Ok((End::Open { .. }, next)) => return Next::Words(next),
            Err(Halt::Misfit { error, .. }) => return Next::Wrong(error.word, error.expected),
            Ok((End::Whole | End::Stopped(_) | End::Parted(_), follow)) => follow,
            Err(_) => Vec::new(),
        };
        let Some(Last { label, mut more, .. }) = self.last else { return Next::Words(Vec::new()) };
        more.extend(follow.into_iter().filter(|word| !more.contains(word)).collect::<Vec<_>>());
        Next::Whole(label, more)
    }

    /// What a row means, and how it may go on.
    fn last_of(&mut self, pick: &Pick) -> Option<Last> {
        let (words, label) = if pick.beside {
            let rows = self.fork.game.standing(pick.side, self.eyes).ok()?;
            let label = rows.get(pick.row)?.label.clone();
            (rows.iter().map(|row| row.text.split(' ').map(str::to_owned).collect()).collect::<Vec<_>>(), label)
        } else {
            let pending = self.fork.pending()?;
            (
                pending.words.to_vec(),
                label::row(pending.board, self.eyes.reading(pick.side), pending.choice.rows.get(pick.row)?),
            )
        };
        let row: &Vec<String> = words.get(pick.row)?;
        let typed = row.get(..pick.columns)?;
        let longer: Vec<Vec<String>> =
            words.iter().filter_map(|w| w.strip_prefix(typed)).map(<[String]>::to_vec).collect();
        Some(Last { label, more: line::heads(&longer), is_whole: pick.columns == row.len() })
    }
}

impl Chooser for Looking<'_, '_> {
    /// Nothing can be told of what comes then.
    type Error = ();
    fn pending(&self) -> Option<Pending<'_>> {
        let pending = self.fork.pending()?;
        // What is not for these eyes to read has no words either.
        let words = if self.reads(pending.choice.side) { pending.words } else { &[] };
        Some(Pending { words, ..pending })
    }
    fn beside(&mut self, side: SideId) -> Result<Option<Vec<Vec<String>>>, ()> {
        if !self.reads(side) {
            return Ok(None);
        }
        self.fork.beside(side).map_err(drop)
    }
    fn foresee(&mut self, rows: &[usize]) -> Option<Foreseen> {
        self.fork.foresee(rows)
    }
    fn answer(&mut self, pick: &Pick) -> Result<Answered, ()> {
        if pick.left == 0 && !pick.automatic {
            self.last = self.last_of(pick);
            if !self.deep || self.last.as_ref().is_none_or(|last| !last.is_whole) {
                return Ok(Answered::Stop);
            }
        }
        match self.fork.answer(pick) {
            Ok(Answered::On { revealed: true, .. }) | Err(_) => Err(()),
            Ok(answered) => Ok(answered),
        }
    }
}
