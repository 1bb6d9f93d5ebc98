//! Host functions are plain C functions of Luau: what that rests on holds of the Luau that is linked.
#![allow(clippy::unwrap_used)]

use crate::common::{self, at, play, rows};
use cardwright_script::{RunError, Stop, Vm};
use std::panic::{AssertUnwindSafe, catch_unwind};

fn vm_of(body: &str) -> Vm {
    let script = format!("step(\"try\", function()\n{body}\nend)\n");
    let (_, mut vm) = common::demo(&[("scripts/demo/try.luau", &script)]);
    let position = at(&vm, "turn try; port: unrest 1");
    vm.set(&position);
    vm
}

fn failure(body: &str) -> (String, Option<(String, usize)>) {
    match vm_of(body).run() {
        Err(RunError::Script { message, place, .. } | RunError::Limit { message, place, .. }) => (message, place),
        other => panic!("{body}: {other:?}"),
    }
}

#[test]
fn wrong_arguments_are_told_with_their_place() {
    // In parentheses, which `check` does not look through.
    let cases = [
        ("(count)()", "bad argument #1: an argument is nil"),
        ("(count)(PORT, {})", "bad argument #2: a table is no argument here; use `set_of(...)`"),
        ("(count)(PORT, 2 ^ -1)", "bad argument #2: 0.5 is not a whole number: rules use integers"),
        ("(count)(PORT, 10 ^ 300)", "past all bounds"),
        ("(count)(PORT, 10 ^ 400 - 10 ^ 400)", "bad argument #2: NaN is not a whole number: rules use integers"),
        ("(count)(\"port\", RED)", "bad argument #1: a string is no argument here"),
        ("(at_least)(UNREST)", "bad argument #2: a nil where a number is wanted"),
        ("(class)(5)", "bad argument #1: a number where a text is wanted"),
        ("(value)(PORT)", "expected a track, got the space `port`"),
        ("(keep)(PROVINCES, nil)", "the filter is nil"),
        (
            "keep(PROVINCES, RED, nil, RED, nil, RED, nil, RED)",
            "three filters at most: narrow what is left in a call of its own",
        ),
        ("(offer)(WORD.done, 1, 2, 3, 4, 5, 6, 7)", "a row has 6 columns at most after its head"),
        ("return (next)(\"tr\" .. \"ie\")", "no step is called `trie`"),
        ("return (next)(nil)", "no step is called `nothing`"),
        ("return (next)(\"try\", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)", "a step takes 10 values at most"),
        ("local _ = (call)(\"try\", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)", "a step takes 10 values at most"),
        ("(choose)(RED, 1, 2, 3, 4, 5, 6, TEXT.which)", "a choice is over 5 sets at most, and a prompt"),
        ("(choose)(RED, 1, 2, 3, 4, 5, 6)", "a choice is over 5 sets at most, and a prompt"),
        ("(choose)(RED, PROVINCES, {})", "this list is empty"),
        ("(choose)(RED, PROVINCES, { RED })", "expected a text, got the side `red`"),
        ("(choose)(RED, PROVINCES, { TEXT.which, PROVINCES })", "a set is no value to keep"),
        ("(say)(TEXT.which, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)", "a text takes 9 subjects at most"),
    ];
    for (body, wanted) in cases {
        let (message, place) = failure(body);
        assert!(message.contains(wanted), "{body}: {message}");
        assert_eq!(place, Some(("more:scripts/demo/try.luau".into(), 2)), "{body}: {message}");
    }
}

#[test]
fn what_a_filter_raises_passes_through_and_the_vm_plays_on() {
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
fn a_panic_of_the_host_comes_out_where_the_vm_was_called() {
    let (_, mut vm) = common::demo(&[]);
    let position = at(&vm, "turn red-turn");
    vm.set(&position);
    vm.set_driver(Some(Box::new(|_| panic!("a driver of ours"))));
    let panic = catch_unwind(AssertUnwindSafe(|| vm.run())).unwrap_err();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"a driver of ours"));
    vm.set(&position);
    assert_eq!(vm.run().unwrap(), Stop::Choice, "the driver went with the panic");
    assert!(!rows(&vm).is_empty());
}

#[test]
fn calls_without_end_that_fail_or_give_tables_leave_nothing() {
    let mut vm = vm_of("return next(\"try\")");
    let taken = || memory_stats::memory_stats().unwrap().physical_mem;
    let mut call = |times: usize| {
        for _ in 0..times {
            assert!(vm.evaluate("count(1, 2)").is_err());
            vm.evaluate("for i = 1, 100 do members(PROVINCES) name_of(PORT) end").unwrap();
        }
    };
    call(3000); // until the collector has found its pace
    // Other tests of this process take and give back memory meanwhile: what leaks here grows in every round.
    let mut grown: Vec<i64> = (0..9)
        .map(|_| {
            let before = taken();
            call(100);
            taken() as i64 - before as i64
        })
        .collect();
    grown.sort_unstable();
    assert!(grown[4] < 256 << 10, "{grown:?} bytes more in each round");
}

#[test]
fn a_table_for_which_there_is_no_memory_is_a_limit_and_not_the_end() {
    let mut vm = vm_of("local all = {}\nwhile true do all[#all + 1] = members(PROVINCES) end");
    assert!(matches!(vm.run(), Err(RunError::Limit { .. })));
    let position = at(&vm, "turn red-turn");
    vm.set(&position);
    assert_eq!(vm.run().unwrap(), Stop::Choice);
    let first = rows(&vm)[0].clone();
    play(&mut vm, &first).unwrap();
}

#[test]
fn arguments_are_read_where_they_lie_however_deep_the_stack_has_grown() {
    let deep = "local function down(n, a, b)\n  if n == 0 then\n    assert(value(UNREST, a) == 1 and value(UNREST, b) == 0)\n    \
                assert(size(numbers(1, 2 ^ 8)) == 256 and first(numbers(-3, 5)) == -3)\n    return size(set_of(a, b, a))\n  end\n  \
                return down(n - 1, a, b) + 0\nend\nassert(down(3000, PORT, HILLS) == 2)\n";
    let mut vm = vm_of(&format!("{deep}offer(WORD.done)\nchoose(RED)\nreturn next(\"try\")"));
    assert_eq!(vm.run().unwrap(), Stop::Choice);
}

#[test]
fn an_action_is_known_by_its_table_and_a_copy_of_that_by_what_it_keeps() {
    let script = "local it = action \"wave\"\nfunction it.offer(side)\n  for _ = 1, 500 do\n    local list = { table.clone(it), {} }\n    \
                  assert(#list == 2)\n  end\n  offer(table.clone(it), PORT)\n  offer(it, HILLS)\nend\nfunction it.play() end\n\
                  step(\"waving\", function()\n  act(RED, { {}, { table.clone(it) }, {} })\n  return next(\"waving\")\nend)\n";
    let texts = "[action.wave]\nlabel = \"Wave {1}\"\ndoc = \"-\"\n";
    let (_, mut vm) = common::demo(&[("scripts/demo/wave.luau", script), ("scripts/demo/wave-text.toml", texts)]);
    let position = at(&vm, "turn waving");
    vm.set(&position);
    for _ in 0..50 {
        assert_eq!(vm.run().unwrap(), Stop::Choice);
        assert_eq!(rows(&vm), ["wave port", "wave hills"]);
        play(&mut vm, "wave hills").unwrap();
    }
}

#[test]
fn a_list_of_what_is_no_action_is_refused() {
    for (list, wanted) in [
        ("{ 5 }", "a list of actions is asked, as `menu` gives one, or a list of such lists"),
        ("5", "a list of actions is asked, as `menu` gives one, or a list of such lists"),
        ("{ {}, \"wave\" }", "a list of actions is asked, as `menu` gives one, or a list of such lists"),
    ] {
        let (message, place) = failure(&format!("(act)(RED, {list})"));
        assert_eq!(message, wanted, "{list}");
        assert_eq!(place, Some(("more:scripts/demo/try.luau".into(), 2)), "{list}");
    }
    let endless = "local list = {}\nlist[1] = list\nact(RED, list)";
    assert_eq!(failure(endless).0, "lists of actions lie too deep in one another");
}

#[cfg(feature = "jit")]
#[test]
fn native_code_plays_the_same_game_and_errs_at_the_same_place() {
    let (program, mut interpreted) = common::demo(&[]);
    let mut native = program.native_vm().unwrap();
    for vm in [&mut interpreted, &mut native] {
        let position = at(vm, "turn red-turn");
        vm.set(&position);
    }
    for n in 0..60 {
        assert_eq!(interpreted.run(), native.run());
        assert_eq!((rows(&interpreted), common::full(&interpreted)), (rows(&native), common::full(&native)));
        let row = n % rows(&native).len().max(1);
        if interpreted.answer(row).is_err() | native.answer(row).is_err() {
            break;
        }
    }
    let script = "step(\"try\", function()\n  local none = nil\n  (value)(none)\nend)\n";
    let (program, _) = common::demo(&[("scripts/demo/try.luau", script)]);
    let mut native = program.native_vm().unwrap();
    let position = at(&native, "turn try");
    native.set(&position);
    let Err(RunError::Script { message, place, .. }) = native.run() else { panic!("it errs") };
    assert_eq!(message, "bad argument #1: an argument is nil");
    assert_eq!(place, Some(("more:scripts/demo/try.luau".into(), 3)));
}
