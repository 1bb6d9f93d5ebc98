//! Plays `expect` and `at` lines: checks items against the position, the log and the open choice.

use super::{RunResult, TestRun};
use crate::items::{self, Expect, Item, LogCheck, Seeds, contains};
use crate::only;
use crate::report::Mismatch;
use cardwright_script::{FigureValue, GameEvent, LogAction};
use cardwright_state::board::Board;
use cardwright_state::position::TextLine;
use cardwright_state::val::{Kind, PlainValue, Val};
use cardwright_state::{PileId, Position, StepId, notation};
use cardwright_table::{Viewer, game_log};

impl TestRun<'_> {
    /// Lets the next `expect` lines look at the position in which a step began.
    pub(super) fn at_step(&mut self, step: StepId, args: &[PlainValue], nth: usize) -> RunResult {
        let new_starts = self.table.take_step_starts();
        self.step_starts.extend(new_starts);
        let board = self.table.board();
        let step_args = |position: &Position| position.open_steps().last().map(|frame| frame.args.clone());
        let is_match = |other: StepId, position: &Position| {
            other == step && (args.is_empty() || step_args(position).is_some_and(|found| found.starts_with(args)))
        };
        let name = |step: StepId, args: &[PlainValue]| {
            let args = args.iter().map(|arg| notation::plain_text(board, arg));
            std::iter::once(board.labels[step].clone()).chain(args).collect::<Vec<_>>().join(" ")
        };
        let mut matching_starts = self.step_starts.iter().filter(|(other, position)| is_match(*other, position));
        let times = matching_starts.clone().count();
        let Some((_, position)) = matching_starts.nth(nth - 1) else {
            let since = if self.last_play.is_some() { "the last `play`" } else { "the set-up" };
            let full_name =
                |(step, position): &(StepId, Position)| name(*step, &step_args(position).unwrap_or_default());
            let begun: Vec<String> = self.step_starts.iter().map(full_name).collect();
            let begun = if begun.is_empty() { "none".to_owned() } else { begun.join(", ") };
            let times = if times == 0 { "not begun".to_owned() } else { format!("begun {times} times, not {nth},") };
            let message = format!("`{}` has {times} since {since}", name(step, args));
            return Err(self.fail_with(vec![message, format!("steps that have begun: {begun}")]));
        };
        // `observed` is the position that `expect` lines check instead of the current one.
        self.observed = Some(position.clone());
        Ok(())
    }

    /// Checks an `expect` line. `above` has the items of this line and of the `expect` lines directly above it.
    pub(super) fn expect(&mut self, expect: &Expect, above: &[&Item]) -> RunResult {
        let needs_figures = |item: &Item| match item {
            Item::VisibleTo { item, .. } => matches!(**item, Item::Figure { .. }),
            item => matches!(item, Item::Figure { .. }),
        };
        let figures = match &self.observed {
            _ if !expect.items.iter().any(needs_figures) => Vec::new(),
            Some(position) => self.table.figures_at(position),
            None => self.table.figures(),
        };
        let position = self.observed.as_ref().unwrap_or_else(|| self.table.position());
        let check = |item: &Item| self.check_item(item, position, &figures, Viewer::OPEN);
        let mut mismatches: Vec<Mismatch> = expect.items.iter().filter_map(check).collect();
        if expect.only {
            mismatches.extend(only::changes(self.table.board(), &self.start, position, above));
        }
        match (expect.seeds, mismatches.is_empty()) {
            (Seeds::Every, true) | (Seeds::No, false) | (Seeds::Some, false) => Ok(()),
            // The line is `some seed:`, so it must hold with one of the seeds at least.
            (Seeds::Some, true) => {
                self.lines_held.push(self.line);
                Ok(())
            }
            (Seeds::No, true) => Err(self.fail("no seed may give this, but this one does")),
            (Seeds::Every, false) => {
                let mut failure = self.fail_with(Vec::new());
                failure.mismatches = mismatches;
                Err(failure)
            }
        }
    }

    /// Checks one item. Returns `None` if the item holds. `viewer` is the viewer who reads the log.
    fn check_item(
        &self,
        item: &Item,
        position: &Position,
        figures: &[Vec<FigureValue>],
        viewer: Viewer,
    ) -> Option<Mismatch> {
        let program = &self.test.loaded.program;
        let mismatch =
            |expected: &str, found: String| Some(Mismatch { expected: expected.to_owned(), found, changed: false });
        let side_name = |side: &Option<_>| side.map_or_else(|| "everybody".to_owned(), |side| self.side_name(side));
        match item {
            Item::Decision { side, reason } => self.decision(*side, reason, viewer),
            Item::Figure { text, figure, subject, check } => {
                let value =
                    figures.get(*figure).and_then(|values| values.get(*subject)).unwrap_or(&FigureValue::Nothing);
                mismatch(text, items::figure_mismatch(program, position, (*figure, *subject), value, check)?)
            }
            Item::Log { text, check, is_negated } => {
                let (is_logged, lines) = self.log_contains(check, viewer);
                let found = if lines.is_empty() { "nothing was logged".to_owned() } else { lines.join(" | ") };
                if is_logged == *is_negated { mismatch(text, found) } else { None }
            }
            Item::Picked { text, among } => {
                let sets = self.picked_from();
                let found = if sets.is_empty() { "nothing was picked".to_owned() } else { sets_text(&sets) };
                if sets.contains(among) { None } else { mismatch(text, found) }
            }
            Item::Default(row) => self.check_default(row.as_ref()),
            Item::Discouraged { row, expected } => self.check_discouraged(row, *expected),
            Item::Asks { side, prompt: Some(wanted) }
                if self.table.asked() == Some(*side) && self.observed.is_none() =>
            {
                let board = self.table.board();
                let prompt = self.table.choice().and_then(|choice| choice.prompt.as_ref());
                let text = self.table.prompt(Viewer::OPEN).map(|prompt| prompt.text).unwrap_or_default();
                let texts = prompt.map(|line| [&text, &board.labels[line.text].id]);
                if texts.is_some_and(|texts| texts.iter().any(|text| contains(text, wanted))) {
                    return None;
                }
                let found =
                    texts.map_or_else(|| "with no question text".to_owned(), |[text, key]| format!("~ {text} ({key})"));
                let asks = format!("asks {}", self.side_name(*side));
                mismatch(&format!("{asks} ~ {wanted}"), format!("{asks} {found}"))
            }
            Item::VisibleTo { text, side, item } => {
                if !items::sees_item(program, position, *side, item) {
                    return mismatch(text, format!("hidden from {}", side_name(side)));
                }
                let viewer = side.map_or(Viewer::PUBLIC, |side| Viewer::seat(position.seat_of(&program.board, side)));
                self.check_item(item, position, figures, viewer)
            }
            Item::Hidden { text, side, thing } => {
                if items::is_seen(program, position, *side, *thing) {
                    let viewer_name = side.map_or_else(|| "somebody".to_owned(), |side| self.side_name(side));
                    return mismatch(text, format!("{viewer_name} may see it"));
                }
                None
            }
            other => items::compare(program, position, self.table.asked().filter(|_| self.observed.is_none()), other),
        }
    }

    fn check_default(&self, row: Option<&Vec<String>>) -> Option<Mismatch> {
        let row_text = |row: Option<&Vec<String>>| match row {
            Some(row) => format!("default {}", row.join(" ")),
            None => "no default".to_owned(),
        };
        let default = self.table.choice().filter(|_| self.observed.is_none()).and_then(|choice| choice.default);
        let found = default.and_then(|row| self.table.row_words().get(row));
        Mismatch::unless_equal(row_text(row), row_text(found))
    }
    fn check_discouraged(&self, row: &[String], expected: bool) -> Option<Mismatch> {
        let choice = self.table.choice().filter(|_| self.observed.is_none());
        let found = match (choice, self.table.row_words().iter().position(|words| words == row)) {
            (Some(choice), Some(index)) if choice.discouraged.contains(&index) => "discouraged",
            (Some(_), Some(_)) => "no discouraged",
            _ => "not offered:",
        };
        let row = row.join(" ");
        let wanted = if expected { "discouraged" } else { "no discouraged" };
        Mismatch::unless_equal(format!("{wanted} {row}"), format!("{found} {row}"))
    }

    /// The sets that chance has picked from since the last `play`, each in sorted order.
    fn picked_from(&self) -> Vec<Vec<String>> {
        let events = self.recent_nodes().into_iter().flat_map(|node| &node.game_events);
        let sets = events.filter_map(|event| match event {
            GameEvent::Picked { candidates, .. } => {
                let mut candidates = candidates.clone();
                candidates.sort_unstable();
                Some(candidates)
            }
            _ => None,
        });
        sets.collect()
    }

    /// Whether the log since the last `play` contains a line, and the lines that a viewer can read.
    fn log_contains(&self, check: &LogCheck, viewer: Viewer) -> (bool, Vec<String>) {
        let board = self.table.board();
        let nodes = self.recent_nodes();
        let events = || nodes.iter().flat_map(|node| &node.game_events);
        match check {
            LogCheck::Line(wanted) => {
                let lines = game_log::lines(self.table.program(), viewer, events());
                let lines: Vec<String> = lines.iter().map(game_log::LogLine::words).collect();
                (lines.iter().any(|line| contains(line, wanted)), lines)
            }
            LogCheck::Key { key, subjects } => {
                let key_and_subjects = |(line, piles): &(&TextLine, &[Option<PileId>])| {
                    let subject = |(index, val): (usize, &Val)| match val.index(Kind::Card) {
                        Some(_) if !may_read(board, viewer, piles.get(index).copied().flatten()) => "a card".to_owned(),
                        _ => board.text(*val),
                    };
                    let subjects: Vec<String> = line.subjects.iter().enumerate().map(subject).collect();
                    (board.labels[line.text].id.as_str(), subjects)
                };
                let logged: Vec<(&str, Vec<String>)> =
                    events().filter_map(logged_text).map(|text| key_and_subjects(&text)).collect();
                let is_match =
                    |(other, found): &(&str, Vec<String>)| other == key && (subjects.is_empty() || found == subjects);
                let lines =
                    logged.iter().map(|(key, found)| format!("logged {key} {}", found.join(" ")).trim_end().to_owned());
                (logged.iter().any(is_match), lines.collect())
            }
        }
    }
}

/// The text of a logged event, and for each of its subjects that is a card the pile where the card lay at that time.
fn logged_text(event: &GameEvent) -> Option<(&TextLine, &[Option<PileId>])> {
    match event {
        GameEvent::LogLine(text, piles)
        | GameEvent::Heading(text, piles)
        | GameEvent::Action(LogAction::Named(text, piles))
        | GameEvent::Decision { line: text, places: piles, .. } => Some((text, piles)),
        GameEvent::Rolled { label, .. } | GameEvent::Picked { label, .. } => Some((label.as_deref()?, &[])),
        _ => None,
    }
}

/// Whether a viewer may know which card lay in a pile.
fn may_read(board: &Board, viewer: Viewer, pile: Option<PileId>) -> bool {
    viewer.sees_all() || pile.is_some_and(|pile| viewer.sees_pile(board, pile))
}

/// Writes the sets that chance picked from as `picked among` items.
fn sets_text(sets: &[Vec<String>]) -> String {
    let texts: Vec<String> = sets.iter().map(|set| format!("picked among {}", set.join(" "))).collect();
    texts.join(" | ")
}
