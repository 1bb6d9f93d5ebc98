//! Who sits where: listing, taking over, giving up.

use super::display::paint::pad;
use super::session::{Session, people};
use cardwright_table::Seat;

impl Session {
    pub(crate) fn seats(&mut self) {
        let board = self.table.board().clone();
        let name = board.sides.iter().map(|s| s.name.chars().count()).max().unwrap_or(0);
        for (s, side) in board.sides.iter().enumerate() {
            let asked = self.table.asked().is_some_and(|a| a.at() == s);
            let mark = if asked { "▶" } else { " " };
            let text = format!(
                "{mark} {}  {}  {}",
                pad(&side.name, name),
                self.page.dim(&side.id),
                self.table.seats[s].word()
            );
            self.say(text);
        }
    }

    pub(crate) fn seat(&mut self, words: &str) {
        let words: Vec<&str> = words.split_whitespace().collect();
        let board = self.table.board().clone();
        // Whom rules play is settled when a game begins.
        let kinds = [Seat::Human, Seat::Random].map(Seat::word);
        let [side, kind] = words[..] else {
            return self.refuse(format!(
                "`seat` takes a side and {}: `seat {} human`",
                kinds.join(" or "),
                board.sides[0].id
            ));
        };
        let Some(id) = board.side(side) else {
            let sides: Vec<&str> = board.sides.iter().map(|s| s.id.as_str()).collect();
            return self.refuse(crate::failure::unknown("side", side, sides));
        };
        let Some(seat) = Seat::parse(kind) else {
            return self.refuse(crate::failure::unknown("seat", kind, kinds));
        };
        if seat == Seat::Random && people(&self.table) == [id] {
            return self.refuse("somebody must stay: it is the last seat a person has");
        }
        match self.table.seat(id, seat) {
            Ok(()) => self.done(format!("{} is {} now", board.sides[id.at()].name, seat.word())),
            Err(error) => self.answered(Err(error)),
        }
    }

    pub(crate) fn resign(&mut self, side: &str) {
        let board = self.table.board().clone();
        let own = people(&self.table);
        let id = match board.side(side) {
            Some(id) => id,
            None if !side.is_empty() => {
                let sides: Vec<&str> = board.sides.iter().map(|s| s.id.as_str()).collect();
                return self.refuse(crate::failure::unknown("side", side, sides));
            }
            None => match (self.table.asked(), &own[..]) {
                (_, [one]) => *one,
                (Some(asked), _) => asked,
                _ => return self.refuse("the game is over"),
            },
        };
        let done = self.table.resign(id);
        self.answered(done);
    }
}
