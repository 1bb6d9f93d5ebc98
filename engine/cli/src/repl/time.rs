//! Going back and forth, and setting things: undo, goto, adjust, dice, seed.

use super::display::history::Decisions;
use super::session::Session;
use cardwright_state::SideId;
use cardwright_table::Seat;

impl Session {
    pub(crate) fn undo(&mut self) {
        let (from, asked, forced) = (self.table.here(), self.table.asked(), self.table.forced().len());
        loop {
            match self.table.undo() {
                // A bot would only answer again: back to a person's choice.
                Ok(_) if self.is_bots_turn() && self.table.nodes()[self.table.here()].parent.is_some() => {}
                Ok(_) => break,
                Err(error) if self.table.here() == from => return self.answered(Err(error)),
                Err(_) => break,
            }
        }
        self.went(from, asked);
        let now = self.table.forced();
        if now.len() > forced {
            self.say(format!("  the dice and cards given by hand wait again: {}", now.join(" ")));
        }
    }

    pub(crate) fn redo(&mut self) {
        let (from, asked) = (self.table.here(), self.table.asked());
        loop {
            match self.table.redo() {
                Ok(_) if self.is_bots_turn() => {}
                Ok(_) => break,
                Err(error) if self.table.here() == from => return self.answered(Err(error)),
                Err(_) => break,
            }
        }
        self.went(from, asked);
    }

    fn is_bots_turn(&self) -> bool {
        self.table.asked().is_some_and(|s| self.table.seats[s.at()] == Seat::Random)
    }

    pub(crate) fn goto(&mut self, n: &str) {
        let Ok(n) = n.parse::<usize>() else {
            return self.refuse(format!(
                "`goto` takes the number of an event, 0 to {}; `log` shows them",
                self.table.nodes().len() - 1
            ));
        };
        let from = self.table.here();
        match self.table.goto(n) {
            Ok(()) => {
                self.went(from, None);
                self.redraw();
            }
            Err(error) => self.answered(Err(error)),
        }
    }

    fn went(&mut self, from: usize, asked: Option<SideId>) {
        let here = self.table.here();
        // Back along the line played: what came next from here, which somebody typed.
        let after = self.table.next_towards(here, from).and_then(|n| self.table.event_told(n, self.eyes()));
        let what = after.map(|t| format!(" (before `{t}`)")).unwrap_or_default();
        self.done(format!("at event {here}{what}"));
        self.went_with(asked);
    }

    pub(crate) fn adjust(&mut self, text: &str) {
        if text.is_empty() {
            return self.refuse("`adjust` takes notation: `SPACE: 2 PIECE`, `TRACK 3` (`show notation` has examples)");
        }
        match self.table.adjust(text) {
            Ok(()) => self.done("set"),
            Err(error) => self.answered(Err(error)),
        }
    }

    pub(crate) fn dice(&mut self, words: &str) {
        let before = self.table.take_forced();
        let old: Vec<&str> = before.iter().map(String::as_str).collect();
        if words == "clear" {
            return self.done(if old.is_empty() {
                "no roll was forced".to_owned()
            } else {
                format!("dropped: {}", old.join(" "))
            });
        }
        let new: Vec<&str> = words.split([' ', ',']).filter(|w| !w.is_empty()).collect();
        let tried = self.table.force(&new);
        self.table.take_forced();
        let all: Vec<&str> = if tried.is_ok() { old.iter().chain(&new).copied().collect() } else { old };
        let kept = self.table.force(&all);
        match tried.and(kept) {
            Err(error) => self.answered(Err(error)),
            Ok(()) if all.is_empty() => self.say("no roll is forced: all come from the seed"),
            Ok(()) => self.done(format!("the next rolls: {}", all.join(" "))),
        }
    }

    /// How much sides that rules play tell of themselves.
    pub(crate) fn set_decisions(&mut self, word: &str) {
        if word.is_empty() {
            return self.say(format!("decisions {}", self.decisions.word()));
        }
        match Decisions::ALL.iter().find(|(w, _)| *w == word) {
            Some((_, decisions)) => {
                self.decisions = *decisions;
                self.done(format!("decisions {word}"));
            }
            None => {
                let words = Decisions::ALL.map(|(word, _)| word);
                self.refuse(crate::failure::unknown("setting", word, words));
            }
        }
    }

    pub(crate) fn seed(&mut self, n: &str) {
        if n.is_empty() && self.is_secret() {
            return self
                .refuse("the seed tells what every die and deck will give: it is for games begun with `--open`");
        }
        if n.is_empty() {
            let seed = self.table.position().seed;
            return self.say(format!("seed {seed}"));
        }
        match n.parse::<u64>() {
            Ok(seed) => self.adjust(&format!("seed {seed}")),
            Err(_) => self.refuse(format!("`seed` takes a number, not `{n}`")),
        }
    }
}
