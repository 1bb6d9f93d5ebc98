//! `need` closes the action that is being asked, and nothing else.
#![allow(clippy::unwrap_used)]

mod common;

use cardwright_script::Stop;
use common::{at, demo, rows};

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
fn a_need_in_a_step_s_own_body_closes_nothing_that_is_offered_later() {
    let (_, mut vm) = demo(&[("scripts/demo/needs.luau", SCRIPT), ("scripts/demo/needs-text.toml", TEXTS)]);
    vm.set(&at(&vm, "turn choosing"));
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(rows(&vm), ["keep"]);
    vm.set(&at(&vm, "turn acting"));
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(rows(&vm), ["busy", "busy"], "idle alone is closed");
}
