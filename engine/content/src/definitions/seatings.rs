//! Seatings: how many people may play, and which sides each of them plays.

use super::Builder;
use super::common_keys::ENTRY;
use crate::located::{Located, TomlValue};
use crate::table_reader::wrong_type;
use crate::table_schema::{TableSchema, ValueType, always, needed};
use cardwright_state::board::{GameOption, OptionType, Seating, Sides};
use cardwright_state::ids::*;
use std::collections::BTreeMap;

/// The option with the number of players.
const PLAYERS: &str = "players";

/// `[[seating]]`.
pub(crate) static SEATING: TableSchema = TableSchema {
    subject: "seating",
    doc: "The sides of each player for one number of players: `play --players 1`. A player with several sides sees what each of them sees. The number of players becomes the option `players`: scripts read `OPTION.players` and call `seated_together(a, b)`, scenarios and rule tests set it. By default the game has the most players. A seating names each side once. If the game has an `in_play` fact, a seating may leave sides out; those are not in play.",
    keys: &[
        &[
            always("players", ValueType::Number(1, 64), "The number of players. Each seating has another number.", "2"),
            needed(
                "seats",
                ValueType::List(&ValueType::List(&ValueType::IdOf("side"))),
                "The sides of each player.",
                "[[\"reds\"], [\"blues\"]]",
            ),
        ],
        &ENTRY,
    ],
    game_keys: &[],
    example: "[[seating]]\nplayers = 2\nseats = [[\"reds\"], [\"blues\"]]",
};

impl Builder<'_> {
    pub(super) fn read_seatings(&mut self) {
        let mut found = BTreeMap::new();
        let mut first = None;
        for (entry, keys) in self.entries("seating") {
            let players = keys.need_number("players").unwrap_or_else(|| keys.at.with(1));
            keys.need("seats");
            let seats = self.seats(keys.list("seats").unwrap_or_default(), &keys.what);
            if seats.len() as i64 != players.value {
                let message = format!("{} has {}", keys.what, counted(seats.len(), "seat"));
                let problem = players.error("content::seating", message).label("each player needs one seat");
                self.problems.push(problem.help("give `seats` a list of sides for each player"));
            }
            let seating = Seating { seats };
            let left: Vec<String> = (0..self.board.sides.len())
                .filter(|side| !seating.sides().has(SideId::new(*side)))
                .map(|side| format!("`{}`", self.board.sides[side].id))
                .collect();
            if !left.is_empty() && self.board.in_play.is_none() {
                let message = format!("{} leaves out {}", keys.what, left.join(", "));
                let problem = keys.at.error("content::seating", message).label("nobody plays these sides");
                let help = "name each side once. Sides may be left out only if `[meta]` names an `in_play` fact";
                self.problems.push(problem.help(help));
            }
            first.get_or_insert(players.place());
            found.insert(players.value, seating);
            self.close("seating", entry, keys);
        }
        let Some(at) = first else { return };
        let index = self.index.entry("option").or_default();
        if index.contains_key(PLAYERS) {
            let message = format!("the option `{PLAYERS}` is also created by the seatings");
            let problem = at.error("content::ids-meet", message).label("this creates the option `players`");
            return self.problems.push(problem.help("give the option another id"));
        }
        index.insert(PLAYERS.to_owned(), self.board.options.len());
        let numbers: Vec<i64> = found.keys().copied().collect();
        self.board.players = Some(OptionId::new(self.board.options.len()));
        self.board.options.push(GameOption {
            id: PLAYERS.to_owned(),
            default: numbers.last().copied().unwrap_or(1),
            option_type: OptionType::OneOf(numbers),
            doc: "How many play.".to_owned(),
        });
        self.board.seatings = found.into_values().collect();
    }

    /// Reads the sides of each seat. Reports a side with two seats and a seat without sides.
    fn seats(&self, seats: &[Located<TomlValue>], what: &str) -> Vec<Sides> {
        let mut all = Sides::NONE;
        let of_seat = |seat: &Located<TomlValue>| {
            let TomlValue::List(sides) = &seat.value else {
                self.problems.push(wrong_type(seat, &format!("each of `seats` of {what}"), "a list of sides"));
                return Sides::NONE;
            };
            if sides.is_empty() {
                let problem = seat.error("content::seating", format!("a seat of {what} has no side"));
                self.problems.push(problem.label("empty seat").help("name the sides of this player"));
            }
            let mut own = Sides::NONE;
            for side in sides {
                let TomlValue::Text(id) = &side.value else {
                    self.problems.push(wrong_type(side, &format!("each seat of {what}"), "a list of sides"));
                    continue;
                };
                let Some(at) = self.find("side", &side.with(id.clone())).map(SideId::new) else { continue };
                if all.has(at) {
                    let problem = side.error("content::seating", format!("{what} has `{id}` twice"));
                    self.problems.push(problem.label("it has a seat already").help("each side has one seat"));
                }
                (own, all) = (own.with(at), all.with(at));
            }
            own
        };
        seats.iter().map(of_seat).collect()
    }
}

fn counted(n: usize, what: &str) -> String {
    if n == 1 { format!("one {what}") } else { format!("{n} {what}s") }
}
