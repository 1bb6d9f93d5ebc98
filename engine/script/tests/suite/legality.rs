//! Default rows and discouraged rows. A check with `could` leaves no trace in the choice around it.
#![allow(clippy::unwrap_used)]

use crate::common::{demo, position_at, rows};
use cardwright_script::Stop;

/// The default row of `flee` depends on the side. `pursue` checks whether the other side could flee.
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
fn an_offer_that_could_runs_marks_no_default_row() {
    let default = |side: &str| {
        let (_, mut vm) = demo(&[("scripts/demo/chase.luau", SCRIPT)]);
        vm.set_position(&position_at(&vm, &format!("turn chase {side}")));
        assert_eq!(vm.run(), Ok(Stop::Choice));
        vm.choice().default.map(|row| rows(&vm)[row].clone())
    };
    assert_eq!(default("blue").as_deref(), Some("flee hills"));
    assert_eq!(default("red"), None);
}

/// `leap` is legal and discouraged. Checking it with `could` marks nothing.
const BRINK: &str = r#"
local leap, stay, think = action "leap", action "stay", action "think"
function leap.offer(side)
  discourage(leap, PROVINCES)
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
      discourage(leap, RIVER)
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
fn discouraged_rows_are_offered_and_marked() {
    let start = |side: &str| {
        let (_, mut vm) = demo(&[("scripts/demo/brink.luau", BRINK)]);
        vm.set_position(&position_at(&vm, &format!("turn brink {side}")));
        assert_eq!(vm.run(), Ok(Stop::Choice));
        vm
    };
    let mut vm = start("red");
    let (row_texts, discouraged) = (rows(&vm), vm.choice().discouraged);
    assert_eq!(row_texts.iter().filter(|row| row.starts_with("leap ")).count(), discouraged.len());
    assert!(
        discouraged.len() > 1 && discouraged.iter().all(|index| row_texts[*index].starts_with("leap ")),
        "{row_texts:?} {discouraged:?}"
    );
    let row = row_texts.iter().position(|row| row == "leap hills").unwrap();
    assert_eq!(vm.answer(row), Ok(Stop::Choice));
    assert_eq!(vm.choice().discouraged, discouraged, "no discouraged rows are left over from the first choice");
    assert_eq!(start("blue").choice().discouraged.len(), rows(&start("blue")).len());
}

/// `leap` is discouraged, with a reason that depends on the place.
const BRINK_WITH_REASONS: &str = r#"
local leap, stay = action "leap", action "stay"
function leap.offer(side)
  discourage(leap, HILLS, WHY.needs_open)
  discourage(leap, set_of(PORT, RIVER), numbers(1, 2), 1, PORT, HILLS, RIVER, WHY.top)
  discourage(leap, WHY.once)
  discourage(leap, PORT)
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
fn a_discouraged_row_may_have_a_reason() {
    let (_, mut vm) = demo(&[("scripts/demo/brink.luau", BRINK_WITH_REASONS)]);
    vm.set_position(&position_at(&vm, "turn brink red"));
    assert_eq!(vm.run(), Ok(Stop::Choice));
    let row_texts = rows(&vm);
    let choice = vm.choice();
    assert_eq!(row_texts.len(), 8, "the reason is no column: {row_texts:?}");
    assert_eq!(choice.discouraged.len(), 7);
    let trace = vm.explain().unwrap();
    let reason_of = |row: &str| {
        let row = choice.rows[row_texts.iter().position(|candidate| candidate == row).unwrap()];
        let reason = trace.discouraged.iter().find(|(candidate, ..)| *candidate == row)?;
        Some(vm.board().labels[reason.1].id.clone())
    };
    assert_eq!(reason_of("leap hills").as_deref(), Some("needs-open"));
    assert_eq!(reason_of("leap river 2 1 port hills river").as_deref(), Some("top"));
    assert_eq!(reason_of("leap").as_deref(), Some("once"));
    assert_eq!(reason_of("leap port"), None, "a row that is discouraged without a reason has none");
    assert_eq!(vm.choice(), choice, "`explain` changes nothing in the choice");
}
