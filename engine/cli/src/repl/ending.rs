//! Shows the end of a game, and of a session at the prompt.

use super::display::{DrawContext, board, panel, tracks};
use super::prompt::Prompt;
use crate::out::counted;
use crate::saved_games::resume_name;
use cardwright_table::Event;

impl Prompt {
    /// Shows who won and why, and the final position.
    pub(crate) fn show_end(&mut self) {
        let page = self.page();
        self.say("");
        let result = self.table().result().unwrap_or_else(|| "the game is over".into());
        self.say(page.bold(&result));
        let viewer = self.viewer();
        let lines = {
            let view = self.session.view(viewer);
            let context = DrawContext::new(&view, page);
            [panel::panels(&context), tracks::screen_lines(&context), board::tables(&context, false)].concat()
        };
        self.screen.say_all(lines);
        let lines = self.record_lines();
        self.screen.say_all(lines);
        if self.screen.is_typed {
            self.say(page.dim("`goto N` looks back at any event · `summary`, `log`, `note TEXT` · Ctrl-D leaves"));
        }
    }

    /// Prints how to resume the game.
    pub(crate) fn farewell(&mut self) {
        if self.table().is_over() {
            return;
        }
        let lines = self.record_lines();
        self.screen.say_all(lines);
        let line = match self.table().record_path() {
            Some(path) => {
                let command = format!("cardwright play --resume {}", resume_name(path));
                format!("go on with: {}", self.page().typed(&command))
            }
            None => "no record was kept: this game is gone".to_owned(),
        };
        self.say(line);
    }

    /// Returns text lines with the event, the seed (unless it is secret) and the record.
    fn record_lines(&self) -> Vec<String> {
        let table = self.table();
        let path = table.current_path();
        let is_answer = |event: &&usize| matches!(table.nodes()[**event].event, Some(Event::Answer { .. }));
        let answers = path.iter().filter(is_answer).count();
        let seed = match self.session.is_secret(self.viewer()) {
            true => String::new(),
            false => format!(" · seed {}", table.position().seed()),
        };
        let event = table.current_event();
        let mut out = vec![format!("event {event}, after {}{seed}", counted(answers, "answer"))];
        out.extend(table.record_path().map(|path| format!("record: {}", path.display())));
        out.into_iter().map(|line| self.page().dim(&line)).collect()
    }
}
