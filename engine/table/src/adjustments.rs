//! Changes of the position by hand (`adjust`). After a change, the pending choice must fit the changed position.
//!
//! A step may have read the position long before its question. So the engine inserts the changes before the open steps,
//! runs these steps again, and checks every answer that they have received. If an answer no longer fits, the game goes
//! back to the start of a step, as after a reload. If the steps that run again would overwrite the change itself, the
//! outermost step starts again from the changed position.

use crate::reload::Reloaded;
use crate::table::Table;
use cardwright_script::{GameEvent, RunError};
use cardwright_state::board::Board;
use cardwright_state::notation::{self, Fragment};
use cardwright_state::position::StepInput;
use cardwright_state::{CardId, Kind, Position};

impl Table {
    /// Finds the card in play: the card in the latest log heading that names a card. Also returns the heading's event.
    pub fn card_in_play(&self) -> Option<(CardId, usize)> {
        self.path().into_iter().rev().find_map(|n| {
            let (node, board) = (&self.nodes()[n], self.board());
            let latest_first = node.game_events.iter().rev();
            let mut cards = latest_first.filter_map(|event| match event {
                GameEvent::Heading(line, _) => line.subjects.iter().find_map(|subject| subject.index(Kind::Card)),
                _ => None,
            });
            let id = &node.event_program.board.cards[cards.next()?].id;
            board.card(board.current_id("card", id)).map(|card| (card, n))
        })
    }

    /// Continues from a position that `adjust` made from the current one.
    ///
    /// # Errors
    /// No open step can run from that position.
    pub(crate) fn take_up_altered(&mut self, altered: &Position) -> Result<Reloaded, RunError> {
        if altered.outcome().is_some() {
            self.run_position(altered, false)?;
            return Ok(Reloaded::SameChoice); // Nothing is asked any more.
        }
        let board = self.board().clone();
        let old_length = self.position().journal().len();
        let changes = &altered.journal()[old_length..];
        if let Some(reordered) = altered.with_changes_before_steps(&board, old_length) {
            match self.resume_open_steps(&reordered) {
                // The change is still there after the steps ran again.
                Ok(reloaded) if self.game.vm.with_position(|position| position.agrees_on(changes, altered)) => {
                    return Ok(reloaded);
                }
                Err(error) if error.is_time_limit() => return Err(error),
                _ => {}
            }
        }
        // Only the outermost step stays open. It starts again, without the answers that it has received.
        let mut outermost = altered.clone();
        outermost.close_steps_within(1);
        outermost.clear_history();
        self.run_position(&outermost, false)?;
        let is_answer = |entry: &StepInput| matches!(entry, StepInput::Answer(_));
        if !altered.open_steps().iter().any(|frame| frame.log.iter().any(is_answer)) {
            return Ok(Reloaded::SameChoice); // No answer is lost.
        }
        let step = outermost.open_steps().first().map_or(String::new(), |frame| board.labels[frame.step].clone());
        Ok(Reloaded::StepStart(step))
    }
}

/// Replaces an item about a kind of spaces (`countries: crisis 0`) with one item for each of its spaces, at most
/// `limit`.
pub(crate) fn expand_kinds(board: &Board, text: &str, limit: usize) -> String {
    let expanded = |item: &Fragment<'_>| {
        let (head, statement) = item.head()?;
        // The name of a single space or pile takes precedence.
        let is_single = board.space(head.text).is_some() || board.pile(head.text).is_some();
        let kind = board.find_of_kind(Kind::SpaceKind, head.text).filter(|_| !is_single)?.index(Kind::SpaceKind)?;
        let members = board.space_kinds[kind].members.iter().take(limit);
        let statements = members.map(|space| format!("{}: {}", board.spaces[space].id, statement.text));
        Some(statements.collect::<Vec<_>>().join("; "))
    };
    let items = notation::items(text).into_iter();
    items.map(|item| expanded(&item).unwrap_or_else(|| item.text.to_owned())).collect::<Vec<_>>().join("; ")
}
