//! `preview LINE`: what would come of a line, in words, without playing it.

use super::display::changed;
use super::display::paint::{flow, wrap};
use super::play::describe;
use super::session::Session;
use cardwright_state::SideId;
use cardwright_table::{PlayError, Preview, Refused, Seat, Then, line};
use cardwright_view::{Foretold, Would, would_stand};

/// Where the text of each part begins.
pub(super) const INDENT: usize = 8;

impl Session {
    pub(crate) fn preview(&mut self, text: &str) {
        if self.table.is_over() {
            return self.refuse("the game is over: nothing can be played");
        }
        if text.is_empty() {
            return self.refuse("`preview` takes a line as you would play it: it tells what would come of it");
        }
        match self.try_line(text) {
            Ok(Ok(mut preview)) => {
                preview.happenings.extend(self.table.figures_moved(&preview.position));
                let mut lines = self.foretold(&preview);
                if let Some(default) = &preview.before_chance {
                    let hint = format!(
                        "`preview {text} {default}` goes on: before dice and cards no default is taken by itself"
                    );
                    lines.extend(wrap(&hint, INDENT, self.page.width).into_iter().map(|line| self.page.dim(&line)));
                }
                if matches!(preview.then, Then::Dice(..) | Then::Card(_) | Then::Pick) {
                    lines.extend(self.odds_in_a_line(text));
                }
                self.say_all(lines);
            }
            Ok(Err(refused)) => {
                let why = self.why_refused(*refused);
                self.refuse(why);
            }
            Err(why) => self.refuse(why),
        }
    }

    /// Tries a line for the side that would play it; why it is not tried, if it is not.
    pub(crate) fn try_line(&mut self, text: &str) -> Result<Result<Preview, Box<Refused>>, String> {
        let (side, text) = self.whose(text)?;
        // Where sides hide nothing from each other, another's eyes see the same.
        let other = side.filter(|side| self.reads(*side) && !self.eyes().reads(*side));
        let eyes = other.map_or_else(|| self.eyes(), |side| self.table.eyes_of(side));
        Ok(self.table.preview(side, text, eyes))
    }

    /// A line, and the side that would play it: none in particular where one person plays all. Why it is not for these eyes to try.
    pub(crate) fn whose<'a>(&self, text: &'a str) -> Result<(Option<SideId>, &'a str), String> {
        let (named, text) = line::sided(self.table.board(), text);
        let asked = self.table.asked();
        let beside = named.filter(|side| asked != Some(*side) && self.table.stands(*side));
        if let Some(side) = beside {
            let name = &self.table.board().sides[side.at()].name;
            if !self.reads(side) {
                return Err(format!("what would come of it is for {name} to see"));
            }
        }
        let alone = self.table.open && self.table.seats.iter().all(|s| *s != Seat::Random);
        Ok((beside.or(named).or(if alone { None } else { asked }), text))
    }

    /// What would come of a line: who answers what, what differs then, what happens on the way, how it goes on.
    fn foretold(&self, preview: &Preview) -> Vec<String> {
        let page = self.page;
        let Foretold { would, changed, ruled, told, then, further } =
            Foretold::of(&self.table, &self.at_position(), preview);
        let mut out = Vec::new();
        let answers: Vec<String> = would.iter().map(Would::words).collect();
        if !answers.is_empty() {
            out.extend(flow(&page.dim("  would"), INDENT, &answers, " · ", page.width));
        }
        let warnings = would.iter().filter_map(Would::warning);
        out.extend(warnings.flat_map(|warning| wrap(&warning, INDENT, page.width)));
        if !answers.is_empty() && changed.is_empty() && ruled.is_empty() && told.is_empty() {
            out.push(format!("{:INDENT$}nothing changes on the board", ""));
        }
        let changed = changed.iter().map(|changed| changed::line(page, changed));
        out.extend(changed.flat_map(|line| wrap(&line, INDENT, page.width)));
        out.extend(ruled.iter().flat_map(|line| wrap(line, INDENT, page.width)));
        out.extend(told.iter().flat_map(|line| wrap(line, INDENT, page.width)).map(|line| page.dim(&line)));
        let left = match further.as_str() {
            "" => String::new(),
            further => format!(", and only then whether `{further}` fits"),
        };
        let then: Vec<String> = format!("{}{left}", then.words()).split(' ').map(str::to_owned).collect();
        out.extend(flow(&page.dim("  then"), INDENT, &then, " ", page.width));
        out
    }

    /// The refusal that playing the line would bring.
    pub(crate) fn why_refused(&self, refused: Refused) -> String {
        match &refused.error {
            PlayError::Line { error, answered, rest } => {
                let misfit = self.misfit(error, rest, refused.asked, refused.why, false, *answered);
                format!("{misfit}{}", would_stand(*answered))
            }
            PlayError::Rule { error, answered, .. } => format!("{}{}", describe(error), would_stand(*answered)),
            other => other.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::display::changed::line;
    use super::super::tests::{after, alone, demo};
    use cardwright_view::{Eyes, changed};

    #[test]
    fn a_preview_tells_what_moves_what_it_costs_and_how_it_goes_on() {
        let mut session = alone();
        let shown = after(&mut session, "preview raise port march guard port hills");
        let wanted = [
            "  would Raise a band in Port · March Guard in Port to The Hills",
            "        The Hills: Guard comes",
            "        Port: Hidden comes · Guard leaves",
            "        The Hills – Port: walked",
            "        Points 3 → 2 red",
            "  then  Red: Red acts (6 ways)",
        ];
        assert_eq!(shown.lines().collect::<Vec<_>>(), wanted);
        assert_eq!(session.table.here(), 0);
        assert_eq!(session.table.nodes().len(), 1);
    }

    #[test]
    fn it_stops_at_dice_unless_they_are_given() {
        let mut session = alone();
        let shown = after(&mut session, "preview stir hills");
        assert_eq!(
            shown,
            "  would Stir up The Hills\n        The Hills: used stir\n        Points 3 → 2 red\n  then  2 d6 decide\n  odds  The Hills: Unrest 0 44.4 % · 1 44.4 % · 2 11.1 %\n"
        );
        after(&mut session, "dice 5 6");
        let shown = after(&mut session, "preview stir hills");
        assert!(shown.contains("Unrest 0 → 2") && shown.contains("        rolled d6: 5 6\n"), "{shown}");
        assert!(shown.contains("  then  Red: Red acts (7 ways)\n"), "{shown}");
        assert!(after(&mut session, "dice").contains("the next rolls: 5 6"));
    }

    #[test]
    fn a_line_that_says_too_little_and_one_that_does_not_fit() {
        let mut session = alone();
        let shown = after(&mut session, "preview raise port march guard port");
        assert!(
            shown.starts_with("  would Raise a band in Port\n")
                && shown.ends_with("  then  `march guard port` what? hills | river\n"),
            "{shown}"
        );
        assert_eq!(after(&mut session, "preview march"), "  then  `march` what? guard\n");
        let refused = "✗ not `port`: no open band there [DM 2.1]; only hills is legal";
        assert_eq!(after(&mut session, "stir port"), format!("{refused}\n"));
        assert_eq!(after(&mut session, "preview stir port"), format!("{refused}\n"));
        assert_eq!(
            after(&mut session, "preview raise hills stir port"),
            format!("{refused} (the answer\n  before it would stand)\n")
        );
        assert!(after(&mut session, "preview").contains("`preview` takes a line"));
    }

    #[test]
    fn pieces_that_turn_are_told_by_place() {
        let mut session = demo(&[], true);
        for (adjusted, told) in [
            ("hills: 2 hidden, 0 open", "The Hills: 2 Open turn hidden"),
            ("hills: open, 2 hidden", "The Hills: Open comes, 1 turns hidden"),
            ("hills: empty", "The Hills: 2 Open are removed"),
            ("hills: empty; river: 2 open", "River: 2 Open come"),
            ("hills: empty; river: 2 hidden", "River: 2 Open come, both turn hidden"),
            ("hills: empty; river: open", "The Hills: 2 Open leave"),
            ("port: 0 guard, guard/worn", "Port: Guard turns worn"),
            ("port: 3 guard", "Port: 2 Guard come"),
            ("port: 0 guard, guard+moved", ""),
        ] {
            after(&mut session, "goto 0");
            let before = session.table.position().clone();
            after(&mut session, &format!("adjust {adjusted}"));
            let after = session.at_position();
            let before = Eyes { position: &before, ..after };
            let told_is: Vec<String> =
                changed(&before, &after).iter().map(|changed| line(session.page, changed)).collect();
            match told {
                "" => assert!(told_is.is_empty(), "{adjusted}: {told_is:?}"),
                _ => assert!(told_is.contains(&told.to_owned()), "{adjusted}: {told_is:?}"),
            }
        }
    }

    #[test]
    fn another_player_s_lines_are_not_looked_at() {
        let mut session = demo(&[], false);
        after(&mut session, "adjust hills: guard, unrest 2");
        assert!(after(&mut session, "preview blue: bribe hills").contains("is for Blue to see"));
        session.table.open = true;
        assert!(after(&mut session, "preview blue: bribe hills").contains("  would Blue: "));
    }
}
