//! What a side has begun and not ended: the action it is in the middle of, and the whole of which that is a part. What it
//! has cost so far, and taking it back.

use super::changed::Two;
use super::display::paint::flow;
use super::session::Session;
use cardwright_state::position::{Entry, Frame};
use cardwright_state::{PeriodId, Position, SideId};
use cardwright_table::Event;
use cardwright_view::Eyes;
use std::sync::Arc;

/// Something half-entered.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Begun {
    /// As people are told of it: `` `march` ``, `the operation`.
    name: String,
    /// The event before it was begun.
    before: usize,
}

impl Session {
    /// Ctrl-C on an empty line: the innermost thing that is half-entered is taken back; dice and other sides stay.
    pub(crate) fn abandon(&mut self) {
        let mut begun = self.begun().into_iter();
        let Some(Begun { name, before }) = begun.next() else {
            return self.say("nothing is half-entered; Ctrl-D or `quit` leaves the game");
        };
        let to = if self.table.open { before } else { self.last_barrier_after(before) };
        if to == self.table.here() {
            let side = self.table.asked().map(|s| self.table.board().sides[s.at()].name.clone()).unwrap_or_default();
            let why = "cannot be taken back any more: dice, cards or another side came into it";
            let words: Vec<String> =
                format!("{name} {why}. It is {side}'s choice").split(' ').map(str::to_owned).collect();
            return self.say_all(flow("", 0, &words, " ", self.page.width));
        }
        let asked = self.table.asked();
        if let Err(error) = self.table.goto(to) {
            return self.answered(Err(error));
        }
        if to != before {
            self.done(format!(
                "{name} is taken back as far as may be: dice, cards or another side came into it before"
            ));
        } else if let Some(whole) = begun.next() {
            self.done(format!("{name} is taken back; Ctrl-C once more takes back {}", whole.name));
        } else {
            self.done(format!("{name} is taken back"));
        }
        self.went_with(asked);
    }

    /// Whether an event and all since belong to something that is half-entered still.
    pub(crate) fn is_half_entered_since(&self, event: usize) -> bool {
        let begun = self.begun().pop();
        begun.is_some_and(|whole| {
            whole.before == event
                || self.table.next_towards(whole.before, event).is_some() && self.table.path().contains(&event)
        })
    }

    /// What is half-entered has cost so much, in one line; nothing where nothing is, or nothing differs.
    pub(crate) fn so_far(&self) -> Option<String> {
        let whole = self.begun().pop()?;
        let nodes = self.table.nodes();
        let asked = self.table.asked();
        let path = self.table.path();
        let own = path.iter().skip_while(|n| **n != whole.before).skip(1).all(|n| nodes[*n].side == asked);
        let start = &nodes[whole.before];
        if !own || !Arc::ptr_eq(&start.program, self.table.program()) {
            return None;
        }
        let after = self.at_position();
        let costs = Two { before: Eyes { position: &start.position, ..after }, after, page: self.page }.costs();
        (!costs.is_empty()).then(|| format!("  so far  {}", costs.join(" · ")))
    }

    /// What is half-entered, innermost first, each begun earlier than the one before it.
    fn begun(&self) -> Vec<Begun> {
        let Some(side) = self.table.asked() else { return Vec::new() };
        let mut out = self.open_steps();
        out.extend(self.table.board().entered_whole.and_then(|period| self.open_period(side, period)));
        let mut last = self.table.here();
        out.retain(|begun| {
            let earlier = self.table.next_towards(begun.before, last).is_some();
            if earlier {
                last = begun.before;
            }
            earlier
        });
        out
    }

    /// The open actions, innermost first; with none open, the innermost step.
    fn open_steps(&self) -> Vec<Begun> {
        let board = self.table.board();
        let stack = self.table.position().open_steps();
        let is_action = |f: &Frame| board.actions.iter().any(|a| a.id == board.steps[f.step.at()]);
        let actions: Vec<usize> = (0..stack.len()).rev().filter(|at| is_action(&stack[*at])).collect();
        if actions.is_empty() {
            // A step is half-entered once it has been answered since the last step it called.
            let answered = |f: &Frame| {
                let told = f.log.iter().rev().take_while(|e| !matches!(e, Entry::Called { .. }));
                told.into_iter().any(|e| matches!(e, Entry::Answer(_)))
            };
            return stack.len().checked_sub(1).and_then(|at| self.open_step(at, answered)).into_iter().collect();
        }
        actions.into_iter().filter_map(|at| self.open_step(at, |_| true)).collect()
    }

    /// Since when the open step at a depth has been half-entered.
    fn open_step(&self, depth: usize, is_begun: impl Fn(&Frame) -> bool) -> Option<Begun> {
        let frame = &self.table.position().open_steps()[depth];
        let within = |n: usize| {
            let same = |f: &Frame| (f.step, &f.args, f.start) == (frame.step, &frame.args, frame.start);
            self.table.nodes()[n].position.open_steps().get(depth).is_some_and(|f| same(f) && is_begun(f))
        };
        let before = self.table.path().into_iter().rev().find(|n| !within(*n))?;
        Some(Begun { name: format!("`{}`", self.table.board().steps[frame.step.at()]), before })
    }

    /// Since when a side, and it alone, has been within a period.
    fn open_period(&self, side: SideId, period: PeriodId) -> Option<Begun> {
        let (board, nodes) = (self.table.board(), self.table.nodes());
        let is_within = |position: &Position| position.is_within(board, period);
        let goes_on = |n: usize| {
            let node = &nodes[n];
            let answered = matches!(node.event, Some(Event::Answer { .. } | Event::Standing { .. }));
            answered && node.side == Some(side) && !node.ended.contains(&period) && is_within(&node.position)
        };
        let before = self.table.path().into_iter().rev().find(|n| !goes_on(*n))?;
        Some(Begun { name: format!("the {}", board.periods[period.at()]), before })
    }

    /// The last event up to here that may not be undone, if it comes after one; else that one.
    fn last_barrier_after(&self, before: usize) -> usize {
        let path = self.table.path();
        let since = path.iter().rev().take_while(|n| **n != before);
        since.copied().find(|n| self.table.nodes()[*n].barrier).unwrap_or(before)
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
        assert!(abandon(&mut session).starts_with("✓ the operation is taken back\n"));
        assert_eq!(session.table.here(), 0, "one who plays openly takes dice back too");
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
