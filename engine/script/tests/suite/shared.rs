//! Functions made with `shared`: they are computed once for a position, without any other visible effect.
#![allow(clippy::unwrap_used)]

use crate::common::{self, full_hash, play, position_at, rows};
use cardwright_script::{RunError, Stop, Vm};
use cardwright_state::notation;

/// The offers of two actions use the same shared set.
const SCRIPT: &str = r#"
local calm = action "calm"
local leave = action "leave"
local restless = shared(function()
  return drop(PROVINCES, has_value(UNREST, 0), WHY.quiet)
end)
function calm.offer()
  offer(calm, restless())
end
function calm.play(side, province)
  lower(UNREST, 1, province)
end
function leave.offer()
  offer(leave, restless())
end
function leave.play() end
step("restless", function()
  act(RED, { calm, leave })
  return next("restless")
end)
"#;
const TEXTS: &str =
    "[action.calm]\nlabel = \"Calm {1}\"\ndoc = \"-\"\n[action.leave]\nlabel = \"Leave {1}\"\ndoc = \"-\"\n";

fn vm_of(script: &str, text: &str) -> Vm {
    let texts = if script.contains("action \"calm\"") { TEXTS } else { "" };
    let (_, mut vm) = common::demo(&[("scripts/demo/shared.luau", script), ("scripts/demo/shared-text.toml", texts)]);
    let position = position_at(&vm, text);
    vm.set_position(&position);
    vm
}

/// Returns the same script without `shared`.
fn without_shared(script: &str) -> String {
    script.replace("shared(function", "(function")
}

#[test]
fn a_shared_function_runs_once_for_two_offers() {
    let mut vm = vm_of(SCRIPT, "turn restless; port: unrest 1");
    vm.run().unwrap();
    assert_eq!(rows(&vm), ["calm port", "leave port"]);
    let mut uncached = vm_of(&without_shared(SCRIPT), "turn restless; port: unrest 1");
    uncached.run().unwrap();
    assert_eq!(uncached.counts().0 - vm.counts().0, 2, "`drop` and its filter are called once, not twice");
    assert_eq!((rows(&uncached), full_hash(&uncached)), (rows(&vm), full_hash(&vm)), "there is no other difference");
}

#[test]
fn every_change_empties_the_cache_of_shared_values() {
    let mut vm = vm_of(SCRIPT, "turn restless; port: unrest 1; hills: unrest 1");
    vm.run().unwrap();
    play(&mut vm, "calm port").unwrap();
    assert_eq!(rows(&vm), ["calm hills", "leave hills"]);
    vm.change_position(|position, board| notation::set(board, position, "river: unrest 1").unwrap());
    vm.run().unwrap();
    assert_eq!(rows(&vm), ["calm hills", "calm river", "leave hills", "leave river"]);
    let other = position_at(&vm, "turn restless; river: unrest 2");
    vm.set_position(&other);
    vm.run().unwrap();
    assert_eq!(rows(&vm), ["calm river", "leave river"]);
}

#[test]
fn reasons_from_shared_functions_reach_each_action() {
    let mut vm = vm_of(SCRIPT, "turn restless; port: unrest 1");
    vm.run().unwrap();
    for _ in 0..2 {
        let trace = vm.explain().unwrap();
        let reasons: Vec<_> = trace
            .exclusions
            .iter()
            .map(|exclusion| (exclusion.action.map(|action| action.index()), exclusion.excluded.len()))
            .collect();
        let expected: Vec<_> = trace.offering_actions.iter().map(|action| (Some(action.index()), 2)).collect();
        assert_eq!((reasons.len(), reasons), (2, expected), "hills and river are quiet");
    }
}

#[test]
fn shared_functions_survive_a_move_to_another_vm() {
    let start = "turn restless; port: unrest 3; hills: unrest 1";
    let mut original = vm_of(SCRIPT, start);
    let mut position = original.position();
    original.run().unwrap();
    for row in ["calm port", "leave hills", "calm hills", "calm port"] {
        let mut fresh = original.program().vm().unwrap();
        fresh.set_position(&position);
        fresh.run().unwrap();
        assert_eq!(rows(&fresh), rows(&original));
        play(&mut original, row).unwrap();
        play(&mut fresh, row).unwrap();
        assert_eq!(full_hash(&fresh), full_hash(&original), "{row}");
        position = fresh.position();
    }
}

/// Returns a script whose step offers the one row `leave`. The offer of `leave` runs `body` first. The other action,
/// `calm`, is closed.
fn with_offer(shared: &str, body: &str) -> String {
    format!(
        "local calm, leave = action \"calm\", action \"leave\"\n{shared}\n\
         function calm.offer()\n  need(false, WHY.quiet)\n  offer(calm)\nend\nfunction calm.play() end\n\
         function leave.offer()\n  {body}\n  offer(leave)\nend\nfunction leave.play() end\n\
         step(\"stated\", function() act(RED, {{ leave }}); return next(\"stated\") end)"
    )
}

/// Runs the statement `statement` in the offer of `leave`, in play and for `why`. Fails if the statement fails.
fn assert_in_offer(shared: &str, statement: &str) {
    let mut vm = vm_of(&with_offer(shared, statement), "turn stated; hills: unrest 2; points 2");
    assert_eq!(vm.run(), Ok(Stop::Choice), "{statement}");
    assert_eq!(rows(&vm), ["leave"]);
    vm.explain().unwrap();
}

#[test]
fn shared_values_are_cached_by_argument() {
    let sum = "local sum = shared(function(a, b) return (a or 10) + (b and value(UNREST, b) or 0) end)";

    assert_in_offer(
        sum,
        "assert(sum(1) == 1 and sum() == 10 and sum(1, HILLS) == 3 and sum(nil, HILLS) == 12 and sum(1) == 1)",
    );
    let identity = "local none = shared(function(a) return a end)";
    assert_in_offer(
        identity,
        "assert(none() == nil and none() == nil and none(false) == false and none(false) == false)",
    );
}

#[test]
fn shared_functions_may_use_suppose_and_could() {
    let supposing = "local after = shared(function(n)\n  return suppose(function()\n    lower(UNREST, n, HILLS)\n    return value(UNREST, HILLS)\n  end)\nend)";
    assert_in_offer(
        supposing,
        "assert(after(1) == 1 and after(2) == 0 and after(1) == 1 and value(UNREST, HILLS) == 2)",
    );
    assert_in_offer("local can = shared(function() return could(calm, RED) end)", "assert(not can() and not can())");
}

/// Runs the code `code` in the offer of `leave`. Returns its error.
fn refusal(shared: &str, code: &str) -> String {
    match vm_of(&with_offer(shared, code), "turn stated").run() {
        Err(RunError::Script { message, .. }) => message,
        other => panic!("{code}: {other:?}"),
    }
}

#[test]
fn shared_functions_may_have_no_side_effects() {
    for (body, expected) in [
        ("lower(POINTS, 1)", "an offer may change nothing"),
        ("roll(D6, 1)", "an offer may change nothing"),
        ("say(TEXT.red_acts)", "an offer may change nothing"),
        ("offer(WORD.keep)", "a `shared` function only computes a value: it may not offer"),
        ("need(false, WHY.quiet)", "a `shared` function only computes a value: it may not close an action"),
        ("choose(RED, PROVINCES)", "a `shared` function may only read: it may not choose"),
        ("return next(\"stated\")", "a `shared` function only computes a value: it may not name the next step"),
        ("return function() end", "a shared function returns plain values or tables of them, not a function"),
    ] {
        let message = refusal(&format!("local it = shared(function() {body} end)"), "it()");
        assert!(message.starts_with(expected), "{body}: {message}");
    }
    let list = "local list = shared(function() return { 1, { 2 } } end)";
    assert!(refusal(list, "list()[2][1] = 3").contains("readonly"), "a cached value is read-only");
    let recursive = "local holder = {}\nholder.own = shared(function() return holder.own() end)";
    assert!(refusal(recursive, "holder.own()").starts_with("a shared function calls itself with the same values"));
    let constant = "local it = shared(function(a) return 1 end)";
    assert!(refusal(constant, "it({})").starts_with("a shared function takes plain values"));
    assert!(refusal(constant, "it(1, 2, 3)").starts_with("a shared function takes two values at most"));
    assert!(refusal("", "shared(function() end)").contains("`shared` is called while scripts load, not in play"));
}

#[test]
fn a_shared_value_that_fails_names_the_offer_and_the_line() {
    let script = SCRIPT.replace("drop(PROVINCES", "drop(RED");
    match vm_of(&script, "turn restless").run() {
        Err(RunError::Script { place, open_steps, .. }) => {
            assert_eq!(place.unwrap().1, 5, "{script}");
            assert!(open_steps.contains(&"the offer of `calm`".to_owned()), "{open_steps:?}");
        }
        other => panic!("{other:?}"),
    }
}
