//! What a line would bring: it is played, looked at, and taken back. No event, no record, no trail stays of it.
//!
//! Nothing is made up and nothing revealed: it stops before dice, a draw or a pick that nobody has given, and before
//! anything that would show who looks a card he may not see yet.

use crate::game::{Brink, Fork, Game, Tried};
use crate::label::Audience;
use crate::line::{self, Matching, Walk};
use crate::table::{PlayError, Played, Prompt, Table, played, result};
use crate::why::{Explanation, WhyNot};
use cardwright_script::{ChanceWanted, Forced, Happening, RunError};
use cardwright_state::board::Board;
use cardwright_state::position::Row;
use cardwright_state::{CardId, DieId, Kind, PileId, Position, SideId};
use std::sync::Arc;

/// An answer that a line would give.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WouldAnswer {
    /// Whose it is.
    pub side: SideId,
    /// The row.
    pub row: String,
    /// The same in plain language.
    pub label: String,
    /// Whether it is a default, taken at the line's end.
    pub automatic: bool,
    /// Whether the rules say that nobody takes it who has another, and why, as far as they say: else it says nothing.
    pub unwise: Option<Explanation>,
}

/// What would come of a line if it were played now.
#[derive(Debug, Clone)]
pub struct Preview {
    /// The answers that come about as a whole.
    pub answers: Vec<WouldAnswer>,
    /// The answer that chance comes into, or something hidden.
    pub stopped: Option<WouldAnswer>,
    /// The position then; what comes before chance is in it.
    pub position: Position,
    /// What would happen on the way.
    pub happenings: Vec<Happening>,
    /// How it would go on.
    pub then: Then,
    /// The default of the question at its end, which no line takes by itself: dice or cards come of it.
    pub before_chance: Option<String>,
    /// What of the line comes after the answer that chance comes into: whether it fits is known once that has been played.
    pub further: String,
}

/// How a game would go on after a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Then {
    /// Somebody would be asked.
    Asked(Prompt),
    /// The line says too little: its words since the last answer, and what may follow them.
    Open(String, Vec<String>),
    /// So many dice that nobody has given would be rolled.
    Dice(DieId, u32),
    /// A card of a pile would be drawn or looked at, and nobody can know which.
    Card(PileId),
    /// Something would be picked by chance.
    Pick,
    /// Something would show that is hidden from who looks.
    Hidden,
    /// The game would be over: who would have won, and why.
    Over(String),
}

impl From<ChanceWanted> for Then {
    /// Without what may come out: that may be for nobody to know.
    fn from(wanted: ChanceWanted) -> Then {
        match wanted {
            ChanceWanted::Dice { die, n, .. } => Then::Dice(die, n),
            ChanceWanted::Card { pile, .. } => Then::Card(pile),
            ChanceWanted::Pick { .. } => Then::Pick,
        }
    }
}

/// Why nothing would come of a line.
#[derive(Debug)]
pub struct Refused {
    /// The error of playing it.
    pub error: PlayError,
    /// Who would be asked where it fails.
    pub asked: Option<SideId>,
    /// What `why` says of the rest of the line there.
    pub why: Option<WhyNot>,
}

impl Table {
    /// What would come of a line if `side` played it now, as far as `eyes` may know it before it is played. It is tried in a fork of
    /// the game, which is dropped.
    ///
    /// # Errors
    /// As [`Table::play`]; or what the side may do is not for these eyes.
    pub fn preview(&mut self, side: Option<SideId>, text: &str, eyes: Audience) -> Result<Preview, Box<Refused>> {
        // Whether a line would fit tells what that side may do.
        let asked = self.asked();
        if let Some(of) = side.or(asked).filter(|of| !eyes.reads(*of)) {
            let says = format!("what {} may do is for that side to see", self.board().sides[of.at()].name);
            return Err(Box::new(Refused { error: PlayError::Nothing(says), asked, why: None }));
        }
        let mut names = line::read(self.program(), text);
        let leaves_open = names.pop_if(|word| word == "...").is_some();
        let words: Vec<&str> = names.iter().map(String::as_str).collect();
        let board = self.board().clone();
        let before = self.game.now.position.clone();
        self.game.fork(true, |fork| {
            if eyes != Audience::Open {
                // Whether a card can come up at all tells where it is.
                fork.game.now.forced.retain(|f| matches!(f, Forced::Face(_) | Forced::FaceAt(_)));
            }
            let walk = Walk { side, words: &words, matching: Matching::Prefix, leaves_open };
            let walked = line::walk(fork, &walk);
            let answered = fork.steps.len();
            let done = played(&board, &words, walked, || answered);
            foretold(fork, done, side, &before, eyes)
        })
    }
}

/// What may be told of what has been tried from a position on.
fn foretold(
    fork: &mut Fork<'_>,
    done: Result<Played, PlayError>,
    side: Option<SideId>,
    from: &Arc<Position>,
    eyes: Audience,
) -> Result<Preview, Box<Refused>> {
    let board = fork.game.board().clone();
    let before = |n: usize| if n == 0 { from } else { &fork.steps[n - 1].position };
    let shows_something = |n: usize| {
        let step: &Tried = &fork.steps[n];
        shows(&board, before(n), &step.position, &step.happenings, eyes)
    };
    let hidden = (0..fork.steps.len()).find(|n| shows_something(*n));
    let unwise: Vec<Option<Explanation>> = (0..fork.steps.len()).map(|n| why_unwise(fork, from, n)).collect();
    let of_brink = why_unwise(fork, from, fork.steps.len());
    let before = |n: usize| if n == 0 { from } else { &fork.steps[n - 1].position };
    let would = |n: usize| would_answer(&fork.steps[n], unwise[n].clone());
    let whole = &fork.steps[..hidden.unwrap_or(fork.steps.len())];
    let mut preview = Preview {
        answers: (0..whole.len()).map(would).collect(),
        stopped: hidden.map(would),
        position: Position::clone(before(whole.len())),
        happenings: whole.iter().flat_map(|step| step.happenings.clone()).collect(),
        then: Then::Hidden,
        before_chance: None,
        further: String::new(),
    };
    if hidden.is_some() {
        return Ok(preview);
    }
    preview.then = match done {
        Err(PlayError::Rule { error: RunError::Chance { wanted, .. }, rest, further, .. }) => {
            let left = line::words(&rest);
            preview.further = left[left.len() - further.min(left.len())..].join(" ");
            let brink = fork.brink.take();
            let rest = || (String::from(rest.clone()), String::from(rest.clone()), false);
            let told = brink.as_ref().map_or_else(rest, |b| (b.row.clone(), b.label.clone(), b.automatic));
            let (row, label, automatic) = told;
            preview.stopped =
                side.or(fork.game.asked()).map(|side| WouldAnswer { side, row, label, automatic, unwise: of_brink });
            if let Some(brink) = brink {
                up_to_chance(&board, &mut preview, brink, eyes);
            }
            Then::from(*wanted)
        }
        Err(error) => return Err(Box::new(refused(fork.game, side, error, eyes))),
        Ok(Played { open: Some((words, next)), .. }) => Then::Open(words, next),
        Ok(_) => match fork.game.prompt(eyes) {
            Some(prompt) => {
                let asks_on = preview.answers.last().is_some_and(|last| last.side == prompt.side);
                preview.before_chance = default_before_chance(fork.game).filter(|_| asks_on);
                Then::Asked(prompt)
            }
            None => Then::Over(result(&board, fork.game.position(), eyes).unwrap_or_default()),
        },
    };
    Ok(preview)
}

/// The default of the pending choice, as it is typed, if dice or cards come of it.
fn default_before_chance(game: &mut Game) -> Option<String> {
    let default = game.choice().and_then(|choice| choice.default)?;
    let words = game.row_words().get(default)?.join(" ");
    game.comes_to_chance(default).then_some(words)
}

/// Adds what an answer does before it comes to chance, unless that shows something.
fn up_to_chance(board: &Board, preview: &mut Preview, brink: Brink, eyes: Audience) {
    if !shows(board, &preview.position, &brink.position, &brink.happenings, eyes) {
        preview.position = brink.position;
        preview.happenings.extend(brink.happenings);
    }
}

/// Whether what happened between two positions shows these eyes a card that they did not see.
fn shows(board: &Board, before: &Position, after: &Position, happenings: &[Happening], eyes: Audience) -> bool {
    if eyes == Audience::Open {
        return false;
    }
    let comes_up = |card: &CardId| !eyes.sees(board, before, *card) && eyes.sees(board, after, *card);
    let is_told = |happening: &Happening| match happening {
        Happening::Drawn { .. } | Happening::Peeked { .. } | Happening::Picked { .. } => true,
        Happening::Said(line, places) | Happening::Explained { said: line, places, .. } => {
            line.subjects.iter().zip(places).any(|(subject, place)| {
                let card = subject.index(Kind::Card).map(CardId::new);
                let read = place.is_some_and(|pile| eyes.sees_pile(board, pile));
                read && card.is_some_and(|card| !eyes.sees(board, before, card))
            })
        }
        Happening::Rolled { .. }
        | Happening::Shuffled(_)
        | Happening::Chapter(..)
        | Happening::Deed(_)
        | Happening::Changed(_)
        | Happening::Figured { .. } => false,
    };
    happenings.iter().any(is_told) || (0..board.cards.len()).map(CardId::new).any(|card| comes_up(&card))
}

fn refused(game: &mut Game, side: Option<SideId>, error: PlayError, eyes: Audience) -> Refused {
    let why = match &error {
        PlayError::Line { rest, .. } => game.why_not_by(side, rest, eyes).ok(),
        _ => None,
    };
    Refused { asked: game.asked(), why, error }
}

fn would_answer(step: &Tried, unwise: Option<Explanation>) -> WouldAnswer {
    let Tried { side, row, label, automatic, .. } = step;
    WouldAnswer { side: *side, row: row.clone(), label: label.clone(), automatic: *automatic, unwise }
}

/// Why an answer that was tried is unwise, if it is marked so: the rules are asked where it was given. After the last comes the one
/// that chance came into.
fn why_unwise(fork: &mut Fork<'_>, from: &Arc<Position>, n: usize) -> Option<Explanation> {
    let row: Row = match fork.steps.get(n) {
        Some(step) => step.unwise?,
        None => fork.brink.as_ref()?.unwise?,
    };
    let at = if n == 0 { from.clone() } else { fork.steps[n - 1].position.clone() };
    Some(fork.game.why_unwise(&at, &row).unwrap_or_default())
}
