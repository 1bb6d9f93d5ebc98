//! The first line of a result file: what was played.

use serde::Deserialize;
use std::collections::BTreeMap;

/// The most sides, seats and periods of a game. More of them make no readable page.
const MOST: usize = 64;

/// What the lines of a file are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    Games,
    Cards,
    Comparison,
}

/// A side of the game.
#[derive(Debug, PartialEq, Deserialize)]
pub(crate) struct Side {
    pub(crate) id: String,
    pub(crate) name: String,
}

/// A player and the sides that it answers for.
#[derive(Debug, PartialEq, Deserialize)]
pub(crate) struct Seat {
    pub(crate) sides: Vec<String>,
    pub(crate) player: String,
}

/// What was played.
#[derive(Debug, Deserialize)]
pub(crate) struct About {
    pub(crate) kind: Kind,
    pub(crate) engine: String,
    pub(crate) game: String,
    pub(crate) title: String,
    pub(crate) content: String,
    pub(crate) scenario: String,
    pub(crate) options: BTreeMap<String, String>,
    pub(crate) sides: Vec<Side>,
    pub(crate) seats: Vec<Seat>,
    pub(crate) seed: u64,
    /// `None` if games were played until a share was known.
    pub(crate) games: Option<u64>,
    pub(crate) shard: Option<(u64, u64)>,
    pub(crate) periods: Vec<String>,
    pub(crate) evaluates: Option<String>,
    pub(crate) command: String,
    pub(crate) a: Option<String>,
    pub(crate) b: Option<String>,
}

impl About {
    /// Returns what is impossible about this game.
    pub(crate) fn problem(&self) -> Option<String> {
        let known = |id: &String| self.side(id).is_some();
        match self.shard {
            _ if self.sides.len().max(self.seats.len()).max(self.periods.len()) > MOST => {
                Some(format!("it has more than {MOST} sides, seats or periods"))
            }
            _ if !self.seats.iter().all(|seat| seat.sides.iter().all(known)) => {
                Some("a seat has a side that the game does not have".into())
            }
            Some((shard, shards)) if shard >= shards => Some(format!("there is no shard {shard} of {shards}")),
            _ => None,
        }
    }

    /// Whether a game with this number belongs into the file.
    pub(crate) fn has_game(&self, number: u64) -> bool {
        let (shard, shards) = self.shard.unwrap_or((0, 1));
        number % shards == shard && self.games.is_none_or(|games| number < games)
    }

    /// How many games this file has, if it is complete and their number was asked for.
    pub(crate) fn expected_games(&self) -> Option<u64> {
        let (shard, shards) = self.shard.unwrap_or((0, 1));
        Some(self.games?.saturating_sub(shard).div_ceil(shards))
    }

    /// The index of a side.
    pub(crate) fn side(&self, id: &str) -> Option<usize> {
        self.sides.iter().position(|side| side.id == id)
    }

    /// The index of the seat that answers for a side.
    pub(crate) fn seat_of(&self, side: usize) -> Option<usize> {
        self.seats.iter().position(|seat| seat.sides.contains(&self.sides[side].id))
    }

    /// The names of the sides of a seat.
    pub(crate) fn seat_name(&self, seat: usize) -> String {
        let sides = self.seats[seat].sides.iter().filter_map(|id| self.side(id));
        sides.map(|side| self.sides[side].name.as_str()).collect::<Vec<_>>().join(" + ")
    }

    /// The options as text: `a=1 b=2`.
    pub(crate) fn option_text(&self) -> String {
        self.options.iter().map(|(id, value)| format!("{id}={value}")).collect::<Vec<_>>().join(" ")
    }

    /// The seats as text: `us=ai:1000 activista=random`.
    pub(crate) fn seat_text(&self) -> String {
        let seat = |seat: &Seat| format!("{}={}", seat.sides.join("+"), seat.player);
        self.seats.iter().map(seat).collect::<Vec<_>>().join(" ")
    }
}
