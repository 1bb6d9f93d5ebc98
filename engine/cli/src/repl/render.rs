//! Shows replies of the session as text.

mod help;
mod questions;
mod rows;
mod shown;

use super::display::paint::{flow, wrap};
use super::display::{history, summary};
use super::prompt::Prompt;
use crate::odds;
use cardwright_content::render;
use cardwright_session::{MovedReply, PlayedReply, RefusedReply, Reply};

impl Prompt {
    /// Shows the reply to a line.
    pub(crate) fn show(&mut self, reply: Reply) {
        match reply {
            Reply::Played(played) => self.show_played(played),
            Reply::Moved(moved) => self.show_moved(&moved),
            Reply::LookAt { event } => self.look_at(event),
            Reply::Log { log, in_full } => self.show_log(&log, in_full),
            Reply::Rows(rows) => self.show_rows(&rows, usize::MAX),
            Reply::Next(next) => self.show_next_words(&next),
            Reply::Why(why) => self.show_why(&why),
            Reply::Preview(preview) => self.show_preview(&preview),
            Reply::Odds(odds) => {
                let lines = odds::lines(self.page(), &odds);
                self.screen.say_all(lines);
            }
            Reply::Show(show) => self.show_shown(&show),
            Reply::Summary { summary } => match summary::summary(self.page(), &summary) {
                lines if lines.is_empty() => self.say("nothing has been done yet"),
                lines => self.screen.say_all(lines),
            },
            Reply::Notes(notes) => {
                let lines = history::notes(self.page(), &notes.notes);
                self.screen.say_all(lines);
            }
            Reply::Branches { branched_events, .. } => {
                let lines = history::branches(self.page(), &branched_events);
                self.screen.say_all(lines);
            }
            Reply::Help { commands, is_one } => self.show_help(&commands, is_one),
            Reply::Text { lines } => lines.iter().for_each(|line| self.say_wrapped(line)),
            Reply::Done { text, lines } => {
                self.screen.done(&text);
                lines.iter().for_each(|line| self.say_wrapped(&format!("  {line}")));
            }
            Reply::Confirm { text, line } => {
                self.say_wrapped(&format!("{text}: `{line}` confirms"));
            }
            Reply::Refused(refused) => self.show_refused(*refused),
            // Only the browser gets files, and `Prompt::run` handles `quit`.
            Reply::File(_) | Reply::Quit => {}
        }
    }

    /// Prints a line. Wraps a long line with a hanging indent of two columns.
    fn say_wrapped(&mut self, line: &str) {
        let indent = line.chars().take_while(|c| *c == ' ').count();
        let width = self.page().width;
        if line.chars().count() <= width {
            return self.say(line);
        }
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let head = " ".repeat(indent.saturating_sub(1));
        let lines = flow(&head, indent + 2, &words, " ", width);
        self.screen.say_all(lines);
    }

    fn show_played(&mut self, played: PlayedReply) {
        let Some(open) = played.open else { return };
        if !played.answers.is_empty() {
            self.report_first();
        }
        for line in wrap(&open.text, 2, self.page().width) {
            self.say(line.trim_start());
        }
        // `open.words` may be empty, which would leave two blanks after the colon.
        self.initial = match &open.side {
            Some(side) => format!("{side}: {} ", open.words).replace(":  ", ": "),
            None => format!("{} ", open.words),
        };
    }

    fn show_moved(&mut self, moved: &MovedReply) {
        let asked = self.screen.drawn.as_ref().and_then(|drawn| drawn.asked);
        let text = match &moved.loaded {
            Some(file) => format!("the position of {file}"),
            None => moved.sentence(),
        };
        self.screen.done(&text);
        if moved.loaded.is_none() {
            self.list_moves_back(moved.from);
            self.moved_to_stage(asked, moved.event);
        }
        if moved.is_far {
            self.screen.redraw();
        }
        if let Some(dice) = &moved.dice {
            self.say(format!(
                "  the next rolls and draws use the given dice and cards again: {}",
                dice.outcomes.join(" ")
            ));
        }
    }

    fn show_refused(&mut self, refused: RefusedReply) {
        if refused.answered > 0 {
            self.report_first();
        }
        self.note_problem(refused.problem.as_ref());
        if !refused.problems.is_empty() {
            let text = render(&refused.problems, self.page().color);
            self.say(text.trim_end());
        }
        if !refused.text.is_empty() {
            self.refuse(&refused.text);
        }
        let width = self.page().width;
        for line in &refused.lines {
            self.screen.say_all(wrap(&format!("  {line}"), 2, width));
        }
        self.refused_line = refused.rest;
    }
}
