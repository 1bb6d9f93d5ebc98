//! What is changed from outside (`adjust`), taken up so that the pending choice is of the changed position.
//!
//! A step may have read the position long before it asks. So the changes are put before the beginning of the open steps, and
//! these run again from there, each logged answer checked: the rows are then those that a game would have come to in which it
//! had always been so. Where the steps do not go the same way any more, the game goes back as after a reload, or, where what
//! was set would be lost with that, to the beginning of the outermost step with the position as it was set.

use crate::reload::Reloaded;
use crate::table::Table;
use cardwright_script::{Happening, RunError};
use cardwright_state::board::Board;
use cardwright_state::notation::{self, Word};
use cardwright_state::position::Entry;
use cardwright_state::{CardId, Kind, Position};

impl Table {
    /// The card that is being played, as the last heading that names one tells it, and the event that heading came with.
    pub fn card_in_play(&self) -> Option<(CardId, usize)> {
        self.path().into_iter().rev().find_map(|n| {
            let happened = self.nodes()[n].happenings.iter().rev();
            let mut cards = happened.filter_map(|what| match what {
                Happening::Chapter(said, _) => said.subjects.iter().find_map(|of| of.index(Kind::Card)),
                _ => None,
            });
            cards.next().map(|card| (CardId::new(card), n))
        })
    }

    /// Takes up a position that was made from the one on the table by changes from outside.
    ///
    /// # Errors
    /// No open step can be run with it.
    pub(crate) fn take_up_altered(&mut self, altered: &Position) -> Result<Reloaded, RunError> {
        if altered.outcome().is_some() {
            self.take_up_quietly(altered, false)?;
            return Ok(Reloaded::Same); // Nothing is asked any more.
        }
        let board = self.board().clone();
        let since = self.position().journal().len();
        let changes = &altered.journal()[since..];
        if let Some(moved) = altered.put_before(&board, since) {
            match self.adopt(&moved) {
                Ok(back) if self.game.vm.look(|now| now.agrees_on(changes, altered)) => return Ok(back),
                Err(error) if error.is_runaway() => return Err(error),
                _ => {}
            }
        }
        let mut begun = altered.clone();
        begun.close_within(1);
        begun.settle();
        self.take_up_quietly(&begun, false)?;
        let is_answer = |entry: &Entry| matches!(entry, Entry::Answer(_));
        if !altered.open_steps().iter().any(|frame| frame.log.iter().any(is_answer)) {
            return Ok(Reloaded::Same); // It had not been answered yet.
        }
        let step = begun.open_steps().first().map_or(String::new(), |frame| board.steps[frame.step.at()].clone());
        Ok(Reloaded::StepStart(step))
    }
}

/// Notation in which what is said of the plural of a kind of space (`countries: crisis 0`) is said of each of them, or of the
/// first `most`.
pub(crate) fn of_each(board: &Board, text: &str, most: usize) -> String {
    let said = |item: &Word<'_>| {
        let (head, says) = item.head()?;
        // What a single space or pile is called is meant where both are.
        let is_single = board.space(head.text).is_some() || board.pile(head.text).is_some();
        let kind = board.find_as(Kind::SpaceKind, head.text).filter(|_| !is_single)?.index(Kind::SpaceKind)?;
        let members = board.kinds[kind].members.iter().take(most);
        let each = members.map(|space| format!("{}: {}", board.spaces[space].id, says.text));
        Some(each.collect::<Vec<_>>().join("; "))
    };
    let items = notation::items(text).into_iter();
    items.map(|item| said(&item).unwrap_or_else(|| item.text.to_owned())).collect::<Vec<_>>().join("; ")
}
