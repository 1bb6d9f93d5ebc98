//! Seatings: how many people may play, and which sides each of them plays.

use super::builder::Builder;
use super::common_keys::ENTRY;
use crate::located::{Located, TomlValue};
use crate::table_reader::wrong_type;
use crate::table_schema::schema;
use cardwright_state::board::{GameOption, OptionType, Seating, Sides};
use cardwright_state::ids::*;
use std::collections::BTreeMap;

/// Id of the option that holds the number of players.
const PLAYERS: &str = "players";

schema! {
    /// The sides of each player for one number of players: `play --players 1`. A player with several sides sees what
    /// each of them sees. The number of players becomes the option `players`: scripts read `OPTION.players` and call
    /// `seated_together(a, b)`, scenarios and rule tests set it. By default the game uses the seating with the most
    /// players. A seating names each side once. If the game has an `in_play` fact, a seating may leave sides out; those
    /// are not in play.
    pub(crate) static SEATING = "seating";
    keys {
        /// The number of players. No two seatings may have the same number.
        "players" = required(Number(1, 64), "2");
        /// The sides of each player.
        "seats" = required_in_new_entry(List(&List(&IdOf("side"))), "[[\"reds\"], [\"blues\"]]");
    } + ENTRY
    example "[[seating]]\nplayers = 2\nseats = [[\"reds\"], [\"blues\"]]"
}

impl Builder<'_> {
    pub(super) fn read_seatings(&mut self) {
        let mut seatings = BTreeMap::new();
        let mut first_place = None;
        for (entry, keys) in self.open_entries("seating", &SEATING) {
            let players = keys.need_number("players").unwrap_or_else(|| keys.place.with(1));
            keys.need("seats");
            let seats = self.read_seats(keys.list("seats").unwrap_or_default(), &keys.table_name);
            if seats.len() as i64 != players.value {
                let message = format!("{} has {}", keys.table_name, counted(seats.len(), "seat"));
                let problem = players.error("content::seating", message).label("each player needs one seat");
                self.problems.push(problem.help("give `seats` a list of sides for each player"));
            }
            let seating = Seating { seats };
            let left_out: Vec<String> = (0..self.board.sides.len())
                .filter(|side| !seating.sides().has(SideId::new(*side)))
                .map(|side| format!("`{}`", self.board.sides[side].id))
                .collect();
            if !left_out.is_empty() && self.board.players.in_play.is_none() {
                let message = format!("{} leaves out {}", keys.table_name, left_out.join(", "));
                let problem = keys.place.error("content::seating", message).label("nobody plays these sides");
                let help = "name each side once. Sides may be left out only if `[meta]` names an `in_play` fact";
                self.problems.push(problem.help(help));
            }
            first_place.get_or_insert(players.place());
            seatings.insert(players.value, seating);
            self.close_entry("seating", entry, keys);
        }
        let Some(place) = first_place else { return };
        let option_indices = self.indices.entry("option").or_default();
        if option_indices.contains_key(PLAYERS) {
            let message = format!("the option `{PLAYERS}` is also created by the seatings");
            let problem = place.error("content::ids-meet", message).label("this creates the option `players`");
            return self.problems.push(problem.help("give the option another id"));
        }
        option_indices.insert(PLAYERS.to_owned(), self.board.options.len());
        let numbers: Vec<i64> = seatings.keys().copied().collect();
        self.board.players.option = Some(OptionId::new(self.board.options.len()));
        self.board.options.push(GameOption {
            id: PLAYERS.to_owned(),
            default: numbers.last().copied().unwrap_or(1),
            option_type: OptionType::OneOf(numbers),
            doc: "The number of players.".to_owned(),
        });
        self.board.players.seatings = seatings.into_values().collect();
    }

    /// Reads the sides of each seat. Reports a side with two seats and a seat without sides.
    fn read_seats(&self, seats: &[Located<TomlValue>], seating_name: &str) -> Vec<Sides> {
        let mut seated = Sides::NONE;
        let read_seat = |seat: &Located<TomlValue>| {
            let TomlValue::List(sides) = &seat.value else {
                self.problems.push(wrong_type(seat, &format!("each of `seats` of {seating_name}"), "a list of sides"));
                return Sides::NONE;
            };
            if sides.is_empty() {
                let problem = seat.error("content::seating", format!("a seat of {seating_name} has no side"));
                self.problems.push(problem.label("empty seat").help("name the sides of this player"));
            }
            let mut sides_of_seat = Sides::NONE;
            for side in sides {
                let TomlValue::Text(id) = &side.value else {
                    self.problems.push(wrong_type(side, &format!("each seat of {seating_name}"), "a list of sides"));
                    continue;
                };
                let Some(side_id) = self.find("side", &side.with(id.clone())).map(SideId::new) else { continue };
                if seated.has(side_id) {
                    let problem = side.error("content::seating", format!("{seating_name} has `{id}` twice"));
                    self.problems.push(problem.label("it has a seat already").help("each side has one seat"));
                }
                (sides_of_seat, seated) = (sides_of_seat.with(side_id), seated.with(side_id));
            }
            sides_of_seat
        };
        seats.iter().map(read_seat).collect()
    }
}

fn counted(number: usize, noun: &str) -> String {
    if number == 1 { format!("one {noun}") } else { format!("{number} {noun}s") }
}
