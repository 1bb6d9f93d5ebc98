//! `need` closes only the current action. `explain` and `only` give reasons without other effects.
#![allow(clippy::unwrap_used)]

use crate::common::{demo, position_at, rows};
use cardwright_script::Stop;

const SCRIPT: &str = r#"
local idle = action "idle"
function idle.offer()
  need(false, WHY.no_point)
  offer(idle)
end
local busy = action "busy"
function busy.offer()
  offer(busy)
end
function busy.play() end
function idle.play() end
step("choosing", function()
  need(false, WHY.no_point)
  offer(WORD.keep)
  choose(RED)
  return next("red-turn")
end)
step("acting", function()
  need(false, WHY.no_point)
  act(RED, { busy, idle, busy })
  return next("red-turn")
end)
"#;
const TEXTS: &str = "[action.idle]\nlabel = \"Idle\"\ndoc = \"-\"\n[action.busy]\nlabel = \"Busy\"\ndoc = \"-\"\n";

#[test]
fn a_need_in_a_step_does_not_close_a_later_offer() {
    let (_, mut vm) = demo(&[("scripts/demo/needs.luau", SCRIPT), ("scripts/demo/needs-text.toml", TEXTS)]);
    vm.set_position(&position_at(&vm, "turn choosing"));
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(rows(&vm), ["keep"]);
    vm.set_position(&position_at(&vm, "turn acting"));
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(rows(&vm), ["busy", "busy"], "only idle is closed");
}

const EXPLAINING: &str = r#"
local wary = action "wary"
function wary.offer()
  explain(function()
    keep(PROVINCES, has_piece(GUARD), WHY.needs_open)
    need(false, WHY.no_point)
    offer(wary, 1)
  end)
  offer(wary)
end
function wary.play() end
local touchy = action "touchy"
function touchy.offer()
  explain(function()
    error("asked")
  end)
  offer(touchy)
end
function touchy.play() end
step("resting", function()
  act(RED, { touchy })
  return next("red-turn")
end)
step("waiting", function()
  act(RED, { wary })
  return next("red-turn")
end)
"#;

#[test]
fn explain_only_adds_reasons() {
    let texts = "[action.wary]\nlabel = \"Wary\"\ndoc = \"-\"\n[action.touchy]\nlabel = \"Touchy\"\ndoc = \"-\"\n";
    let (_, mut vm) = demo(&[("scripts/demo/wary.luau", EXPLAINING), ("scripts/demo/wary-text.toml", texts)]);
    vm.set_position(&position_at(&vm, "turn waiting; port: guard"));
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(rows(&vm), ["wary"]);
    let trace = vm.explain().unwrap();
    let board = vm.board().clone();
    let explained: Vec<&str> =
        trace.exclusions.iter().map(|exclusion| board.labels[exclusion.reason].id.as_str()).collect();
    assert_eq!(explained, ["needs-open", "no-point"]);
    vm.run().unwrap();
    assert_eq!(rows(&vm), ["wary"], "`why` does not change the legal rows");
    // In play the body of `explain` does not run.
    vm.set_position(&position_at(&vm, "turn resting"));
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(rows(&vm), ["touchy"]);
    assert!(vm.explain().is_err());
}

const ONLY: &str = r#"
local patrol = action "patrol"
function patrol.offer()
  offer(patrol, only(RIVER, PROVINCES, WHY.needs_open), only(set_of(HILLS), PROVINCES, WHY.top))
end
function patrol.play() end
step("patrolling", function()
  act(RED, { patrol })
  return next("patrolling")
end)
"#;

#[test]
fn only_gives_why_the_reasons_of_keep_and_needs_no_call_in_play() {
    let texts = "[action.patrol]\nlabel = \"Patrol {1} {2}\"\ndoc = \"-\"\n";
    let explained = |script: &str| {
        let (_, mut vm) = demo(&[("scripts/demo/only.luau", script), ("scripts/demo/only-text.toml", texts)]);
        vm.set_position(&position_at(&vm, "turn patrolling"));
        vm.run().unwrap();
        let (row_texts, calls) = (rows(&vm), vm.counts().0);
        let board = vm.board().clone();
        let text = |vals: &[_]| vals.iter().map(|val| board.text(*val)).collect::<Vec<_>>().join(" ");
        let trace = vm.explain().unwrap();
        let excluded: Vec<_> = trace
            .exclusions
            .iter()
            .map(|exclusion| {
                (board.labels[exclusion.reason].id.clone(), text(&exclusion.excluded), exclusion.script_line.clone())
            })
            .collect();
        (row_texts, calls, excluded)
    };
    let (row_texts, calls, excluded) = explained(ONLY);
    assert_eq!(row_texts, ["patrol river hills"]);
    let script_line = |line: usize| format!("more:scripts/demo/only.luau:{line}");
    assert_eq!(excluded[0], ("needs-open".into(), "hills port".into(), script_line(4)));
    assert_eq!(excluded[1], ("top".into(), "port river".into(), script_line(4)));
    let script_with_keep = ONLY
        .replace("only(RIVER, PROVINCES,", "keep(PROVINCES, RIVER,")
        .replace("only(set_of(HILLS), PROVINCES,", "keep(PROVINCES, HILLS,");
    let (kept_rows, kept_calls, kept_reasons) = explained(&script_with_keep);
    assert_eq!((kept_rows, kept_reasons), (row_texts, excluded), "`keep` leaves the same rows and reasons");
    assert_eq!(kept_calls - calls, 1, "two calls of `keep` instead of one call of `set_of`");
}
