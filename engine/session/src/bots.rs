//! Bots at a running game: one answer at a time, and what happens when a bot cannot go on.

use crate::session::Session;
use cardwright_bots::{Bot, BotKind};
use cardwright_state::SideId;
use cardwright_table::{PlayError, Seat};
use std::collections::BTreeMap;

/// Failures in a row after which a person takes the seat.
const MOST_FAILURES: u32 = 30;

/// The bots of a game: one for each kind that plays, made when it is first asked.
#[derive(Debug)]
pub struct Bots {
    seed: u64,
    bots: BTreeMap<&'static str, Box<dyn Bot>>,
    failures: u32,
}

/// What one step of a bot led to.
#[derive(Debug)]
pub enum BotStep {
    /// No bot is to move, or chance is asked for at a physical table.
    NotItsTurn,
    /// It answered.
    Answered,
    /// A rule failed at its answer, for the first time in a row or again; it tries another answer.
    Failed {
        /// The side.
        side: SideId,
        /// Why, with the place in the rules.
        why: String,
        /// Whether it is the first failure in a row.
        is_first: bool,
    },
    /// The record cannot be written: the bot goes on once it can.
    Unwritten(PlayError),
    /// It cannot go on, and a person takes the seat.
    GaveUp {
        /// The side.
        side: SideId,
        /// Why, where a rule failed.
        why: Option<String>,
    },
}

impl Bots {
    /// Bots whose answers follow from a seed.
    pub fn new(seed: u64) -> Bots {
        Bots { seed, bots: BTreeMap::new(), failures: 0 }
    }

    /// The bot of a kind.
    pub fn bot(&mut self, kind: BotKind) -> &mut dyn Bot {
        let seed = self.seed;
        self.bots.entry(kind.name()).or_insert_with(|| kind.start(seed)).as_mut()
    }
}

impl Session {
    /// Whether a bot is to move.
    pub fn is_bots_turn(&self) -> bool {
        self.table.bot_to_move().is_some()
    }

    /// Lets the bot that is to move answer once.
    pub fn let_bot_answer(&mut self) -> BotStep {
        if self.table.is_looking_back() || self.table.chance_prompt().is_some() {
            return BotStep::NotItsTurn;
        }
        let Some((side, kind)) = self.table.bot_to_move() else { return BotStep::NotItsTurn };
        match self.table.answer_with_bot(self.bots.bot(kind)) {
            Ok(_) => {
                self.bots.failures = 0;
                BotStep::Answered
            }
            Err(PlayError::Chance) => BotStep::NotItsTurn,
            // The bot is offered the other rows now.
            Err(PlayError::Barred { .. }) => BotStep::Answered,
            Err(error @ PlayError::Record(_)) => BotStep::Unwritten(error),
            // A rule that ran too long once would take as long again.
            Err(error) if self.bots.failures + 1 < MOST_FAILURES && !is_runaway(&error) => {
                self.bots.failures += 1;
                let is_first = self.bots.failures == 1;
                BotStep::Failed { side, why: why(&error).unwrap_or_else(|| error.to_string()), is_first }
            }
            Err(error) => {
                self.bots.failures = 0;
                let why = why(&error);
                match self.table.seat(side, Seat::Human) {
                    Ok(()) => BotStep::GaveUp { side, why },
                    Err(error) => BotStep::Unwritten(error),
                }
            }
        }
    }
}

fn why(error: &PlayError) -> Option<String> {
    match error {
        PlayError::Rule { error, .. } => Some(error.with_place()),
        _ => None,
    }
}

fn is_runaway(error: &PlayError) -> bool {
    matches!(error, PlayError::Rule { error, .. } if error.is_time_limit())
}
