//! The end of a game, and of a session.

use super::display::paint::counted;
use super::display::{Look, board, panel, tracks};
use super::session::Session;
use crate::saved::called;
use cardwright_table::Event;

impl Session {
    /// Who won, why, and how things stood.
    pub(crate) fn summary(&mut self) {
        let page = self.page;
        self.say("");
        self.say(page.bold(&self.table.result().unwrap_or_else(|| "the game is over".into())));
        let lines = {
            let seen = self.table_seen();
            let look = Look::new(&seen, self.page);
            [panel::panels(&look), tracks::on_screen(&look), board::tables(&look, false)].concat()
        };
        self.say_all(lines);
        self.say_all(self.facts_of_record());
        if self.typing {
            let line =
                self.page.dim("`goto N` looks back at any event · `summary`, `log`, `note TEXT` · Ctrl-D leaves");
            self.say(line);
        }
    }

    /// Leaving: how to come back.
    pub(crate) fn farewell(&mut self) {
        if self.table.is_over() {
            return;
        }
        self.say_all(self.facts_of_record());
        match self.table.record_path() {
            Some(path) => {
                let line =
                    format!("go on with: {}", self.page.typed(&format!("cardwright play --resume {}", called(path))));
                self.say(line);
            }
            None => self.say("no record was kept: this game is gone"),
        }
    }

    fn facts_of_record(&self) -> Vec<String> {
        let path = self.table.path_now();
        let is_answer = |n: &&usize| matches!(self.table.nodes()[**n].event, Some(Event::Answer { .. }));
        let answers = path.iter().filter(is_answer).count();
        let seed = match self.is_secret() {
            true => String::new(),
            false => format!(" · seed {}", self.table.position().seed()),
        };
        let mut out =
            vec![format!("event {}, {} on the way to it{seed}", self.table.now(), counted(answers, "answer"))];
        if let Some(path) = self.table.record_path() {
            out.push(format!("record: {}", path.display()));
        }
        out.into_iter().map(|l| self.page.dim(&l)).collect()
    }
}
