//! Questions about the rules and the table: help, show, legal, `?`, why, log, lua, whence, hashes.

use super::ahead::{Ahead, Next};
use super::command::{self, COMMANDS};
use super::display::paint::{flow, pad, wrap};
use super::display::{self, board, cards, facts, history, map, rows, thing, tracks};
use super::session::Session;
use cardwright_content::did_you_mean;
use cardwright_table::{Explanation, WhyNot, line};

impl Session {
    pub(crate) fn help(&mut self, of: &str) {
        let page = self.page;
        let of = of.trim_start_matches(':');
        if !of.is_empty() {
            let Some(spec) = command::named(of).and_then(|n| COMMANDS.iter().find(|c| c.name == n)) else {
                let near = command::nearest(of).map(|n| format!("; did you mean `{n}`?")).unwrap_or_default();
                return self.refuse(format!("there is no command `{of}`{near}"));
            };
            self.say(format!("{} {}  {}", page.typed(spec.name), spec.takes, spec.does));
            return self.say_all(wrap(command::more(spec.name), 2, page.width));
        }
        self.say(page.bold("Play"));
        let play = [
            "Type a row's words; any beginning that only one of them has will do, and a long line answers several choices at once.",
            "`#3` takes the third row. Enter alone takes the only row, or the one marked [Enter]. `?` lists what is legal; `stir ?` what may follow.",
            "Tab completes. Ctrl-C drops the line, and on an empty line the half-entered action. Ctrl-D leaves.",
        ];
        self.say_all(play.iter().flat_map(|p| wrap(p, 2, page.width)));
        self.say(
            page.bold("Commands") + &page.dim("  a colon before them always works; without it while no row begins so"),
        );
        let head = |c: &command::Spec| format!("{} {}", c.name, c.takes);
        let room = COMMANDS.iter().map(|c| head(c).chars().count()).filter(|n| *n <= 24).max().unwrap_or(0) + 2;
        for spec in COMMANDS {
            let typed = format!("{} {}", page.typed(spec.name), page.dim(spec.takes));
            let does: Vec<String> = spec.does.split(' ').map(str::to_owned).collect();
            if head(spec).chars().count() > room {
                self.say(format!("  {typed}"));
                self.say_all(flow("", room + 2, &does, " ", page.width));
            } else {
                self.say_all(flow(&pad(&format!("  {typed}"), room + 2), room + 2, &does, " ", page.width));
            }
        }
    }

    pub(crate) fn show(&mut self, what: &str) {
        let lines = {
            let look = self.look();
            match what.to_lowercase().as_str() {
                "" | "table" | "all" => display::screen(&look, &self.table),
                "board" => board::tables(&look, true),
                "map" => map::page(&look),
                "tracks" => tracks::bars(&look),
                "cards" | "piles" => cards::all(&look),
                "hand" | "hands" => cards::hands(&look),
                "facts" => facts::all(&look),
                "notation" | "position" => self.view().lines().map(str::to_owned).collect(),
                _ => match thing::thing(&look, what) {
                    Ok(lines) => lines,
                    Err(problem) => return self.refuse(problem),
                },
            }
        };
        self.say_all(lines);
        if what.is_empty() {
            self.rows(self.page.height);
        }
    }

    pub(crate) fn legal(&mut self, begins: &str) {
        match self.table.prompt(self.eyes()) {
            Some(prompt) => {
                self.say(self.page.bold(&prompt.text));
                self.say_all(rows::all(self.page, &prompt, begins));
            }
            None => self.say("the game is over"),
        }
    }

    /// `?`: what may stand after these words.
    pub(crate) fn ask(&mut self, words: &str) {
        let words = line::words(words);
        let mut ahead = Ahead::of(&self.table, self.eyes(), None);
        if words.is_empty() {
            return match self.table.is_over() {
                true => self.say("the game is over: only commands (`help`)"),
                false => {
                    self.rows(self.page.height.max(24));
                    self.say(self.page.dim("`help` lists the commands"));
                }
            };
        }
        match ahead.next(&words, true) {
            Next::Words(next) if next.is_empty() => self.say("what follows shows once this much is played"),
            Next::Words(next) => self.say_all(flow("", 2, &next, "  ", self.page.width)),
            Next::Whole(label, more) => {
                self.say(format!("  → {label}"));
                if !more.is_empty() {
                    self.say_all(flow("  then", 8, &more, "  ", self.page.width));
                }
            }
            Next::Wrong(word) => {
                self.refuse(format!("`{word}` does not fit there; `why {}` may say why", words.join(" ")));
            }
        }
    }

    pub(crate) fn why(&mut self, text: &str) {
        let text = text.strip_prefix("not ").map_or(text, str::trim);
        if self.table.is_over() {
            return self.say("the game is over: nothing is legal");
        }
        if text.is_empty() || text == "not" {
            return match self.table.why() {
                Ok(all) if all.is_empty() => self.say("nothing fell out: all that the rules offer here is legal"),
                Ok(all) => self.explain(&all),
                Err(error) => self.refuse(super::play::describe(&error)),
            };
        }
        match self.table.why_not(text) {
            Ok(WhyNot::Legal) => self.say(format!("`{text}` is legal here")),
            Ok(WhyNot::Because(reasons)) => self.explain(&reasons),
            Ok(WhyNot::Unknown { word, nearest }) => {
                let hint = nearest.map(|n| format!("; did you mean `{n}`?")).unwrap_or_default();
                self.say(format!("no rule here speaks of `{word}`{hint}"));
            }
            Err(error) => self.refuse(super::play::describe(&error)),
        }
    }

    /// Reasons, gathered by action: what is said, the rule, who fell out, and where it is written.
    fn explain(&mut self, reasons: &[Explanation]) {
        let page = self.page;
        let mut action: Option<&Option<String>> = None;
        for reason in reasons {
            if action != Some(&reason.action) {
                action = Some(&reason.action);
                self.say(page.typed(reason.action.as_deref().unwrap_or("this choice")));
            }
            let rule = if reason.rule.is_empty() { String::new() } else { format!(" [{}]", reason.rule) };
            let who = if reason.fell.is_empty() {
                "not at all".to_owned()
            } else {
                format!("not {}", reason.fell.join(", "))
            };
            let words = format!("{who}: {}{rule}", reason.says);
            self.say_all(wrap(&words, 2, page.width));
            self.say(page.dim(&format!("    {}", reason.at)));
        }
    }

    pub(crate) fn log(&mut self, n: &str) {
        let n = match n.parse::<usize>() {
            Ok(n) => n,
            Err(_) if n.is_empty() => 20,
            Err(_) => return self.refuse(format!("`log` takes a number of events, not `{n}`")),
        };
        let lines = history::last(&self.table, n, self.eyes(), self.page);
        if lines.is_empty() {
            return self.say("nothing has happened yet");
        }
        self.say_all(lines);
    }

    pub(crate) fn lua(&mut self, expression: &str) {
        if expression.is_empty() {
            return self.refuse("`lua` takes an expression");
        }
        match self.table.evaluate(expression) {
            Ok(value) => self.say(value),
            Err(error) => self.refuse(error),
        }
    }

    pub(crate) fn whence(&mut self, what: &str) {
        if what.is_empty() {
            return self.refuse("`whence` takes a thing: a space, card, track, word, action …");
        }
        let lines = crate::commands::whence::lines(&self.table.program().content, what);
        if lines.is_empty() {
            let known = thing::names(&self.look());
            let near = did_you_mean(what, known.iter().map(String::as_str));
            let hint = near.map(|n| format!("; did you mean `{n}`?")).unwrap_or_default();
            return self.refuse(format!("no pack has `{what}`{hint}"));
        }
        self.say_all(lines);
    }

    pub(crate) fn hash(&mut self) {
        self.say(format!("board  {}", self.table.board_hash()));
        self.say(format!("full   {}", self.table.hash()));
    }
}
