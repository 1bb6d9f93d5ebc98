//! A table of several people: what each may take back, and answers to a game that has moved on.

use super::{Node, PlayError, Seat, Table};
use crate::timeline::NoWay;
use cardwright_state::board::Sides;

impl Table {
    /// That the game is at an event still: an answer to what was asked there is for it.
    ///
    /// # Errors
    /// It has moved on.
    pub fn is_still_at(&self, event: usize) -> Result<(), PlayError> {
        if self.now() == event { Ok(()) } else { Err(PlayError::MovedOn { was: event, is: self.now() }) }
    }

    /// [`Table::undo`] by whoever answers for these sides: of nobody else's answers.
    ///
    /// # Errors
    /// As there; or the answer is another's.
    pub fn undo_by(&mut self, own: Sides) -> Result<usize, PlayError> {
        self.look_up();
        // Why nothing can be taken back at all is told by the undo itself.
        if let Ok(to) = self.undo_leads() {
            self.only_own(to, own)?;
        }
        self.undo()
    }

    /// [`Table::redo`] by whoever answers for these sides.
    ///
    /// # Errors
    /// As there; or the answer is another's.
    pub fn redo_by(&mut self, own: Sides) -> Result<usize, PlayError> {
        self.look_up();
        if let Ok(to) = self.timeline.after() {
            self.only_own(to, own)?;
        }
        self.redo()
    }

    /// [`Table::goto`] by whoever answers for these sides: nobody else's answer is taken back for it, or given again.
    ///
    /// # Errors
    /// As there; or an answer between is another's.
    pub fn goto_by(&mut self, n: usize, own: Sides) -> Result<(), PlayError> {
        self.look_up();
        self.has_event(n)?;
        self.only_own(n, own)?;
        self.goto(n)
    }

    /// Whether undo leads anywhere: for whoever answers for these sides, or for who may take back all.
    pub fn may_undo(&self, own: Option<Sides>) -> bool {
        let to = self.undo_leads();
        to.is_ok_and(|to| own.is_none_or(|own| self.only_own(to, own).is_ok()))
    }

    /// The same of redo.
    pub fn may_redo(&self, own: Option<Sides>) -> bool {
        let to = self.timeline.after();
        to.is_ok_and(|to| own.is_none_or(|own| self.only_own(to, own).is_ok()))
    }

    fn undo_leads(&self) -> Result<usize, NoWay> {
        self.timeline.before(|node| self.open || self.is_of_rules_alone(node))
    }

    /// That between here and an event lie no answers of other people, and at least one of these sides.
    fn only_own(&self, to: usize, own: Sides) -> Result<(), PlayError> {
        let (from, to) = (self.path(), self.timeline.ancestors(to));
        let gone = from.iter().filter(|n| !to.contains(n));
        let come = to.iter().filter(|n| !from.contains(n));
        let mut is_own = false;
        for node in gone.chain(come).map(|n| &self.timeline.nodes[*n]) {
            is_own |= node.side.is_some_and(|side| own.has(side));
            if let Some(whose) = self.is_anothers(node, own) {
                return Err(PlayError::NotYours { whose });
            }
        }
        match is_own {
            true => Ok(()),
            false => Err(PlayError::NotYours { whose: "nobody at your seat".into() }),
        }
    }

    /// The name of whose event it is, where that is another person: or what nobody answered, but the desk did.
    fn is_anothers(&self, node: &Node, own: Sides) -> Option<String> {
        match node.side {
            Some(side) if own.has(side) || self.seats[side.at()] != Seat::Human => None,
            Some(side) => Some(self.board().sides[side.at()].name.clone()),
            // Rules that were taken up are nobody's answer, and stay.
            None if node.reloaded => None,
            None => Some("the desk".into()),
        }
    }
}
