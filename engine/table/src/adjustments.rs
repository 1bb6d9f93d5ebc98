//! Changes from outside (`adjust`). After a change, the pending choice must fit the changed position.
//!
//! A step may have read the position long before its question. So the engine inserts the changes before the open
//! steps and runs these again, with every logged answer checked. If an answer no longer fits, the game goes back as
//! after a reload. If that would undo the change itself, the outermost step starts again from the changed position.

use crate::reload::Reloaded;
use crate::table::Table;
use cardwright_script::{GameEvent, RunError};
use cardwright_state::board::Board;
use cardwright_state::notation::{self, Fragment};
use cardwright_state::position::StepInput;
use cardwright_state::{CardId, Kind, Position};

impl Table {
    /// The card in play, as the latest heading that names a card shows, and the event of that heading.
    pub fn card_in_play(&self) -> Option<(CardId, usize)> {
        self.path().into_iter().rev().find_map(|n| {
            let happened = self.nodes()[n].game_events.iter().rev();
            let mut cards = happened.filter_map(|what| match what {
                GameEvent::Heading(line, _) => line.subjects.iter().find_map(|subject| subject.index(Kind::Card)),
                _ => None,
            });
            cards.next().map(|card| (CardId::new(card), n))
        })
    }

    /// Continues from a position that `adjust` made from the current one.
    ///
    /// # Errors
    /// No open step can run from it.
    pub(crate) fn take_up_altered(&mut self, altered: &Position) -> Result<Reloaded, RunError> {
        if altered.outcome().is_some() {
            self.run_position(altered, false)?;
            return Ok(Reloaded::Same); // Nothing is asked any more.
        }
        let board = self.board().clone();
        let since = self.position().journal().len();
        let changes = &altered.journal()[since..];
        if let Some(moved) = altered.with_changes_before_steps(&board, since) {
            match self.resume_open_steps(&moved) {
                Ok(back) if self.game.vm.with_position(|now| now.agrees_on(changes, altered)) => return Ok(back),
                Err(error) if error.is_time_limit() => return Err(error),
                _ => {}
            }
        }
        let mut outermost = altered.clone();
        outermost.close_steps_within(1);
        outermost.clear_history();
        self.run_position(&outermost, false)?;
        let is_answer = |entry: &StepInput| matches!(entry, StepInput::Answer(_));
        if !altered.open_steps().iter().any(|frame| frame.log.iter().any(is_answer)) {
            return Ok(Reloaded::Same); // No answer is lost.
        }
        let step = outermost.open_steps().first().map_or(String::new(), |frame| board.steps[frame.step.at()].clone());
        Ok(Reloaded::StepStart(step))
    }
}

/// Expands the plural of a kind of space (`countries: crisis 0`) to all its spaces, or to the first `most`.
pub(crate) fn of_each(board: &Board, text: &str, most: usize) -> String {
    let expanded = |item: &Fragment<'_>| {
        let (head, statement) = item.head()?;
        // The name of a single space or pile takes precedence.
        let is_single = board.space(head.text).is_some() || board.pile(head.text).is_some();
        let kind = board.find_of_kind(Kind::SpaceKind, head.text).filter(|_| !is_single)?.index(Kind::SpaceKind)?;
        let members = board.space_kinds[kind].members.iter().take(most);
        let each = members.map(|space| format!("{}: {}", board.spaces[space].id, statement.text));
        Some(each.collect::<Vec<_>>().join("; "))
    };
    let items = notation::items(text).into_iter();
    items.map(|item| expanded(&item).unwrap_or_else(|| item.text.to_owned())).collect::<Vec<_>>().join("; ")
}
