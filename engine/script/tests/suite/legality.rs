//! Asking what could be done leaves nothing behind in the choice that asks.
#![allow(clippy::unwrap_used)]

use crate::common::{at, demo, rows};
use cardwright_script::Stop;

/// Where one flees to by default depends on the side; `pursue` asks where the other one could.
const SCRIPT: &str = r#"
local flee, pursue = action "flee", action "pursue"
function flee.offer(side)
  offer(flee, PROVINCES)
  if side == BLUE then
    default(flee, HILLS)
  end
end
function flee.play() end
function pursue.offer(side)
  if could(flee, BLUE) then
    offer(pursue)
  end
end
function pursue.play() end
step("chase", function(side)
  act(side, { flee, pursue })
  return next("chase", side)
end)
"#;

#[test]
fn what_is_only_asked_marks_no_default() {
    let default = |side: &str| {
        let (_, mut vm) = demo(&[("scripts/demo/chase.luau", SCRIPT)]);
        vm.set(&at(&vm, &format!("turn chase {side}")));
        assert_eq!(vm.run(), Ok(Stop::Choice));
        vm.choice().default.map(|row| rows(&vm)[row].clone())
    };
    assert_eq!(default("blue").as_deref(), Some("flee hills"));
    assert_eq!(default("red"), None);
}
