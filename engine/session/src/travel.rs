//! Goes back and forth between events: the common part of `undo`, `redo` and `goto`.

use crate::reply::{ManualOutcomes, MovedReply, Reply};
use crate::session::Session;
use cardwright_table::{PlayError, Table, Unit, Viewer};

impl Session {
    /// Goes back or forth over a typed line, or over `count` answers, for a viewer. While a bot is to move it goes
    /// further, because the bot would only answer again.
    pub(crate) fn travel(
        &mut self,
        command: &str,
        viewer: Viewer,
        count: &str,
        step: impl Fn(&mut Table, Unit) -> Result<usize, PlayError>,
    ) -> Reply {
        if let Some(refused) = self.refuse_while_looking_back(command) {
            return refused;
        }
        let (unit, count) = match (count, count.parse::<usize>()) {
            ("", _) => (Unit::Line, 1),
            (_, Ok(count @ 1..)) => (Unit::Answer, count),
            _ => return Reply::refused(format!("`{command}` takes a number of answers, such as `{command} 1`")),
        };
        let (from, forced) = (self.table.shown_event(), self.table.forced().len());
        let mut steps = 0;
        while steps < count {
            match step(&mut self.table, unit) {
                Ok(_) => steps += usize::from(!self.is_bots_turn() || !self.has_parent()),
                Err(error) if self.table.shown_event() == from => return self.refuse(viewer, error),
                Err(_) => break,
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
