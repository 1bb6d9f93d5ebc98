//! Lines of play: answers, and what to say when one does not fit.

use super::display::paint::wrap;
use super::display::rows;
use super::session::{Session, people};
use crate::failure::way_on;
use cardwright_script::RunError;
use cardwright_table::label::Audience;
use cardwright_table::{PlayError, Seat, WhyNot, line};
use cardwright_view as view;

impl Session {
    /// An empty line: the only row, or the one that is the default.
    pub(crate) fn enter(&mut self) {
        if self.table.is_looking_back() {
            return self.look_on();
        }
        if let Some(why) = self.not_asked() {
            return self.refuse(why);
        }
        if !self.typing {
            return self.asked_shortly();
        }
        let rows = self.table.row_words().len();
        let default = self.table.choice().and_then(|c| c.default).or((rows == 1).then_some(0));
        match default {
            Some(row) => {
                // As if its number was typed: what is forced after it is not asked either.
                let done = self.table.play(self.table.asked(), &format!("#{}", row + 1));
                self.went_on(done);
            }
            None if rows > 1 => self.rows(self.page.height),
            None => {
                self.say("the game is over: `goto N` looks back at any event; `summary`, `log`, `show`, `note`, `quit`")
            }
        }
    }

    /// What is asked, on one line: an empty line of a pipe answers nothing.
    fn asked_shortly(&mut self) {
        let Some(choice) = view::choice(&self.table, self.eyes()) else { return };
        let line = format!("{}; `?` lists {}", rows::question(self.page, &choice), rows::them(&choice));
        self.say(line);
    }

    /// A line of play, with or without `SIDE:` before it.
    pub(crate) fn play(&mut self, text: &str) {
        if !self.goes_on_from_here() {
            return;
        }
        let asked = self.table.asked();
        let (side, text) = line::sided(self.table.board(), text);
        if let Some(why) = self.not_asked() {
            return self.refuse(why);
        }
        if self.table.is_over() {
            let word = text.split_whitespace().next().unwrap_or_default();
            let near = (self.nearest_command)(word).map(|n| format!("; did you mean `{n}`?")).unwrap_or_default();
            self.refuse(format!("the game is over, and `{word}` is no command{near}"));
            return;
        }
        if let Some(why) = self.passed_number(text).filter(|_| side.is_none() || side == asked) {
            return self.refuse(why);
        }
        if let Some(side) = side.filter(|side| asked != Some(*side) && self.table.stands(*side)) {
            return self.play_beside(side, text);
        }
        // One line may answer for several sides only where one person holds them all.
        let alone = self.table.open && self.table.seats.iter().all(|s| *s != Seat::Random);
        let side = side.or(if alone { None } else { asked });
        if let Some(half) = view::Half::of(&self.table).filter(|half| half.gives_way(&mut self.table, side, text)) {
            if let Err(error) = self.table.goto(half.before) {
                return self.answered(Err(error));
            }
            self.done(half.taken_back());
            self.went_with(asked);
        }
        let done = self.table.play(side, text);
        self.went_on(done);
    }

    /// That something half-entered waits, where a word that does not fit begins an action.
    fn tell_what_waits(&mut self, word: &str) {
        if let Some(told) = view::Half::of(&self.table).and_then(|half| half.waits(&self.table, word)) {
            self.say_all(wrap(&format!("  {told}"), 2, self.page.width));
        }
    }

    /// Why a line is not legal, as far as that is for who sits here to know.
    pub(crate) fn why_not(&mut self, text: &str) -> Result<WhyNot, RunError> {
        let (named, _) = line::sided(self.table.board(), text);
        let of = named.or(self.table.asked());
        let eyes = if of.is_none_or(|side| self.reads(side)) { Audience::Open } else { self.eyes() };
        self.table.why_not(text, eyes)
    }

    /// Which words may go on a line that does not say enough.
    pub(crate) fn which(&mut self, words: &str, next: &[String]) {
        let options = next.join(" | ");
        let lead = if words.is_empty() { "which".to_owned() } else { format!("`{words}` what") };
        for line in wrap(&format!("{lead}? {options}"), 2, self.page.width) {
            self.say(line.trim_start());
        }
    }

    /// What to say of an answer that did not go through.
    pub(crate) fn answered(&mut self, done: Result<(), PlayError>) {
        let Err(error) = done else { return };
        if error.answered() > 0 {
            self.news_first();
        }
        match error {
            PlayError::Line { error, answered, rest } => {
                let why = self.why_not(&rest).ok();
                let asked = self.table.asked();
                let misfit = self.misfit(&error, &rest, asked, why, answered == 0, answered);
                self.refuse(format!("{misfit}{}", view::stand(answered)));
                if answered == 0 && error.at == 0 {
                    self.tell_what_waits(&error.word);
                }
                self.back = Some(rest);
            }
            PlayError::Rule { error, answered, rest, .. } => {
                self.refuse(format!("{}{}", describe(&error), view::stand(answered)));
                let here = self.table.here();
                let path = self.table.record_path().map(|p| format!(" of {}", p.display())).unwrap_or_default();
                self.say(format!(
                    "  the game is back at the choice; to see it again: event {here}{path}, then the same line"
                ));
                self.back = Some(rest.into());
            }
            PlayError::Chance => {} // What is asked for is shown.
            PlayError::Barred { answered, ref rest, .. } => {
                self.refuse(format!("{error}{}", view::stand(answered)));
                self.back = Some(rest.clone());
            }
            PlayError::Record(error) => {
                self.lost = true;
                // Who plays in a browser names no files.
                let elsewhere = match self.through {
                    Some(_) => "try again once it can be written",
                    None => "`:record FILE` goes on with all of it in another file",
                };
                let way_on = way_on(&error, elsewhere);
                self.refuse(format!("{error}\n  the answer was not taken: nothing is lost{way_on}"));
            }
            other => self.refuse(other.to_string()),
        }
    }

    /// Lets random players answer until a person is asked.
    pub(crate) fn bots(&mut self) {
        if self.table.is_looking_back() {
            return;
        }
        /// Answers after which something must be wrong with the game.
        const MOST: usize = 200_000;
        const TRIES: usize = 30;
        let mut failed = 0;
        for _ in 0..MOST {
            let Some(side) = self.table.asked().filter(|s| self.table.seats[s.at()] == Seat::Random) else { return };
            if self.table.request().is_some() {
                return;
            }
            match self.table.let_answer(&mut self.player) {
                Ok(_) => failed = 0,
                Err(PlayError::Chance) => return,
                // Another of the rows it is offered now.
                Err(PlayError::Barred { .. }) => {}
                Err(error @ PlayError::Record(_)) => {
                    // The seat is still the bot's: it goes on once the record can be written.
                    return self.answered(Err(error));
                }
                Err(error) => {
                    if failed == 0 {
                        let name = self.table.board().sides[side.at()].id.clone();
                        // The message may name what only the rules see.
                        let told = match self.eyes() {
                            Audience::Open => format!("a rule failed when {name} answered: {error}"),
                            _ => format!("a rule failed when {name} answered (a game begun with `--open` shows how)"),
                        };
                        self.say(format!("{} {told}", self.page.bad("!")));
                    }
                    failed += 1;
                    if failed == TRIES {
                        break;
                    }
                }
            }
        }
        let Some(side) = self.table.asked() else { return };
        let name = self.table.board().sides[side.at()].name.clone();
        self.refuse(format!("{name} cannot go on by itself: a person takes the seat"));
        let done = self.table.seat(side, Seat::Human);
        self.answered(done);
        if people(&self.table).len() == 1 {
            self.viewer = Some(side);
        }
    }
}

/// A failure of the rules: what, where, in which steps.
pub(crate) fn describe(error: &RunError) -> String {
    let what = if matches!(error, RunError::Engine { .. }) { "" } else { "a rule failed: " };
    format!("{what}{}", error.with_place())
}
