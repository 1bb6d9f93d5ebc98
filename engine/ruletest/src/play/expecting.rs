//! `expect` lines: the position compared with what they say, and what is no part of the position.

use super::{Done, Game};
use crate::items::{self, Expect, Item, LogSays, Seeds, contains, differ};
use crate::only;
use crate::report::Mismatch;
use cardwright_script::{Deed, Figured, Happening};
use cardwright_state::{Position, StepId};
use cardwright_table::{label::Audience, story};

impl Game<'_> {
    /// What is expected next is of the position in which a step began.
    pub(super) fn at_step(&mut self, step: StepId, nth: usize) -> Done {
        let begun = self.table.take_openings();
        self.openings.extend(begun);
        let name = |step: StepId| self.table.board().steps[step.at()].as_str();
        let mut those = self.openings.iter().filter(|(s, _)| *s == step);
        let times = those.clone().count();
        let Some((_, position)) = those.nth(nth - 1) else {
            let since = if self.since.is_some() { "the last `play`" } else { "the set-up" };
            let begun: Vec<&str> = self.openings.iter().map(|(step, _)| name(*step)).collect();
            let begun = if begun.is_empty() { "none".to_owned() } else { begun.join(", ") };
            let times = if times == 0 { "not begun".to_owned() } else { format!("begun {times} times, not {nth},") };
            let message = format!("`{}` has {times} since {since}", name(step));
            return Err(self.fail_with(vec![message, format!("steps that have: {begun}")]));
        };
        self.at = Some(position.clone());
        Ok(())
    }

    pub(super) fn expect(&mut self, expect: &Expect, above: &[&Item]) -> Done {
        let is_of_figure = |item: &Item| match item {
            Item::View { item, .. } => matches!(**item, Item::Figure { .. }),
            item => matches!(item, Item::Figure { .. }),
        };
        let figures = match &self.at {
            _ if !expect.items.iter().any(is_of_figure) => Vec::new(),
            Some(at) => self.table.figures_at(at),
            None => self.table.figures(),
        };
        let position = self.at.as_ref().unwrap_or_else(|| self.table.position());
        let holds = |item: &Item| self.holds(item, position, &figures);
        let mut mismatches: Vec<Mismatch> = expect.items.iter().filter_map(holds).collect();
        if expect.only {
            mismatches.extend(only::changes(self.table.board(), &self.start, position, above));
        }
        match (expect.seeds, mismatches.is_empty()) {
            (Seeds::Every, true) | (Seeds::No, false) | (Seeds::Some, false) => Ok(()),
            (Seeds::Some, true) => {
                self.held.push(self.line);
                Ok(())
            }
            (Seeds::No, true) => Err(self.fail("no seed is to give this, and this one does")),
            (Seeds::Every, false) => {
                let mut why = self.fail_with(Vec::new());
                why.mismatches = mismatches;
                Err(why)
            }
        }
    }

    /// What of an item does not hold.
    fn holds(&self, item: &Item, position: &Position, figures: &[Vec<Figured>]) -> Option<Mismatch> {
        let program = &self.of.loaded.program;
        let not =
            |expected: &str, found: String| Some(Mismatch { expected: expected.to_owned(), found, changed: false });
        let eyes = |side: &Option<_>| side.map_or_else(|| "everybody".to_owned(), |side| self.name(side));
        match item {
            Item::Decision { side, reason } => self.decision(*side, reason),
            Item::Figure { text, figure, subject, says } => {
                let figured = figures.get(*figure).and_then(|of| of.get(*subject)).unwrap_or(&Figured::Nothing);
                not(text, items::figured_text(program, position, (*figure, *subject), figured, says)?)
            }
            Item::Log { text, says, lacks } => {
                let (told, lines) = self.told(says);
                let found = if lines.is_empty() { "nothing was told".to_owned() } else { lines.join(" | ") };
                if told == *lacks { not(text, found) } else { None }
            }
            Item::Default(row) => {
                let shown = |row: Option<&Vec<String>>| match row {
                    Some(row) => format!("default {}", row.join(" ")),
                    None => "no default".to_owned(),
                };
                let default = self.table.choice().filter(|_| self.at.is_none()).and_then(|choice| choice.default);
                differ(shown(row.as_ref()), shown(default.and_then(|row| self.table.row_words().get(row))))
            }
            Item::View { text, side, item } => {
                if !items::sees_item(program, position, *side, item) {
                    return not(text, format!("hidden from {}", eyes(side)));
                }
                self.holds(item, position, figures)
            }
            Item::Hidden { text, side, thing } => {
                if items::is_seen(program, position, *side, *thing) {
                    let who = side.map_or_else(|| "somebody".to_owned(), |side| self.name(side));
                    return not(text, format!("{who} may see it"));
                }
                None
            }
            other => items::compare(program, position, self.table.asked().filter(|_| self.at.is_none()), other),
        }
    }

    /// Whether the log has told something since the last line was played, and what it has told.
    fn told(&self, says: &LogSays) -> (bool, Vec<String>) {
        let board = self.table.board();
        let lately = self.lately();
        let happenings = || lately.iter().flat_map(|node| &node.happenings);
        match says {
            LogSays::Line(wanted) => {
                let lines = story::lines(self.table.program(), Audience::Open, happenings());
                let lines: Vec<String> = lines.iter().map(story::Line::words).collect();
                (lines.iter().any(|line| contains(line, wanted)), lines)
            }
            LogSays::Key { key, subjects } => {
                let said = happenings().filter_map(|what| match what {
                    Happening::Said(said, _)
                    | Happening::Chapter(said, _)
                    | Happening::Deed(Deed::Named(said, _))
                    | Happening::Explained { said, .. } => Some(said),
                    _ => None,
                });
                let all: Vec<(&String, Vec<String>)> = said
                    .map(|line| {
                        let subjects = line.subjects.iter().map(|val| board.text(*val)).collect();
                        (&board.texts[line.text.at()].id, subjects)
                    })
                    .collect();
                let is_it =
                    |(of, with): &(&String, Vec<String>)| *of == key && (subjects.is_empty() || with == subjects);
                let lines =
                    all.iter().map(|(key, with)| format!("told {key} {}", with.join(" ")).trim_end().to_owned());
                (all.iter().any(is_it), lines.collect())
            }
        }
    }
}
