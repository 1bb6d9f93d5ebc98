//! Beside a physical table: the prompt asks for each die, card and pick, and tells which pieces to move.

use super::commands::For;
use super::display::paint::{flow, wrap};
use super::physical::{Whose, how, left_to_it, read};
use super::session::{Flow, Session};
use super::typed::{self, Typed};
use cardwright_table::{PlayError, Played, Seat, story};

impl Session {
    /// Shows what is asked for, where it has not been shown yet.
    pub(super) fn asks(&mut self) {
        let eyes = self.eyes();
        let board = self.table.board().clone();
        let Some(request) = self.table.request() else { return self.physical.shown = Default::default() };
        let led = request.led(self.table.program(), eyes);
        let text = format!("{}: {}", request.text(&board, eyes), how(&board, request, self.typing));
        if self.physical.shown.1 == text {
            return; // What was typed was no answer to it.
        }
        let fresh: Vec<String> = led.iter().filter(|line| !self.physical.shown.0.contains(line)).cloned().collect();
        for line in fresh {
            let lines = wrap(&format!("  {line}"), 4, self.page.width);
            self.say_all(lines.into_iter().map(|line| self.page.dim(&line)).collect::<Vec<_>>());
        }
        let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        self.say_all(flow("?", 2, &words, " ", self.page.width));
        self.physical.shown = (led, text);
    }

    /// Takes a line while chance is asked for.
    pub(super) fn told(&mut self, line: &str) -> Flow {
        let board = self.table.board().clone();
        let Some(request) = self.table.request() else { return Flow::Go };
        let line = line.trim();
        let read = read(&board, request, line);
        match (typed::read(line, &[]), read) {
            (Typed::Command(command, rest), _) if command.name == "dice" && !rest.is_empty() => return self.told(rest),
            (Typed::Nothing, _) if !self.typing => self.physical.shown.1.clear(), // It is asked again.
            (Typed::Nothing | Typed::Play(_) | Typed::Command(..), Ok(came)) => {
                if let Some(told) = left_to_it(&board, request, line, &came) {
                    self.say(told);
                }
                self.physical.shown.1.clear();
                let done = self.table.tell(came);
                self.went_on(done);
            }
            (Typed::Ask(_), _) => {
                let words = request.words(&board).join(" ");
                for line in wrap(&format!("  {words}"), 2, self.page.width) {
                    self.say(line);
                }
            }
            (Typed::Command(command, rest), Err(_)) => {
                match command.of {
                    For::Going if command.name == "undo" => self.withdraw(),
                    For::Looking | For::Rules | For::Sides => command.run(self, rest),
                    _ if command.name == "quit" => command.run(self, rest),
                    _ => {
                        self.withdraw();
                        command.run(self, rest);
                    }
                }
                self.physical.shown = Default::default();
            }
            (Typed::Unknown(word, near), _) => {
                let hint = near.map_or("`:help` lists them".to_owned(), |near| format!("did you mean `:{near}`?"));
                self.refuse(format!("there is no command `:{word}`; {hint}"));
            }
            (_, Err(why)) => self.refuse(why),
        }
        if self.leaves { Flow::Quit } else { Flow::Go }
    }

    /// What a line of play, or the rest of one, came to.
    pub(super) fn went_on(&mut self, done: Result<Played, PlayError>) {
        match done {
            Ok(played) => {
                if let Some((words, next)) = played.open {
                    if !played.answers.is_empty() {
                        self.news_first();
                    }
                    self.which(&words, &next);
                    self.initial = format!("{words} ");
                }
            }
            Err(error) => self.answered(Err(error)),
        }
    }

    /// The answer that waits for chance is not given after all.
    pub(super) fn withdraw(&mut self) {
        let Some((_, row)) = self.table.waiting() else { return };
        let row = row.to_owned();
        self.table.withdraw();
        self.physical.shown = Default::default();
        self.done(format!("`{row}` is not played: what was told for it is forgotten"));
    }

    /// The session ends while something is asked for.
    pub(super) fn ends_asking(&mut self) {
        let Some((_, row)) = self.table.waiting() else { return };
        let (row, eyes) = (row.to_owned(), self.eyes());
        let text = self.table.request().map(|request| request.text(self.table.board(), eyes)).unwrap_or_default();
        self.refuse(format!("the session ends before this was told: {text}; `{row}` was not played"));
    }

    /// What is to be moved on the table after the events since one, turn by turn.
    pub(super) fn list_moves(&mut self, since: usize) {
        if self.physical.listed == Whose::None {
            return;
        }
        let eyes = self.eyes();
        let events: Vec<usize> = self.table.path().into_iter().filter(|n| *n > since).collect();
        for event in events {
            let node = &self.table.nodes()[event];
            let is_person = |side| self.table.seats.get(side).is_some_and(|seat| *seat == Seat::Human);
            let by_person = node.side.is_some_and(|side| is_person(side.at()));
            let turns = story::moves(&node.program, eyes, &node.happenings);
            let of_rules = |turn: &story::Moves| match (turn.side, &turn.head) {
                (Some(side), _) => !is_person(side.at()),
                (None, Some(_)) => true,
                (None, None) => !by_person,
            };
            let all = self.physical.listed == Whose::All;
            let turns: Vec<story::Moves> = turns.into_iter().filter(|turn| all || of_rules(turn)).collect();
            for turn in turns {
                let head = turn.head.map(|head| format!(" ({head})")).unwrap_or_default();
                self.list(&format!("  to move{head}:"), &turn.lines);
            }
        }
    }

    /// What is to be moved on the table after the game went elsewhere.
    pub(super) fn list_way_back(&mut self, from: usize) {
        let (was, is) = (&self.table.nodes()[from], &self.table.nodes()[self.table.here()]);
        if self.physical.listed == Whose::None || !std::sync::Arc::ptr_eq(&was.program, &is.program) {
            return;
        }
        let lines = story::moved_between(&is.program, self.eyes(), &was.position(), &is.position());
        self.list("  to move back:", &lines);
    }

    fn list(&mut self, head: &str, lines: &[String]) {
        if lines.is_empty() {
            return;
        }
        self.say_all(wrap(head, 4, self.page.width));
        for line in lines {
            self.say_all(wrap(&format!("    {line}"), 6, self.page.width));
        }
    }
}
