//! Seats: who answers for a side.

use crate::table::Table;
use cardwright_bots::{BotKind, KINDS};
use cardwright_state::SideId;

/// Who answers for a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Seat {
    /// A person.
    #[default]
    Human,
    /// A bot of this kind.
    Bot(BotKind),
    /// Nobody: the rules of the game play the side.
    NonPlayer,
    /// Nobody: the side is not in play.
    Absent,
}

impl Seat {
    const HUMAN: &str = "human";
    const NON_PLAYER: &str = "nonplayer";

    /// Parses the name of a seat: `human`, `nonplayer`, or a kind of bot.
    pub fn parse(name: &str) -> Option<Seat> {
        match name {
            Seat::HUMAN => Some(Seat::Human),
            Seat::NON_PLAYER => Some(Seat::NonPlayer),
            _ => BotKind::named(name).map(Seat::Bot),
        }
    }
    /// The name of the seat.
    pub fn name(self) -> &'static str {
        match self {
            Seat::Human => Seat::HUMAN,
            Seat::Bot(kind) => kind.name(),
            Seat::NonPlayer => Seat::NON_PLAYER,
            Seat::Absent => "absent",
        }
    }
    /// The names of seats that a side may get while a game runs.
    pub fn names_in_play() -> Vec<&'static str> {
        [Seat::HUMAN].into_iter().chain(KINDS.iter().map(|kind| kind.name())).collect()
    }
    /// The names of seats that a side may get before a game starts.
    pub fn names() -> Vec<&'static str> {
        Seat::names_in_play().into_iter().chain([Seat::NON_PLAYER]).collect()
    }
    /// Whether a bot answers.
    pub fn is_bot(self) -> bool {
        matches!(self, Seat::Bot(_))
    }
}

impl Table {
    /// Whether a bot plays any side.
    pub fn has_bots(&self) -> bool {
        self.seats.iter().any(|seat| seat.is_bot())
    }
    /// The side to move and its bot, if a bot plays it.
    pub fn bot_to_move(&self) -> Option<(SideId, BotKind)> {
        let side = self.asked()?;
        match self.seats[side.index()] {
            Seat::Bot(kind) => Some((side, kind)),
            Seat::Human | Seat::NonPlayer | Seat::Absent => None,
        }
    }
}
