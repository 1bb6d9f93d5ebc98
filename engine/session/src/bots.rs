//! Lets the bots of a running game answer, one answer at a time, and handles a bot that cannot go on.

use crate::session::Session;
use cardwright_bots::{Bot, BotKind};
use cardwright_state::SideId;
use cardwright_table::{PlayError, Seat};
use std::collections::BTreeMap;

/// After this many failures without an answer between them, a person takes the bot's seat.
const MOST_FAILURES: u32 = 30;

/// The bots of a game: one for each kind of bot that plays. A bot is made when it is first asked.
#[derive(Debug)]
pub struct Bots {
    seed: u64,
    bots: BTreeMap<&'static str, Box<dyn Bot>>,
    failures: u32,
}

/// The result of [`Session::let_bot_answer`].
#[derive(Debug)]
pub enum BotStep {
    /// The bot does not answer: no bot is to move, an earlier event is shown, or the game waits until the players of a
    /// physical table enter a die or a card.
    NotItsTurn,
    /// The bot answered.
    Answered,
    /// A rule failed at the bot's answer. The bot tries another answer when it is next asked.
    Failed {
        /// The side for which the bot answered.
        side: SideId,
        /// What failed, and at which `path:line` of the rules.
        why: String,
        /// Whether this is the first failure since a bot last answered.
        is_first: bool,
    },
    /// The record cannot be written. The bot goes on once the record can be written again.
    Unwritten(PlayError),
    /// The bot cannot go on, and a person takes its seat.
    GaveUp {
        /// The side for which the bot answered.
        side: SideId,
        /// What failed, if a rule failed.
        why: Option<String>,
    },
}

impl Bots {
    /// Creates bots whose random decisions follow from a seed.
    pub fn new(seed: u64) -> Bots {
        Bots { seed, bots: BTreeMap::new(), failures: 0 }
    }

    /// Returns the bot of a kind, and makes it first if there is none yet.
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
            // The engine bars the row of a dead end and offers the bot the other rows.
            Err(PlayError::Barred { .. }) => BotStep::Answered,
            Err(error @ PlayError::Record(_)) => BotStep::Unwritten(error),
            // A rule that exceeded its time limit would do so after another answer too, so the bot does not try again.
            Err(error) if self.bots.failures + 1 < MOST_FAILURES && !is_runaway(&error) => {
                self.bots.failures += 1;
                let is_first = self.bots.failures == 1;
                BotStep::Failed { side, why: rule_failure(&error).unwrap_or_else(|| error.to_string()), is_first }
            }
            Err(error) => {
                self.bots.failures = 0;
                let why = rule_failure(&error);
                match self.table.seat(side, Seat::Human) {
                    Ok(()) => BotStep::GaveUp { side, why },
                    Err(error) => BotStep::Unwritten(error),
                }
            }
        }
    }
}

fn rule_failure(error: &PlayError) -> Option<String> {
    match error {
        PlayError::Rule { error, .. } => Some(error.with_place()),
        _ => None,
    }
}

fn is_runaway(error: &PlayError) -> bool {
    matches!(error, PlayError::Rule { error, .. } if error.is_time_limit())
}
