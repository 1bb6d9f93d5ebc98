//! Wrong arguments of host functions. The error names the problem and the correct form.
#![allow(clippy::unwrap_used)]

use crate::common::{demo, position_at, rows};
use cardwright_script::Vm;

fn start() -> Vm {
    let (_, mut vm) = demo(&[]);
    vm.set_position(&position_at(&vm, "turn red-turn; port: guard; hills: hidden"));
    vm.run().unwrap();
    vm
}

/// Checks that each expression fails with its message.
fn assert_errors(cases: &[(&str, &str)]) {
    let mut vm = start();
    for (expression, expected) in cases {
        let error = vm.evaluate(expression).map_or_else(|message| message, |value| format!("no error, but {value}"));
        assert!(error.contains(expected), "{expression}: {error}");
    }
}

#[test]
fn values_per_side_need_a_side() {
    let expected_error = "`hand` is a pile of each side: write `pile(HAND, side)`";
    assert_errors(&[
        ("cards(HAND)", expected_error),
        ("pile_size(HAND)", expected_error),
        ("pile(HAND)", "bad argument #2"),
        ("count(HAND, RED)", "got a pile that is kept per side"),
        ("half(CARD[\"01\"])", "`half(card, side)`: expected a side, got nothing"),
        ("half(CARD[\"01\"], HILLS)", "`half(card, side)`: expected a side, got the space `hills`"),
        ("half(RED, CARD[\"01\"])", "`half(card, side)`: expected a card, got the side `red`"),
    ]);
    let mut vm = start();
    for (expression, value) in
        [("pile_size(pile(HAND, RED))", "0"), ("pile_size(STOCK)", "0"), ("half(CARD[\"01\"], RED).title", "")]
    {
        assert!(vm.evaluate(expression).unwrap().contains(value), "{expression}");
    }
    let script = "step(\"draws\", function()\n  draw(STOCK, HAND)\n  return next(\"red-turn\")\nend)\n";
    let (_, mut vm) = demo(&[("scripts/demo/more.luau", script)]);
    vm.set_position(&position_at(&vm, "turn draws"));
    let error = vm.run().unwrap_err();
    assert!(error.to_string().contains(expected_error) && format!("{error:?}").contains("more.luau\", 2"), "{error:?}");
}

#[test]
fn values_of_the_game_take_no_subject_and_other_values_need_one() {
    assert_errors(&[
        ("value(POINTS, RED)", "`points` is kept for the whole game, not for the side `red`"),
        ("get(TURNS, HILLS)", "`turns` is kept for the whole game, not for the space `hills`"),
        ("value(UNREST)", "`unrest` is kept per space, and no space is given: `value(UNREST, space)`"),
        ("get(USED)", "`used` is kept per space, and no space is given: `get(USED, space)`"),
        ("get(OWNER)", "`owner` is kept per link, and no link is given"),
        ("value(UNREST, RED)", "`unrest` is kept per space: expected a space, got the side `red`"),
    ]);
}

/// Runs a step `try` with this body. Returns the rows of its choice, or its error.
fn run_step(body: &str) -> Result<Vec<String>, String> {
    let inner = "step(\"inner\", function()\n  return 1\nend)\n";
    let script = format!("{inner}step(\"try\", function()\n{body}\nend)\n");
    let (_, mut vm) = demo(&[("scripts/demo/try.luau", &script)]);
    vm.set_position(&position_at(&vm, "turn try"));
    vm.run().map(|_| rows(&vm)).map_err(|error| error.with_place())
}

/// Notation does not print the value of a space of another kind, so a save would lose the value.
#[test]
fn values_of_one_kind_of_spaces_reject_other_spaces() {
    for change in ["raise(UNREST, 1, POOL)", "set_track(UNREST, 2, POOL)"] {
        let error = run_step(change).unwrap_err();
        assert!(error.contains("`unrest` is not kept for the space `pool`"), "{change}: {error}");
    }
}

/// Rows without a choice would appear in the next choice, even of another side.
#[test]
fn offered_rows_need_a_choice_in_the_same_step() {
    let error = run_step("offer(WORD.keep)\nreturn next(\"red-turn\")").unwrap_err();
    let expected =
        "scripts/demo/try.luau:4: `try` offers `keep` and asks nobody: `choose` or `act` belongs after `offer`";
    assert!(error.contains(expected), "{error}");
    let error = run_step("offer(WORD.keep)\ncall(\"inner\")\nchoose(RED)").unwrap_err();
    assert!(error.contains("`try` offers `keep` and asks nobody"), "{error}");
    assert_eq!(run_step("offer(WORD.keep)\nchoose(RED)\nreturn next(\"red-turn\")").unwrap(), ["keep"]);
}

#[test]
fn rows_offered_in_suppose_are_undone() {
    let suppose_code = "suppose(function()\n  raise(POINTS, 1)\n  offer(WORD.reroll)\n  default(WORD.reroll)\nend)";
    let body = format!("offer(WORD.keep)\n{suppose_code}\nchoose(RED)\nreturn next(\"red-turn\")");
    assert_eq!(run_step(&body).unwrap(), ["keep"]);
}

/// A nil column would shift the other columns.
#[test]
fn a_nil_column_is_an_error() {
    let body =
        |columns_after_head: &str| format!("local none = ({{}})[1]\noffer(WORD.keep{columns_after_head})\nchoose(RED)");
    assert_eq!(run_step(&body(", PORT, 1")).unwrap(), ["keep port 1"]);
    for (columns_after_head, number) in [(", none, 1", 1), (", PORT, none", 2), (", PORT, none, 1", 2)] {
        let error = run_step(&body(columns_after_head)).unwrap_err();
        let expected = format!("scripts/demo/try.luau:6: column {number} of `offer` is nil: leave it out");
        assert!(error.contains(&expected), "{columns_after_head}: {error}");
    }
}

#[test]
fn an_offer_may_not_call_next() {
    let (_, mut vm) =
        demo(&[("scripts/demo/try.luau", "before(\"offer burn\", function()\n  next(\"red-turn\")\nend)\n")]);
    vm.set_position(&position_at(&vm, "turn red-turn; port: guard; hills: hidden"));
    let error = vm.run().unwrap_err().with_place();
    assert!(error.contains("scripts/demo/try.luau:2: an offer may change nothing"), "{error}");
}

/// A wrong call of a hook fails at the call, with or without an active effect.
#[test]
fn hook_calls_check_their_arguments() {
    let script = |call: &str| {
        format!(
            "hook \"toll\" {{ doc = \"What it costs.\", args = {{ \"side\", \"space\" }}, who = \"side\", answers = \"number\" }}\n\
             hook \"quiet\" {{ doc = \"Whether all is quiet.\", answers = \"permission\" }}\n\
             step(\"asks\", function()\n  set(TURNS, {call})\n  may(\"quiet\")\n  modify(\"toll\", 1, RED, HILLS)\n  return next(\"red-turn\")\nend)\n"
        )
    };
    let run = |call: &str| {
        let (_, mut vm) = demo(&[("scripts/demo/more.luau", &script(call))]);
        vm.set_position(&position_at(&vm, "turn asks"));
        vm.run()
    };
    assert!(run("modify(\"toll\", 3, RED, HILLS)").is_ok());
    for (call, expected) in [
        ("(modify)(\"toll\", 3, HILLS, RED)", "takes `side`, `space`: value 1 must be a side, not the space `hills`"),
        ("(modify)(\"toll\", 3, RED)", "the hook `toll` takes `side`, `space`: 2 values, not 1"),
        ("(modify)(\"toll\", 3, RED, HILLS, 4)", "2 values, not 3"),
        ("(may)(\"quiet\", RED) and 1 or 2", "the hook `quiet` takes nothing: 0 values, not 1"),
    ] {
        let error = run(call).unwrap_err();
        assert!(error.to_string().contains(expected) && format!("{error:?}").contains("more.luau\", 4"), "{error:?}");
    }
}
