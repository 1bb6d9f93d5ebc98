//! `odds` and `whatif`: what a line may come to and how likely that is, for who sits at the prompt.

use super::display::paint::flow;
use super::preview::INDENT;
use super::session::Session;
use super::stopped;
use crate::clock;
use crate::odds::{self, Asked, How, Line};
use cardwright_sim::odds::{Limits, OddsError};
use cardwright_table::label;
use std::time::Duration;

/// Lines that are compared side by side: as many as there are columns for.
const MOST_LINES: usize = 4;

impl Session {
    /// The odds of a line.
    pub(crate) fn odds(&mut self, text: &str) {
        let Some(asked) = self.asked_for(text, "odds") else { return };
        match asked.lines[..] {
            [line] => self.tell_odds(&[line], &asked.watches),
            [] => self.refuse("`odds` takes a line as you would play it: it tells what may come of it, and how likely"),
            _ => self.refuse("`odds` takes one line: `whatif` compares several, with ` / ` between them"),
        }
    }

    /// Lines side by side.
    pub(crate) fn whatif(&mut self, text: &str) {
        let Some(asked) = self.asked_for(text, "whatif") else { return };
        match asked.lines.len() {
            0 | 1 => self.refuse("`whatif` takes several lines, with ` / ` between them, and compares them"),
            2..=MOST_LINES => self.tell_odds(&asked.lines, &asked.watches),
            n => self.refuse(format!("{n} lines are too many for a screen: `whatif` compares {MOST_LINES} at most")),
        }
    }

    fn asked_for<'a>(&mut self, text: &'a str, command: &str) -> Option<Asked<'a>> {
        if self.table.is_over() {
            self.refuse("the game is over: nothing can be played");
            return None;
        }
        match Asked::read(text) {
            Ok(asked) => Some(asked),
            Err(why) => {
                self.refuse(format!("{why} (`help {command}`)"));
                None
            }
        }
    }

    fn tell_odds(&mut self, texts: &[&str], watches: &[&str]) {
        let lines = {
            let _leaving = stopped::leaving();
            let mut lines = Vec::new();
            for text in texts {
                match self.odds_of(text, Limits::default()) {
                    Ok(line) => lines.push(line),
                    Err(why) => return self.refuse(why),
                }
            }
            lines
        };
        let eyes = self.eyes();
        let who = self.who_is_told();
        match odds::watched(&mut self.table, &lines, eyes, watches) {
            Err(why) => self.refuse(why),
            Ok(watched) => {
                let told = match &lines[..] {
                    [line] => odds::of_line(self.page, line, &watched, &who),
                    lines => odds::of_lines(self.page, lines, &watched, &who),
                };
                self.say_all(told);
            }
        }
    }

    /// All that a line may come to; why that is not told, as playing it would be refused.
    fn odds_of(&mut self, text: &str, limits: Limits) -> Result<Line, String> {
        match self.try_line(text)? {
            Err(refused) => return Err(self.why_refused(*refused)),
            Ok(preview) => {
                if let Some(why) = odds::ends_before_chance(&preview, text) {
                    return Err(why);
                }
            }
        }
        let (side, line) = self.whose(text)?;
        let how = How { side, eyes: self.eyes(), limits };
        let mut clock = clock::until(stopped::has_left);
        odds::line(&mut self.table, line, how, &mut clock).map_err(|error| match error {
            OddsError::Failed(failed) => super::play::describe(&failed.0),
            other => other.to_string(),
        })
    }

    /// The odds of a line that ends in chance, in a line of a preview; none where they are not had at once.
    pub(super) fn odds_in_a_line(&mut self, text: &str) -> Vec<String> {
        let limits = Limits { runs: 500, time: AT_ONCE, draws: 0, positions: 16, ..Limits::default() };
        let Ok(line) = self.odds_of(text, limits) else { return Vec::new() };
        let lines = [line];
        let eyes = self.eyes();
        let Ok(watched) = odds::watched(&mut self.table, &lines, eyes, &[]) else { return Vec::new() };
        let Some((name, parts)) = odds::in_a_line(&lines[0], &watched) else { return Vec::new() };
        let page = self.page;
        let mut parts = parts.into_iter();
        let first = parts.next().map(|part| format!("{name} {part}"));
        let parts: Vec<String> = first.into_iter().chain(parts).collect();
        flow(&page.dim("  odds"), INDENT, &parts, " · ", page.width)
    }

    /// Who cannot tell some positions apart.
    fn who_is_told(&self) -> String {
        let sides = label::side_names(self.table.board(), self.eyes().sides());
        if sides.is_empty() { "who watches".into() } else { sides }
    }
}

/// What a preview may take besides.
const AT_ONCE: Duration = Duration::from_millis(30);

#[cfg(test)]
mod tests {
    use super::super::tests::{after, alone, demo};

    #[test]
    fn the_odds_of_a_line_are_told_with_bars_that_fit() {
        let mut session = alone();
        let shown = after(&mut session, "odds stir hills");
        let wanted = [
            "odds of stir hills: exact",
            "— tracks",
            "The Hills: Unrest  (now 0; 0.67 on average)",
            "  0 ████████▉             44.4 %  4/9",
            "  1 ████████▉             44.4 %  4/9",
            "  2 ██▎                   11.1 %  1/9",
        ];
        assert_eq!(shown.lines().collect::<Vec<_>>(), wanted);
        assert_eq!((session.table.here(), session.table.nodes().len()), (0, 1), "nothing is played");
        let watched = after(&mut session, "odds stir hills --watch points,unrest.hills");
        assert!(watched.contains("Points  (now 3; 2 on average)") && watched.contains("100 %"), "{watched}");
        assert!(shown.lines().chain(watched.lines()).all(|line| line.chars().count() <= 80));
    }

    #[test]
    fn lines_are_compared_with_what_is_expected() {
        let mut session = alone();
        let shown = after(&mut session, "whatif stir hills / raise hills");
        let wanted = [
            "A stir hills: exact",
            "B raise hills: chance does not come into it",
            "The Hills: Unrest  (now 0)",
            "                      A         B",
            "  0              44.4 %     100 %",
            "  1              44.4 %         –",
            "  2              11.1 %         –",
            "  on average       0.67         0",
            "  more than A               -0.67",
        ];
        let shown: Vec<&str> = shown.lines().map(str::trim_end).collect();
        assert_eq!(shown[..wanted.len()], wanted);
        assert!(shown.iter().any(|line| line.starts_with("The Hills:") && line.contains("(now 0)")), "{shown:?}");
    }

    #[test]
    fn what_does_not_fit_is_refused_as_it_would_be_played() {
        let mut session = alone();
        let refused = after(&mut session, "stir port");
        assert_eq!(after(&mut session, "odds stir port"), refused);
        assert!(after(&mut session, "odds raise port march guard port").contains("says too little"));
        assert!(after(&mut session, "odds").contains("`odds` takes a line"));
        assert!(after(&mut session, "whatif stir hills").contains("`whatif` takes several lines"));
        assert!(after(&mut session, "odds stir hills / raise port").contains("`whatif` compares several"));
        assert!(after(&mut session, "odds stir hills --watch unrst").contains("did you mean `unrest`"));
        assert!(after(&mut session, "odds stir hills --watch").contains("`--watch` is followed by"));
        assert!(after(&mut session, "odds raise hills").contains("chance does not come into it"));
    }

    #[test]
    fn another_player_s_lines_are_not_told() {
        let mut session = demo(&[], false);
        after(&mut session, "adjust hills: guard, unrest 2");
        assert!(after(&mut session, "odds blue: bribe hills").contains("is for Blue to see"));
    }

    #[cfg(unix)]
    #[test]
    fn ctrl_c_leaves_the_odds_and_not_the_game() {
        use super::super::stopped;
        let mut session = alone();
        {
            let _leaving = stopped::leaving();
            assert!(stopped::takes(), "while odds are worked out, Ctrl-C is theirs");
            let mut clock = crate::clock::until(stopped::has_left);
            assert_eq!(clock(), None, "whoever pressed it has left");
        }
        assert!(!stopped::takes(), "after that it ends the program, as ever");
        assert!(after(&mut session, "odds stir hills").contains("exact"));
    }
}
