//! Going back and forth between events: what `undo`, `redo` and `goto` share.

use crate::reply::{Dice, Moved, Reply};
use crate::session::Session;
use cardwright_table::{PlayError, Table, Viewer};

impl Session {
    /// Takes one step back or forth for a viewer, and goes on past events that bots would only answer again.
    pub(crate) fn travel(
        &mut self,
        viewer: Viewer,
        is_back: bool,
        step: impl Fn(&mut Table) -> Result<usize, PlayError>,
    ) -> Reply {
        let (from, forced) = (self.table.here(), self.table.forced().len());
        loop {
            match step(&mut self.table) {
                Ok(_) if self.is_bots_turn() && (!is_back || self.has_parent()) => {}
                Err(error) if self.table.here() == from => return self.refuse(viewer, error),
                Ok(_) | Err(_) => break,
            }
        }
        let dice = self.table.forced_words();
        let dice = (dice.len() > forced).then_some(Dice { outcomes: dice });
        Reply::Moved(Moved { dice, ..self.moved(viewer, from) })
    }

    fn has_parent(&self) -> bool {
        self.table.nodes()[self.table.here()].parent.is_some()
    }

    /// Reports that the game went from an event to where it is now.
    pub(crate) fn moved(&self, viewer: Viewer, from: usize) -> Moved {
        let event = self.table.here();
        // Going back along the line played: what came next, which somebody typed.
        let next = self.table.next_towards(event, from);
        let before = next.and_then(|next| self.table.event_text_for(next, viewer));
        Moved { from, event, before, loaded: None, dice: None, is_far: false }
    }
}
