//! Looks back at a finished game: shows the position after an earlier event, while the game stays at its end.

use super::display::paint::clip;
use super::prompt::Prompt;
use cardwright_view::history;

impl Prompt {
    /// Shows the position after an event.
    pub(crate) fn look_at(&mut self, event: usize) {
        let viewer = self.viewer();
        match self.session.table.look_back(event) {
            Ok(()) => {
                self.lay_open();
                self.screen.redraw();
            }
            Err(error) => {
                let reply = self.session.refuse(viewer, error);
                self.show(reply);
            }
        }
    }

    /// Shows the next event on the way to the end, when the player presses Enter.
    pub(crate) fn look_at_next(&mut self) {
        let (here, end) = (self.table().shown_event(), self.table().current_event());
        self.look_at(self.table().next_towards(here, end).unwrap_or(end));
    }

    /// Shows all hidden hands while the player looks back. The game stays finished.
    fn lay_open(&mut self) {
        let viewer = self.viewer();
        if viewer.sees_all() || !self.session.hides_from(viewer) {
            return;
        }
        self.session.lay_open();
        let now = self.table().current_event();
        self.screen.reported.fill(now);
        self.screen.done("the game is over: all that was hidden is shown now, and nothing is taken back any more");
    }

    /// Shows the log of the event that the player looks at, and the next answer.
    pub(crate) fn report_look(&mut self) {
        let (here, end) = (self.table().shown_event(), self.table().current_event());
        let viewer = self.viewer();
        let entry = history::at(self.table(), here, viewer, self.session.decisions);
        self.show_log(&[entry], false);
        let table = self.table();
        let next = table.next_towards(here, end).and_then(|event| Some((event, table.event_text_for(event, viewer)?)));
        let next = next.map_or_else(
            || "another branch than the one that led to the end".to_owned(),
            |(event, text)| format!("then {event} {text}"),
        );
        let line = format!("event {here} of {end} · {next} · Enter goes on, `goto end` returns");
        let line = self.page().dim(&clip(&line, self.page().width));
        self.say(line);
    }
}

#[cfg(test)]
mod tests {
    use crate::repl::tests::{after, demo};
    use cardwright_bots::RANDOM;
    use cardwright_table::Seat;

    /// Plays a game to its end: Red plays against a random bot and resigns after two answers. `after` types a line and
    /// returns what the prompt then shows.
    fn finished_game(open: bool) -> crate::repl::prompt::Prompt {
        let mut prompt = demo(&[("blue", Seat::Bot(RANDOM))], open);
        for line in ["raise port", "note the Port is where it stalls", "stir hills"] {
            assert!(!after(&mut prompt, line).contains('✗'), "{line}");
        }
        assert!(after(&mut prompt, "resign yes").contains("Blue wins"), "the game is over");
        prompt
    }

    #[test]
    fn a_player_looks_back_at_any_event_and_the_game_stays_over() {
        let mut prompt = finished_game(false);
        let (end, hash, events) =
            (prompt.session.table.shown_event(), prompt.session.table.hash(), prompt.session.table.nodes().len());
        let shown = after(&mut prompt, "goto 1");
        assert!(shown.contains("event 1 of 3 · then 2 red: stir hills"), "{shown}");
        assert!(shown.contains("hidden") && shown.contains("note  the Port is where it stalls"), "{shown}");
        assert_eq!(prompt.line_prompt().0, "event 1> ");
        assert!(after(&mut prompt, "show port").contains("Port"));
        // No answer is possible while the player looks back; Enter shows the next event.
        assert!(after(&mut prompt, "raise river").contains("✗ the game is over, and you look back at it"));
        let shown = after(&mut prompt, "");
        assert!(shown.contains("event 2 of 3 · then 3 red resigns"), "{shown}");
        after(&mut prompt, "note and here it ended");
        assert!(after(&mut prompt, "goto 77").contains("there are events 0 to 3"));
        let shown = after(&mut prompt, "goto end");
        assert!(shown.contains("Blue wins"), "{shown}");
        assert_eq!(
            (prompt.session.table.shown_event(), prompt.session.table.hash(), prompt.session.table.nodes().len()),
            (end, hash, events)
        );
        assert!(prompt.session.table.is_over() && prompt.line_prompt().0 == "over> ");
        let notes = after(&mut prompt, "note");
        assert!(notes.contains("1 red: raise port") && notes.contains("and here it ended"), "{notes}");
        // Undo works at the end of the game only.
        let mut prompt = finished_game(true);
        after(&mut prompt, "goto 0");
        let refused = after(&mut prompt, "undo");
        assert!(refused.contains("✗ you look back at event 0") && refused.contains("`goto end` returns"), "{refused}");
        assert!(after(&mut prompt, "redo").contains("✗ you look back at event 0"));
        assert_eq!(
            (prompt.session.table.shown_event(), prompt.session.table.current_event()),
            (0, 3),
            "nothing is taken back"
        );
        after(&mut prompt, "goto end");
        after(&mut prompt, "undo");
        assert_eq!(prompt.session.table.shown_event(), 2);
        assert!(!prompt.session.table.is_over());
    }

    #[test]
    fn looking_back_shows_all_hands_and_then_undo_is_refused() {
        let mut prompt = demo(&[("blue", Seat::Bot(RANDOM))], false);
        after(&mut prompt, "adjust blue hand: 01");
        after(&mut prompt, "resign yes");
        let position_text = |prompt: &crate::repl::prompt::Prompt| {
            prompt.viewer().position_text(prompt.session.table.board(), prompt.session.table.position())
        };
        let text = position_text(&prompt);
        assert!(!text.contains("blue hand: 01"), "hands stay hidden until the player looks back:\n{text}");
        let shown = after(&mut prompt, "goto 0");
        assert!(shown.contains("✓ the game is over: all that was hidden is shown now"), "{shown}");
        let shown = after(&mut prompt, "goto end");
        let text = position_text(&prompt);
        assert!(text.contains("blue hand: 01"), "{text}");
        assert!(!shown.contains("✓") && shown.contains("wins"), "the prompt says this only once:\n{shown}");
        let (here, refused) = (prompt.session.table.shown_event(), after(&mut prompt, "undo"));
        assert!(refused.contains("✗ all hands have been shown"), "{refused}");
        assert!(prompt.session.table.is_over() && prompt.session.table.shown_event() == here);
        assert!(after(&mut prompt, "goto 1").contains("event 1 of"), "the player can still look back");
    }

    #[test]
    fn in_an_open_game_an_answer_goes_on_from_the_shown_event() {
        let mut prompt = finished_game(true);
        after(&mut prompt, "goto 1");
        for (line, reply) in [("nonsense", "✗ `nonsense` does not fit here"), ("raise", "`raise` what?")] {
            let shown = after(&mut prompt, line);
            assert!(shown.contains(reply), "{line}: {shown}");
            let table = &prompt.session.table;
            assert!(table.is_looking_back(), "{line} changes nothing");
            assert_eq!((table.shown_event(), table.current_event()), (1, 3), "{line} changes nothing");
        }
        let shown = after(&mut prompt, "raise river");
        assert!(!shown.contains('✗'), "{shown}");
        assert_eq!(prompt.session.table.nodes()[prompt.session.table.shown_event()].parent, Some(1));
        assert!(!prompt.session.table.is_over() && !prompt.session.table.is_looking_back());
        assert!(after(&mut prompt, "goto 3").contains("Blue wins"), "the old end stays on its branch");
    }
}
