//! Tests of the command `ledger`.

use super::{after, demo, with};
use crate::repl::prompt::Prompt;

const SCRIPT: &str = "local pay = action \"pay\"
function pay.offer() offer(pay, PROVINCES) end
function pay.play(side, at)
  place(GUARD, 1, at)
  raise(POINTS, 1)
  log_action(TEXT.dues)
  move(first(stacks(at, GUARD)), 1, at == PORT and HILLS or PORT)
  place(HIDDEN, 1, at)
end
step(\"own\", function()
  log_heading(TEXT.round)
  log_action(TEXT.income)
  place(HIDDEN, 2, PORT)
  return next(\"pays\")
end)
step(\"pays\", function()
  act(RED, { pay })
  return next(\"pays\")
end)
";
const TEXTS: &str = "[action.pay]\nlabel = \"Pay in {1}\"\n[text.round]\nsay = \"A round\"\n[text.income]\nsay = \"Income\"\n\
                     [text.dues]\nsay = \"Dues\"\n";
const META: &str = "[meta]\ngame = \"demo\"\nledger = [\"band\", \"points\"]\n[[class]]\nid = \"unit\"\nname = \"Units\"\n\
                    of = [\"band\", \"guard\"]\n";

/// Opens the prompt for the demo game at the step `own`, with a class of the pieces of both sides.
fn prompt() -> Prompt {
    let files =
        [("scripts/demo/own.luau", SCRIPT), ("scripts/demo/text.toml", TEXTS), ("scenarios/demo/board.toml", META)];
    let mut prompt = with(&files, "standard", true);
    after(
        &mut prompt,
        "adjust hills: 2 hidden, 0 open; port: 0 hidden, 0 open; river: 0 hidden, 0 open; pool: 5 guard",
    );
    after(&mut prompt, "adjust turn own; points 3");
    prompt
}

#[test]
fn the_ledger_adds_up_the_changes_under_each_line_of_the_log() {
    let mut prompt = prompt();
    for line in ["pay port", "pay hills", "pay port"] {
        after(&mut prompt, line);
    }
    assert_eq!(
        after(&mut prompt, "ledger unit"),
        "Units since A round\nRed\n  +2  Income\n  +3  Dues\n  at first 2, changes +5, now 7\n\
         Blue\n  +2  red: pay port\n  +1  red: pay hills\n  at first 1, changes +3, now 4\n"
    );
    // The game names two things.
    assert_eq!(
        after(&mut prompt, "ledger"),
        "Band since A round\nRed\n  +2  Income\n  +3  Dues\n  at first 2, changes +5, now 7\n\
         Points since A round\n  +2  red: pay port\n  +1  red: pay hills\n  at first 3, changes +3, now 6\n"
    );
    // An earlier event is shown.
    after(&mut prompt, "undo");
    after(&mut prompt, "undo");
    assert_eq!(
        after(&mut prompt, "ledger points"),
        "Points since A round\n  +1  red: pay port\n  at first 3, changes +1, now 4\n"
    );
}

#[test]
fn the_ledger_shows_what_an_adjustment_changed() {
    let mut prompt = prompt();
    after(&mut prompt, "pay port");
    after(&mut prompt, "adjust points 7");
    assert_eq!(
        after(&mut prompt, "ledger points"),
        "Points since A round\n  +1  red: pay port\n  +3  adjust points 7\n  at first 3, changes +4, now 7\n"
    );
}

#[test]
fn the_ledger_of_a_game_without_headings_begins_with_the_game() {
    let mut prompt = demo(&[], true);
    after(&mut prompt, "raise port");
    assert_eq!(
        after(&mut prompt, "ledger points"),
        "Points since the start of the game\n  +3  set-up\n  -1  red: raise port\n  at first 0, changes +2, now 2\n"
    );
}

#[test]
fn the_ledger_lists_what_it_can_show() {
    let mut prompt = demo(&[], true);
    let ids = "shows one of these: band, guard, guard/full, guard/worn, hidden,\n  open, points, unrest, wear\n";
    assert_eq!(after(&mut prompt, "ledger"), format!("  `ledger` {ids}"));
    assert!(after(&mut prompt, "ledger pionts").contains("did you mean `points`?"));
    let shown = after(&mut prompt, "ledger nothing-like-it");
    assert!(shown.contains("there is no track or class of pieces") && shown.contains("unrest, wear"), "{shown}");
}
