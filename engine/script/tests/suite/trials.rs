//! Tests of trials: a script plays an action to see its outcome, and then the engine takes everything back.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::common::{self, full_hash, play, position_at, rows};
use cardwright_script::{ForcedOutcome, RunError, Stop, Vm};

/// In the step `rules`, Red tries each raid in a trial and plays the best raid. Then Blue chooses.
const SCRIPT: &str = r#"
local raid = action "raid"
function raid.offer(side)
  offer(raid, keep(PROVINCES, has_piece(side)))
end
function raid.play(side, province)
  lower(POINTS, 1)
  say(TEXT.raided)
  call("plunder", side, province)
end
step("plunder", function(side, province)
  choose(side, numbers(1, 3), TEXT.which)
  raise(UNREST, count(province, GUARD), province)
end)
local function lowest()
  return 1
end
local function unrest_after_raid(province)
  return trial(function()
    answering(RED, lowest, function()
      perform(raid, RED, province)
    end)
  end, function()
    return value(UNREST, province), has_changed()
  end)
end
step("rules", function()
  local best, most
  for _, province in ipairs(members(keep(PROVINCES, has_piece(RED)))) do
    local n = unrest_after_raid(province)
    if most == nil or n > most then
      best, most = province, n
    end
  end
  answering(RED, lowest, function()
    perform(raid, RED, best)
  end)
  offer(WORD.keep, most)
  choose(BLUE, TEXT.which)
  offer(WORD.keep, (unrest_after_raid(best)))
  choose(BLUE, TEXT.which)
  return next("red-turn")
end)
local function trial_step(name, play, outcome, dice)
  step(name, function()
    offer(WORD.keep, trial(play, outcome, dice))
    offer(WORD.reroll)
    choose(BLUE, TEXT.which)
    return next("red-turn")
  end)
end
local function unrest()
  return value(UNREST, PORT)
end
local function rolled()
  raise(UNREST, roll(D6, 2)[2] - 2, PORT)
end
trial_step("least", function()
  raise(UNREST, roll(D6, 2)[2], PORT)
end, unrest, "least")
trial_step("greatest", function()
  raise(UNREST, check(D6, 6, 3), PORT)
end, unrest, "greatest")
trial_step("no-dice-given", rolled, unrest)
trial_step("misspelt", rolled, unrest, "most")
trial_step("asked", function()
  raise(UNREST, 1, PORT)
  choose(BLUE, numbers(1, 2), TEXT.which)
  raise(UNREST, 1, PORT)
end, unrest)
trial_step("draws", function()
  raise(UNREST, 1, PORT)
  shuffle(STOCK)
  draw(STOCK, pile(HAND, RED))
  raise(UNREST, 1, PORT)
end, unrest)
trial_step("one-answer", function()
  choose(BLUE, numbers(3, 3), TEXT.which)
  raise(UNREST, 2, PORT)
end, unrest)
local stir = action "standing-stir"
function stir.offer(side)
  offer(stir, PROVINCES)
end
function stir.play(side, province) end
trial_step("dice-without-end", function()
  while true do
    choose(BLUE, numbers(3, 3), TEXT.which)
    roll(D6, 1000)
  end
end, unrest, "least")
step("tries-without-end", function()
  while true do
    trial(function()
      choose(BLUE, numbers(3, 3), TEXT.which)
    end, unrest)
  end
end)
step("supposes-much", function()
  for n = 1, 12 do
    for _ = 1, 2 do
      suppose(function()
        for _ = 1, 22000 do
          raise(UNREST, 1, PORT)
          lower(UNREST, 1, PORT)
        end
      end)
    end
    choose(BLUE, numbers(n, n + 1), TEXT.which)
  end
  return next("red-turn")
end)
trial_step("peeks", function()
  choose(BLUE, numbers(3, 3), TEXT.which)
  return has_changed()
end, unrest)
trial_step("nobody", function()
  act(BLUE, {})
end, unrest)
trial_step("standing", function()
  answering(BLUE, lowest, function()
    standing(RED, { stir })
    choose(BLUE, numbers(1, 2), TEXT.which)
    raise(UNREST, 2, PORT)
  end)
end, unrest)
trial_step("picked", function()
  raise(UNREST, pick(PROVINCES) == HILLS and 1 or 2, HILLS)
end, function()
  return value(UNREST, first(PROVINCES))
end)
trial_step("nested", function()
  raise(UNREST, 1, PORT)
  local more = trial(function()
    raise(UNREST, 1, PORT)
  end, unrest)
  raise(UNREST, more, PORT)
end, unrest)
trial_step("over", function()
  win(RED, TEXT.raided)
end, function()
  return has_changed() and 1 or 0
end)
trial_step("unchanged", function()
  raise(UNREST, 1, PORT)
  lower(UNREST, 1, PORT)
end, function()
  return has_changed() and 1 or 0
end)
trial_step("meddles", rolled, function()
  raise(UNREST, 1, PORT)
  return 1
end, "least")
trial_step("fails", function()
  error("no such luck")
end, unrest)
local function deeper(n)
  return trial(function()
    deeper(n + 1)
  end, unrest)
end
trial_step("too-deep", function()
  deeper(1)
end, unrest)
step("outside", function()
  offer(WORD.keep, has_changed() and 1 or 0)
  choose(BLUE, TEXT.which)
  return next("red-turn")
end)
"#;
const TEXTS: &str = "[action.raid]\nlabel = \"Raid {1}\"\n[action.standing-stir]\nlabel = \"Stir {1}\"\n[text.raided]\nsay = \"raided\"\n";

fn vm(text: &str) -> Vm {
    let (_, mut vm) = common::demo(&[("scripts/demo/text.toml", TEXTS), ("scripts/demo/trials.luau", SCRIPT)]);
    let position = position_at(&vm, text);
    vm.set_position(&position);
    vm
}

/// Runs a step that the script function `trial_step` made. Returns the row with the number that its trial found.
fn trial_row(step: &str) -> String {
    let mut vm = vm(&format!("turn {step}"));
    assert_eq!(vm.run(), Ok(Stop::Choice), "{step}");
    assert_eq!(vm.evaluate("value(UNREST, PORT)").as_deref(), Ok("0"), "{step} is taken back");
    rows(&vm)[0].clone()
}

/// Runs a step. Returns the message of its error.
fn failure(step: &str) -> String {
    match vm(&format!("turn {step}")).run() {
        Err(RunError::Script { message, .. } | RunError::Limit { message, .. }) => message,
        other => panic!("{other:?}"),
    }
}

const RAIDERS: &str = "turn rules; points 9; port: open, guard; hills: open, 2 guard";

#[test]
fn a_trial_has_the_outcome_of_the_real_play() {
    let mut vm = vm(RAIDERS);
    vm.record_events(true);
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(rows(&vm), ["keep 2"]);
    assert_eq!(vm.evaluate("value(UNREST, HILLS)").as_deref(), Ok("2"));
    assert_eq!(vm.evaluate("value(UNREST, PORT)").as_deref(), Ok("0"));
    assert_eq!(vm.evaluate("value(POINTS)").as_deref(), Ok("8"));
    assert_eq!(vm.take_events().len(), 1, "trials record no events");
}

/// Trials before and after a save give the same results in the replay.
#[test]
fn replayed_trials_give_the_same_results() {
    let mut original = vm(RAIDERS);
    assert_eq!(original.run(), Ok(Stop::Choice));
    for row in ["keep 2", "keep 4"] {
        let mut restored = vm(RAIDERS);
        restored.set_position(&original.position());
        assert_eq!(restored.run(), Ok(Stop::Choice));
        assert_eq!(rows(&restored), [row]);
        play(&mut original, row).unwrap();
        play(&mut restored, row).unwrap();
        assert_eq!(full_hash(&restored), full_hash(&original));
    }
}

#[test]
fn trials_use_no_chance() {
    assert_eq!(trial_row("least"), "keep 1");
    assert_eq!(trial_row("greatest"), "keep 3");
    assert_eq!(trial_row("picked"), "keep 1");
    assert!(failure("no-dice-given").contains("give `\"least\"` or `\"greatest\"`"));
    assert!(failure("misspelt").contains("not `most`"));
    // Two runs end in the same position, counters of chance included.
    let hash_after = |step: &str| {
        let mut vm = vm(&format!("turn {step}"));
        vm.run().unwrap();
        full_hash(&vm)
    };
    assert_eq!(hash_after("least"), hash_after("least"));
    let mut vm = vm("turn least");
    vm.force([ForcedOutcome::Face(5)]);
    vm.run().unwrap();
    assert_eq!(rows(&vm)[0], "keep 1", "a trial does not use the outcomes that were given by hand");
}

#[test]
fn a_choice_ends_a_trial_unless_it_has_one_row() {
    assert_eq!(trial_row("asked"), "keep 1");
    assert_eq!(trial_row("one-answer"), "keep 2");
    assert_eq!(trial_row("over"), "keep 1");
    assert_eq!(trial_row("standing"), "keep 2", "nobody uses a standing action in a trial");
}

#[test]
fn the_draw_of_an_unknown_card_ends_a_trial() {
    let mut vm = vm("turn draws; stock: 01 02");
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(rows(&vm)[0], "keep 1");
    assert_eq!(vm.evaluate("pile_size(STOCK)").as_deref(), Ok("2"), "the cards are where they were");
}

#[test]
fn trials_may_be_nested_up_to_a_limit() {
    assert_eq!(trial_row("nested"), "keep 3");
    assert!(failure("too-deep").contains("more than 8 nested trials"));
}

/// An answer in a trial does not reset the limits of the script that runs the trial.
#[test]
fn endless_trials_reach_the_call_limit() {
    assert!(failure("tries-without-end").contains("host calls for one answer"));
    assert!(failure("dice-without-end").contains("more than "));
}

/// `suppose` leaves nothing to undo, but its changes count towards the limit for one answer, also in a replay.
#[test]
fn a_step_is_replayed_after_suppose() {
    let mut vm = vm("turn supposes-much");
    assert_eq!(vm.run(), Ok(Stop::Choice));
    for _ in 0..11 {
        assert_eq!(vm.answer(0), Ok(Stop::Choice));
    }
    let position = vm.position();
    vm.set_position(&position);
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(rows(&vm), ["12", "13"]);
}

#[test]
fn forbidden_calls_in_trials_are_errors() {
    assert!(failure("peeks").contains("works only in the outcome function of a trial"));
    assert!(failure("nobody").contains("in the trial, no row is left for `blue`"));
}

#[test]
fn a_trial_without_effect_reports_no_change() {
    assert_eq!(trial_row("unchanged"), "keep 0");
    assert!(failure("outside").contains("works only in the outcome function of a trial"));
}

#[test]
fn an_error_in_a_trial_names_its_place_and_restores_everything() {
    assert!(failure("fails").contains("no such luck"));
    let mut vm = vm("turn fails");
    match vm.run() {
        Err(RunError::Script { place, .. }) => assert_eq!(place.unwrap().0, "more:scripts/demo/trials.luau"),
        other => panic!("{other:?}"),
    }
    assert!(failure("meddles").contains("a function that reads the outcome of a trial"));
    let position = position_at(&vm, RAIDERS);
    vm.set_position(&position);
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(rows(&vm), ["keep 2"], "the VM still runs steps");
    assert!(vm.evaluate("trial(function() end, function() return 1 end)").unwrap_err().contains("may change nothing"));
}
