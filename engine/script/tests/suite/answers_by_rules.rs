//! Sides that rules play: choosers, performed actions, and replays from the middle of a step.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::common::{self, full_hash, play, position_at, rows};
use cardwright_script::{ForcedOutcome, RunError, Stop, Vm};

/// Rules play Blue. Red makes a choice in the middle of Blue's turn.
const SCRIPT: &str = r#"
local raid = action "raid"
function raid.offer(side)
  offer(raid, keep(PROVINCES, has_piece(side)), numbers(1, 3))
end
function raid.play(side, province, n)
  lower(POINTS, 1)
  choose(side, numbers(1, 2), TEXT.which)
  offer(WORD.keep, n)
  offer(WORD.reroll, n)
  if choose(RED, TEXT.red_acts) == WORD.keep then
    place(GUARD, 1, province)
  end
  offer(WORD.keep, 7)
  offer(WORD.reroll, 8)
  local _, number = choose(side, TEXT.which)
  raise(UNREST, number - 7, province)
end
local function last(found)
  return #found
end
local function rolled(found)
  return roll(D6, 1)[1] > 3 and 1 or #found
end
step("rules", function()
  answering(BLUE, rolled, function()
    perform(raid, BLUE, PORT, 2)
    act(BLUE, { raid }, TEXT.red_acts)
  end)
  return next("red-turn")
end)
step("wrong", function()
  answering(BLUE, last, function()
    perform(raid, BLUE, RIVER, 1)
  end)
  return next("red-turn")
end)
step("none", function()
  answering(BLUE, function()
    return 9
  end, function()
    perform(raid, BLUE, PORT, 1)
  end)
  return next("red-turn")
end)
step("often", function()
  answering(BLUE, last, function()
    for _ = 1, 5000 do
      choose(BLUE, numbers(1, 2))
    end
  end)
  win(RED, TEXT.raided)
end)
step("endless", function()
  answering(BLUE, last, function()
    while true do
      choose(BLUE, numbers(1, 2))
    end
  end)
  return next("red-turn")
end)
"#;
const TEXTS: &str = "[action.raid]\nlabel = \"Raid {1} {2}\"\n[text.raided]\nsay = \"enough\"\n";

fn vm(text: &str) -> Vm {
    let (_, mut vm) = common::demo(&[("scripts/demo/text.toml", TEXTS), ("scripts/demo/rules2.luau", SCRIPT)]);
    let position = position_at(&vm, text);
    vm.set_position(&position);
    vm
}

#[test]
fn rules_answer_for_a_side_and_people_for_the_others() {
    let mut vm = vm("turn rules; points 9; port: guard; hills: guard");
    // The chooser rolls for each answer. After a high roll it takes the first row, after a low roll the last.
    vm.force([6, 1, 1, 5, 6].map(ForcedOutcome::Face));
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(rows(&vm), ["keep 2", "reroll 2"]);
    play(&mut vm, "keep 2").unwrap();
    assert_eq!(rows(&vm), ["keep 3", "reroll 3"]);
    assert_eq!(vm.evaluate("value(UNREST, PORT)").as_deref(), Ok("1"));
    assert_eq!(vm.evaluate("count(PORT, GUARD)").as_deref(), Ok("2"));
    play(&mut vm, "reroll 3").unwrap();
    assert_eq!(vm.evaluate("value(POINTS)").as_deref(), Ok("7"));
}

#[test]
fn answers_by_rules_are_computed_again_in_a_replay() {
    let mut original = vm("turn rules; points 9; port: guard; hills: guard");
    assert_eq!(original.run(), Ok(Stop::Choice));
    for answer in ["keep 2", "reroll"] {
        let mut restored = vm("turn rules; points 9");
        restored.set_position(&original.position());
        assert_eq!(restored.run(), Ok(Stop::Choice));
        assert_eq!(rows(&restored), rows(&original));
        let row = rows(&original).iter().find(|text| text.starts_with(answer)).unwrap().clone();
        play(&mut original, &row).unwrap();
        play(&mut restored, &row).unwrap();
        assert_eq!(full_hash(&restored), full_hash(&original));
    }
}

#[test]
fn rules_cannot_perform_or_pick_illegal_rows() {
    let message = |text: &str| match vm(text).run() {
        Err(RunError::Script { message, .. } | RunError::Limit { message, .. }) => message,
        other => panic!("{other:?}"),
    };
    assert!(message("turn wrong; port: guard").contains("`raid` has no such legal row"));
    assert!(message("turn none; port: guard").contains("did not return the index of one of the 2 rows"));
    assert!(message("turn endless; port: guard").contains("answers by rules in a row"));
}

/// A VM may play any number of games by rules only, because the limit counts the answers of one run.
#[test]
fn the_count_of_answers_by_rules_restarts_in_every_run() {
    let mut vm = vm("turn often; port: guard");
    let start = vm.position();
    for _ in 0..45 {
        vm.set_position(&start);
        assert_eq!(vm.run(), Ok(Stop::Over));
    }
}
