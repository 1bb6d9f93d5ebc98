//! Seatings: how many may play, and which sides each of them answers for.

use super::Builder;
use super::entry::ENTRY;
use crate::form::{Form, Holds, always, needed};
use crate::located::{Located, Raw};
use crate::shape::wrong_type;
use cardwright_state::board::{GameOption, OptionType, Seating, Sides};
use cardwright_state::ids::*;
use std::collections::BTreeMap;

/// The option that says how many play.
const PLAYERS: &str = "players";

/// `[[seating]]`.
pub(crate) static SEATING: Form = Form {
    of: "seating",
    doc: "How so many players part the sides among themselves: `play --players 1`. Whoever answers for several sides sees what each of them sees. How many play is the option `players` from here on: scripts read `OPTION.players`, and ask `seated_together(a, b)`; scenarios and rule tests set it like any other. Where nobody says how many, it is the seating of the most. A seating names each side once; where the game says which sides are `in_play`, it may leave sides out: those are not.",
    keys: &[
        &[
            always("players", Holds::Number(1, 64), "How many play: what tells this seating from others.", "2"),
            needed(
                "seats",
                Holds::List(&Holds::List(&Holds::Of("side"))),
                "The sides of each player.",
                "[[\"reds\"], [\"blues\"]]",
            ),
        ],
        &ENTRY,
    ],
    more: &[],
    example: "[[seating]]\nplayers = 2\nseats = [[\"reds\"], [\"blues\"]]",
};

impl Builder<'_> {
    pub(super) fn seatings(&mut self) {
        let mut found = BTreeMap::new();
        let mut first = None;
        for (entry, keys) in self.entries("seating") {
            let players = keys.need_number("players").unwrap_or_else(|| keys.at.with(1));
            keys.need("seats");
            let seats = self.seats(keys.list("seats").unwrap_or_default(), &keys.what);
            if seats.len() as i64 != players.value {
                let message = format!("{} has {}", keys.what, counted(seats.len(), "seat"));
                let problem = players.error("content::seating", message).label("one seat a player");
                self.problems.push(problem.help("give `seats` a list of sides for each player"));
            }
            let seating = Seating { seats };
            let left: Vec<String> = (0..self.board.sides.len())
                .filter(|side| !seating.sides().has(SideId::new(*side)))
                .map(|side| format!("`{}`", self.board.sides[side].id))
                .collect();
            if !left.is_empty() && self.board.in_play.is_none() {
                let message = format!("{} leaves out {}", keys.what, left.join(", "));
                let problem = keys.at.error("content::seating", message).label("nobody answers for them");
                let help = "name each side once; a side may be left out where `[meta]` names the fact that says which are `in_play`";
                self.problems.push(problem.help(help));
            }
            first.get_or_insert(players.place());
            found.insert(players.value, seating);
            self.close("seating", entry, keys);
        }
        let Some(at) = first else { return };
        let index = self.index.entry("option").or_default();
        if index.contains_key(PLAYERS) {
            let message = format!("`{PLAYERS}` is both an option and what seatings make of it");
            let problem = at.error("content::ids-meet", message).label("how many play is the option `players`");
            return self.problems.push(problem.help("give the option another id"));
        }
        index.insert(PLAYERS.to_owned(), self.board.options.len());
        let numbers: Vec<i64> = found.keys().copied().collect();
        self.board.players = Some(OptionId::new(self.board.options.len()));
        self.board.options.push(GameOption {
            id: PLAYERS.to_owned(),
            default: numbers.last().copied().unwrap_or(1),
            of: OptionType::OneOf(numbers),
            doc: "How many play.".to_owned(),
        });
        self.board.seatings = found.into_values().collect();
    }

    /// The sides of each seat; what is said twice, or of no side, is reported.
    fn seats(&self, seats: &[Located<Raw>], what: &str) -> Vec<Sides> {
        let mut all = Sides::NONE;
        let of_seat = |seat: &Located<Raw>| {
            let Raw::List(sides) = &seat.value else {
                self.problems.push(wrong_type(seat, &format!("each of `seats` of {what}"), "a list of sides"));
                return Sides::NONE;
            };
            if sides.is_empty() {
                let problem = seat.error("content::seating", format!("a seat of {what} has no side"));
                self.problems.push(problem.label("nothing to play here").help("name the sides of this player"));
            }
            let mut own = Sides::NONE;
            for side in sides {
                let Raw::Text(id) = &side.value else {
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
