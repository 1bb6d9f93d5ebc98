//! Tests of reports: what the prompt shows after a line and in which order, and which choices it does not ask.

use super::{after, demo, with};

const WORDS: &str = "[word.take]\nlabel = \"Take {1}\"\n";
const ACTIONS: &str = "[action.build]\nlabel = \"Build in {1}\"\n[action.buy]\nlabel = \"Buy\"\n";

/// Opens the prompt for the demo game at the step `own` of a script.
fn at_own_step(script: &str, texts: &str) -> crate::repl::prompt::Prompt {
    let texts = format!("{WORDS}{texts}");
    let files = [("scripts/demo/own.luau", script), ("scripts/demo/text.toml", texts.as_str())];
    let mut prompt = with(&files, "standard", true);
    after(&mut prompt, "adjust turn own; points 5");
    prompt
}

#[test]
fn the_report_of_played_answers_comes_before_the_refusal_of_the_rest() {
    let mut prompt = demo(&[], true);
    let shown = after(&mut prompt, "raise port raise nowhere");
    let [report, refusal] = ["red: raise port", "✗"].map(|part| shown.find(part));
    assert!(report.is_some() && report < refusal, "{shown}");
    assert!(shown.contains("(the answer before it\n  stands)"), "{shown}");
    assert_eq!(shown.matches("red: raise port").count(), 1, "{shown}");
}

#[test]
fn an_empty_line_from_a_pipe_repeats_the_question() {
    let mut prompt = demo(&[], true);
    prompt.screen.is_typed = false;
    assert_eq!(after(&mut prompt, ""), "Red acts (8 ways); `?` lists them\n");
    assert!(!prompt.was_refused);
}

#[test]
fn log_since_begins_with_the_last_answer() {
    let mut prompt = demo(&[], true);
    assert_eq!(after(&mut prompt, "log since"), "Red has not answered yet: `log` shows the last events\n");
    after(&mut prompt, "raise port");
    after(&mut prompt, "raise hills");
    after(&mut prompt, "adjust river: unrest 2");
    let shown = after(&mut prompt, "log since");
    assert!(shown.contains("red: raise hills") && shown.contains("adjust river"), "{shown}");
    assert!(!shown.contains("raise port"), "{shown}");
}

#[test]
fn a_column_once_drawn_stays_when_it_becomes_empty() {
    let mut prompt = demo(&[], true);
    let title = |shown: &str| {
        let line = shown.lines().find(|line| line.starts_with("Provinces")).unwrap_or_default();
        line.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    let first = title(&after(&mut prompt, "show"));
    assert!(first.contains(&"Blue".to_owned()), "{first:?}");
    after(&mut prompt, "adjust each province: 0 guard");
    assert_eq!(title(&after(&mut prompt, "show")), first);
}

#[test]
fn a_choice_with_one_row_and_no_cost_is_not_asked() {
    let mut prompt = at_own_step(
        "local build, buy = action \"build\", action \"buy\"\n\
         function build.offer() offer(build, PROVINCES) end\n\
         function build.play(side, at)\n  for n = 1, 3 do\n    offer(WORD.take, n)\n    choose(side)\n  end\n  place(HIDDEN, 1, at)\nend\n\
         function buy.offer() offer(buy) end\n\
         function buy.play(side)\n  offer(WORD.take, 1)\n  choose(side)\n  lower(POINTS, 1)\nend\n\
         step(\"own\", function()\n  act(RED, { build, buy })\n  return next(\"own\")\nend)\n",
        ACTIONS,
    );
    let shown = after(&mut prompt, "build port");
    assert!(shown.contains("red: take 3 (the default)"), "{shown}");
    let shown = after(&mut prompt, "build hills ...");
    assert!(shown.contains("(1 way)") && !shown.contains("take 1 (the default)"), "{shown}");
    let shown = after(&mut prompt, "");
    assert!(shown.contains("red: take 3 (the default)"), "{shown}");
    assert!(after(&mut prompt, "buy").contains("(1 way)"), "a choice with one row that has a cost is asked");
}

#[test]
fn a_step_that_cannot_run_again_does_not_end_the_game() {
    // The script keeps state in a Lua closure, which `cardwright check` does not notice. The state is no part of the
    // position, so the step fails when it runs again.
    let mut prompt = at_own_step(
        "local function keeping()\n  local seen = false\n  \
         return function(now)\n    seen = seen or now\n    return seen\n  end\nend\n\
         local has_seen = keeping()\n\
         local function asked()\n  offer(WORD.stay)\n  offer(WORD.take, 1)\n  choose(RED)\nend\n\
         step(\"own\", function()\n  asked()\n  if has_seen(false) then\n    error(\"seen already\")\n  end\n  \
         asked()\n  has_seen(true)\n  asked()\n  return next(\"own\")\nend)\n",
        "[word.stay]\nlabel = \"Stay\"\n",
    );
    after(&mut prompt, "stay");
    after(&mut prompt, "stay");
    assert!(!prompt.session.table.is_over() && prompt.session.table.rerun_error().is_none());
    prompt.look_at(2);
    assert!(prompt.screen.take_text().contains("✗ event 2 cannot be played any more: "));
    assert!(!prompt.session.table.is_over() && prompt.session.table.asked().is_none());
    assert_eq!(prompt.line_prompt().0, "stopped> ");
    let shown = after(&mut prompt, "stay");
    assert!(shown.contains("✗ event 3 cannot be played any more: "), "{shown}");
    assert!(!shown.contains("the game is over"), "{shown}");
    // At the event where the step begins, the game can go on.
    assert!(after(&mut prompt, "goto 1").contains("(2 ways)"));
    assert!(prompt.session.table.rerun_error().is_none());
}
