//! Questions about the rules and the table: help, show, legal, `?`, why, log, lua, whence, hashes.

use super::ahead::{Ahead, Next};
use super::command::{self, COMMANDS};
use super::display::history::Decisions;
use super::display::paint::{flow, pad, wrap};
use super::display::{self, board, cards, facts, history, map, rows, thing, tracks};
use super::play::some;
use super::session::Session;
use cardwright_content::did_you_mean;
use cardwright_script::LOOKS_ONLY;
use cardwright_state::board::On;
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
            self.say_all(wrap(command::more(spec.name), 2, page.width));
            if spec.name == "adjust" {
                let example = self.example();
                self.say_all(example);
            }
            return;
        }
        self.say(page.bold("Play"));
        let play = [
            "Type a row's words; any beginning that only one of them has will do, and a long line answers several choices at once.",
            "`#3` takes the third row. Enter alone takes the only row, or the one marked [Enter]. `?` lists what is legal; `stir ?` what may follow.",
            "`SIDE:` before a line says whose it is: of a side that is not asked, what it may do besides.",
            "A number may come right after what it counts, where it is in one place only: `take guard 2` for `take guard port 2`.",
            "Tab completes. Ctrl-C drops the line; on an empty line it takes back the innermost thing that is half-entered, and once more the whole it is part of, up to dice and other sides. Ctrl-D leaves.",
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

    /// What can be set, with names of the game in play.
    fn example(&self) -> Option<String> {
        let board = self.table.board();
        let is_supply = |s: &usize| board.types.iter().any(|t| t.supply.at() == *s);
        let at = (0..board.spaces.len()).find(|s| !is_supply(s))?;
        let piece = &board.states.first()?.text;
        let mut example = format!("{}: 2 {piece}", board.spaces[at].id);
        if let Some(track) = board.tracks.iter().find(|t| t.on.is_for(On::spaces(board.spaces[at].kind))) {
            example.push_str(&format!(", {} {}", track.id, track.max.min(1)));
        }
        if let Some(track) = board.tracks.iter().find(|t| t.on == On::Game) {
            example.push_str(&format!("; {} {}", track.id, track.max.min(2)));
        }
        Some(format!("  For example {}", self.page.typed(&format!("adjust {example}"))))
    }

    pub(crate) fn show(&mut self, what: &str) {
        let lines = {
            let look = self.look();
            match what.to_lowercase().as_str() {
                "" | "table" | "all" => display::screen(&look, &self.table, &self.besides()),
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
        let used = lines.len();
        self.say_all(lines);
        if what.is_empty() {
            self.rows(self.page.height.saturating_sub(used + 3));
        }
    }

    pub(crate) fn legal(&mut self, begins: &str) {
        if let (Some(side), words) = line::sided(self.table.board(), begins)
            && self.table.asked() != Some(side)
        {
            return self.beside_rows(Some(side), words);
        }
        match self.table.prompt(self.eyes()) {
            Some(prompt) => {
                self.say(self.page.bold(&prompt.text));
                self.say_all(rows::all(self.page, &prompt, begins));
                if begins.is_empty() {
                    self.beside_rows(None, "");
                }
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
                    self.rows_asked("", self.page.height.max(24));
                    self.beside_rows(None, "");
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
            Next::Wrong(word, expected) => {
                let line = words.join(" ");
                let hint = match self.table.why_not(&line) {
                    Ok(WhyNot::Because(_)) => format!("`why {line}` says why"),
                    _ => some(&expected),
                };
                self.refuse(format!("`{word}` does not fit there; {hint}"));
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
            Ok(WhyNot::Unfit { before, word, known, expected, nearest }) => {
                let here = if before.is_empty() { "here".to_owned() } else { format!("after `{before}`") };
                let what = match (known, nearest) {
                    (false, Some(near)) => format!("nothing is called `{word}` {here}; did you mean `{near}`?"),
                    (false, None) => format!("nothing is called `{word}` {here}; {}", some(&expected)),
                    (true, _) if before.is_empty() => format!("`{word}` is not offered here; {}", some(&expected)),
                    (true, _) => format!("`{word}` does not go with `{before}`: {}", some(&expected)),
                };
                self.say_all(wrap(&what, 2, self.page.width).iter().map(|l| l.trim_start().to_owned()));
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
            if !reason.at.is_empty() {
                self.say(page.dim(&format!("    {}", reason.at)));
            }
        }
    }

    pub(crate) fn log(&mut self, n: &str) {
        let n = match n.parse::<usize>() {
            Ok(n) => n,
            Err(_) if n.is_empty() => 20,
            Err(_) => return self.refuse(format!("`log` takes a number of events, not `{n}`")),
        };
        let decisions = match self.decisions {
            Decisions::Off => Decisions::Concise, // Who asks for the log asks what happened.
            other => other,
        };
        let lines = history::last(&self.table, n, self.eyes(), self.page, decisions);
        if lines.is_empty() {
            return self.say("nothing has happened yet");
        }
        self.say_all(lines);
    }

    pub(crate) fn lua(&mut self, expression: &str) {
        if expression.is_empty() {
            return self.refuse("`lua` takes an expression");
        }
        if self.is_secret() {
            return self.refuse("`lua` sees all that is hidden: it is for games begun with `--open`");
        }
        match self.table.evaluate(expression) {
            Ok(value) => self.say(value),
            Err(error) if error == LOOKS_ONLY => self.refuse(format!("{error}; `adjust` changes the table")),
            Err(error) => self.refuse(error),
        }
    }

    pub(crate) fn whence(&mut self, what: &str) {
        if what.is_empty() {
            return self.refuse("`whence` takes a thing: a space, card, track, word, action …");
        }
        let program = self.table.program().clone();
        let lines = crate::commands::whence::lines(&program.content, Some(&program), what);
        if lines.is_empty() {
            let mut known = thing::names(&self.look());
            known.extend(program.registered.iter().map(|r| r.id.clone()));
            let near = did_you_mean(what, known.iter().map(String::as_str));
            let hint = near.map(|n| format!("; did you mean `{n}`?")).unwrap_or_default();
            return self.refuse(format!("no pack has `{what}`{hint}"));
        }
        self.say_all(lines);
    }

    pub(crate) fn hash(&mut self) {
        if self.is_secret() {
            return self.refuse("hashes tell of what is hidden, to one who tries what it may be: they are for games begun with `--open`");
        }
        self.say(format!("board  {}", self.table.board_hash()));
        self.say(format!("full   {}", self.table.hash()));
    }
}
