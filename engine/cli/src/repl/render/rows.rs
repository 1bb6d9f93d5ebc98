//! Shows legal rows and standing actions.

use crate::repl::display::paint::flow;
use crate::repl::display::rows;
use crate::repl::prompt::Prompt;
use cardwright_session::{LegalReply, StandingRows};

impl Prompt {
    /// Shows the rows that `legal` lists. More than `max_lines` rows of a side's standing actions are grouped.
    pub(super) fn show_rows(&mut self, legal: &LegalReply, max_lines: usize) {
        let page = self.page();
        if let Some(choice) = &legal.choice {
            self.say(page.bold(&choice.text));
            let lines = rows::all(page, choice, &legal.words);
            self.number_rows(&lines);
            self.screen.say_all(lines);
            if !legal.then.is_empty() {
                self.screen.say_all(flow("  then", 8, &legal.then, "  ", page.width));
            }
        }
        self.show_standing(&legal.standing, &legal.words, max_lines);
    }

    /// Shows the rows of standing actions that start with `prefix`. The rows of the side to move are numbered after the
    /// rows of its choice. Without a prefix, more than `max_lines` rows of a side are grouped.
    pub(super) fn show_standing(&mut self, sides: &[StandingRows], prefix: &str, max_lines: usize) {
        let page = self.page();
        for standing in sides {
            let (name, id) = (&standing.name, &standing.side);
            self.say(page.bold(&match standing.is_asked {
                true => format!("{name} may also do this before the answer"),
                false => format!("{name} may too, with `{id}:` before it"),
            }));
            match &standing.choice {
                _ if !standing.is_readable => {
                    let actions = standing.actions.join(", ");
                    self.say(page.dim(&format!("  {actions} (the rest is for {name} to see)")));
                }
                None => self.say("  nothing that can be asked"),
                Some(choice) if choice.rows.is_empty() => {
                    self.say(format!("  nothing now; `why {id}: {}` says why", standing.actions[0]));
                }
                Some(choice) => {
                    let choice_rows = if standing.is_asked { self.table().row_words().len() } else { 0 };
                    let lines = rows::standing_rows(page, choice_rows, choice, prefix, max_lines);
                    if standing.is_asked {
                        self.number_rows(&lines);
                    }
                    self.screen.say_all(lines);
                }
            }
        }
        for failure in sides.iter().flat_map(|standing| &standing.failures) {
            self.refuse(failure);
        }
    }
}
