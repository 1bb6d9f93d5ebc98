//! Seats: who answers for a side.

use cardwright_bots::{BotKind, KINDS};

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
    /// The name of a seat in records that a program had. Its command is not recorded.
    pub(crate) const PROGRAM: &str = "cmd";

    /// Parses the name of a seat that somebody typed at this machine: as [`Seat::parse`] does, and also `cmd:COMMAND`,
    /// which starts a program.
    pub fn parse_local(name: &str) -> Option<Seat> {
        BotKind::with_program(name).map(Seat::Bot).or_else(|| Seat::parse(name))
    }
    /// Parses the name of a seat: `human`, `nonplayer`, or a kind of bot. Starts no program, whatever the name.
    pub fn parse(name: &str) -> Option<Seat> {
        match name {
            Seat::HUMAN => Some(Seat::Human),
            Seat::NON_PLAYER => Some(Seat::NonPlayer),
            _ => BotKind::named(name).map(Seat::Bot),
        }
    }
    /// The name of the seat.
    pub fn name(self) -> String {
        match self {
            Seat::Human => Seat::HUMAN.to_owned(),
            Seat::Bot(kind) => kind.to_string(),
            Seat::NonPlayer => Seat::NON_PLAYER.to_owned(),
            Seat::Absent => "absent".to_owned(),
        }
    }
    /// The seat as a person types it at this machine: the name, and for a program its command.
    pub fn typed(self) -> String {
        match self {
            Seat::Bot(kind) => kind.typed(),
            other => other.name(),
        }
    }
    /// The names of seats that a side may get while a game runs, without programs.
    pub fn names_in_play() -> Vec<&'static str> {
        [Seat::HUMAN]
            .into_iter()
            .chain(KINDS.iter().filter(|kind| !kind.is_program()).map(|kind| kind.name()))
            .collect()
    }
    /// The names of seats that a side may get before a game starts, without programs.
    pub fn names() -> Vec<&'static str> {
        Seat::names_in_play().into_iter().chain([Seat::NON_PLAYER]).collect()
    }
    /// Whether a bot answers.
    pub fn is_bot(self) -> bool {
        matches!(self, Seat::Bot(_))
    }
}
