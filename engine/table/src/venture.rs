//! A line as far as chance goes with it, under outcomes that are given: for whoever goes through all that may come of it.
//!
//! It is the walk that the prompt takes. After each answer that chance came into it stops, so that ways which lead to one position
//! can be gone on with as one ([`Ground`]).

use crate::game::{Fork, Now};
use crate::label::Audience;
use crate::line::{self, Answered, Chooser, End, Foreseen, Halt, Left, Matching, Pending, Pick, Walk};
use crate::table::{PlayError, Table};
use cardwright_script::{ChanceWanted, Forced, RunError};
use cardwright_state::resample::resample;
use cardwright_state::stand_in::stand_in;
use cardwright_state::{Position, SideId};
use std::sync::Arc;

/// Where a line stands: a position, and what of the line is left there.
#[derive(Debug, Clone)]
pub struct Ground {
    now: Now,
    left: Option<Left>,
}

impl Ground {
    /// The position.
    pub fn position(&self) -> &Arc<Position> {
        &self.now.position
    }
    /// Who is asked there.
    pub fn asked(&self) -> Option<SideId> {
        self.now.choice.as_ref().map(|choice| choice.side)
    }
    /// What is left of the line, so that two grounds of one position can be told apart.
    pub fn left(&self) -> Option<&Left> {
        self.left.as_ref()
    }
}

/// What came of a line, or of what was left of it.
#[derive(Debug)]
pub enum Came {
    /// Chance asks for an outcome that is not given.
    Wanted(ChanceWanted),
    /// An answer is given, with chance in it: the line goes on from there.
    Onward(Box<Ground>),
    /// The line ends here.
    Ended(Ended),
}

/// Where a line ends.
#[derive(Debug, Clone)]
pub struct Ended {
    /// The position.
    pub position: Arc<Position>,
    /// Who is asked there; nobody once the game is over.
    pub asked: Option<SideId>,
    /// What, in plain language.
    pub question: String,
    /// Why there.
    pub ending: Ending,
}

/// Why a line ends where it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ending {
    /// Every word of it is used.
    Whole,
    /// The game is over.
    Over,
    /// Another side is asked before its words are used.
    Other,
    /// What is left of it does not fit there, or says too little.
    Unfit,
    /// The next answer leads where nothing is left to answer.
    DeadEnd,
}

/// Why nothing comes of a line: a rule fails.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Failed(pub RunError);

/// A line of a side, to be gone through.
#[derive(Debug, Clone)]
pub struct Line {
    side: Option<SideId>,
    words: Vec<String>,
    leaves_open: bool,
    /// Who reads what is asked at its end.
    eyes: Audience,
}

impl Table {
    /// A line as it is typed, for these eyes.
    pub fn line(&self, side: Option<SideId>, text: &str, eyes: Audience) -> Line {
        let mut words = line::read(self.program(), text);
        let leaves_open = words.pop_if(|word| word == "...").is_some();
        Line { side, words, leaves_open, eyes }
    }

    /// Where the game is, as the ground of a line.
    pub fn ground(&self) -> Ground {
        Ground { now: self.game.now.given(Vec::new()), left: None }
    }

    /// Positions that these eyes cannot tell from the one the game is at, each drawn when it is asked for by its number, from one
    /// position that stands for all of them: so they are the same, whichever of them is the real one. Some may be impossible, as the
    /// rules go. None where the eyes see all.
    pub fn drawn(&self, eyes: Audience) -> Option<impl Fn(u64) -> Position + use<>> {
        if eyes == Audience::Open {
            return None;
        }
        let (sides, board) = (eyes.sides(), self.board().clone());
        let (from, trails) = stand_in(&board, self.position(), &self.timeline.node().trails, sides);
        Some(move |seed| resample(&board, &from, &trails, sides, seed).position)
    }
}

impl Fork<'_> {
    /// Another position as the ground of a line.
    ///
    /// # Errors
    /// Its open steps cannot be re-run.
    pub fn ground_at(&mut self, position: &Position) -> Result<Ground, Failed> {
        self.moved = true;
        self.game.take_up(position).map_err(Failed)?;
        self.game.row_words();
        Ok(Ground { now: self.game.now.clone(), left: None })
    }

    /// Whether a roll that rules read die by die tells what it can be read into.
    pub fn go_through(&mut self, on: bool) {
        self.game.vm.go_through(on);
    }

    /// Plays a line, or what is left of it, from a ground, with these outcomes, up to the end of the first answer that uses one.
    ///
    /// # Errors
    /// A rule fails.
    pub fn venture(&mut self, line: &Line, from: &Ground, given: Vec<Forced>) -> Result<Came, Failed> {
        self.moved = true;
        self.game.run_at(from.position()).map_err(Failed)?;
        self.game.now = from.now.given(given);
        self.game.forced_only(true);
        let words: Vec<&str> = line.words.iter().map(String::as_str).collect();
        let walk = Walk { side: line.side, words: &words, matching: Matching::Prefix, leaves_open: line.leaves_open };
        let mut venturing = Venturing { fork: self };
        let walked = match &from.left {
            None => line::walk(&mut venturing, &walk),
            Some(left) => line::walk_on(&mut venturing, &walk, left),
        };
        let ended = |fork: &Fork<'_>, why| {
            Came::Ended(Ended {
                position: fork.game.now.position.clone(),
                asked: fork.game.asked(),
                question: fork.game.prompt_text(line.eyes).unwrap_or_default(),
                ending: if fork.game.is_over() { Ending::Over } else { why },
            })
        };
        match walked.map(|walked| walked.end) {
            Ok(End::Parted(left)) => {
                self.game.row_words();
                Ok(Came::Onward(Box::new(Ground { now: self.game.now.given(Vec::new()), left: Some(left) })))
            }
            Ok(End::Whole | End::Stopped(_)) => Ok(ended(self, Ending::Whole)),
            Ok(End::Open { .. }) | Err(Halt::Misfit { .. }) => Ok(ended(self, Ending::Unfit)),
            Err(Halt::WrongSide { .. }) => Ok(ended(self, Ending::Other)),
            Err(Halt::Over { .. }) => Ok(ended(self, Ending::Over)),
            Err(Halt::Failed { error, .. }) => match error {
                PlayError::Rule { error: RunError::Chance { wanted, .. }, .. } => Ok(Came::Wanted(*wanted)),
                PlayError::Rule { error: RunError::DeadEnd { .. }, .. } => Ok(ended(self, Ending::DeadEnd)),
                PlayError::Rule { error, .. } => Err(Failed(error)),
                other => Err(Failed(RunError::Script { message: other.to_string(), place: None, within: Vec::new() })),
            },
        }
    }
}

/// Who walks such a line.
struct Venturing<'a, 'f> {
    fork: &'a mut Fork<'f>,
}

impl Chooser for Venturing<'_, '_> {
    type Error = PlayError;
    fn pending(&self) -> Option<Pending<'_>> {
        self.fork.pending()
    }
    fn beside(&mut self, side: SideId) -> Result<Option<Vec<Vec<String>>>, PlayError> {
        self.fork.beside(side)
    }
    fn foresee(&mut self, rows: &[usize]) -> Option<Foreseen> {
        self.fork.foresee(rows)
    }
    fn comes_to_chance(&mut self, row: usize) -> bool {
        self.fork.game.comes_to_chance(row)
    }
    fn answer(&mut self, pick: &Pick) -> Result<Answered, PlayError> {
        let game = &mut *self.fork.game;
        let row = game.row_words().get(pick.row).filter(|_| !pick.beside).map(|words| words.join(" "));
        let done = match pick.beside {
            true => game.use_standing(pick.side, pick.row),
            false => game.answer(pick.row),
        };
        let outcome = done.map_err(|error| {
            // What a failure leaves is of no use; the next venture takes its ground up again.
            game.clear_news();
            PlayError::rule(error)
        })?;
        let row = row.unwrap_or_default();
        let revealed = outcome.revealed || !outcome.ruled.is_empty() || outcome.asked != Some(pick.side);
        game.arrive(outcome.position, false, &[]);
        game.known = None; // Nobody has kept track of what is only tried.
        game.now.forced = outcome.waiting;
        Ok(if outcome.consumed.is_empty() { Answered::On { row, revealed } } else { Answered::Parted { row } })
    }
}
