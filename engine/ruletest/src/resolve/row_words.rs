//! Resolves the words that the game must know: sides, words of rows, outcomes of chance.

use super::Resolver;
use crate::hints;
use crate::items;
use crate::line_part::{LinePart, with_amounts_joined};
use crate::parser::ParsedOutcomes;
use crate::prepared::GivenOutcomes;
use cardwright_script::ForcedOutcome;
use cardwright_state::{SideId, notation};
use cardwright_table::outcome_words;

impl Resolver<'_> {
    /// Resolves the outcomes of chance that a test gives: faces of dice, drawn cards and picked things.
    pub(super) fn chance(&mut self, parsed: &ParsedOutcomes) -> GivenOutcomes {
        let board = self.loaded.program.board.clone();
        let first_line = parsed.dice.iter().chain(&parsed.draw).chain(&parsed.pick).map(|p| p.line).min();
        let mut out = GivenOutcomes { line: first_line.unwrap_or_default(), ..GivenOutcomes::default() };
        for list in &parsed.dice {
            let outcomes = out.dice.get_or_insert_default();
            for word in list.words() {
                // `3x6` means three dice that show 6.
                let repeated = word.text.split_once('x').and_then(|(n, face)| Some((n.parse::<usize>().ok()?, face)));
                let (times, face) = repeated.unwrap_or((1, word.text.as_str()));
                match outcome_words::parse(&board, face) {
                    Ok(face @ (ForcedOutcome::Face(_) | ForcedOutcome::FaceAt(_))) if times <= 1000 => {
                        outcomes.extend(std::iter::repeat_n(face, times));
                    }
                    _ => {
                        let mistake = word
                            .unknown(format!("`{}` is no face of a die", word.text), &outcome_words::die_words(&board));
                        self.mistakes.push(mistake.or_help(hints::die_faces(&board)));
                    }
                }
            }
        }
        for list in &parsed.draw {
            let outcomes = out.draw.get_or_insert_default();
            for word in list.words() {
                match items::card(&board, &word) {
                    Ok(card) => outcomes.push(ForcedOutcome::Card(card)),
                    Err(mistake) => self.mistakes.push(mistake),
                }
            }
        }
        for list in &parsed.pick {
            let outcomes = out.pick.get_or_insert_default();
            for word in list.words() {
                let current = match notation::is_named(&board, &word.text) {
                    true => Some(word.text.clone()),
                    false => board.word_with_current_ids(&word.text),
                };
                if let Some(named) = current.filter(|named| notation::is_named(&board, named)) {
                    outcomes.push(ForcedOutcome::Pick(named));
                } else {
                    let valid: Vec<String> = board.ids().map(|(id, _)| id.to_owned()).collect();
                    self.mistakes.push(word.unknown(format!("nothing is called `{}`", word.text), &valid));
                }
            }
        }
        out
    }

    pub(super) fn side(&mut self, part: &LinePart) -> Option<SideId> {
        let result = items::side(&self.loaded.program.board, part);
        self.value_or_report(result)
    }

    /// Returns the words of a line, spelled as in rows. Reports words that no row can have.
    pub(super) fn words(&mut self, part: &LinePart) -> Vec<String> {
        let board = &self.loaded.program.board;
        let mut out = Vec::new();
        for mut word in with_amounts_joined(part.words()) {
            if !self.loaded.is_row_word(&word.text)
                && let Some(current) = board.word_with_current_ids(&word.text)
            {
                word.text = current;
            }
            if !self.loaded.is_row_word(&word.text) {
                let mistake = word.unknown(format!("no row can have the word `{}`", word.text), &self.loaded.words());
                let help = hints::row_word(&word.text);
                let begins_reason = help.is_some() && word.text.starts_with(['"', '?', '~']) || word.text == "because";
                self.mistakes.push(mistake.with_help(help));
                if begins_reason {
                    break; // The following words belong to a reason, not to a row.
                }
            }
            let state = word.text.contains(['/', '+']).then(|| board.state(&word.text)).flatten();
            out.push(state.map_or(word.text, |state| board.state_text(state).into_owned()));
        }
        out
    }
}
