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

/// To leap is legal and unwise; to think of it marks nothing.
const BRINK: &str = r#"
local leap, stay, think = action "leap", action "stay", action "think"
function leap.offer(side)
  unwise(leap, PROVINCES)
end
function leap.play() end
function stay.offer(side)
  if side == RED then
    offer(stay, set_of(HILLS, PORT))
  end
end
function stay.play() end
function think.offer(side)
  if side == RED and could(leap, RED) then
    suppose(function()
      unwise(leap, RIVER)
    end)
    offer(think)
  end
end
function think.play() end
step("brink", function(side)
  act(side, { think, leap, stay })
  return next("brink", side)
end)
"#;

#[test]
fn what_is_unwise_is_offered_and_told_apart() {
    let asked = |side: &str| {
        let (_, mut vm) = demo(&[("scripts/demo/brink.luau", BRINK)]);
        vm.set(&at(&vm, &format!("turn brink {side}")));
        assert_eq!(vm.run(), Ok(Stop::Choice));
        vm
    };
    let mut vm = asked("red");
    let (words, unwise) = (rows(&vm), vm.choice().unwise);
    assert_eq!(words.iter().filter(|row| row.starts_with("leap ")).count(), unwise.len());
    assert!(unwise.len() > 1 && unwise.iter().all(|at| words[*at].starts_with("leap ")), "{words:?} {unwise:?}");
    let taken = words.iter().position(|row| row == "leap hills").unwrap();
    assert_eq!(vm.answer(taken), Ok(Stop::Choice));
    assert_eq!(vm.choice().unwise, unwise, "the next choice has its own");
    assert_eq!(asked("blue").choice().unwise.len(), rows(&asked("blue")).len());
}
