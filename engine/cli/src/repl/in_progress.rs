//! Actions in progress: shows what they have cost so far, and takes them back with Ctrl-C.

use super::display::changes;
use super::display::paint::{flow, wrap};
use super::prompt::Prompt;
use crate::out::counted;
use cardwright_state::Kind;
use cardwright_view::{PendingAction, ViewContext, pending_actions, track_changes, unfinished_when_loaded};

impl Prompt {
    /// Handles Ctrl-C on an empty line. Takes back the innermost action in progress, but no dice and no answers of
    /// other players. Asks first if several whole parts of it would be lost, such as two spaces of an operation.
    pub(crate) fn take_back_action_in_progress(&mut self) {
        let mut actions = pending_actions(self.table()).into_iter();
        let Some(innermost) = actions.next() else {
            let line = match unfinished_when_loaded(self.table()) {
                Some(name) => format!("{name} was in progress when the position was loaded: it is not taken back"),
                None => "nothing is in progress; Ctrl-D or `quit` leaves the game".to_owned(),
            };
            return self.say(line);
        };
        let (name, target) = (&innermost.name, innermost.undo_target(self.table()));
        let (here, width) = (self.table().shown_event(), self.page().width);
        if target == here {
            let side = self.table().asked().map(|side| self.table().board().sides[side.index()].name.clone());
            let why = "cannot be taken back any more: dice, cards or another side came into it";
            let text = format!("{name}: it {why}. It is {}'s choice", side.unwrap_or_default());
            let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
            return self.screen.say_all(flow("", 0, &words, " ", width));
        }
        let parts = self.parts_since(target);
        if innermost.is_period && parts > 1 && self.asked_to_abandon != Some(here) {
            self.asked_to_abandon = Some(here);
            let text = format!(
                "{name} has {parts} whole parts: Ctrl-C once more takes all of them back, `undo 1` the last answer"
            );
            return self.screen.say_all(wrap(&text, 0, width));
        }
        let (asked, viewer) = (self.table().asked(), self.viewer());
        let more = self.table().path().into_iter().rev().take_while(|event| *event != target).count() - 1;
        let what = match more {
            1.. if !innermost.is_period => format!("{name} and {}", counted(more, "more answer")),
            _ => name.clone(),
        };
        if let Err(error) = self.session.table.goto(target) {
            let reply = self.session.refuse(viewer, error);
            return self.show(reply);
        }
        let text = if target != innermost.before {
            format!("taken back as far as may be: {what}; dice, cards or another side came into it before")
        } else if let Some(outer) = actions.next() {
            format!("taken back: {what}; Ctrl-C once more takes back: {}", outer.name)
        } else {
            format!("taken back: {what}")
        };
        self.screen.done(&text);
        // If the same side is to move, the next update shows only the changes.
        self.moved_to_stage(asked, target);
    }

    /// Counts the actions that were played since event `before`.
    fn parts_since(&self, before: usize) -> usize {
        let since = self.table().path().into_iter().rev().take_while(|event| *event != before);
        let is_action = |event: &usize| {
            let head = self.table().nodes()[*event].row.and_then(|row| row.columns().first().copied());
            head.is_some_and(|head| head.index(Kind::Action).is_some())
        };
        since.filter(is_action).count()
    }

    /// Returns what the action in progress has cost so far, in one text line. `None` without an action or a cost.
    pub(crate) fn cost_so_far(&self, pending: Option<&PendingAction>) -> Option<String> {
        let start = pending?.start(self.table())?;
        let after = self.context();
        let costs = track_changes(&ViewContext { position: &start, ..after }, &after);
        let costs: Vec<String> = costs.iter().map(|cost| changes::line(self.page(), cost)).collect();
        (!costs.is_empty()).then(|| format!("  so far  {}", costs.join(" · ")))
    }
}

#[cfg(test)]
mod tests {
    use crate::repl::tests::{after, demo, with};
    use cardwright_bots::RANDOM;
    use cardwright_table::Seat;

    #[test]
    fn ctrl_c_on_an_empty_line_takes_back_a_half_entered_action() {
        let mut prompt = demo(&[("blue", Seat::Bot(RANDOM))], true);
        prompt.take_back_action_in_progress();
        assert!(prompt.screen.take_text().contains("nothing is in progress"));
        after(&mut prompt, "many 1 2 3");
        assert_eq!(prompt.session.table.shown_event(), 4);
        prompt.take_back_action_in_progress();
        assert_eq!(prompt.screen.take_text(), "✓ taken back: Many answers and 3 more answers\n");
        assert_eq!(prompt.session.table.shown_event(), 0);
    }

    /// The script of Red's operation. It has any number of levies and raids. A levy costs a point and then asks for the
    /// number of pieces; a raid costs a point and rolls a die.
    const OPERATION: &str = r#"
local levy, raid, close = action "levy", action "raid", action "close"
function levy.offer(side)
  offer(levy, PROVINCES)
end
function levy.play(side, at)
  set(BUSY, true)
  lower(POINTS, 1)
  local n = choose(side, numbers(1, 2))
  place(HIDDEN, n, at)
end
function raid.offer(side)
  offer(raid)
end
function raid.play(side)
  set(BUSY, true)
  lower(POINTS, 1)
  roll(D6, 1)
  choose(side, numbers(1, 2))
end
function close.offer(side)
  if need(get(BUSY), WHY.nothing_to_close) then
    offer(close)
  end
end
function close.play(side)
  end_period(OPERATION)
end
step("begin", function(side)
  act(side, { levy, raid })
  return next("go-on", side)
end)
step("go-on", function(side)
  local head = act(side, { levy, raid, close })
  return next(head == close.handle and "begin" or "go-on", side)
end)
"#;
    /// `not_asked` is the reason that `why not` gives while no step offers the action.
    const TEXTS: &str = "[action.levy]\nlabel = \"Levy in {1}\"\n[action.raid]\nlabel = \"Raid\"\n\
                         [action.close]\nlabel = \"Close\"\nnot_asked = \"nothing-to-close\"\n\
                         [why.nothing-to-close]\nsay = \"nothing has begun\"\nrule = \"DM 2.1\"\n";

    /// Starts a game in which an operation is a period that Ctrl-C takes back as a whole (`entered_whole`).
    fn operation(open: bool) -> super::Prompt {
        let board = "[meta]\ngame = \"demo\"\nsource = \"reconstructed\"\n[[period]]\nid = \"operation\"\n\
                     entered_whole = true\n[[fact]]\nid = \"busy\"\non = \"game\"\ntype = \"boolean\"\n\
                     until = \"operation\"\nshown = false\n";
        let scenario = "[meta]\nid = \"levies\"\ngame = \"demo\"\nname = \"Levies\"\nsource = \"reconstructed\"\n\
                        first = \"begin\"\nposition = \"turn begin red; points 9\"\n";
        let files = [
            ("scripts/demo/levies.luau", OPERATION),
            ("scripts/demo/text.toml", TEXTS),
            ("scenarios/demo/board.toml", board),
            ("scenarios/demo/levies.toml", scenario),
        ];
        with(&files, "levies", open)
    }

    fn take_back_action_in_progress(prompt: &mut super::Prompt) -> String {
        prompt.screen.take_text();
        prompt.take_back_action_in_progress();
        prompt.update();
        prompt.screen.take_text()
    }

    #[test]
    fn ctrl_c_takes_back_the_innermost_action_and_then_the_whole_operation() {
        let mut prompt = operation(false);
        after(&mut prompt, "levy hills 2 levy port 1");
        after(&mut prompt, "levy river ...");
        let shown = take_back_action_in_progress(&mut prompt);
        assert!(
            shown.starts_with("✓ taken back: Levy in River; Ctrl-C once more takes back: the operation\n"),
            "{shown}"
        );
        assert!(
            shown.contains("  now  points 7\n") && !shown.contains("Demo ·"),
            "Ctrl-C must not redraw the whole table: {shown}"
        );
        assert_eq!(prompt.session.table.shown_event(), 4);
        // Levies in two spaces are complete, so Ctrl-C asks before it takes both back.
        let asks =
            "the operation has 2 whole parts: Ctrl-C once more takes all of them back, `undo\n1` the last answer\n";
        assert_eq!(take_back_action_in_progress(&mut prompt), asks);
        assert_eq!(prompt.session.table.shown_event(), 4);
        after(&mut prompt, "undo 1");
        let shown = take_back_action_in_progress(&mut prompt);
        assert!(
            shown.starts_with("✓ taken back: Levy in Port; Ctrl-C once more takes back: the operation\n"),
            "{shown}"
        );
        after(&mut prompt, "levy river 1");
        assert_eq!(take_back_action_in_progress(&mut prompt), asks, "Ctrl-C asks again after another answer");
        assert!(take_back_action_in_progress(&mut prompt).starts_with("✓ taken back: the operation\n"));
        assert_eq!(prompt.session.table.shown_event(), 0);
        assert!(take_back_action_in_progress(&mut prompt).starts_with("nothing is in progress"));
        assert!(after(&mut prompt, "redo 1").contains("at event 1"), "`redo` plays the operation again");
    }

    #[test]
    fn ctrl_c_takes_back_neither_a_closed_operation_nor_dice() {
        let mut prompt = operation(false);
        after(&mut prompt, "levy hills 2 close levy port 1");
        take_back_action_in_progress(&mut prompt);
        assert_eq!(prompt.session.table.shown_event(), 3, "the closed operation is not taken back");
        after(&mut prompt, "raid");
        assert_eq!(prompt.session.table.asked(), prompt.session.table.board().side("red"));
        assert!(take_back_action_in_progress(&mut prompt).starts_with("Raid: it cannot be taken back any more"));
        after(&mut prompt, "2 levy port 1");
        let here = prompt.session.table.shown_event();
        assert!(take_back_action_in_progress(&mut prompt).contains("taken back as far as may be: the operation"));
        assert_eq!(prompt.session.table.shown_event(), here - 3, "only the answers after the die are taken back");
        let mut prompt = operation(true);
        after(&mut prompt, "levy hills 2 raid 1 levy port 1");
        assert!(take_back_action_in_progress(&mut prompt).starts_with("the operation has 3 whole parts"));
        assert!(take_back_action_in_progress(&mut prompt).starts_with("✓ taken back: the operation\n"));
        assert_eq!(prompt.session.table.shown_event(), 0, "in an open game dice are taken back too");
    }

    #[test]
    fn an_action_that_was_in_progress_when_a_position_was_loaded_is_not_taken_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str| folder.path().join(name).to_str().expect("a path").to_owned();
        for (line, name) in [("levy hills 2", "the operation"), ("levy hills ...", "`levy`")] {
            let (mut prompt, path) = (operation(false), file(&line.replace(' ', "-")));
            after(&mut prompt, line);
            after(&mut prompt, &format!("save {path}"));
            let mut prompt = operation(false);
            let shown = after(&mut prompt, &format!("load {path}"));
            assert!(shown.contains("the position of"), "{shown}");
            let here = prompt.session.table.shown_event();
            let shown = take_back_action_in_progress(&mut prompt);
            let message = format!("{name} was in progress when the position was loaded: it is not taken back\n");
            assert!(shown.starts_with(&message), "{shown}");
            assert_eq!(prompt.session.table.shown_event(), here);
            let shown = after(&mut prompt, "undo");
            assert!(shown.contains("a position was loaded here: `goto 0` goes back to the event before it"), "{shown}");
        }
        let (mut prompt, path) = (operation(false), file("closed"));
        after(&mut prompt, "levy hills 2");
        after(&mut prompt, &format!("save {path}"));
        after(&mut prompt, &format!("load {path}"));
        after(&mut prompt, "close");
        assert!(take_back_action_in_progress(&mut prompt).starts_with("nothing is in progress"));
        after(&mut prompt, "levy port 1");
        assert!(
            take_back_action_in_progress(&mut prompt).starts_with("✓ taken back: the operation\n"),
            "an operation that began after loading is taken back"
        );
    }

    #[test]
    fn the_cost_of_an_action_so_far_is_shown_above_the_question() {
        let mut prompt = operation(false);
        assert!(!prompt.screen.take_text().contains("so far"));
        let shown = after(&mut prompt, "levy hills ...");
        assert!(shown.contains("  so far  Points 9 → 8\nWhich? (2 ways)\n"), "{shown}");
        let shown = after(&mut prompt, "2 levy port 1");
        assert!(shown.contains("\n  so far  Points 9 → 7\n") && !shown.contains("busy"), "{shown}");
        let shown = after(&mut prompt, "close");
        assert!(!shown.contains("so far"), "{shown}");
        let shown = after(&mut prompt, "adjust points 3");
        assert!(!shown.contains("so far"), "{shown}");
    }

    #[test]
    fn no_cost_is_shown_without_a_change_or_when_another_side_is_to_move() {
        let mut prompt = demo(&[], true);
        after(&mut prompt, "adjust points 9");
        assert!(!after(&mut prompt, "many 1 2").contains("so far"), "no track has changed");
        after(&mut prompt, "dice 1 5");
        after(&mut prompt, "adjust turn red-turn; hills: 2 open; port: 2 open, guard");
        let shown = after(&mut prompt, "stir port");
        assert!(shown.contains("Which? (2 ways)") && !shown.contains("so far"), "Blue is to move: {shown}");
    }
}
