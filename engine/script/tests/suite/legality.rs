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

/// To leap is unwise for a reason that goes with the place.
const BRINK_SAID: &str = r#"
local leap, stay = action "leap", action "stay"
function leap.offer(side)
  unwise(leap, HILLS, WHY.needs_open)
  unwise(leap, set_of(PORT, RIVER), numbers(1, 2), 1, PORT, HILLS, RIVER, WHY.top)
  unwise(leap, WHY.once)
  unwise(leap, PORT)
end
function leap.play(side, a, b, c, d, e, f) end
function stay.offer(side)
  offer(stay)
end
function stay.play() end
step("brink", function(side)
  act(side, { leap, stay })
  return next("brink", side)
end)
"#;

#[test]
fn a_reason_may_come_last_where_rows_are_unwise() {
    let (_, mut vm) = demo(&[("scripts/demo/brink.luau", BRINK_SAID)]);
    vm.set(&at(&vm, "turn brink red"));
    assert_eq!(vm.run(), Ok(Stop::Choice));
    let words = rows(&vm);
    let here = vm.choice();
    assert_eq!(words.len(), 8, "the reason is no column: {words:?}");
    assert_eq!(here.unwise.len(), 7);
    let trace = vm.explain().unwrap();
    let why = |row: &str| {
        let row = here.rows[words.iter().position(|of| of == row).unwrap()];
        let said = trace.unwise.iter().find(|(of, ..)| *of == row)?;
        Some(vm.board().reasons[said.1.at()].id.clone())
    };
    assert_eq!(why("leap hills").as_deref(), Some("needs-open"));
    assert_eq!(why("leap river 2 1 port hills river").as_deref(), Some("top"));
    assert_eq!(why("leap").as_deref(), Some("once"));
    assert_eq!(why("leap port"), None, "it is said of none that none is given for");
    assert_eq!(vm.choice(), here, "asking costs nothing");
}
