//! `?`: what may stand at a place of a line.

use super::display::paint::flow;
use super::session::Session;
use cardwright_table::{Next, WhyNot, line};
use cardwright_view::some;

/// As many rows that stand open besides are told one by one where all that is legal is asked for.
const MOST_BESIDE: usize = 8;

impl Session {
    /// `?`: what may stand after these words.
    pub(crate) fn ask(&mut self, words: &str) {
        let words = line::words(words);
        if words.is_empty() {
            if let Some(why) = self.not_asked() {
                return self.refuse(why);
            }
            return match self.table.is_over() {
                true => self.say("the game is over: only commands (`help`)"),
                false => {
                    self.rows_asked("", self.page.height.max(24));
                    self.beside_rows(None, "", MOST_BESIDE);
                    self.say(self.page.dim("`help` lists the commands"));
                }
            };
        }
        let eyes = self.eyes();
        match self.table.next_words(&words, eyes, true) {
            Next::Words(next) if next.is_empty() => self.say("what follows shows once this much is played"),
            Next::Words(next) => self.say_all(flow("", 2, &next, "  ", self.page.width)),
            Next::Whole(label, more) => {
                self.say(format!("  → {label}"));
                if !more.is_empty() {
                    self.say_all(flow("  then", 8, &more, "  ", self.page.width));
                }
            }
            Next::Wrong(word, expected) => {
                let line = words.join(" ");
                let hint = match self.why_not(&line) {
                    Ok(WhyNot::Because(_)) => format!("`why {line}` says why"),
                    _ => some(&expected),
                };
                self.refuse(format!("`{word}` does not fit there; {hint}"));
            }
        }
    }
}
