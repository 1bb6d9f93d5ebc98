//! Looking back at a game that is over: the table as it was after any event, while the game stays at its end.

use super::display::paint::clip;
use super::session::Session;
use cardwright_view::history;

impl Session {
    /// Shows the table as it was after an event.
    pub(crate) fn look_at(&mut self, n: usize) {
        match self.table.look_back(n) {
            Ok(()) => {
                self.lay_open();
                self.redraw();
            }
            Err(error) => self.answered(Err(error)),
        }
    }

    /// Enter while looking back: the event after the one that is looked at, on the way to the end.
    pub(crate) fn look_on(&mut self) {
        let (here, end) = (self.table.here(), self.table.now());
        self.look_at(self.table.next_towards(here, end).unwrap_or(end));
    }

    /// Refuses what takes the game back or forth while an earlier event is looked at: it would not do so from there. Whether it did.
    pub(crate) fn looks_back_for(&mut self, command: &str) -> bool {
        if !self.table.is_looking_back() {
            return false;
        }
        let here = self.table.here();
        let on = if self.table.open { "; an answer goes on from here" } else { "" };
        self.refuse(format!(
            "this looks back at event {here}, and `{command}` would be of the end: `goto end` returns there, and takes `{command}`{on}"
        ));
        true
    }

    /// In a game with all hands open an answer goes on from what is looked at, as a branch. False: it does not.
    pub(crate) fn goes_on_from_here(&mut self) -> bool {
        if !self.table.is_looking_back() {
            return true;
        }
        if !self.table.open {
            self.refuse("the game is over, and this looks back at it: Enter shows the next event, `goto end` returns");
            return false;
        }
        let here = self.table.here();
        self.table.look_up();
        match self.table.goto(here) {
            Ok(()) => true,
            Err(error) => {
                self.answered(Err(error));
                false
            }
        }
    }

    /// What is told where an event is looked back at: what came with it, and what was done next.
    pub(crate) fn tell_look(&mut self) {
        let (here, end) = (self.table.here(), self.table.now());
        let told = history::at(&self.table, here, self.eyes(), self.decisions);
        self.tell(&[told], false);
        let next = self.table.next_towards(here, end).and_then(|n| Some((n, self.table.event_told(n, self.eyes())?)));
        let next = next.map_or_else(
            || "another branch than the one that led to the end".to_owned(),
            |(n, text)| format!("then {n} {text}"),
        );
        let line = format!("event {here} of {end} · {next} · Enter goes on, `goto end` returns");
        let line = self.page.dim(&clip(&line, self.page.width));
        self.say(line);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{after, demo};
    use cardwright_table::Seat;

    /// Red alone against chance, resigning after two answers.
    fn over(open: bool) -> super::Session {
        let mut session = demo(&[("blue", Seat::Random)], open);
        for line in ["raise port", "note the Port is where it stalls", "stir hills"] {
            assert!(!after(&mut session, line).contains('✗'), "{line}");
        }
        assert!(after(&mut session, "resign").contains("Blue wins"), "the game is over");
        session
    }

    #[test]
    fn the_table_after_any_event_is_looked_back_at_and_the_game_stays_over() {
        let mut session = over(false);
        let (end, hash, events) = (session.table.here(), session.table.hash(), session.table.nodes().len());
        let shown = after(&mut session, "goto 1");
        assert!(shown.contains("event 1 of 3 · then 2 red: stir hills"), "{shown}");
        assert!(shown.contains("hidden") && shown.contains("note  the Port is where it stalls"), "{shown}");
        assert_eq!(session.prompt().0, "event 1> ");
        assert!(after(&mut session, "show port").contains("Port"));
        // Nothing is played there, by nobody; it is walked through with Enter.
        assert!(after(&mut session, "raise river").contains("✗ the game is over, and this looks back at it"));
        let shown = after(&mut session, "");
        assert!(shown.contains("event 2 of 3 · then 3 red resigns"), "{shown}");
        after(&mut session, "note and here it ended");
        assert!(after(&mut session, "goto 77").contains("there are events 0 to 3"));
        let shown = after(&mut session, "goto end");
        assert!(shown.contains("Blue wins"), "{shown}");
        assert_eq!((session.table.here(), session.table.hash(), session.table.nodes().len()), (end, hash, events));
        assert!(session.table.is_over() && session.prompt().0 == "over> ");
        let notes = after(&mut session, "note");
        assert!(notes.contains("1 red: raise port") && notes.contains("and here it ended"), "{notes}");
        // Undo is of the game's end: who looks elsewhere is told so.
        let mut session = over(true);
        after(&mut session, "goto 0");
        let refused = after(&mut session, "undo");
        assert!(
            refused.contains("✗ this looks back at event 0") && refused.contains("`goto end` returns"),
            "{refused}"
        );
        assert!(after(&mut session, "redo").contains("✗ this looks back at event 0"));
        assert_eq!((session.table.here(), session.table.now()), (0, 3), "nothing is taken back");
        after(&mut session, "goto end");
        after(&mut session, "undo");
        assert_eq!(session.table.here(), 2);
        assert!(!session.table.is_over());
    }

    #[test]
    fn once_it_is_over_what_was_hidden_is_shown_to_all_and_nothing_is_taken_back() {
        let mut session = demo(&[("blue", Seat::Random)], false);
        after(&mut session, "adjust blue hand: 01");
        after(&mut session, "resign");
        let of_all = |session: &super::Session| session.eyes().view(session.table.board(), session.table.position());
        assert!(!of_all(&session).contains("blue hand: 01"), "the end alone shows no hand:\n{}", of_all(&session));
        let shown = after(&mut session, "goto 0");
        assert!(shown.contains("✓ the game is over: all that was hidden is shown now"), "{shown}");
        let shown = after(&mut session, "goto end");
        assert!(of_all(&session).contains("blue hand: 01"), "{}", of_all(&session));
        assert!(!shown.contains("✓") && shown.contains("wins"), "told once:\n{shown}");
        let (here, refused) = (session.table.here(), after(&mut session, "undo"));
        assert!(refused.contains("✗ what was hidden has been shown"), "{refused}");
        assert!(session.table.is_over() && session.table.here() == here);
        assert!(after(&mut session, "goto 1").contains("event 1 of"), "it is looked back at still");
    }

    #[test]
    fn in_an_open_game_an_answer_goes_on_from_what_is_looked_at() {
        let mut session = over(true);
        after(&mut session, "goto 1");
        let shown = after(&mut session, "raise river");
        assert!(!shown.contains('✗'), "{shown}");
        assert_eq!(session.table.nodes()[session.table.here()].parent, Some(1));
        assert!(!session.table.is_over() && !session.table.is_looking_back());
        assert!(after(&mut session, "goto 3").contains("Blue wins"), "the end is where it was");
    }
}
