//! Going back and forth: what `undo`, `redo` and `goto` share.

use super::session::Session;
use cardwright_state::SideId;
use cardwright_table::Seat;

impl Session {
    /// Whether a bot would answer from here at once.
    pub(crate) fn is_bots_turn(&self) -> bool {
        self.table.asked().is_some_and(|s| self.table.seats[s.at()] == Seat::Random)
    }

    /// The game went from an event to where it is now; `asked` is who was asked before.
    pub(crate) fn went(&mut self, from: usize, asked: Option<SideId>) {
        let here = self.table.here();
        // Back along the line played: what came next from here, which somebody typed.
        let after = self.table.next_towards(here, from).and_then(|n| self.table.event_told(n, self.eyes()));
        let what = after.map(|t| format!(" (before `{t}`)")).unwrap_or_default();
        self.done(format!("at event {here}{what}"));
        self.list_way_back(from);
        self.went_with(asked);
    }
}
