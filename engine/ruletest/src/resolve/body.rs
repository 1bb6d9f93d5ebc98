//! Resolves the body of a test: `play`, `offer`, `refuse`, `why`, `expect`, `at` and `decide` lines.

use super::Resolver;
use crate::hints;
use crate::items;
use crate::line_part::LinePart;
use crate::parser::{Keyword, ParsedStatement};
use crate::prepared::{BodyLine, OfferMode, Statement};
use cardwright_state::{SideId, StepId};

impl Resolver<'_> {
    pub(super) fn body_line(&mut self, parsed: &ParsedStatement) -> Option<BodyLine> {
        let statement = match parsed.keyword {
            Keyword::Play => self.play(parsed),
            Keyword::Offer => self.offer(&parsed.rest),
            Keyword::Refuse => self.refuse(&parsed.rest),
            Keyword::Why => self.why(&parsed.rest),
            Keyword::Expect => {
                let loaded = self.loaded.clone();
                Some(Statement::Expect(items::expect(&loaded, &parsed.rest, &mut self.mistakes)))
            }
            Keyword::At => self.at(&parsed.rest),
            Keyword::Decide => {
                let side = self.side(&parsed.rest);
                let chance = self.chance(&parsed.chance);
                side.map(|side| Statement::Decide { side, chance })
            }
            _ => None,
        };
        Some(BodyLine { line: parsed.rest.line, statement: statement? })
    }

    /// Resolves `at STEP [ARG…] [N]` and `at now`.
    fn at(&mut self, part: &LinePart) -> Option<Statement> {
        let board = &self.loaded.program.board;
        let words = part.words();
        let [name, after_name @ ..] = words.as_slice() else { return None };
        let step = board.labels.steps.iter().position(|step| *step == name.text);
        if step.is_none() && name.text == "now" && after_name.is_empty() {
            return Some(Statement::Now);
        }
        let Some(step) = step else {
            let unknown = name.unknown(format!("unknown step `{}`", name.text), &board.labels.steps);
            self.report(unknown);
            return None;
        };
        let (args, nth) = match after_name {
            [args @ .., n] if n.text.parse::<i64>().is_ok() => (args, n.text.parse().ok().filter(|n| *n > 0)),
            args => (args, Some(1)),
        };
        let Some(nth) = nth else {
            self.report(
                part.mistake("`at` takes a step, optionally its arguments, and optionally which time it begins"),
            );
            return None;
        };
        let args = self.value_or_report(items::arguments(board, name, args))?;
        Some(Statement::At { step: StepId::new(step), args, nth })
    }

    /// Resolves the side of `SIDE: LINE`, and splits off the line.
    fn side_and_line(&mut self, part: &LinePart) -> Option<(SideId, LinePart)> {
        let Some((side, line)) = part.head() else {
            let help = hints::missing_side(&self.loaded.program.board, part);
            self.report(part.mistake("a side, a colon and a line belong here").or_help(help));
            return None;
        };
        let side = self.side(&side)?;
        if line.is_empty() {
            // At the prompt, `#1` means the first row. In a test it is a comment.
            let help = "a row is written out in its words, not by its number; `#` begins a comment";
            self.report(part.mistake("a line is missing after the colon").or_help(Some(help)));
            return None;
        }
        Some((side, line))
    }

    fn play(&mut self, parsed: &ParsedStatement) -> Option<Statement> {
        let chance = self.chance(&parsed.chance);
        let (side, mut line) = self.side_and_line(&parsed.rest)?;
        let leaves_open = line.text.ends_with("...");
        if leaves_open {
            line = line.slice(0, line.text.len() - 3).trim();
        }
        let words = self.words(&line);
        if words.is_empty() {
            self.report(parsed.rest.mistake("a line is missing after the colon"));
        }
        Some(Statement::Play { side, words, leaves_open, chance })
    }

    fn offer(&mut self, part: &LinePart) -> Option<Statement> {
        let words = part.words();
        let (side, rows_part, mode) = match words.get(1).map(|w| w.text.as_str()) {
            Some(word @ ("has" | "lacks")) if !words[0].text.ends_with(':') => {
                let from = words[1].at - part.at + word.len();
                let mode = if word == "has" { OfferMode::Has } else { OfferMode::Lacks };
                (self.side(&words[0])?, part.slice(from, part.text.len()).trim(), mode)
            }
            _ => {
                let (side, rest) = self.side_and_line(part)?;
                (side, rest, OfferMode::Exactly)
            }
        };
        let mut rows = Vec::new();
        for row in rows_part.split('|') {
            if row.is_empty() {
                self.report(rows_part.mistake("a row is missing"));
                continue;
            }
            if row.elements().len() > 1 {
                self.report(row.mistake("a row has no comma").or_help(Some("separate rows with `|`")));
                continue;
            }
            let words = self.words(&row);
            if rows.contains(&words) {
                self.report(row.mistake(format!("`{}` is listed twice", row.text)));
            }
            rows.push(words);
        }
        Some(Statement::Offer { side, mode, rows })
    }

    fn refuse(&mut self, part: &LinePart) -> Option<Statement> {
        let (front, reason) = match part.split_once("~") {
            Some((front, reason)) => (front, Some(self.value_or_report(items::some_text(part, reason))?)),
            None => (part.clone(), None),
        };
        let (side, line) = self.side_and_line(&front)?;
        Some(Statement::Refuse { side, words: self.words(&line), reason })
    }

    fn why(&mut self, part: &LinePart) -> Option<Statement> {
        let Some((front, text)) = part.split_once("~") else {
            self.report(part.mistake("`why` takes a line, `~` and a text"));
            return None;
        };
        let text = self.value_or_report(items::some_text(part, text))?;
        let (side, line) = self.side_and_line(&front)?;
        Some(Statement::Why { side, words: self.words(&line), text })
    }
}
