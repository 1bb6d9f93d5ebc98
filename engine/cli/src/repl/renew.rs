//! A game takes up fresh rules: what has become of it is told.

use super::fresh::read;
use super::session::Session;
use crate::failure::way_on;
use cardwright_content::render;
use cardwright_table::{ReloadError, Reloaded};

/// What became of rules read anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Taken {
    /// They are those that hold.
    Same,
    /// They hold.
    Up,
    /// They do not load.
    Broken,
    /// This game cannot go on with them.
    Not,
}

impl Session {
    /// Takes up files that changed. False if the choice is another now: the line waits for editing.
    pub(crate) fn freshen(&mut self, line: &str) -> bool {
        if !self.fresh.take() {
            return true;
        }
        let asked = self.table.row_words().to_vec();
        if self.take_up(!self.fresh.tells) == Taken::Not && self.typing && !line.trim().is_empty() {
            self.say("your line waits below: Enter plays it by the old rules");
            self.initial = line.to_owned();
            return false;
        }
        let same = asked == self.table.row_words() || line.trim_start().starts_with(':');
        if !same && !line.trim().is_empty() && self.typing {
            self.say("what is legal changed with the rules: your line waits below");
            self.initial = line.to_owned();
        }
        same || !self.typing
    }

    /// `reload`: now, changed or not.
    pub(crate) fn reload(&mut self) {
        self.fresh.take();
        if self.take_up(true) == Taken::Same {
            self.say("nothing has changed");
        }
    }

    /// Reads the packs and takes them up if they differ; the old rules stay if they do not load.
    fn take_up(&mut self, tell: bool) -> Taken {
        let game = self.table.board().game.clone();
        let (program, vm) = match read(&self.packs, &game) {
            Ok(loaded) => loaded,
            Err(problems) => {
                // On a terminal this was said as the file was saved.
                if tell {
                    self.say(render(&problems, self.page.color).trim_end());
                    self.refuse("the rules as they are now do not load: the game goes on with the old ones");
                }
                return Taken::Broken;
            }
        };
        if program.content.hash == self.table.program().content.hash {
            return Taken::Same;
        }
        let mut taken = Taken::Up;
        match self.table.reload(program, vm) {
            Ok(Reloaded::Same) => self.done("the new rules hold: the game goes on at the same choice"),
            Ok(Reloaded::StepStart(step)) => {
                self.done(format!("the new rules hold: the game goes on from the start of the step `{step}`"));
            }
            Err(error) => {
                taken = Taken::Not;
                let way_on = match &error {
                    ReloadError::Record(error) => {
                        self.lost = true;
                        way_on(error, "`:record FILE` goes on with all of it in another file; then `reload`")
                    }
                    _ => String::new(),
                };
                self.refuse(format!("{error}; the game goes on with the old rules{way_on}"));
            }
        }
        self.redraw();
        taken
    }
}
