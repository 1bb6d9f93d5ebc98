//! What is told of a line, in which order, and what is not asked.

use super::{after, demo, with};

const WORDS: &str = "[word.take]\nlabel = \"Take {1}\"\n";
const ACTIONS: &str = "[action.build]\nlabel = \"Build in {1}\"\n[action.buy]\nlabel = \"Buy\"\n";

fn own(script: &str, texts: &str) -> super::Session {
    let texts = format!("{WORDS}{texts}");
    let files = [("scripts/demo/own.luau", script), ("scripts/demo/text.toml", texts.as_str())];
    let mut session = with(&files, "standard", true);
    after(&mut session, "adjust turn own; points 5");
    session
}

#[test]
fn what_a_line_brought_is_told_before_what_of_it_was_refused() {
    let mut session = demo(&[], true);
    let shown = after(&mut session, "raise port raise nowhere");
    let [brought, refused] = ["red: raise port", "✗"].map(|part| shown.find(part));
    assert!(brought.is_some() && brought < refused, "{shown}");
    assert!(shown.contains("(the answer before it\n  stands)"), "{shown}");
    assert_eq!(shown.matches("red: raise port").count(), 1, "{shown}");
}

#[test]
fn an_empty_line_of_a_pipe_says_shortly_what_is_asked() {
    let mut session = demo(&[], true);
    session.typing = false;
    assert_eq!(after(&mut session, ""), "Red acts (8 ways); `?` lists them\n");
    assert!(!session.refused);
}

#[test]
fn the_log_since_the_last_answer_begins_with_it() {
    let mut session = demo(&[], true);
    assert_eq!(after(&mut session, "log since"), "Red has not answered yet: `log` tells the last events\n");
    after(&mut session, "raise port");
    after(&mut session, "raise hills");
    after(&mut session, "adjust river: unrest 2");
    let shown = after(&mut session, "log since");
    assert!(shown.contains("red: raise hills") && shown.contains("adjust river"), "{shown}");
    assert!(!shown.contains("raise port"), "{shown}");
}

#[test]
fn a_column_that_was_drawn_stays() {
    let mut session = demo(&[], true);
    let title = |shown: &str| {
        let line = shown.lines().find(|line| line.starts_with("Provinces")).unwrap_or_default();
        line.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    let first = title(&after(&mut session, "show"));
    assert!(first.contains(&"Blue".to_owned()), "{first:?}");
    after(&mut session, "adjust each province: 0 guard");
    assert_eq!(title(&after(&mut session, "show")), first);
}

#[test]
fn what_is_forced_and_free_is_not_asked() {
    let mut session = own(
        "local build, buy = action \"build\", action \"buy\"\n\
         function build.offer() offer(build, PROVINCES) end\n\
         function build.play(side, at)\n  for n = 1, 3 do\n    offer(WORD.take, n)\n    choose(side)\n  end\n  place(HIDDEN, 1, at)\nend\n\
         function buy.offer() offer(buy) end\n\
         function buy.play(side)\n  offer(WORD.take, 1)\n  choose(side)\n  lower(POINTS, 1)\nend\n\
         step(\"own\", function()\n  act(RED, { build, buy })\n  return next(\"own\")\nend)\n",
        ACTIONS,
    );
    let shown = after(&mut session, "build port");
    assert!(shown.contains("red: take 3 (the default)"), "{shown}");
    let left = after(&mut session, "build hills ...");
    assert!(left.contains("(1 way)") && !left.contains("take 1 (the default)"), "{left}");
    let shown = after(&mut session, "");
    assert!(shown.contains("red: take 3 (the default)"), "{shown}");
    assert!(after(&mut session, "buy").contains("(1 way)"), "what costs something is asked");
}

#[test]
fn a_step_that_cannot_be_asked_any_more_is_not_the_end_of_the_game() {
    // What this keeps is no part of the position, and it is kept where `check` does not see it.
    let mut session = own(
        "local function keeping()\n  local seen = false\n  \
         return function(now)\n    seen = seen or now\n    return seen\n  end\nend\n\
         local has_seen = keeping()\n\
         local function asked()\n  offer(WORD.stay)\n  offer(WORD.take, 1)\n  choose(RED)\nend\n\
         step(\"own\", function()\n  asked()\n  if has_seen(false) then\n    error(\"seen already\")\n  end\n  \
         asked()\n  has_seen(true)\n  asked()\n  return next(\"own\")\nend)\n",
        "[word.stay]\nlabel = \"Stay\"\n",
    );
    after(&mut session, "stay");
    after(&mut session, "stay");
    assert!(!session.table.is_over() && session.table.unasked().is_none());
    session.look_at(2);
    assert!(session.take_out().contains("✗ event 2 cannot be asked any more: "));
    assert!(!session.table.is_over() && session.table.asked().is_none());
    assert_eq!(session.prompt().0, "stopped> ");
    let shown = after(&mut session, "stay");
    assert!(shown.contains("✗ event 3 cannot be asked any more: "), "{shown}");
    assert!(!shown.contains("the game is over"), "{shown}");
    // From where its step begins it goes on.
    assert!(after(&mut session, "goto 1").contains("(2 ways)"));
    assert!(session.table.unasked().is_none());
}
