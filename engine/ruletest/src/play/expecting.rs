//! `expect` lines: the position compared with what they say, and what is no part of the position.

use super::{Done, Game};
use crate::items::{self, Expect, Item, LogSays, Seeds, contains, differ};
use crate::only;
use crate::report::Mismatch;
use cardwright_script::{Deed, Figured, Happening};
use cardwright_state::board::Board;
use cardwright_state::position::Line;
use cardwright_state::val::{Kind, Plain, Val};
use cardwright_state::{PileId, Position, StepId, notation};
use cardwright_table::{label::Audience, story};

impl Game<'_> {
    /// What is expected next is of the position in which a step began.
    pub(super) fn at_step(&mut self, step: StepId, args: &[Plain], nth: usize) -> Done {
        let begun = self.table.take_openings();
        self.openings.extend(begun);
        let board = self.table.board();
        let begun_with = |position: &Position| position.open_steps().last().map(|frame| frame.args.clone());
        let is_it = |of: StepId, position: &Position| {
            of == step && (args.is_empty() || begun_with(position).is_some_and(|with| with.starts_with(args)))
        };
        let name = |step: StepId, args: &[Plain]| {
            let args = args.iter().map(|arg| notation::plain_text(board, arg));
            std::iter::once(board.steps[step.at()].clone()).chain(args).collect::<Vec<_>>().join(" ")
        };
        let mut those = self.openings.iter().filter(|(of, position)| is_it(*of, position));
        let times = those.clone().count();
        let Some((_, position)) = those.nth(nth - 1) else {
            let since = if self.since.is_some() { "the last `play`" } else { "the set-up" };
            let with = |(step, position): &(StepId, Position)| name(*step, &begun_with(position).unwrap_or_default());
            let begun: Vec<String> = self.openings.iter().map(with).collect();
            let begun = if begun.is_empty() { "none".to_owned() } else { begun.join(", ") };
            let times = if times == 0 { "not begun".to_owned() } else { format!("begun {times} times, not {nth},") };
            let message = format!("`{}` has {times} since {since}", name(step, args));
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
        let holds = |item: &Item| self.holds(item, position, &figures, Audience::Open);
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

    /// What of an item does not hold; the log is read as this audience may.
    fn holds(
        &self,
        item: &Item,
        position: &Position,
        figures: &[Vec<Figured>],
        audience: Audience,
    ) -> Option<Mismatch> {
        let program = &self.of.loaded.program;
        let not =
            |expected: &str, found: String| Some(Mismatch { expected: expected.to_owned(), found, changed: false });
        let eyes = |side: &Option<_>| side.map_or_else(|| "everybody".to_owned(), |side| self.name(side));
        match item {
            Item::Decision { side, reason } => self.decision(*side, reason, audience),
            Item::Figure { text, figure, subject, says } => {
                let figured = figures.get(*figure).and_then(|of| of.get(*subject)).unwrap_or(&Figured::Nothing);
                not(text, items::figured_text(program, position, (*figure, *subject), figured, says)?)
            }
            Item::Log { text, says, lacks } => {
                let (told, lines) = self.told(says, audience);
                let found = if lines.is_empty() { "nothing was told".to_owned() } else { lines.join(" | ") };
                if told == *lacks { not(text, found) } else { None }
            }
            Item::Picked { text, among } => {
                let sets = self.picked_from();
                let found = if sets.is_empty() { "nothing was picked".to_owned() } else { words_of(&sets) };
                if sets.contains(among) { None } else { not(text, found) }
            }
            Item::Default(row) => {
                let shown = |row: Option<&Vec<String>>| match row {
                    Some(row) => format!("default {}", row.join(" ")),
                    None => "no default".to_owned(),
                };
                let default = self.table.choice().filter(|_| self.at.is_none()).and_then(|choice| choice.default);
                differ(shown(row.as_ref()), shown(default.and_then(|row| self.table.row_words().get(row))))
            }
            Item::Wise { row, unwise } => {
                let choice = self.table.choice().filter(|_| self.at.is_none());
                let found = match (choice, self.table.row_words().iter().position(|words| words == row)) {
                    (Some(choice), Some(at)) if choice.unwise.contains(&at) => "unwise",
                    (Some(_), Some(_)) => "wise",
                    _ => "not offered:",
                };
                let row = row.join(" ");
                let wanted = if *unwise { "unwise" } else { "wise" };
                differ(format!("{wanted} {row}"), format!("{found} {row}"))
            }
            Item::Asks { side, prompt: Some(wanted) } if self.table.asked() == Some(*side) && self.at.is_none() => {
                let board = self.table.board();
                let prompt = self.table.choice().and_then(|choice| choice.prompt.as_ref());
                let shown = self.table.prompt(Audience::Open).map(|prompt| prompt.text).unwrap_or_default();
                let said = prompt.map(|line| [&shown, &board.texts[line.text.at()].id]);
                if said.is_some_and(|said| said.iter().any(|text| contains(text, wanted))) {
                    return None;
                }
                let found = said.map_or_else(
                    || "without a question of its own".to_owned(),
                    |[say, key]| format!("~ {say} ({key})"),
                );
                let asks = format!("asks {}", self.name(*side));
                not(&format!("{asks} ~ {wanted}"), format!("{asks} {found}"))
            }
            Item::View { text, side, item } => {
                if !items::sees_item(program, position, *side, item) {
                    return not(text, format!("hidden from {}", eyes(side)));
                }
                let eyes = side.map_or(Audience::Public, |side| Audience::of(position.seat_of(&program.board, side)));
                self.holds(item, position, figures, eyes)
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

    /// What chance has picked from since the last line was played, each set in the order of its words.
    fn picked_from(&self) -> Vec<Vec<String>> {
        let happenings = self.lately().into_iter().flat_map(|node| &node.happenings);
        let sets = happenings.filter_map(|what| match what {
            Happening::Picked { among, .. } => {
                let mut among = among.clone();
                among.sort_unstable();
                Some(among)
            }
            _ => None,
        });
        sets.collect()
    }

    /// Whether the log has told something since the last line was played, and what it has told, as an audience may read it.
    fn told(&self, says: &LogSays, audience: Audience) -> (bool, Vec<String>) {
        let board = self.table.board();
        let lately = self.lately();
        let happenings = || lately.iter().flat_map(|node| &node.happenings);
        match says {
            LogSays::Line(wanted) => {
                let lines = story::lines(self.table.program(), audience, happenings());
                let lines: Vec<String> = lines.iter().map(story::Line::words).collect();
                (lines.iter().any(|line| contains(line, wanted)), lines)
            }
            LogSays::Key { key, subjects } => {
                let names = |(line, places): &(&Line, &[Option<PileId>])| {
                    let subject = |(at, val): (usize, &Val)| match val.index(Kind::Card) {
                        Some(_) if !may_read(board, audience, places.get(at).copied().flatten()) => "a card".to_owned(),
                        _ => board.text(*val),
                    };
                    let subjects: Vec<String> = line.subjects.iter().enumerate().map(subject).collect();
                    (board.texts[line.text.at()].id.as_str(), subjects)
                };
                let all: Vec<(&str, Vec<String>)> = happenings().filter_map(said).map(|said| names(&said)).collect();
                let is_it = |(of, with): &(&str, Vec<String>)| of == key && (subjects.is_empty() || with == subjects);
                let lines =
                    all.iter().map(|(key, with)| format!("told {key} {}", with.join(" ")).trim_end().to_owned());
                (all.iter().any(is_it), lines.collect())
            }
        }
    }
}

/// The text that something told, and where each of its subjects that is a card lay then.
fn said(what: &Happening) -> Option<(&Line, &[Option<PileId>])> {
    match what {
        Happening::Said(said, places)
        | Happening::Chapter(said, places)
        | Happening::Deed(Deed::Named(said, places))
        | Happening::Explained { said, places, .. } => Some((said, places)),
        Happening::Rolled { purpose, .. } | Happening::Picked { purpose, .. } => Some((purpose.as_deref()?, &[])),
        _ => None,
    }
}

/// Whether somebody may read which card lay in a pile.
fn may_read(board: &Board, audience: Audience, lay: Option<PileId>) -> bool {
    audience == Audience::Open || lay.is_some_and(|pile| audience.sees_pile(board, pile))
}

/// Sets that chance has picked from, as they are expected.
fn words_of(sets: &[Vec<String>]) -> String {
    let all: Vec<String> = sets.iter().map(|set| format!("picked among {}", set.join(" "))).collect();
    all.join(" | ")
}
