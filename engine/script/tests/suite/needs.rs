//! `need` closes the current action and nothing else.
#![allow(clippy::unwrap_used)]

use crate::common::{at, demo, rows};
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
fn a_need_in_a_step_closes_no_later_offer() {
    let (_, mut vm) = demo(&[("scripts/demo/needs.luau", SCRIPT), ("scripts/demo/needs-text.toml", TEXTS)]);
    vm.set_position(&at(&vm, "turn choosing"));
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(rows(&vm), ["keep"]);
    vm.set_position(&at(&vm, "turn acting"));
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
    vm.set_position(&at(&vm, "turn waiting; port: guard"));
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(rows(&vm), ["wary"]);
    let trace = vm.explain().unwrap();
    let board = vm.board().clone();
    let explained: Vec<&str> = trace.exclusions.iter().map(|n| board.reasons[n.why.at()].id.as_str()).collect();
    assert_eq!(explained, ["needs-open", "no-point"]);
    vm.run().unwrap();
    assert_eq!(rows(&vm), ["wary"], "`why` does not change the legal rows");
    // In play it does not run.
    vm.set_position(&at(&vm, "turn resting"));
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
fn a_subset_gives_its_reason_only_for_why() {
    let texts = "[action.patrol]\nlabel = \"Patrol {1} {2}\"\ndoc = \"-\"\n";
    let explained = |script: &str| {
        let (_, mut vm) = demo(&[("scripts/demo/only.luau", script), ("scripts/demo/only-text.toml", texts)]);
        vm.set_position(&at(&vm, "turn patrolling"));
        vm.run().unwrap();
        let (shown, calls) = (rows(&vm), vm.counts().0);
        let board = vm.board().clone();
        let text = |vals: &[_]| vals.iter().map(|v| board.text(*v)).collect::<Vec<_>>().join(" ");
        let trace = vm.explain().unwrap();
        let excluded: Vec<_> = trace
            .exclusions
            .iter()
            .map(|n| (board.reasons[n.why.at()].id.clone(), text(&n.excluded), n.at.clone()))
            .collect();
        (shown, calls, excluded)
    };
    let (shown, calls, excluded) = explained(ONLY);
    assert_eq!(shown, ["patrol river hills"]);
    let at = |line: usize| format!("more:scripts/demo/only.luau:{line}");
    assert_eq!(excluded[0], ("needs-open".into(), "hills port".into(), at(4)));
    assert_eq!(excluded[1], ("top".into(), "port river".into(), at(4)));
    let kept = ONLY
        .replace("only(RIVER, PROVINCES,", "keep(PROVINCES, RIVER,")
        .replace("only(set_of(HILLS), PROVINCES,", "keep(PROVINCES, HILLS,");
    let (same, more, reasons) = explained(&kept);
    assert_eq!((same, reasons), (shown, excluded), "as with `keep`");
    assert_eq!(more - calls, 1, "two `keep` calls, and one explicit set");
}
