//! Rolls that rules read die by die with `read_dice`. Enumeration of chance goes through the readings, not through all
//! rolls. A reading stands for all rolls with the same result.
#![allow(clippy::unwrap_used)]

use crate::common::{self, position_at};
use cardwright_script::{ChanceRequest, DiceReading, ForcedOutcome, RunError, Stop, Vm};

const SCRIPT: &str = r#"
--- The first two hits (5 or more) raise unrest in the hills. After them, each 3 or more costs a point.
local function strike(hit, face)
  if hit.unrest < 2 then
    hit.unrest += face >= 5 and 1 or 0
    return face >= 5
  end
  hit.points += face >= 3 and 1 or 0
  return face >= 3
end
step("struck", function()
  local hit, met = read_dice(D6, 10, { unrest = 0, points = 0 }, strike)
  raise(UNREST, hit.unrest, HILLS)
  lower(POINTS, hit.points)
  offer(WORD.keep, met)
  choose(RED, TEXT.which)
  return next("struck")
end)
step("changing", function()
  read_dice(D6, 2, {}, function()
    raise(UNREST, 1, HILLS)
  end)
end)
step("holding", function()
  read_dice(D6, 2, { name = "red" }, function() end)
end)
"#;

fn vm(text: &str) -> Vm {
    let (_, mut vm) = common::demo(&[("scripts/demo/rules2.luau", SCRIPT)]);
    let position = position_at(&vm, text);
    vm.set_position(&position);
    vm
}

/// Runs to a roll without outcomes. Returns the number of dice and the readings of the request.
fn requested_dice(vm: &mut Vm) -> (u32, Vec<DiceReading>) {
    match vm.run() {
        Err(RunError::Chance { request: wanted, .. }) => match *wanted {
            ChanceRequest::Dice { n, readings, .. } => (n, readings),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

const START: &str = "turn struck; points 9";

#[test]
fn dice_are_read_in_the_order_of_the_roll() {
    let mut vm = vm(START);
    vm.force([5, 1, 6, 3, 2, 3, 6, 1, 1, 4].map(ForcedOutcome::Face));
    assert_eq!(vm.run(), Ok(Stop::Choice));
    let rows = vm.choice().rows;
    assert_eq!(rows[0].text(vm.board()), "keep 6", "5 and 6 raise unrest, then 3 3 6 4 cost points");
    let position = vm.position();
    let log = format!("{:?}", position.open_steps()[0].log[0]);
    assert!(log.contains("[5, 1, 6, 3, 2, 3, 6, 1, 1, 4]"), "the step log has the faces, as for any roll: {log}");
    vm.set_position(&position);
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(vm.position(), position);
}

#[test]
fn readings_are_reported_only_during_enumeration() {
    let mut vm = vm(START);
    vm.require_forced_outcomes(true);
    assert_eq!(requested_dice(&mut vm), (10, Vec::new()));
    vm.enumerate_chance(true);
    let start = position_at(&vm, START);
    vm.set_position(&start);
    let (count, readings) = requested_dice(&mut vm);
    assert_eq!(count, 10);
    assert_eq!(readings.iter().map(|reading| reading.ways).sum::<u128>(), 6u128.pow(10));
    // Two readings have fewer than two hits on unrest. With two hits, zero to eight of the other dice may hit.
    assert_eq!(readings.len(), 2 + 9);
    let no_hits = readings.iter().find(|reading| reading.success_count == 0).unwrap();
    assert_eq!(no_hits.ways, 4u128.pow(10));
    let reading = readings.iter().find(|reading| reading.success_count == 1).unwrap();
    assert_eq!(reading.ways, 10 * 2 * 4u128.pow(9));
    // The example faces of each reading give its result.
    for reading in readings {
        vm.set_position(&start);
        vm.force(reading.faces.iter().copied().map(ForcedOutcome::Face));
        assert_eq!(vm.run(), Ok(Stop::Choice));
        assert_eq!(vm.choice().rows[0].text(vm.board()), format!("keep {}", reading.success_count));
    }
}

#[test]
fn the_reading_function_may_change_nothing_and_its_table_holds_no_text() {
    let error = vm("turn changing").run().unwrap_err().to_string();
    assert!(error.contains("may change nothing"), "{error}");
    let mut vm = vm("turn holding");
    vm.require_forced_outcomes(true);
    vm.enumerate_chance(true);
    let error = vm.run().unwrap_err().to_string();
    assert!(error.contains("holds numbers and booleans"), "{error}");
}
