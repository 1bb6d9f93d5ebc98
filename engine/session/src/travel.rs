//! Goes back and forth between events: the common part of `undo`, `redo` and `goto`.

use crate::reply::{ManualOutcomes, MovedReply, Reply};
use crate::session::Session;
use cardwright_table::{PlayError, Table, Viewer};

impl Session {
    /// Goes one event back or forth for a viewer, and further while a bot is to move, because the bot would only answer
    /// again.
    pub(crate) fn travel(
        &mut self,
        viewer: Viewer,
        is_back: bool,
        step: impl Fn(&mut Table) -> Result<usize, PlayError>,
    ) -> Reply {
        let (from, forced) = (self.table.shown_event(), self.table.forced().len());
        loop {
            match step(&mut self.table) {
                Ok(_) if self.is_bots_turn() && (!is_back || self.has_parent()) => {}
                Err(error) if self.table.shown_event() == from => return self.refuse(viewer, error),
                Ok(_) | Err(_) => break,
            }
        }
        // If a roll is undone, the dice that somebody typed for it return to the list of coming dice.
        let dice = self.table.forced_words();
        let dice = (dice.len() > forced).then_some(ManualOutcomes { outcomes: dice });
        Reply::Moved(MovedReply { dice, ..self.moved(viewer, from) })
    }

    fn has_parent(&self) -> bool {
        self.table.nodes()[self.table.shown_event()].parent.is_some()
    }

    /// Reports that the game went from an event to where it is now.
    pub(crate) fn moved(&self, viewer: Viewer, from: usize) -> MovedReply {
        let event = self.table.shown_event();
        // If the game went back, `before` is the answer that followed `event` in the play that was undone.
        let next = self.table.next_towards(event, from);
        let before = next.and_then(|next| self.table.event_text_for(next, viewer));
        MovedReply { from, event, before, loaded: None, dice: None, is_far: false }
    }
}
