//! Host functions as C functions of Luau. These tests check what `lua_ffi` assumes about the Luau that is linked.
#![allow(clippy::unwrap_used)]

use crate::common::{self, play, position_at, rows};
use cardwright_script::{RunError, Stop, Vm};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Makes a VM whose step `try` has this body.
fn vm_of(body: &str) -> Vm {
    let script = format!("step(\"try\", function()\n{body}\nend)\n");
    let (_, mut vm) = common::demo(&[("scripts/demo/try.luau", &script)]);
    let position = position_at(&vm, "turn try; port: unrest 1");
    vm.set_position(&position);
    vm
}

/// Runs a step with this body. Returns the message and the place of its error.
fn failure(body: &str) -> (String, Option<(String, usize)>) {
    match vm_of(body).run() {
        Err(RunError::Script { message, place, .. } | RunError::Limit { message, place, .. }) => (message, place),
        other => panic!("{body}: {other:?}"),
    }
}

#[test]
fn wrong_arguments_are_reported_with_their_position() {
    // Parentheses around a function's name hide the call from the checks at load.
    let cases = [
        ("(count)()", "bad argument #1: an argument is nil"),
        ("(count)(PORT, {})", "bad argument #2: this argument cannot be a table; use `set_of(...)`"),
        ("(count)(PORT, tonumber(\"0.5\"))", "bad argument #2: 0.5 is not a whole number: rules use integers"),
        ("(count)(PORT, tonumber(\"1e300\"))", "is too large"),
        (
            "(count)(PORT, tonumber(\"1e400\") - tonumber(\"1e400\"))",
            "bad argument #2: NaN is not a whole number: rules use integers",
        ),
        ("(count)(\"port\", RED)", "bad argument #1: a string is no argument here"),
        ("(at_least)(UNREST)", "bad argument #2: a nil where a number is wanted"),
        ("(class)(5)", "bad argument #1: a number where a text is wanted"),
        ("(value)(PORT)", "expected a track, got the space `port`"),
        ("(keep)(PROVINCES, nil)", "the filter is nil"),
        ("keep(PROVINCES, RED, nil, RED, nil, RED, nil, RED)", "three filters at most: use a second call for more"),
        ("(offer)(WORD.done, 1, 2, 3, 4, 5, 6, 7)", "a row has at most 6 columns after its head"),
        ("return (next)(\"tr\" .. \"ie\")", "no step is called `trie`"),
        ("return (next)(nil)", "no step is called `nothing`"),
        ("return (next)(\"try\", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)", "a step takes at most 10 values"),
        ("local _ = (call)(\"try\", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)", "a step takes at most 10 values"),
        ("(choose)(RED, 1, 2, 3, 4, 5, 6, TEXT.which)", "a choice takes at most 5 sets and a prompt"),
        ("(choose)(RED, 1, 2, 3, 4, 5, 6)", "a choice takes at most 5 sets and a prompt"),
        ("(choose)(RED, PROVINCES, {})", "this list is empty"),
        ("(choose)(RED, PROVINCES, { RED })", "expected a text, got the side `red`"),
        ("(choose)(RED, PROVINCES, { TEXT.which, PROVINCES })", "a set cannot be stored"),
        ("(say)(TEXT.which, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)", "a text takes at most 9 subjects"),
    ];
    for (body, expected) in cases {
        let (message, place) = failure(body);
        assert!(message.contains(expected), "{body}: {message}");
        assert_eq!(place, Some(("more:scripts/demo/try.luau".into(), 2)), "{body}: {message}");
    }
}

#[test]
fn an_error_in_a_filter_passes_through() {
    let (message, place) = failure("keep(PROVINCES, function(space)\n  return value(space)\nend)");
    assert_eq!(message, "expected a track, got the space `hills`");
    assert_eq!(place, Some(("more:scripts/demo/try.luau".into(), 3)));
    let mut vm = vm_of("keep(PROVINCES, function(space) error(\"never mind\") end)");
    for _ in 0..1000 {
        assert!(vm.run().is_err());
    }
    assert_eq!(
        vm.evaluate("size(keep(PROVINCES, function(p) return is_in(keep(PROVINCES, p), p) end))").unwrap(),
        vm.evaluate("size(PROVINCES)").unwrap()
    );
}

#[test]
fn a_panic_in_a_driver_reaches_the_caller_of_run() {
    let (_, mut vm) = common::demo(&[]);
    let position = position_at(&vm, "turn red-turn");
    vm.set_position(&position);
    vm.set_driver(Some(Box::new(|_| panic!("a driver of ours"))));
    let panic = catch_unwind(AssertUnwindSafe(|| vm.run())).unwrap_err();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"a driver of ours"));
    vm.set_position(&position);
    assert_eq!(vm.run().unwrap(), Stop::Choice, "the panic removed the driver");
    assert!(!rows(&vm).is_empty());
}

#[test]
fn running_out_of_memory_for_a_result_table_is_a_limit_error() {
    let mut vm = vm_of("local all = {}\nwhile true do all[#all + 1] = members(PROVINCES) end");
    assert!(matches!(vm.run(), Err(RunError::Limit { .. })));
    let position = position_at(&vm, "turn red-turn");
    vm.set_position(&position);
    assert_eq!(vm.run().unwrap(), Stop::Choice);
    let first = rows(&vm)[0].clone();
    play(&mut vm, &first).unwrap();
}

#[test]
fn arguments_are_read_after_the_stack_has_grown() {
    let deep = "local function down(n, a, b)\n  if n == 0 then\n    assert(value(UNREST, a) == 1 and value(UNREST, b) == 0)\n    \
                assert(size(numbers(1, 256)) == 256 and first(numbers(-3, 5)) == -3)\n    return size(set_of(a, b, a))\n  end\n  \
                return down(n - 1, a, b) + 0\nend\nassert(down(3000, PORT, HILLS) == 2)\n";
    let mut vm = vm_of(&format!("{deep}offer(WORD.done)\nchoose(RED)\nreturn next(\"try\")"));
    assert_eq!(vm.run().unwrap(), Stop::Choice);
}

#[test]
fn an_action_is_found_by_its_table_or_a_copy() {
    let script = "local it = action \"wave\"\nfunction it.offer(side)\n  for _ = 1, 500 do\n    local list = { table.clone(it), {} }\n    \
                  assert(#list == 2)\n  end\n  offer(table.clone(it), PORT)\n  offer(it, HILLS)\nend\nfunction it.play() end\n\
                  step(\"waving\", function()\n  act(RED, { {}, { table.clone(it) }, {} })\n  return next(\"waving\")\nend)\n";
    let texts = "[action.wave]\nlabel = \"Wave {1}\"\ndoc = \"-\"\n";
    let (_, mut vm) = common::demo(&[("scripts/demo/wave.luau", script), ("scripts/demo/wave-text.toml", texts)]);
    let position = position_at(&vm, "turn waving");
    vm.set_position(&position);
    for _ in 0..50 {
        assert_eq!(vm.run().unwrap(), Stop::Choice);
        assert_eq!(rows(&vm), ["wave port", "wave hills"]);
        play(&mut vm, "wave hills").unwrap();
    }
}

#[test]
fn a_list_with_other_values_than_actions_is_refused() {
    for (list, expected) in [
        ("{ 5 }", "`act` takes a list of actions, such as a menu, or a list of such lists"),
        ("5", "`act` takes a list of actions, such as a menu, or a list of such lists"),
        ("{ {}, \"wave\" }", "`act` takes a list of actions, such as a menu, or a list of such lists"),
    ] {
        let (message, place) = failure(&format!("(act)(RED, {list})"));
        assert_eq!(message, expected, "{list}");
        assert_eq!(place, Some(("more:scripts/demo/try.luau".into(), 2)), "{list}");
    }
    let endless = "local list = {}\nlist[1] = list\nact(RED, list)";
    assert_eq!(failure(endless).0, "lists of actions are nested too deeply");
}

#[cfg(feature = "jit")]
#[test]
fn native_code_plays_the_same_game() {
    let (program, mut interpreted) = common::demo(&[]);
    let mut native = program.native_vm().unwrap();
    for vm in [&mut interpreted, &mut native] {
        let position = position_at(vm, "turn red-turn");
        vm.set_position(&position);
    }
    for n in 0..60 {
        assert_eq!(interpreted.run(), native.run());
        assert_eq!((rows(&interpreted), common::full_hash(&interpreted)), (rows(&native), common::full_hash(&native)));
        let row = n % rows(&native).len().max(1);
        if interpreted.answer(row).is_err() | native.answer(row).is_err() {
            break;
        }
    }
    let script = "step(\"try\", function()\n  local none = nil\n  (value)(none)\nend)\n";
    let (program, _) = common::demo(&[("scripts/demo/try.luau", script)]);
    let mut native = program.native_vm().unwrap();
    let position = position_at(&native, "turn try");
    native.set_position(&position);
    let Err(RunError::Script { message, place, .. }) = native.run() else { panic!("it errs") };
    assert_eq!(message, "bad argument #1: an argument is nil");
    assert_eq!(place, Some(("more:scripts/demo/try.luau".into(), 3)));
}
