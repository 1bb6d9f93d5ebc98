//! What is half-entered, at the prompt: what it has cost so far, and taking it back.

use super::display::changed;
use super::display::paint::{flow, wrap};
use super::session::Session;
use cardwright_state::Kind;
use cardwright_view::{Begun, Eyes, begun, costs, loaded_within};

impl Session {
    /// Ctrl-C on an empty line: the innermost thing that is half-entered is taken back; dice and other sides stay. If that would
    /// take back parts that are whole (the spaces of an operation), it is asked first.
    pub(crate) fn abandon(&mut self) {
        let mut all = begun(&self.table).into_iter();
        let Some(innermost) = all.next() else {
            if let Some(name) = loaded_within(&self.table) {
                return self.say(format!("{name} had been begun when the position was loaded: it is not taken back"));
            }
            return self.say("nothing is half-entered; Ctrl-D or `quit` leaves the game");
        };
        let (name, to) = (&innermost.name, innermost.taken_back_to(&self.table));
        if to == self.table.here() {
            let side = self.table.asked().map(|s| self.table.board().sides[s.at()].name.clone()).unwrap_or_default();
            let why = "cannot be taken back any more: dice, cards or another side came into it";
            let words: Vec<String> =
                format!("{name} {why}. It is {side}'s choice").split(' ').map(str::to_owned).collect();
            return self.say_all(flow("", 0, &words, " ", self.page.width));
        }
        let (here, parts) = (self.table.here(), self.parts_since(to));
        if innermost.is_period && parts > 1 && self.asked_whether != Some(here) {
            self.asked_whether = Some(here);
            let told = format!(
                "{name} has {parts} whole parts: Ctrl-C once more takes all of them back, `undo` the last answer"
            );
            return self.say_all(wrap(&told, 0, self.page.width));
        }
        let asked = self.table.asked();
        if let Err(error) = self.table.goto(to) {
            return self.answered(Err(error));
        }
        if to != innermost.before {
            self.done(format!(
                "{name} is taken back as far as may be: dice, cards or another side came into it before"
            ));
        } else if let Some(whole) = all.next() {
            self.done(format!("{name} is taken back; Ctrl-C once more takes back {}", whole.name));
        } else {
            self.done(format!("{name} is taken back"));
        }
        self.went_with(asked);
    }

    /// How many actions were played since an event.
    fn parts_since(&self, before: usize) -> usize {
        let since = self.table.path().into_iter().rev().take_while(|n| *n != before);
        let is_action = |n: &usize| {
            let head = self.table.nodes()[*n].row.and_then(|row| row.columns().first().copied());
            head.is_some_and(|head| head.index(Kind::Action).is_some())
        };
        since.filter(is_action).count()
    }

    /// What is half-entered has cost so much, in one line; nothing where nothing is, or nothing differs.
    pub(crate) fn so_far(&self, whole: Option<&Begun>) -> Option<String> {
        let start = whole?.start(&self.table)?;
        let after = self.at_position();
        let costs = costs(&Eyes { position: &start, ..after }, &after);
        let costs: Vec<String> = costs.iter().map(|cost| changed::line(self.page, cost)).collect();
        (!costs.is_empty()).then(|| format!("  so far  {}", costs.join(" · ")))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{after, demo, with};
    use cardwright_table::Seat;

    #[test]
    fn an_empty_ctrl_c_takes_a_half_entered_action_back() {
        let mut session = demo(&[("blue", Seat::Random)], true);
        session.abandon();
        assert!(session.take_out().contains("nothing is half-entered"));
        after(&mut session, "many 1 2 3");
        assert_eq!(session.table.here(), 4);
        session.abandon();
        assert_eq!(session.take_out(), "✓ `many` is taken back\n");
        assert_eq!(session.table.here(), 0);
    }

    /// Red's operation: any number of levies, each paid for and then told how large; a raid is a throw of the die.
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
    const TEXTS: &str = "[action.levy]\nlabel = \"Levy in {1}\"\n[action.raid]\nlabel = \"Raid\"\n\
                         [action.close]\nlabel = \"Close\"\nnot_asked = \"nothing-to-close\"\n\
                         [why.nothing-to-close]\nsay = \"nothing has begun\"\nrule = \"DM 2.1\"\n";

    fn operation(open: bool) -> super::Session {
        let board = "[meta]\ngame = \"demo\"\nsource = \"reconstructed\"\n[[period]]\nid = \"operation\"\n\
                     entered_whole = true\n[[fact]]\nid = \"busy\"\non = \"game\"\ntype = \"truth\"\n\
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

    fn abandon(session: &mut super::Session) -> String {
        session.take_out();
        session.abandon();
        session.update();
        session.take_out()
    }

    #[test]
    fn first_the_innermost_is_taken_back_then_the_whole_operation() {
        let mut session = operation(false);
        after(&mut session, "levy hills 2 levy port 1");
        after(&mut session, "levy river ...");
        let shown = abandon(&mut session);
        assert!(shown.starts_with("✓ `levy` is taken back; Ctrl-C once more takes back the operation\n"), "{shown}");
        assert!(shown.contains("  now  points 7\n") && !shown.contains("Demo ·"), "not the whole table: {shown}");
        assert_eq!(session.table.here(), 4);
        // Two spaces are whole: they are not lost at one stroke.
        let asks =
            "the operation has 2 whole parts: Ctrl-C once more takes all of them back, `undo`\nthe last answer\n";
        assert_eq!(abandon(&mut session), asks);
        assert_eq!(session.table.here(), 4);
        after(&mut session, "undo");
        let shown = abandon(&mut session);
        assert!(shown.starts_with("✓ `levy` is taken back; Ctrl-C once more takes back the operation\n"), "{shown}");
        after(&mut session, "levy river 1");
        assert_eq!(abandon(&mut session), asks, "it is asked again where the game has gone on");
        assert!(abandon(&mut session).starts_with("✓ the operation is taken back\n"));
        assert_eq!(session.table.here(), 0);
        assert!(abandon(&mut session).starts_with("nothing is half-entered"));
        assert!(after(&mut session, "redo").contains("at event 1"), "it can be had back");
    }

    #[test]
    fn what_ended_stays_and_dice_stay() {
        let mut session = operation(false);
        after(&mut session, "levy hills 2 close levy port 1");
        abandon(&mut session);
        assert_eq!(session.table.here(), 3, "what was closed is not taken back");
        after(&mut session, "raid");
        assert_eq!(session.table.asked(), session.table.board().side("red"));
        assert!(abandon(&mut session).starts_with("`raid` cannot be taken back any more"));
        after(&mut session, "2 levy port 1");
        let here = session.table.here();
        assert!(abandon(&mut session).contains("the operation is taken back as far as may be"));
        assert_eq!(session.table.here(), here - 3, "as far as the die");
        let mut session = operation(true);
        after(&mut session, "levy hills 2 raid 1 levy port 1");
        assert!(abandon(&mut session).starts_with("the operation has 3 whole parts"));
        assert!(abandon(&mut session).starts_with("✓ the operation is taken back\n"));
        assert_eq!(session.table.here(), 0, "one who plays openly takes dice back too");
    }

    #[test]
    fn what_was_half_entered_when_a_position_was_loaded_stays_and_nothing_else_is_said_of_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str| folder.path().join(name).to_str().expect("a path").to_owned();
        for (line, name) in [("levy hills 2", "the operation"), ("levy hills ...", "`levy`")] {
            let (mut session, path) = (operation(false), file(&line.replace(' ', "-")));
            after(&mut session, line);
            after(&mut session, &format!("save {path}"));
            let mut session = operation(false);
            let shown = after(&mut session, &format!("load {path}"));
            assert!(shown.contains("the position of"), "{shown}");
            let here = session.table.here();
            let shown = abandon(&mut session);
            let told = format!("{name} had been begun when the position was loaded: it is not taken back\n");
            assert!(shown.starts_with(&told), "{shown}");
            assert_eq!(session.table.here(), here);
            let shown = after(&mut session, "undo");
            assert!(shown.contains("a position was loaded here: `goto 0` leads back to before it"), "{shown}");
        }
        let (mut session, path) = (operation(false), file("closed"));
        after(&mut session, "levy hills 2");
        after(&mut session, &format!("save {path}"));
        after(&mut session, &format!("load {path}"));
        after(&mut session, "close");
        assert!(abandon(&mut session).starts_with("nothing is half-entered"));
        after(&mut session, "levy port 1");
        assert!(abandon(&mut session).starts_with("✓ the operation is taken back\n"), "what was begun since is");
    }

    #[test]
    fn what_it_has_cost_so_far_stands_above_the_question() {
        let mut session = operation(false);
        assert!(!session.take_out().contains("so far"));
        let shown = after(&mut session, "levy hills ...");
        assert!(shown.contains("  so far  Points 9 → 8\nWhich? (2 ways)\n"), "{shown}");
        let shown = after(&mut session, "2 levy port 1");
        assert!(shown.contains("\n  so far  Points 9 → 7\n") && !shown.contains("busy"), "{shown}");
        let shown = after(&mut session, "close");
        assert!(!shown.contains("so far"), "{shown}");
        let shown = after(&mut session, "adjust points 3");
        assert!(!shown.contains("so far"), "{shown}");
    }

    #[test]
    fn an_action_of_several_answers_has_a_cost_without_a_period_too() {
        let mut session = demo(&[], true);
        after(&mut session, "adjust points 9");
        assert!(!after(&mut session, "many 1 2").contains("so far"), "nothing differs");
        after(&mut session, "dice 1 5");
        after(&mut session, "adjust turn red-turn; hills: 2 open; port: 2 open, guard");
        let shown = after(&mut session, "stir port");
        assert!(shown.contains("Which? (2 ways)") && !shown.contains("so far"), "it is Blue's choice: {shown}");
    }
}
