//! Words of a test that the game has to know: sides, words of rows, outcomes of chance.

use super::Reader;
use crate::items;
use crate::ready::Chance;
use crate::slips;
use crate::text::{ChanceText, Part};
use cardwright_script::Forced;
use cardwright_state::{SideId, notation};
use cardwright_table::given;

impl Reader<'_> {
    pub(super) fn chance(&mut self, of: &ChanceText) -> Chance {
        let board = self.loaded.program.board.clone();
        let first = of.dice.iter().chain(&of.draw).chain(&of.pick).map(|p| p.line).min();
        let mut out = Chance { line: first.unwrap_or_default(), ..Chance::default() };
        for list in &of.dice {
            let into = out.dice.get_or_insert_default();
            for word in list.words() {
                let several = word.text.split_once('x').and_then(|(n, face)| Some((n.parse::<usize>().ok()?, face)));
                let (times, face) = several.unwrap_or((1, word.text.as_str()));
                match given::read(&board, face) {
                    Ok(face @ (Forced::Face(_) | Forced::FaceAt(_))) if times <= 1000 => {
                        into.extend(std::iter::repeat_n(face, times));
                    }
                    _ => {
                        let mistake =
                            word.unknown(format!("`{}` is no face of a die", word.text), &given::words(&board));
                        self.mistakes.push(mistake.cure(slips::of_a_die(&board)));
                    }
                }
            }
        }
        for list in &of.draw {
            let into = out.draw.get_or_insert_default();
            for word in list.words() {
                match items::card(&board, &word) {
                    Ok(card) => into.push(Forced::Card(card)),
                    Err(mistake) => self.mistakes.push(mistake),
                }
            }
        }
        for list in &of.pick {
            let into = out.pick.get_or_insert_default();
            for word in list.words() {
                if notation::is_named(&board, &word.text) {
                    into.push(Forced::Pick(word.text.clone()));
                } else {
                    let known: Vec<String> = board.ids().map(|(id, _)| id.to_owned()).collect();
                    self.mistakes.push(word.unknown(format!("nothing is called `{}`", word.text), &known));
                }
            }
        }
        out
    }

    pub(super) fn side(&mut self, part: &Part) -> Option<SideId> {
        let done = items::side(&self.loaded.program.board, part);
        self.take(done)
    }

    /// The words of a line, each known to the game, written as rows write them.
    pub(super) fn words(&mut self, part: &Part) -> Vec<String> {
        let board = &self.loaded.program.board;
        let mut out = Vec::new();
        for word in part.words() {
            if !self.loaded.is_known(&word.text) {
                let mistake = word.unknown(format!("no row can have the word `{}`", word.text), &self.loaded.words());
                let cure = slips::of_row(&word.text);
                let is_of_text = cure.is_some() && word.text.starts_with(['"', '?', '~']) || word.text == "because";
                self.mistakes.push(mistake.cured(cure));
                if is_of_text {
                    break; // What comes after it are no words of a row either.
                }
            }
            let state = word.text.contains(['/', '+']).then(|| board.state(&word.text)).flatten();
            out.push(state.map_or(word.text, |state| board.text_of(state).into_owned()));
        }
        out
    }
}
