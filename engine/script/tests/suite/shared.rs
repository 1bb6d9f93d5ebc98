//! `shared` functions: computed once for a position, with no other visible effect.
#![allow(clippy::unwrap_used)]

use crate::common::{self, at, full, play, rows};
use cardwright_script::{RunError, Stop, Vm};
use cardwright_state::notation;

/// Two actions use the same set, and a third uses another by its arguments.
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
    let position = at(&vm, text);
    vm.set_position(&position);
    vm
}

/// The same script without `shared`.
fn each_time(script: &str) -> String {
    script.replace("shared(function", "(function")
}

#[test]
fn a_shared_function_runs_once_for_two_offers() {
    let mut vm = vm_of(SCRIPT, "turn restless; port: unrest 1");
    vm.run().unwrap();
    assert_eq!(rows(&vm), ["calm port", "leave port"]);
    let mut each = vm_of(&each_time(SCRIPT), "turn restless; port: unrest 1");
    each.run().unwrap();
    assert_eq!(each.counts().0 - vm.counts().0, 2, "`drop` and its filter are called once, not twice");
    assert_eq!((rows(&each), full(&each)), (rows(&vm), full(&vm)), "there is no other difference");
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
    let other = at(&vm, "turn restless; river: unrest 2");
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
        let reasons: Vec<_> = trace.exclusions.iter().map(|n| (n.action.map(|a| a.at()), n.excluded.len())).collect();
        let asked: Vec<_> = trace.asked.iter().map(|a| (Some(a.at()), 2)).collect();
        assert_eq!((reasons.len(), reasons), (2, asked), "hills and river are quiet");
    }
}

#[test]
fn shared_functions_survive_a_move_to_another_vm() {
    let start = "turn restless; port: unrest 3; hills: unrest 1";
    let mut straight = vm_of(SCRIPT, start);
    let mut moved = straight.position();
    straight.run().unwrap();
    for row in ["calm port", "leave hills", "calm hills", "calm port"] {
        let mut fresh = straight.program().vm().unwrap();
        fresh.set_position(&moved);
        fresh.run().unwrap();
        assert_eq!(rows(&fresh), rows(&straight));
        play(&mut straight, row).unwrap();
        play(&mut fresh, row).unwrap();
        assert_eq!(full(&fresh), full(&straight), "{row}");
        moved = fresh.position();
    }
}

/// A step with one row whose offer runs `body` first; `calm` is closed.
fn with_offer(shared: &str, body: &str) -> String {
    format!(
        "local calm, leave = action \"calm\", action \"leave\"\n{shared}\n\
         function calm.offer()\n  need(false, WHY.quiet)\n  offer(calm)\nend\nfunction calm.play() end\n\
         function leave.offer()\n  {body}\n  offer(leave)\nend\nfunction leave.play() end\n\
         step(\"stated\", function() act(RED, {{ leave }}); return next(\"stated\") end)"
    )
}

/// Fails unless the condition holds in the only offer.
fn states(shared: &str, holds: &str) {
    let mut vm = vm_of(&with_offer(shared, holds), "turn stated; hills: unrest 2; points 2");
    assert_eq!(vm.run(), Ok(Stop::Choice), "{holds}");
    assert_eq!(rows(&vm), ["leave"]);
    vm.explain().unwrap();
}

#[test]
fn shared_values_are_cached_by_argument() {
    let of_both = "local sum = shared(function(a, b) return (a or 10) + (b and value(UNREST, b) or 0) end)";
    states(
        of_both,
        "assert(sum(1) == 1 and sum() == 10 and sum(1, HILLS) == 3 and sum(nil, HILLS) == 12 and sum(1) == 1)",
    );
    let nothing = "local none = shared(function(a) return a end)";
    states(nothing, "assert(none() == nil and none() == nil and none(false) == false and none(false) == false)");
}

#[test]
fn shared_functions_may_use_suppose_and_could() {
    let supposing = "local after = shared(function(n)\n  return suppose(function()\n    lower(UNREST, n, HILLS)\n    return value(UNREST, HILLS)\n  end)\nend)";
    states(supposing, "assert(after(1) == 1 and after(2) == 0 and after(1) == 1 and value(UNREST, HILLS) == 2)");
    states("local can = shared(function() return could(calm, RED) end)", "assert(not can() and not can())");
}

fn refusal(shared: &str, asked: &str) -> String {
    match vm_of(&with_offer(shared, asked), "turn stated").run() {
        Err(RunError::Script { message, .. }) => message,
        other => panic!("{asked}: {other:?}"),
    }
}

#[test]
fn shared_functions_may_have_no_side_effects() {
    for (body, said) in [
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
        assert!(message.starts_with(said), "{body}: {message}");
    }
    let list = "local list = shared(function() return { 1, { 2 } } end)";
    assert!(refusal(list, "list()[2][1] = 3").contains("readonly"), "a cached value is read-only");
    let own = "local holder = {}\nholder.own = shared(function() return holder.own() end)";
    assert!(refusal(own, "holder.own()").starts_with("a shared function calls itself with the same values"));
    let plain = "local it = shared(function(a) return 1 end)";
    assert!(refusal(plain, "it({})").starts_with("a shared function takes plain values"));
    assert!(refusal(plain, "it(1, 2, 3)").starts_with("a shared function takes two values at most"));
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
