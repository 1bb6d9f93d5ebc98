//! The lines of a test's body: what is played, offered, refused, expected.

use super::Reader;
use crate::items;
use crate::ready::{Line, Mode, Step};
use crate::slips;
use crate::text::{Keyword, Part, Statement};
use cardwright_state::{SideId, StepId};

impl Reader<'_> {
    pub(super) fn line(&mut self, of: &Statement) -> Option<Line> {
        let step = match of.keyword {
            Keyword::Play => self.play(of),
            Keyword::Offer => self.offer(&of.rest),
            Keyword::Refuse => self.refuse(&of.rest),
            Keyword::Why => self.why(&of.rest),
            Keyword::Expect => {
                let loaded = self.loaded.clone();
                Some(Step::Expect(items::expect(&loaded, &of.rest, &mut self.mistakes)))
            }
            Keyword::At => self.at(&of.rest),
            Keyword::Decide => {
                let side = self.side(&of.rest);
                let chance = self.chance(&of.chance);
                side.map(|side| Step::Decide { side, chance })
            }
            _ => None,
        };
        Some(Line { line: of.rest.line, step: step? })
    }

    /// `at STEP [ARG…] [N]`, `at now`.
    fn at(&mut self, part: &Part) -> Option<Step> {
        let board = &self.loaded.program.board;
        let words = part.words();
        let [name, rest @ ..] = words.as_slice() else { return None };
        let step = board.steps.iter().position(|step| *step == name.text);
        if step.is_none() && name.text == "now" && rest.is_empty() {
            return Some(Step::Now);
        }
        let Some(step) = step else {
            let unknown = name.unknown(format!("unknown step `{}`", name.text), &board.steps);
            self.wrong(unknown);
            return None;
        };
        let (args, nth) = match rest {
            [args @ .., n] if n.text.parse::<i64>().is_ok() => (args, n.text.parse().ok().filter(|n| *n > 0)),
            args => (args, Some(1)),
        };
        let Some(nth) = nth else {
            self.wrong(part.mistake(
                "`at` takes a step, what it was begun with if you like, and which time it begins if not the first",
            ));
            return None;
        };
        let args = self.take(items::arguments(board, name, args))?;
        Some(Step::At { step: StepId::new(step), args, nth })
    }

    /// `SIDE: LINE`.
    fn sided(&mut self, part: &Part) -> Option<(SideId, Part)> {
        let Some((side, line)) = part.head() else {
            let cure = slips::sided(&self.loaded.program.board, part);
            self.wrong(part.mistake("a side, a colon and a line belong here").cure(cure));
            return None;
        };
        let side = self.side(&side)?;
        if line.is_empty() {
            // A number of the menu, as it is typed, begins a comment here.
            let cure = "a row is written out in its words, not by its number; `#` begins a comment";
            self.wrong(part.mistake("a line is missing after the colon").cure(Some(cure)));
            return None;
        }
        Some((side, line))
    }

    fn play(&mut self, of: &Statement) -> Option<Step> {
        let chance = self.chance(&of.chance);
        let (side, mut line) = self.sided(&of.rest)?;
        let dots = line.text.ends_with("...");
        if dots {
            line = line.sub(0, line.text.len() - 3).trim();
        }
        let words = self.words(&line);
        if words.is_empty() {
            self.wrong(of.rest.mistake("a line is missing after the colon"));
        }
        Some(Step::Play { side, words, dots, chance })
    }

    fn offer(&mut self, part: &Part) -> Option<Step> {
        let words = part.words();
        let (side, rest, mode) = match words.get(1).map(|w| w.text.as_str()) {
            Some(word @ ("has" | "lacks")) if !words[0].text.ends_with(':') => {
                let from = words[1].at - part.at + word.len();
                let mode = if word == "has" { Mode::Has } else { Mode::Lacks };
                (self.side(&words[0])?, part.sub(from, part.text.len()).trim(), mode)
            }
            _ => {
                let (side, rest) = self.sided(part)?;
                (side, rest, Mode::Exactly)
            }
        };
        let mut rows = Vec::new();
        for row in rest.split('|') {
            if row.is_empty() {
                self.wrong(rest.mistake("a row is missing"));
                continue;
            }
            if row.elements().len() > 1 {
                self.wrong(row.mistake("a comma stands in no row").cure(Some("rows are parted by `|`")));
                continue;
            }
            let words = self.words(&row);
            if rows.contains(&words) {
                self.wrong(row.mistake(format!("`{}` stands here twice", row.text)));
            }
            rows.push(words);
        }
        Some(Step::Offer { side, mode, rows })
    }

    fn refuse(&mut self, part: &Part) -> Option<Step> {
        let (front, reason) = match part.split_once("~") {
            Some((front, reason)) => (front, Some(self.take(items::some_text(part, reason))?)),
            None => (part.clone(), None),
        };
        let (side, line) = self.sided(&front)?;
        Some(Step::Refuse { side, words: self.words(&line), reason })
    }

    fn why(&mut self, part: &Part) -> Option<Step> {
        let Some((front, text)) = part.split_once("~") else {
            self.wrong(part.mistake("`why` takes a line, `~` and a text"));
            return None;
        };
        let text = self.take(items::some_text(part, text))?;
        let (side, line) = self.sided(&front)?;
        Some(Step::Why { side, words: self.words(&line), text })
    }
}
